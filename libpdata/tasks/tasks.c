/* SPDX-License-Identifier: BSD-2-Clause */
/* Collects side-band records; tasks_replay.c replays them when they are sorted. */
#include "base/hash_seed.h"
#include "tasks/tasks_int.h"

#include <stdlib.h>
#include <string.h>

#define PROT_EXEC_BIT 4u
#define MAP_HUGETLB_BIT 0x40000u
/* makes an empty slot of the cache differ from all threads that occur */
#define SEEN_MARK 0x5bd1e9955bd1e995ull

int pdata_tasks_new(struct pdata_tasks **out)
{
	*out = pd_calloc(1, sizeof(**out));
	if (!*out)
		return PDATA_E_NOMEM;
	(*out)->seed = pd_hash_seed();
	(*out)->first_sample = UINT64_MAX;
	(*out)->maker = (struct pd_addr_space_builder){
		.tree = { .arena = &(*out)->arena, .seed = pd_hash_seed() }, .epochs = 1
	};
	return 0;
}

void pdata_tasks_free(struct pdata_tasks *t)
{
	if (!t)
		return;
	for (size_t i = 0; t->tids && i <= t->tids_mask; i++) {
		for (size_t k = 0; k < t->tids[i].nr; k++)
			pd_free(t->tids[i].lives[k]->names);
		pd_free(t->tids[i].lives);
	}
	for (size_t i = 0; i < t->nr_spaces; i++)
		pd_addr_space_free(t->spaces[i]);
	pd_addr_space_free(&t->kernel);
	pd_free(t->spaces);
	pd_free(t->tids);
	pd_free(t->sides);
	pd_free(t->seen);
	pd_free(t->moments);
	pd_free(t->objects);
	pd_free(t->object_index.slots);
	pd_free(t->comms.str);
	pd_free(t->comms.index.slots);
	pd_free(t->names.str);
	pd_free(t->names.index.slots);
	pd_arena_free(&t->arena);
	pd_free(t);
}

static bool starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

/*
 * Whether the kernel gives this name to memory that is not mapped from a file. Source: mm/mmap,
 * perf_event_mmap_event().
 */
static bool is_anonymous(const char *name, uint32_t flags)
{
	return !*name || flags & MAP_HUGETLB_BIT || starts(name, "//anon") ||
	       starts(name, "/dev/zero") || starts(name, "/anon_hugepage") ||
	       starts(name, "[anon") || starts(name, "[heap]") || starts(name, "[stack") ||
	       starts(name, "/SYSV") || starts(name, "/memfd:");
}

/*
 * Maps that the recorder read in /proc have no generation: they match any. perf compares
 * generations in the same way.
 */
static bool generations_match(uint32_t a, uint32_t b)
{
	return a == b || !a || !b;
}

static bool objects_equal(const struct pdata_object *a, const struct pdata_object *b)
{
	return a->name == b->name && a->cpumode == b->cpumode && a->maj == b->maj &&
	       a->min == b->min && a->ino == b->ino && a->anon == b->anon && a->pid == b->pid &&
	       a->exec == b->exec && a->ksymbol == b->ksymbol &&
	       a->ksymbol_start == b->ksymbol_start && a->ksymbol_end == b->ksymbol_end &&
	       a->compat32 == b->compat32 &&
	       generations_match(a->ino_generation, b->ino_generation) &&
	       a->build_id_size == b->build_id_size &&
	       (!a->build_id_size || !memcmp(a->build_id, b->build_id, a->build_id_size));
}

static uint32_t object_hash(const struct pdata_tasks *t, const struct pdata_object *o)
{
	struct {
		uint64_t word[8];
		uint8_t build_id[24];
	} key = { { (uintptr_t)o->name, o->ino, (uint64_t)o->maj << 32 | o->min,
		    (uint64_t)o->pid << 32 | o->cpumode, o->ksymbol_start, o->ksymbol_end,
		    (uint64_t)o->anon << 32 | o->exec, o->compat32 },
		  { 0 } };

	if (o->build_id_size)
		memcpy(key.build_id, o->build_id, o->build_id_size);
	return (uint32_t)pd_hash(&key, sizeof(key), t->seed);
}

