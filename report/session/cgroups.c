/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of cgroup paths by cgroup id, filled from CGROUP records, and the cgroup namespace of
 * each thread over time, from NAMESPACES and FORK records.
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

void cgroups_add(struct cgroups *c, uint64_t id, const char *path)
{
	const uint32_t n = interner_add(&c->ids, &id, sizeof(id));
	uint32_t kept;

	if (!n || !mem_room_zeroed(&c->names, &c->cap, n, sizeof(*c->names))) {
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

#define CGROUP_LINK 6 /* after net uts ipc pid user mnt */

/* What holds from then on. */
struct ns_time {
	uint32_t tid;
	uint64_t time, seq;
	uint64_t dev, ino;
};

struct ns_times {
	struct ns_time *all;
	uint32_t nr, cap;
	int err; /* 0 or -ENOMEM */
};

static void add_ns_time(struct ns_times *n, const struct pdata_record *rec, uint32_t tid,
			const struct pdata_link *l)
{
	if (!mem_room(&n->all, &n->cap, n->nr, sizeof(*n->all))) {
		n->err = -ENOMEM;
		return;
	}
	n->all[n->nr++] = (struct ns_time){
		.tid = tid, .time = rec->time, .seq = rec->seq, .dev = l->dev, .ino = l->ino
	};
}

/*
 * A FORK record clears the child's namespace, because its tid may have been another thread's
 * before.
 */
static void process_ns_record(struct ns_times *n, const struct pdata_record *rec)
{
	struct pdata_link link = { 0 };
	struct pdata_value v;

	if ((rec->type != PDATA_RECORD_NAMESPACES && rec->type != PDATA_RECORD_FORK) ||
	    pdata_record_decode(rec, &v, NULL))
		return;
	if (rec->type == PDATA_RECORD_FORK) {
		add_ns_time(n, rec, v.u.task.tid, &link);
		return;
	}
	if (v.u.namespaces.nr_namespaces > CGROUP_LINK)
		link = pdata_link_at(&v.u.namespaces.links, CGROUP_LINK);
	add_ns_time(n, rec, v.u.namespaces.tid, &link);
}

static int order(const void *x, const void *y)
{
	const struct ns_time *a = x, *b = y;

	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

struct ns_times *ns_times_read(struct pdata_reader *r)
{
	struct ns_times *n = mem_alloc(1, sizeof(*n));
	struct pdata_record rec;
	int ret = 0;

	if (!n)
		return NULL;
	while (!n->err && (ret = pdata_reader_next(r, &rec)) > 0)
		process_ns_record(n, &rec);
	if (ret == PDATA_E_NOMEM || pdata_reader_rewind(r) == PDATA_E_NOMEM || n->err) {
		ns_times_free(n);
		return NULL;
	}
	if (n->nr)
		qsort(n->all, n->nr, sizeof(*n->all), order);
	return n;
}

void ns_times_free(struct ns_times *n)
{
	if (!n)
		return;
	free(n->all);
	free(n);
}

void ns_times_cgroup(const struct ns_times *n, uint32_t tid, uint64_t time, uint64_t seq,
		     uint64_t *dev, uint64_t *ino)
{
	const struct ns_time key = { .tid = tid, .time = time, .seq = seq };
	uint32_t lo = 0, hi = n->nr;

	while (lo < hi) {
		const uint32_t mid = lo + (hi - lo) / 2;

		if (order(&n->all[mid], &key) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	*dev = *ino = 0;
	if (!lo || n->all[lo - 1].tid != tid)
		return;
	*dev = n->all[lo - 1].dev;
	*ino = n->all[lo - 1].ino;
}
