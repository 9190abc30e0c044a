/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Gives classes to locations: a call graph does not distinguish locations of one class. Also
 * defines the order of branches of a call graph.
 */
#include "profile/hist/resolve_int.h"

#include "base/memory.h"

#include <errno.h>
#include <string.h>

int location_class_compare(const struct location_class *a, const struct location_class *b)
{
	uint64_t x = a->named && b->named ? a->start : a->ip,
		 y = a->named && b->named ? b->start : b->ip;

	/* The start of an inlined function is meaningless, so it is compared by name. */
	if (a->named && b->named && (a->inlined || b->inlined))
		return a->name_id == b->name_id ? 0 : strcmp(a->name, b->name);
	if (a->line && b->line)
		return strcmp(a->line, b->line);
	if (a->line || b->line)
		return a->line ? -1 : 1;
	if (a->order_object != b->order_object)
		return a->order_object < b->order_object ? -1 : 1;
	return x < y ? -1 : x > y;
}

static uint32_t name_number(struct locations *p, const struct sym *sym)
{
	return interner_add(&p->names, sym->name, (uint32_t)strlen(sym->name));
}

/* Inlined functions of a containing function are one class if their names are equal. */
static bool same_class(const struct location_class *a, const struct location_class *b)
{
	if (a->line || b->line)
		return a->line == b->line;
	if (a->order_object != b->order_object || a->named != b->named || a->inlined != b->inlined)
		return false;
	return a->named ? a->start == b->start && (!a->inlined || a->name_id == b->name_id)
			: a->ip == b->ip && a->level == b->level;
}

PD_HASH_INDEX(location_class, struct locations, struct location_class,
	      same_class(&o->classes[n], k))

static bool shows_same_function(const struct sym *a, const struct sym *b)
{
	return a == b || (a && b && a->start == b->start && a->inlined == b->inlined &&
			  strcmp(a->name, b->name) == 0);
}

/* Return the class of the group of @cls that shows @sym, or 0 if there is none. */
static uint32_t class_that_shows(const struct locations *p, uint32_t cls, const struct sym *sym)
{
	while (cls && !shows_same_function(p->all[p->classes[cls].location].sym, sym))
		cls = p->classes[cls].next;
	return cls;
}

static uint32_t class_tag(const struct location_class *c)
{
	uint64_t h =
		hash_mix(c->named ? c->start : c->ip, (uint64_t)c->order_object << 1 | c->named);

	if (c->line)
		h = hash_mix((uintptr_t)c->line, 0);
	else if (c->inlined || c->level)
		h = hash_mix(h, (uint64_t)c->level << 32 | c->name_id);
	return (uint32_t)(h >> 13);
}

uint32_t location_class_of(struct locations *p, const struct hist_location *pl, uint32_t number,
			   uint32_t level)
{
	const char *line = p->line && pl->map ? p->line(p->line_of, pl) : NULL;
	const bool named = pl->sym && !p->by_address && !line;
	struct location_class key = {
		.location = number,
		.order_object = pl->map ? p->ranks[location_object(p, pl)->index] : 0,
		.named = named,
		.inlined = named && pl->sym->inlined,
		.name = named ? pl->sym->name : NULL,
		.start = named ? pl->sym->start : 0,
		.level = named ? 0 : level,
		.ip = pl->ip,
		.line = line,
	};
	uint64_t *slot;
	uint32_t tag, first, cls;

	if (key.inlined)
		key.name_id = name_number(p, pl->sym);
	tag = class_tag(&key);
	if (!mem_check(!pd_hash_index_grow(&p->class_index, p->nr_classes, 1024)) ||
	    !mem_room(&p->classes, &p->cap_classes, p->nr_classes, sizeof(*p->classes))) {
		p->err = -ENOMEM;
		return 0;
	}
	slot = location_class_slot(&p->class_index, tag, p, &key);
	first = (uint32_t)*slot;
	if (!p->each_location) {
		cls = named ? first : class_that_shows(p, first, pl->sym);
		if (cls)
			return cls;
	}
	if (named && !key.inlined)
		key.name_id = name_number(p, pl->sym);
	if (first) {
		key.group = first;
		key.next = p->classes[first].next;
		p->classes[first].next = p->nr_classes;
	} else {
		*slot = pd_hash_index_entry(tag, p->nr_classes);
	}
	p->classes[p->nr_classes] = key;
	return p->nr_classes++;
}
