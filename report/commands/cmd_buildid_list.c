/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command `pdata buildid-list`: lists the build ids of a recording, of the objects that
 * samples hit (--with-hits), or of an ELF file.
 */
#include "base/out.h"
#include "console/command.h"
#include "console/progress_line.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/location.h"
#include "object/symbols/object_symbols.h"
#include "session/session.h"

#include <stdlib.h>
#include <unistd.h>

#define ID_WIDTH (2 * (int)PDATA_BUILD_ID_MAX) /* width of the column, in hexadecimal digits */

const struct rep_cmd cmd_buildid_list;

struct buildids {
	struct rep_input in;
	bool with_hits;
	/* While printing: */
	struct rep_session s;
	struct out out;
	bool vdso, vdso32; /* the BUILD_ID section lists [vdso], [vdso32] */
	bool *hit, *seen;  /* indexed by object */
	uint32_t *order;   /* indexes of objects, in the order in which perf first sees them */
	uint32_t nr_order;
	/* The thread of the sample before; valid from @since to thread.until. */
	struct pdata_thread_at thread;
	bool have_thread;
	uint64_t since;
};

static const struct rep_opt buildid_opts[] = {
	{ "input", 'i', REP_STR, offsetof(struct buildids, in.path), "FILE",
	  "read FILE, a recording or a program; - is standard input (default perf.data)", NULL },
	{ "force", 'f', REP_FLAG, offsetof(struct buildids, in.force), NULL,
	  "accepted for compatibility with perf: the owner of an input file is never checked",
	  NULL },
	{ "with-hits", 'H', REP_FLAG, offsetof(struct buildids, with_hits), NULL,
	  "only objects with samples", NULL },
	REP_OPT_ABSENT("kernel", 'k',
		       "pdata does not read the running kernel; without this option, the list "
		       "has the build id of the recorded kernel"),
	REP_OPT_ABSENT("kernel-maps", 'm',
		       "pdata does not read the running kernel; without this option, the list "
		       "has the build id of the recorded kernel"),
	REP_OPT_ABSENT("verbose", 'v',
		       "-v prints perf's internal messages, which pdata does not have; leave out "
		       "-v"),
	{ 0 },
};

static void print_id(struct out *o, const uint8_t *id, uint32_t size, const char *name)
{
	char hex[2 * PDATA_BUILD_ID_MAX + 1] = "";

	if (size > PDATA_BUILD_ID_MAX)
		size = PDATA_BUILD_ID_MAX;
	for (uint32_t i = 0; i < size; i++)
		snprintf(hex + 2 * i, 3, "%02x", id[i]);
	out_printf(o, "%-*s %s\n", ID_WIDTH, hex, name);
}

/* An entry of the BUILD_ID section; a later entry of the same object replaces its build id. */
struct entry {
	const struct pdata_feat_build_id *id;
	uint32_t first; /* position of the name's first entry */
};

static int compare_entry_names(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int rc = strcmp(x->id->filename, y->id->filename);

	if (!rc)
		rc = (x->id->pid > y->id->pid) - (x->id->pid < y->id->pid);
	return rc ? rc : (x->id > y->id) - (x->id < y->id);
}

static int compare_entry_positions(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return (x->first > y->first) - (x->first < y->first);
}

static bool same_entry_object(const struct entry *a, const struct entry *b)
{
	return a->id->pid == b->id->pid && !strcmp(a->id->filename, b->id->filename);
}

/*
 * Each name is printed once, at the position of its first entry and with the build id of its last.
 */
static void print_section(struct buildids *b, const struct pdata_build_ids *ids)
{
	struct entry *all = rep_alloc(ids->nr, sizeof(*all));
	uint32_t nr = 0;

	b->s.header_only = true;
	for (uint32_t i = 0; i < ids->nr; i++)
		all[i] = (struct entry){ &ids->ids[i], i };
	qsort(all, ids->nr, sizeof(*all), compare_entry_names);
	for (uint32_t i = 0; i < ids->nr; i++) {
		if (nr && same_entry_object(&all[nr - 1], &all[i]))
			all[nr - 1].id = all[i].id;
		else
			all[nr++] = all[i];
	}
	qsort(all, nr, sizeof(*all), compare_entry_positions);
	for (uint32_t i = 0; i < nr; i++)
		print_id(&b->out, all[i].id->build_id, all[i].id->size, all[i].id->filename);
	free(all);
}

