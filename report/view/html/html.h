/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes a recording as one HTML page. The page consists of a viewer, which is the same for each
 * recording, and of the samples as compressed columns. spec/html-data.md describes the columns.
 */

#include "base/out.h"
#include "object/symbols/source_dir.h"
#include "profile/tables/recording_tables.h"
#include "view/html/redact.h"

#define HTML_DATA_VERSION 1

struct html_opts {
	/*
	 * Maximum number of samples in the page. If the recording has more samples than this, equal
	 * samples in a slice of time are added up.
	 */
	uint64_t max_samples;
	const char *filters; /* the filter options, as the user gave them; "": no filters */
	uint64_t jobs;	     /* number of threads for compression; 0: depends on the size */
	uint64_t annotate;   /* number of functions whose code is in the page */
	/* --source: directory of source files; NULL: --source is not set */
	const struct sources_dir *source;
	bool intel; /* x86 instructions in Intel syntax, not in AT&T syntax */
	enum html_redact_level redact;
	/*
	 * A page that compares recordings is written by one call of html_write() for each
	 * recording, in order. @number: index of the recording in this page, from 0.
	 * @nr_recordings: number of recordings in the page.
	 */
	uint32_t number, nr_recordings;
	const char *name; /* name of the recording, for pages with several recordings */
};

/*
 * Write the page of the recording @t to @out; for a page with several recordings, write the part of
 * recording @t. Read all samples and call tables_complete(). Return: 0; not 0: the session of @t
 * has the error.
 */
int html_write(struct tables *t, const struct html_opts *o, struct out *out);
