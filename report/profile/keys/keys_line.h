/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The keys srcline, srcfile, srcline_from and srcline_to: source lines of rows and of the ends of
 * branches.
 */

#include "profile/model/keys.h"

struct report_lines;

struct report_lines *report_lines_new(struct report *rp);
void report_lines_free(struct report_lines *l);

/* FILE:LINE of address @addr in the map's object, else SYMBOL+OFFSET. */
const char *report_line(const struct report *rp, const struct pdata_map *map, const struct sym *sym,
			uint64_t addr);

/* FILE:LINE of a location with a map, NULL if the line is not known. */
const char *report_line_of(const struct report *rp, const struct hist_location *p);

/* .arg: the line or file of a row, or the line of one end of a branch. */
enum { KEY_LINE_ROW, KEY_LINE_FILE, KEY_LINE_FROM, KEY_LINE_TO };
key_text_fn key_line;
