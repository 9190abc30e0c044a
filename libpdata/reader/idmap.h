/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_IDMAP_H
#define PD_IDMAP_H

#include <stddef.h>
#include <stdint.h>

/* Event id to event: open addressing, never shrinks. Id 0 is not stored: it means synthesised. */
struct pd_idmap {
	struct pd_id_slot {
		uint64_t id;
		void *event;
	} * slots;
	size_t nr, cap;	 /* cap is a power of two, or 0 */
	uint64_t factor; /* odd; input cannot know it */
};

/* The first event of an id stays. Return: 0 or PDATA_E_NOMEM. */
int pd_idmap_add(struct pd_idmap *m, uint64_t id, void *event);
void pd_idmap_free(struct pd_idmap *m);

/* Where an id is or would be; the map is not empty. */
static inline size_t pd_idmap_slot(const struct pd_idmap *m, uint64_t id)
{
	/* The high bits of the product depend on every bit of the id. */
	size_t i = (size_t)((id ^ id >> 32) * m->factor >> 32) & (m->cap - 1);

	while (m->slots[i].event && m->slots[i].id != id)
		i = (i + 1) & (m->cap - 1);
	return i;
}

/* The event of an id, or NULL. Asked for each record of files with several events. */
static inline void *pd_idmap_find(const struct pd_idmap *m, uint64_t id)
{
	return m->cap && id ? m->slots[pd_idmap_slot(m, id)].event : NULL;
}

#endif
