/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Resolves all locations that a report has collected: first symbols, objects in parallel threads;
 * then inlined functions and source lines; then classes, in the order of collecting. Or resolves
 * only the symbols of all hist entries.
 */
#include "profile/hist/resolve_int.h"

#include "base/jobs.h"
#include "base/memory.h"
#include "base/radix_sort.h"
#include "object/symbols/debug_asks.h"
#include "object/symbols/location.h"

#include <errno.h>
#include <stdlib.h>

/* Resolving uses one thread for each this many bytes of mapped code. */
#define CODE_BYTES_EACH (2u << 20)
/* A later call of locations_resolve() with fewer new locations resolves them one by one. */
#define BULK_FROM 1000u

/* Addresses in one object. */
struct located_object {
	const struct pdata_object *object;
	uint32_t *numbers;
	uint32_t nr;
	uint32_t earliest; /* lowest number of these addresses */
	uint64_t code;	   /* size in bytes of the map of that address */
};

/* The addresses to resolve. A number is an index of a location or, with @h, of a hist entry. */
struct bulk {
	struct locations *p;
	struct hists *h; /* NULL: addresses are those of locations */
	uint32_t nr_objects;
	struct located_object *objects;
	uint32_t *numbers; /* numbers of addresses, grouped by object */
	uint32_t nr_jobs;  /* jobs with one object each; one more job has the other objects */
	/* by object index: held messages of reading symbols, and of reading DWARF */
	struct rep_messages *said, *debug_said;
	uint32_t classed; /* locations below this number have their classes */
	uint32_t end;	  /* number of locations, or of hist entries, to resolve */
};

/* ---- addresses of locations or of hist entries ------------------------------------------- */

static const struct pdata_map *map_at(const struct bulk *b, uint32_t n)
{
	return b->h ? b->h->firsts[n].map : b->p->all[n].map;
}

static const struct pdata_object *object_at(const struct bulk *b, uint32_t n)
{
	const uint32_t object = b->h ? b->h->entries[n].object : 0;

	if (!b->h)
		return location_object(b->p, &b->p->all[n]);
	if (object)
		return pdata_tasks_object(b->p->tasks, object - 1);
	return b->h->firsts[n].map ? b->h->firsts[n].map->object : NULL;
}

static uint64_t addr_at(const struct bulk *b, uint32_t n)
{
	return b->h ? hist_entry_location(b->h, n).addr : b->p->all[n].addr;
}

/* Set the symbol of address @n. @same: number of the address that stands for all equal ones. */
static void set_sym_at(const struct bulk *b, uint32_t n, const struct sym *sym, uint32_t same)
{
	if (b->h) {
		b->h->entries[n].sym = sym;
		b->h->firsts[n].same = same;
	} else {
		b->p->all[n].sym = sym;
	}
}

/* ---- symbols ----------------------------------------------------------------------------- */

/*
 * Order objects by code size, largest first. Objects whose symbols only one thread may load are
 * last, in the order of collecting.
 */
static int compare_located_objects(const void *x, const void *y)
{
	const struct located_object *a = x, *b = y;
	const bool shared = symbols_are_shared(a->object);

	if (shared != symbols_are_shared(b->object))
		return shared ? 1 : -1;
	if (!shared && a->code != b->code)
		return a->code > b->code ? -1 : 1;
	return a->earliest < b->earliest ? -1 : a->earliest > b->earliest;
}

/* Return: 0 or -ENOMEM. */
static int group_by_object(struct bulk *b)
{
	const uint32_t nr_objects = pdata_tasks_nr_objects(b->p->tasks);
	struct located_object *of = mem_alloc(nr_objects, sizeof(*of)), *o;
	const struct pdata_object *object;
	uint32_t sum = 0;

	b->objects = of;
	b->numbers = mem_alloc(b->end - b->classed, sizeof(*b->numbers));
	b->said = mem_alloc(nr_objects, sizeof(*b->said));
	b->debug_said = mem_alloc(nr_objects, sizeof(*b->debug_said));
	if (!of || !b->numbers || !b->said || !b->debug_said)
		return -ENOMEM;
	for (uint32_t n = b->classed; n < b->end; n++) {
		object = object_at(b, n);
		if (!object)
			continue;
		o = &of[object->index];
		if (!o->nr++) {
			o->object = object;
			o->earliest = n;
			o->code = map_at(b, n)->end - map_at(b, n)->start;
		}
	}
	for (uint32_t k = 0; k < nr_objects; k++) {
		of[k].numbers = b->numbers + sum;
		sum += of[k].nr;
		of[k].nr = 0;
	}
	for (uint32_t n = b->classed; n < b->end; n++) {
		object = object_at(b, n);
		if (object) {
			o = &of[object->index];
			o->numbers[o->nr++] = n;
		}
	}
	for (uint32_t k = 0; k < nr_objects; k++)
		if (of[k].nr)
			of[b->nr_objects++] = of[k];
	qsort(of, b->nr_objects, sizeof(*of), compare_located_objects);
	while (b->nr_jobs < b->nr_objects && !symbols_are_shared(of[b->nr_jobs].object))
		b->nr_jobs++;
	return 0;
}