static void add_object_once(struct buildids *b, const struct pdata_object *obj)
{
	if (b->seen[obj->index])
		return;
	b->seen[obj->index] = true;
	b->order[b->nr_order++] = obj->index;
}

/* A new map makes its object known to perf. */
static void see_map(struct buildids *b, const struct pdata_record *rec)
{
	bool kernel = (rec->misc & PDATA_MISC_CPUMODE) == PDATA_CPUMODE_KERNEL;
	struct resolve_ctx at = { .time = rec->time, .seq = rec->seq + 1 };
	struct pdata_thread_at thread;
	const struct pdata_map *m;
	struct pdata_value v;
	uint64_t addr;

	if (pdata_record_decode(rec, &v, NULL))
		return;
	addr = rec->type == PDATA_RECORD_MMAP ? v.u.mmap.addr : v.u.mmap2.addr;
	if (!kernel) {
		uint32_t pid = rec->type == PDATA_RECORD_MMAP ? v.u.mmap.pid : v.u.mmap2.pid;

		pdata_tasks_at(b->s.tasks, pid, pid, at.time, at.seq, &thread);
		at.maps = thread.maps;
	}
	m = resolve_recorded_map(b->s.tasks, &at,
				 kernel ? PDATA_CPUMODE_KERNEL : PDATA_CPUMODE_USER, addr);
	if (m)
		add_object_once(b, m->object);
}

static const struct pdata_mapset *find_user_maps(struct buildids *b, const struct pdata_record *rec,
						 const struct pdata_sample *s)
{
	if (!b->have_thread || b->thread.pid != s->pid || b->thread.tid != s->tid ||
	    rec->time < b->since || rec->time >= b->thread.until) {
		pdata_tasks_at(b->s.tasks, s->pid, s->tid, rec->time, rec->seq, &b->thread);
		b->since = rec->time;
		b->have_thread = true;
	}
	return b->thread.maps;
}

static void mark_sample_object(struct buildids *b, const struct pdata_record *rec)
{
	const uint32_t cpumode = rec->misc & PDATA_MISC_CPUMODE;
	struct resolve_ctx at = { .time = rec->time, .seq = rec->seq };
	const struct pdata_map *m;
	struct pdata_sample s;

	if (pdata_sample_decode(rec, PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME, &s,
				NULL) ||
	    !(s.have & PDATA_SAMPLE_IP))
		return;
	if (!(s.have & PDATA_SAMPLE_TID))
		s.pid = s.tid = 0;
	if (cpumode == PDATA_CPUMODE_USER)
		at.maps = find_user_maps(b, rec, &s);
	m = resolve_recorded_map(b->s.tasks, &at, cpumode, s.ip);
	if (!m)
		return;
	add_object_once(b, m->object);
	b->hit[m->object->index] = true;
}

/*
 * perf does not list a vdso missing in the BUILD_ID section (for perf it is a temporary copy),
 * nor code that the kernel generated.
 */
static bool is_object_listed(const struct buildids *b, const struct pdata_object *obj)
{
	return !obj->ksymbol && (b->vdso || strcmp(obj->name, "[vdso]") != 0) &&
	       (b->vdso32 || strcmp(obj->name, "[vdso32]") != 0);
}

/* The name that perf lists. Modules are listed by path; elsewhere perf calls them [name]. */
static const char *listed_name(struct buildids *b, const struct pdata_object *obj)
{
	if (obj->cpumode == PDATA_CPUMODE_KERNEL && obj->name[0] == '/')
		return obj->name;
	return symbols_dso_long(b->s.syms, obj);
}

static void print_object(struct buildids *b, const struct pdata_object *obj)
{
	uint32_t size = obj->build_id ? obj->build_id_size : 0;
	const uint8_t *id = obj->build_id;

	if (!id && dso_kind_of(obj) == DSO_KIND_KERNEL)
		id = rep_session_kernel_id(&b->s, &size);
	print_id(&b->out, id, size, listed_name(b, obj));
}

/* An object, with the name under which it is listed. */
struct named {
	const char *name;
	uint32_t index;
};

static int by_listed_name(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	int rc = strcmp(x->name, y->name);

	return rc ? rc : (x->index > y->index) - (x->index < y->index);
}

static int find_name(const void *key, const void *elem)
{
	return strcmp(key, ((const struct named *)elem)->name);
}