PD_HASH_INDEX(object, struct pdata_tasks, struct pdata_object, objects_equal(o->objects[n - 1], k))

/*
 * Get the object that equals @o, and add it if there is none. o->name must be interned. Return:
 * NULL if memory is exhausted.
 */
static const struct pdata_object *object(struct pdata_tasks *t, const struct pdata_object *o)
{
	const uint32_t hash = object_hash(t, o);
	struct pdata_object *new;
	uint8_t *id = NULL;
	uint64_t *slot;

	if (pd_grow(&t->objects, &t->objects_cap, t->nr_objects + 1,
		    sizeof(struct pdata_object *)) ||
	    pd_hash_index_grow(&t->object_index, t->nr_objects, 256))
		return NULL;
	slot = object_slot(&t->object_index, hash, t, o);
	if (*slot) {
		new = t->objects[(uint32_t)*slot - 1];
		if (!new->ino_generation)
			new->ino_generation = o->ino_generation;
		return new;
	}
	new = pd_arena_array(&t->arena, 1, sizeof(*new));
	if (o->build_id_size)
		id = pd_arena_array(&t->arena, PDATA_BUILD_ID_MAX, 1);
	if (!new || (o->build_id_size && !id))
		return NULL;
	*new = *o;
	new->index = (uint32_t)t->nr_objects;
	new->build_id = id;
	if (id)
		memcpy(id, o->build_id, o->build_id_size);
	*slot = pd_hash_index_entry(hash, (uint32_t)t->nr_objects + 1);
	t->objects[t->nr_objects++] = new;
	return new;
}

static const char *intern_name(struct pdata_tasks *t, const char *name)
{
	uint32_t i = pd_string(t, &t->names, name);

	return i == UINT32_MAX ? NULL : t->names.str[i];
}

/* Get memory for a map. Return: NULL if memory is exhausted. */
static struct pdata_map *alloc_map(struct pdata_tasks *t)
{
	/* Few maps at a time at first, because most recordings are small. */
	uint32_t nr = t->nr_maps < PD_MAPS_TOGETHER ? 1 : PD_MAPS_TOGETHER;
	uintptr_t unaligned;

	if (!t->nr_map_slots) {
		t->map_slots = pd_arena_array(&t->arena, nr + 1, sizeof(*t->map_slots));
		if (!t->map_slots)
			return NULL;
		unaligned = (uintptr_t)t->map_slots % PD_MAP_ALIGN;
		if (unaligned)
			t->map_slots = (union pd_map_slot *)((char *)t->map_slots + PD_MAP_ALIGN -
							     unaligned);
		t->nr_map_slots = nr;
	}
	t->nr_map_slots--;
	return &t->map_slots++->map;
}

static struct pdata_map *new_map(struct pdata_tasks *t, uint64_t start, uint64_t len,
				 uint64_t pgoff, uint16_t misc, const struct pdata_object *like)
{
	struct pdata_map *m = alloc_map(t);
	struct pdata_object o = *like;

	o.name = intern_name(t, like->name);
	if (!m || !o.name)
		return NULL;
	m->index = t->nr_maps++;
	m->start = start;
	m->end = len > UINT64_MAX - start ? UINT64_MAX : start + len;
	m->pgoff = pgoff;
	m->misc = misc;
	t->wide |= start > UINT32_MAX;
	o.compat32 = !strcmp(o.name, "[vdso]") && m->end <= 1ull << 32;
	m->object = object(t, &o);
	return m->object ? m : NULL;
}

static struct pdata_map *map_of_mmap(struct pdata_tasks *t, const struct pdata_record *rec,
				     const struct pdata_mmap *m)
{
	struct pdata_object o = { .name = m->filename, .cpumode = rec->misc & PDATA_MISC_CPUMODE };
	struct pdata_map *map;

	o.anon = is_anonymous(m->filename, 0);
	o.pid = o.anon ? m->pid : 0;
	o.exec = !(rec->misc & PDATA_MISC_MMAP_DATA);
	map = new_map(t, m->addr, m->len, m->pgoff, rec->misc, &o);
	if (map)
		map->prot = o.exec ? PROT_EXEC_BIT : 0;
	return map;
}

