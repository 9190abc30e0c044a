/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds data types in one object file: lists global variables, finds the function of an address,
 * and keeps the types inferred for its instructions.
 */
#include "object/dwarf/libdw_memory.h"
#include "session/datatype/data_type_int.h"

#include "base/memory.h"
#include "common/binary_search.h"

#ifdef HAVE_DW

#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Limits that protect against damaged files. */
#define GLOBALS_MAX (1u << 22)
#define CODE_MAX (1u << 20)  /* bytes of code in one address range of a function */
#define STEPS_MAX (1u << 17) /* instructions of a function */
#define RANGES_MAX 64u	     /* address ranges of a function */

/* A variable with a fixed address. */
struct type_global {
	uint64_t addr, size;
	Dwarf_Off die;
};

/* An instruction that accesses memory of a known type. */
struct type_answer {
	uint64_t pc;
	struct type_offset is;
};

/* An address range of a function that has been analysed. */
struct type_range {
	uint64_t lo, hi;
	struct type_answer *answers; /* ascending */
	uint32_t nr;
};

static void close_type_files(const struct sym_type_files *files)
{
	sym_elf_close(files->runtime);
	sym_elf_close(files->debug);
	sym_elf_close(files->shared);
}

void type_file_close(struct type_file *f)
{
	if (!f)
		return;
	if (f->cfi_eh)
		dwarf_cfi_end(f->cfi_eh);
	if (f->dw)
		dwarf_end(f->dw);
	if (f->dw_shared)
		dwarf_end(f->dw_shared);
	close_type_files(&f->files);
	free(f->globals);
	for (uint32_t i = 0; i < f->nr_ranges; i++)
		free(f->ranges[i].answers);
	free(f->ranges);
	free(f->types);
	pd_free(f->type_index.slots);
	free(f);
}

static void read_type_cfi(void *file)
{
	struct type_file *f = file;

	f->cfi = dwarf_getcfi(f->dw);
	f->cfi_eh = f->files.runtime ? dwarf_getcfi_elf(f->files.runtime->elf) : NULL;
}

struct type_file *type_file_open(const struct sym_type_files *files, int *err)
{
	struct type_file *f = mem_alloc(1, sizeof(*f));

	if (!f) {
		*err = -ENOMEM;
		close_type_files(files);
		return NULL;
	}
	f->files = *files;
	f->err = err;
	f->dw = dwarf_begin_guarded(files->debug);
	if (f->dw && files->shared)
		f->dw_shared = dwarf_begin_guarded(files->shared);
	if (!f->dw || (files->shared && !f->dw_shared)) {
		type_file_close(f);
		return NULL;
	}
	if (f->dw_shared)
		dwarf_setalt(f->dw, f->dw_shared);
	f->cap_types = 256;
	f->types = mem_alloc(f->cap_types, sizeof(*f->types));
	if (!f->types) {
		*err = -ENOMEM;
		type_file_close(f);
		return NULL;
	}
	f->nr_types = 1;
	if (!mem_guarded(read_type_cfi, f)) {
		*f->err = -ENOMEM;
		type_file_close(f);
		return NULL;
	}
	return f;
}

/* ---- numbers of types -------------------------------------------------------------------- */

PD_HASH_INDEX(type_die, struct type_file, void, o->types[n].die.addr == k)

static uint32_t type_tag(const void *addr)
{
	return (uint32_t)((uintptr_t)addr * 0x9e3779b97f4a7c15ull >> 32);
}

bool type_room(struct type_file *f, void *array, uint32_t *cap, uint32_t n, size_t size)
{
	if (mem_room(array, cap, n, size))
		return true;
	*f->err = -ENOMEM;
	return false;
}

