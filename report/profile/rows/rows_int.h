/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What the files that build rows share: the table of rows, and the rows of one hist entry. */

#include "common/hash_table.h"
#include "profile/rows/row_index.h"
#include "profile/rows/rows.h"

struct row_block;

/* A cached result of row_group(): the group number of a thread context, extra and parent. */
struct group_memo {
	uint32_t event, who, extra, group;
	const struct sym *parent;
};

#define NR_MEMO 4096u

/* An entry of the hash table from (group, part) to row; row is NULL in a free entry. */
struct row_key {
	uint32_t group, part;
	struct rep_row *row;
};

/* Part numbers by the number of a location or class, because many samples have the same one. */
struct part_memo {
	uint32_t *parts;
	uint32_t cap;
};

struct row_map {
	struct row_index groups, parts;
	struct group_memo memo[NR_MEMO];
	/* of a sample by location; of a frame by class, and by location */
	struct part_memo of_place, of_class, of_frame;
	struct row_key *index; /* by (group, part) */
	size_t mask;
	uint64_t nr;
	struct row_block *blocks; /* the newest is first */
	uint32_t serial;
	/* the row that is used if memory for a new row is exhausted */
	struct rep_row spare;
	struct row_more spare_more;
};

/* The hist entry whose rows are added, and those after it: their memory is prefetched. */
struct row_entry {
	uint32_t entry;		  /* number of the hist entry */
	bool has_row;		  /* false: the entry gets no row */
	bool added_group;	  /* the group is new; like represents it */
	uint32_t root;		  /* the location that replaces that of the entry, or UINT32_MAX */
	const struct sym *parent; /* see report_parent_find() */
	struct rep_row like;	  /* the entry's own row; its part is not set yet */
	uint32_t nr, cap;	  /* frames of the chain */
	uint32_t *walked;	  /* their locations */
	uint32_t *classes;	  /* with a trie: their classes, and tags for the trie */
	uint32_t *tags;
};

/* ---- rows_map.c: the table of rows ---- */

/* Return the group of @r, a row of @slot. @added: see row_index_find(). */
uint32_t row_group(struct report *rp, const struct rep_row *r, const struct hist_entry *slot,
		   bool *added);
/* Return the part of @r, cached by @number; 0 if memory is exhausted. */
uint32_t row_part(struct report *rp, struct part_memo *memo, uint32_t number,
		  const struct rep_row *r, bool *added);
/* Return the row with the group and part of @like; add it if there is none. */
struct rep_row *row_find_or_add(struct report *rp, const struct rep_row *like);
/* Return the row with @group and @part, or NULL. */
struct rep_row *row_find(const struct row_map *m, uint32_t group, uint32_t part);
/*
 * A row has the members that no key compares from its earliest sample: copy them from @like to @r
 * if the sample of @like is earlier.
 */
void row_earlier(struct report *rp, struct rep_row *r, const struct rep_row *like);
/* Make a copy of @r the first row of its group or part. */
void row_set_copy_first(struct report *rp, const struct rep_row *r, struct row_index *s,
			uint32_t number);
void row_map_free(struct row_map *m);

/* ---- rows_filter.c: filters by name ---- */

/* Return true if --comms, --dsos, --symbols, --pid or --tid exclude the sample of @r. */
bool row_filtered(const struct report *rp, const struct rep_row *r, const struct hist_location *p);
/* Evaluate the filter expression for @r, a row of a single hist entry, with the entry's names. */
bool row_expr_holds(const struct report *rp, const struct rep_row *r);

/* ---- rows_frames.c: call chains and their frames ---- */

/* Walk the chain of @e: sets walked, nr, root and parent. */
void row_entry_walk_chain(struct report *rp, struct row_entry *e);
/* Prefetch what row_entry_add_chain() reads, in TRIE_PREFETCH_STEPS steps. */
void row_entry_prefetch_chain(const struct report *rp, struct row_entry *e, unsigned step);
/* Add the chain of @e to the trie and the rows of its frames. @own: the entry's own row. */
void row_entry_add_chain(struct report *rp, struct row_entry *e, struct rep_row *own);
void row_entry_free(struct row_entry *e);
/* With --children: add the samples of callees to rows, after all chains were added. */
void rows_sum_frames(struct report *rp);

/* ---- rows_entry.c: facts about one hist entry ---- */

/*
 * Set @like to the row of hist entry @i, without group, part and branch. @root: the location that
 * replaces the entry's, or UINT32_MAX. Returns false if the entry gets no row.
 */
bool row_entry_like(struct report *rp, uint32_t i, uint32_t root, const struct sym *parent,
		    struct rep_row *like);
/*
 * The entry's share of wall-clock time, in thousandths of the period's unit: if N threads run at
 * once, a sample counts 1/N of its period.
 */
uint64_t row_entry_latency(const struct report *rp, const struct hist_entry *slot);
/* Add a hist entry to the sums of @r that include samples of callees. */
void row_acc_add(const struct report *rp, struct rep_row *r, const struct hist_entry *slot);

/* Set the members of @r that describe its location. */
static inline void row_names(const struct report *rp, struct rep_row *r,
			     const struct hist_location *p)
{
	r->map = p->map;
	r->sym = p->sym;
	r->dso = location_dso(&rp->places, p->map);
}
