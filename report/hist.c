/* SPDX-License-Identifier: BSD-2-Clause */
#include "hist.h"

#include "script_filter.h"
#include "unwind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The answer for a thread and how long it holds; open addressing, who ~0 marks a free place. */
struct hist_thread {
	uint32_t pid, tid;
	uint32_t who;
	uint64_t from, until;
};

#define NOBODY UINT32_MAX

/* A sample without one of these that its event has is none; without others it is a sample that was cut. */
#define NEED                                                                                       \
	(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_PERIOD |            \
	 PDATA_SAMPLE_ID | PDATA_SAMPLE_IDENTIFIER)

/* The decoder's fields that are needed for every report. */
#define WANT_ALWAYS (NEED | PDATA_SAMPLE_READ)

static uint64_t sample_want(const struct hist_opts *o)
{
	uint64_t w = WANT_ALWAYS;

	if (o->chains)
		w |= PDATA_SAMPLE_CALLCHAIN;
	if (o->unwind)
		w |= PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;
	if (o->extras & HIST_X_CPU || o->filter)
		w |= PDATA_SAMPLE_CPU;
	if (o->extras & HIST_X_WEIGHT)
		w |= PDATA_SAMPLE_WEIGHT | PDATA_SAMPLE_WEIGHT_STRUCT;
	if (o->extras & HIST_X_TRANSACTION)
		w |= PDATA_SAMPLE_TRANSACTION;
	if (o->extras & HIST_X_CGROUP)
		w |= PDATA_SAMPLE_CGROUP;
	if (o->extras & HIST_X_CODE_PAGE)
		w |= PDATA_SAMPLE_CODE_PAGE_SIZE;
	if (o->extras & HIST_X_RAW)
		w |= PDATA_SAMPLE_RAW;
	if (o->extras & HIST_X_BRANCH)
		w |= PDATA_SAMPLE_BRANCH_STACK;
	return w;
}

struct hist *hist_new(const struct hist_opts *o, const struct pdata_reader *r, const struct pdata_tasks *tasks)
{
	struct hist *h = rep_alloc(1, sizeof(*h));

	h->opts = *o;
	h->want = sample_want(o);
	h->tasks = tasks;
	h->whole.deferred = o->deferred;
	h->unwound = o->unwind != NULL;
	h->groups = read_group_new(r);
	h->index_mask = 4095;
	h->index = rep_alloc(h->index_mask + 1, sizeof(*h->index));
	h->cap_threads = 256;
	h->threads = rep_alloc(h->cap_threads, sizeof(*h->threads));
	for (uint32_t i = 0; i < h->cap_threads; i++)
		h->threads[i].who = NOBODY;
	return h;
}

void hist_free(struct hist *h)
{
	if (!h)
		return;
	read_group_free(h->groups);
	blobs_free(&h->who_keys);
	blobs_free(&h->chains);
	blobs_free(&h->extras);
	blobs_free(&h->raws);
	blobs_free(&h->names);
	free(h->slots);
	free(h->index);
	free(h->whos);
	free(h->threads);
	free(h->words);
	whole_chain_free(&h->whole);
	free(h->pending);
	free(h);
}

static struct hist_thread *thread_place(struct hist_thread *tab, uint32_t cap, uint32_t pid, uint32_t tid)
{
	uint64_t x = hash_mix(pid, tid);
	uint32_t i = (uint32_t)(x >> 7) & (cap - 1);

	while (tab[i].who != NOBODY && (tab[i].tid != tid || tab[i].pid != pid))
		i = (i + 1) & (cap - 1);
	return &tab[i];
}

static void threads_widen(struct hist *h)
{
	uint32_t cap = h->cap_threads * 2;
	struct hist_thread *tab = rep_alloc(cap, sizeof(*tab));

	for (uint32_t i = 0; i < cap; i++)
		tab[i].who = NOBODY;
	for (uint32_t i = 0; i < h->cap_threads; i++)
		if (h->threads[i].who != NOBODY)
			*thread_place(tab, cap, h->threads[i].pid, h->threads[i].tid) = h->threads[i];
	free(h->threads);
	h->threads = tab;
	h->cap_threads = cap;
}

/*
 * perf renames a thread's first comm in place: what was sampled before the first name counts for it.
 */