/*
 * Whether @m has a build id. If several recorders run and one of them asked for build ids, the
 * kernel also sets the bit MMAP_BUILD_ID in records for the others, which have device and inode.
 * Then the size is a byte of the device's major number, and a build id is rarely shorter than 16
 * bytes.
 */
static bool has_build_id(const struct pdata_record *rec, const struct pdata_mmap2 *m)
{
	if (!m->build_id || m->build_id_size > PDATA_BUILD_ID_MAX || m->build_id_res1 ||
	    m->build_id_res2)
		return false;
	return m->build_id_size >= 16 || !rec->event ||
	       pdata_attr_flag(&rec->event->attr, PDATA_ATTR_BUILD_ID);
}

/*
 * Set device and inode in @o. If the record has them although its bit MMAP_BUILD_ID is set (see
 * has_build_id()), @m does not have them, so decode the record again without this bit.
 */
static void set_inode(struct pdata_object *o, const struct pdata_record *rec,
		      const struct pdata_mmap2 *m)
{
	struct pdata_record plain = *rec;
	struct pdata_value v;

	plain.misc &= (uint16_t)~PDATA_MISC_MMAP_BUILD_ID;
	if (m->build_id && !pdata_record_decode(&plain, &v, NULL))
		m = &v.u.mmap2;
	o->maj = m->maj;
	o->min = m->min;
	o->ino = m->ino;
	if (m->ino_generation <= UINT32_MAX)
		o->ino_generation = (uint32_t)m->ino_generation;
}

static struct pdata_map *map_of_mmap2(struct pdata_tasks *t, const struct pdata_record *rec,
				      const struct pdata_mmap2 *m)
{
	struct pdata_object o = { .name = m->filename, .cpumode = rec->misc & PDATA_MISC_CPUMODE };
	struct pdata_map *map;

	o.anon = is_anonymous(m->filename, m->flags);
	o.pid = o.anon ? m->pid : 0;
	o.exec = !!(m->prot & PROT_EXEC_BIT);
	if (has_build_id(rec, m)) {
		o.build_id = m->build_id;
		o.build_id_size = m->build_id_size;
	} else {
		set_inode(&o, rec, m);
	}
	map = new_map(t, m->addr, m->len, m->pgoff, rec->misc, &o);
	if (map) {
		map->prot = m->prot;
		map->flags = m->flags;
	}
	return map;
}

static struct pdata_map *map_of_ksymbol(struct pdata_tasks *t, const struct pdata_record *rec,
					const struct pdata_ksymbol *k)
{
	struct pdata_object o = {
		.name = k->name,
		.cpumode = PDATA_CPUMODE_KERNEL,
		.exec = 1,
		.ksymbol = 1,
		.ksymbol_start = k->addr,
		.ksymbol_end = k->addr + k->len,
	};

	return new_map(t, k->addr, k->len, 0, rec->misc, &o);
}

static int add_side(struct pdata_tasks *t, const struct pd_side *s)
{
	if (pd_grow(&t->sides, &t->sides_cap, t->nr_sides + 1, sizeof(*t->sides)))
		return PDATA_E_NOMEM;
	t->sides[t->nr_sides++] = *s;
	return 0;
}

/*
 * Set @s to the fields of a record that are needed here. Return: 0, PDATA_N_RECORD if none is,
 * PDATA_E_NOMEM.
 */
