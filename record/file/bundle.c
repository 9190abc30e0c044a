/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the bundle of a recording: resolves the hit addresses to objects, and collects the files
 * with the names of these objects.
 */
#include "file/bundle.h"

#include "common/plural.h"

#include <stdlib.h>
#include <string.h>

/* Limits of the map and task records that are kept: their number, and their size in bytes. */
#define SIDE_MAX 400000u
#define SIDE_BYTES (UINT64_C(64) << 20)
/*
 * Limits of the time that the bundle adds to the end of a recording: without --bundle 1/QUICK_SHARE
 * of the recording's time, from QUICK_LEAST_NS to QUICK_MOST_NS; with --bundle SLOW_NS.
 */
#define QUICK_SHARE 200
#define QUICK_LEAST_NS 4000000u
#define QUICK_MOST_NS 90000000u
#define SLOW_NS 20000000000ull
#define KERNEL_NS 45000000u /* time that reading /proc/kallsyms takes */
#define HIT_BYTES (UINT64_C(16) << 20)
#define ALL_BYTES (UINT64_C(256) << 20)
#define LEVEL 3

struct rec_bundle {
	struct rec *r;
	struct pdata_tasks *tasks;
	uint32_t nr_side;
	uint64_t side_bytes;
	bool failed;			    /* too many records of maps: tasks is freed */
	const struct rec_hit_address *hits; /* set at the end of the recording */
	uint32_t nr;
	uint64_t nr_left_out; /* hit addresses that had no room in the table */
	uint64_t from;	      /* rec_now_ns() at which the bundle was begun */
	uint64_t room;	      /* ns from then on in which it has to be made */
	struct rec_point *points;
	uint32_t nr_points;
	struct rec_arena arena;
	struct rec_jit_users users;
};

/* ---- while the data is written ---- */

static bool tells_maps(uint32_t type)
{
	switch (type) {
	case PDATA_RECORD_MMAP:
	case PDATA_RECORD_MMAP2:
	case PDATA_RECORD_COMM:
	case PDATA_RECORD_FORK:
	case PDATA_RECORD_EXIT:
	case PDATA_RECORD_KSYMBOL:
		return true;
	default:
		return false;
	}
}

void rec_bundle_other(struct rec_bundle *b, const struct pdata_record *rec)
{
	if (b->failed || !tells_maps(rec->type))
		return;
	if (rec->type == PDATA_RECORD_MMAP2)
		rec_jit_note(&b->arena, &b->users, rec);
	b->side_bytes += rec->size;
	if (++b->nr_side <= SIDE_MAX && b->side_bytes <= SIDE_BYTES &&
	    pdata_tasks_add(b->tasks, rec, NULL) != PDATA_E_NOMEM)
		return;
	b->failed = true;
	pdata_tasks_free(b->tasks);
	b->tasks = NULL;
}

static enum rec_bundle_mode bundle_mode(const struct rec *r)
{
	/* With --switch-output the next file must not wait for the bundle of the last one. */
	if (r->o.out->bundle == REC_BUNDLE_AUTO && r->o.out->sw.enabled)
		return REC_BUNDLE_NO;
	return (enum rec_bundle_mode)r->o.out->bundle;
}

struct rec_bundle *rec_bundle_new(struct rec *r)
{
	struct rec_bundle *b = bundle_mode(r) == REC_BUNDLE_NO ? NULL : calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->r = r;
	if (pdata_tasks_new(&b->tasks)) {
		rec_bundle_free(b);
		return NULL;
	}
	return b;
}

void rec_bundle_free(struct rec_bundle *b)
{
	if (!b)
		return;
	pdata_tasks_free(b->tasks);
	rec_arena_free(&b->arena);
	free(b);
}

static bool is_quick(const struct rec_bundle *b)
{
	return b->r->o.out->bundle == REC_BUNDLE_AUTO;
}

static uint64_t room_of(const struct rec_bundle *b, uint64_t now)
{
	const uint64_t share = (now - b->r->start_ns) / QUICK_SHARE;

	if (!is_quick(b))
		return SLOW_NS;
	return share < QUICK_LEAST_NS  ? QUICK_LEAST_NS
	       : share > QUICK_MOST_NS ? QUICK_MOST_NS
				       : share;
}

/* ---- addresses to objects ---- */

static void add_point(struct rec_bundle *b, const struct pdata_object *obj, uint64_t addr,
		      uint32_t pid)
{
	const uint32_t at = b->nr_points;

	b->points = rec_push(&b->arena, b->points, &b->nr_points, sizeof(*b->points));
	b->points[at] = (struct rec_point){ obj->index, pid, addr };
}

