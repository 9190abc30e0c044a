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
	 * Maximum number of samples that the page stores one by one. If the recording has more
	 * samples, html_read_samples() divides the time into slices of equal length, and adds up
	 * those samples in one slice that have the same thread, call stack, event and CPU, and, if
	 * @annotate is not 0, the same address.
	 */
	uint64_t max_samples;
	/* the filter options of the command line as text, such as "--cpu 0-3"; "": no filters */
	const char *filters;
	/*
	 * number of threads that compress the data; 0: html_pack_columns() chooses the number by
	 * the count of CPUs and the size of the data
	 */
	uint64_t jobs;
	/* --annotate: maximum number of functions whose code is in the page; 0: no code */
	uint64_t annotate;
	/*
	 * directory of the option --source: the page has source lines, and only from files below
	 * this directory; NULL: the option is not set, and the page has no source lines
	 */
	const struct sources_dir *source;
	bool intel; /* show x86 instructions in Intel syntax; false: in AT&T syntax */
	enum html_redact_level redact;
	/*
	 * For a page that compares recordings, the caller calls html_write() once for each
	 * recording, in order. @number: index of the recording in this page, from 0.
	 * @nr_recordings: number of recordings in the page.
	 */
	uint32_t number, nr_recordings;
	const char *name; /* path of the recording, shown only if @nr_recordings is more than 1 */
};

/*
 * Write the page of the recording @t to @out. Exception: if the page has several recordings, write
 * only the data of @t, and the beginning or end of the page if @t is the first or last of them.
 * The function reads all samples of @t and calls tables_complete(). Return: 0; not 0: the function
 * failed, and the session of @t has the error.
 */
int html_write(struct tables *t, const struct html_opts *o, struct out *out);
