/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collects the addresses that samples hit, each once, with the times of the first and the last
 * sample. Repetitions of the same address or the same chain, which are most samples, are found
 * before the hash table is searched.
 */
#include "base/util.h"
#include "common/hash_table.h"
#include "file/bundle.h"
#include "kernel/sample_regs.h"

#include <stdlib.h>

#define HITS_MAX 100000u /* different addresses (and processes) that are kept */
#define KERNEL_HALF (sizeof(long) == 8 ? UINT64_C(1) << 63 : UINT64_MAX)
#define EVENTS 16u		       /* events with a cached last hit; a power of two */
#define CHAINS 64u		       /* chains that are cached; a power of two */
#define CHAIN_MAX 64u		       /* addresses of a cached chain, at most */
#define PENDING_WORDS ((size_t)131072) /* words of pending chains: 1 MiB */
#define PENDING_HEAD 3u		       /* words before the addresses of a pending chain */

/*
 * Offsets of the fields in samples of an event, if ip and chain are all that is needed of them.
 * ip 0: they are at no fixed place, or more fields are needed. chain 0: there is no chain.
 */
struct sample_offsets {
	const struct pdata_event *event; /* NULL: not known yet */
	size_t ip, chain;		 /* the pid follows the ip */
	struct rec_hit_address *hit;	 /* the last hit in the table, or NULL */
};

/* A cached call chain with the times of its samples; it is not in the table yet. */
struct chain {
	uint64_t first, last;
	uint32_t pid, nr; /* nr 0: the slot is free */
	uint64_t ips[CHAIN_MAX];
};

struct rec_hit_addresses {
	struct sample_offsets places[EVENTS];
	struct chain chains[CHAINS];
	struct rec_hit_address *table; /* ip 0: free */
	size_t mask;
	uint32_t nr;
	uint64_t nr_left_out;
	/* Pending chains: first time, last time, pid and number of addresses, the addresses. */
	uint64_t *pending;
	size_t nr_pending; /* words */
};

PD_HASH_TABLE(hits, struct rec_hit_address, s->ip, s->ip == k->ip && s->pid == k->pid,
	      (k->ip ^ (uint64_t)k->pid << 40) * 0x9e3779b97f4a7c15ull >> 32)

static bool grow_hit_table(struct rec_hit_addresses *h)
{
	if (hits_grow(&h->table, &h->mask, 1024, 0))
		return false;
	for (uint32_t i = 0; i < EVENTS; i++)
		h->places[i].hit = NULL;
	return true;
}

struct rec_hit_addresses *rec_hit_addresses_new(void)
{
	struct rec_hit_addresses *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->pending = malloc(PENDING_WORDS * sizeof(*h->pending));
	if (!h->pending || !grow_hit_table(h)) {
		rec_hit_addresses_free(h);
		return NULL;
	}
	return h;
}

void rec_hit_addresses_free(struct rec_hit_addresses *h)
{
	if (!h)
		return;
	free(h->table);
	free(h->pending);
	free(h);
}

/* Return: the entry of the table, valid until the table grows; NULL if there is none. */
static struct rec_hit_address *add_hit(struct rec_hit_addresses *h, uint32_t pid, uint64_t ip,
				       uint64_t first, uint64_t last)
{
	struct rec_hit_address *hit;

	if (!ip || ip >= PDATA_CONTEXT_MAX)
		return NULL;
	if (ip >= KERNEL_HALF)
		pid = REC_NO_PID;
	const struct rec_hit_address new = { ip, first, last, pid };

	hit = hits_slot(h->table, h->mask, &new, 0);
	if (hit->ip) {
		/* Samples are not quite in the order of time. */
		hit->last = last > hit->last ? last : hit->last;
		hit->first = first < hit->first ? first : hit->first;
		return hit;
	}
	if (h->nr >= HITS_MAX || (h->nr * 2 > h->mask && !grow_hit_table(h))) {
		h->nr_left_out++;
		return NULL;
	}
	h->nr++;
	hit = hits_slot(h->table, h->mask, &new, 0);
	*hit = new;
	return hit;
}

/* ---- samples with one address, or a chain and nothing else ---- */

