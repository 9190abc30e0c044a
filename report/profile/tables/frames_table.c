/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers frames: equal addresses of an object are one frame, in whichever process they were
 * sampled. When all are resolved, adds the inlined functions, and gives the facts about a frame.
 */
#include "profile/tables/tables_int.h"

#include "base/memory.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/object_symbols.h"

#include <stdlib.h>

#define FIRST_SLOTS 4096u

const char *const tables_kind_names[TABLES_NR_KINDS] = {
	[TABLES_USER] = "user",	  [TABLES_KERNEL] = "kernel",	[TABLES_JIT] = "jit",
	[TABLES_GUEST] = "guest", [TABLES_UNKNOWN] = "unknown",
};

static const struct hist_location *frame_location(const struct tables *t, uint32_t n)
{
	return &t->rp.locations.all[t->frames[n].location];
}

/* Whether two locations are one frame; their maps may be those of several processes. */
static bool same_frame(const struct hist_location *a, const struct hist_location *b)
{
	return a->addr == b->addr && a->level == b->level && a->guest == b->guest &&
	       !a->map == !b->map && (!a->map || a->map->object == b->map->object);
}

PD_HASH_INDEX(frame, struct tables, struct hist_location, same_frame(frame_location(o, n), k))

static uint32_t frame_tag(const struct hist_location *l)
{
	const uint64_t object = l->map ? l->map->object->index + 1 : 0;

	return (uint32_t)(hash_mix(l->addr, object << 8 | (uint8_t)l->level) >> 19);
}

static bool room_for_frame(struct tables *t)
{
	return mem_room(&t->frames, &t->cap_frames, t->nr_frames + 1, sizeof(*t->frames)) &&
	       mem_check(!pd_hash_index_grow(&t->frame_index, t->nr_frames, FIRST_SLOTS));
}

static uint32_t add_frame(struct tables *t, const struct tables_frame *frame)
{
	t->frames[++t->nr_frames] = *frame;
	return t->nr_frames;
}

uint32_t tables_number_frame(struct tables *t, uint32_t location)
{
	const struct hist_location *l = &t->rp.locations.all[location];
	uint32_t tag;
	uint64_t *slot;

	if (location < t->cap_frame_of && t->frame_of[location])
		return t->frame_of[location];
	tag = frame_tag(l);
	if (!room_for_frame(t) ||
	    !mem_room_zeroed(&t->frame_of, &t->cap_frame_of, location, sizeof(*t->frame_of))) {
		session_set_err(&t->s, -ENOMEM);
		return 0;
	}
	slot = frame_slot(&t->frame_index, tag, t, l);
	if (!*slot) {
		const uint32_t n = add_frame(t, &(struct tables_frame){ .location = location });

		*slot = pd_hash_index_entry(tag, n);
	}
	return t->frame_of[location] = (uint32_t)*slot;
}

const struct tables_branch *tables_number_branches(struct tables *t, const struct pdata_sample *s,
						   const struct hist_resolve_ctx *at)
{
	struct locations *p = &t->rp.locations;

	if (!(s->have & PDATA_SAMPLE_BRANCH_STACK))
		return NULL;
	for (uint64_t i = 0; i < s->branch.nr; i++) {
		const struct pdata_branch b = pdata_branch_at(&s->branch.entries, i);

		if (!mem_room(&t->branches, &t->cap_branches, (uint32_t)i, sizeof(*t->branches))) {
			session_set_err(&t->s, -ENOMEM);
			return NULL;
		}
		t->branches[i].from = tables_number_frame(t, location_collect_any(p, at, b.from));
		t->branches[i].to = tables_number_frame(t, location_collect_any(p, at, b.to));
	}
	return t->branches;
}

/* Add the functions at the address of frame @n, if a stack has asked for them. */
static int add_inlined_frames(struct tables *t, uint32_t n)
{
	const uint32_t location = t->frames[n].location;
	const uint32_t *list;
	const uint32_t nr = location_inlines(&t->rp.locations, location, &list);

	t->frames[n].outer = n;
	t->frames[n].inlined = t->nr_frames + 1;
	for (uint32_t i = 0; i < nr; i++) {
		uint32_t added;

		if (i + 1 == nr && list[i] == location)
			break;
		if (!mem_room(&t->frames, &t->cap_frames, t->nr_frames + 1, sizeof(*t->frames)))
			return -ENOMEM;
		added = add_frame(t,
				  &(struct tables_frame){ .location = list[i], .position = i + 1 });
		if (i + 1 == nr)
			t->frames[n].outer = added;
	}
	t->frames[n].nr_inlined = nr ? nr - 1 : 0;
	return 0;
}

