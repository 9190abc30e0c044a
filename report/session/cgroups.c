/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of cgroup paths by cgroup id, filled from CGROUP records, for the cgroup fields of
 * report and script.
 */
#include "session/cgroups.h"

#include "base/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void cgroups_free(struct cgroups *c)
{
	interner_free(&c->ids);
	interner_free(&c->texts);
	free(c->names);
}

static bool grow_cgroup_names(struct cgroups *c, uint32_t n)
{
	const uint32_t cap = n * 2 + 64;
	const char **names = mem_grow(c->names, cap, sizeof(*names));

	if (!names)
		return false;
	memset(names + c->cap, 0, (cap - c->cap) * sizeof(*names));
	c->names = names;
	c->cap = cap;
	return true;
}

void cgroups_add(struct cgroups *c, uint64_t id, const char *path)
{
	const uint32_t n = interner_add(&c->ids, &id, sizeof(id));
	uint32_t kept;

	if (!n || (n >= c->cap && !grow_cgroup_names(c, n))) {
		c->err = -ENOMEM;
		return;
	}
	if (c->names[n])
		return;
	kept = interner_add(&c->texts, path, (uint32_t)strlen(path) + 1);
	if (kept)
		c->names[n] = (const char *)c->texts.all[kept].data;
	else
		c->err = -ENOMEM;
}

int cgroups_err(const struct cgroups *c)
{
	return c->err;
}

const char *cgroups_name(struct cgroups *c, uint64_t id)
{
	const uint32_t n = interner_add(&c->ids, &id, sizeof(id));

	if (!n)
		c->err = -ENOMEM;
	return n < c->cap ? c->names[n] : NULL;
}

void cgroups_merge(struct cgroups *c, const struct cgroups *from)
{
	uint64_t id;

	c->err = c->err ? c->err : cgroups_err(from);
	for (uint32_t n = 1; n < from->cap && n < from->ids.nr; n++) {
		memcpy(&id, from->ids.all[n].data, sizeof(id));
		if (from->names[n])
			cgroups_add(c, id, from->names[n]);
	}
}