static void resolve_sorted(const struct bulk *b, const struct located_object *o,
			   const struct radix_item *a)
{
	const struct sym *sym = NULL;
	uint32_t same = 0;

	for (uint32_t i = 0; i < o->nr; i++) {
		if (!i || a[i].key != a[i - 1].key) {
			sym = resolve_sym(b->p->syms, o->object, a[i].key);
			same = a[i].number;
		}
		set_sym_at(b, a[i].number, sym, same);
	}
}

/* Resolve an object's addresses in ascending order, or without memory in that of collecting. */
static void resolve_object(const struct bulk *b, const struct located_object *o)
{
	struct radix_item *a = o->nr > 1 ? mem_alloc(o->nr, 2 * sizeof(*a)) : NULL;

	rep_messages_hold(&b->said[o->object->index]);
	for (uint32_t i = 0; i < o->nr; i++) {
		const uint32_t n = o->numbers[i];

		if (a)
			a[i] = (struct radix_item){ addr_at(b, n), n };
		else
			set_sym_at(b, n, resolve_sym(b->p->syms, o->object, addr_at(b, n)), n);
	}
	if (a)
		resolve_sorted(b, o, radix_sort(a, a + o->nr, o->nr));
	free(a);
	rep_messages_hold(NULL);
}

static void resolve_job(void *ctx, uint32_t job)
{
	struct bulk *b = ctx;

	if (job < b->nr_jobs)
		resolve_object(b, &b->objects[job]);
	else
		for (uint32_t k = b->nr_jobs; k < b->nr_objects; k++)
			resolve_object(b, &b->objects[k]);
}

static void resolve_symbols(struct bulk *b)
{
	const uint64_t jobs = symbols_may_share(b->p->syms) ? b->p->wishes.jobs : 1;
	uint64_t code = 0;

	for (uint32_t k = 0; k < b->nr_jobs; k++)
		code += b->objects[k].code;
	rep_run_jobs(rep_nr_threads(jobs, code / CODE_BYTES_EACH),
		     b->nr_jobs + (b->nr_jobs < b->nr_objects), resolve_job, b);
}

/* ---- debugging information --------------------------------------------------------------- */

static void ask_debug(struct bulk *b)
{
	struct locations *p = b->p;
	struct debug_asks q = { .nr = 0 };
	int err = 0;

	for (uint32_t i = 0; i < p->nr_asks && !err; i++) {
		const struct hist_location *pl = &p->all[p->asks[i].location];

		if (pl->map && pl->sym)
			err = debug_asks_add(&q, &(struct debug_ask){ .object = pl->map->object,
								      .addr = pl->addr,
								      .base = pl->sym });
	}
	for (uint32_t n = b->classed; p->wishes.lines && n < b->end && !err; n++)
		if (p->all[n].map && (p->wishes.lines == LOCATION_LINES || p->all[n].own))
			err = debug_asks_add(&q,
					     &(struct debug_ask){ .object = p->all[n].map->object,
								  .addr = p->all[n].addr });
	if (err)
		p->err = err;
	else
		symbols_answer_asks(p->syms, &q, p->wishes.jobs, DEBUG_BYTES_EACH, b->debug_said);
	debug_asks_free(&q);
}

/* ---- in the order of collecting ---------------------------------------------------------- */

/* Print the messages in @said about the object @object. NULL: there are none. */
static void say_of(struct rep_messages *said, const struct pdata_object *object)
{
	if (said && object && said[object->index].text)
		rep_messages_say(&said[object->index]);
}

static void set_class(struct locations *p, uint32_t n, uint32_t cls)
{
	if (mem_room_zeroed(&p->class_of, &p->cap_class_of, n, sizeof(*p->class_of)))
		p->class_of[n] = cls;
	else
		p->err = -ENOMEM;
}

/* Give the locations below @end their classes and print the messages held for them, in order. */
static void class_locations(struct bulk *b, uint32_t end)
{
	struct locations *p = b->p;

	for (; b->classed < end; b->classed++) {
		struct hist_location *pl = &p->all[b->classed];

		if (b->classed == p->kernel_said_at)
			rep_messages_say(&p->kernel_said);
		say_of(b->said, location_object(p, pl));
		if (p->wishes.lines)
			say_of(b->debug_said, location_object(p, pl));
		if (p->wishes.classes)
			set_class(p, b->classed, location_class_of(p, pl, b->classed, 0));
	}
}

