/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the event of a record by the event id in the record. */

#include "common/hash_table.h"

struct pd_id_slot {
	uint64_t id;
	void *event;
};

/*
 * The hash is the high half of a 64-bit product, because the bits of this half depend on every bit
 * of the id.
 */
PD_HASH_TABLE(pd_id, struct pd_id_slot, s->event, s->id == k->id,
	      ((k->id ^ k->id >> 32) * seed) >> 32)

/*
 * A hash table that gives the event of an event id. Entries are never removed. Id 0 is not stored,
 * because it is the id of synthesised records.
 */
struct pd_idmap {
	struct pd_id_slot *slots; /* elements of the hash table; NULL: no id was added yet */
	size_t nr, mask;
	/* seed of the hash: an odd random integer that the author of the input cannot know */
	uint64_t factor;
};

/*
 * Add @id with the event @event. If @id is 0, or if the table has @id already, nothing changes.
 * Return: 0 or PDATA_E_NOMEM.
 */
int pd_idmap_add(struct pd_idmap *m, uint64_t id, void *event);
void pd_idmap_free(struct pd_idmap *m);

/*
 * Return the event of @id; NULL: no event has this id. The function must be fast, because in a
 * file with several events the reader may call it for each record.
 */
static inline void *pd_idmap_find(const struct pd_idmap *m, uint64_t id)
{
	const struct pd_id_slot key = { .id = id };

	return m->slots && id ? pd_id_slot(m->slots, m->mask, &key, m->factor)->event : NULL;
}
