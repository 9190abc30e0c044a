/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Resolves each distinct address of a report once to a numbered location (map, symbol, inlined
 * functions), for hist entries and their chains.
 */
#include "profile/hist/resolve.h"

#include "base/memory.h"
#include "common/hash_table.h"
#include "object/symbols/location.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Names compared at most; more objects than that are ordered as they are met. */
#define MAX_RANKING 2000000u

/* Maps of the kernel append the symbol that their offset is the address of. */
#define KERNEL "[kernel.kallsyms]"

/* Kernel addresses do not depend on the process; place + 1, 0 marks a free entry. */
struct location_key {
	uint64_t ip;
	uint32_t epoch;
	uint32_t mode;
	uint32_t place;
};

/*
 * The order in which objects are first mentioned: perf orders equal branches of a call graph by
 * where its objects lie in memory, and it makes them in this order.
 */
static bool same_kernel_or_name(const char *recorded, const char *listed)
{
	const size_t n = sizeof(KERNEL) - 1;

	return !strcmp(recorded, listed) ||
	       (!strncmp(recorded, KERNEL, n) && !strcmp(listed, KERNEL));
}

static void rank_objects(struct locations *p, struct rep_session *s)
{
	uint32_t nr = pdata_tasks_nr_objects(p->tasks), next = 1;
	const struct pdata_feature *f;

	if (!session_feature(s, PDATA_FEAT_BUILD_ID, &f))
		for (uint32_t i = 0; i < f->u.build_ids.nr && (uint64_t)i * nr < MAX_RANKING; i++)
			for (uint32_t j = 0; j < nr; j++)
				if (!p->ranks[j] &&
				    same_kernel_or_name(pdata_tasks_object(p->tasks, j)->name,
							f->u.build_ids.ids[i].filename))
					p->ranks[j] = next++;
	for (uint32_t j = 0; j < nr; j++)
		if (!p->ranks[j] &&
		    same_kernel_or_name(pdata_tasks_object(p->tasks, j)->name, KERNEL))
			p->ranks[j] = next++;
	for (uint32_t j = 0; j < nr; j++)
		if (!p->ranks[j])
			p->ranks[j] = next++;
}

static uint32_t key_hash(uint64_t ip, uint32_t epoch, uint32_t mode)
{
	return (uint32_t)(hash_mix(ip, (uint64_t)epoch << 3 | mode) >> 13);
}

PD_HASH_TABLE(location_key, struct location_key, s->place,
	      s->ip == k->ip && s->epoch == k->epoch && s->mode == k->mode,
	      key_hash(k->ip, k->epoch, k->mode))

static struct location_key *find_location_key(const struct locations *p, uint64_t ip,
					      uint32_t epoch, uint32_t mode)
{
	const struct location_key key = { .ip = ip, .epoch = epoch, .mode = mode };

	return location_key_slot(p->index, p->index_mask, &key, 0);
}

static void grow_location_index(struct locations *p)
{
	if (!location_key_grow(&p->index, &p->index_mask, 4096, 0))
		return;
	mem_count_failure();
	p->err = -ENOMEM;
}

/* Place and class 0 exist from the start: they are the answer without memory. */
int locations_init(struct locations *p, struct rep_session *s)
{
	uint32_t nr = pdata_tasks_nr_objects(s->tasks);

	*p = (struct locations){
		.syms = s->syms, .tasks = s->tasks, .cap = 1024, .cap_classes = 1024
	};
	p->dso_short = mem_alloc(nr + 1, sizeof(*p->dso_short));
	p->ranks = mem_alloc(nr + 1, sizeof(*p->ranks));
	grow_location_index(p);
	p->all = mem_alloc(p->cap, sizeof(*p->all));
	p->classes = mem_alloc(p->cap_classes, sizeof(*p->classes));
	if (!p->dso_short || !p->ranks || !p->index || !p->all || !p->classes)
		return p->err = -ENOMEM;
	rank_objects(p, s);
	return 0;
}

int locations_err(const struct locations *p)
{
	const int err = p->err ? p->err : p->class_keys.err;

	return err ? err : p->lists.err ? p->lists.err : p->names.err;
}

void locations_free(struct locations *p)
{
	free(p->dso_short);
	free(p->ranks);
	free(p->all);
	pd_free(p->index);
	free(p->classes);
	interner_free(&p->class_keys);
	interner_free(&p->lists);
	interner_free(&p->names);
	*p = (struct locations){ 0 };
}

const char *location_dso(struct locations *p, const struct pdata_map *map)
{
	const char **name;

	if (!map)
		return NULL;
	name = &p->dso_short[map->object->index];
	if (!*name)
		*name = symbols_dso_short(p->syms, map->object);
	return *name;
}

