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
	} *slots;
	size_t nr, cap; /* cap is a power of two, or 0 */
	uint64_t factor; /* odd; input cannot know it */
};

/* The first event of an id stays. Return: 0 or PDATA_E_NOMEM. */
int pd_idmap_add(struct pd_idmap *m, uint64_t id, void *event);
void *pd_idmap_find(const struct pd_idmap *m, uint64_t id);
void pd_idmap_free(struct pd_idmap *m);

#endif