static struct sample_offsets find_sample_offsets(const struct pdata_event *event)
{
	const uint64_t type = event->attr.sample_type;
	const uint64_t more = PDATA_SAMPLE_ADDR | PDATA_SAMPLE_BRANCH_STACK |
			      PDATA_SAMPLE_STACK_USER;
	const uint64_t before_chain = PDATA_SAMPLE_TIME | PDATA_SAMPLE_ID | PDATA_SAMPLE_STREAM_ID |
				      PDATA_SAMPLE_CPU | PDATA_SAMPLE_PERIOD;
	struct sample_offsets p = { .event = event };

	if (type & more || !(type & PDATA_SAMPLE_IP) || !(type & PDATA_SAMPLE_TID))
		return p;
	if (type & PDATA_SAMPLE_CALLCHAIN && type & PDATA_SAMPLE_READ)
		return p;
	p.ip = PDATA_RECORD_HEADER + (type & PDATA_SAMPLE_IDENTIFIER ? 8 : 0);
	if (type & PDATA_SAMPLE_CALLCHAIN)
		p.chain = p.ip + 16 + 8 * (size_t)__builtin_popcountll(type & before_chain);
	return p;
}

size_t rec_hit_addresses_settle(struct rec_hit_addresses *h)
{
	size_t nr_addresses = 0;

	for (size_t at = 0; at < h->nr_pending;) {
		const uint64_t *c = h->pending + at;
		const uint32_t pid = (uint32_t)c[2], nr = (uint32_t)(c[2] >> 32);

		for (uint32_t i = 0; i < nr; i++)
			add_hit(h, pid, c[PENDING_HEAD + i], c[0], c[1]);
		at += PENDING_HEAD + nr;
		nr_addresses += nr;
	}
	h->nr_pending = 0;
	return nr_addresses;
}

/*
 * Copy a chain to the pending ones, because adding it to the table takes much longer. A chain
 * always fits, because a sample has at most 65535 bytes.
 */
static void add_pending_chain(struct rec_hit_addresses *h, uint32_t pid, const void *ips,
			      uint32_t nr, uint64_t first, uint64_t last)
{
	uint64_t *c;

	if (h->nr_pending + PENDING_HEAD + nr > PENDING_WORDS)
		rec_hit_addresses_settle(h);
	c = h->pending + h->nr_pending;
	c[0] = first;
	c[1] = last;
	c[2] = pid | (uint64_t)nr << 32;
	memcpy(c + PENDING_HEAD, ips, 8 * (size_t)nr);
	h->nr_pending += PENDING_HEAD + nr;
}

static void give(struct rec_hit_addresses *h, struct chain *c)
{
	if (c->nr)
		add_pending_chain(h, c->pid, c->ips, c->nr, c->first, c->last);
	c->nr = 0;
}

static void add_chain_hits(struct rec_hit_addresses *h, uint32_t pid, const uint8_t *ips,
			   uint32_t nr, uint64_t time)
{
	uint64_t sum = pid + nr, ip;
	struct chain *c;

	for (uint32_t i = 0; i < nr; i += 1 + nr / 8) { /* hash at most 8 of the addresses */
		ip = rec_u64_at(ips, 8 * (size_t)i);
		sum = (sum ^ ip) * 0x9e3779b97f4a7c15ull;
	}
	c = &h->chains[sum >> 32 & (CHAINS - 1)];
	if (c->nr == nr && c->pid == pid && !memcmp(c->ips, ips, 8 * (size_t)nr)) {
		c->last = time > c->last ? time : c->last;
		c->first = time < c->first ? time : c->first;
		return;
	}
	give(h, c);
	c->pid = pid;
	c->nr = nr;
	c->first = c->last = time;
	memcpy(c->ips, ips, 8 * (size_t)nr);
}

