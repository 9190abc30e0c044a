/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The hash table from the event id of a record to the reader's event; id 0 means a synthesised
 * record and is not stored.
 */
#include "reader/idmap.h"
#include "base/alloc.h"
#include "base/hash_seed.h"

#include <pdata/pdata.h>

static int grow_idmap(struct pd_idmap *m)
{
	struct pd_idmap bigger = { .cap = m->cap ? m->cap * 2 : 64,
				   .factor = m->cap ? m->factor : pd_hash_seed() | 1 };

	bigger.slots = pd_calloc(bigger.cap, sizeof(*bigger.slots));
	if (!bigger.slots)
		return PDATA_E_NOMEM;
	for (size_t i = 0; i < m->cap; i++)
		if (m->slots[i].event)
			bigger.slots[pd_idmap_slot(&bigger, m->slots[i].id)] = m->slots[i];
	bigger.nr = m->nr;
	pd_free(m->slots);
	*m = bigger;
	return 0;
}

int pd_idmap_add(struct pd_idmap *m, uint64_t id, void *event)
{
	size_t i;

	if (!id)
		return 0;
	if (m->nr * 2 >= m->cap && grow_idmap(m))
		return PDATA_E_NOMEM;
	i = pd_idmap_slot(m, id);
	if (m->slots[i].event)
		return 0;
	m->slots[i].id = id;
	m->slots[i].event = event;
	m->nr++;
	return 0;
}

void pd_idmap_free(struct pd_idmap *m)
{
	pd_free(m->slots);
	*m = (struct pd_idmap){ 0 };
}
