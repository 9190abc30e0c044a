/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stores CALLCHAIN_DEFERRED records by thread and cookie, and joins them to the kernel part of the
 * call chains of samples.
 */
#include <pdata/deferred.h>

#include "base/alloc.h"
#include "base/hash_seed.h"
#include "common/hash_table.h"
#include "tasks/tasks_int.h"

#include <stdbool.h>
#include <string.h>

/* The user part of a call chain, in the host's byte order, with its context marker in front. */
struct chain {
	uint64_t hash, nr;
	uint64_t ips[];
};

struct key {
	uint64_t cookie;
	uint32_t tid;
	const struct chain *chain; /* NULL: an empty slot */
};

struct chain_slot {
	const struct chain *chain;
};

struct pdata_deferred {
	struct pd_arena arena;
	uint64_t seed;
	struct key *keys;
	size_t nr_keys, keys_mask;
	struct chain_slot *chains;
	size_t nr_chains, chains_mask;
};

static uint64_t hash_key(const struct key *k, uint64_t seed)
{
	const uint64_t words[2] = { k->tid, k->cookie };

	return pd_hash(words, sizeof(words), seed);
}

static bool chains_equal(const struct chain *a, const struct chain *b)
{
	return a->hash == b->hash && a->nr == b->nr &&
	       !memcmp(a->ips, b->ips, a->nr * sizeof(a->ips[0]));
}

PD_HASH_TABLE(deferred_key, struct key, s->chain, s->tid == k->tid && s->cookie == k->cookie,
	      hash_key(k, seed))
PD_HASH_TABLE(deferred_chain, struct chain_slot, s->chain, chains_equal(s->chain, k->chain),
	      k->chain->hash)

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

/* Copy the chain of a record to @c, and add a context marker if the kernel wrote none. */
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

/* Get the one stored chain with this content. Return: NULL if memory is exhausted. */
static const struct chain *intern(struct pdata_deferred *d, const struct pdata_view *ips)
{
	bool marked = ips->nr && pdata_u64_at(ips, 0) >= PDATA_CONTEXT_MAX;
	size_t size = sizeof(struct chain) + (ips->nr + !marked) * sizeof(uint64_t);
	struct chain_slot *slot;
	struct chain *c, *kept;

	if (d->nr_chains * 2 >= d->chains_mask &&
	    deferred_chain_grow(&d->chains, &d->chains_mask, 256, 0))
		return NULL;
	c = pd_malloc(size);
	if (!c)
		return NULL;
	copy_chain(d, ips, marked, c);
	slot = deferred_chain_slot(d->chains, d->chains_mask, &(struct chain_slot){ c }, 0);
	if (!slot->chain) {
		kept = pd_arena_array(&d->arena, size, 1);
		if (kept) {
			memcpy(kept, c, size);
			slot->chain = kept;
			d->nr_chains++;
		}
	}
	pd_free(c);
	return slot->chain;
}

int pdata_deferred_add(struct pdata_deferred *d, const struct pdata_record *rec)
{
	const struct pdata_callchain_deferred *c;
	struct pdata_value v;
	struct key key, *k;
	int ret;

	if (rec->type != PDATA_RECORD_CALLCHAIN_DEFERRED)
		return 0;
	ret = pdata_record_decode(rec, &v, NULL);
	if (ret)
		return ret;
	if (d->nr_keys * 2 >= d->keys_mask &&
	    deferred_key_grow(&d->keys, &d->keys_mask, 256, d->seed))
		return PDATA_E_NOMEM;
	c = &v.u.callchain_deferred;
	key = (struct key){ .tid = v.id.tid, .cookie = c->cookie };
	k = deferred_key_slot(d->keys, d->keys_mask, &key, d->seed);
	if (k->chain)
		return 0;
	key.chain = intern(d, &c->ips);
	if (!key.chain)
		return PDATA_E_NOMEM;
	*k = key;
	d->nr_keys++;
	return 0;
}

uint64_t pdata_deferred_join(const struct pdata_deferred *d, struct pdata_sample *s, uint64_t *buf,
			     uint64_t len)
{
	/* entries without context marker and cookie */
	uint64_t own = s->nr_ips < 2 ? 0 : s->nr_ips - 2;
	struct key key = { .tid = s->have & PDATA_SAMPLE_TID ? s->tid : 0 };
	const struct chain *c = NULL;

	if (!(s->have & PDATA_SAMPLE_CALLCHAIN) || s->nr_ips < 2 ||
	    pdata_u64_at(&s->ips, own) != PDATA_CONTEXT_USER_DEFERRED)
		return 0;
	key.cookie = pdata_u64_at(&s->ips, own + 1);
	if (d->nr_keys)
		c = deferred_key_slot(d->keys, d->keys_mask, &key, d->seed)->chain;
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