/* Note a sample by the offsets of its event. Return: false if it has to be decoded instead. */
static bool add_placed(struct rec_hit_addresses *h, const struct pdata_record *rec)
{
	struct sample_offsets *p = &h->places[rec->event->index % EVENTS];
	uint64_t ip, nr;
	uint32_t pid;

	if (p->event != rec->event)
		*p = find_sample_offsets(rec->event);
	if (!p->ip || rec->size < p->ip + 16)
		return false;
	ip = rec_u64_at(rec->data, p->ip);
	pid = (uint32_t)rec_u64_at(rec->data, p->ip + 8);
	if (p->chain) {
		nr = rec->size >= p->chain + 8 ? rec_u64_at(rec->data, p->chain) : 0;
		if (!nr || nr > CHAIN_MAX || nr > (rec->size - p->chain - 8) / 8)
			return false;
		add_chain_hits(h, pid, rec->data + p->chain + 8, (uint32_t)nr, rec->time);
	}
	if (p->hit && p->hit->ip == ip && p->hit->pid == (ip >= KERNEL_HALF ? REC_NO_PID : pid) &&
	    rec->time >= p->hit->last)
		p->hit->last = rec->time;
	else
		p->hit = add_hit(h, pid, ip, rec->time, rec->time);
	return true;
}

/*
 * Add the ip of the user registers, where the unwinding of the copied user stack begins. If the
 * sample is in the kernel, this is its only address that belongs to the process.
 */
static void add_user_stack(struct rec_hit_addresses *h, uint32_t pid, const struct pdata_regs *regs,
			   uint64_t time)
{
	const uint64_t ip_bit = rec_regs_ip();
	const uint64_t at = (uint64_t)__builtin_popcountll(regs->mask & (ip_bit - 1));

	if (regs->abi != PDATA_REGS_ABI_NONE && regs->mask & ip_bit && at < regs->values.nr)
		add_hit(h, pid, pdata_u64_at(&regs->values, at), time, time);
}

void rec_hit_addresses_add(struct rec_hit_addresses *h, const struct pdata_record *rec)
{
	const uint64_t stack = PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;
	const uint64_t wanted = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_ADDR |
				PDATA_SAMPLE_CALLCHAIN | PDATA_SAMPLE_BRANCH_STACK | stack,
		       time = rec->time;
	struct pdata_sample s;

	if (add_placed(h, rec) || pdata_sample_decode(rec, wanted, &s, NULL))
		return;
	const uint32_t pid = s.have & PDATA_SAMPLE_TID ? s.pid : 0;

	if (s.have & PDATA_SAMPLE_IP)
		add_hit(h, pid, s.ip, time, time);
	if (s.have & PDATA_SAMPLE_ADDR)
		add_hit(h, pid, s.addr, time, time);
	if ((s.have & stack) == stack)
		add_user_stack(h, pid, &s.regs_user, time);
	if (s.have & PDATA_SAMPLE_CALLCHAIN && s.nr_ips && s.nr_ips <= CHAIN_MAX)
		add_chain_hits(h, pid, s.ips.data, (uint32_t)s.nr_ips, time);
	else if (s.have & PDATA_SAMPLE_CALLCHAIN && s.nr_ips)
		add_pending_chain(h, pid, s.ips.data, (uint32_t)s.nr_ips, time, time);
	for (uint64_t i = 0; s.have & PDATA_SAMPLE_BRANCH_STACK && i < s.branch.entries.nr; i++) {
		const struct pdata_branch br = pdata_branch_at(&s.branch.entries, i);

		add_hit(h, pid, br.from, time, time);
		add_hit(h, pid, br.to, time, time);
	}
}

/* ---- the end ---- */

static int by_pid(const void *x, const void *y)
{
	const struct rec_hit_address *a = x, *b = y;

	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	return a->last < b->last ? -1 : a->last > b->last;
}

const struct rec_hit_address *rec_hit_addresses_finish(struct rec_hit_addresses *h, uint32_t *nr,
						       uint64_t *nr_left_out)
{
	*nr = 0;
	for (uint32_t i = 0; i < CHAINS; i++)
		give(h, &h->chains[i]);
	rec_hit_addresses_settle(h);
	for (size_t i = 0; i <= h->mask; i++)
		if (h->table[i].ip)
			h->table[(*nr)++] = h->table[i];
	qsort(h->table, *nr, sizeof(*h->table), by_pid);
	*nr_left_out = h->nr_left_out;
	return h->table;
}
