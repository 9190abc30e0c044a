/* SPDX-License-Identifier: BSD-2-Clause */
/* Paths of cgroups, which samples know by number. */
#include "hist.h"

#include <string.h>

void hist_cgroup_add(struct hist *h, uint64_t id, const char *path)
{
	const uint32_t n = blobs_intern(&h->cgroup_ids, &id, sizeof(id));
	uint32_t kept;

	if (n >= h->cap_cgroups) {
		const uint32_t cap = n * 2 + 64;

		h->cgroup_names = rep_grow(h->cgroup_names, cap, sizeof(char *));
		memset(h->cgroup_names + h->cap_cgroups, 0,
		       (cap - h->cap_cgroups) * sizeof(char *));
		h->cap_cgroups = cap;
	}
	if (h->cgroup_names[n])
		return;
	kept = blobs_intern(&h->names, path, (uint32_t)strlen(path) + 1);
	h->cgroup_names[n] = (const char *)h->names.all[kept].data;
}

const char *hist_cgroup_name(struct hist *h, uint64_t id)
{
	const uint32_t n = blobs_intern(&h->cgroup_ids, &id, sizeof(id));

	return n < h->cap_cgroups ? h->cgroup_names[n] : NULL;
}

void hist_cgroups_merge(struct hist *h, const struct hist *from)
{
	uint64_t id;

	for (uint32_t n = 1; n < from->cap_cgroups && n < from->cgroup_ids.nr; n++) {
		memcpy(&id, from->cgroup_ids.all[n].data, sizeof(id));
		if (from->cgroup_names[n])
			hist_cgroup_add(h, id, from->cgroup_names[n]);
	}
}