/*
 * Add an address and the one before it: a return address is after the call instruction and can
 * already belong to the next function.
 */
static void add_both(struct rec_bundle *b, const struct pdata_map *m, uint64_t addr, uint32_t pid)
{
	add_point(b, m->object, addr, pid);
	if (addr)
		add_point(b, m->object, addr - 1, pid);
}

/* Points of the kernel and of memory without a file are addresses; others are file offsets. */
static uint64_t map_hit_offset(const struct pdata_map *m, uint64_t ip)
{
	if (m->object->anon || m->object->cpumode != PDATA_CPUMODE_USER)
		return ip;
	return pdata_map_to_offset(m, ip);
}

static void resolve_hit(struct rec_bundle *b, const struct rec_hit_address *h, uint64_t time)
{
	struct pdata_thread_at who;
	const struct pdata_map *m;

	if (h->pid != REC_NO_PID) {
		pdata_tasks_at(b->tasks, h->pid, h->pid, time, UINT64_MAX, &who);
		m = pdata_mapset_find(who.maps, h->ip);
		if (m)
			add_both(b, m, map_hit_offset(m, h->ip), h->pid);
	}
	m = pdata_tasks_kernel_map(b->tasks, h->ip, time, UINT64_MAX);
	if (m)
		add_both(b, m, h->ip, REC_NO_PID);
}

/*
 * Add all executable objects of the process that hit @h. Stacks are unwound when the recording is
 * read and can lead to any object that is mapped.
 */
static void add_all_maps(struct rec_bundle *b, const struct rec_hit_address *h,
			 const struct pdata_mapset **seen)
{
	struct pdata_thread_at who;
	const struct pdata_map *m;
	uint64_t at = 0;

	if (h->pid == REC_NO_PID)
		return;
	pdata_tasks_at(b->tasks, h->pid, h->pid, h->last, UINT64_MAX, &who);
	if (who.maps == *seen)
		return;
	*seen = who.maps;
	while ((m = pdata_mapset_next(who.maps, &at)))
		if (m->object->exec)
			add_point(b, m->object, REC_POINT_ANY, h->pid);
}

