/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unwinds user call chains of samples from recorded registers and stack copies with DWARF call
 * frame information, and stops where perf stops.
 */
#include "session/unwind/unwind_int.h"

#include "base/memory.h"
#include "base/message.h"
#include "common/hash_table.h"
#include "common/plural.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/object_symbols.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define KEYS_MIN 4096u
#define KEYS_MAX (1u << 20) /* limit of cached rows; at the limit the cache is emptied */
#define OPEN_MAX 200u	    /* descriptors */
#define FRAMES_MAX 65536u
#define MAPS_MAX (1ull << 26)

PD_HASH_TABLE(unwind_key, struct unwind_key, s->row, s->pc == k->pc && s->object == k->object,
	      hash_mix(k->pc, k->object) >> 17)

struct unwind *unwind_new(const struct pdata_tasks *tasks, const char *arch, const char *symfs,
			  const struct symfs_roots *roots)
{
	struct unwind *u = mem_alloc(1, sizeof(*u));
	const bool with_arch = arch && arch[0], with_symfs = symfs && symfs[0];

	if (!u)
		return NULL;
	u->tasks = tasks;
	u->arch = with_arch ? mem_strdup(arch) : NULL;
	u->symfs = with_symfs ? mem_strdup(symfs) : NULL;
	u->roots = roots;
	u->objects = mem_alloc(pdata_tasks_nr_objects(tasks) + 1, sizeof(*u->objects));
	u->maps_left = MAPS_MAX;
	if (unwind_key_grow(&u->keys, &u->mask, KEYS_MIN, 0))
		mem_count_failure();
	if (u->objects && u->keys && (u->arch || !with_arch) && (u->symfs || !with_symfs))
		return u;
	unwind_free(u);
	return NULL;
}

int unwind_err(const struct unwind *u)
{
	return u ? u->err : 0;
}

struct unwind *unwind_open(struct rep_session *s)
{
	const uint64_t bits = PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;
	const struct pdata_feature *f;
	const char *arch;
	struct unwind *u;
	uint64_t types = 0;

	for (uint32_t i = 0; i < pdata_reader_nr_events(s->reader); i++)
		types |= pdata_reader_event(s->reader, i)->attr.sample_type;
	if ((types & bits) != bits)
		return NULL;
	arch = session_feature(s, PDATA_FEAT_ARCH, &f) ? NULL : f->u.str;
	u = unwind_new(s->tasks, arch, s->roots.all, &s->roots);
	if (!u) {
		session_set_err(s, -ENOMEM);
		return NULL;
	}
	u->foreign = sym_is_foreign(arch, s->kernel_text);
	u->syms = s->syms;
	return u;
}

void unwind_free(struct unwind *u)
{
	if (!u)
		return;
	for (uint32_t i = 0; u->objects && i < pdata_tasks_nr_objects(u->tasks); i++)
		unwind_object_close(u->objects[i].image);
	interner_free(&u->rows);
	free(u->objects);
	pd_free(u->keys);
	free(u->ips);
	free(u->arch);
	free(u->symfs);
	free(u);
}

struct unwind_object *unwind_object_of(struct unwind *u, const struct pdata_object *obj)
{
	struct unwind_object_slot *o = &u->objects[obj->index];
	struct unwind_files from = {
		.id = sym_id_make(obj->build_id, obj->build_id_size),
		.symfs = u->roots ? symfs_dir_of(u->roots, obj->index) : u->symfs,
		.foreign = u->foreign,
		.recorded_ns = u->roots ? u->roots->recorded_ns : 0,
		.files = u->roots ? u->roots->files : NULL,
		.server = u->roots ? u->roots->server : NULL,
		.processes = u->roots ? u->roots->processes : NULL,
	};

	const unsigned failures = mem_failures();

	if (o->asked)
		return o->image;
	o->asked = true;
	if (u->syms)
		symbols_build_id(u->syms, obj, &from.id);
	o->image = unwind_object_open(obj, &from);
	if (mem_failures() != failures)
		u->err = -ENOMEM;
	if (o->image && ++u->nr_open > OPEN_MAX)
		unwind_object_release(o->image);
	return o->image;
}

