/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes a recording as one HTML page that shows it in a browser: the viewer, which is the same for
 * each recording, and the samples as compressed columns. spec/html-data.md describes the columns.
 */

#include "base/out.h"
#include "object/symbols/source_dir.h"
#include "profile/tables/recording_tables.h"
#include "view/html/redact.h"

#define HTML_DATA_VERSION 1

struct html_opts {
	/* if there are more samples, samples are added up in slices of time */
	uint64_t max_samples;
	const char *filters; /* the filters in force, as the user gave them; "": none */
	bool lines;	     /* functions have source files */
	uint64_t jobs;	     /* threads for compression; 0: as many as pay off */
	uint64_t annotate;   /* number of functions whose code is in the page */
	const struct sources_dir *source; /* directory of their sources; NULL: none is read */
	bool intel;			  /* syntax of x86 instructions */
	enum html_redact_level redact;
	/* A page that compares recordings is written by a call for each of them, in order. */
	uint32_t number, nr_recordings; /* which one this is, from 0, and how many there are */
	const char *name;		/* of the recording; used if there are several */
};

/*
 * Write the page of the recording @t to @out, or of several recordings the part of one. Reads all
 * samples and completes the tables. Return: 0; else the session of @t has an error, or a message
 * was printed.
 */
int html_write(struct tables *t, const struct html_opts *o, struct out *out);
