/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_KEYS_H
#define REP_KEYS_H

/* A sort key of a report, which is a column, too. */

#include "profile/model/report.h"

struct field_key;

/* What a key is about. Equal threads and equal places make equal rows. */
enum key_scope {
	KEY_SUM,     /* a number that rows add up */
	KEY_THREAD,  /* thread and circumstances of the sample */
	KEY_LOCATION /* address: map, symbol, branch */
};

/* The text of a row's column, at most @size bytes of it. Return: how long it is, as snprintf(). */
typedef int rep_key_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
			  unsigned width);

/* Declares the functions of a key that is in another file than the table. */
#define REP_KEY_FNS(id)                                                                            \
	int key_##id##_cmp(const struct report *rp, const struct rep_row *a,                       \
			   const struct rep_row *b);                                               \
	uint64_t key_##id##_hash(const struct report *rp, const struct rep_row *r);                \
	unsigned key_##id##_width(const struct report *rp, const struct rep_row *r);               \
	rep_key_print key_##id##_print;

/* A column and sort key; everything about it is here. */
struct rep_key {
	const char *name; /* as in --sort */
	const char *header;
	enum key_scope scope;
	unsigned extras;       /* HIST_X_ bits it needs */
	enum report_mode mode; /* REPORT_NORMAL: any, else only in this one */
	bool parent;	       /* needs the caller that --parent matches */
	bool types;	       /* is about types of data */
	bool history;	       /* is for --branch-history */
	bool finer;	       /* tells addresses of one function apart */
	bool common;	       /* the same for threads of one name, wherever their maps lie */
	uint16_t min_width;
	/*
	 * Order as perf's: negative when @a stands after @b in lists that rise, 0 when they are
	 * one row.
	 */
	int (*cmp)(const struct report *rp, const struct rep_row *a, const struct rep_row *b);
	/* Order of printing, positive when @a comes first; NULL: cmp. */
	int (*sort)(const struct report *rp, const struct rep_row *a, const struct rep_row *b);
	uint64_t (*hash)(const struct report *rp, const struct rep_row *row);
	/* Columns that the row's text takes; NULL: as wide as the header. */
	unsigned (*width)(const struct report *rp, const struct rep_row *row);
	rep_key_print *print;
	uint64_t (*sum)(const struct rep_row *row); /* KEY_SUM */
	bool percent;				    /* of the event's total */
	bool latency;				    /* which is that of the latency */
	bool average;				    /* over the row's samples */
	bool more;				    /* is one of struct row_more */
	bool acc;				    /* with what was called from there */
	const struct field_key *field; /* instead of functions: a field of a tracepoint */
};

static inline double rep_key_average(const struct rep_key *k, const struct rep_row *r)
{
	return r->self.nr ? (double)k->sum(r) / (double)r->self.nr : 0.0;
}

#endif