void unwind_count_cut(struct unwind *u, const struct pdata_object *obj)
{
	const struct unwind_object *im;

	if (!obj || dso_kind_of(obj) != DSO_KIND_FILE)
		return;
	im = unwind_object_of(u, obj);
	if (im && !im->lacks_cfi)
		return;
	u->nr_cut++;
	if (!u->missing)
		u->missing = obj;
}

void unwind_warn(const struct unwind *u, struct rep_session *s)
{
	if (!u || !u->nr_cut || u->err || s->warned_stacks)
		return;
	s->warned_stacks = true;
	rep_err("%s: the call chains of %llu sample%s are incomplete, because files that unwinding "
		"needs are missing, for example %s: use --symfs, or run \"pdata bundle --debug\" "
		"on the recorded machine",
		s->path, (unsigned long long)u->nr_cut, pd_plural(u->nr_cut), u->missing->name);
}

/* Make room for a cached row. Return: false when memory is exhausted, which also sets u->err. */
static bool make_key_room(struct unwind *u)
{
	if (u->nr_keys >= KEYS_MAX) {
		memset(u->keys, 0, (u->mask + 1) * sizeof(*u->keys));
		u->nr_keys = 0;
		interner_free(&u->rows);
	}
	if (u->nr_keys * 2 <= u->mask || !unwind_key_grow(&u->keys, &u->mask, KEYS_MIN, 0))
		return true;
	mem_count_failure();
	u->err = -ENOMEM;
	return false;
}

static void read_row(struct unwind_frame *f, const struct pdata_object *obj, uint64_t pc,
		     struct cfi_row *row)
{
	struct unwind_object *im = unwind_object_of(f->u, obj);
	enum cfi_answer rc;

	memset(row, 0, sizeof(*row));
	rc = im ? unwind_object_row(im, f->arch->amd64, pc, row) : CFI_DAMAGED;
	if (rc != CFI_FOUND)
		memset(row, 0, sizeof(*row));
	if (rc == CFI_NO_MEMORY)
		f->u->err = -ENOMEM;
	row->answer = rc;
}

const struct cfi_row *unwind_row(struct unwind_frame *f, const struct pdata_map *map, uint64_t pc)
{
	static const struct cfi_row none = { .answer = CFI_DAMAGED };
	struct unwind *u = f->u;
	struct unwind_key key, *k;
	struct cfi_row row;
	uint64_t addr;
	uint32_t nr;

	if (!unwind_file_addr(u, f->arch, f->in->maps, map, pc, &addr))
		return &none;
	key = (struct unwind_key){ .pc = addr, .object = map->object->index };
	k = unwind_key_slot(u->keys, u->mask, &key, 0);
	if (!k->row) {
		if (!make_key_room(u))
			return &none;
		read_row(f, map->object, addr, &row);
		nr = interner_add(&u->rows, &row, (uint32_t)CFI_ROW_SIZE(row.nr));
		if (!nr) {
			u->err = -ENOMEM;
			return &none;
		}
		k = unwind_key_slot(u->keys, u->mask, &key, 0);
		*k = key;
		k->row = nr;
		u->nr_keys++;
	}
	return (const struct cfi_row *)(const void *)u->rows.all[k->row].data;
}

/*
 * Whether @m lets perf tell the kind of the process (dso type: 32 or 64 bits). perf reads the vdso
 * of its own process in place of a recorded one, so a vdso always counts.
 */
static bool tells_kind(struct unwind *u, const struct unwind_arch *arch, const struct pdata_map *m)
{
	return (arch->amd64 && !u->symfs && dso_kind_of(m->object) == DSO_KIND_VDSO) ||
	       (m->object->exec && unwind_object_of(u, m->object));
}

/*
 * perf unwinds a process only if it can open the file of at least one map; otherwise the process's
 * samples get no frames at all.
 */
static bool is_possible(struct unwind *u, const struct unwind_arch *arch,
			const struct pdata_mapset *maps)
{
	const struct pdata_map *m;
	uint64_t at = 0;

	if (u->maps == maps)
		return u->possible;
	u->maps = maps;
	u->possible = false;
	u->program = NULL;
	while (!u->possible && u->maps_left && (m = pdata_mapset_next(maps, &at))) {
		u->possible = tells_kind(u, arch, m);
		if (!u->program && m->object->exec && dso_kind_of(m->object) == DSO_KIND_FILE)
			u->program = m->object;
		u->maps_left--;
	}
	return u->possible;
}

