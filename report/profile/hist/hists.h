/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Sums samples, in any order, in hist entries whose keys are integers. Only one thread uses a
 * hist, except that two threads may share the work of hists_find_keys() and hists_add_keys(). The
 * functions resolve no symbols, so the size of a hist depends only on the number of distinct keys.
 */

#include "base/interner.h"
#include "profile/hist/chain_branches.h"
#include "profile/hist/equal_spaces.h"
#include "session/cgroups.h"
#include "session/deferred_chain.h"
#include "session/read_group.h"

#include <pdata/tasks.h>
#include <stdatomic.h>

/* Positions of the bits of hists_opts.extras that extra_numbers.def declares. */
enum {
#define EXTRA_NUMBER(bit, type, member, number) HIST_X_AT_##bit,
#define EXTRA_PART(bit, type, member, number)
#include "profile/hist/extra_numbers.def"
	HIST_X_NR_NUMBERS
};

/*
 * Bits of hists_opts.extras. Most bits add one value of the sample to the key of the sample's hist
 * entry; struct hist_extra holds these values. The key always contains the sample's event, thread,
 * address and call chain. A hist does not store the values whose bits are not set.
 */
enum {
#define EXTRA_NUMBER(bit, type, member, number) HIST_X_##bit = 1 << HIST_X_AT_##bit,
#define EXTRA_PART(bit, type, member, number)
#include "profile/hist/extra_numbers.def"
	HIST_X_TIME = 1 << HIST_X_NR_NUMBERS,
	HIST_X_RAW = HIST_X_TIME << 1,
	/*
	 * add the sample to one hist entry for each branch of its branch stack, instead of to one
	 * entry for the sample's address
	 */
	HIST_X_BRANCH = HIST_X_TIME << 2,
	/* with HIST_X_BRANCH: the branch's flags mispredicted, predicted, in transaction, abort */
	HIST_X_BRANCH_FLAGS = HIST_X_TIME << 3,
	HIST_X_BRANCH_CYCLES = HIST_X_TIME << 4,
	HIST_X_CGROUP_ID = HIST_X_TIME << 5, /* device and inode of the cgroup namespace */
	/*
	 * an entry adds up the samples' weights instead of their periods; a weight of 0 counts as
	 * 1
	 */
	HIST_X_COST = HIST_X_TIME << 6,
	/* results of the integer comparisons in hists_opts.expr */
	HIST_X_NUMBERS = HIST_X_TIME << 7,
	/* number of threads that run at the time of the sample; needs hists_opts.in_time */
	HIST_X_PARALLELISM = HIST_X_TIME << 8
};

struct hist_extra {
	uint64_t time; /* sample time, rounded down to a multiple of hists_opts.time_quantum */
	uint64_t parallelism;
	uint64_t from, to, branch_flags;
	uint64_t cgroup_dev, cgroup_ino;
	/*
	 * with hists_opts.expr: result of filter_expr_numbers(), in which bit n is set if
	 * comparison n of the expression compares numbers and is true
	 */
	uint64_t numbers;
	uint32_t raw; /* id of the raw data in the interner hists.raws; 0: no raw data */
#define EXTRA_NUMBER(bit, type, member, number) type member;
#include "profile/hist/extra_numbers.def"
};

/* A thread context: a thread while it has one comm and one set of maps. */
struct thread_ctx {
	uint32_t pid, tid;
	uint32_t comm_index;
	uint32_t epoch;
	const char *comm;
	/* the last comm of the thread in the recording; ":TID" if no record gives a comm */
	const char *final_comm;
	const struct pdata_mapset *maps;
};

