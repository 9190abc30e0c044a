/* SPDX-License-Identifier: BSD-2-Clause */
#include "session/cgroups.h"

#include "base/command.h"

#include <stdlib.h>
#include <string.h>

void cgroups_free(struct cgroups *c)
{
	interner_free(&c->ids);
	interner_free(&c->texts);
	free(c->names);
}

void cgroups_add(struct cgroups *c, uint64_t id, const char *path)
{
	const uint32_t n = interner_add(&c->ids, &id, sizeof(id));
	uint32_t kept;

	if (n >= c->cap) {
		const uint32_t cap = n * 2 + 64;

		c->names = rep_grow(c->names, cap, sizeof(char *));
		memset(c->names + c->cap, 0, (cap - c->cap) * sizeof(char *));
		c->cap = cap;
	}
	if (c->names[n])
		return;
	kept = interner_add(&c->texts, path, (uint32_t)strlen(path) + 1);
	c->names[n] = (const char *)c->texts.all[kept].data;
}

const char *cgroups_name(struct cgroups *c, uint64_t id)
{
	const uint32_t n = interner_add(&c->ids, &id, sizeof(id));

	return n < c->cap ? c->names[n] : NULL;
}

void cgroups_merge(struct cgroups *c, const struct cgroups *from)
{
	uint64_t id;

	for (uint32_t n = 1; n < from->cap && n < from->ids.nr; n++) {
		memcpy(&id, from->ids.all[n].data, sizeof(id));
		if (from->names[n])
			cgroups_add(c, id, from->names[n]);
	}
}
