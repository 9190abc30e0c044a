/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Splits a sample with PERF_SAMPLE_READ into one sample for each counter, whose period is the
 * difference to the counter's previous value.
 */
#include "session/read_group.h"

#include "base/memory.h"
#include "common/hash_table.h"

#include <errno.h>
#include <stdlib.h>

/* The last counter value of an event id; event NULL: a free slot. */
struct read_last {
	uint64_t id;
	uint64_t value;
	const struct pdata_event *event;
};

PD_HASH_TABLE(read_last, struct read_last, s->event, s->id == k->id,
	      k->id * 0x9e3779b97f4a7c15ull >> 20)

struct read_group {
	const struct pdata_reader *reader;
	struct read_last *tab;
	size_t mask, nr;
	int err; /* 0 or -ENOMEM */
};

static bool grow_read_table(struct read_group *g)
{
	if (!read_last_grow(&g->tab, &g->mask, 256, 0))
		return true;
	mem_count_failure();
	g->err = -ENOMEM;
	return false;
}

struct read_group *read_group_new(const struct pdata_reader *r)
{
	struct read_group *g = mem_alloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->reader = r;
	if (grow_read_table(g))
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
	pd_free(g->tab);
	free(g);
}

/*
 * The state of an id; NULL when no event has the id or memory is exhausted. An id without an event
 * takes no memory, so a hostile file cannot make the table grow.
 */
static struct read_last *read_state(struct read_group *g, uint64_t id)
{
	const struct read_last key = { .id = id };
	struct read_last *l = read_last_slot(g->tab, g->mask, &key, 0);
	const struct pdata_event *ev;

	if (l->event)
		return l;
	ev = pdata_reader_event_by_id(g->reader, id);
	if (!ev)
		return NULL;
	if (g->nr * 2 > g->mask) {
		if (!grow_read_table(g))
			return NULL;
		l = read_last_slot(g->tab, g->mask, &key, 0);
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
