/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decodes and encodes the sample fields that schema rows cannot express: counter reads, branch
 * stacks, registers and user stack copies.
 */
#include "wire/custom.h"

#include <pdata/pdata.h>

#define TAKE(n, f)                                                                                 \
	do {                                                                                       \
		if (!pd_has(c, (n)))                                                               \
			return pd_fail(c, PDATA_E_TRUNCATED, f);                                   \
	} while (0)

/* Make @v a view of the next @nr elements of @size bytes. */
static int take_view(struct pd_cur *c, uint64_t nr, size_t size, struct pdata_view *v,
		     const char *field)
{
	if (nr > pd_left(c) / size)
		return pd_fail(c, PDATA_E_COUNT, field);
	v->nr = nr;
	v->swap = (uint32_t)c->swap;
	v->data = pd_get_bytes(c, (size_t)nr * size);
	return 0;
}

/* An unknown bit of read_format may add a number to each entry or to the head of the list. */
static bool has_unknown_counters(uint64_t format)
{
	return format & ~PDATA_FORMAT_KNOWN;
}

/* Bytes of one counter entry. */
static size_t read_entry_size(uint64_t format)
{
	return 8 * (1u + !!(format & PDATA_FORMAT_ID) + !!(format & PDATA_FORMAT_LOST));
}

/*
 * Read a value without PERF_FORMAT_GROUP. The times are between the value and its id, so that the
 * entry cannot be a view of the bytes. With GROUP the times follow the count, once for all entries.
 */
static int read_single(struct pd_cur *c, uint64_t format, struct pdata_read *r)
{
	unsigned times = 0u + !!(format & PDATA_FORMAT_TOTAL_TIME_ENABLED) +
			 !!(format & PDATA_FORMAT_TOTAL_TIME_RUNNING);

	TAKE(8 * times + read_entry_size(format), "read");
	r->single.value = pd_get_u64(c, c->swap);
	if (format & PDATA_FORMAT_TOTAL_TIME_ENABLED)
		r->time_enabled = pd_get_u64(c, c->swap);
	if (format & PDATA_FORMAT_TOTAL_TIME_RUNNING)
		r->time_running = pd_get_u64(c, c->swap);
	if (format & PDATA_FORMAT_ID)
		r->single.id = pd_get_u64(c, c->swap);
	if (format & PDATA_FORMAT_LOST)
		r->single.lost = pd_get_u64(c, c->swap);
	r->nr = 1;
	return 0;
}

int pd_decode_read(struct pd_cur *c, uint64_t format, struct pdata_read *r)
{
	memset(r, 0, sizeof(*r));
	r->format = format;
	if (has_unknown_counters(format))
		return pd_fail(c, PDATA_E_FORMAT, "read");
	if (!(format & PDATA_FORMAT_GROUP))
		return read_single(c, format, r);

	TAKE(8, "read.nr");
	r->nr = pd_get_u64(c, c->swap);
	if (format & PDATA_FORMAT_TOTAL_TIME_ENABLED) {
		TAKE(8, "read.time_enabled");
		r->time_enabled = pd_get_u64(c, c->swap);
	}
	if (format & PDATA_FORMAT_TOTAL_TIME_RUNNING) {
		TAKE(8, "read.time_running");
		r->time_running = pd_get_u64(c, c->swap);
	}
	return take_view(c, r->nr, read_entry_size(format), &r->entries, "read.nr");
}

int pd_decode_branch(struct pd_cur *c, uint64_t branch_type, bool no_hw_idx,
		     struct pdata_branch_stack *b)
{
	memset(b, 0, sizeof(*b));
	b->hw_idx = ~0ull;
	TAKE(8, "branch.nr");
	b->nr = pd_get_u64(c, c->swap);
	if (branch_type & PDATA_BRANCH_HW_INDEX && !(no_hw_idx && !b->nr)) {
		TAKE(8, "branch.hw_idx");
		b->hw_idx = pd_get_u64(c, c->swap);
	}
	if (take_view(c, b->nr, PDATA_BRANCH_ENTRY, &b->entries, "branch.nr"))
		return c->err;
	if (branch_type & PDATA_BRANCH_COUNTERS)
		return take_view(c, b->nr, 8, &b->counters, "branch.counters");
	return 0;
}

