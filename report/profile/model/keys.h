/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines struct rep_key, a sort key of a report, which is also a column of the report. */

#include "profile/model/report.h"

struct field_key;

/*
 * Scopes of sort keys: the thing that a key describes. Two rows are equal if all their KEY_THREAD
 * and KEY_LOCATION keys are equal.
 */
enum key_scope {
	KEY_SUM,     /* a number that is summed over the samples of a row */
	KEY_THREAD,  /* a property of the sample: thread, time, CPU and similar */
	KEY_LOCATION /* a property of an address: map, symbol, branch */
};

/* Order in which perf sorts the numbers or texts of a key. */
enum key_order {
	KEY_RISES, /* the smaller value is first in an ascending list; numbers are signed */
	KEY_FALLS, /* the reverse of KEY_RISES */
	/*
	 * Numbers are compared by the sign of their 64-bit difference. This order is not transitive
	 * for numbers that are far apart.
	 */
	KEY_WRAPS,
	/* no order: rows with different values stay in the order in which they were made */
	KEY_DIFFERS
};

/*
 * Bits of rep_key.fit: how a text is fitted into its column. If no bit is set, the text is padded
 * on the right and not cut.
 */
enum {
	KEY_CUT = 1,
	KEY_NO_PAD = 2,
	KEY_RIGHT = 4 /* right-aligned: the text is padded on the left */
};

/*
 * Size in bytes of the buffer @scratch that a caller passes to a key_text_fn. A key that has to
 * make its text makes it in this buffer.
 */
#define KEY_SCRATCH 256u

struct rep_key;

/* Returns the value of key @k in row @r, as an integer. */
typedef uint64_t key_number_fn(const struct report *rp, const struct rep_key *k,
			       const struct rep_row *r);
/*
 * Returns the text of key @k in row @r. The text is in @scratch, or stays valid as long as the
 * report. Returns NULL if the row has no value of this key.
 */
typedef const char *key_text_fn(const struct report *rp, const struct rep_key *k,
				const struct rep_row *r, char scratch[KEY_SCRATCH]);
/*
 * Compares rows by key @k as perf does: negative if @a comes after @b in an ascending list;
 * positive if @a comes before @b; 0 if the key does not distinguish the rows.
 */
typedef int key_cmp_fn(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		       const struct rep_row *b);
/* Returns the width of the text of key @k in row @r, in terminal columns. */
typedef unsigned key_width_fn(const struct report *rp, const struct rep_key *k,
			      const struct rep_row *r);
/*
 * Prints the text of key @k in row @r into @buf, at most @size bytes, for a column of @width
 * terminal columns. Returns the length of the whole text, as snprintf() does.
 */
typedef int key_print_fn(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			 char *buf, size_t size, unsigned width);

struct key_packing;

/*
 * Adds columns of integers for key @k to @p, which packs the keys of rows for sorting. Comparing
 * the integers of two rows gives the same order as key_kind.cmp, see key_pack.h.
 */
typedef void key_pack_fn(struct key_packing *p, const struct rep_key *k);

/*
 * Functions that compare, hash, measure, print and pack the values of keys; keys with the same type
 * of value, such as integers or texts, share one struct key_kind, see key_kinds.h.
 */
struct key_kind {
	key_cmp_fn *cmp;
	key_number_fn *hash;
	key_width_fn *width; /* NULL: the column is as wide as its header */
	key_print_fn *print;
	key_pack_fn *pack; /* NULL: integers cannot express the order of the key */
};

/* All properties of one sort key, which is also a column of the report. */
struct rep_key {
	const char *name; /* the key's name in --sort and --fields */
	const char *header;
	enum key_scope scope;
	unsigned extras;       /* HIST_X_ bits: the sample values that the key needs */
	enum report_mode mode; /* the only mode in which the key exists; REPORT_NORMAL: all modes */
	bool parent;	       /* the key needs the caller that matches --parent */
	bool types;	       /* the key shows data types (report.types) */
	bool lines;	       /* the key shows source lines or source files */
	bool history;	       /* the key needs --branch-history */
	/*
	 * The functions of the key only read the row, so several threads may call them at the same
	 * time.
	 */
	bool concurrent;
	bool finer; /* the key distinguishes addresses of one function */
	/*
	 * the value of the key is the same for all threads with one comm, even if these threads
	 * map objects at different addresses
	 */
	bool common;
	uint16_t min_width;
	const struct key_kind *kind; /* functions of the key; NULL for keys of scope KEY_SUM */
	/*
	 * returns the value of the key in a row, an integer. The kind key_number compares rows by
	 * this integer; keys of other kinds do not have this function (NULL)
	 */
	key_number_fn *number;
	/*
	 * returns the text that is printed for the key in a row. The kind key_text also compares
	 * rows by this text. NULL: the kind key_number prints the integer that @number returns;
	 * other kinds print the value of the key in their own way
	 */
	key_text_fn *text;
	const char *missing; /* text that is printed if @text returns NULL */
	enum key_order order;
	uint8_t fit; /* KEY_CUT, KEY_NO_PAD, KEY_RIGHT bits: how the text fits into its column */
	/*
	 * says what this key shows. Several keys share one @kind and its functions; the functions
	 * read @arg to know what to show.
	 */
	uint16_t arg;
	/* compares two rows for the order in which rows are printed; NULL: use key_kind.cmp */
	key_cmp_fn *sort;
	key_width_fn *width; /* NULL: use key_kind.width */
	key_print_fn *print; /* NULL: use key_kind.print */
	/*
	 * for scope KEY_SUM: offset of the sum in struct rep_row, or in struct row_more if @more is
	 * set
	 */
	uint16_t sum;
	/* @sum is an offset in struct row_more, not in struct rep_row */
	bool more;
	bool percent; /* the sum is printed as a percentage of the event's total */
	/* 100 percent is the event's sum of latencies, not of periods */
	bool latency;
	/* the sum is printed as the average over the row's samples */
	bool average;
	bool acc; /* the sum includes the samples of callees (--children) */
	/* the tracepoint field that the key shows; NULL: the key shows no such field */
	const struct field_key *field;
};

/*
 * Return the sum of key @k in row @r. If the sum is in struct row_more and @r has no such struct,
 * return 0.
 */
static inline uint64_t rep_key_sum(const struct rep_key *k, const struct rep_row *r)
{
	const void *in = k->more ? (const void *)r->more : r;

	return in ? *(const uint64_t *)(const void *)((const char *)in + k->sum) : 0;
}

static inline double rep_key_average(const struct rep_key *k, const struct rep_row *r)
{
	return r->self.nr ? (double)rep_key_sum(k, r) / (double)r->self.nr : 0.0;
}