uint32_t type_number(struct type_file *f, Dwarf_Die *type)
{
	const uint32_t tag = type_tag(type->addr);
	uint64_t *slot, size;

	if (!mem_check(!pd_hash_index_grow(&f->type_index, f->nr_types, 512))) {
		*f->err = -ENOMEM;
		return 0;
	}
	slot = type_die_slot(&f->type_index, tag, f, type->addr);
	if (*slot)
		return (uint32_t)*slot;
	if (!type_die_size(type, &size) || size > INT64_MAX)
		return 0;
	if (!type_room(f, &f->types, &f->cap_types, f->nr_types, sizeof(*f->types)))
		return 0;
	f->types[f->nr_types] = (struct type_known){ *type, size };
	*slot = pd_hash_index_entry(tag, f->nr_types);
	return f->nr_types++;
}

struct type_value type_value_of(struct type_file *f, Dwarf_Die *type)
{
	Dwarf_Die to;
	const uint32_t n = type_die_pointee(type, &to) ? type_number(f, &to) : 0;

	return (struct type_value){ .kind = n ? TYPE_POINTER : TYPE_ANYTHING, .type = n };
}

/* ---- fixed addresses --------------------------------------------------------------------- */

static void add_global(struct type_file *f, Dwarf_Die *var)
{
	Dwarf_Attribute a;
	Dwarf_Die type;
	Dwarf_Op *ops;
	uint64_t size, addr;
	size_t nr;

	if (f->nr >= GLOBALS_MAX || !dwarf_attr(var, DW_AT_location, &a) ||
	    dwarf_getlocation(&a, &ops, &nr) || nr != 1 ||
	    !type_fixed_address(&a, &ops[0], &addr) || !type_die_of(var, &type) ||
	    !type_die_size(&type, &size))
		return;
	if (type_room(f, &f->globals, &f->cap, f->nr, sizeof(*f->globals)))
		f->globals[f->nr++] = (struct type_global){ addr, size, dwarf_dieoffset(var) };
}

static void list_globals(struct type_file *f, Dwarf_Die *parent, unsigned level)
{
	Dwarf_Die die;

	if (level == LEVELS_MAX || dwarf_child(parent, &die))
		return;
	for (uint32_t i = 0; i < ENTRIES_MAX; i++) {
		if (dwarf_tag(&die) == DW_TAG_variable)
			add_global(f, &die);
		else if (dwarf_tag(&die) == DW_TAG_namespace)
			list_globals(f, &die, level + 1);
		if (dwarf_siblingof(&die, &die))
			return;
	}
}

static int by_addr(const void *x, const void *y)
{
	const struct type_global *a = x, *b = y;

	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

static void list_all(struct type_file *f)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die unit;

	f->listed = true;
	for (uint32_t i = 0;
	     i < ENTRIES_MAX && !dwarf_get_units(f->dw, cu, &cu, NULL, NULL, &unit, NULL); i++)
		list_globals(f, &unit, 0);
	if (f->nr)
		qsort(f->globals, f->nr, sizeof(*f->globals), by_addr);
}

struct type_offset type_global_at(struct type_file *f, uint64_t addr)
{
	struct type_offset none = { 0, 0 };
	Dwarf_Die var, type;
	size_t lo;

	if (!f->listed)
		list_all(f);
	lo = pd_first_above(f->globals, f->nr, addr, addr);
	if (!lo || addr - f->globals[lo - 1].addr >= f->globals[lo - 1].size ||
	    !dwarf_offdie(f->dw, f->globals[lo - 1].die, &var) || !type_die_of(&var, &type) ||
	    !type_die_peel(&type, false))
		return none;
	return (struct type_offset){ type_number(f, &type),
				     (int64_t)(addr - f->globals[lo - 1].addr) };
}

/* ---- functions --------------------------------------------------------------------------- */

/*
 * Whether the unit that libdw returned may be used. If memory is exhausted for the unit's
 * abbreviation table, libdw returns the unit all the same and dereferences NULL at its next use;
 * only errno shows the failure.
 */
