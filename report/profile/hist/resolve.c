/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers each distinct address of a report, for hist entries and their chains: collects locations
 * with their maps, and finds those that are resolved.
 */
#include "profile/hist/resolve.h"
#include "common/prefetch.h"
#include "profile/hist/resolve_int.h"

#include "base/array.h"
#include "base/memory.h"
#include "common/hash_table.h"
#include "object/symbols/location.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Upper limit of name comparisons in rank_objects(); further objects keep the order of tasks. */
#define MAX_RANKING 2000000u

/* Names of kernel maps begin with this; the reference symbol of their pgoff follows. */
#define KERNEL "[kernel.kallsyms]"

static bool same_kernel_or_name(const char *recorded, const char *listed)
{
	const size_t n = sizeof(KERNEL) - 1;

	return !strcmp(recorded, listed) ||
	       (!strncmp(recorded, KERNEL, n) && !strcmp(listed, KERNEL));
}

/*
 * Rank objects in the order in which perf creates them: by their first mention in the file. perf
 * sorts equal branches of a call graph by the addresses of its objects in memory.
 */
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

struct location_key {
	uint64_t ip;
	uint32_t epoch, mode;
};

static uint32_t key_tag(const struct location_key *k)
{
	return (uint32_t)(hash_mix(k->ip, (uint64_t)k->epoch << 4 | k->mode) >> 13);
}

static bool has_key(const struct hist_location *pl, const struct location_key *k)
{
	return pl->ip == k->ip && pl->epoch == k->epoch && pl->mode == k->mode;
}

PD_HASH_INDEX(location, struct locations, struct location_key, has_key(&o->all[n - 1], k))

static uint64_t *find_location_slot(const struct locations *p, const struct location_key *k)
{
	return location_slot(&p->index, key_tag(k), p, k);
}

static bool grow_location_index(struct locations *p)
{
	if (mem_check(!pd_hash_index_grow(&p->index, p->nr, 4096)))
		return true;
	p->err = -ENOMEM;
	return false;
}

/* Location 0 and class 0 exist from the start, because they are the result without memory. */
int locations_init(struct locations *p, struct rep_session *s)
{
	uint32_t nr = pdata_tasks_nr_objects(s->tasks);

	*p = (struct locations){
		.syms = s->syms, .tasks = s->tasks, .cap = 1024, .cap_classes = 1024
	};
	p->ranks = mem_alloc(nr + 1, sizeof(*p->ranks));
	p->nr_classes = 1;
	p->all = mem_alloc(p->cap, sizeof(*p->all));
	p->classes = mem_alloc(p->cap_classes, sizeof(*p->classes));
	if (!p->ranks || !grow_location_index(p) || !p->all || !p->classes)
		return p->err = -ENOMEM;
	rank_objects(p, s);
	return 0;
}

int locations_err(const struct locations *p)
{
	return p->err ? p->err : p->lists.err ? p->lists.err : p->names.err;
}

void locations_free(struct locations *p)
{
	free(p->ranks);
	free(p->all);
	free(p->asks);
	locations_forget_notes(p);
	rep_messages_say(&p->kernel_said);
	locations_forget_index(p);
	pd_free(p->class_index.slots);
	free(p->classes);
	free(p->class_of);
	interner_free(&p->lists);
	interner_free(&p->names);
	*p = (struct locations){ 0 };
}

static struct hist_location mapped_location(const struct pdata_map *map, unsigned cpumode,
					    uint64_t ip)
{
	return (struct hist_location){
		.map = map,
		.ip = ip,
		.addr = map ? resolve_object_addr(map, ip) : ip,
		.level = cpumode == PDATA_CPUMODE_KERNEL ? 'k'
			 : cpumode == PDATA_CPUMODE_USER ? '.'
							 : 'H',
		.guest = cpumode == PDATA_CPUMODE_GUEST_KERNEL ||
			 cpumode == PDATA_CPUMODE_GUEST_USER,
	};
}

/*
 * Return the location of @ip, without symbol. In a report about the host, addresses of the
 * hypervisor, of guests and of unknown cpumode have no maps.
 */
static struct hist_location map_hist_address(struct locations *p, const struct hist_resolve_ctx *at,
					     unsigned cpumode, uint64_t ip)
{
	const struct resolve_ctx ctx = { .maps = at->who->maps, .time = at->time, .seq = at->seq };
	const struct pdata_map *map;

	if (!p->kernel_said.text)
		p->kernel_said_at = p->nr;
	if (cpumode == PDATA_CPUMODE_KERNEL)
		rep_messages_hold(&p->kernel_said);
	map = resolve_map(p->syms, &ctx, cpumode, ip);
	rep_messages_hold(NULL);
	return mapped_location(map, cpumode, ip);
}