static uint32_t who_intern(struct hist *h, const struct pdata_thread_at *at)
{
	const uint32_t key[4] = { at->pid, at->tid, at->later_index, at->epoch };
	uint32_t n = blobs_intern(&h->who_keys, key, sizeof(key));

	if (n <= h->nr_whos)
		return n - 1;
	if (h->nr_whos == h->cap_whos) {
		h->cap_whos = h->cap_whos ? h->cap_whos * 2 : 256;
		h->whos = rep_grow(h->whos, h->cap_whos, sizeof(*h->whos));
	}
	h->whos[h->nr_whos] = (struct hist_who){ .pid = at->pid, .tid = at->tid, .comm_index = at->later_index,
						 .epoch = at->epoch, .comm = at->later_comm,
						 .maps = at->maps };
	return h->nr_whos++;
}

/* A thread that no record speaks of is named like one that has no name yet. */
static void name_nobody(struct hist *h, struct pdata_thread_at *at)
{
	char name[16];
	uint32_t n;

	if (at->later_index != UINT32_MAX)
		return;
	snprintf(name, sizeof(name), ":%d", (int32_t)at->tid);
	n = blobs_intern(&h->names, name, (uint32_t)strlen(name) + 1);
	at->later_index = UINT32_MAX - n;
	at->later_comm = (const char *)h->names.all[n].data;
}

uint32_t hist_who_of(struct hist *h, struct pdata_thread_at *at)
{
	name_nobody(h, at);
	return who_intern(h, at);
}

/* Samples come roughly by time, so the last answer mostly holds; going back asks again. */
static uint32_t hist_thread_who(struct hist *h, const struct pdata_sample *s, uint64_t time, uint64_t seq)
{
	struct hist_thread *t = thread_place(h->threads, h->cap_threads, s->pid, s->tid);
	struct pdata_thread_at at;
	uint32_t who;

	if (t->who != NOBODY && time > t->from && time < t->until)
		return t->who;
	pdata_tasks_at(h->tasks, s->pid, s->tid, time, seq, &at);
	who = hist_who_of(h, &at);
	if (t->who == NOBODY) {
		if (h->nr_threads * 2 >= h->cap_threads) {
			threads_widen(h);
			t = thread_place(h->threads, h->cap_threads, s->pid, s->tid);
		}
		h->nr_threads++;
	}
	*t = (struct hist_thread){ .pid = s->pid, .tid = s->tid, .who = who, .from = at.since,
				   .until = at.until };
	return who;
}

static void index_widen(struct hist *h)
{
	uint64_t mask = h->index_mask * 2 + 1;
	uint64_t *index = rep_alloc(mask + 1, sizeof(*index));

	for (uint64_t i = 0; i <= h->index_mask; i++) {
		uint64_t e = h->index[i], at = e >> 32;

		if (!e)
			continue;
		for (at &= mask; index[at]; at = (at + 1) & mask)
			;
		index[at] = e;
	}
	free(h->index);
	h->index = index;
	h->index_mask = mask;
}

static bool same_key(const struct hist_slot *a, const struct hist_slot *b)
{
	return a->ip == b->ip && a->who == b->who && a->chain == b->chain && a->extra == b->extra &&
	       a->event_mode == b->event_mode;
}

static struct hist_slot *slot_new(struct hist *h, const struct hist_slot *key, uint64_t tag, uint64_t at)
{
	if (h->nr_slots == h->cap_slots) {
		h->cap_slots = h->cap_slots ? h->cap_slots * 2 : 1024;
		h->slots = rep_grow(h->slots, h->cap_slots, sizeof(*h->slots));
	}
	h->slots[h->nr_slots] = *key;
	h->index[at] = tag << 32 | (h->nr_slots + 1);
	h->nr_slots++;
	if ((uint64_t)h->nr_slots * 2 > h->index_mask)
		index_widen(h);
	return &h->slots[h->nr_slots - 1];
}

static void slot_merge(struct hist_slot *s, const struct hist_slot *k)
{
	s->nr += k->nr;
	s->period += k->period;
	if (k->first_time < s->first_time ||
	    (k->first_time == s->first_time && k->first_seq < s->first_seq)) {
		s->first_time = k->first_time;
		s->first_seq = k->first_seq;
	}
}

