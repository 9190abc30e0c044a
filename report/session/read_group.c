/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Splits a sample with PERF_SAMPLE_READ into one sample for each counter, whose period is the
 * difference to the counter's previous value.
 */
#include "session/read_group.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>

/* Open addressing by id; event NULL marks a free place. */
struct read_last {
	uint64_t id;
	uint64_t value;
	const struct pdata_event *event;
};

struct read_group {
	const struct pdata_reader *reader;
	struct read_last *tab;
	size_t cap; /* a power of two */
	size_t nr;
	int err; /* 0 or -ENOMEM */
};

struct read_group *read_group_new(const struct pdata_reader *r)
{
	struct read_group *g = mem_alloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->reader = r;
	g->cap = 256;
	g->tab = mem_alloc(g->cap, sizeof(*g->tab));
	if (g->tab)
		return g;
	free(g);
	return NULL;
}

int read_group_err(const struct read_group *g)
{
	return g ? g->err : 0;
}

void read_group_free(struct read_group *g)
{
	if (!g)
		return;
	free(g->tab);
	free(g);
}

static struct read_last *read_last_slot(struct read_last *tab, size_t cap, uint64_t id)
{
	size_t i = (size_t)(id * 0x9e3779b97f4a7c15ull >> 20) & (cap - 1);

	while (tab[i].event && tab[i].id != id)
		i = (i + 1) & (cap - 1);
	return &tab[i];
}

static bool grow_read_table(struct read_group *g)
{
	size_t cap = g->cap * 2;
	struct read_last *tab = mem_alloc(cap, sizeof(*tab));

	if (!tab) {
		g->err = -ENOMEM;
		return false;
	}
	for (size_t i = 0; i < g->cap; i++)
		if (g->tab[i].event)
			*read_last_slot(tab, cap, g->tab[i].id) = g->tab[i];
	free(g->tab);
	g->tab = tab;
	g->cap = cap;
	return true;
}

/*
 * The state of an id, or NULL when no event has it, and when memory is exhausted. Ids of no event
 * take no memory.
 */
static struct read_last *read_state(struct read_group *g, uint64_t id)
{
	struct read_last *l = read_last_slot(g->tab, g->cap, id);
	const struct pdata_event *ev;

	if (l->event)
		return l;
	ev = pdata_reader_event_by_id(g->reader, id);
	if (!ev)
		return NULL;
	if (g->nr * 2 >= g->cap) {
		if (!grow_read_table(g))
			return NULL;
		l = read_last_slot(g->tab, g->cap, id);
	}
	g->nr++;
	*l = (struct read_last){ .id = id, .event = ev };
	return l;
}

bool read_group_part(struct read_group *g, const struct pdata_sample *s, uint64_t i,
		     struct read_part *part)
{
	struct pdata_read_entry e = pdata_read_entry_at(&s->read, i);
	struct read_last *l = read_state(g, e.id);

	if (!l)
		return false;
	*part = (struct read_part){ .event = l->event, .id = e.id, .period = e.value - l->value };
	l->value = e.value;
	return part->period != 0;
}

bool read_group_any(const struct pdata_reader *r)
{
	for (uint32_t i = 0; i < pdata_reader_nr_events(r); i++)
		if (pdata_reader_event(r, i)->attr.sample_type & PDATA_SAMPLE_READ)
			return true;
	return false;
}
