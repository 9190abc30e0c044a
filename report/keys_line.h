/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_KEYS_LINE_H
#define REP_KEYS_LINE_H

/* The keys 'srcline', 'srcfile', and 'srcline_from' and 'srcline_to' of branches: source lines of places. */

#include "keys.h"

struct report_lines;

struct report_lines *report_lines_new(struct report *rp);
void report_lines_free(struct report_lines *l);

REP_KEY_FNS(srcline)
REP_KEY_FNS(srcfile)
REP_KEY_FNS(srcline_from)
REP_KEY_FNS(srcline_to)

#endif