int location_class_compare(const struct location_class *a, const struct location_class *b)
{
	uint64_t x = a->named && b->named ? a->start : a->ip,
		 y = a->named && b->named ? b->start : b->ip;

	/* Where inlined functions begin says nothing. */
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

/* What is told apart by its number. */
enum { BY_ADDRESS, BY_START, BY_NAME, BY_LINE };

static bool grow_classes(struct locations *p, uint32_t n)
{
	const uint32_t cap = n * 2 + 1024;
	struct location_class *classes = mem_grow(p->classes, cap, sizeof(*classes));

	if (!classes) {
		p->err = -ENOMEM;
		return false;
	}
	p->classes = classes;
	p->cap_classes = cap;
	return true;
}

/* @level: of a function that is inlined how many are inside it, else 0. */
static uint32_t class_of(struct locations *p, const struct hist_location *pl, uint32_t number,
			 uint32_t level)
{
	const char *line = p->line && pl->map ? p->line(p->line_of, pl) : NULL;
	const bool named = pl->sym && !p->by_address && !line, inlined = named && pl->sym->inlined;
	uint64_t key[3] = { pl->map ? pl->map->object->index + 1 : 0, named ? BY_START : BY_ADDRESS,
			    named ? pl->sym->start : pl->ip };
	const uint32_t name =
		named ? interner_add(&p->names, pl->sym->name, (uint32_t)strlen(pl->sym->name)) : 0;
	uint32_t n;

	/* What is inlined into a function by the name, wherever it is in there. */
	if (line)
		key[0] = 0, key[1] = BY_LINE, key[2] = (uintptr_t)line;
	else if (inlined)
		key[1] = BY_NAME | (uint64_t)name << 8;
	else if (!named)
		key[1] |= (uint64_t)level << 8;
	n = interner_add(&p->class_keys, key, sizeof(key));
	if (!n || (n >= p->cap_classes && !grow_classes(p, n)))
		return 0;
	if (n == p->class_keys.nr - 1)
		p->classes[n] = (struct location_class){
			.place = number,
			.order_object = pl->map ? p->ranks[pl->map->object->index] : 0,
			.named = named,
			.inlined = inlined,
			.name_id = name,
			.name = named ? pl->sym->name : NULL,
			.start = named ? pl->sym->start : 0,
			.ip = pl->ip,
			.line = line,
		};
	return n;
}

/* Hypervisor, guests and the unknown mode have no maps in a report about the host. */
static struct hist_location resolve_hist_address(struct locations *p,
						 const struct hist_resolve_ctx *at,
						 unsigned cpumode, uint64_t ip)
{
	const struct resolve_ctx ctx = { .maps = at->who->maps, .time = at->time, .seq = at->seq };
	struct location l;

	resolve_address(p->syms, &ctx, cpumode, ip, &l);
	return (struct hist_location){
		.map = l.map,
		.sym = l.sym,
		.ip = ip,
		.addr = l.addr,
		.level = cpumode == PDATA_CPUMODE_KERNEL ? 'k'
			 : cpumode == PDATA_CPUMODE_USER ? '.'
							 : 'H',
		.guest = cpumode == PDATA_CPUMODE_GUEST_KERNEL ||
			 cpumode == PDATA_CPUMODE_GUEST_USER,
	};
}

static uint32_t epoch_of(const struct hist_resolve_ctx *at, unsigned cpumode)
{
	return cpumode == PDATA_CPUMODE_USER ? at->who->epoch : 0;
}

void location_prefetch(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip)
{
	__builtin_prefetch(&p->index[key_hash(ip, epoch_of(at, cpumode), cpumode) & p->index_mask]);
}

static bool grow_locations(struct locations *p)
{
	const uint32_t cap = p->cap * 2;
	struct hist_location *all = mem_grow(p->all, cap, sizeof(*all));

	if (!all) {
		p->err = -ENOMEM;
		return false;
	}
	p->all = all;
	p->cap = cap;
	return true;
}

/* The number of the new place. Without memory 0, which is another's. */
static uint32_t add_location(struct locations *p, struct hist_location *pl, uint32_t level)
{
	if (p->nr == p->cap && !grow_locations(p))
		return 0;
	pl->cls = class_of(p, pl, p->nr, level);
	p->all[p->nr] = *pl;
	return p->nr++;
}

/* Add the place that @key, whose place is at @slot of the index, is the key of. */
static uint32_t index_location(struct locations *p, struct location_key *slot,
			       struct location_key key, struct hist_location *pl)
{
	const uint32_t n = add_location(p, pl, 0);

	/* The index is not to become full. */
	if (p->err)
		return n;
	key.place = p->nr;
	*slot = key;
	if (p->nr * 2 > p->index_mask)
		grow_location_index(p);
	return n;
}

uint32_t location_find(struct locations *p, const struct hist_resolve_ctx *at, unsigned cpumode,
		       uint64_t ip)
{
	uint32_t epoch = epoch_of(at, cpumode);
	struct location_key *k = find_location_key(p, ip, epoch, cpumode);
	struct hist_location pl;

	if (k->place) {
		__builtin_prefetch(&p->all[k->place - 1]);
		return k->place - 1;
	}
	pl = resolve_hist_address(p, at, cpumode, ip);
	return index_location(
		p, k, (struct location_key){ .ip = ip, .epoch = epoch, .mode = cpumode }, &pl);
}

/* Beyond the cpumodes of addresses in memory. */
#define MODE_IN_OBJECT 8u

uint32_t location_in_object(struct locations *p, const struct pdata_map *map, uint64_t addr)
{
	const uint32_t object = map->object->index;
	struct location_key *k = find_location_key(p, addr, object, MODE_IN_OBJECT);
	struct hist_location pl = { .map = map, .ip = addr, .addr = addr, .level = '.' };

	if (k->place)
		return k->place - 1;
	pl.sym = resolve_sym(p->syms, map->object, addr);
	return index_location(
		p, k, (struct location_key){ .ip = addr, .epoch = object, .mode = MODE_IN_OBJECT },
		&pl);
}

struct hist_resolve_ctx hist_entry_resolve_ctx(const struct hists *h, uint32_t slot)
{
	const struct hist_entry *s = &h->slots[slot];
	const uint32_t who = h->opts.alike ? h->firsts[slot].who : s->who;

	return (struct hist_resolve_ctx){ .who = &h->whos[who],
					  .time = s->first_time,
					  .seq = s->first_seq };
}

uint32_t hist_entry_location(struct locations *p, const struct hists *h, uint32_t slot)
{
	const struct hist_entry *s = &h->slots[slot];
	const struct hist_resolve_ctx at = hist_entry_resolve_ctx(h, slot);

	if (h->opts.alike && s->object)
		return location_in_object(p, h->firsts[slot].map, s->ip);
	return location_find(p, &at, hist_entry_cpumode(s), s->ip);
}

void hist_entry_prefetch(const struct locations *p, const struct hists *h, uint32_t slot)
{
	const struct hist_entry *s = &h->slots[slot];
	const bool inside = h->opts.alike && s->object;
	const uint32_t mode = inside ? MODE_IN_OBJECT : hist_entry_cpumode(s);
	uint32_t epoch = inside ? s->object - 1 : 0;

	if (mode == PDATA_CPUMODE_USER)
		epoch = hist_entry_resolve_ctx(h, slot).who->epoch;
	__builtin_prefetch(&p->index[key_hash(s->ip, epoch, mode) & p->index_mask]);
}

/*
 * The places of the functions in @f at place @n. Each has a line of its own, also the one with the
 * symbol.
 */
static uint32_t make_inline_locations(struct locations *p, uint32_t n, bool called,
				      const struct sym_frame *f, uint32_t nr)
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
		pl.called = called;
		pl.frame = lines ? (uint8_t)(i + 1) : 0;
		list[i] = i + 1 == nr && pl.sym == base.sym && !lines
				  ? n
				  : add_location(p, &pl, nr - 1 - i + lines);
	}
	number = interner_add(&p->lists, list, (uint32_t)(nr * sizeof(*list)));
	free(list);
	return number;
}