static struct location_key key_of(const struct hist_resolve_ctx *at, unsigned cpumode, uint64_t ip)
{
	return (struct location_key){ .ip = ip,
				      .epoch = cpumode == PDATA_CPUMODE_USER ? at->who->epoch : 0,
				      .mode = cpumode };
}

static void prefetch_location(const struct locations *p, const struct location_key *k,
			      unsigned step)
{
	const uint64_t *slot = &p->index.slots[key_tag(k) & p->index.mask];

	if (!step)
		pd_prefetch(slot);
	else if (*slot)
		pd_prefetch(&p->all[(uint32_t)*slot - 1]);
}

void location_prefetch(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip, unsigned step)
{
	const struct location_key key = key_of(at, cpumode, ip);

	prefetch_location(p, &key, step);
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

void locations_reserve(struct locations *p, uint64_t nr)
{
	if (!mem_reserve(&p->all, &p->cap, nr, sizeof(*p->all)) ||
	    !mem_check(!pd_hash_index_reserve(&p->index, p->cap / 2)))
		p->err = -ENOMEM;
}

uint32_t location_add(struct locations *p, const struct hist_location *pl)
{
	if (p->nr == p->cap && !grow_locations(p))
		return 0;
	p->all[p->nr] = *pl;
	return p->nr++;
}

/* Add location @pl with @key, and its number to the index at the free entry @slot. */
static uint32_t index_location(struct locations *p, uint64_t *slot, const struct location_key *key,
			       struct hist_location *pl)
{
	uint32_t n;

	pl->mode = (uint8_t)key->mode;
	pl->epoch = key->epoch;
	n = location_add(p, pl);
	/* After an error the index may not grow, so nothing is added: it must not become full. */
	if (p->err)
		return n;
	*slot = pd_hash_index_entry(key_tag(key), p->nr);
	grow_location_index(p);
	return n;
}

uint32_t location_collect(struct locations *p, const struct hist_resolve_ctx *at, unsigned cpumode,
			  uint64_t ip)
{
	const struct location_key key = key_of(at, cpumode, ip);
	uint64_t *slot = find_location_slot(p, &key);
	struct hist_location pl = { .ip = ip, .addr = p->entry };

	if (*slot)
		return (uint32_t)*slot - 1;
	if (p->defers_maps && cpumode == PDATA_CPUMODE_USER)
		pl = (struct hist_location){
			.maps = at->who->maps, .ip = ip, .addr = ip, .level = '.'
		};
	else if (!p->is_part || cpumode == PDATA_CPUMODE_USER)
		pl = map_hist_address(p, at, cpumode, ip);
	return index_location(p, slot, &key, &pl);
}

void locations_defer_maps(struct locations *p)
{
	p->defers_maps = true;
	p->first_deferred = p->nr;
}

#define MAPS_TOGETHER 16u

/* Look up the maps of @nr locations. at[i] has the maps and the address of the location of[i]. */
static void find_maps_together(struct hist_location **of, struct pdata_map_at *at, uint32_t nr)
{
	resolve_user_maps(at, nr);
	for (uint32_t i = 0; i < nr; i++) {
		of[i]->sym = NULL;
		of[i]->map = at[i].map;
		if (at[i].map)
			of[i]->addr = resolve_object_addr(at[i].map, at[i].addr);
	}
}

void locations_find_maps(struct locations *p)
{
	struct hist_location *of[MAPS_TOGETHER];
	struct pdata_map_at at[MAPS_TOGETHER];
	uint32_t nr = 0;

	for (uint32_t n = p->first_deferred; n < p->nr; n++) {
		struct hist_location *l = &p->all[n];

		if (!l->maps)
			continue;
		of[nr] = l;
		at[nr++] = (struct pdata_map_at){ .maps = l->maps, .addr = l->ip };
		if (nr == MAPS_TOGETHER) {
			find_maps_together(of, at, nr);
			nr = 0;
		}
	}
	find_maps_together(of, at, nr);
	p->defers_maps = false;
}

uint32_t location_find(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip)
{
	const struct location_key key = key_of(at, cpumode, ip);
	const uint32_t n = (uint32_t)*find_location_slot(p, &key);

	return n ? n - 1 : 0;
}

/*
 * Collect the address @addr in the object with the index @object, which several processes may map.
 * @map: one of these maps, which is not read, because reading it would mostly wait for memory.
 */
static uint32_t collect_in_object(struct locations *p, uint32_t object, const struct pdata_map *map,
				  uint64_t addr)
{
	const struct location_key key = { .ip = addr, .epoch = object, .mode = LOCATION_IN_OBJECT };
	uint64_t *slot = find_location_slot(p, &key);
	struct hist_location pl = { .map = map, .ip = addr, .addr = addr, .level = '.' };

	return *slot ? (uint32_t)*slot - 1 : index_location(p, slot, &key, &pl);
}

struct hist_resolve_ctx hist_entry_resolve_ctx(const struct hists *h, uint32_t entry)
{
	const struct hist_entry *s = &h->entries[entry];
	const uint32_t who = h->opts.in_objects ? h->firsts[entry].who : s->who;

	return (struct hist_resolve_ctx){ .who = &h->whos[who],
					  .time = s->first_time,
					  .seq = s->first_seq };
}

uint32_t hist_entry_collect(struct locations *p, struct hists *h, uint32_t entry)
{
	struct hist_entry *s = &h->entries[entry];
	const struct hist_resolve_ctx at = hist_entry_resolve_ctx(h, entry);

	s->location = h->opts.in_objects && s->object
			      ? collect_in_object(p, s->object - 1, h->firsts[entry].map, s->ip)
			      : location_collect(p, &at, hist_entry_cpumode(s), s->ip);
	return s->location;
}

void hist_entry_prefetch(const struct locations *p, const struct hists *h, uint32_t entry,
			 unsigned step)
{
	const struct hist_entry *s = &h->entries[entry];
	const struct hist_resolve_ctx at = hist_entry_resolve_ctx(h, entry);
	struct location_key key = key_of(&at, hist_entry_cpumode(s), s->ip);

	if (h->opts.in_objects && s->object)
		key = (struct location_key){ .ip = s->ip,
					     .epoch = s->object - 1,
					     .mode = LOCATION_IN_OBJECT };
	prefetch_location(p, &key, step);
}

/* ---- hist entries without locations ------------------------------------------------------ */

void hist_entry_find_map(struct locations *p, struct hists *h, uint32_t entry)
{
	struct hist_entry *s = &h->entries[entry];
	const bool said = p->kernel_said.text;
	struct hist_resolve_ctx at;

	s->sym = NULL;
	h->firsts[entry].same = entry;
	if (s->object)
		return;
	h->firsts[entry].map = NULL;
	/* A user address that a map covers has an object, so no map covers this one. */
	if (hist_entry_cpumode(s) == PDATA_CPUMODE_USER)
		return;
	at = hist_entry_resolve_ctx(h, entry);
	h->firsts[entry].map = map_hist_address(p, &at, hist_entry_cpumode(s), s->ip).map;
	if (!said)
		p->kernel_said_at = entry;
}

struct hist_location hist_entry_location_by_map(const struct hists *h, uint32_t entry)
{
	const struct hist_entry *s = &h->entries[entry];
	struct hist_location pl =
		mapped_location(h->firsts[entry].map, hist_entry_cpumode(s), s->ip);

	pl.mode = (uint8_t)hist_entry_cpumode(s);
	pl.sym = s->sym;
	return pl;
}

/* ---- parts ------------------------------------------------------------------------------- */

int locations_init_part(struct locations *part, const struct locations *p)
{
	*part = (struct locations){
		.syms = p->syms, .tasks = p->tasks, .is_part = true, .cap = 1024
	};
	part->all = mem_alloc(part->cap, sizeof(*part->all));
	return part->all && grow_location_index(part) ? 0 : -ENOMEM;
}

static struct location_key key_of_location(const struct hist_location *pl)
{
	return (struct location_key){ .ip = pl->ip, .epoch = pl->epoch, .mode = pl->mode };
}

/* Add location @n of @part to @p unless @p has it. */
static uint32_t add_location_of_part(struct locations *p, const struct locations *part, uint32_t n,
				     const struct hists *h)
{
	struct hist_location pl = part->all[n];
	const struct location_key key = key_of_location(&pl);
	uint64_t *slot = find_location_slot(p, &key);

	if (*slot) {
		p->all[(uint32_t)*slot - 1].own |= pl.own;
		return (uint32_t)*slot - 1;
	}
	if (pl.mode != PDATA_CPUMODE_USER) {
		const struct hist_resolve_ctx at = hist_entry_resolve_ctx(h, (uint32_t)pl.addr);

		pl = map_hist_address(p, &at, key.mode, key.ip);
		pl.own = part->all[n].own;
	}
	return index_location(p, slot, &key, &pl);
}

/* Locations of a part are prefetched this many locations ahead. */
#define PART_AHEAD 12u

static void prefetch_location_of_part(const struct locations *p, const struct locations *part,
				      uint32_t n)
{
	for (unsigned step = 0; step < 2; step++) {
		const uint32_t at = n + PART_AHEAD * (2 - step);
		struct location_key key;

		if (at >= part->nr)
			continue;
		key = key_of_location(&part->all[at]);
		prefetch_location(p, &key, step);
	}
}

void locations_add_part(struct locations *p, struct locations *part, struct hists *h, uint32_t from,
			uint32_t end)
{
	const uint32_t base = (uint32_t)p->nr_notes;
	uint32_t *number = mem_alloc(part->nr + 1u, sizeof(*number));

	p->err = p->err ? p->err : number ? part->err : -ENOMEM;
	for (uint32_t n = 0; n < part->nr && !p->err; n++) {
		prefetch_location_of_part(p, part, n);
		number[n] = add_location_of_part(p, part, n, h);
	}
	for (size_t i = 0; i < part->nr_notes && !p->err; i++)
		location_note(p, number[part->notes[i]]);
	for (uint32_t i = from; i < end && !p->err; i++) {
		h->entries[i].location = number[h->entries[i].location];
		h->entries[i].note += base;
	}
	free(number);
	locations_free(part);
}

void locations_forget_index(struct locations *p)
{
	pd_free(p->index.slots);
	p->index = (struct pd_hash_index){ 0 };
}

bool locations_grow_notes(struct locations *p)
{
	const size_t cap = p->cap_notes ? p->cap_notes * 2 : 4096;
	uint32_t *notes = cap < UINT32_MAX ? mem_grow(p->notes, cap, sizeof(*notes)) : NULL;

	if (!notes) {
		p->err = -ENOMEM;
		return false;
	}
	p->notes = notes;
	p->cap_notes = cap;
	return true;
}

void locations_forget_notes(struct locations *p)
{
	free(p->notes);
	p->notes = NULL;
	p->nr_notes = p->cap_notes = 0;
}

void locations_forget_all(struct locations *p)
{
	free(p->all);
	p->all = NULL;
	p->nr = p->cap = 0;
}

void location_collect_inlines(struct locations *p, uint32_t n)
{
	if (p->all[n].around)
		return;
	if (!mem_room(&p->asks, &p->cap_asks, p->nr_asks, sizeof(*p->asks))) {
		p->err = -ENOMEM;
		return;
	}
	p->asks[p->nr_asks++] = (struct location_ask){ .location = n, .before = p->nr };
	p->all[n].around = LOCATION_ASKED;
}

uint32_t location_inlines(const struct locations *p, uint32_t n, const uint32_t **list)
{
	const uint32_t number = p->all[n].around;

	if (!number || number == LOCATION_ASKED) {
		*list = NULL;
		return 0;
	}
	*list = (const void *)p->lists.all[number].data;
	return p->lists.all[number].len / sizeof(**list);
}

/*
 * Modes that are tried in turn. If neither user nor kernel has a map, perf tries guests, too, and
 * keeps the level of the last mode tried.
 */
static const unsigned any_modes[] = { PDATA_CPUMODE_USER, PDATA_CPUMODE_KERNEL,
				      PDATA_CPUMODE_GUEST_KERNEL };

uint32_t location_collect_any(struct locations *p, const struct hist_resolve_ctx *at, uint64_t ip)
{
	uint32_t n = 0;

	for (size_t i = 0; i < REP_NR(any_modes); i++) {
		n = location_collect(p, at, any_modes[i], ip);
		if (p->all[n].map)
			break;
	}
	return n;
}

uint32_t location_find_any(const struct locations *p, const struct hist_resolve_ctx *at,
			   uint64_t ip)
{
	uint32_t n = 0;

	for (size_t i = 0; i < REP_NR(any_modes); i++) {
		n = location_find(p, at, any_modes[i], ip);
		if (p->all[n].map)
			break;
	}
	return n;
}