/* The sum of all samples with one key. The members from @ip to @event_mode are the key. */
struct hist_entry {
	uint64_t ip;
	/*
	 * index in the array hists.whos of the element that describes the sample's thread
	 * (process, thread, name and maps at the time of the sample); with hists_opts.by_comm:
	 * index of the one element that all threads with the same name share
	 */
	uint32_t who;
	union {
		uint32_t chain; /* id of the call chain in the interner hists.chains; 0: no chain */
		/*
		 * Only with hists_opts.in_objects. 0: @ip is the virtual address in the sample.
		 * Otherwise 1 + the index of the mapped object: @ip is an address in this object,
		 * of the same kind as hist_location.addr.
		 */
		uint32_t object;
	};
	uint32_t extra;	     /* id of the struct hist_extra in the interner hists.extras; 0: none */
	uint32_t event_mode; /* event index in bits 3 and up, cpumode in bits 0 to 2 */
	uint64_t nr;
	uint64_t period;
	/* time and sequence number of the earliest sample with this key */
	uint64_t first_time, first_seq;
	union {
		/*
		 * sequence number, in file order, of the first sample that was added to the entry;
		 * hists_merge() sorts entries by this number
		 */
		uint64_t seq;
		struct {
			/*
			 * index in locations.all of the location of the entry's address; set by
			 * hist_entry_collect()
			 */
			uint32_t location;
			/*
			 * If the entry has a call chain: index in locations.notes (the list of the
			 * frames of all collected chains) at which the frames of this chain begin.
			 * chain_collect() sets this member.
			 */
			uint32_t note;
		};
		/*
		 * symbol that covers the entry's address; NULL: no symbol covers it. Set by
		 * hist_entries_resolve().
		 */
		const struct sym *sym;
	};
};

/*
 * With hists_opts.in_objects: values of the earliest sample of one hist entry. They are not part of
 * the entry's key.
 */