void locations_class_notes(struct locations *p)
{
	for (size_t i = 0; i < p->nr_notes && !p->err; i++) {
		const uint32_t n = p->notes[i];

		if (!location_class(p, n))
			set_class(p, n, location_class_of(p, &p->all[n], n, 0));
	}
}

static uint32_t add_inline_location(struct locations *p, const struct hist_location *pl,
				    uint32_t level)
{
	const uint32_t n = p->nr;

	if (p->wishes.classes)
		set_class(p, n, location_class_of(p, pl, n, level));
	return location_add(p, pl);
}

/*
 * Add a location for each of the functions @f at location @n, and return the number of their list.
 * Each has its own source line, also the function with the symbol.
 */
static uint32_t make_inline_locations(struct locations *p, uint32_t n, const struct sym_frame *f,
				      uint32_t nr)
{
	const bool lines = nr > 1 && nr <= UINT8_MAX && (p->by_address || p->line);
	const struct hist_location base = p->all[n];
	uint32_t *list = mem_alloc(nr, sizeof(*list)), number;

	if (!list) {
		p->err = -ENOMEM;
		return 0;
	}
	for (uint32_t i = 0; i < nr; i++) {
		struct hist_location pl = base;

		pl.sym = f[i].sym;
		pl.frame = lines ? (uint8_t)(i + 1) : 0;
		list[i] = i + 1 == nr && pl.sym == base.sym && !lines
				  ? n
				  : add_inline_location(p, &pl, nr - 1 - i + lines);
	}
	number = interner_add(&p->lists, list, (uint32_t)(nr * sizeof(*list)));
	free(list);
	return number;
}

static void resolve_inlines(struct bulk *b, const struct location_ask *ask)
{
	struct locations *p = b->p;
	const struct hist_location *pl = &p->all[ask->location];
	const struct sym_frame *f;
	uint32_t nr = 0, number;

	say_of(b->debug_said, location_object(p, pl));
	if (pl->map && pl->sym)
		nr = symbols_inlines(p->syms, pl->map->object, pl->addr, pl->sym, &f);
	if (nr)
		number = make_inline_locations(p, ask->location, f, nr);
	else
		number = interner_add(&p->lists, &ask->location, sizeof(ask->location));
	p->all[ask->location].around = number;
}

static void bulk_free(struct bulk *b)
{
	free(b->objects);
	free(b->numbers);
	free(b->said);
	free(b->debug_said);
}

/* Print the messages of entries as class_locations() prints those of locations. */
static void say_of_entries(const struct bulk *b)
{
	for (uint32_t n = 0; n < b->end; n++) {
		if (n == b->p->kernel_said_at)
			rep_messages_say(&b->p->kernel_said);
		say_of(b->said, object_at(b, n));
	}
}

void hist_entries_resolve(struct locations *p, struct hists *h)
{
	struct bulk b = { .p = p, .h = h, .end = h->nr_entries };
	bool says;

	for (uint32_t n = 0; n < b.end; n++)
		hist_entry_find_map(p, h, n);
	if (group_by_object(&b))
		p->err = -ENOMEM;
	else
		resolve_symbols(&b);
	says = p->kernel_said.text;
	for (uint32_t k = 0; k < b.nr_objects && !says; k++)
		says = b.said[b.objects[k].object->index].text;
	if (says)
		say_of_entries(&b);
	bulk_free(&b);
}

void locations_resolve(struct locations *p)
{
	struct bulk b = { .p = p, .classed = p->nr_resolved, .end = p->nr };

	if (p->wishes.classes &&
	    !mem_reserve(&p->classes, &p->cap_classes, p->nr, sizeof(*p->classes)))
		p->err = -ENOMEM;
	if (b.classed && b.end - b.classed < BULK_FROM) {
		for (uint32_t n = b.classed; n < b.end; n++)
			if (p->all[n].map)
				p->all[n].sym =
					resolve_sym(p->syms, p->all[n].map->object, p->all[n].addr);
	} else if (group_by_object(&b)) {
		p->err = -ENOMEM;
	} else {
		resolve_symbols(&b);
		ask_debug(&b);
	}
	for (uint32_t i = 0; i < p->nr_asks && !p->err; i++) {
		class_locations(&b, p->asks[i].before);
		resolve_inlines(&b, &p->asks[i]);
	}
	class_locations(&b, b.end);
	p->nr_asks = 0;
	p->nr_resolved = p->nr;
	for (uint32_t k = 0; k < b.nr_objects && b.said && b.debug_said; k++) {
		rep_messages_say(&b.said[b.objects[k].object->index]);
		rep_messages_say(&b.debug_said[b.objects[k].object->index]);
	}
	bulk_free(&b);
}
