/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys about branches (--branch-stack): symbol, object and address of both ends, and the
 * mispredict, transaction and cycles fields.
 */
#include "profile/keys/keys_branch.h"
#include "profile/keys/keys_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct location *side(const struct report *rp, const struct rep_row *r, bool to)
{
	return &rp->places.all[to ? r->to : r->from];
}

/* Known after rows_build(), which asks for every row's names. */
static const char *side_dso(const struct report *rp, const struct location *p)
{
	return p->map ? rp->places.dso_short[p->map->object->index] : NULL;
}

static int dso_order(const struct report *rp, const struct location *a, const struct location *b)
{
	return key_dso_cmp(side_dso(rp, a), side_dso(rp, b));
}

static unsigned dso_columns(const struct report *rp, const struct location *p)
{
	const struct report_opts *o = rp->opts;

	if (p->sym)
		return (unsigned)strlen(side_dso(rp, p));
	return o->show.widths || o->show.separator || o->select.dso_list ? 0 : 16;
}

static int dso_text(const struct report *rp, const struct location *p, char *buf, size_t size,
		    unsigned width)
{
	const char *dso = side_dso(rp, p);

	return snprintf(buf, size, "%-*.*s", (int)width, (int)width, dso ? dso : "[unknown]");
}

static int sym_order(const struct location *a, const struct location *b)
{
	return !a->sym && !b->sym ? key_addr_order(a->ip, b->ip) : key_sym_cmp(a->sym, b->sym);
}

static int addr_text(const struct rep_row *r, const struct location *p, char *buf, size_t size,
		     unsigned width)
{
	int n = key_print_sym(p->sym, p->map, p->addr, r->level, buf, size, width);

	if (p->sym && p->map && !p->sym->object && p->addr != p->sym->start && n > 0 &&
	    (size_t)n < size)
		n += snprintf(buf + n, size - (size_t)n, "+0x%" PRIx64, p->addr - p->sym->start);
	return n;
}

#define SIDE_KEYS(which, is_to)                                                                    \
	int branch_dso_##which##_cmp(const struct report *rp, const struct rep_row *a,             \
				     const struct rep_row *b)                                      \
	{                                                                                          \
		return dso_order(rp, side(rp, a, is_to), side(rp, b, is_to));                      \
	}                                                                                          \
	uint64_t branch_dso_##which##_hash(const struct report *rp, const struct rep_row *r)       \
	{                                                                                          \
		return key_text_hash(side_dso(rp, side(rp, r, is_to)));                            \
	}                                                                                          \
	unsigned branch_dso_##which##_width(const struct report *rp, const struct rep_row *r)      \
	{                                                                                          \
		return dso_columns(rp, side(rp, r, is_to));                                        \
	}                                                                                          \
	int branch_dso_##which##_print(const struct report *rp, const struct rep_row *r,           \
				       char *buf, size_t size, unsigned width)                     \
	{                                                                                          \
		return dso_text(rp, side(rp, r, is_to), buf, size, width);                         \
	}                                                                                          \
	int branch_sym_##which##_cmp(const struct report *rp, const struct rep_row *a,             \
				     const struct rep_row *b)                                      \
	{                                                                                          \
		return sym_order(side(rp, a, is_to), side(rp, b, is_to));                          \
	}                                                                                          \
	uint64_t branch_sym_##which##_hash(const struct report *rp, const struct rep_row *r)       \
	{                                                                                          \
		const struct location *p = side(rp, r, is_to);                                     \
		return p->sym ? hash_mix(p->sym->start, p->sym->end) : p->ip;                      \
	}                                                                                          \
	unsigned branch_sym_##which##_width(const struct report *rp, const struct rep_row *r)      \
	{                                                                                          \
		const struct location *p = side(rp, r, is_to);                                     \
		return p->sym ? (unsigned)strlen(p->sym->name) + 4 : KEY_NO_NAME_WIDTH;            \
	}                                                                                          \
	int branch_sym_##which##_print(const struct report *rp, const struct rep_row *r,           \
				       char *buf, size_t size, unsigned width)                     \
	{                                                                                          \
		const struct location *p = side(rp, r, is_to);                                     \
		return key_print_sym(p->sym, p->map, p->addr, p->level, buf, size, width);         \
	}                                                                                          \
	int branch_addr_##which##_cmp(const struct report *rp, const struct rep_row *a,            \
				      const struct rep_row *b)                                     \
	{                                                                                          \
		const struct location *p = side(rp, a, is_to), *q = side(rp, b, is_to);            \
		int c = dso_order(rp, p, q);                                                       \
		return c ? c : key_addr_order(p->ip, q->ip);                                       \
	}                                                                                          \
	uint64_t branch_addr_##which##_hash(const struct report *rp, const struct rep_row *r)      \
	{                                                                                          \
		return side(rp, r, is_to)->ip;                                                     \
	}                                                                                          \
	unsigned branch_addr_##which##_width(const struct report *rp, const struct rep_row *r)     \
	{                                                                                          \
		return side(rp, r, is_to)->sym ? 0 : KEY_NO_NAME_WIDTH;                            \
	}                                                                                          \
	int branch_addr_##which##_print(const struct report *rp, const struct rep_row *r,          \
					char *buf, size_t size, unsigned width)                    \
	{                                                                                          \
		return addr_text(r, side(rp, r, is_to), buf, size, width);                         \
	}

