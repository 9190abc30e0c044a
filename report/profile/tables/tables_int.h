/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the state of open tables, for the files of this folder. */

#include "profile/callgraph/chain_walk.h"
#include "profile/tables/recording_tables.h"

#define TABLES_PREFETCH_STEPS (1 + CHAIN_PREFETCH_STEPS)

struct equal_space;
struct last_of_chain;
struct last_stack;
struct stack_of_chain;
struct thread_states;
struct tracepoint_table;

struct tables {
	struct tables_opts opts;
	struct rep_session s;
	struct report_opts report_opts; /* report options of @rp, which chain_walk() reads */
	struct report rp;
	struct script_filter filter;
	struct hists_opts hist_opts;
	/*
	 * array indexed by event: true if the event is in the tables; NULL: all events are in the
	 * tables
	 */
	bool *wanted;
	uint32_t nr_wanted;

	/* The following members are the state of one pass over the recording. */
	/* records of the reader's last batch that were not handled yet */
	struct pdata_batch batch;
	/* thread that reads records ahead; NULL: there is no such thread */
	struct read_ahead *ahead;
	/* batch of records that @ahead has read, and whose records are being handled */
	const struct record_batch *taken;
	uint32_t next_taken;
	struct interner read_chains; /* call chains that @ahead has read, see record_batch.chain */
	/* the reader sorts the records, because their order in the file is not the order of time */
	bool reader_sorts;
	/*
	 * true: all rows of a sample are returned before the next sample is read, because
	 * @branches has room for the branches of only one sample
	 */
	bool one_by_one;
	/*
	 * rows of the table "samples" that tables_next_sample() and tables_next() will return next
	 */
	struct tables_sample *ready;
	uint32_t nr_ready, next_ready, cap_ready;
	struct tables_branch *branches; /* branches of the current sample */
	uint32_t cap_branches;
	/* function that tables_watch_records() has set; NULL: no function is called */
	tables_record_fn *record;
	void *record_ctx;
	/* number of rows of the table "samples" that were made in the current pass */
	uint64_t nr_samples;
	uint64_t last_time;  /* time of the row of "samples" that was made last; 0: none yet */
	uint64_t nr_records; /* number of records read so far in all passes over the recording */
	bool begun, ended;
	bool started; /* the pass has begun to read records */
	/* the filters --switch-on or --switch-off need the records in order of time */
	bool filter_in_time;

	/*
	 * The following members hold the stacks, frames and threads that have row numbers so far.
	 */
	struct stack_trie stacks;
	/*
	 * Cache: an element holds the stack that add_stack() added last for a thread. The low bits
	 * of the thread's index in hists.whos select the element, so several threads share an
	 * element.
	 */
	struct last_stack *last_stacks;
	/*
	 * Array indexed by hist_entry.chain, the id of a call chain in the hist rp.hist. The
	 * element of a chain describes the last added sample that has this chain: the address
	 * space of the sample, the frame of its sampled address, and the row of the table "stacks"
	 * for its call chain.
	 */
	struct last_of_chain *last_of_chain;
	uint32_t cap_chains;
	/*
	 * Hash table of stacks; its key is a call chain and an address space. The table contains
	 * only call chains that samples of several address spaces have.
	 */
	struct stack_of_chain *chains;
	size_t nr_chains, chains_mask;
	struct tables_frame *frames; /* rows of the table "frames", indexed by row number */
	uint32_t nr_frames, cap_frames;
	struct pd_hash_index frame_index; /* hash index of @frames by object, address, cpumode */
	/*
	 * Array indexed like rp.locations.all. An element is the row number, in the table "frames",
	 * of the location; 0: the location has no row yet.
	 */
	uint32_t *frame_of;
	uint32_t cap_frame_of;
	/*
	 * interned strings of pid, tid and comm; the id of a string is the index of the thread in
	 * @threads
	 */
	struct interner thread_keys;
	/*
	 * Array with the same indexes as the array rp.hist->whos. Element i is the row number, in
	 * the table "threads", of the thread that element i of rp.hist->whos describes; 0: this
	 * thread has no row number yet.
	 */
	uint32_t *thread_of;
	uint32_t cap_thread_of;
	/* address spaces of all processes; spaces with equal maps have the same id */
	struct hist_spaces spaces;
	struct tables_thread *threads; /* rows of the table "threads", indexed by row number */
	uint32_t nr_threads, cap_threads;
	struct tables_task *tasks; /* hash table by pid and tid */
	size_t nr_tasks, tasks_mask;

