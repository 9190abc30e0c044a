/* SPDX-License-Identifier: BSD-2-Clause */
/* Accessors of elements of views: one for each block of elems.def, and those of plain numbers. */
#include "wire/elems.h"
#include "base/cursor.h"

/* The bytes of a view are checked when it is made, so no row of an element can fail. */
#define PD_SWAP (c->swap)
#include "wire/decode_rows.h"
#define PD_ELEM(name)                                                                              \
	static int decode_##name(struct pd_cur *c, struct pdata_##name *r)                         \
	{
#define PD_ELEM_END(name)                                                                          \
	return 0;                                                                                  \
	}                                                                                          \
	struct pdata_##name pdata_##name##_at(const struct pdata_view *v, uint64_t i)              \
	{                                                                                          \
		struct pdata_##name e = { 0 };                                                     \
		struct pd_cur c =                                                                  \
			pd_cur_init(v->data + i * pd_size_##name, pd_size_##name, (int)v->swap);   \
                                                                                                   \
		decode_##name(&c, &e);                                                             \
		return e;                                                                          \
	}
#include "schema/elems.def"

#include "schema/undef.def"

uint16_t pdata_u16_at(const struct pdata_view *v, uint64_t i)
{
	return pd_ld16(v->data + 2 * i, (int)v->swap);
}

uint32_t pdata_u32_at(const struct pdata_view *v, uint64_t i)
{
	return pd_ld32(v->data + 4 * i, (int)v->swap);
}

struct pdata_branch pdata_branch_at(const struct pdata_view *v, uint64_t i)
{
	const uint8_t *p = v->data + PDATA_BRANCH_ENTRY * i;
	int swap = (int)v->swap;
	struct pdata_branch b = { pd_ld64(p, swap), pd_ld64(p + 8, swap), pd_ld64(p + 16, swap) };

	if (swap ? !PD_HOST_BE : PD_HOST_BE)
		b.flags = pd_mirror(b.flags, 64, pd_branch_widths, 1);
	return b;
}

struct pdata_read_entry pdata_read_entry_at(const struct pdata_read *r, uint64_t i)
{
	unsigned has_id = !!(r->format & PDATA_FORMAT_ID);
	unsigned words = 1 + has_id + !!(r->format & PDATA_FORMAT_LOST);
	const uint8_t *p = r->entries.data ? r->entries.data + 8 * words * i : NULL;
	int swap = (int)r->entries.swap;
	struct pdata_read_entry e;

	if (!(r->format & PDATA_FORMAT_GROUP) || !p)
		return r->single;
	e = (struct pdata_read_entry){ .value = pd_ld64(p, swap) };
	if (has_id)
		e.id = pd_ld64(p + 8, swap);
	if (r->format & PDATA_FORMAT_LOST)
		e.lost = pd_ld64(p + 8 + 8 * has_id, swap);
	return e;
}
