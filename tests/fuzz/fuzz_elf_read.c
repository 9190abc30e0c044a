/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads any bytes as an ELF file: headers, sections, symbols, and a reduced copy, which must be a
 * valid ELF file.
 */

#include "fuzz.h"

#include <pdata/elf.h>

#include <stdlib.h>
#include <string.h>

#define LOOK_MAX 64u

static volatile uint64_t sink;

static int look(void *arg, uint32_t i, const struct pdata_elf_sym *s)
{
	uint64_t *at = arg;

	at[i % 4] = s->value;
	return i > 100000;
}

static void look_at(struct pdata_elf *e, uint64_t at[4])
{
	struct pdata_elf_section s;
	struct pdata_elf_segment g;
	uint8_t id[20], *data;
	uint64_t to;

	for (uint32_t i = 0; i < LOOK_MAX && !pdata_elf_section(e, i, &s); i++) {
		int64_t n = pdata_elf_content(e, i, 1u << 20, &data);

		sink += strlen(s.name) + (n > 0 ? data[n - 1] : 0u);
		pdata_free(data);
		pdata_elf_symbols(e, i, look, at);
	}
	for (uint32_t i = 0; i < LOOK_MAX && !pdata_elf_segment(e, i, &g); i++)
		sink += g.addr;
	for (int i = 0; i < 4; i++) {
		sink += (uint64_t)pdata_elf_addr(e, at[i], &to) +
			(uint64_t)pdata_elf_offset(e, at[i], &to);
		sink += pdata_elf_read(e, at[i], id, sizeof(id));
	}
	sink += pdata_elf_build_id(e, id) + pdata_elf_find(e, ".text");
}

static int compare(const void *x, const void *y)
{
	const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

	return a < b ? -1 : a > b;
}

static void cut(struct pdata_elf *e, uint64_t at[4], uint32_t keep)
{
	const struct pdata_elf_cut how = { .addrs = at, .nr = 4, .keep = keep, .max = 1u << 22 };
	struct pdata_elf *again;
	uint8_t *out, a[20], b[20];
	int64_t n = pdata_elf_cut(e, &how, &out);

	if (n < 0)
		return;
	/* Notes of large sections are not copied. */
	if (pdata_elf_open_mem(&again, out, (size_t)n, NULL) ||
	    (pdata_elf_build_id(again, b) && !pdata_elf_build_id(e, a)))
		abort();
	look_at(again, at);
	pdata_elf_close(again);
	pdata_free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t at[4] = { 0 };
	struct pdata_error err;
	struct pdata_elf *e;

	if (pdata_elf_open_mem(&e, data, size, &err))
		return 0;
	look_at(e, at);
	qsort(at, 4, sizeof(at[0]), compare);
	for (uint32_t keep = 0; keep < 8; keep += 7)
		cut(e, at, keep);
	pdata_elf_close(e);
	return 0;
}
