/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes a recording as one HTML page that shows it in a browser: the viewer, which is the same for
 * each recording, and the samples as compressed columns. spec/html-data.md describes the columns.
 */

#include "base/out.h"
#include "profile/tables/recording_tables.h"

#define HTML_DATA_VERSION 1

struct html_opts {
	uint64_t max_samples; /* more samples than these are added up in slices of time */
	const char *filters;  /* the filters in force, as the user gave them; "": none */
	bool lines;	      /* functions have source files */
	uint64_t jobs;	      /* threads for compression; 0: as many as pay off */
};

/*
 * Write the page of the recording @t to @out. Reads all samples and completes the tables.
 * Return: 0; else the session of @t has an error, or a message was printed.
 */
int html_write(struct tables *t, const struct html_opts *o, struct out *out);