static bool libdw_has_memory(const struct type_file *f)
{
	if (errno == ENOMEM)
		*f->err = -ENOMEM;
	return errno != ENOMEM;
}

/*
 * Get the unit that covers @pc: from .debug_aranges, or from all units in turn, because not every
 * compiler writes that section.
 */
static bool unit_of(const struct type_file *f, uint64_t pc, Dwarf_Die *unit)
{
	Dwarf_CU *cu = NULL;

	errno = 0;
	if (dwarf_addrdie(f->dw, pc, unit))
		return libdw_has_memory(f);
	for (uint32_t i = 0;
	     i < ENTRIES_MAX && libdw_has_memory(f) &&
	     !dwarf_get_units(f->dw, cu, &cu, NULL, NULL, unit, NULL) && libdw_has_memory(f);
	     i++)
		if (dwarf_haspc(unit, pc) == 1)
			return true;
	return false;
}

static bool may_hold_functions(int tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_structure_type ||
	       tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* Get the function that covers @pc, not a function that is inlined into it. */
static bool function_in(Dwarf_Die *parent, uint64_t pc, unsigned level, Dwarf_Die *function)
{
	Dwarf_Die die;

	if (level == LEVELS_MAX || dwarf_child(parent, &die))
		return false;
	for (uint32_t i = 0; i < ENTRIES_MAX; i++) {
		const int tag = dwarf_tag(&die);

		if (tag == DW_TAG_subprogram && dwarf_haspc(&die, pc) == 1) {
			*function = die;
			return true;
		}
		if (may_hold_functions(tag) && function_in(&die, pc, level + 1, function))
			return true;
		if (dwarf_siblingof(&die, &die))
			return false;
	}
	return false;
}

static bool function_of(const struct type_file *f, uint64_t pc, Dwarf_Die *function)
{
	Dwarf_Die unit;

	return unit_of(f, pc, &unit) && function_in(&unit, pc, 0, function);
}

static void read_range(struct type_code *c, const struct type_reader *r, uint64_t lo, uint64_t hi)
{
	const size_t size = hi - lo < CODE_MAX ? (size_t)(hi - lo) : CODE_MAX;
	uint8_t *code = mem_alloc(size, 1);
	size_t len = 0, at = 0;

	if (!code) {
		*c->f->err = -ENOMEM;
		return;
	}
	if (!r->read(r->ctx, lo, code, size, &len))
		len = 0;
	while (at < len && c->nr < STEPS_MAX) {
		size_t n;

		if (!type_room(c->f, &c->steps, &c->cap, c->nr, sizeof(*c->steps)))
			break;
		c->steps[c->nr] = (struct type_step){ .pc = lo + at };
		n = disasm_step(r->dis, code + at, len - at, lo + at, &c->steps[c->nr].is);
		if (!n)
			break;
		c->nr++;
		at += n;
	}
	if (at && c->nr)
		c->steps[c->nr - 1].is.ends = true;
	free(code);
}

static int by_lo(const void *x, const void *y)
{
	const struct type_range *a = x, *b = y;

	return a->lo < b->lo ? -1 : a->lo > b->lo;
}

static uint32_t get_function_ranges(Dwarf_Die *function, struct type_range *ranges)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;
	uint32_t nr = 0;

	while (nr < RANGES_MAX && (at = dwarf_ranges(function, at, &base, &lo, &hi)) > 0)
		if (lo < hi)
			ranges[nr++] = (struct type_range){ .lo = lo, .hi = hi };
	if (nr)
		qsort(ranges, nr, sizeof(*ranges), by_lo);
	return nr;
}

/* Collect the memory types of the instructions in @r. Return: false when memory is exhausted. */
static bool collect_answers(const struct type_code *c, struct type_range *r)
{
	uint32_t cap = 0;

	for (uint32_t i = 0; i < c->nr; i++) {
		const struct type_step *s = &c->steps[i];

		if (s->pc < r->lo || s->pc >= r->hi || !s->mem.type)
			continue;
		if (!type_room(c->f, &r->answers, &cap, r->nr, sizeof(*r->answers)))
			return false;
		r->answers[r->nr++] = (struct type_answer){ s->pc, s->mem };
	}
	return true;
}