int pd_decode_regs(struct pd_cur *c, uint64_t mask, struct pdata_regs *r, const char *field)
{
	memset(r, 0, sizeof(*r));
	TAKE(8, field);
	r->abi = pd_get_u64(c, c->swap);
	r->mask = mask;
	if (r->abi == PDATA_REGS_ABI_NONE)
		return 0;
	if (r->abi > PDATA_REGS_ABI_64)
		return pd_fail(c, PDATA_E_FORMAT, field);
	return take_view(c, (uint64_t)__builtin_popcountll(mask), 8, &r->values, field);
}

int pd_decode_stack(struct pd_cur *c, struct pdata_stack *s)
{
	memset(s, 0, sizeof(*s));
	TAKE(8, "stack.size");
	s->size = pd_get_u64(c, c->swap);
	if (!s->size)
		return 0;
	if (!pd_has(c, s->size))
		return pd_fail(c, PDATA_E_COUNT, "stack.size");
	s->data = pd_get_bytes(c, (size_t)s->size);
	TAKE(8, "stack.dyn_size");
	s->dyn_size = pd_get_u64(c, c->swap);
	return 0;
}

void pd_encode_read(struct pd_put *p, uint64_t format, const struct pdata_read *r)
{
	if (r->format != format || has_unknown_counters(format))
		p->invalid = true;
	if (r->format & PDATA_FORMAT_GROUP)
		pd_put_u64(p, r->nr);
	else
		pd_put_u64(p, r->single.value);
	if (r->format & PDATA_FORMAT_TOTAL_TIME_ENABLED)
		pd_put_u64(p, r->time_enabled);
	if (r->format & PDATA_FORMAT_TOTAL_TIME_RUNNING)
		pd_put_u64(p, r->time_running);
	if (r->format & PDATA_FORMAT_GROUP) {
		if (!pd_put_check_list(p, &r->entries, r->nr))
			return;
		if (r->nr > UINT16_MAX)
			p->full = true;
		else
			pd_put_numbers(p, r->entries.data, r->nr * (read_entry_size(r->format) / 8),
				       8, r->entries.swap);
		return;
	}
	if (r->format & PDATA_FORMAT_ID)
		pd_put_u64(p, r->single.id);
	if (r->format & PDATA_FORMAT_LOST)
		pd_put_u64(p, r->single.lost);
}

/* Append branch entries. Their flags are bit-fields, whose layout depends on the byte order. */
static void put_branches(struct pd_put *p, const struct pdata_branch_stack *b)
{
	const bool be = p->swap ? !PD_HOST_BE : PD_HOST_BE;

	if (!pd_put_check_list(p, &b->entries, b->nr))
		return;
	if (b->nr > UINT16_MAX) {
		p->full = true;
		return;
	}
	if (pd_put_same_order(p, b->entries.swap)) {
		pd_put_bytes(p, b->entries.data, b->nr * PDATA_BRANCH_ENTRY);
		return;
	}
	for (uint64_t i = 0; i < b->nr; i++) {
		const struct pdata_branch e = pdata_branch_at(&b->entries, i);

		pd_put_u64(p, e.from);
		pd_put_u64(p, e.to);
		pd_put_u64(p, be ? pd_mirror(e.flags, 64, pd_branch_widths, 0) : e.flags);
	}
}

void pd_encode_branch(struct pd_put *p, uint64_t branch_type, const struct pdata_branch_stack *b)
{
	pd_put_u64(p, b->nr);
	if (branch_type & PDATA_BRANCH_HW_INDEX)
		pd_put_u64(p, b->hw_idx);
	put_branches(p, b);
	if (branch_type & PDATA_BRANCH_COUNTERS)
		pd_put_list(p, &b->counters, b->nr, 8);
}

void pd_encode_regs(struct pd_put *p, uint64_t mask, const struct pdata_regs *r)
{
	pd_put_u64(p, r->abi);
	if (r->abi == PDATA_REGS_ABI_NONE)
		return;
	if (r->abi > PDATA_REGS_ABI_64 || r->mask != mask)
		p->invalid = true;
	pd_put_list(p, &r->values, (uint64_t)__builtin_popcountll(mask), 8);
}

void pd_encode_stack(struct pd_put *p, const struct pdata_stack *s)
{
	pd_put_u64(p, s->size);
	if (!s->size)
		return;
	pd_put_bytes(p, s->data, s->size);
	pd_put_u64(p, s->dyn_size);
}
