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

/* Which number distinguishes classes: the low byte of the second word of a class key. */
enum { BY_ADDRESS, BY_START, BY_NAME, BY_LINE };

static uint32_t name_number(struct locations *p, const struct sym *sym)
{
	return interner_add(&p->names, sym->name, (uint32_t)strlen(sym->name));
}

uint32_t location_class_of(struct locations *p, const struct hist_location *pl, uint32_t number,
			   uint32_t level)
{
	const char *line = p->line && pl->map ? p->line(p->line_of, pl) : NULL;
	const bool named = pl->sym && !p->by_address && !line, inlined = named && pl->sym->inlined;
	uint64_t key[3] = { pl->map ? pl->map->object->index + 1 : 0, named ? BY_START : BY_ADDRESS,
			    named ? pl->sym->start : pl->ip };
	uint32_t n, name = 0;

	/* An inlined function: by containing function and name, regardless of its address. */
	if (line)
		key[0] = 0, key[1] = BY_LINE, key[2] = (uintptr_t)line;
	else if (inlined)
		key[1] = BY_NAME | (uint64_t)(name = name_number(p, pl->sym)) << 8;
	else if (!named)
		key[1] |= (uint64_t)level << 8;
	n = interner_add(&p->class_keys, key, sizeof(key));
	if (!n)
		return 0;
	if (!mem_room(&p->classes, &p->cap_classes, n, sizeof(*p->classes))) {
		p->err = -ENOMEM;
		return 0;
	}
	/* The class is new; a known class has its members already. */
	if (n == p->class_keys.nr - 1)
		p->classes[n] = (struct location_class){
			.place = number,
			.order_object = pl->map ? p->ranks[pl->map->object->index] : 0,
			.named = named,
			.inlined = inlined,
			.name_id = name || !named ? name : name_number(p, pl->sym),
			.name = named ? pl->sym->name : NULL,
			.start = named ? pl->sym->start : 0,
			.ip = pl->ip,
			.line = line,
		};
	return n;
}