static void keep_answers(struct type_file *f, const struct type_code *c, struct type_range r)
{
	const size_t at = pd_first_above(f->ranges, f->nr_ranges, lo, r.lo);

	if (!collect_answers(c, &r) ||
	    !type_room(f, &f->ranges, &f->cap_ranges, f->nr_ranges, sizeof(*f->ranges))) {
		free(r.answers);
		return;
	}
	memmove(f->ranges + at + 1, f->ranges + at, (f->nr_ranges - at) * sizeof(*f->ranges));
	f->ranges[at] = r;
	f->nr_ranges++;
}

static void infer_function_types(struct type_file *f, Dwarf_Die *function,
				 const struct type_reader *r)
{
	struct type_code c = { .f = f, .pointer = disasm_pointer(r->dis) };
	struct type_range ranges[RANGES_MAX];
	const uint32_t nr = get_function_ranges(function, ranges);
	Dwarf_Addr entry;

	c.entry = dwarf_entrypc(function, &entry) ? 0 : entry;
	for (uint32_t i = 0; i < nr; i++)
		read_range(&c, r, ranges[i].lo, ranges[i].hi);
	if (c.nr) {
		type_flow_blocks(&c);
		type_vars_find_facts(&c, function);
		type_flow(&c);
	}
	for (uint32_t i = 0; i < nr; i++)
		keep_answers(f, &c, ranges[i]);
	free(c.steps);
	free(c.facts);
	free(c.calls);
}

static const struct type_range *range_of(const struct type_file *f, uint64_t pc)
{
	const size_t n = pd_first_above(f->ranges, f->nr_ranges, lo, pc);

	return n && pc < f->ranges[n - 1].hi ? &f->ranges[n - 1] : NULL;
}

struct type_question {
	struct type_file *f;
	uint64_t pc;
	const struct type_reader *r;
	struct type_found *out;
	bool found;
};

static void find_type(void *question)
{
	struct type_question *q = question;
	struct type_file *f = q->f;
	const struct type_range *range = range_of(f, q->pc);
	const struct type_answer *a;
	Dwarf_Die function, type;
	size_t at;

	if (!range && function_of(f, q->pc, &function)) {
		infer_function_types(f, &function, q->r);
		range = range_of(f, q->pc);
	}
	at = range ? pd_first_from(range->answers, range->nr, pc, q->pc) : 0;
	if (!range || at == range->nr || range->answers[at].pc != q->pc)
		return;
	a = &range->answers[at];
	type = f->types[a->is.type].die;
	q->found = type_die_found(&type, a->is.off, q->out);
}

/*
 * If memory is exhausted in libdw, mem_guarded() leaves find_type() at once: what find_type() has
 * allocated is not freed, and the type is not known.
 */
bool type_file_find(struct type_file *f, uint64_t pc, const struct type_reader *r,
		    struct type_found *out)
{
	struct type_question q = { .f = f, .pc = pc, .r = r, .out = out };

	if (*f->err)
		return false;
	if (!mem_guarded(find_type, &q)) {
		*f->err = -ENOMEM;
		return false;
	}
	return q.found;
}

#else

struct type_file *type_file_open(const struct sym_type_files *files, int *err)
{
	(void)err;
	sym_elf_close(files->runtime);
	sym_elf_close(files->debug);
	sym_elf_close(files->shared);
	return NULL;
}

void type_file_close(struct type_file *f)
{
	(void)f;
}

bool type_file_find(struct type_file *f, uint64_t pc, const struct type_reader *r,
		    struct type_found *out)
{
	(void)f;
	(void)pc;
	(void)r;
	(void)out;
	return false;
}

#endif
