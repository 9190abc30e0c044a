/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any bytes as a program whose frame descriptions lead through a stack: .eh_frame_hdr, .eh_frame, .debug_frame and the
 * expressions in them. The copied stack and the registers are bytes of the same file.
 */

#include "fuzz.h"
#include "session/unwind/unwind_int.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ELF

#include "object/elf/elf_object_int.h"

#define START 0x400000u
#define STACK 0x7ffe0000u
#define STACK_MAX 16384u
#define ROUNDS 12u /* threads of a process */
#define ROWS 256u  /* FDEs that are read one by one */
#define REGS 40u
#define FRAMES 200u

static struct sym_elf *open_elf(const uint8_t *data, size_t size)
{
	char *copy = malloc(size + 1);
	const char *why;

	if (!copy)
		abort();
	memcpy(copy, data, size);
	copy[size] = 0;
	return sym_elf_from_memory(copy, size, &why);
}

static struct pdata_tasks *process(size_t size)
{
	static uint8_t data[512];
	static struct pdata_event event;
	struct pdata_record rec = {
		.type = PDATA_RECORD_MMAP, .misc = PDATA_CPUMODE_USER, .data = data, .event = &event
	};
	struct pdata_value v = {
		.u.mmap = { .pid = 7, .tid = 7, .addr = START, .len = size, .filename = "/program" }
	};
	struct pdata_tasks *t;
	int n;

	event.attr = (struct pdata_attr){ .size = 128, .sample_type = PDATA_SAMPLE_IP };
	n = pdata_record_encode(rec.type, rec.misc, &v, &event.attr, 0, data, sizeof(data));
	if (n < 8)
		abort();
	rec.size = (uint16_t)n;
	if (pdata_tasks_new(&t) || pdata_tasks_add(t, &rec, NULL) || pdata_tasks_seal(t))
		abort();
	return t;
}

static uint64_t word_at(const uint8_t *data, size_t size, size_t at)
{
	uint64_t v = 0;

	if (size >= 8)
		memcpy(&v, data + at % (size - 7), 8);
	return v;
}

/* Put thread @i at a function of the search table, or at any address after the last one. */
static uint64_t place(const struct unwind_object *im, const uint8_t *data, size_t size, uint32_t i)
{
	const size_t at = 12 + (size_t)i * 8;
	int32_t off;

	if (!im->hdr.data || im->hdr.len < 4 || at > im->hdr.len - 4)
		return START + word_at(data, size, i * 31u) % (size + 1);
	memcpy(&off, im->hdr.data + at, 4);
	return START + im->hdr.addr + (uint64_t)off + i;
}

static int any_reg(void *ctx, uint64_t reg, uint64_t *val)
{
	(void)ctx;
	*val = reg * 8;
	return reg < CFI_REGS ? 0 : -1;
}

static int any_mem(void *ctx, uint64_t addr, unsigned size, uint64_t *val)
{
	(void)ctx;
	*val = addr ^ size;
	return addr & 1 ? -1 : 0;
}

static void run_expressions(const struct cfi_section *s, const struct cfi_row *row)
{
	const struct cfi_view v = {
		.reg = any_reg, .mem = any_mem, .addr_size = s->addr_size, .swap = s->swap
	};
	uint64_t out;

	if (row->cfa.kind == CFI_IS_EXPR)
		cfi_expr(row->cfa.expr, row->cfa.len, &v, 0, &out);
	for (unsigned i = 0; i < row->nr; i++)
		if (row->rule[i].kind == CFI_AT_EXPR || row->rule[i].kind == CFI_IS_EXPR)
			cfi_expr(row->rule[i].expr, row->rule[i].len, &v, STACK, &out);
}

/* Read each FDE, whether or not a search finds it. */
static void ask_rows(struct cfi_section *s)
{
	struct cfi_row row;
	size_t off;

	if (!s->data)
		return;
	cfi_find_index(s, 0, &off);
	for (size_t i = 0; i < s->nr_index && i < ROWS; i++) {
		const struct cfi_index *x = &s->index[i];
		const uint64_t pc = x->start + (x->end - x->start) / 2;

		if (cfi_row_at(s, x->off, pc, &row) != CFI_FOUND)
			continue;
		if (row.nr > CFI_REGS || row.ra >= CFI_REGS)
			abort();
		run_expressions(s, &row);
	}
}

static void ask_threads(struct unwind *u, const struct pdata_mapset *maps, const uint8_t *data,
			size_t size, const struct unwind_arch *a, uint64_t abi)
{
	const struct pdata_stack stack = { .data = data,
					   .size = size < STACK_MAX ? size : STACK_MAX,
					   .dyn_size = size < STACK_MAX ? size : STACK_MAX };
	uint64_t values[REGS];
	struct pdata_regs regs = { .abi = abi, .mask = (1ull << REGS) - 1 };
	const struct unwind_sample in = { .maps = maps, .regs = &regs, .stack = &stack };
	const uint64_t *ips;

	for (uint32_t i = 0; i < ROUNDS; i++) {
		for (uint32_t r = 0; r < REGS; r++)
			values[r] = r & 1 ? STACK + word_at(data, size, size - i * 64 - r * 8) %
							    STACK_MAX
					  : word_at(data, size, size - i * 64 - r * 8);
		values[a->ip_bit] = place(u->objects[0].image, data, size, i);
		values[a->sp_bit] = STACK;
		regs.values.data = (const uint8_t *)values;
		regs.values.nr = REGS;
		if (unwind_frames(u, &in, FRAMES, &ips) > FRAMES)
			abort();
	}
}

static void unwind_all(const uint8_t *data, size_t size, const char *arch, uint64_t abi)
{
	const struct unwind_arch *a = unwind_arch_find(arch, abi);
	struct sym_elf *e = open_elf(data, size);
	struct pdata_thread_at who;
	struct pdata_tasks *t;
	struct unwind *u;

	if (!e)
		return;
	t = process(size);
	u = unwind_new(t, arch, NULL, NULL);
	u->objects[0] =
		(struct unwind_object_slot){ .image = unwind_object_make(e, NULL), .asked = true };
	ask_rows(&u->objects[0].image->eh);
	ask_rows(&u->objects[0].image->debug_frame);
	pdata_tasks_at(t, 7, 7, 0, 0, &who);
	if (a)
		ask_threads(u, who.maps, data, size, a, abi);
	unwind_free(u);
	pdata_tasks_free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unwind_all(data, size, "x86_64", PDATA_REGS_ABI_64);
	unwind_all(data, size, "x86_64", PDATA_REGS_ABI_32);
	unwind_all(data, size, "aarch64", PDATA_REGS_ABI_64);
	return 0;
}

#else
#include "fuzz_nothing.h"
#endif
