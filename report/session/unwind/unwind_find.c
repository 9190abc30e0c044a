/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the FDE that covers an address. */
#include "session/unwind/unwind_cfi.h"

#include "base/memory.h"
#include "common/binary_search.h"

#include <stdlib.h>

#define HDR_VERSION 1u
#define HDR_OMIT 0xffu
#define TABLE_ENC 0x3bu /* sdata4 | datarel: the encoding that linkers write */
#define ENTRY_SIZE 8u

/*
 * Get the .eh_frame_hdr search table; an entry is two signed words relative to the header's start.
 */
static enum cfi_answer hdr_table(const struct cfi_section *hdr, struct cfi_cur *table, uint64_t *nr)
{
	struct cfi_cur c = { hdr->data, hdr->data + hdr->len, hdr->swap, false };
	uint64_t version = cfi_uint(&c, 1), left;
	uint8_t frame_enc = (uint8_t)cfi_uint(&c, 1), count_enc = (uint8_t)cfi_uint(&c, 1);
	uint8_t table_enc = (uint8_t)cfi_uint(&c, 1);

	cfi_pointer(hdr, &c, frame_enc);
	*nr = cfi_pointer(hdr, &c, count_enc);
	if (c.bad || version != HDR_VERSION)
		return CFI_DAMAGED;
	if (count_enc == HDR_OMIT || table_enc != TABLE_ENC)
		return CFI_NONE;
	left = (uint64_t)(c.end - c.p) / ENTRY_SIZE;
	if (*nr > left)
		*nr = left;
	*table = c;
	return *nr ? CFI_FOUND : CFI_NONE;
}

static int64_t table_word(const struct cfi_cur *table, uint64_t entry, unsigned word)
{
	struct cfi_cur c = *table;

	c.p += entry * ENTRY_SIZE + word * 4;
	return (int32_t)cfi_uint(&c, 4);
}

enum cfi_answer cfi_find_hdr(const struct cfi_section *hdr, const struct cfi_section *eh,
			     uint64_t pc, size_t *off)
{
	int64_t want = (int32_t)(pc - hdr->addr);
	uint64_t lo = 0, hi, nr, at;
	struct cfi_cur table;
	enum cfi_answer rc = hdr_table(hdr, &table, &nr);

	if (rc != CFI_FOUND)
		return rc;
	hi = nr;
	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (table_word(&table, mid, 0) <= want)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo)
		return CFI_NONE;
	at = hdr->addr + (uint64_t)table_word(&table, lo - 1, 1) - eh->addr;
	if (at >= eh->len)
		return CFI_DAMAGED;
	*off = (size_t)at;
	return CFI_FOUND;
}

static int compare_cfi_index(const void *pa, const void *pb)
{
	const struct cfi_index *a = pa, *b = pb;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->off < b->off ? -1 : a->off > b->off;
}

/* Index the section's FDEs. Return: false when memory is exhausted. */
static bool make_index(struct cfi_section *s)
{
	uint32_t cap = 0;
	size_t next;
	struct cfi_fde f;

	for (size_t off = 0; off < s->len; off = next) {
		if (cfi_fde_read(s, off, &f, &next) != CFI_FOUND || !f.len)
			continue;
		if (!mem_room(&s->index, &cap, s->nr_index, sizeof(*s->index))) {
			cfi_section_free(s);
			return false;
		}
		s->index[s->nr_index++] = (struct cfi_index){ f.start, f.start + f.len, off };
	}
	if (s->nr_index)
		qsort(s->index, s->nr_index, sizeof(*s->index), compare_cfi_index);
	s->indexed = true;
	return true;
}

enum cfi_answer cfi_find_index(struct cfi_section *s, uint64_t pc, size_t *off)
{
	size_t lo;

	if (!s->indexed && !make_index(s))
		return CFI_NO_MEMORY;
	lo = pd_first_above(s->index, s->nr_index, start, pc);
	if (!lo || pc >= s->index[lo - 1].end)
		return CFI_NONE;
	*off = s->index[lo - 1].off;
	return CFI_FOUND;
}

void cfi_section_free(struct cfi_section *s)
{
	free(s->index);
	s->index = NULL;
	s->nr_index = 0;
}
