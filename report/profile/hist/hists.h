/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Sums samples, in any order, in hist entries keyed by numbers. A hist belongs to one thread.
 * Nothing in it is named or resolved yet, so its size depends only on the number of distinct keys.
 */

#include "base/interner.h"
#include "profile/hist/chain_branches.h"
#include "profile/hist/equal_spaces.h"
#include "session/cgroups.h"
#include "session/deferred_chain.h"
#include "session/read_group.h"

#include <pdata/tasks.h>

/*
 * Parts of a sample beyond location and thread that may distinguish rows; a hist keeps only those
 * that are requested.
 */
enum {
	HIST_X_CPU = 1 << 0,
	HIST_X_TIME = 1 << 1,
	HIST_X_WEIGHT = 1 << 2,
	HIST_X_TRANSACTION = 1 << 3,
	HIST_X_CGROUP = 1 << 4,
	HIST_X_CODE_PAGE = 1 << 5,
	HIST_X_RAW = 1 << 6,
	/* the sample has a row for each branch of its branch stack, not one for its address */
	HIST_X_BRANCH = 1 << 7,
	HIST_X_BRANCH_FLAGS = 1 << 8, /* prediction, transaction, abort */
	HIST_X_BRANCH_CYCLES = 1 << 9,
	HIST_X_CGROUP_ID = 1 << 10, /* the thread's cgroup namespace */
	HIST_X_ADDR = 1 << 11,	    /* of the data */
	HIST_X_DATA_SRC = 1 << 12,
	HIST_X_PHYS = 1 << 13,
	HIST_X_DATA_PAGE = 1 << 14,
	HIST_X_COST = 1 << 15,	     /* the weight is the period, at least 1 */
	HIST_X_NUMBERS = 1 << 16,    /* results of hists_opts.expr for the sample */
	HIST_X_PARALLELISM = 1 << 17 /* the number of threads that run; needs hists_opts.in_time */
};

struct hist_extra {
	int32_t cpu;   /* -1: not recorded */
	uint32_t raw;  /* number in hists.raws, 0: none */
	uint64_t time; /* beginning of the time slice */
	uint64_t weight;
	uint32_t ins_lat, p_stage_cyc;
	uint64_t parallelism;
	uint64_t transaction;
	uint64_t cgroup;
	uint64_t code_page_size;
	uint64_t from, to, branch_flags;
	uint64_t addr, data_src, phys_addr, data_page_size;
	uint64_t cgroup_dev, cgroup_ino;
	uint64_t numbers; /* with hists_opts.expr: see filter_expr_numbers() */
};

/* A thread with one comm and one set of maps. */
struct thread_ctx {
	uint32_t pid, tid;
	uint32_t comm_index;
	uint32_t epoch;
	const char *comm;
	const char *final_comm; /* the thread's last comm; "" if no record has it */
	const struct pdata_mapset *maps;
};

/* The sum of all samples with one key. The members up to event_mode are the key. */
struct hist_entry {
	uint64_t ip;
	uint32_t who; /* index in hists.whos */
	union {
		uint32_t chain; /* number in hists.chains, 0: none */
		/*
		 * if hists_opts.alike is set: index + 1 of the object in which ip is an address, 0:
		 * none
		 */
		uint32_t object;
	};
	uint32_t extra;	     /* number in hists.extras, 0: none */
	uint32_t event_mode; /* event index << 3 | cpumode */
	uint64_t nr;
	uint64_t period;
	uint64_t first_time, first_seq; /* time and sequence number of the earliest sample */
	union {
		/* number of the first sample in file order; hists_merge() sorts by it */
		uint64_t seq;
		struct {
			uint32_t location; /* see hist_entry_collect() */
			/* with a chain: of its first location, see chain_collect() */
			uint32_t note;
		};
	};
};

/*
 * If hists_opts.alike is set: values of an entry's earliest sample that are not part of the
 * entry's key.
 */
struct hist_entry_first {
	uint32_t who;
	const struct pdata_map *map; /* set if hist_entry.object is not 0 */
};

static inline uint32_t hist_entry_event(const struct hist_entry *s)
{
	return s->event_mode >> 3;
}

static inline unsigned hist_entry_cpumode(const struct hist_entry *s)
{
	return s->event_mode & 7;
}

struct filter_expr;
struct script_filter;
struct unwind;
struct ns_times;

/*
 * Context marker in stored chains: the frames after it were unwound from copies of registers and
 * stack, and are user addresses whatever their value. The kernel does not use this marker.
 */
#define HIST_UNWOUND (PDATA_CONTEXT_MAX + 1)

struct hists;

struct hist_pending;

/*
 * Receives @nr samples in the order of their records; no hist entries are made of them.
 * pending[n].k has the key of the entry that samples[n] would belong to, and the period, time and
 * sequence number of samples[n]. @pending is valid during the call. @samples are valid until the
 * next record is added. The bytes that @samples point to are those of the records: whoever calls
 * hists_add_record() keeps a record until the next hists_finish(), which may be called after each
 * record.
 */
