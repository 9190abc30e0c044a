/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stores CALLCHAIN_DEFERRED records by thread and cookie, and joins them to the kernel part of the
 * samples' call chains.
 */
#include <pdata/deferred.h>

#include "base/alloc.h"
#include "base/hash_seed.h"
#include "tasks/tasks_int.h"

#include <stdbool.h>
#include <string.h>

/* A user part, in the host's byte order, with its context mark in front. */
struct chain {
	uint64_t hash, nr;
	uint64_t ips[];
};

struct key {
	uint64_t cookie;
	uint32_t tid;
	const struct chain *chain; /* NULL: an empty slot */
};

struct pdata_deferred {
	struct pd_arena arena;
	uint64_t seed;
	struct key *keys; /* open addressing; cap is a power of two, or 0 */
	size_t nr_keys, keys_cap;
	struct chain **chains; /* the same */
	size_t nr_chains, chains_cap;
};

int pdata_deferred_new(struct pdata_deferred **out)
{
	*out = pd_calloc(1, sizeof(**out));
	if (!*out)
		return PDATA_E_NOMEM;
	(*out)->seed = pd_hash_seed();
	return 0;
}

void pdata_deferred_free(struct pdata_deferred *d)
{
	if (!d)
		return;
	pd_free(d->keys);
	pd_free(d->chains);
	pd_arena_free(&d->arena);
	pd_free(d);
}

/* The slot of a key, or the empty one where it belongs; there always is one. */
static struct key *find_deferred_key(const struct pdata_deferred *d, uint32_t tid, uint64_t cookie)
{
	const uint64_t words[2] = { tid, cookie };
	size_t at = (size_t)pd_hash(words, sizeof(words), d->seed);

	for (;; at++) {
		struct key *k = &d->keys[at & (d->keys_cap - 1)];

		if (!k->chain || (k->tid == tid && k->cookie == cookie))
			return k;
	}
}

static int grow_keys(struct pdata_deferred *d)
{
	const struct pdata_deferred old = *d;
	size_t cap = old.keys_cap ? old.keys_cap * 2 : 256;
	struct key *keys = pd_calloc(cap, sizeof(*keys));

	if (!keys)
		return PDATA_E_NOMEM;
	d->keys = keys;
	d->keys_cap = cap;
	for (size_t i = 0; i < old.keys_cap; i++)
		if (old.keys[i].chain)
			*find_deferred_key(d, old.keys[i].tid, old.keys[i].cookie) = old.keys[i];
	pd_free(old.keys);
	return 0;
}

static struct chain **find_chain(const struct pdata_deferred *d, const struct chain *c)
{
	for (size_t at = (size_t)c->hash;; at++) {
		struct chain **slot = &d->chains[at & (d->chains_cap - 1)];

		if (!*slot || ((*slot)->hash == c->hash && (*slot)->nr == c->nr &&
			       !memcmp((*slot)->ips, c->ips, c->nr * sizeof(c->ips[0]))))
			return slot;
	}
}

static int grow_chains(struct pdata_deferred *d)
{
	const struct pdata_deferred old = *d;
	size_t cap = old.chains_cap ? old.chains_cap * 2 : 256;
	struct chain **chains = pd_calloc(cap, sizeof(struct chain *));

	if (!chains)
		return PDATA_E_NOMEM;
	d->chains = chains;
	d->chains_cap = cap;
	for (size_t i = 0; i < old.chains_cap; i++)
		if (old.chains[i])
			*find_chain(d, old.chains[i]) = old.chains[i];
	pd_free(old.chains);
	return 0;
}

/* The chain of a record, with a mark where the kernel wrote none. */
static void copy_chain(const struct pdata_deferred *d, const struct pdata_view *ips, bool marked,
		       struct chain *c)
{
	uint64_t *to = c->ips;

	if (!marked)
		*to++ = PDATA_CONTEXT_USER;
	for (uint64_t i = 0; i < ips->nr; i++)
		*to++ = pdata_u64_at(ips, i);
	c->nr = (uint64_t)(to - c->ips);
	c->hash = pd_hash(c->ips, c->nr * sizeof(c->ips[0]), d->seed);
}

/* The one chain with this content; NULL without memory. */
static const struct chain *intern(struct pdata_deferred *d, const struct pdata_view *ips)
{
	bool marked = ips->nr && pdata_u64_at(ips, 0) >= PDATA_CONTEXT_MAX;
	size_t size = sizeof(struct chain) + (ips->nr + !marked) * sizeof(uint64_t);
	struct chain *c, **slot;

	if (d->nr_chains * 2 >= d->chains_cap && grow_chains(d))
		return NULL;
	c = pd_malloc(size);
	if (!c)
		return NULL;
	copy_chain(d, ips, marked, c);
	slot = find_chain(d, c);
	if (!*slot) {
		*slot = pd_arena_array(&d->arena, size, 1);
		if (*slot) {
			memcpy(*slot, c, size);
			d->nr_chains++;
		}
	}
	pd_free(c);
	return *slot;
}

int pdata_deferred_add(struct pdata_deferred *d, const struct pdata_record *rec)
{
	const struct pdata_callchain_deferred *c;
	struct pdata_value v;
	struct key *k;
	int ret;

	if (rec->type != PDATA_RECORD_CALLCHAIN_DEFERRED)
		return 0;
	ret = pdata_record_decode(rec, &v, NULL);
	if (ret)
		return ret;
	if (d->nr_keys * 2 >= d->keys_cap && grow_keys(d))
		return PDATA_E_NOMEM;
	c = &v.u.callchain_deferred;
	k = find_deferred_key(d, v.id.tid, c->cookie);
	if (k->chain)
		return 0;
	k->chain = intern(d, &c->ips);
	if (!k->chain)
		return PDATA_E_NOMEM;
	k->tid = v.id.tid;
	k->cookie = c->cookie;
	d->nr_keys++;
	return 0;
}

uint64_t pdata_deferred_join(const struct pdata_deferred *d, struct pdata_sample *s, uint64_t *buf,
			     uint64_t len)
{
	uint64_t own = s->nr_ips < 2 ? 0 : s->nr_ips - 2; /* without mark and cookie */
	const struct chain *c = NULL;

	if (!(s->have & PDATA_SAMPLE_CALLCHAIN) || s->nr_ips < 2 ||
	    pdata_u64_at(&s->ips, own) != PDATA_CONTEXT_USER_DEFERRED)
		return 0;
	if (d->nr_keys)
		c = find_deferred_key(d, s->have & PDATA_SAMPLE_TID ? s->tid : 0,
				      pdata_u64_at(&s->ips, own + 1))
			    ->chain;
	if (!c) {
		s->nr_ips = s->ips.nr = own;
		return own ? own : 1;
	}
	if (own + c->nr > len)
		return own + c->nr;
	for (uint64_t i = 0; i < own; i++)
		buf[i] = pdata_u64_at(&s->ips, i);
	memcpy(buf + own, c->ips, c->nr * sizeof(c->ips[0]));
	s->nr_ips = own + c->nr;
	s->ips = (struct pdata_view){ .data = (const uint8_t *)buf, .nr = s->nr_ips };
	return s->nr_ips;
}
