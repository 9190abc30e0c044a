/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Packs the sort keys of rows into cells of fixed width, so that a comparison of two rows follows
 * no pointers. The order is that of the comparison functions of the keys.
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
	PACK_PLAIN, /* as unsigned numbers */
	PACK_WRAPS, /* by the sign of the difference, see KEY_WRAPS */
	PACK_NAMED, /* equal if bit 0 is set in both cells: neither row has a symbol */
	/*
	 * equal if the bits from key_packing.depth_bits on differ: the rows are of different
	 * threads
	 */
	PACK_THREAD,
};

struct pack_column;

struct key_packing {
	const struct report *rp;
	uint32_t nr_columns;
	uint32_t width; /* number of cells of a row */
	enum pack_rule rule[PACK_CELLS];
	bool plain;  /* the rule of all cells is PACK_PLAIN */
	bool strict; /* if a cell has the rule PACK_WRAPS, rows cannot be packed */
	/* rows cannot be packed: a key or a value has no integer form, or memory is exhausted */
	bool unfit;
	unsigned depth_bits; /* number of low bits of a PACK_THREAD cell that hold max_depth */
	struct pack_column *columns;
	/* indexed by rep_row.part: the symbol of the last row of this part; see symbol_fits() */
	const struct sym **part_syms;
	uint32_t cap_parts;
	bool by_symbol, by_name;
};

/*
 * The following functions add columns to a packing. key_kind.pack and the order of rows call them.
 * Add the unsigned numbers that @value returns.
 */
void key_pack_number(struct key_packing *p, const struct rep_key *k, key_number_fn *value);
/*
 * Add the numbers of a key with the order KEY_WRAPS: perf compares them by the sign of their 64-bit
 * difference.
 */
void key_pack_wrapping(struct key_packing *p, const struct rep_key *k, key_number_fn *value);
/* Add the key's .text, compared by bytes; NULL is last. KEY_FALLS reverses the order. */
void key_pack_text(struct key_packing *p, const struct rep_key *k);
/* Add symbols in the order of key_symbol, and names in the order of key_symbol_order(). */
void key_pack_symbol(struct key_packing *p, const struct rep_key *k);
void key_pack_symbol_name(struct key_packing *p, const struct rep_key *k);
/*
 * Add max_depth. It orders rows of one thread: the row with the smaller depth is first, or with
 * @caller the row with the larger depth.
 */
void key_pack_depth(struct key_packing *p, bool caller);

/*
 * Begin packing the rows of one event. Call key_pack_free() also after a failure. Returns false if
 * memory is exhausted.
 */
bool key_pack_init(struct key_packing *p, const struct report *rp);
/*
 * Pack @nr rows, after all keys were added. Returns an array of packed rows of p->width cells in
 * the order of @rows, which the caller frees with free(); NULL if the rows cannot be packed and
 * have to be compared by the functions of the keys.
 */
uint64_t *key_pack_rows(struct key_packing *p, struct rep_row *const *rows, uint32_t nr);
void key_pack_free(struct key_packing *p);

/* Return the index in key_pack_rows()'s @rows of the packed row @cells; @nr: number of rows. */
static inline uint32_t key_packed_row(const struct key_packing *p, const uint64_t *cells,
				      uint32_t nr)
{
	return (uint32_t)(cells[p->width - 1] & ((2ull << (63 - __builtin_clzll(nr | 1))) - 1));
}

/* Return true if the packed row @a comes before @b. Works for cells of all rules. */
bool key_packed_before(const struct key_packing *p, const uint64_t *a, const uint64_t *b);