/* Add to the sum of the same key; @k has the key and what to add. */
static void slot_put(struct hist *h, const struct hist_slot *k, uint64_t tag)
{
	uint64_t at, e;

	for (at = tag & h->index_mask; (e = h->index[at]); at = (at + 1) & h->index_mask) {
		if (e >> 32 == tag && same_key(&h->slots[(uint32_t)e - 1], k)) {
			slot_merge(&h->slots[(uint32_t)e - 1], k);
			return;
		}
	}
	slot_new(h, k, tag, at);
}

/* The numbers of the chains that wait. */
static void number_chains(struct hist *h)
{
	for (unsigned step = 0; step < BLOBS_STEPS; step++)
		for (uint32_t i = 0; i < h->nr_batch; i++)
			if (h->batch[i].chain)
				blobs_expect(&h->chains, h->batch[i].chain_tag, step);
	for (uint32_t i = 0; i < h->nr_batch; i++) {
		struct hist_wait *w = &h->batch[i];

		if (w->chain && w->chain_kept)
			w->k.chain = blobs_put_kept(&h->chains, w->chain, w->chain_len, w->chain_tag);
		else if (w->chain)
			w->k.chain = blobs_put(&h->chains, w->chain, w->chain_len, w->chain_tag);
	}
	h->nr_pending = 0;
}

void hist_finish(struct hist *h)
{
	if (h->opts.chains)
		number_chains(h);
	for (uint32_t i = 0; i < h->nr_batch; i++) {
		struct hist_wait *w = &h->batch[i];
		uint64_t x = hash_mix(w->k.ip, (uint64_t)w->k.who << 32 | w->k.chain);

		w->tag = hash_mix(x, (uint64_t)w->k.extra << 32 | w->k.event_mode) >> 32;
		__builtin_prefetch(&h->index[w->tag & h->index_mask]);
	}
	for (uint32_t i = 0; i < h->nr_batch; i++) {
		uint64_t e = h->index[h->batch[i].tag & h->index_mask];

		if (e)
			__builtin_prefetch(&h->slots[(uint32_t)e - 1], 1);
	}
	for (uint32_t i = 0; i < h->nr_batch; i++)
		slot_put(h, &h->batch[i].k, h->batch[i].tag);
	h->nr_batch = 0;
}

static void slot_add(struct hist *h, const struct hist_slot *k)
{
	h->batch[h->nr_batch].k = *k;
	h->batch[h->nr_batch].chain = NULL;
	if (++h->nr_batch == HIST_BATCH)
		hist_finish(h);
}

void hist_put(struct hist *h, const struct hist_slot *k, const struct blob *chain)
{
	struct hist_wait *w = &h->batch[h->nr_batch];

	w->k = *k;
	w->chain = chain ? (const uint64_t *)(const void *)chain->data : NULL;
	w->chain_kept = true;
	if (chain) {
		w->chain_len = chain->len;
		w->chain_tag = chain->tag;
	}
	if (++h->nr_batch == HIST_BATCH)
		hist_finish(h);
}

static uint64_t *scratch_words(struct hist *h, uint64_t nr)
{
	if (nr > h->cap_words) {
		h->cap_words = nr < 256 ? 256 : nr;
		h->words = rep_grow(h->words, h->cap_words, sizeof(*h->words));
	}
	return h->words;
}

/* The chain's words in the order of this machine, with room for @more. */
static uint64_t *chain_words(struct hist *h, const struct pdata_sample *s, uint64_t more)
{
	uint64_t *w = scratch_words(h, s->nr_ips + more);

	for (uint64_t i = 0; i < s->nr_ips; i++)
		w[i] = pdata_u64_at(&s->ips, i);
	return w;
}

/* What the kernel saw, then what the copies of registers and stack tell. */
static uint32_t unwound_number(struct hist *h, const struct pdata_sample *s, const struct hist_who *who)
{
	const struct unwind_sample in = { .maps = who->maps, .regs = &s->regs_user, .stack = &s->stack };
	const uint64_t *ips;
	uint32_t nr = unwind_frames(h->opts.unwind, &in, h->opts.max_stack, &ips);
	uint64_t *w = chain_words(h, s, nr + 1);
	uint64_t n = s->nr_ips;

	if (nr)
		w[n++] = HIST_UNWOUND;
	for (uint32_t i = 0; i < nr; i++)
		w[n + i] = ips[i];
	n += nr;
	return n ? blobs_intern(&h->chains, w, (uint32_t)(n * sizeof(*w))) : 0;
}