static int side_of(struct pdata_tasks *t, const struct pdata_record *rec,
		   const struct pdata_value *v, struct pd_side *s)
{
	switch (rec->type) {
	case PDATA_RECORD_MMAP:
		s->pid = v->u.mmap.pid;
		s->tid = v->u.mmap.tid;
		s->map = map_of_mmap(t, rec, &v->u.mmap);
		return s->map ? 0 : PDATA_E_NOMEM;
	case PDATA_RECORD_MMAP2:
		s->pid = v->u.mmap2.pid;
		s->tid = v->u.mmap2.tid;
		s->map = map_of_mmap2(t, rec, &v->u.mmap2);
		return s->map ? 0 : PDATA_E_NOMEM;
	case PDATA_RECORD_KSYMBOL:
		s->map = map_of_ksymbol(t, rec, &v->u.ksymbol);
		s->remove = v->u.ksymbol.flags & PDATA_KSYMBOL_UNREGISTER;
		return s->map ? 0 : PDATA_E_NOMEM;
	case PDATA_RECORD_COMM:
		s->pid = v->u.comm.pid;
		s->tid = v->u.comm.tid;
		s->comm = pd_string(t, &t->comms, v->u.comm.comm);
		return s->comm == UINT32_MAX ? PDATA_E_NOMEM : 0;
	case PDATA_RECORD_FORK:
		s->pid = v->u.task.pid;
		s->tid = v->u.task.tid;
		s->ppid = v->u.task.ppid;
		s->ptid = v->u.task.ptid;
		return 0;
	default:
		return PDATA_N_RECORD;
	}
}

PD_HASH_TABLE(seen, struct pd_seen, s->used, s->tid == k->tid && s->pid == k->pid,
	      (((uint64_t)k->pid << 32 | k->tid) ^ seed) * 0x9e3779b97f4a7c15ull >> 32)

/*
 * Add the thread of a sample, because no side-band record may announce it. Samples are many and
 * threads few, so that most calls of see_thread() end at the cache.
 */
static int see_key(struct pdata_tasks *t, uint64_t key, size_t slot)
{
	const struct pd_seen thread = { (uint32_t)(key >> 32), (uint32_t)key, true };
	struct pd_seen *seen;

	if (t->nr_seen * 2 >= t->seen_mask && seen_grow(&t->seen, &t->seen_mask, 256, t->seed))
		return PDATA_E_NOMEM;
	t->seen_cache[slot] = key ^ SEEN_MARK;
	seen = seen_slot(t->seen, t->seen_mask, &thread, t->seed);
	t->nr_seen += !seen->used;
	*seen = thread;
	return 0;
}

static inline int see_thread(struct pdata_tasks *t, uint32_t pid, uint32_t tid)
{
	const uint64_t key = (uint64_t)pid << 32 | tid;
	const size_t slot = (key * 0x9e3779b97f4a7c15ull >> 40) & (PD_SEEN_CACHE - 1);

	return t->seen_cache[slot] == (key ^ SEEN_MARK) ? 0 : see_key(t, key, slot);
}

static void see_time(struct pdata_tasks *t, uint64_t time)
{
	if (time + 1 < 2)
		t->untimed = true;
	else if (time > t->max_time)
		t->max_time = time;
}

/*
 * Note the end of a round: records up to the last time before the end of the previous round are in
 * order now.
 */
static int see_round(struct pdata_tasks *t, uint64_t seq)
{
	const uint64_t limit = t->limit;

	t->limit = t->max_time;
	if (t->file_order || limit == (t->nr_moments ? t->moments[t->nr_moments - 1].time : 0))
		return 0;
	if (pd_grow(&t->moments, &t->moments_cap, t->nr_moments + 1, sizeof(*t->moments)))
		return PDATA_E_NOMEM;
	t->moments[t->nr_moments++] = (struct pd_moment){ seq, limit };
	return 0;
}

static void see_first(struct pdata_tasks *t, uint64_t seq)
{
	if (seq < t->first_sample)
		t->first_sample = seq;
}

static int see_sample(struct pdata_tasks *t, const struct pdata_record *rec)
{
	struct pdata_sample s;

	see_first(t, rec->seq);
	see_time(t, rec->time);
	if (pdata_sample_decode(rec, PDATA_SAMPLE_TID, &s, NULL) || !s.have)
		return 0;
	return see_thread(t, s.pid, s.tid);
}

