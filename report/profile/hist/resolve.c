/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers each distinct address of a report, for hist entries and their chains: collects locations
 * with their maps, and finds those that are resolved.
 */
#include "profile/hist/resolve.h"
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

/* Key of a location in the index. */
struct location_key {
	uint64_t ip;
	uint32_t epoch; /* 0 for kernel addresses, which do not depend on the process */
	uint32_t mode;
	uint32_t place; /* number of the location + 1; 0 marks a free entry */
};

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

/* Location 0 and class 0 exist from the start, because they are the result without memory. */
int locations_init(struct locations *p, struct rep_session *s)
{
	uint32_t nr = pdata_tasks_nr_objects(s->tasks);

	*p = (struct locations){
		.syms = s->syms, .tasks = s->tasks, .cap = 1024, .cap_classes = 1024
	};
	p->ranks = mem_alloc(nr + 1, sizeof(*p->ranks));
	grow_location_index(p);
	p->all = mem_alloc(p->cap, sizeof(*p->all));
	p->classes = mem_alloc(p->cap_classes, sizeof(*p->classes));
	if (!p->ranks || !p->index || !p->all || !p->classes)
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
	free(p->ranks);
	free(p->all);
	free(p->asks);
	locations_forget_notes(p);
	rep_messages_say(&p->kernel_said);
	pd_free(p->index);
	free(p->classes);
	interner_free(&p->class_keys);
	interner_free(&p->lists);
	interner_free(&p->names);
	*p = (struct locations){ 0 };
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

uint32_t location_add(struct locations *p, const struct hist_location *pl)
{
	if (p->nr == p->cap && !grow_locations(p))
		return 0;
	p->all[p->nr] = *pl;
	return p->nr++;
}

/* Add location @pl to the locations, and its @key to the index, at the free entry @slot. */
static uint32_t index_location(struct locations *p, struct location_key *slot,
			       struct location_key key, const struct hist_location *pl)
{
	const uint32_t n = location_add(p, pl);

	/* After an error the index may not grow, so nothing is added: it must not become full. */
	if (p->err)
		return n;
	key.place = p->nr;
	*slot = key;
	if (p->nr * 2 > p->index_mask)
		grow_location_index(p);
	return n;
}

uint32_t location_collect(struct locations *p, const struct hist_resolve_ctx *at, unsigned cpumode,
			  uint64_t ip)
{
	uint32_t epoch = epoch_of(at, cpumode);
	struct location_key *k = find_location_key(p, ip, epoch, cpumode);
	struct hist_location pl;

	if (k->place)
		return k->place - 1;
	pl = map_hist_address(p, at, cpumode, ip);
	return index_location(
		p, k, (struct location_key){ .ip = ip, .epoch = epoch, .mode = cpumode }, &pl);
}

uint32_t location_find(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip)
{
	const struct location_key *k = find_location_key(p, ip, epoch_of(at, cpumode), cpumode);

	if (!k->place)
		return 0;
	__builtin_prefetch(&p->all[k->place - 1]);
	return k->place - 1;
}

/* location_key.mode of addresses in objects; greater than all cpumodes. */
#define MODE_IN_OBJECT 8u

/* Collect an address in an object that several processes may map; @map: any of these maps. */
static uint32_t collect_in_object(struct locations *p, const struct pdata_map *map, uint64_t addr)
{
	const uint32_t object = map->object->index;
	struct location_key *k = find_location_key(p, addr, object, MODE_IN_OBJECT);

	if (k->place)
		return k->place - 1;
	return index_location(
		p, k, (struct location_key){ .ip = addr, .epoch = object, .mode = MODE_IN_OBJECT },
		&(struct hist_location){ .map = map, .ip = addr, .addr = addr, .level = '.' });
}

struct hist_resolve_ctx hist_entry_resolve_ctx(const struct hists *h, uint32_t slot)
{
	const struct hist_entry *s = &h->slots[slot];
	const uint32_t who = h->opts.alike ? h->firsts[slot].who : s->who;

	return (struct hist_resolve_ctx){ .who = &h->whos[who],
					  .time = s->first_time,
					  .seq = s->first_seq };
}

uint32_t hist_entry_collect(struct locations *p, const struct hists *h, uint32_t slot)
{
	const struct hist_entry *s = &h->slots[slot];
	const struct hist_resolve_ctx at = hist_entry_resolve_ctx(h, slot);

	return h->opts.alike && s->object ? collect_in_object(p, h->firsts[slot].map, s->ip)
					  : location_collect(p, &at, hist_entry_cpumode(s), s->ip);
}

uint32_t hist_entry_location(const struct locations *p, const struct hists *h, uint32_t slot)
{
	const struct hist_entry *s = &h->slots[slot];
	const struct hist_resolve_ctx at = hist_entry_resolve_ctx(h, slot);
	const struct location_key *k;

	if (!h->opts.alike || !s->object)
		return location_find(p, &at, hist_entry_cpumode(s), s->ip);
	k = find_location_key(p, s->ip, s->object - 1, MODE_IN_OBJECT);
	return k->place ? k->place - 1 : 0;
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

bool locations_grow_notes(struct locations *p)
{
	const size_t cap = p->cap_notes ? p->cap_notes * 2 : 4096;
	uint32_t *notes = mem_grow(p->notes, cap, sizeof(*notes));

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
	p->nr_notes = p->cap_notes = p->nr_replayed = 0;
}

void location_collect_inlines(struct locations *p, uint32_t n, bool called)
{
	if (p->all[n].around[called])
		return;
	if (!mem_room(&p->asks, &p->cap_asks, p->nr_asks, sizeof(*p->asks))) {
		p->err = -ENOMEM;
		return;
	}
	p->asks[p->nr_asks++] =
		(struct location_ask){ .place = n, .before = p->nr, .called = called };
	p->all[n].around[called] = LOCATION_ASKED;
}

uint32_t location_inlines(const struct locations *p, uint32_t n, bool called, const uint32_t **list)
{
	const uint32_t number = p->all[n].around[called];

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