typedef void hist_samples_fn(void *ctx, const struct pdata_sample *samples,
			     const struct hist_pending *pending, uint32_t nr);

struct hists_opts {
	/* If set, samples go to this function and are not summed; not with the sample cache. */
	hist_samples_fn *each;
	void *each_ctx;
	uint64_t each_wants; /* PDATA_SAMPLE_ bits of further fields that each() reads */
	unsigned extras;     /* HIST_X_ */
	bool chains;
	enum chain_branches_kind branches; /* branches in front of chains, see chain_branches.h */
	/*
	 * Threads of one comm share a key, and so do the addresses of one object in several
	 * processes, so that many processes need few sums. Not allowed with chains or branches.
	 */
	bool alike;
	/*
	 * If not NULL, only samples of threads whose session_thread_bucket() has the value share
	 * here are counted. Not with alike.
	 */
	const uint8_t *share_of;
	uint8_t share;
	uint64_t time_quantum; /* length of a time slice in ns, 0: exact times */
	struct unwind *unwind; /* unwinds user frames from copies of the stack; or NULL */
	/* most frames to unwind, and most words of a chain to search for CONTEXT_USER */
	uint64_t max_stack;
	/* selects samples by CPU, time and switch events; NULL: all samples */
	struct script_filter *filter;
	/* its comparisons are evaluated with the numbers of each sample; or NULL */
	const struct filter_expr *expr;
	/* a sample of an event without chains gets the last chain of its thread; needs in_time */
	bool reference;
	bool in_time;			       /* one hist gets all records, in order of time */
	const struct pdata_deferred *deferred; /* deferred user parts of call chains, or NULL */
	uint32_t nr_cpus;		       /* upper limit of running threads, 0: unknown */
	const struct ns_times *namespaces;     /* with HIST_X_CGROUP_ID */
};

/* A thread's cached context and the time for which it is valid. */
struct hist_thread {
	uint32_t pid, tid;
	uint32_t who;
	uint32_t name; /* if alike is set: context of all threads with this comm */
	uint64_t from, until;
	/*
	 * If alike is set: the map that covered the last user address, and the range of addresses
	 * known to be in that map. The address in the object is the user address minus shift.
	 */
	const struct pdata_map *map;
	uint64_t map_start, map_size, shift;
	bool used; /* false: a free slot, which is valid at no time */
};

/* The pid and tid of a thread context that the threads of one comm share. No thread has them. */
#define HIST_NO_THREAD UINT32_MAX

/* Number of samples in a batch. Their hash slots are prefetched together to hide memory latency. */
#define HIST_BATCH 32u

struct hist_pending {
	struct hist_entry k; /* the key, and the values to add to its entry */
	struct hist_entry_first first;
	uint32_t tag;
	/* Words of a chain that has no number yet, in hists.pending; NULL: k.chain is set. */
	const uint64_t *chain;
	uint32_t chain_len; /* bytes */
	uint32_t chain_tag;
	/*
	 * the bytes of the chain stay in the hist that hists_merge() reads, whose memory it takes
	 * over
	 */
	bool chain_kept;
};

struct hists {
	struct hists_opts opts;
	uint64_t want; /* PDATA_SAMPLE_ bits of the sample fields to decode */
	bool by_heads; /* see hists_can_use_cache() */
	const struct pdata_tasks *tasks;
	struct read_group *groups;
	struct hist_entry *slots;
	struct hist_entry_first *firsts; /* alike: one for each slot */
	uint32_t nr_slots, cap_slots;
	struct pd_hash_index index; /* of slots; holds slot + 1 */
	struct hist_pending batch[HIST_BATCH];
	struct pdata_sample *samples; /* the samples of the batch, if opts.each is set */
	uint32_t nr_batch;
	uint64_t *pending; /* words of the chains in the batch that have no number yet */
	size_t nr_pending;
	struct thread_ctx *whos;
	uint32_t nr_whos, cap_whos;
	struct hist_thread *threads; /* hash table */
	struct hist_thread *last;    /* result of the last hist_thread_at() */
	size_t nr_threads, threads_mask;
	struct interner who_keys; /* number - 1 indexes whos */
	struct hist_spaces spaces;
	struct interner chains; /* call chains as host-order words, innermost first */
	/* if opts.reference is set: pid and tid of each thread; references: its last chain */
	struct interner chain_threads;
	uint32_t *references;
	uint32_t cap_references;
	struct interner extras; /* struct hist_extra */
	struct interner raws;
	struct interner names; /* made-up names of threads without a COMM record */
	struct cgroups cgroups;
	struct deferred_chain whole; /* the current sample's chain with its deferred part */
	uint64_t *words;	     /* scratch */
	size_t cap_words;
	bool unwound;	       /* chains may have unwound user frames */
	uint64_t lost_samples; /* sum over LOST_SAMPLES records */
	bool branch_cycles;    /* some branch has cycles */
	/* with HIST_X_PARALLELISM: number of running threads, counted from switch records */
	int64_t running;
	struct hist_thread spare; /* returned when memory for a thread is exhausted */
	int err;		  /* hists_err() of the last batch */
};