/* Number the map of a frame in the table "mappings". */
static int number_map(struct tables *t, const struct pdata_map *map)
{
	if (!map || map->index >= pdata_tasks_nr_maps(t->s.tasks) || t->map_of[map->index])
		return 0;
	if (!mem_room(&t->maps, &t->cap_maps, t->nr_maps + 1, sizeof(struct pdata_map *)))
		return -ENOMEM;
	t->maps[++t->nr_maps] = map;
	t->map_of[map->index] = t->nr_maps;
	return 0;
}

int tables_complete_frames(struct tables *t)
{
	const uint32_t nr = t->nr_frames;

	t->map_of = mem_alloc((size_t)pdata_tasks_nr_maps(t->s.tasks) + 1, sizeof(*t->map_of));
	if (!t->map_of)
		return -ENOMEM;
	for (uint32_t n = 1; n <= nr; n++) {
		const struct hist_location *l = frame_location(t, n);

		if (number_map(t, l->map) || add_inlined_frames(t, n))
			return -ENOMEM;
		if (!l->sym && n < t->cap_samples_at)
			t->losses.unresolved += t->samples_at[n];
	}
	return 0;
}

static enum tables_frame_kind kind_of_frame(const struct hist_location *l)
{
	if (l->guest)
		return TABLES_GUEST;
	if (l->level == 'k')
		return TABLES_KERNEL;
	if (!l->map || l->level != '.')
		return TABLES_UNKNOWN;
	return dso_kind_of(l->map->object) == DSO_KIND_PERF_MAP ? TABLES_JIT : TABLES_USER;
}

/* The source line of an inlined function is the place of the call in the function around it. */
static void line_of_inlined(struct tables *t, const struct tables_frame *frame,
			    const struct hist_location *l, struct tables_frame_facts *f)
{
	const struct sym_frame *list;
	uint32_t nr;

	nr = symbols_inlines(t->s.syms, l->map->object, l->addr, l->sym, &list);
	if (frame->position > nr)
		return;
	f->file = list[frame->position - 1].file;
	f->line = list[frame->position - 1].line;
}

void tables_frame_facts(struct tables *t, uint32_t n, struct tables_frame_facts *f)
{
	const struct tables_frame *frame = &t->frames[n];
	const struct hist_location *l = frame_location(t, n);

	*f = (struct tables_frame_facts){
		.kind = kind_of_frame(l),
		.function = l->sym ? l->sym->name : NULL,
		.object = l->map ? symbols_dso_short(t->s.syms, l->map->object) : NULL,
		.map = l->map && l->map->index < pdata_tasks_nr_maps(t->s.tasks)
			       ? t->map_of[l->map->index]
			       : 0,
		.addr = l->addr,
		.offset = l->sym ? l->addr - l->sym->start : 0,
		.inlined = l->sym && l->sym->inlined,
	};
	if (!t->opts.lines || !l->map)
		return;
	if (!frame->position || !l->sym)
		symbols_line(t->s.syms, l->map->object, l->addr, &f->file, &f->line);
	else
		line_of_inlined(t, frame, l, f);
}

bool tables_frame_symbol(const struct tables *t, uint32_t n, struct tables_symbol *out)
{
	const struct hist_location *l = frame_location(t, n);

	if (!l->map)
		return false;
	*out = (struct tables_symbol){ .object = l->map->object, .sym = l->sym, .addr = l->addr };
	return true;
}

uint32_t tables_nr_frames(const struct tables *t)
{
	return t->nr_frames;
}

const struct tables_frame *tables_frame(const struct tables *t, uint32_t n)
{
	return &t->frames[n];
}

uint32_t tables_nr_maps(const struct tables *t)
{
	return t->nr_maps;
}

const struct pdata_map *tables_map(const struct tables *t, uint32_t n)
{
	return t->maps[n];
}