int pdata_tasks_add_heads(struct pdata_tasks *t, const struct pdata_sample_head *h, uint32_t nr)
{
	int ret = 0;

	if (nr)
		see_first(t, h->seq);
	for (uint32_t i = 0; i < nr && !ret; i++) {
		see_time(t, h[i].time);
		if (h[i].event->attr.sample_type & PDATA_SAMPLE_TID)
			ret = see_thread(t, h[i].pid, h[i].tid);
	}
	return ret;
}

#define HEADS 32u

int pdata_tasks_add_batch(struct pdata_tasks *t, struct pdata_batch *b)
{
	struct pdata_sample_head heads[HEADS];
	struct pdata_record rec;
	int ret = 0;

	while (!ret && b->nr) {
		uint32_t n = pdata_batch_heads(b, heads, HEADS);

		if (n)
			ret = pdata_tasks_add_heads(t, heads, n);
		else if (pdata_batch_next(b, &rec))
			ret = see_sample(t, &rec);
	}
	return ret;
}

/*
 * Whether records of this event have a time. If they have one, time 0 means that the record was
 * synthesised about what existed from the start.
 */
static bool has_time(const struct pdata_record *rec)
{
	return rec->event && rec->event->attr.sample_type & PDATA_SAMPLE_TIME &&
	       pdata_attr_flag(&rec->event->attr, PDATA_ATTR_SAMPLE_ID_ALL);
}

int pdata_tasks_add(struct pdata_tasks *t, const struct pdata_record *rec, struct pdata_error *err)
{
	struct pdata_value v;
	struct pd_side s = {
		.time = rec->time, .seq = rec->seq, .type = (uint16_t)rec->type, .misc = rec->misc
	};
	int ret;

	switch (rec->type) {
	case PDATA_RECORD_SAMPLE:
		return see_sample(t, rec);
	case PDATA_RECORD_FINISHED_ROUND:
		return see_round(t, rec->seq);
	case PDATA_RECORD_MMAP:
	case PDATA_RECORD_MMAP2:
	case PDATA_RECORD_KSYMBOL:
	case PDATA_RECORD_COMM:
	case PDATA_RECORD_FORK:
		break;
	default:
		if (rec->time)
			see_time(t, rec->time);
		return 0;
	}
	if (rec->time || !has_time(rec))
		see_time(t, rec->time);
	ret = pdata_record_decode(rec, &v, err);
	if (ret)
		return ret;
	if (t->file_order || s.time == UINT64_MAX || (!s.time && !has_time(rec)))
		s.time = pd_tasks_moment(t, 0, rec->seq);
	ret = side_of(t, rec, &v, &s);
	if (ret == PDATA_N_RECORD)
		return 0;
	if (!ret)
		ret = add_side(t, &s);
	return ret ? pd_error(err, ret, rec->off, rec->type, "", "tasks") : 0;
}

int pdata_tasks_build_id(struct pdata_tasks *t, const char *name, uint32_t cpumode,
			 const uint8_t *id, uint32_t size)
{
	struct pd_build_id *b = pd_arena_array(&t->arena, 1, sizeof(*b));

	if (!size || size > PDATA_BUILD_ID_MAX)
		return 0;
	if (!b)
		return PDATA_E_NOMEM;
	b->name = intern_name(t, name);
	if (!b->name)
		return PDATA_E_NOMEM;
	b->kernel = cpumode == PDATA_CPUMODE_KERNEL;
	b->size = (uint8_t)size;
	memcpy(b->id, id, size);
	b->next = t->build_ids;
	t->build_ids = b;
	return 0;
}

int pdata_tasks_build_ids(struct pdata_tasks *t, struct pdata_reader *r)
{
	const struct pdata_feature *f = NULL;
	int ret = pdata_reader_feature(r, PDATA_FEAT_BUILD_ID, &f, NULL);

	if (ret == PDATA_E_NOMEM)
		return ret;
	ret = 0;
	for (uint32_t i = 0; f && i < f->u.build_ids.nr && !ret; i++) {
		const struct pdata_feat_build_id *b = &f->u.build_ids.ids[i];

		ret = pdata_tasks_build_id(t, b->filename, b->misc & PDATA_MISC_CPUMODE,
					   b->build_id, b->size);
	}
	return ret;
}