static uint32_t chain_number(struct hist *h, const struct pdata_sample *s, uint32_t who)
{
	if (h->opts.unwind && unwind_has(s))
		return unwound_number(h, s, &h->whos[who]);
	if (!s->nr_ips)
		return 0;
	if (!s->ips.swap && !((uintptr_t)s->ips.data & 7))
		return blobs_intern(&h->chains, s->ips.data, (uint32_t)(s->nr_ips * 8));
	return blobs_intern(&h->chains, chain_words(h, s, 0), (uint32_t)(s->nr_ips * 8));
}

#define PENDING_MAX (UINT16_MAX / 8u) /* words: as many as a recorded chain may have */

/* The same, later, with others: most of the time of a number is waiting for memory. */
static void slot_add_chained(struct hist *h, const struct hist_slot *k, const struct pdata_sample *s)
{
	struct hist_wait *w = &h->batch[h->nr_batch];

	if (!h->pending)
		h->pending = rep_alloc(2 * PENDING_MAX, sizeof(*h->pending));
	w->k = *k;
	w->chain = h->pending + h->nr_pending;
	w->chain_len = (uint32_t)(s->nr_ips * 8);
	if (s->ips.swap)
		for (uint64_t i = 0; i < s->nr_ips; i++)
			h->pending[h->nr_pending + i] = pdata_u64_at(&s->ips, i);
	else
		memcpy(h->pending + h->nr_pending, s->ips.data, w->chain_len);
	w->chain_tag = blobs_tag(w->chain, w->chain_len);
	w->chain_kept = false;
	h->nr_pending += s->nr_ips;
	if (++h->nr_batch == HIST_BATCH || h->nr_pending > PENDING_MAX)
		hist_finish(h);
}

/* Whether the chain goes to one sum only, and is there as recorded. */
static bool chain_can_wait(const struct hist *h, const struct pdata_sample *s)
{
	return s->have & PDATA_SAMPLE_CALLCHAIN && s->nr_ips && s->nr_ips <= PENDING_MAX && !(s->have & PDATA_SAMPLE_READ) &&
	       !(h->opts.extras & HIST_X_BRANCH) && !(h->opts.unwind && unwind_has(s));
}

static void extra_weight(const struct pdata_sample *s, struct hist_extra *x)
{
	if (s->have & PDATA_SAMPLE_WEIGHT) {
		x->weight = s->weight;
	} else if (s->have & PDATA_SAMPLE_WEIGHT_STRUCT) {
		x->weight = (uint32_t)s->weight;
		x->ins_lat = s->weight >> 32 & 0xffff;
		x->p_stage_cyc = (uint32_t)(s->weight >> 48);
	}
}

static void extra_fill(struct hist *h, const struct pdata_sample *s, uint64_t time, struct hist_extra *x)
{
	const unsigned want = h->opts.extras;

	*x = (struct hist_extra){ .cpu = -1 };
	if (want & HIST_X_CPU && s->have & PDATA_SAMPLE_CPU)
		x->cpu = (int32_t)s->cpu;
	if (want & HIST_X_TIME)
		x->time = h->opts.time_quantum ? time / h->opts.time_quantum * h->opts.time_quantum : time;
	if (want & HIST_X_WEIGHT)
		extra_weight(s, x);
	if (want & HIST_X_TRANSACTION && s->have & PDATA_SAMPLE_TRANSACTION)
		x->transaction = s->transaction;
	if (want & HIST_X_CGROUP && s->have & PDATA_SAMPLE_CGROUP)
		x->cgroup = s->cgroup;
	if (want & HIST_X_CODE_PAGE && s->have & PDATA_SAMPLE_CODE_PAGE_SIZE)
		x->code_page_size = s->code_page_size;
	if (want & HIST_X_RAW && s->have & PDATA_SAMPLE_RAW && s->raw_size)
		x->raw = blobs_intern(&h->raws, s->raw, s->raw_size);
}