struct hist_entry_first {
	uint32_t who; /* as hist_entry.who without hists_opts.by_comm */
	union {
		/*
		 * Set by hist_entries_resolve(): index in hists.entries of the entry that stands
		 * for all entries with the same address in the same object.
		 */
		uint32_t same;
		/*
		 * Set by rows_build_shards(), which then needs @same no more: index of the entry
		 * before the entries were sorted by shard.
		 */
		uint32_t number;
	};
	/*
	 * Map of the sample's address. Valid if hist_entry.object is not 0; after
	 * hist_entries_resolve(), valid for all entries; NULL: no map covers the address.
	 */
	const struct pdata_map *map;
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
struct record_chain;
struct rep_session;
struct script_filter;
struct unwind;
struct ns_times;

/*
 * Context marker in chains that a hist stores. The frames after the marker were unwound from copies
 * of registers and stack; all of them are user addresses, whatever their value. The kernel does not
 * use this marker.
 */
#define HIST_UNWOUND (PDATA_CONTEXT_MAX + 1)

struct hists;

struct hist_pending;

/*
 * Receives @nr samples in the order of their records; the hist makes no entries of them.
 * pending[n].k is the hist entry that samples[n] alone would make: key, period, time and sequence
 * number.
 *
 * The hist may call this function for a sample after further records were added, at the latest in
 * hists_finish(). The samples point into the bytes of their records. The caller of
 * hists_add_record() must therefore keep the bytes of each record until it has called
 * hists_finish(). The caller may call hists_finish() after each record, to keep the bytes of one
 * record only. The array @pending is valid only during the call of this function. The array
 * @samples is valid until the next record is added to the hist.
 */
typedef void hist_samples_fn(void *ctx, const struct pdata_sample *samples,
			     const struct hist_pending *pending, uint32_t nr);

struct hists_opts {
	/*
	 * function that receives the samples; the hist then makes no entries of them, and
	 * hists_add_cached() must not be called. NULL: the hist makes entries.
	 */
	hist_samples_fn *each;
	void *each_ctx;
	uint64_t each_wants; /* PDATA_SAMPLE_ bits of additional sample fields that @each reads */
	/*
	 * HIST_X_ bits: the sample values that are part of the key of each hist entry;
	 * HIST_X_BRANCH and HIST_X_COST also change what an entry counts
	 */
	unsigned extras;
	bool chains;
	/*
	 * which branches of a sample the hist stores in front of the sample's call chain, see
	 * chain_branches_load()
	 */
	enum chain_branches_kind branches;
	/*
	 * If a map covers the sample's user address, the key of a hist entry contains the mapped
	 * object and the address in it instead of the address in memory. The same code thus has the
	 * same address in all processes. Not allowed with @chains or @branches.
	 */
	bool in_objects;
	/*
	 * The key of a hist entry contains the comm instead of the thread. Samples of different
	 * processes thus share entries, so a recording of many processes needs few entries. Only
	 * allowed with @in_objects.
	 */
	bool by_comm;
	/*
	 * Store the entry of each sample in hists.entry_of. All samples must be added to this hist,
	 * not to several hists that are merged or joined afterwards.
	 */
	bool notes_entries;
	/*
	 * If @share_of is not NULL, the hist counts only the samples of threads for which
	 * share_of[session_thread_bucket(pid, tid)] is equal to @share. Several hists divide the
	 * samples in this way. If @share_of is NULL, the hist counts all samples. @share_of must be
	 * NULL if @by_comm is set.
	 */
	const uint8_t *share_of;
	uint8_t share;
	/* length in ns of the time slices to which HIST_X_TIME rounds down; 0: keep exact times */
	uint64_t time_quantum;
	/* unwinds user frames from copies of the user stack; NULL: frames are not unwound */
	struct unwind *unwind;
	uint64_t max_unwound; /* maximum number of frames that @unwind finds for a sample */
	/*
	 * chain_branches_store() searches only the first @max_stack words of a call chain for
	 * PERF_CONTEXT_USER
	 */
	uint64_t max_stack;
	/*
	 * selects samples by CPU, by time, and by the events of --switch-on and --switch-off;
	 * NULL: all samples are counted
	 */
	struct script_filter *filter;
	/*
	 * expression of --filter. For each sample, the hist evaluates only those comparisons of
	 * the expression that compare numbers. NULL: no expression
	 */
	const struct filter_expr *expr;
	/*
	 * A sample of an event that records no call chains gets the most recent call chain that
	 * another event recorded in the sample's thread. If the caller sets this member, it also
	 * sets @in_time, because "most recent" needs records in order of time.
	 */
	bool reference;
	/* the caller adds all records of the recording to this one hist, in order of time */
	bool in_time;
	/*
	 * user parts of call chains, from PERF_RECORD_CALLCHAIN_DEFERRED records; NULL: the
	 * recording has no such records
	 */
	const struct pdata_deferred *deferred;
	/*
	 * With HIST_X_PARALLELISM: number of CPUs, the upper limit for the count of running
	 * threads. 0: the number is not known, so there is no limit.
	 */
	uint32_t nr_cpus;
	/* cgroup namespaces of threads; needed with HIST_X_CGROUP_ID */
	const struct ns_times *namespaces;
};

/*
 * Cache entry of one thread: the element of hists.whos that the last look-up found for the thread,
 * and the range of times for which this element is valid.
 */
struct hist_thread {
	uint32_t pid, tid;
	uint32_t who;
	/*
	 * with hists_opts.by_comm: index in the array hists.whos of the element that all threads
	 * with this comm share
	 */
	uint32_t name;
	uint64_t from, until;
	/*
	 * Cache, with hists_opts.in_objects: @map is the map in which the previous user address of
	 * this thread was found. @map covers at least the @map_size bytes from address @map_start
	 * on. For a user address in this range, the address in the mapped object is the user
	 * address minus @shift.
	 */
	const struct pdata_map *map;
	uint64_t map_start, map_size, shift;
	/*
	 * false: the slot of the hash table is free, and all its members are 0, so that
	 * hist_thread_holds() returns false for every time
	 */
	bool used;
};

/*
 * Value of thread_ctx.pid and thread_ctx.tid in the element of hists.whos that all threads with the
 * same comm share. No thread has this pid or tid.
 */
#define HIST_NO_THREAD UINT32_MAX

/*
 * Number of samples in a batch. The hash slots of a whole batch are prefetched together, to hide
 * the latency of memory.
 */
#define HIST_BATCH 32u

struct hist_pending {
	/* key of the sample's hist entry, and the values to add to that entry */
	struct hist_entry k;
	struct hist_entry_first first;
	/*
	 * maps in which hist_keys_find_maps() has to look up the user address @k.ip; NULL: @k and
	 * @first are complete
	 */
	const struct pdata_mapset *maps;
	uint32_t tag;
	/*
	 * The words (u64) of the sample's call chain, if the chain is not in the interner
	 * hists.chains yet; the function that adds the chain to the interner then sets @k.chain.
	 * NULL: @k.chain is set already. The words are in hists.pending, in the sample's record, or
	 * in another struct hists, which owns them.
	 */
	const uint64_t *chain;
	uint32_t chain_len; /* length of @chain in bytes */
	uint32_t chain_tag;
	/*
	 * true: hists.chains refers to the bytes at @chain and stores no copy of them. The bytes
	 * belong to one of the hists that hists_merge() merges, and stay valid, because
	 * hists_merge() moves the memory of the call chains of these hists to the merged hist.
	 * false: hists.chains stores a copy of the bytes.
	 */
	bool chain_kept;
};

struct hists {
	struct hists_opts opts;
	uint64_t want; /* PDATA_SAMPLE_ bits of the sample fields to decode */
	/*
	 * true: hists_can_use_cache() returned true for the options of this hist, so that the
	 * caller may call hists_add_cached()
	 */
	bool by_heads;
	/* during hists_add_with_chain(): the argument @chain of this call; otherwise NULL */
	const struct record_chain *given;
	const struct pdata_tasks *tasks;
	struct read_group *groups;
	struct hist_entry *entries;
	/*
	 * with opts.in_objects: array, indexed like @entries, of the thread and the map of the
	 * earliest sample of each hist entry; otherwise NULL
	 */
	struct hist_entry_first *firsts;
	uint32_t nr_entries, cap_entries;
	/*
	 * With opts.notes_entries: array of @cap_entry_of elements, indexed by the sequence number
	 * of a record in file order. An element is 1 + the index in @entries of the entry to which
	 * the sample of the record was added; 0: the record has no sample that was added.
	 */
	uint32_t *entry_of;
	uint32_t cap_entry_of;
	/* hash index for finding the elements of @entries by key; holds 1 + index in @entries */
	struct pd_hash_index index;
	struct hist_pending batch[HIST_BATCH];
	/* decoded samples of the batch, for hists_opts.each; NULL if hists_opts.each is NULL */
	struct pdata_sample *samples;
	uint32_t nr_batch;
	/*
	 * copies, in host byte order, of call chains of the samples in @batch, until the chains
	 * are added to @chains
	 */
	uint64_t *pending;
	size_t nr_pending;
	struct thread_ctx *whos;
	uint32_t nr_whos, cap_whos;
	struct hist_thread *threads; /* hash table of threads by pid and tid */
	struct hist_thread *last;    /* result of the last call of hist_thread_at() */
	size_t nr_threads, threads_mask;
	/* keys of the elements of @whos; the key with id N belongs to whos[N - 1] */
	struct interner who_keys;
	struct hist_spaces spaces;
	/* call chains: arrays of uint64_t in host byte order, innermost frame first */
	struct interner chains;
	/*
	 * With opts.reference: @chain_threads gives an id to each thread (pid and tid).
	 * @references is an array indexed by this id; an element is the id in @chains of the most
	 * recent call chain of the thread.
	 */
	struct interner chain_threads;
	uint32_t *references;
	uint32_t cap_references;
	/* the bytes of each struct hist_extra, as a string; hist_entry.extra is the string's id */
	struct interner extras;
	struct interner raws;
	struct interner names; /* names for threads without a COMM record, such as ":1234" */
	struct cgroups cgroups;
	/* buffer for the current sample's chain, joined with its deferred user part */
	struct deferred_chain whole;
	/*
	 * buffer of @cap_words uint64_t, in host byte order, for the branches and the call chain
	 * of the current sample
	 */
	uint64_t *words;
	size_t cap_words;
	/*
	 * chains may contain the marker HIST_UNWOUND, followed by user frames that were unwound
	 * from copies of registers and stack
	 */
	bool unwound;
	uint64_t lost_samples; /* number of samples that LOST_SAMPLES records report as lost */
	bool branch_cycles;    /* at least one branch of the samples has a cycle count */
	/*
	 * With HIST_X_PARALLELISM: number of running threads, counted from SWITCH and
	 * SWITCH_CPU_WIDE records.
	 */
	int64_t running;
	/* hist_thread_find() returns @spare if memory for a new element of @threads is exhausted */
	struct hist_thread spare;
	/*
	 * error status: 0, or -ENOMEM if memory was exhausted; hists_finish() sets this member to
	 * the result of hists_err()
	 */
	atomic_int err;
};

/* Return a new hist without samples; NULL if memory is exhausted. */
struct hists *hists_new(const struct hists_opts *o, const struct pdata_reader *r,
			const struct pdata_tasks *tasks);
void hists_free(struct hists *h);
/*
 * Allocate memory for hist entries in one piece, before the first sample is added. @nr_samples:
 * number of samples, of which most will make an entry of their own. Without this call, the array
 * of entries grows step by step, and each step may copy all entries. If memory is exhausted,
 * hists_err() returns -ENOMEM.
 */
void hists_reserve(struct hists *h, uint64_t nr_samples);

/*
 * Return -ENOMEM if memory was exhausted since hists_new(); else 0. After -ENOMEM the entries of @h
 * remain incomplete, but the caller may still call the functions that add records.
 */
int hists_err(const struct hists *h);

/*
 * Add a record to @h. Only SAMPLE, LOST_SAMPLES, CGROUP, SWITCH and SWITCH_CPU_WIDE records have an
 * effect.
 */
void hists_add_record(struct hists *h, const struct pdata_record *rec);

/*
 * Add the record @rec to @h as hists_add_record() does, but take the call chain from @chain
 * instead of from @rec. The read-ahead thread (read_ahead.h) has added all call chains to an
 * interner of its own, and @chain is the call chain of @rec there. The chain gets the same id in
 * hists.chains as in that interner, so the caller must use this function for every record that has
 * a call chain. Not allowed with hists_opts.branches, unwind, deferred or reference, which change
 * chains.
 */
void hists_add_with_chain(struct hists *h, const struct pdata_record *rec,
			  const struct record_chain *chain);
/*
 * Return true if hists_add_with_chain() is allowed for a hist with the options @o and the recording
 * of @s: the hist needs the call chains unchanged, and the recording has the host's byte order.
 */
bool hists_can_take_chains(const struct hists_opts *o, const struct rep_session *s);

/*
 * Return true if the sample cache (an array of struct pdata_sample_head) has all sample fields that
 * a hist with the options @o needs. The caller may then use hists_add_cached() instead of
 * hists_add_record().
 */
bool hists_can_use_cache(const struct hists_opts *o, const struct pdata_reader *r);
void hists_add_cached(struct hists *h, const struct pdata_sample_head *heads, uint32_t nr);
/*
 * These three functions do the work of hists_add_cached() in three steps. hists_find_keys() writes
 * the keys and values of the samples @heads to @to, but does not look up maps.
 * hist_keys_find_maps() looks up the maps of the addresses in @keys. hists_add_keys() adds the
 * keys and values @keys to hist entries. One thread may do the first step while another thread does
 * the last step for other samples; both steps must get the samples in the same order. Any thread
 * may do the second step. Not allowed with hists_opts.share_of.
 */
void hists_find_keys(struct hists *h, const struct pdata_sample_head *heads, uint32_t nr,
		     struct hist_pending *to);
void hist_keys_find_maps(struct hist_pending *keys, uint32_t nr);
void hists_add_keys(struct hists *h, struct hist_pending *keys, uint32_t nr);

/*
 * Add the samples of the current batch to hist entries, or pass them to hists_opts.each. Call this
 * function after the last record was added.
 */
void hists_finish(struct hists *h);

/*
 * hists.pending has memory for twice this number of words. If more words than this number are in
 * use, hist_pending_commit() finishes the batch. The words of the next call chain therefore always
 * fit: a record has at most 65535 bytes, so its call chain has at most this number of words.
 */
#define HIST_PENDING_MAX (UINT16_MAX / 8u)

/*
 * Take hists.batch[nr_batch], which the caller has filled in, as the next sample of the batch.
 * Then call hists_finish() if the batch is full, or if hists.pending has more than
 * HIST_PENDING_MAX words.
 */
static inline void hist_pending_commit(struct hists *h)
{
	if (++h->nr_batch == HIST_BATCH || h->nr_pending > HIST_PENDING_MAX)
		hists_finish(h);
}

/*
 * Merge the entries of the @nr hists @from into @h, which must be empty. The caller has called
 * hists_finish() for each of @from. The result is the same as if all records had been added to @h
 * in file order. The function frees the hists @from. If one of them had an error, hists_err(@h)
 * returns the error.
 */
void hists_merge(struct hists *h, struct hists **from, uint32_t nr);

/*
 * Merge the hists @from into @h as hists_merge() does, but much faster. No two hists of @from may
 * have counted samples of the same thread: all have different values of hists_opts.share. They
 * therefore have no key in common, and the function does not search for equal keys. Exception: one
 * hist of @from may have counted samples of all threads (its hists_opts.share_of is NULL); the
 * function searches the other hists for each key of this hist. A call chain that is in two hists
 * of @from gets two ids in hists.chains of @h.
 */
void hists_join(struct hists *h, struct hists **from, uint32_t nr);

/*
 * Free the hash indexes and buffers that are needed only to add samples. The caller must not add
 * samples afterwards.
 */
void hists_forget_index(struct hists *h);

/*
 * Give the memory of the hist entries with an index from @from to @to - 1 back to the kernel, as
 * far as it fills huge pages. The caller calls this function for all entries in ascending order,
 * and reads none of the entries before @to afterwards.
 */
void hists_give_back(struct hists *h, size_t from, size_t to);

/* For hists_join(): return the entry of @h with the same key as @k; NULL: @h has no such entry. */
struct hist_entry *hists_find_entry(struct hists *h, const struct hist_entry *k);

/*
 * For hists_merge(): add @k, an entry of another hist, to @h. @k->who must already be an index in
 * hists.whos of @h, and @k->extra an id in hists.extras of @h. @first is the struct
 * hist_entry_first of the entry if hists_opts.in_objects is set; otherwise NULL. @chain is the
 * entry's call chain; NULL: the entry has no call chain.
 */
void hists_put_entry(struct hists *h, const struct hist_entry *k,
		     const struct hist_entry_first *first, const struct interned *chain);

/*
 * @at holds the name and maps that a thread has at one time, as pdata_tasks_at() returns them.
 * Return the index in the array hists.whos of the element that describes the thread with this name
 * and these maps. If there is no such element, the function adds it.
 */
uint32_t hist_thread_ctx(struct hists *h, struct pdata_thread_at *at);

/*
 * thread_ctx.c: set up the hash table of threads. A pointer to a struct hist_thread is valid only
 * until the next call of hist_thread_find(), because the table may be reallocated when it grows.
 */
int hists_threads_init(struct hists *h); /* Returns 0 or -ENOMEM. */
struct hist_thread *hist_thread_find(struct hists *h, uint32_t pid, uint32_t tid, uint64_t time,
				     uint64_t seq);
bool hist_map_find(struct hists *h, struct hist_thread *t, uint64_t ip);
/*
 * Prefetch the memory that hist_thread_find() will read for the samples @heads; if @maps is true,
 * also the memory that hist_map_find() will read. Without hists_opts.in_objects, the function does
 * nothing.
 */
void hists_prefetch_threads(const struct hists *h, const struct pdata_sample_head *heads,
			    uint32_t nr, bool maps);

static inline bool hist_thread_holds(const struct hist_thread *t, uint32_t pid, uint32_t tid,
				     uint64_t time)
{
	return t->pid == pid && t->tid == tid && time > t->from && time < t->until;
}

/*
 * Return the cache entry of thread @pid/@tid; the entry holds the index in hists.whos of the
 * element with the thread's comm and maps at @time. Consecutive samples often have the same thread,
 * so the function first tests the result of the last call.
 */
static inline struct hist_thread *hist_thread_at(struct hists *h, uint32_t pid, uint32_t tid,
						 uint64_t time, uint64_t seq)
{
	if (!hist_thread_holds(h->last, pid, tid, time))
		h->last = hist_thread_find(h, pid, tid, time, seq);
	return h->last;
}

/*
 * Set the map of the sample @w to @map, and convert the user address of the sample from an address
 * in memory to an address in the object of @map. @shift: address in memory minus address in the
 * object.
 */
static inline void hist_pending_set_object(struct hist_pending *w, const struct pdata_map *map,
					   uint64_t shift)
{
	w->first.map = map;
	w->k.object = map->object->index + 1;
	w->k.ip -= shift;
}

/* Set @t->map to the map that covers @ip. Return: false if no map covers @ip. */
static inline bool hist_thread_map(struct hists *h, struct hist_thread *t, uint64_t ip)
{
	return ip - t->map_start < t->map_size || hist_map_find(h, t, ip);
}

/*
 * Return the struct hist_extra with the id @extra in the interner hists.extras. If @extra is 0, @h
 * may be NULL, and the result is a struct without values: cpu is -1, all other members are 0.
 */
static inline const struct hist_extra *hist_extra(const struct hists *h, uint32_t extra)
{
	static const struct hist_extra none = { .cpu = -1 };

	return extra ? (const struct hist_extra *)(const void *)h->extras.all[extra].data : &none;
}
