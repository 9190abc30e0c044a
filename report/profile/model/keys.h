/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A sort key of a report, which is also a column. */

#include "profile/model/report.h"

struct field_key;

/* What a key describes. Rows are equal when their threads and places are equal. */
enum key_scope {
	KEY_SUM,     /* a number that rows add up */
	KEY_THREAD,  /* thread and circumstances of the sample */
	KEY_LOCATION /* address: map, symbol, branch */
};

/* How perf orders the numbers or texts of a key. */
enum key_order {
	KEY_RISES,  /* the smaller one is first in lists that rise; numbers have a sign */
	KEY_FALLS,  /* the reverse */
	KEY_WRAPS,  /* by the sign of the difference: no order for numbers that are far apart */
	KEY_DIFFERS /* none: two that differ keep the order they came in */
};

/* How a text is fitted into its column: padded on the right and not cut, or as these bits say. */
enum {
	KEY_CUT = 1,
	KEY_NO_PAD = 2,
	KEY_RIGHT = 4 /* padded on the left */
};

/* Room for a text that a key makes for the caller. */
#define KEY_SCRATCH 256u

struct rep_key;

/* The value of a key in a row. */
typedef uint64_t key_number_fn(const struct report *rp, const struct rep_key *k,
			       const struct rep_row *r);
/* Return: a text in @scratch, or one that lives as long as the report; NULL: the row has none. */
typedef const char *key_text_fn(const struct report *rp, const struct rep_key *k,
				const struct rep_row *r, char scratch[KEY_SCRATCH]);
/* Order as perf's: negative when @a stands after @b in lists that rise, 0 when they are one row. */
typedef int key_cmp_fn(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		       const struct rep_row *b);
/* Columns that the row's text takes. */
typedef unsigned key_width_fn(const struct report *rp, const struct rep_key *k,
			      const struct rep_row *r);
/* The text of a row's column, at most @size bytes of it. Return: how long it is, as snprintf(). */
typedef int key_print_fn(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			 char *buf, size_t size, unsigned width);

struct key_packing;

/* Say by which integers rows are compared as by the kind's cmp, see key_pack.h. */
typedef void key_pack_fn(struct key_packing *p, const struct rep_key *k);

/* What keys with values of one kind have in common, see key_kinds.h. */
struct key_kind {
	key_cmp_fn *cmp;
	key_number_fn *hash;
	key_width_fn *width; /* NULL: as wide as the header */
	key_print_fn *print;
	key_pack_fn *pack; /* NULL: the order has no integer form */
};

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
	const struct key_kind *kind; /* of all keys but sums */
	key_number_fn *number;	     /* compared by the kind key_number */
	key_text_fn *text;   /* printed instead of the number; compared by the kind key_text */
	const char *missing; /* printed where the text is NULL */
	enum key_order order;
	uint8_t fit;		       /* KEY_CUT ... */
	uint16_t arg;		       /* which of the values that a getter has for several keys */
	key_cmp_fn *sort;	       /* order of printing; NULL: the kind's */
	key_width_fn *width;	       /* NULL: the kind's */
	key_print_fn *print;	       /* NULL: the kind's */
	uint16_t sum;		       /* KEY_SUM: offset in struct rep_row */
	bool more;		       /* which is one in struct row_more */
	bool percent;		       /* of the event's total */
	bool latency;		       /* which is that of the latency */
	bool average;		       /* over the row's samples */
	bool acc;		       /* with what was called from there */
	const struct field_key *field; /* the field of a tracepoint that the key is */
};

/* Rows that another event of a group has, and this one has not, are without struct row_more. */
static inline uint64_t rep_key_sum(const struct rep_key *k, const struct rep_row *r)
{
	const void *in = k->more ? (const void *)r->more : r;

	return in ? *(const uint64_t *)(const void *)((const char *)in + k->sum) : 0;
}

static inline double rep_key_average(const struct rep_key *k, const struct rep_row *r)
{
	return r->self.nr ? (double)rep_key_sum(k, r) / (double)r->self.nr : 0.0;
}
