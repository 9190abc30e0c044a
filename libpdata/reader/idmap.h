/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the event of a record by the event id that the record carries. */

#include "common/hash_table.h"

struct pd_id_slot {
	uint64_t id;
	void *event;
};

/* The hash is the high half of a product, whose bits depend on every bit of the id. */
PD_HASH_TABLE(pd_id, struct pd_id_slot, s->event, s->id == k->id,
	      ((k->id ^ k->id >> 32) * seed) >> 32)

/*
 * A hash table from event ids to events; entries are never removed. Id 0 is not stored: it marks a
 * synthesised record.
 */
struct pd_idmap {
	struct pd_id_slot *slots; /* NULL: empty */
	size_t nr, mask;
	uint64_t factor; /* odd, and unknown to the author of the input */
};

/* Add an id. An id that has an event already keeps that event. Return: 0 or PDATA_E_NOMEM. */
int pd_idmap_add(struct pd_idmap *m, uint64_t id, void *event);
void pd_idmap_free(struct pd_idmap *m);

/* Return the event of an id, or NULL. Called for each record of files with several events. */
static inline void *pd_idmap_find(const struct pd_idmap *m, uint64_t id)
{
	const struct pd_id_slot key = { .id = id };

	return m->slots && id ? pd_id_slot(m->slots, m->mask, &key, m->factor)->event : NULL;
}
