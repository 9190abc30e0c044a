/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the table of rows, and the rows of one hist entry, for the files that build rows. */

#include "common/hash_table.h"
#include "profile/callgraph/callgraph_trie.h"
#include "profile/rows/row_index.h"
#include "profile/rows/rows.h"

/*
 * Cached result of row_group(): @group is the value of rep_row.group for rows of those hist entries
 * that have the event index @event, the hist_entry.who @who, the hist_entry.extra @extra and the
 * --parent symbol @parent.
 */
struct group_memo {
	uint32_t event, who, extra, group;
	const struct sym *parent;
};

#define NR_MEMO 4096u

struct row_with_more {
	struct rep_row row;
	struct row_more more;
};

/*
 * A block of memory for rows. @memory: start of the allocated memory. @rows: start of the first
 * row, which is the first address from @memory on that is a multiple of 64, the size of a cache
 * line.
 */
struct row_block {
	void *memory;
	char *rows;
};

/* An array that grows without moving its rows. All rows in the array have the same size. */
struct row_store {
	struct row_block *blocks;
	uint32_t nr_blocks;
	/* @nr: number of rows in @blocks; @cap: number of rows for which @blocks has memory */
	uint32_t nr, cap;
	uint32_t row_size;    /* size in bytes of a row and the struct row_more behind it */
	uint32_t block_shift; /* base-2 logarithm of the number of rows in a block */
};

/*
 * Cached values of rep_row.part, the id that stands for the values of a row's KEY_LOCATION keys.
 * In row_map.of_location and row_map.of_frame, the array @parts is indexed by location; in
 * row_map.of_class, it is indexed by class (the locations that a call graph shows as one frame).
 * An element of @parts is 0 if the value is not known yet. The cache helps because many samples
 * have the same location or class.
 */
struct part_memo {
	uint32_t *parts;
	uint32_t cap;
};

struct row_map {
	/* ---- used by row_group() ---- */

	/*
	 * Assigns the values of rep_row.group. The elements of groups.firsts point to copies of
	 * rows; these copies are in @group_copies.
	 */
	struct row_index groups;
	struct row_store group_copies;
	/*
	 * If memory for a copy in @group_copies is exhausted, the row is copied to this member
	 * instead, and the element of groups.firsts points to this member.
	 */
	struct row_with_more spare_group;
	struct group_memo *memo; /* hash table of NR_MEMO elements */

	/* ---- used by the other functions ---- */

	struct row_index parts;
	/*
	 * Cached values of rep_row.part, the id that stands for the values of a row's KEY_LOCATION
	 * keys. @of_location: for rows of sampled addresses, indexed by location. @of_class: for
	 * rows of call-chain frames (--children), indexed by class (the locations that a call
	 * graph shows as one frame). @of_frame: indexed by location, used instead of @of_class if
	 * report.by_location is set.
	 */
	struct part_memo of_location, of_class, of_frame;
	struct row_store rows;
	/* number of rows at the start of @rows that row_map_take_rows() took; not in @index */
	uint32_t nr_taken;
	/* hash index of @rows by rep_row.group and rep_row.part; an entry is 1 + index in @rows */
	struct pd_hash_index index;
	uint32_t serial;
	/* row that row_find_or_add() returns if memory for a new row is exhausted */
	struct row_with_more spare;
	/* the map of the next shard, which has other rows of the report; NULL: there is none */
	struct row_map *next;
};

/*
 * A hist entry that is being added to its own row and, with --children, to the rows of its
 * callers.
 */
struct row_entry {
	uint32_t entry; /* index of the hist entry in hists.entries */
	/* --parallelism excludes the entry from all rows; the totals still include the entry */
	bool is_left_out;
	/*
	 * the entry gets a row; false: @is_left_out is set, or row_entry_like() returned false, for
	 * example because of --hide-unresolved or --filter
	 */
	bool has_row;
	/*
	 * row_entry_enter_chain() has added the frames of the entry's chain to the trie report.trie
	 * and has set @path, the path of the chain through this trie
	 */
	bool in_trie;
	/*
	 * --ignore-callees: index in locations.all of the location that replaces the entry's own
	 * location; UINT32_MAX: no location does
	 */
	uint32_t root;
	/* symbol that matches --parent, from report_parent_find(); or NULL */
	const struct sym *parent;
	/*
	 * the row for the entry itself, as opposed to the rows of its callers; rep_row.part is not
	 * set before step 2 (see struct row_batch)
	 */
	struct rep_row like;
	/* result of row_index_tag() for @like and row_map.parts; 0: it was not computed */
	uint32_t tag;
	struct row_more more; /* @like.more points to @more if report.more is set */
	/*
	 * the frames of the entry's chain: elements @first to @first + @nr - 1 of
	 * row_batch.walked and of the other arrays of frames in struct row_batch
	 */
	uint32_t first, nr;
	struct trie_path path;
};