#define BRANCH_CYCLES 0xffff0ull
#define BRANCH_BITS 0xfull

static void add_branches(struct hist *h, const struct pdata_sample *s, struct hist_slot *k, struct hist_extra *x)
{
	uint64_t keep = (h->opts.extras & HIST_X_BRANCH_FLAGS ? BRANCH_BITS : 0) |
			(h->opts.extras & HIST_X_BRANCH_CYCLES ? BRANCH_CYCLES : 0);

	k->period = 1;
	for (uint64_t i = 0; i < s->branch.nr; i++) {
		struct pdata_branch b = pdata_branch_at(&s->branch.entries, i);

		x->from = b.from;
		x->to = b.to;
		x->branch_flags = b.flags & keep;
		k->extra = blobs_intern(&h->extras, x, sizeof(*x));
		slot_add(h, k);
	}
}

/* One sample of one event with its period. */
static void add_sample(struct hist *h, const struct pdata_sample *s, struct hist_slot *k, struct hist_extra *x)
{
	if (h->opts.extras & HIST_X_BRANCH) {
		if (s->have & PDATA_SAMPLE_BRANCH_STACK)
			add_branches(h, s, k, x);
		return;
	}
	slot_add(h, k);
}

static bool wanted(const struct script_filter *f, const struct pdata_sample *s, uint64_t time)
{
	return script_filter_time(f, time) &&
	       script_filter_cpu(f, s->have & PDATA_SAMPLE_CPU ? s->cpu : UINT32_MAX);
}

static void sample_record(struct hist *h, const struct pdata_record *rec)
{
	struct hist_slot k = { .nr = 1, .first_time = rec->time, .first_seq = rec->seq,
			       .seq = rec->seq };
	struct pdata_sample s;
	struct read_part part;
	struct hist_extra x;
	bool chain_waits;

	/* The reader counts those that end inside a field. */
	if (pdata_sample_decode(rec, h->want, &s, NULL) &&
	    rec->event->attr.sample_type & NEED & ~s.have)
		return;
	if (h->opts.filter && !wanted(h->opts.filter, &s, rec->time))
		return;
	if (h->opts.chains)
		whole_chain_join(&h->whole, &s);
	if (!(s.have & PDATA_SAMPLE_TID))
		s.pid = s.tid = UINT32_MAX;
	k.ip = s.have & PDATA_SAMPLE_IP ? s.ip : 0;
	k.who = hist_thread_who(h, &s, rec->time, rec->seq);
	chain_waits = h->opts.chains && chain_can_wait(h, &s);
	if (h->opts.chains && s.have & PDATA_SAMPLE_CALLCHAIN && !chain_waits)
		k.chain = chain_number(h, &s, k.who);
	if (h->opts.extras) {
		extra_fill(h, &s, rec->time, &x);
		k.extra = h->opts.extras & HIST_X_BRANCH ? 0 : blobs_intern(&h->extras, &x, sizeof(x));
	}
	k.event_mode = rec->event->index << 3 | (rec->misc & PDATA_MISC_CPUMODE);
	if (!(s.have & PDATA_SAMPLE_READ)) {
		k.period = s.have & PDATA_SAMPLE_PERIOD ? s.period : rec->event->attr.sample_period;
		if (chain_waits)
			slot_add_chained(h, &k, &s);
		else
			add_sample(h, &s, &k, &x);
		return;
	}
	for (uint64_t i = 0; i < read_group_nr(&s); i++) {
		if (!read_group_part(h->groups, &s, i, &part))
			continue;
		k.event_mode = part.event->index << 3 | (rec->misc & PDATA_MISC_CPUMODE);
		k.period = part.period;
		add_sample(h, &s, &k, &x);
	}
}

void hist_record(struct hist *h, const struct pdata_record *rec)
{
	struct pdata_value v;

	if (rec->type == PDATA_RECORD_SAMPLE)
		sample_record(h, rec);
	else if (rec->type == PDATA_RECORD_LOST_SAMPLES && !pdata_record_decode(rec, &v, NULL))
		h->lost_samples += v.u.lost_samples.lost;
}