/* perf knows the objects of the section before it reads any record. */
static void see_section(struct buildids *b, uint32_t nr)
{
	const struct pdata_feature *f;
	struct named *all;

	if (session_feature(&b->s, PDATA_FEAT_BUILD_ID, &f))
		return;
	all = rep_alloc(nr, sizeof(*all));
	for (uint32_t i = 0; i < nr; i++)
		all[i] = (struct named){ listed_name(b, pdata_tasks_object(b->s.tasks, i)), i };
	qsort(all, nr, sizeof(*all), by_listed_name);
	for (uint32_t i = 0; i < f->u.build_ids.nr; i++) {
		const char *name = f->u.build_ids.ids[i].filename;
		const struct named *n = bsearch(name, all, nr, sizeof(*all), find_name);

		for (; n && n > all && !strcmp(n[-1].name, name); n--)
			;
		for (; n && n < all + nr && !strcmp(n->name, name); n++)
			add_object_once(b, pdata_tasks_object(b->s.tasks, n->index));
		if (!strcmp(name, "[vdso]"))
			b->vdso = true;
		if (!strcmp(name, "[vdso32]"))
			b->vdso32 = true;
	}
	free(all);
}

static void read_hits(struct buildids *b)
{
	struct pdata_record rec;
	int rc;

	pdata_reader_set_order(b->s.reader, PDATA_ORDER_TIME);
	while ((rc = pdata_reader_next(b->s.reader, &rec)) > 0) {
		if (rec.type == PDATA_RECORD_SAMPLE)
			mark_sample_object(b, &rec);
		else if (rec.type == PDATA_RECORD_MMAP || rec.type == PDATA_RECORD_MMAP2)
			see_map(b, &rec);
	}
	if (rc < 0)
		rep_session_failed(&b->s);
}

/* An object that was seen, with the name under which it is listed. */
struct listed {
	const char *name;
	const struct pdata_object *obj;
	uint32_t first; /* position in the order of the list */
	bool hit;
};

static bool has_no_id(const struct pdata_object *o)
{
	return !o->build_id && !o->maj && !o->min && !o->ino;
}

static int by_file(const struct pdata_object *a, const struct pdata_object *b)
{
	uint32_t size = a->build_id ? a->build_id_size : 0;
	uint32_t other = b->build_id ? b->build_id_size : 0;
	int rc = (size > other) - (size < other);

	rc = rc || !size ? rc : memcmp(a->build_id, b->build_id, size);
	rc = rc ? rc : (a->maj > b->maj) - (a->maj < b->maj);
	rc = rc ? rc : (a->min > b->min) - (a->min < b->min);
	return rc ? rc : (a->ino > b->ino) - (a->ino < b->ino);
}

static int by_name_and_file(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;
	int rc = strcmp(x->name, y->name);

	rc = rc ? rc : by_file(x->obj, y->obj);
	rc = rc ? rc
		: (x->obj->ino_generation > y->obj->ino_generation) -
			     (x->obj->ino_generation < y->obj->ino_generation);
	return rc ? rc : (x->first > y->first) - (x->first < y->first);
}

static int compare_listed_first(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;

	return (x->first > y->first) - (x->first < y->first);
}

/* A generation that was not recorded matches any, as in perf. */
static bool are_objects_of_one_file(const struct pdata_object *a, const struct pdata_object *b)
{
	return !by_file(a, b) &&
	       (a->ino_generation == b->ino_generation || !a->ino_generation || !b->ino_generation);
}

static void merge_listed(struct listed *into, const struct listed *l)
{
	into->hit |= l->hit;
	if (l->first < into->first) {
		into->obj = l->obj;
		into->first = l->first;
	}
}

/*
 * An object without build id, device and inode is joined with the object of its name that was seen
 * first; if it was itself seen first, with the second.
 */
static uint32_t join_without_file(struct listed *same, uint32_t nr)
{
	uint32_t first = 1;

	if (nr < 2 || !has_no_id(same[0].obj))
		return nr;
	for (uint32_t i = 2; i < nr; i++)
		if (same[i].first < same[first].first)
			first = i;
	merge_listed(&same[first], &same[0]);
	memmove(same, same + 1, (nr - 1) * sizeof(*same));
	return nr - 1;
}

/*
 * Join objects so that a name is listed once for each different file, not for each process that
 * mapped it.
 */
