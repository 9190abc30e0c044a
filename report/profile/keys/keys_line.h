/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The keys 'srcline', 'srcfile', and 'srcline_from' and 'srcline_to' of branches: source lines of
 * places.
 */

#include "profile/model/keys.h"

struct report_lines;

struct report_lines *report_lines_new(struct report *rp);
void report_lines_free(struct report_lines *l);

/* FILE:LINE of the address @addr of the map's object, else SYMBOL+OFFSET. */
const char *report_line(const struct report *rp, const struct pdata_map *map, const struct sym *sym,
			uint64_t addr);

/* FILE:LINE of a place that is mapped, NULL where it is not known. */
const char *report_line_of(const struct report *rp, const struct hist_location *p);

/* .arg: the line or the file of a row, the lines of a branch's ends. */
enum { KEY_LINE_ROW, KEY_LINE_FILE, KEY_LINE_FROM, KEY_LINE_TO };
key_text_fn key_line;