#define ENTRIES_A_BATCH 128u

/*
 * Consecutive hist entries that are being added to rows, and the frames of their call chains. Step
 * 1 does the work that does not depend on the rows of other entries: it walks the call chains, and
 * adds their frames to the trie. Step 2 finds the rows of the entries, and adds the samples to the
 * rows. Two threads may do the two steps for different batches at the same time.
 */
struct row_batch {
	struct row_entry entries[ENTRIES_A_BATCH];
	uint32_t nr;
	/*
	 * Arrays with one element for each frame of the chains of all @entries. The elements for
	 * the frames of one entry begin at the index row_entry.first, in the order of chain_walk().
	 * @classes, @tags and @frames are used only if report.trie is not NULL.
	 */
	uint32_t *walked; /* for each frame: index of the frame's location in locations.all */
	/*
	 * for each frame: index in locations.classes of the frame's location class (the locations
	 * that a call graph shows as one frame)
	 */
	uint32_t *classes;
	uint32_t *tags;	  /* for each frame: the hash that callgraph_trie_tags() computes */
	uint32_t *frames; /* for each frame: index of the frame in callgraph_trie.frames */
	uint32_t nr_frames, cap_frames;
};

#define NR_ROW_BATCHES 8u

/* Hist entries that are being added to the rows of a report, or to those of one shard. */
struct row_build {
	/* the report; in a shard, a copy of the report with a row_map and event_rows of its own */
	struct report *rp;
	struct row_batch *batches;
	/* the entries from index @next of hists.entries to @end - 1 are in no batch yet */
	uint32_t next, end;
	bool tags; /* rows_begin_batch() sets row_entry.tag */
	/*
	 * Only in a shard: array indexed like hists.entries, with the result of row_index_tag() for
	 * the row of the entry. The shard has the entries for which row_shard() returns @shard.
	 */
	const uint32_t *entry_tags;
	uint32_t shard, nr_shards;
	/* only in a shard: hists.entries are sorted by shard, see hist_entry_first.number */
	bool sorted;
	/* see report.samples; only rows_begin_batch() uses these members */
	uint64_t nr_samples, nr_unresolved;
};

/*
 * Return the shard of rows whose KEY_LOCATION keys have the hash @tag. Rows with equal keys are in
 * the same shard.
 */
static inline uint32_t row_shard(uint32_t tag, uint32_t nr_shards)
{
	return (uint32_t)((uint64_t)tag * nr_shards >> 32);
}

/* Return true if nothing reads a hist entry after its samples are in rows. */
static inline bool rows_free_entries(const struct report *rp)
{
	/* Call graphs read the entries of their chains again. */
	return rp->frees_entries && !rp->trie;
}

/* From this many hist entries on, rows_build_shards() builds rows in several rounds. */
#define ROWS_ENTRIES_IN_ROUNDS (1u << 20)

/* ---- rows_batch.c: entries in batches ---- */

/* Step 1 and step 2 of struct row_batch, for the functions in base/jobs.h. @ctx: row_build. */
bool rows_begin_batch(void *ctx, uint32_t batch);
void rows_add_batch(void *ctx, uint32_t batch);

/* ---- rows_shards.c: rows in several threads ---- */

/*
 * Build the rows of @rp, none of which depends on call chains, in @nr_threads threads. Each thread
 * has shards of its own: the entries with certain hashes of the KEY_LOCATION keys, and their rows.
 * If report.entries_resolved is set, and there are ROWS_ENTRIES_IN_ROUNDS entries or more, each
 * thread has several shards, one after the other, so that most memory of entries and of indexes is
 * given back before all rows are built. The result is the same as in one thread and one round.
 */
void rows_build_shards(struct report *rp, uint32_t nr_threads);