static uint32_t join_same(struct listed *all, uint32_t nr)
{
	uint32_t out = 0, group = 0;

	qsort(all, nr, sizeof(*all), by_name_and_file);
	for (uint32_t i = 0; i < nr; i++) {
		if (out > group && strcmp(all[group].name, all[i].name) != 0)
			group = out = group + join_without_file(all + group, out - group);
		if (out > group && are_objects_of_one_file(all[out - 1].obj, all[i].obj))
			merge_listed(&all[out - 1], &all[i]);
		else
			all[out++] = all[i];
	}
	out = group + join_without_file(all + group, out - group);
	qsort(all, out, sizeof(*all), compare_listed_first);
	return out;
}

static void print_hits(struct buildids *b)
{
	struct listed *all;
	uint32_t nr;

	if (rep_session_tasks(&b->s) || rep_session_symbols(&b->s, &b->in))
		return;
	nr = pdata_tasks_nr_objects(b->s.tasks);
	b->hit = rep_alloc(nr, sizeof(*b->hit));
	b->seen = rep_alloc(nr, sizeof(*b->seen));
	b->order = rep_alloc(nr, sizeof(*b->order));
	see_section(b, nr);
	read_hits(b);
	all = rep_alloc(b->nr_order, sizeof(*all));
	for (uint32_t i = 0; i < b->nr_order; i++) {
		const struct pdata_object *obj = pdata_tasks_object(b->s.tasks, b->order[i]);

		all[i] = (struct listed){ listed_name(b, obj), obj, i, b->hit[obj->index] };
	}
	nr = join_same(all, b->nr_order);
	for (uint32_t i = 0; i < nr; i++)
		if (all[i].hit && is_object_listed(b, all[i].obj))
			print_object(b, all[i].obj);
	free(all);
	free(b->hit);
	free(b->seen);
	free(b->order);
}

/*
 * AUX data is not decoded here, so the objects that it hits are unknown; all objects are then
 * listed.
 */
static void print_build_ids(struct buildids *b)
{
	const struct pdata_file_info *info = pdata_reader_info(b->s.reader);
	bool pipe = info->container == PDATA_CONTAINER_PIPE;
	bool aux = !pipe && (info->features[0] >> PDATA_FEAT_AUXTRACE & 1);
	const struct pdata_feature *f;
	struct pdata_error err;
	int rc = pdata_reader_feature(b->s.reader, PDATA_FEAT_BUILD_ID, &f, &err);

	if (rc < 0 && rc != PDATA_N_FEATURE)
		rep_session_bad_feature(&b->s, PDATA_FEAT_BUILD_ID, &err);
	/* Build ids in records are no list of all objects. */
	if (pipe || (b->with_hits && !aux) || rc < 0 || !b->s.header_has_build_ids)
		print_hits(b);
	else
		print_section(b, &f->u.build_ids);
}

/* As in perf, the input may also be an ELF file, whose own build id is then printed. */
static bool print_elf(struct out *o, const char *path)
{
	char hex[2 * SYM_ID_MAX + 1];
	struct sym_build_id id;
	struct sym_elf *e;
	const char *why;

	e = path ? sym_elf_open(path, &why) : NULL;
	if (!e)
		return false;
	id = sym_elf_build_id(e);
	sym_elf_close(e);
	if (!id.size)
		return false;
	sym_id_hex(&id, hex);
	out_printf(o, "%s\n", hex);
	return true;
}

static int buildid_list_run(int argc, char **argv)
{
	struct buildids b = { .with_hits = false };
	int first = rep_opts_parse(&cmd_buildid_list, buildid_opts, &b, argc, argv);
	int status;

	if (first < 0)
		return -1 - first;
	if (rep_input_operand(&b.in, cmd_buildid_list.name, argc, argv, first))
		return REP_FAIL;
	rep_out_open(&b.out, STDOUT_FILENO);
	if (print_elf(&b.out, b.in.path))
		return rep_out_close(&b.out, REP_OK);
	b.in.progress = progress_line;
	status = rep_session_open(&b.s, &b.in);
	if (status)
		return status;
	print_build_ids(&b);
	if (session_err(&b.s))
		b.out.len = 0;
	status = rep_session_close(&b.s);
	return rep_out_close(&b.out, status);
}

const struct rep_cmd cmd_buildid_list = {
	.name = "buildid-list",
	.help = "list build ids of the recorded objects",
	.usage = "[FILE]",
	.pager = true,
	.run = buildid_list_run,
};
