/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The state of open tables, for the files of this room. */

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
	struct report_opts report_opts; /* the options of rp; chain_walk() reads them there */
	struct report rp;
	struct script_filter filter;
	struct hists_opts hist_opts;
	bool *wanted; /* by event; NULL: all events are wanted */
	uint32_t nr_wanted;

	/* The pass over the recording. */
	struct pdata_batch batch;	  /* records of the reader's batch that were not read yet */
	struct read_ahead *ahead;	  /* a thread that reads the records; NULL: there is none */
	const struct record_batch *taken; /* the read-ahead thread's batch that is being read */
	uint32_t next_taken;
	bool reader_sorts; /* the reader sorts: the file's records are not in order */
	/* the rows of a sample are returned before the next sample is read */
	bool one_by_one;
	struct tables_sample *ready; /* rows that were made, but not returned yet */
	uint32_t nr_ready, next_ready, cap_ready;
	struct tables_branch *branches; /* of the current sample */
	uint32_t cap_branches;
	tables_record_fn *record; /* see tables_watch_records() */
	void *record_ctx;
	uint64_t nr_samples; /* rows of samples so far */
	uint64_t nr_records; /* records read so far */
	bool begun, ended;
	bool started;	     /* the first record of the pass was asked for */
	bool filter_in_time; /* the filters have to see records in order of time */

	/* Tables of the numbers that were given so far. */
	struct stack_trie stacks;
	struct last_stack *last_stacks; /* see add_stack() */
	/*
	 * by number of a chain in this pass: the stack of that chain in the address space seen
	 * last
	 */
	struct last_of_chain *last_of_chain;
	uint32_t cap_chains;
	/* hash table by chain and address space: the stacks in other address spaces */
	struct stack_of_chain *chains;
	size_t nr_chains, chains_mask;
	struct tables_frame *frames; /* by number, from 1 */
	uint32_t nr_frames, cap_frames;
	struct pd_hash_index frame_index; /* by object and address */
	uint32_t *frame_of;		  /* by location; 0: not numbered yet */
	uint32_t cap_frame_of;
	struct interner thread_keys; /* pid, tid, comm */
	uint32_t *thread_of;	     /* by thread context of this pass; 0: not numbered yet */
	uint32_t cap_thread_of;
	struct hist_spaces spaces;     /* of all processes */
	struct tables_thread *threads; /* by number, from 1 */
	uint32_t nr_threads, cap_threads;
	struct tables_task *tasks; /* by pid and tid */
	size_t nr_tasks, tasks_mask;

	/* After tables_complete(). */
	bool complete;
	struct tables_stack *rows; /* of the table "stacks", from 1 */
	uint32_t nr_rows;
	uint32_t *map_of; /* by map index: number in the table "mappings", or 0 */
	const struct pdata_map **maps;
	uint32_t nr_maps, cap_maps;
	struct tables_losses losses;
	struct tracepoint_table *tracepoints; /* tables that tables_find_tracepoint() made */
	/* state of the pass that reads states of threads, or NULL */
	struct thread_states *states;
	/* Free tracepoints and states; NULL while there are none. */
	void (*free_tracepoints)(struct tables *t);
	void (*free_states)(struct tables *t);
	struct tables_sum *sums; /* after tables_sum_samples() */
	uint32_t nr_sums;
	uint64_t *samples_at; /* by number of a frame: samples whose address is the frame's */
	uint32_t cap_samples_at;
};

/* recording_tables.c */
bool tables_event_is_wanted(const struct tables *t, uint32_t index);
/* Count @nr samples at frame @n, for struct tables_losses. */
void tables_count_unresolved(struct tables *t, uint32_t n, uint64_t nr);

/* threads_table.c */
uint32_t tables_number_thread(struct tables *t, uint32_t who);
/* As tables_number_thread(), but 0 if filters leave the thread out. */
uint32_t tables_number_wanted_thread(struct tables *t, uint32_t who);
void tables_note_task(struct tables *t, const struct pdata_record *rec);
void tables_link_tasks(struct tables *t);

/* frames_table.c */
uint32_t tables_number_frame(struct tables *t, uint32_t location);
/* Number the ends of the sample's branches. Return: the value of tables_sample.branches. */
const struct tables_branch *tables_number_branches(struct tables *t, const struct pdata_sample *s,
						   const struct hist_resolve_ctx *at);
int tables_complete_frames(struct tables *t);

/* stacks_table.c */
uint32_t tables_number_stack(struct tables *t, const struct hist_entry *k);
/* After tables_number_stack(): number the frame of the sample's address. */
uint32_t tables_number_address(struct tables *t, const struct hist_entry *k,
			       const struct hist_resolve_ctx *at);
/* Prefetch the memory that the number of a sample's stack needs, in TABLES_PREFETCH_STEPS steps. */
void tables_prefetch_stack(const struct tables *t, const struct hist_entry *k, unsigned step);
int tables_complete_stacks(struct tables *t);
