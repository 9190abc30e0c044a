/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines struct rep_key, a sort key of a report, which is also a column. */

#include "profile/model/report.h"

struct field_key;

/* The scope of a key. Two rows are equal if all KEY_THREAD and KEY_LOCATION keys are equal. */
enum key_scope {
	KEY_SUM,     /* a number that a row sums over its samples */
	KEY_THREAD,  /* the sample's thread, time, CPU and similar */
	KEY_LOCATION /* an address: map, symbol, branch */
};

/* How perf orders the numbers or texts of a key. */
enum key_order {
	KEY_RISES, /* in an ascending list the smaller value is first; numbers are signed */
	KEY_FALLS, /* the reverse of KEY_RISES */
	/* by the sign of the difference, which is not a transitive order of numbers far apart */
	KEY_WRAPS,
	KEY_DIFFERS /* no order: rows with different values keep the order they came in */
};

/* Bits that say how a text is fitted into its column. Default: padded on the right, not cut. */
enum {
	KEY_CUT = 1,
	KEY_NO_PAD = 2,
	KEY_RIGHT = 4 /* right-aligned: padded on the left */
};

/* Size in bytes of the buffer that a caller passes to key_text_fn. */
#define KEY_SCRATCH 256u

struct rep_key;

/* Returns the value of key @k in row @r. */
typedef uint64_t key_number_fn(const struct report *rp, const struct rep_key *k,
			       const struct rep_row *r);
/*
 * Returns the text of key @k in row @r, either in @scratch or with the lifetime of the report, or
 * NULL if the row has no such text.
 */
typedef const char *key_text_fn(const struct report *rp, const struct rep_key *k,
				const struct rep_row *r, char scratch[KEY_SCRATCH]);
/*
 * Compares rows as perf does: negative if @a comes after @b in an ascending list, 0 if the key
 * does not distinguish them.
 */
typedef int key_cmp_fn(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		       const struct rep_row *b);
/* Returns the width of the row's text in terminal columns. */
typedef unsigned key_width_fn(const struct report *rp, const struct rep_key *k,
			      const struct rep_row *r);
/*
 * Prints the row's text into @buf, at most @size bytes. Returns the length of the whole text, as
 * snprintf() does.
 */
typedef int key_print_fn(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			 char *buf, size_t size, unsigned width);

struct key_packing;

/*
 * Adds the key's integers to @p: comparing them gives the order of the kind's cmp, see key_pack.h.
 */
typedef void key_pack_fn(struct key_packing *p, const struct rep_key *k);

/* Functions that all keys with values of one kind share, see key_kinds.h. */
struct key_kind {
	key_cmp_fn *cmp;
	key_number_fn *hash;
	key_width_fn *width; /* NULL: the width of the header */
	key_print_fn *print;
	key_pack_fn *pack; /* NULL: the order cannot be expressed by integers */
};

/* All properties of one sort key, which is also a column. */
struct rep_key {
	const char *name; /* the name in --sort and --fields */
	const char *header;
	enum key_scope scope;
	unsigned extras;       /* HIST_X_ bits that the key needs */
	enum report_mode mode; /* the only mode with this key; REPORT_NORMAL: all modes */
	bool parent;	       /* needs the caller that --parent matches */
	bool types;	       /* shows data types */
	bool history;	       /* needs --branch-history */
	/*
	 * several threads may ask for its width and text at the same time, because they only read
	 * the row
	 */
	bool concurrent;
	bool finer;  /* distinguishes addresses of one function */
	bool common; /* equal for threads of one comm, wherever their maps lie */
	uint16_t min_width;
	const struct key_kind *kind; /* set for all keys but sums */
	key_number_fn *number;	     /* compared by the kind key_number */
	key_text_fn *text;   /* printed in place of the number; the kind key_text compares it */
	const char *missing; /* printed if the text is NULL */
	enum key_order order;
	uint8_t fit;	     /* KEY_CUT, KEY_NO_PAD, KEY_RIGHT */
	uint16_t arg;	     /* selects the value in a getter that serves several keys */
	key_cmp_fn *sort;    /* order of printing; NULL: the kind's cmp */
	key_width_fn *width; /* NULL: the kind's */
	key_print_fn *print; /* NULL: the kind's */
	uint16_t sum;	     /* KEY_SUM: offset of the sum in struct rep_row */
	/* sum is an offset in struct row_more, not in struct rep_row */
	bool more;
	bool percent; /* printed as a percentage of the event's total */
	/* the total of the percentage is the event's sum of latencies */
	bool latency;
	bool average;		       /* printed as the average over the row's samples */
	bool acc;		       /* includes the samples of callees */
	const struct field_key *field; /* the tracepoint field of the key, or NULL */
};

/*
 * Return the sum of a row. A dummy row, whose values only another event of the group has, lacks
 * struct row_more: its sum is 0.
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