/* Return a hist without samples, or NULL if memory is exhausted. */
struct hists *hists_new(const struct hists_opts *o, const struct pdata_reader *r,
			const struct pdata_tasks *tasks);
void hists_free(struct hists *h);

/*
 * Return -ENOMEM if memory was exhausted since hists_new(), else 0. After -ENOMEM the entries are
 * incomplete; further records may be added, but the entries stay incomplete.
 */
int hists_err(const struct hists *h);

/* Add a record; only SAMPLE, LOST_SAMPLES and CGROUP count. */
void hists_add_record(struct hists *h, const struct pdata_record *rec);

/*
 * Return true if the sample cache has all fields that @o needs; hists_add_cached() then replaces
 * hists_add_record().
 */
bool hists_can_use_cache(const struct hists_opts *o, const struct pdata_reader *r);
void hists_add_cached(struct hists *h, const struct pdata_sample_head *heads, uint32_t nr);

/* Add the pending samples of the current batch. Must be called after the last record. */
void hists_finish(struct hists *h);

/* words that may be pending: as many as the longest recorded chain has */
#define HIST_PENDING_MAX (UINT16_MAX / 8u)

/*
 * Commit batch[nr_batch], which the caller has filled in. If the batch is full then, its samples
 * are added.
 */
static inline void hist_pending_commit(struct hists *h)
{
	if (++h->nr_batch == HIST_BATCH || h->nr_pending > HIST_PENDING_MAX)
		hists_finish(h);
}

/*
 * Merge the entries of finished hists into @h, which must be empty. The result is the same as if
 * @h had seen all records in file order. Frees @from; an error of one becomes the error of @h.
 */
void hists_merge(struct hists *h, struct hists **from, uint32_t nr);

/*
 * As hists_merge(), for hists with different hists_opts.share, which have no key in common. At most
 * one of them may have been made without share_of: only its entries are looked up in the others, so
 * joining takes a fraction of the time of merging. A chain that is in two hists keeps two numbers.
 */
void hists_join(struct hists *h, struct hists **from, uint32_t nr);

/* Free what only adding samples needs. No sample may be added afterwards. */
void hists_forget_index(struct hists *h);

/* For hists_join(): return the entry of @h with the key @k, or NULL. */
struct hist_entry *hists_find_entry(struct hists *h, const struct hist_entry *k);

/* For hists_merge(): add entry @k of another hist, with @chain and @first, which may be NULL. */
void hists_put_entry(struct hists *h, const struct hist_entry *k,
		     const struct hist_entry_first *first, const struct interned *chain);

/* Return the index in hists.whos of the thread in @at, which pdata_tasks_at() has filled in. */
uint32_t hist_thread_ctx(struct hists *h, struct pdata_thread_at *at);

/*
 * thread_ctx.c: threads and their maps. The table may be reallocated as it grows: a pointer to a
 * thread is valid until the next call.
 */
int hists_threads_init(struct hists *h); /* 0 or -ENOMEM */
struct hist_thread *hist_thread_find(struct hists *h, uint32_t pid, uint32_t tid, uint64_t time,
				     uint64_t seq);
bool hist_map_find(struct hists *h, struct hist_thread *t, uint64_t ip);
/* Prefetch what the look-ups of the maps of these samples will read. */
void hists_prefetch_maps(const struct hists *h, const struct pdata_sample_head *heads, uint32_t nr);

static inline bool hist_thread_holds(const struct hist_thread *t, uint32_t pid, uint32_t tid,
				     uint64_t time)
{
	return t->pid == pid && t->tid == tid && time > t->from && time < t->until;
}

/*
 * Return the thread at @time. Consecutive samples often have the same thread, so the last result
 * is tried first.
 */
static inline struct hist_thread *hist_thread_at(struct hists *h, uint32_t pid, uint32_t tid,
						 uint64_t time, uint64_t seq)
{
	if (!hist_thread_holds(h->last, pid, tid, time))
		h->last = hist_thread_find(h, pid, tid, time, seq);
	return h->last;
}

/* Set @t->map to the map that covers @ip. Returns false if no map does. */
static inline bool hist_thread_map(struct hists *h, struct hist_thread *t, uint64_t ip)
{
	return ip - t->map_start < t->map_size || hist_map_find(h, t, ip);
}

static inline const struct hist_extra *hist_extra(const struct hists *h, uint32_t extra)
{
	static const struct hist_extra none = { .cpu = -1 };

	return extra ? (const struct hist_extra *)(const void *)h->extras.all[extra].data : &none;
}