/* ---- rows_map.c: the table of rows ---- */

/* Return a new table without rows. The caller frees it with row_map_free(). NULL: no memory. */
struct row_map *row_map_new(void);
/*
 * Return the value of rep_row.group for @r, a row of the hist entry @entry: the id that stands for
 * the event and the values of the KEY_THREAD keys.
 */
uint32_t row_group(struct report *rp, const struct rep_row *r, const struct hist_entry *entry);
/*
 * Return the value of rep_row.part for @r: the id that stands for the values of the KEY_LOCATION
 * keys. The function caches the result in @memo at index @number. The caller chooses one kind of
 * index for all calls with the same @memo: the index of the row's location, or the index of the
 * class of this location (the locations that a call graph shows as one frame). @tag: as in
 * row_index_find(), for row_map.parts. *@added is set to true if the value is new, else to false,
 * see row_index_find(). Return 0 if memory is exhausted.
 */
uint32_t row_part(struct report *rp, struct part_memo *memo, uint32_t number,
		  const struct rep_row *r, uint32_t tag, bool *added);
/*
 * Return the row whose members @group and @part are equal to those of @like. If there is no such
 * row, add a copy of @like.
 */
struct rep_row *row_find_or_add(struct report *rp, const struct rep_row *like);
/*
 * Prefetch the memory that row_index_find() and row_find_or_add() will read for a row whose
 * KEY_LOCATION keys have the hash @tag and whose rep_row.group is @group. Call this function once
 * for each @step from 0 to ROW_PREFETCH_STEPS - 1.
 */
void row_prefetch_by_tag(const struct row_map *m, uint32_t group, uint32_t tag, unsigned step);
/*
 * Prefetch the memory that row_part() and row_find_or_add() will read for a row whose rep_row.group
 * is @group and whose rep_row.part is cached in @memo at index @number. @tag: as in row_part().
 * Call this function once for each @step from 0 to ROW_PREFETCH_STEPS - 1.
 */
#define ROW_PREFETCH_STEPS 3u
void row_prefetch(const struct row_map *m, const struct part_memo *memo, uint32_t number,
		  uint32_t group, uint32_t tag, unsigned step);
/*
 * Return the row whose rep_row.group (id of the event and the KEY_THREAD key values) is @group and
 * whose rep_row.part (id of the KEY_LOCATION key values) is @part; NULL: there is no such row.
 */
struct rep_row *row_find(const struct row_map *m, uint32_t group, uint32_t part);
/*
 * If the sample of @like is earlier than the earliest sample of @r, copy from @like to @r those
 * members that can differ in rows with equal keys: time, thread, address and so on. These members
 * always describe the earliest sample of the row.
 */
void row_earlier(struct report *rp, struct rep_row *r, const struct rep_row *like);
/*
 * Copy @r, and pass the copy to row_index_set_first(): row_index_find() then gives the id @part to
 * a later row if the KEY_LOCATION keys of this row are equal to those of the copy. The index does
 * not use @r itself, so the caller may change or free @r. The copy is in row_map.rows and is valid
 * until row_map_free(). If memory is exhausted, the copy is in row_map.spare, and report_err()
 * returns the error.
 */
void row_set_copy_first(struct report *rp, const struct rep_row *r, uint32_t part);
/*
 * @m is the map of another shard of @rp. Return an array indexed by the values of rep_row.group in
 * @m; an element is the value for equal rows in @rp->map. The caller frees the array with free().
 * Return NULL if memory is exhausted.
 */
uint32_t *row_map_groups(struct report *rp, const struct row_map *m);
/*
 * Move the rows of @from to @to, which has no rows yet. The next rows of @to fill the last block of
 * memory. row_find() does not find the moved rows. The caller adds no rows to @from afterwards.
 */
void row_map_take_rows(struct row_map *to, struct row_map *from);
/*
 * Free what adding rows to @m needs, except what row_map_groups() reads. The caller adds no rows to
 * @m afterwards.
 */
void row_map_forget_parts(struct row_map *m);
/*
 * Free the hash indexes and the caches that row_group(), row_part() and row_find() need. The rows
 * themselves stay valid until row_map_free(). Both functions do the same for row_map.next.
 */
void row_map_forget_index(struct row_map *m);
void row_map_free(struct row_map *m);