uint32_t location_inlines(struct locations *p, uint32_t n, bool called, const uint32_t **list)
{
	const struct hist_location *pl = &p->all[n];
	const struct sym_frame *f;
	uint32_t nr = 0, number;

	if (!pl->around[called]) {
		if (pl->map && pl->sym)
			nr = symbols_inlines(p->syms, pl->map->object,
					     pl->addr - (called && pl->addr > pl->sym->start),
					     pl->sym, &f);
		if (nr)
			number = make_inline_locations(p, n, called, f, nr);
		else
			number = interner_add(&p->lists, &n, sizeof(n));
		p->all[n].around[called] = number;
	}
	number = p->all[n].around[called];
	if (!number) {
		*list = NULL;
		return 0;
	}
	*list = (const void *)p->lists.all[number].data;
	return p->lists.all[number].len / sizeof(**list);
}

/* Where neither has a map perf goes on to guests and ends with the level of the last one tried. */
uint32_t location_find_any(struct locations *p, const struct hist_resolve_ctx *at, uint64_t ip)
{
	uint32_t n = location_find(p, at, PDATA_CPUMODE_USER, ip);

	if (!p->all[n].map)
		n = location_find(p, at, PDATA_CPUMODE_KERNEL, ip);
	if (!p->all[n].map)
		n = location_find(p, at, PDATA_CPUMODE_GUEST_KERNEL, ip);
	return n;
}
