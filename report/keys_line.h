/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_KEYS_LINE_H
#define REP_KEYS_LINE_H

/* The keys 'srcline' and 'srcfile': source lines of places. */

#include "report.h"

struct report_lines;

struct report_lines *report_lines_new(struct report *rp);
void report_lines_free(struct report_lines *l);

#define LINE_KEY(id)                                                                               \
	int key_##id##_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b); \
	uint64_t key_##id##_hash(const struct report *rp, const struct rep_row *r);                \
	unsigned key_##id##_width(const struct report *rp, const struct rep_row *r);               \
	int key_##id##_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size, \
			     unsigned width);

LINE_KEY(srcline)
LINE_KEY(srcfile)

#undef LINE_KEY

#endif