	/* The following members are set by tables_complete() or later. */
	bool complete;
	struct tables_stack *rows; /* rows of the table "stacks", indexed by row number */
	uint32_t nr_rows;
	/*
	 * Array indexed by pdata_map.index. An element is the row number of the map in the table
	 * "mappings"; 0: the map is not in the table.
	 */
	uint32_t *map_of;
	const struct pdata_map **maps;
	uint32_t nr_maps, cap_maps;
	struct tables_losses losses;
	struct tracepoint_table *tracepoints; /* tables that tables_find_tracepoint() has made */
	/* State of reading the table "thread_states"; NULL: this table is not being read. */
	struct thread_states *states;
	/* Functions that free @tracepoints and @states; NULL: there is nothing to free. */
	void (*free_tracepoints)(struct tables *t);
	void (*free_states)(struct tables *t);
	struct tables_sum *sums; /* set by tables_sum_samples() */
	uint32_t nr_sums;
	/*
	 * array indexed like @frames; an element is the number of samples whose address is the
	 * frame
	 */
	uint64_t *samples_at;
	uint32_t cap_samples_at;
};

/* recording_tables.c */
bool tables_event_is_wanted(const struct tables *t, uint32_t index);
/*
 * Add @nr to the number of samples whose instruction address is the frame with row number @n in
 * the table "frames". tables_complete() adds up these numbers for all frames without a symbol, and
 * stores the sum in tables_losses.unresolved.
 */
void tables_count_unresolved(struct tables *t, uint32_t n, uint64_t nr);

/* threads_table.c */
uint32_t tables_number_thread(struct tables *t, uint32_t who);
/*
 * Return the row number, in the table "threads", of the thread that hists.whos[@who] describes.
 * Return 0 if --comms, --pid or --tid leave the thread out.
 */
uint32_t tables_number_wanted_thread(struct tables *t, uint32_t who);
void tables_note_task(struct tables *t, const struct pdata_record *rec);
void tables_link_tasks(struct tables *t);

/* frames_table.c */
uint32_t tables_number_frame(struct tables *t, uint32_t location);
/*
 * Give row numbers in the table "frames" to the sources and targets of the branches of @s, and
 * write them to tables.branches. Return: the value for tables_sample.branches.
 */
const struct tables_branch *tables_number_branches(struct tables *t, const struct pdata_sample *s,
						   const struct hist_resolve_ctx *at);
int tables_complete_frames(struct tables *t);

/* stacks_table.c */
uint32_t tables_number_stack(struct tables *t, const struct hist_entry *k);
/*
 * Add @nr, the number of samples of @k, to tables_losses.cut_stacks if the stack of @k has fewer
 * frames than the call chain of @k. The last call of tables_number_stack() must have been for @k.
 */
void tables_count_cut_stack(struct tables *t, const struct hist_entry *k, uint64_t nr);
/*
 * Return the row number, in the table "frames", of the sampled address of @k. The hist entry @k
 * stands for one sample, or for several samples with the same sampled address. Call this function
 * after tables_number_stack() for the same @k.
 */
uint32_t tables_number_address(struct tables *t, const struct hist_entry *k,
			       const struct hist_resolve_ctx *at);
/*
 * Prefetch the memory that tables_number_stack() will read for @k. Call this function once for each
 * @step from 0 to TABLES_PREFETCH_STEPS - 1.
 */
void tables_prefetch_stack(const struct tables *t, const struct hist_entry *k, unsigned step);
int tables_complete_stacks(struct tables *t);
