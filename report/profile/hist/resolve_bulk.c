/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Resolves all locations that a report has collected: first symbols, objects in parallel threads;
 * then inlined functions and source lines; then classes, in the order of collecting.
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

/* Locations of one object. */
struct located_object {
	const struct pdata_object *object;
	uint32_t *numbers;
	uint32_t nr;
	uint32_t earliest; /* lowest number of these locations */
	uint64_t code;	   /* size in bytes of the map of that location */
};

struct bulk {
	struct locations *p;
	uint32_t nr_objects;
	struct located_object *objects;
	uint32_t *numbers; /* numbers of locations, grouped by object */
	uint32_t nr_jobs;  /* jobs with one object each; one more job has the other objects */
	/* by object index: held messages of reading symbols, and of reading DWARF */
	struct rep_messages *said, *debug_said;
	uint32_t classed; /* locations below this number have their classes */
	uint32_t end;	  /* number of collected locations when resolving began */
};

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
	const struct locations *p = b->p;
	const uint32_t nr_objects = pdata_tasks_nr_objects(p->tasks);
	struct located_object *of = mem_alloc(nr_objects, sizeof(*of)), *o;
	uint32_t sum = 0;

	b->objects = of;
	b->numbers = mem_alloc(p->nr - b->classed, sizeof(*b->numbers));
	b->said = mem_alloc(nr_objects, sizeof(*b->said));
	b->debug_said = mem_alloc(nr_objects, sizeof(*b->debug_said));
	if (!of || !b->numbers || !b->said || !b->debug_said)
		return -ENOMEM;
	for (uint32_t n = b->classed; n < p->nr; n++) {
		const struct pdata_object *object = location_object(p, &p->all[n]);

		if (!object)
			continue;
		o = &of[object->index];
		if (!o->nr++) {
			o->object = object;
			o->earliest = n;
			o->code = p->all[n].map->end - p->all[n].map->start;
		}
	}
	for (uint32_t k = 0; k < nr_objects; k++) {
		of[k].numbers = b->numbers + sum;
		sum += of[k].nr;
		of[k].nr = 0;
	}
	for (uint32_t n = b->classed; n < p->nr; n++)
		if (p->all[n].map) {
			o = &of[location_object(p, &p->all[n])->index];
			o->numbers[o->nr++] = n;
		}
	for (uint32_t k = 0; k < nr_objects; k++)
		if (of[k].nr)
			of[b->nr_objects++] = of[k];
	qsort(of, b->nr_objects, sizeof(*of), compare_located_objects);
	while (b->nr_jobs < b->nr_objects && !symbols_are_shared(of[b->nr_jobs].object))
		b->nr_jobs++;
	return 0;
}

/* Sort an object's locations by address. Without memory they keep the order of collecting. */
static void sort_by_address(const struct locations *p, struct located_object *o)
{
	struct radix_item *a = o->nr > 1 ? mem_alloc(o->nr, 2 * sizeof(*a)) : NULL, *sorted;

	if (!a)
		return;
	for (uint32_t i = 0; i < o->nr; i++)
		a[i] = (struct radix_item){ p->all[o->numbers[i]].addr, o->numbers[i] };
	sorted = radix_sort(a, a + o->nr, o->nr);
	for (uint32_t i = 0; i < o->nr; i++)
		o->numbers[i] = sorted[i].number;
	free(a);
}

static void resolve_object(const struct bulk *b, struct located_object *o)
{
	struct hist_location *all = b->p->all, *before = NULL;

	rep_messages_hold(&b->said[o->object->index]);
	sort_by_address(b->p, o);
	for (uint32_t i = 0; i < o->nr; i++) {
		struct hist_location *pl = &all[o->numbers[i]];

		pl->sym = before && before->addr == pl->addr
				  ? before->sym
				  : resolve_sym(b->p->syms, o->object, pl->addr);
		before = pl;
	}
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

static void say_of(const struct locations *p, struct rep_messages *said,
		   const struct hist_location *pl)
{
	const struct pdata_object *object = said ? location_object(p, pl) : NULL;

	if (object && said[object->index].text)
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
		say_of(p, b->said, pl);
		if (p->wishes.lines)
			say_of(p, b->debug_said, pl);
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

	say_of(p, b->debug_said, pl);
	if (pl->map && pl->sym)
		nr = symbols_inlines(p->syms, pl->map->object, pl->addr, pl->sym, &f);
	if (nr)
		number = make_inline_locations(p, ask->location, f, nr);
	else
		number = interner_add(&p->lists, &ask->location, sizeof(ask->location));
	p->all[ask->location].around = number;
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
	free(b.objects);
	free(b.numbers);
	free(b.said);
	free(b.debug_said);
}