/*
 * Get the name under which the object's build id is recorded: that name lacks the reference symbol
 * at the end of the name of the kernel's map.
 */
static const char *build_id_name(const struct pdata_object *o)
{
	const char *k = "[kernel.kallsyms]";

	return o->cpumode == PDATA_CPUMODE_KERNEL && starts(o->name, k) ? k : o->name;
}

/*
 * Set the build ids of objects, with tables by the number of the name: there may be many objects
 * and many build ids.
 */
static int give_build_ids(struct pdata_tasks *t)
{
	struct pd_build_id **user, **kernel;
	size_t nr;

	if (!t->build_ids)
		return 0;
	if (pd_string(t, &t->names, "[kernel.kallsyms]") == UINT32_MAX)
		return PDATA_E_NOMEM;
	nr = t->names.nr;
	user = pd_calloc(2 * nr, sizeof(*user));
	if (!user)
		return PDATA_E_NOMEM;
	kernel = user + nr;
	for (struct pd_build_id *b = t->build_ids; b; b = b->next)
		(b->kernel ? kernel : user)[pd_string(t, &t->names, b->name)] = b;
	for (size_t i = 0; i < t->nr_objects; i++) {
		struct pdata_object *o = t->objects[i];
		struct pd_build_id *b;
		uint32_t name = pd_string(t, &t->names, build_id_name(o));

		if (o->build_id_size || o->ksymbol || name >= nr)
			continue;
		b = (o->cpumode == PDATA_CPUMODE_KERNEL ? kernel : user)[name];
		if (b) {
			o->build_id = b->id;
			o->build_id_size = b->size;
		}
	}
	pd_free(user);
	return 0;
}

/*
 * On machines of 64 bits, the vdso of processes of 32 bits has its own name in the BUILD_ID
 * feature, which perf also prints; "[vdso]" there is the other one.
 */
static int rename_vdsos(struct pdata_tasks *t)
{
	const char *name = t->wide ? intern_name(t, "[vdso32]") : NULL;

	for (size_t i = 0; name && i < t->nr_objects; i++)
		if (t->objects[i]->compat32)
			t->objects[i]->name = name;
	return t->wide && !name ? PDATA_E_NOMEM : 0;
}

void pdata_tasks_file_order(struct pdata_tasks *t)
{
	t->file_order = true;
}

int pdata_tasks_seal(struct pdata_tasks *t)
{
	int ret;

	if (t->sealed)
		return 0;
	if (rename_vdsos(t) || give_build_ids(t))
		return PDATA_E_NOMEM;
	ret = pd_sides_sort(t->sides, t->nr_sides);
	if (!ret)
		ret = pd_tasks_replay(t);
	if (ret)
		return ret;
	pd_free(t->sides);
	t->sides = NULL;
	t->nr_sides = t->sides_cap = 0;
	ret = pd_addr_space_seal(&t->maker, &t->kernel);
	for (size_t i = 0; !ret && i < t->nr_spaces; i++)
		ret = pd_addr_space_seal(&t->maker, t->spaces[i]);
	if (ret)
		return ret;
	t->sealed = true;
	return 0;
}

const struct pdata_object *pdata_tasks_object(const struct pdata_tasks *t, uint32_t i)
{
	return i < t->nr_objects ? t->objects[i] : NULL;
}

uint32_t pdata_tasks_nr_objects(const struct pdata_tasks *t)
{
	return (uint32_t)t->nr_objects;
}

uint32_t pdata_tasks_nr_maps(const struct pdata_tasks *t)
{
	return t->nr_maps;
}

uint32_t pdata_tasks_nr_comms(const struct pdata_tasks *t)
{
	return (uint32_t)t->comms.nr;
}

const char *pdata_tasks_comm(const struct pdata_tasks *t, uint32_t comm_index)
{
	return comm_index < t->comms.nr ? t->comms.str[comm_index] : NULL;
}