SIDE_KEYS(from, false)
SIDE_KEYS(to, true)

/* ---- flags ------------------------------------------------------------------------------- */

#define MISPRED 1u
#define PREDICTED 2u
#define IN_TX 4u
#define ABORT 8u

static uint64_t flags_of(const struct rep_row *r)
{
	return r->extra->branch_flags;
}

static uint16_t row_branch_cycles(const struct rep_row *r)
{
	return (uint16_t)(flags_of(r) >> 4 & 0xffff);
}

/* perf says only that two differ, never which is less: the first one met stands first. */
#define FLAG_KEY(id, value)                                                                        \
	int branch_##id##_cmp(const struct report *rp, const struct rep_row *a,                    \
			      const struct rep_row *b)                                             \
	{                                                                                          \
		(void)rp;                                                                          \
		return (flags_of(a) & (value)) != (flags_of(b) & (value));                         \
	}                                                                                          \
	uint64_t branch_##id##_hash(const struct report *rp, const struct rep_row *r)              \
	{                                                                                          \
		(void)rp;                                                                          \
		return flags_of(r) & (value);                                                      \
	}                                                                                          \
	unsigned branch_##id##_width(const struct report *rp, const struct rep_row *r)             \
	{                                                                                          \
		(void)rp;                                                                          \
		(void)r;                                                                           \
		return 0;                                                                          \
	}

FLAG_KEY(mispredict, MISPRED | PREDICTED)
FLAG_KEY(in_tx, IN_TX)
FLAG_KEY(abort, ABORT)

int branch_mispredict_print(const struct report *rp, const struct rep_row *r, char *buf,
			    size_t size, unsigned width)
{
	const char *s = flags_of(r) & PREDICTED ? "N" : flags_of(r) & MISPRED ? "Y" : "N/A";

	(void)rp;
	return snprintf(buf, size, "%-*.*s", (int)width, (int)width, s);
}

int branch_in_tx_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		       unsigned width)
{
	(void)rp;
	return snprintf(buf, size, "%-*s", (int)width, flags_of(r) & IN_TX ? "T" : ".");
}

int branch_abort_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		       unsigned width)
{
	(void)rp;
	return snprintf(buf, size, "%-*s", (int)width, flags_of(r) & ABORT ? "A" : ".");
}

int branch_cycles_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	(void)rp;
	return (int)row_branch_cycles(a) - (int)row_branch_cycles(b);
}

uint64_t branch_cycles_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return row_branch_cycles(r);
}

unsigned branch_cycles_width(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	(void)r;
	return 0;
}

int branch_cycles_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
			unsigned width)
{
	(void)rp;
	if (!row_branch_cycles(r))
		return snprintf(buf, size, "%-*s", (int)width, "-");
	return snprintf(buf, size, "%-*hd", (int)width, (short)row_branch_cycles(r));
}
