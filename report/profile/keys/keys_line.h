/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the sort keys srcline, srcfile, srcline_from and srcline_to: source lines of rows and of
 * the ends of branches.
 */

#include "profile/model/keys.h"

struct report_lines;

struct report_lines *report_lines_new(struct report *rp);
void report_lines_free(struct report_lines *l);

/*
 * Return the source line of address @addr in the object of @map, in the first of these forms that
 * applies:
 * "??:0" if @map is NULL;
 * "FILE:LINE" if the line is known;
 * "FILE:0" (or "??:0" if the file is not known) if addr2line would find a function name for the
 * address, see symbols_known_function();
 * "SYMBOL+OFFSET" if @sym is not NULL;
 * "OBJECT[ADDRESS]" in all other cases.
 */
const char *report_line(const struct report *rp, const struct pdata_map *map, const struct sym *sym,
			uint64_t addr);

/*
 * Return the source line of location @p as FILE:LINE; NULL: the line is not known, or @p has no
 * map.
 */
const char *report_line_of(const struct report *rp, const struct hist_location *p);
/*
 * Return the source line that a call graph prints for the frame @p: the result of
 * report_line_of(), but "FILE:0" or "??:0" if only the function is known, see report_line(). NULL:
 * neither the line nor the function is known, or @p has no map.
 */
const char *report_frame_line(const struct report *rp, const struct hist_location *p);

/*
 * Values of rep_key.arg for keys that use key_line(): the key shows the source line of a row
 * (KEY_LINE_ROW), the source file of a row (KEY_LINE_FILE), or the source line of the address from
 * which (KEY_LINE_FROM) or to which (KEY_LINE_TO) a branch jumps.
 */
enum { KEY_LINE_ROW, KEY_LINE_FILE, KEY_LINE_FROM, KEY_LINE_TO };
key_text_fn key_line;