static int by_object(const void *x, const void *y)
{
	const struct rec_point *a = x, *b = y;

	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

static void resolve_all(struct rec_bundle *b, bool all_maps)
{
	const struct pdata_mapset *seen = NULL;

	for (uint32_t i = 0; i < b->nr; i++) {
		resolve_hit(b, &b->hits[i], b->hits[i].last);
		if (b->hits[i].first != b->hits[i].last)
			resolve_hit(b, &b->hits[i], b->hits[i].first);
		if (all_maps)
			add_all_maps(b, &b->hits[i], &seen);
	}
	if (b->nr_points)
		qsort(b->points, b->nr_points, sizeof(*b->points), by_object);
}

/* ---- objects to files ---- */

/* Return the path of the jitdump file that the process has mapped as a marker, or NULL. */
static const char *jitdump_of(const struct rec_bundle *b, uint32_t pid)
{
	struct pdata_thread_at who;
	const struct pdata_map *m;
	uint64_t at = 0;

	pdata_tasks_at(b->tasks, pid, pid, UINT64_MAX, UINT64_MAX, &who);
	while ((m = pdata_mapset_next(who.maps, &at))) {
		const char *slash = strrchr(m->object->name, '/');

		if (slash && !strncmp(slash, "/jit-", 5) && strstr(slash, ".dump"))
			return m->object->name;
	}
	return NULL;
}

/*
 * Return true if the process generated the code while it ran: the symbols are in a perf-PID.map or
 * jitdump file.
 */
static bool is_jit_object(const struct pdata_object *o)
{
	return o->cpumode == PDATA_CPUMODE_USER && (o->anon || !strncmp(o->name, "/tmp/perf-", 10));
}

/* Return true for the vdso of processes with as many bits as the recorder. */
static bool is_recorders_vdso(const struct pdata_object *o)
{
	return (!strcmp(o->name, "[vdso]") || !strcmp(o->name, "[vdso32]")) &&
	       (o->compat32 != 0) == (sizeof(void *) == 4);
}

static void take_user(const struct rec_bundle *b, struct rec_collect *c, const struct rec_points *p)
{
	const struct pdata_object *o = p->object;

	if (is_recorders_vdso(o))
		rec_bundle_vdso(c, p);
	else if (is_jit_object(o))
		rec_bundle_jit(c, p, jitdump_of(b, p->hits->pid));
	else if (o->name[0] == '/')
		rec_bundle_elf(c, p);
}

/* The hit addresses of kernel and modules, whose symbols are all in /proc/kallsyms. */
struct kernel_points {
	uint64_t *addr;
	uint32_t nr;
	const char **modules;
	uint32_t nr_modules;
};

static const char *bundle_module_name(struct rec_arena *a, const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *dot = strstr(base, ".ko");

	if (base[0] == '[')
		return strncmp(base, "[kernel.", 8) ? base : NULL;
	if (!dot)
		return NULL;
	char *name = rec_printf(a, "[%.*s]", (int)(dot - base), base);

	for (char *p = name; *p; p++)
		if (*p == '-')
			*p = '_';
	return name;
}

static void take_kernel(struct rec_collect *c, const struct rec_points *p, struct kernel_points *k)
{
	const char *module = bundle_module_name(&c->arena, p->object->name);
	uint32_t at = k->nr_modules;

	if (p->object->ksymbol || !module)
		return;
	k->modules = rec_push(&c->arena, k->modules, &k->nr_modules, sizeof(*k->modules));
	k->modules[at] = module;
}

static int compare_hit_values(const void *x, const void *y)
{
	const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

	return a < b ? -1 : a > b;
}

static void kernel_addresses(const struct rec_bundle *b, struct rec_collect *c,
			     struct kernel_points *k)
{
	k->addr = rec_alloc(&c->arena, (2 * (size_t)b->nr + 1) * sizeof(*k->addr));
	for (uint32_t i = 0; i < b->nr; i++) {
		const struct rec_hit_address *h = &b->hits[i];

		if (h->pid != REC_NO_PID &&
		    !pdata_tasks_kernel_map(b->tasks, h->ip, h->last, UINT64_MAX))
			continue;
		k->addr[k->nr++] = h->ip;
		k->addr[k->nr++] = h->ip - 1;
	}
	qsort(k->addr, k->nr, sizeof(*k->addr), compare_hit_values);
}

/* Add the symbols of the objects for which is_jit_object() is @jit. */
static void take_objects(struct rec_bundle *b, struct rec_collect *c, bool jit,
			 struct kernel_points *k)
{
	struct rec_points p;

	for (uint32_t i = 0, end; i < b->nr_points; i = end) {
		const struct rec_point *q = &b->points[i];

		for (end = i; end < b->nr_points && b->points[end].object == q->object;)
			end++;
		p = (struct rec_points){ .object = pdata_tasks_object(b->tasks, q->object),
					 .hits = q,
					 .nr_hits = end - i };
		if (is_jit_object(p.object) != jit)
			continue;
		p.addr = rec_alloc(&b->arena, p.nr_hits * sizeof(*p.addr));
		for (uint32_t n = i; n < end; n++)
			if (b->points[n].addr != REC_POINT_ANY &&
			    (!p.nr || p.addr[p.nr - 1] != b->points[n].addr))
				p.addr[p.nr++] = b->points[n].addr;
		if (rec_now_ns() > c->until)
			c->nr_late++;
		else if (p.object->cpumode == PDATA_CPUMODE_KERNEL)
			take_kernel(c, &p, k);
		else if (p.object->cpumode == PDATA_CPUMODE_USER)
			take_user(b, c, &p);
	}
}

/*
 * Symbols of generated code come first: the time can end before the last object, and a perf-PID.map
 * or jitdump file is the first to be deleted.
 */
static void take_all(struct rec_bundle *b, struct rec_collect *c)
{
	struct kernel_points k = { 0 };

	take_objects(b, c, true, &k);
	take_objects(b, c, false, &k);
	kernel_addresses(b, c, &k);
	if (k.nr && rec_now_ns() + (is_quick(b) ? KERNEL_NS : 0) > c->until)
		c->no_kernel = true;
	else if (k.nr)
		rec_bundle_kernel(c, k.addr, k.nr, k.modules, k.nr_modules);
}

static void print_bundle_notes(const struct rec_bundle *b, const struct rec_collect *c)
{
	/*
	 * If the bundle was not asked for, missing names are only worth a note: reports say
	 * themselves which names they lack.
	 */
	void (*tell)(const char *fmt, ...) = is_quick(b) ? rec_note : rec_warn;
	const char *other_way = is_quick(b) ? ", or use record --bundle" : "";

	if (b->nr_left_out)
		tell("bundle: symbols of %llu sampled address%s are not stored, because there are "
		     "more addresses than the recorder keeps; add symbols with \"pdata bundle\"",
		     (unsigned long long)b->nr_left_out, pd_one_or_many(b->nr_left_out, "", "es"));
	if (c->nr_missing)
		tell("bundle: symbols of %u file%s are not stored: %s the size limit; \"pdata "
		     "bundle\" adds those of files that still exist",
		     c->nr_missing, pd_plural(c->nr_missing),
		     pd_one_or_many(c->nr_missing,
				    "the file was deleted or replaced, cannot be read, or exceeds",
				    "the files were deleted or replaced, cannot be read, or "
				    "exceed"));
	if (c->nr_shortened)
		rec_warn("bundle: %u file%s %s the size limit: of programs and libraries among "
			 "them, only symbols of sampled functions are stored; of perf maps and "
			 "jitdumps, no symbols are stored",
			 c->nr_shortened, pd_plural(c->nr_shortened),
			 pd_one_or_many(c->nr_shortened, "exceeds", "exceed"));
	if (c->nr_overlapping)
		rec_note("bundle: %u file%s %s overlapping symbols and a symbol table above the "
			 "size limit: only the symbols of sampled addresses are stored; where two "
			 "symbols overlap, reports on this machine and on another machine can show "
			 "different names",
			 c->nr_overlapping, pd_plural(c->nr_overlapping),
			 pd_one_or_many(c->nr_overlapping, "has", "have"));
	if (c->nr_late)
		tell("bundle: symbols of %u file%s are left out, because the time limit or the "
		     "size limit was reached; add them with \"pdata bundle\"%s",
		     c->nr_late, pd_plural(c->nr_late), other_way);
	if (c->no_kernel)
		rec_warn("bundle: kernel symbols are left out, because %s; add them with \"pdata "
			 "bundle\" before the next boot%s",
			 is_quick(b) ? "reading kernel symbols takes long, and the recording "
				       "is short"
				     : "the time limit was reached",
			 other_way);
	rec_note("bundle: collected symbols of %u file%s, %llu byte%s, in %.1f ms", c->nr,
		 pd_plural(c->nr), (unsigned long long)c->bytes, pd_plural(c->bytes),
		 (double)(rec_now_ns() - b->from) / 1e6);
}

static bool encode_bundle_block(const struct rec_collect *c, struct pdata_block_in *out)
{
	struct pdata_feature f = { .bit = PDATA_BLOCK_FILES };
	uint8_t *data;

	f.u.files = (struct pdata_bundle_files){
		.nr = c->nr,
		.mode = c->mode == REC_BUNDLE_FULL    ? PDATA_BUNDLE_FULL
			: c->mode == REC_BUNDLE_DEBUG ? PDATA_BUNDLE_DEBUG
						      : PDATA_BUNDLE_HIT,
		.files = c->files,
	};
	int64_t len = pdata_feature_encode(&f, 0, &data);

	if (len < 0)
		return false;
	*out = (struct pdata_block_in){
		.type = PDATA_BLOCK_FILES, .level = LEVEL, .data = data, .len = (uint64_t)len
	};
	return true;
}

bool rec_bundle_make(struct rec *r, struct rec_bundle *b, struct rec_hit_addresses *h,
		     struct pdata_block_in *out)
{
	struct rec_collect c = { .r = r, .users = &b->users, .mode = bundle_mode(r) };
	bool made = false;

	b->from = rec_now_ns();
	b->room = room_of(b, b->from);
	c.until = b->from + b->room;
	c.max_bytes = c.mode == REC_BUNDLE_FULL || c.mode == REC_BUNDLE_DEBUG ? ALL_BYTES
									      : HIT_BYTES;
	b->hits = rec_hit_addresses_finish(h, &b->nr, &b->nr_left_out);
	if (!b->failed && !pdata_tasks_seal(b->tasks)) {
		c.tasks = b->tasks;
		resolve_all(b, c.mode == REC_BUNDLE_DEBUG);
		take_all(b, &c);
		made = c.nr && encode_bundle_block(&c, out);
		print_bundle_notes(b, &c);
	} else {
		rec_warn("bundle: no symbols are stored, because there were too many records of "
			 "tasks and maps for the memory limit; add symbols with \"pdata bundle\"");
	}
	for (uint32_t i = 0; i < c.nr_owned; i++)
		pdata_free(c.owned[i]);
	rec_arena_free(&c.arena);
	return made;
}
