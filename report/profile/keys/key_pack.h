/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Packs what rows are sorted by into integers of fixed width, so that a comparison of two rows
 * follows no pointers. The order is that of the comparison functions of the keys.
 *
 * A packed row is key_packing.width cells of 64 bits. Cells are compared one after the other, the
 * lower value first; key_packing.rule says how a cell is compared. The low bits of the last cell
 * are the row's number, so that no two rows are equal.
 */

#include "profile/model/keys.h"

#define PACK_CELLS 8u
#define PACK_COLUMNS 24u

/* How two cells are compared. */
enum pack_rule {
	PACK_PLAIN,  /* as unsigned numbers */
	PACK_WRAPS,  /* by the sign of the difference, see KEY_WRAPS */
	PACK_NAMED,  /* not at all if bit 0 is set in both: neither row has a symbol */
	PACK_THREAD, /* not at all if the bits from key_packing.depth_bits on differ */
};

struct pack_column;

struct key_packing {
	const struct report *rp;
	uint32_t nr_columns;
	uint32_t width; /* cells of a row */
	enum pack_rule rule[PACK_CELLS];
	bool plain;  /* the rule of all cells is PACK_PLAIN */
	bool strict; /* PACK_WRAPS makes it unfit, too */
	bool unfit;  /* a key or a value has no integer form, or memory is exhausted */
	unsigned depth_bits;
	struct pack_column *columns;
	/* The symbol of the rows of each part: see key_pack_symbol(). */
	const struct sym **part_syms;
	uint32_t cap_parts;
	bool by_symbol, by_name;
};

/*
 * The functions of key_kind.pack and of the order of rows call these functions to add columns, by
 * which the rows are compared. This function compares the numbers that @value returns.
 */
void key_pack_number(struct key_packing *p, const struct rep_key *k, key_number_fn *value);
/* Compare numbers by the sign of their difference. */
void key_pack_wrapping(struct key_packing *p, const struct rep_key *k, key_number_fn *value);
/* Compare .text byte by byte; NULL is last. Reversed if the order of the key is KEY_FALLS. */
void key_pack_text(struct key_packing *p, const struct rep_key *k);
/* Compare symbols as key_symbol does, or as key_symbol_order() does. */
void key_pack_symbol(struct key_packing *p, const struct rep_key *k);
void key_pack_symbol_name(struct key_packing *p, const struct rep_key *k);
/* Put rows of one thread in order of ascending max_depth; @caller: descending. */
void key_pack_depth(struct key_packing *p, bool caller);

/*
 * Begin the packing of rows of one event; key_pack_free() ends it, also after a failure. Return:
 * false: memory is exhausted.
 */
bool key_pack_init(struct key_packing *p, const struct report *rp);
/*
 * Pack @rows; call after all keys are added. Return: @nr packed rows of p->width cells in the
 * order of @rows, for free(); NULL: the functions of the keys must compare the rows.
 */
uint64_t *key_pack_rows(struct key_packing *p, struct rep_row *const *rows, uint32_t nr);
void key_pack_free(struct key_packing *p);

/* The number of the packed row @cells among the @nr of key_pack_rows(). */
static inline uint32_t key_packed_row(const struct key_packing *p, const uint64_t *cells,
				      uint32_t nr)
{
	return (uint32_t)(cells[p->width - 1] & ((2ull << (63 - __builtin_clzll(nr | 1))) - 1));
}

/* Whether the packed row @a comes before @b, where not all cells are plain. */
bool key_packed_before(const struct key_packing *p, const uint64_t *a, const uint64_t *b);
