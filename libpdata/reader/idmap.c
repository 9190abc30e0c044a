/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The hash table from event ids to the reader's events. Id 0 marks a synthesised record and is not
 * stored.
 */
#include "reader/idmap.h"
#include "base/alloc.h"
#include "base/hash_seed.h"

#include <pdata/pdata.h>

int pd_idmap_add(struct pd_idmap *m, uint64_t id, void *event)
{
	const struct pd_id_slot key = { .id = id, .event = event };
	struct pd_id_slot *slot;

	if (!id)
		return 0;
	if (!m->slots)
		m->factor = pd_hash_seed() | 1;
	if ((!m->slots || m->nr * 2 > m->mask) && pd_id_grow(&m->slots, &m->mask, 64, m->factor))
		return PDATA_E_NOMEM;
	slot = pd_id_slot(m->slots, m->mask, &key, m->factor);
	if (slot->event)
		return 0;
	*slot = key;
	m->nr++;
	return 0;
}

void pd_idmap_free(struct pd_idmap *m)
{
	pd_free(m->slots);
	*m = (struct pd_idmap){ 0 };
}
