/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds samples to hist entries keyed by numbers (thread context, address, call chain), before
 * anything is resolved; each thread has its own hists.
 */
#include "profile/hist/hists.h"

#include "base/memory.h"
#include "profile/filter/filter_expr.h"
#include "profile/filter/sample_filter.h"
#include "profile/hist/data_src.h"
#include "session/cgroups.h"
#include "session/read_ahead.h"
#include "session/sample_cache.h"
#include "session/sample_numbers.h"
#include "session/session.h"
#include "session/unwind/unwind.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The decoder's fields that are needed for every report. */
#define WANT_ALWAYS (SAMPLE_CACHE_FIELDS | PDATA_SAMPLE_READ)

/* Extras are compared as bytes, so there must be no padding between or after the members. */
enum {
	EXTRA_SIZE = offsetof(struct hist_extra, raw) + sizeof(uint32_t)
#define EXTRA_NUMBER(bit, type, member, number) +sizeof(type)
#include "profile/hist/extra_numbers.def"
};
_Static_assert(sizeof(struct hist_extra) == EXTRA_SIZE, "extra_numbers.def makes padding");

static uint64_t sample_want(const struct hists_opts *o)
{
	uint64_t w = WANT_ALWAYS | o->each_wants;

	if (o->chains)
		w |= PDATA_SAMPLE_CALLCHAIN;
	if (o->branches)
		w |= PDATA_SAMPLE_BRANCH_STACK;
	if (o->expr)
		w |= filter_expr_wants(o->expr);
	if (o->unwind)
		w |= PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;
	if (o->filter)
		w |= SAMPLE_BITS_cpu;
	if (o->extras & HIST_X_COST)
		w |= SAMPLE_BITS_weight;
	if (o->extras & HIST_X_RAW)
		w |= PDATA_SAMPLE_RAW;
	if (o->extras & HIST_X_BRANCH)
		w |= PDATA_SAMPLE_BRANCH_STACK;
#define EXTRA_NUMBER(bit, type, member, number)                                                    \
	if (o->extras & HIST_X_##bit)                                                              \
		w |= SAMPLE_BITS_##number;
#include "profile/hist/extra_numbers.def"
	return w;
}

struct hists *hists_new(const struct hists_opts *o, const struct pdata_reader *r,
			const struct pdata_tasks *tasks)
{
	struct hists *h = mem_alloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->opts = *o;
	h->want = sample_want(o);
	h->tasks = tasks;
	h->running = 1;
	h->whole.deferred = o->deferred;
	h->unwound = o->unwind != NULL;
	h->by_heads = hists_can_use_cache(o, r);
	h->groups = read_group_new(r);
	if (o->each)
		h->samples = mem_alloc(HIST_BATCH, sizeof(*h->samples));
	if (h->groups && (h->samples || !o->each) &&
	    mem_check(!pd_hash_index_grow(&h->index, 0, 4096)) && !hists_threads_init(h))
		return h;
	hists_free(h);
	return NULL;
}

void hists_free(struct hists *h)
{
	if (!h)
		return;
	read_group_free(h->groups);
	interner_free(&h->who_keys);
	hist_spaces_free(&h->spaces);
	interner_free(&h->chains);
	interner_free(&h->chain_threads);
	free(h->references);
	interner_free(&h->extras);
	interner_free(&h->raws);
	interner_free(&h->names);
	cgroups_free(&h->cgroups);
	free(h->entries);
	free(h->firsts);
	free(h->entry_of);
	pd_free(h->index.slots);
	free(h->whos);
	pd_free(h->threads);
	free(h->words);
	deferred_chain_free(&h->whole);
	free(h->pending);
	free(h->samples);
	free(h);
}

void hists_forget_index(struct hists *h)
{
	pd_free(h->index.slots);
	h->index = (struct pd_hash_index){ 0 };
	pd_free(h->chains.index.slots);
	h->chains.index = (struct pd_hash_index){ 0 };
	free(h->pending);
	h->pending = NULL;
}

/* Return h->words with room for @nr words, or NULL if memory is exhausted. */
static uint64_t *scratch_words(struct hists *h, uint64_t nr)
{
	const size_t cap = nr < 256 ? 256 : nr;
	uint64_t *words;

	if (nr <= h->cap_words)
		return h->words;
	words = mem_grow(h->words, cap, sizeof(*words));
	if (!words) {
		h->err = -ENOMEM;
		return NULL;
	}
	h->words = words;
	h->cap_words = cap;
	return words;
}

/*
 * Copy the sample's branches and then its chain to h->words, in host byte order, with room for
 * @more words behind them. @nr is set to the number of words. Returns NULL if memory is exhausted.
 */
static uint64_t *chain_words(struct hists *h, const struct pdata_sample *s,
			     const struct pdata_attr *attr, uint64_t more, uint64_t *nr)
{
	const bool branches = h->opts.branches != CHAIN_NO_BRANCHES;
	uint64_t nr_ips = s->have & PDATA_SAMPLE_CALLCHAIN ? s->nr_ips : 0;
	uint64_t *w = scratch_words(h, nr_ips + more + (branches ? chain_branches_size(s) : 0));

	*nr = 0;
	if (!w)
		return NULL;
	*nr = branches ? chain_branches_store(w, s, attr, h->opts.branches, h->opts.max_stack,
					      &nr_ips)
		       : 0;
	for (uint64_t i = 0; i < nr_ips; i++)
		w[*nr + i] = pdata_u64_at(&s->ips, i);
	*nr += nr_ips;
	return w;
}

/*
 * Return the number of a chain that has the kernel's frames first, then the user frames that are
 * unwound from the sample's registers and stack (PERF_SAMPLE_REGS_USER, STACK_USER).
 */
static uint32_t unwound_number(struct hists *h, const struct pdata_sample *s,
			       const struct pdata_attr *attr, const struct thread_ctx *who)
{
	const struct unwind_sample in = { .maps = who->maps,
					  .regs = &s->regs_user,
					  .stack = &s->stack };
	const uint64_t *ips;
	uint32_t nr = unwind_frames(h->opts.unwind, &in, h->opts.max_unwound, &ips);
	uint64_t n, *w = chain_words(h, s, attr, nr + 1, &n);

	if (!w)
		return 0;
	if (nr)
		w[n++] = HIST_UNWOUND;
	for (uint32_t i = 0; i < nr; i++)
		w[n + i] = ips[i];
	n += nr;
	return n ? interner_add(&h->chains, w, (uint32_t)(n * sizeof(*w))) : 0;
}

static uint32_t chain_number(struct hists *h, const struct pdata_sample *s,
			     const struct pdata_attr *attr, uint32_t who)
{
	uint64_t n, *w;

	if (h->opts.unwind && unwind_has(s))
		return unwound_number(h, s, attr, &h->whos[who]);
	if (!h->opts.branches && !s->nr_ips)
		return 0;
	if (!h->opts.branches && !s->ips.swap && !((uintptr_t)s->ips.data & 7))
		return interner_add(&h->chains, s->ips.data, (uint32_t)(s->nr_ips * 8));
	w = chain_words(h, s, attr, 0, &n);
	return w ? interner_add(&h->chains, w, (uint32_t)(n * 8)) : 0;
}

/* Copy the chain to h->pending, in host byte order. Return: NULL if memory is exhausted. */
static const uint64_t *copy_chain(struct hists *h, const struct pdata_sample *s)
{
	uint64_t *to;

	if (!h->pending)
		h->pending = mem_alloc(2 * HIST_PENDING_MAX, sizeof(*h->pending));
	if (!h->pending) {
		h->err = -ENOMEM;
		return NULL;
	}
	to = h->pending + h->nr_pending;
	if (s->ips.swap)
		for (uint64_t i = 0; i < s->nr_ips; i++)
			to[i] = pdata_u64_at(&s->ips, i);
	else
		memcpy(to, s->ips.data, s->nr_ips * 8);
	h->nr_pending += s->nr_ips;
	return to;
}

/* Whether the chain is words of its record, which hists_opts.each keeps until hists_finish(). */
static bool chain_is_kept(const struct hists *h, const struct pdata_record *rec,
			  const struct pdata_sample *s)
{
	return h->opts.each && !s->ips.swap && !((uintptr_t)s->ips.data & 7) &&
	       s->ips.data >= rec->data && s->ips.data < rec->data + rec->size;
}

/*
 * Let hists_finish() number the chains of a batch together: numbering one chain at a time mostly
 * waits for memory.
 */
static void chain_wait(struct hists *h, const struct pdata_record *rec,
		       const struct pdata_sample *s, struct hist_pending *w)
{
	w->chain = chain_is_kept(h, rec, s) ? (const uint64_t *)(const void *)s->ips.data
					    : copy_chain(h, s);
	if (!w->chain)
		return;
	w->chain_len = (uint32_t)(s->nr_ips * 8);
	w->chain_tag = interner_tag(w->chain, w->chain_len);
	w->chain_kept = false;
}

/* Return true if the chain is stored as recorded, so that its numbering can wait for the batch. */
static bool chain_can_wait(const struct hists *h, const struct pdata_sample *s)
{
	return !h->opts.branches && !h->opts.reference && s->nr_ips &&
	       s->nr_ips <= HIST_PENDING_MAX && !(h->opts.unwind && unwind_has(s));
}

static uint64_t cost_of(const struct pdata_sample *s)
{
	const uint64_t weight =
		s->have & SAMPLE_BITS_weight ? sample_number(s, SAMPLE_NUMBER_weight) : 0;

	return weight ? weight : 1;
}

/*
 * Return the number of running threads, at least 1 and, if nr_cpus is known, at most that. The
 * count in h->running may be outside these limits: switch records may come out of order, and none
 * marks the first thread.
 */
static uint64_t parallelism(const struct hists *h)
{
	const int64_t n = h->opts.nr_cpus && h->running > h->opts.nr_cpus ? h->opts.nr_cpus
									  : h->running;

	return n < 1 ? 1 : (uint64_t)n;
}

/* Fill @x from a sample. @k holds the sample's time, sequence number and period. */
static void extra_fill(struct hists *h, const struct pdata_sample *s, const struct hist_entry *k,
		       struct hist_extra *x)
{
	const uint64_t time = k->first_time;
	const unsigned want = h->opts.extras;

	*x = (struct hist_extra){ .cpu = -1,
				  .data_src = want & HIST_X_DATA_SRC ? DATA_SRC_NONE : 0 };
#define EXTRA_NUMBER(bit, type, member, number)                                                    \
	if (want & HIST_X_##bit && s->have & SAMPLE_BITS_##number)                                 \
		x->member = (type)sample_number(s, SAMPLE_NUMBER_##number);
#include "profile/hist/extra_numbers.def"
	if (want & HIST_X_TIME)
		x->time = h->opts.time_quantum ? time / h->opts.time_quantum * h->opts.time_quantum
					       : time;
	if (want & HIST_X_RAW && s->have & PDATA_SAMPLE_RAW && s->raw_size)
		x->raw = interner_add(&h->raws, s->raw, s->raw_size);
	if (want & HIST_X_CGROUP_ID)
		ns_times_cgroup(h->opts.namespaces, s->tid, time, k->first_seq, &x->cgroup_dev,
				&x->cgroup_ino);
	if (want & HIST_X_PARALLELISM)
		x->parallelism = parallelism(h);
	if (h->opts.expr)
		x->numbers = filter_expr_numbers(h->opts.expr, s, time, k->period);
}

#define BRANCH_CYCLES 0xffff0ull
#define BRANCH_BITS 0xfull
#define BRANCH_TYPE (0xfull << 20 | 0xfull << 26)

/* Add a pending sample for each branch of the stack; each is a copy of @like, the sample's own. */
static void add_branches(struct hists *h, const struct pdata_sample *s, struct hist_pending like)
{
	uint64_t keep = BRANCH_TYPE | (h->opts.extras & HIST_X_BRANCH_FLAGS ? BRANCH_BITS : 0) |
			(h->opts.extras & HIST_X_BRANCH_CYCLES ? BRANCH_CYCLES : 0);
	struct hist_extra x;

	extra_fill(h, s, &like.k, &x);
	like.k.period = 1;
	if (h->opts.extras & HIST_X_WEIGHT && s->branch.nr) {
		x.weight = pdata_branch_at(&s->branch.entries, 0).flags >> 4 & 0xffff;
		x.weight += !x.weight;
	}
	for (uint64_t i = 0; i < s->branch.nr; i++) {
		struct pdata_branch b = pdata_branch_at(&s->branch.entries, i);

		x.from = b.from;
		x.to = b.to;
		x.branch_flags = b.flags & keep;
		h->branch_cycles |= (b.flags & BRANCH_CYCLES) != 0;
		like.k.extra = interner_add(&h->extras, &x, sizeof(x));
		h->batch[h->nr_batch] = like;
		hist_pending_commit(h);
	}
}

/* Add a sample for one event, with the period in @w. */
static void add_sample_to_hist(struct hists *h, const struct pdata_sample *s,
			       const struct hist_pending *w)
{
	if (h->opts.each) {
		h->opts.each(h->opts.each_ctx, s, w, 1);
	} else if (!(h->opts.extras & HIST_X_BRANCH)) {
		h->batch[h->nr_batch] = *w;
		hist_pending_commit(h);
	} else if (s->have & PDATA_SAMPLE_BRANCH_STACK) {
		add_branches(h, s, *w);
	}
}

static bool filter_sample(struct script_filter *f, const struct pdata_record *rec,
			  const struct pdata_sample *s)
{
	return script_filter_sample_time(f, rec) && script_filter_event(f, rec->event->index) &&
	       script_filter_cpu(f, s->have & PDATA_SAMPLE_CPU ? s->cpu : UINT32_MAX);
}

/*
 * Set the thread context of a sample. Return: the thread, if hists_opts.in_objects requires that a
 * user address is converted to the address in its object; else NULL.
 */
static inline struct hist_thread *set_thread_ctx(struct hists *h, const struct pdata_sample_head *s,
						 struct hist_pending *w)
{
	struct hist_thread *t = hist_thread_at(h, s->pid, s->tid, s->time, s->seq);

	w->k.who = t->who;
	if (!h->opts.in_objects)
		return NULL;
	if (h->opts.by_comm)
		w->k.who = t->name;
	w->first = (struct hist_entry_first){ .who = t->who };
	return (s->misc & PDATA_MISC_CPUMODE) == PDATA_CPUMODE_USER ? t : NULL;
}

/*
 * Fill @w with the key and values of a sample, without map, chain and extra. Return: as
 * set_thread_ctx().
 */
static inline struct hist_thread *set_sum(struct hists *h, const struct pdata_sample_head *s,
					  struct hist_pending *w)
{
	w->chain = NULL;
	w->k.ip = s->ip;
	w->k.chain = w->k.extra = 0;
	w->k.event_mode = s->event->index << 3 | (s->misc & PDATA_MISC_CPUMODE);
	w->k.nr = 1;
	w->k.period = s->period;
	w->k.first_time = s->time;
	w->k.first_seq = w->k.seq = s->seq;
	return set_thread_ctx(h, s, w);
}

/* Fill @w with the key and values of a sample, without chain and extra. */
static inline void set_mapped_sum(struct hists *h, const struct pdata_sample_head *s,
				  struct hist_pending *w)
{
	struct hist_thread *t = set_sum(h, s, w);

	if (t && hist_thread_map(h, t, s->ip))
		hist_pending_set_object(w, t->map, t->shift);
}

static inline bool sample_counts(const struct hists *h, const struct pdata_sample_head *s)
{
	return !h->opts.share_of ||
	       h->opts.share_of[session_thread_bucket(s->pid, s->tid)] == h->opts.share;
}

bool hists_can_use_cache(const struct hists_opts *o, const struct pdata_reader *r)
{
	return !o->chains && !o->extras && !o->filter && !o->each && !read_group_any(r);
}

void hists_add_cached(struct hists *h, const struct pdata_sample_head *heads, uint32_t nr)
{
	hists_prefetch_threads(h, heads, nr, true);
	for (uint32_t i = 0; i < nr; i++) {
		if (!sample_counts(h, &heads[i]))
			continue;
		set_mapped_sum(h, &heads[i], &h->batch[h->nr_batch]);
		hist_pending_commit(h);
	}
}

void hists_find_keys(struct hists *h, const struct pdata_sample_head *heads, uint32_t nr,
		     struct hist_pending *to)
{
	hists_prefetch_threads(h, heads, nr, false);
	for (uint32_t i = 0; i < nr; i++) {
		const struct hist_thread *t = set_sum(h, &heads[i], &to[i]);

		to[i].maps = t ? h->whos[t->who].maps : NULL;
	}
}

static void set_extra(struct hists *h, const struct pdata_sample *s, struct hist_pending *w)
{
	struct hist_extra x;

	extra_fill(h, s, &w->k, &x);
	w->k.extra = interner_add(&h->extras, &x, sizeof(x));
	if (h->opts.extras & HIST_X_COST)
		w->k.period = cost_of(s);
}

/* Add a sample with PERF_SAMPLE_READ, which counts for each event of its group. */
static void add_reads(struct hists *h, const struct pdata_sample *s, struct hist_pending w)
{
	const uint32_t mode = w.k.event_mode & 7;
	struct read_part part;

	for (uint64_t i = 0; i < read_group_nr(s); i++) {
		if (!read_group_part(h->groups, s, i, &part))
			continue;
		w.k.event_mode = part.event->index << 3 | mode;
		w.k.period = h->opts.extras & HIST_X_COST ? w.k.period : part.period;
		if (h->opts.expr && !(h->opts.extras & HIST_X_BRANCH))
			set_extra(h, s, &w);
		add_sample_to_hist(h, s, &w);
	}
}

/* Read the counters of a filtered sample: the next sample's values are differences to them. */
static void pass_reads(struct hists *h, const struct pdata_sample *s)
{
	struct read_part part;

	for (uint64_t i = 0; s->have & PDATA_SAMPLE_READ && i < read_group_nr(s); i++)
		read_group_part(h->groups, s, i, &part);
}

static bool sample_has_chain(const struct hists *h, const struct pdata_sample *s)
{
	return h->opts.chains &&
	       (s->have & PDATA_SAMPLE_CALLCHAIN ||
		(h->opts.branches == CHAIN_HISTORY && s->have & PDATA_SAMPLE_BRANCH_STACK));
}

static bool grow_references(struct hists *h, uint32_t n)
{
	const uint32_t was = h->cap_references, cap = n * 2 + 64;
	uint32_t *references = mem_grow(h->references, cap, sizeof(*references));

	if (!references) {
		h->err = -ENOMEM;
		return false;
	}
	memset(references + was, 0, (cap - was) * sizeof(*references));
	h->references = references;
	h->cap_references = cap;
	return true;
}

/* With hists_opts.reference: a sample of an event without chains gets its thread's last chain. */
static void reference_chain(struct hists *h, const struct pdata_sample *s, uint32_t *chain)
{
	const uint32_t thread[2] = { s->pid, s->tid };
	const uint32_t n = interner_add(&h->chain_threads, thread, sizeof(thread));

	if (n >= h->cap_references && !grow_references(h, n))
		return;
	if (sample_has_chain(h, s))
		h->references[n] = *chain;
	else
		*chain = h->references[n];
}

/* Return the id of a chain that another thread has added to an interner. */
static uint32_t given_chain(struct hists *h, const struct record_chain *c)
{
	if (c->id != RECORD_CHAIN_FAILED)
		return c->id ? interner_adopt(&h->chains, c->id, c->data, c->len) : 0;
	h->err = -ENOMEM;
	return 0;
}

static void sample_record(struct hists *h, const struct pdata_record *rec)
{
	struct hist_pending *w = &h->batch[h->nr_batch];
	struct pdata_sample own, *s = &own;
	struct pdata_sample_head head;
	bool single;

	if (h->samples)
		s = &h->samples[h->nr_batch];
	/* The reader counts samples that end inside a field. */
	if (!sample_cache_decode(rec, h->want, s))
		return;
	if (h->opts.filter && !filter_sample(h->opts.filter, rec, s)) {
		pass_reads(h, s);
		return;
	}
	head = sample_cache_make_head(rec, s);
	if (!sample_counts(h, &head))
		return;
	if (h->opts.chains && deferred_chain_join(&h->whole, s))
		h->err = -ENOMEM;
	single = !(s->have & PDATA_SAMPLE_READ) && !(h->opts.extras & HIST_X_BRANCH);
	set_mapped_sum(h, &head, w);
	if (h->opts.extras && !(h->opts.extras & HIST_X_BRANCH))
		set_extra(h, s, w);
	if (h->given) {
		w->k.chain = given_chain(h, h->given);
	} else if (sample_has_chain(h, s)) {
		if (single && chain_can_wait(h, s))
			chain_wait(h, rec, s, w);
		else
			w->k.chain = chain_number(h, s, &rec->event->attr, w->k.who);
	}
	if (h->opts.reference)
		reference_chain(h, s, &w->k.chain);
	if (single) {
		hist_pending_commit(h);
		return;
	}
	if (h->opts.each)
		hists_finish(h); /* receives the samples before this one */
	if (s->have & PDATA_SAMPLE_READ)
		add_reads(h, s, *w);
	else
		add_sample_to_hist(h, s, w);
}

/* Count running threads. CPU-wide records also switch the idle task (tid 0), which is ignored. */
static void switch_record(struct hists *h, const struct pdata_record *rec)
{
	struct pdata_value v;

	if (rec->type == PDATA_RECORD_SWITCH_CPU_WIDE &&
	    (pdata_record_decode(rec, &v, NULL) || !v.id.tid))
		return;
	h->running += rec->misc & PDATA_MISC_SWITCH_OUT ? -1 : 1;
}

void hists_add_record(struct hists *h, const struct pdata_record *rec)
{
	struct pdata_value v;

	if (rec->type == PDATA_RECORD_SAMPLE)
		sample_record(h, rec);
	else if (rec->type == PDATA_RECORD_SWITCH || rec->type == PDATA_RECORD_SWITCH_CPU_WIDE)
		switch_record(h, rec);
	else if (rec->type == PDATA_RECORD_LOST_SAMPLES && !pdata_record_decode(rec, &v, NULL))
		h->lost_samples += v.u.lost_samples.lost;
	else if (h->opts.extras & HIST_X_CGROUP && rec->type == PDATA_RECORD_CGROUP &&
		 !pdata_record_decode(rec, &v, NULL))
		cgroups_add(&h->cgroups, v.u.cgroup.id, v.u.cgroup.path);
}

void hists_add_with_chain(struct hists *h, const struct pdata_record *rec,
			  const struct record_chain *chain)
{
	h->given = chain;
	hists_add_record(h, rec);
	h->given = NULL;
}

bool hists_can_take_chains(const struct hists_opts *o, const struct rep_session *s)
{
	return !o->branches && !o->unwind && !o->reference &&
	       !s->nr_by_type[PDATA_RECORD_CALLCHAIN_DEFERRED] &&
	       !pdata_reader_info(s->reader)->swap;
}