/* ---- rows_filter.c: filters by name ---- */

/*
 * Return true if --dsos or --symbols exclude the sample of @r, or if @p, the location of this
 * sample, is in a guest. @ip is the address of the sample in memory.
 */
bool row_location_filtered(const struct report *rp, const struct rep_row *r,
			   const struct hist_location *p, uint64_t ip);
/*
 * Return true if the expression of --filter is true for @r. @r is the row that one hist entry makes
 * for the sampled address, not a row for one of its callers.
 */
bool row_expr_holds(const struct report *rp, const struct rep_row *r);

/* ---- rows_frames.c: call chains and their frames ---- */

/*
 * Walk the call chain of the hist entry @e->entry of batch @b. Set @e->first, @e->nr, @e->root and
 * @e->parent.
 */
void row_entry_walk_chain(struct report *rp, struct row_batch *b, struct row_entry *e);
/*
 * Prefetch the memory that row_entry_enter_chain() will read. Call this function once for each
 * @step from 0 to TRIE_PREFETCH_STEPS - 1, in this order. Step 0 also sets two array elements for
 * each frame of the call chain of @e: in row_batch.classes the index of the frame's location class
 * (the locations that a call graph shows as one frame), in row_batch.tags the hash of the frame
 * from callgraph_trie_tags(). The caller has set @e->like.group.
 */
void row_entry_prefetch_trie(const struct report *rp, struct row_batch *b, struct row_entry *e,
			     unsigned step);
/*
 * Add the frames of the call chain of @e to the trie report.trie. On success, set @e->path and
 * @e->in_trie. On an error, report_err() returns it.
 */
void row_entry_enter_chain(struct report *rp, struct row_batch *b, struct row_entry *e);
/*
 * Prefetch the memory that row_entry_add_chain() will read for the rows of frames. Call this
 * function once for each @step from 0 to ROW_PREFETCH_STEPS - 1.
 */
void row_entry_prefetch_frames(const struct report *rp, const struct row_batch *b,
			       const struct row_entry *e, unsigned step);
/*
 * Add the sample of @e to the call-graph trie. With --children, also add it to the row of each
 * frame in the call chain of @e. @own: the row of the sampled address.
 */
void row_entry_add_chain(struct report *rp, const struct row_batch *b, const struct row_entry *e,
			 struct rep_row *own);
void row_batch_free(struct row_batch *b);
/*
 * With --children: add the samples of callees to the rows of their callers. Call this function
 * after all chains were added.
 */
void rows_sum_frames(struct report *rp);

/* ---- rows_entry.c: facts about one hist entry ---- */

/*
 * Set @like to the row for the sampled address of the hist entry with index @i. If report.more is
 * set, @like->more points to @more. The ids rep_row.group and rep_row.part of @like and the branch
 * in @more (row_more.from and row_more.to) become 0. @root: index in locations.all of the location
 * that replaces the entry's location; UINT32_MAX: no location replaces it. @parent: symbol that
 * matches --parent, or NULL. Return: false if the entry gets no row.
 */
bool row_entry_like(struct report *rp, uint32_t i, uint32_t root, const struct sym *parent,
		    struct rep_row *like, struct row_more *more);
/*
 * Return the location of the row for the sampled address of the hist entry with index @i. @root: as
 * in row_entry_like().
 */
static inline struct hist_location row_entry_location(const struct report *rp, uint32_t i,
						      uint32_t root)
{
	if (rp->entries_resolved)
		return hist_entry_location(rp->hist, i);
	return rp->locations.all[root != UINT32_MAX ? root : rp->hist->entries[i].location];
}
/*
 * Return the latency of the hist entry @entry: its share of wall-clock time, in thousandths of the
 * unit of the period. If N threads run at the same time, a sample counts 1/N of its period.
 */
uint64_t row_entry_latency(const struct report *rp, const struct hist_entry *entry);
/* Add the hist entry @entry to those sums of @r that include samples of callees. */
void row_acc_add(const struct report *rp, struct rep_row *r, const struct hist_entry *entry);

/* Set map, symbol and object name of @r to those of the location @p. */
static inline void row_names(const struct report *rp, struct rep_row *r,
			     const struct hist_location *p)
{
	r->map = p->map;
	r->sym = p->sym;
	r->dso = location_dso(&rp->locations, p);
}
