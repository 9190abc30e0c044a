/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the parts of the bundle: adds files to the collection, searches sorted addresses, and
 * opens files as a process sees them.
 */
#include "base/util.h"
#include "common/binary_search.h"
#include "file/bundle.h"

#include <stdio.h>
#include <sys/stat.h>

struct pdata_bundle_file *rec_collect_add(struct rec_collect *c, uint32_t kind, const char *name,
					  const uint8_t *data, uint64_t size)
{
	static const uint8_t no_id[PDATA_BUILD_ID_MAX];
	const uint32_t at = c->nr;

	c->files = rec_push(&c->arena, c->files, &c->nr, sizeof(*c->files));
	c->files[at] = (struct pdata_bundle_file){ .kind = kind,
						   .build_id = no_id,
						   .name = { name, (uint32_t)strlen(name) },
						   .size = size,
						   .data = data };
	c->bytes += size;
	return &c->files[at];
}

uint32_t rec_points_first(const uint64_t *addr, uint32_t nr, uint64_t v)
{
	return (uint32_t)pd_first_number(addr, nr, sizeof(*addr), 0, v, false);
}

static uint64_t namespace_of(const char *who)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%s/ns/mnt", who);
	return stat(path, &st) ? 0 : st.st_ino;
}

/* Get the mount namespace of the process; 0: not known. *@ns: the same, or 0 if it is ours. */
static uint64_t namespace_of_process(uint32_t pid, uint64_t *ns)
{
	char who[16];
	uint64_t its;

	snprintf(who, sizeof(who), "%u", pid);
	its = pid && pid != UINT32_MAX ? namespace_of(who) : 0;
	*ns = its != namespace_of("self") ? its : 0;
	return its;
}

uint64_t rec_bundle_namespace(uint32_t pid)
{
	uint64_t ns;

	namespace_of_process(pid, &ns);
	return ns;
}

int rec_bundle_open(uint32_t pid, const char *path, int flags, uint64_t *ns)
{
	const uint64_t its = namespace_of_process(pid, ns);
	char below[4224];
	int fd = -1;

	/* Always use the process's root: chroot(2) changes it without a new mount namespace. */
	if (its &&
	    (size_t)snprintf(below, sizeof(below), "/proc/%u/root%s", pid, path) < sizeof(below))
		fd = rec_open_regular(below, flags);
	if (fd < 0 && !*ns)
		fd = rec_open_regular(path, flags);
	return fd;
}