/* The value of the register that bit @bit of the sample's register mask stands for. */
static bool sample_reg(const struct pdata_regs *r, unsigned bit, uint64_t *val)
{
	uint64_t nth;

	if (bit > 63 || !(r->mask >> bit & 1))
		return false;
	nth = (uint64_t)__builtin_popcountll(r->mask & ((1ull << bit) - 1));
	if (nth >= r->values.nr)
		return false;
	*val = pdata_u64_at(&r->values, nth);
	return true;
}

static void set_registers(struct unwind_frame *f, const struct pdata_regs *r)
{
	for (unsigned i = 0; i < f->arch->nr; i++) {
		bool there = sample_reg(r, f->arch->bit ? f->arch->bit[i] : i, &f->reg[i]);

		f->state[i] = there ? UNWIND_VALUE : UNWIND_UNREADABLE;
	}
	if (!f->arch->vg || !sample_reg(r, f->arch->vg, &f->vg))
		f->vg = 0;
	f->reg[f->arch->sp] = f->cfa;
	f->state[f->arch->sp] = UNWIND_VALUE;
}

static bool start_unwind_frame(struct unwind_frame *f, struct unwind *u,
			       const struct unwind_sample *in)
{
	const struct unwind_arch *arch = unwind_arch_find(u->arch, in->regs->abi);
	uint64_t size = in->stack->dyn_size < in->stack->size ? in->stack->dyn_size
							      : in->stack->size;

	if (!arch)
		return false;
	if (!is_possible(u, arch, in->maps)) {
		unwind_count_cut(u, u->program);
		return false;
	}
	f->u = u;
	f->arch = arch;
	f->in = in;
	f->map = NULL;
	f->swap = in->regs->values.swap;
	f->called = false;
	if (!sample_reg(in->regs, arch->ip_bit, &f->ip) ||
	    !sample_reg(in->regs, arch->sp_bit, &f->cfa))
		return false;
	f->stack_start = f->cfa;
	f->stack_end = f->cfa + size;
	if (f->stack_end < f->stack_start)
		return false;
	memset(f->state, UNWIND_UNDEFINED, sizeof(f->state));
	set_registers(f, in->regs);
	return true;
}

bool unwind_is_refused(struct unwind *u, const struct unwind_sample *in, uint64_t max)
{
	const struct unwind_arch *arch = unwind_arch_find(u->arch, in->regs->abi);
	const uint64_t mask = in->regs->mask;

	if (max && arch && mask >> arch->ip_bit & 1 && mask >> arch->sp_bit & 1)
		return false;
	return arch && is_possible(u, arch, in->maps);
}

static uint64_t truncate_address(const struct unwind_arch *arch, uint64_t ip)
{
	return arch->word == 4 ? (uint32_t)ip : ip;
}

static bool grow_frames(struct unwind *u, uint64_t max)
{
	uint64_t *ips = mem_grow(u->ips, max, sizeof(*ips));

	if (!ips) {
		u->err = -ENOMEM;
		return false;
	}
	u->ips = ips;
	u->cap_ips = max;
	return true;
}

uint32_t unwind_frames(struct unwind *u, const struct unwind_sample *in, uint64_t max,
		       const uint64_t **ips)
{
	struct unwind_frame f;
	uint64_t ip;
	uint32_t nr = 0;

	if (max > FRAMES_MAX)
		max = FRAMES_MAX;
	if (u->cap_ips < max && !grow_frames(u, max))
		max = 0;
	*ips = u->ips;
	if (!max || !start_unwind_frame(&f, u, in))
		return 0;
	if (f.ip)
		u->ips[nr++] = truncate_address(f.arch, f.ip);
	for (uint64_t i = 1; i < max && unwind_step(&f); i++) {
		ip = truncate_address(f.arch, f.ip - f.called);
		if (ip)
			u->ips[nr++] = ip;
	}
	return nr;
}
