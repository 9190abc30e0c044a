/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Packs the sort keys of rows into cells (64-bit words), so that a comparison of two rows follows
 * no pointers. The packed order is the order of the keys' comparison functions.
 *
 * A packed row has key_packing.width cells. Two rows are compared cell by cell; the row with the
 * lower cell is first. key_packing.rule says how a cell is compared. The low bits of the last cell
 * contain the row's index before the sort, so that no two rows are equal.
 */

#include "profile/model/keys.h"

#define PACK_CELLS 8u
#define PACK_COLUMNS 24u

/*
 * Number of rows that keep one thread busy. If the user has not set the number of threads, rows
 * are packed and sorted by two threads only if there are at least twice this many rows.
 */
#define PACK_ROWS_EACH 15000u

/* Rule by which the cells (64-bit words) with the same index are compared in two packed rows. */
enum pack_rule {
	PACK_PLAIN, /* compare the two cells (64-bit words) as unsigned numbers */
	PACK_WRAPS, /* compare by the sign of the difference, see KEY_WRAPS */
	/*
	 * compare as PACK_PLAIN does, but treat two cells (64-bit words) as equal if bit 0 is set
	 * in both, because both rows then have no symbol
	 */
	PACK_NAMED,
	/*
	 * The low key_packing.depth_bits bits of a cell (64-bit word) are the depth of the row, the
	 * higher bits are its thread. If the threads of two cells differ, the cells count as equal;
	 * else the cells are compared as PACK_PLAIN does, which is by depth.
	 */
	PACK_THREAD,
};

struct pack_column;

struct key_packing {
	const struct report *rp;
	uint32_t nr_columns;
	uint32_t width; /* number of cells (64-bit words) of each packed row */
	enum pack_rule rule[PACK_CELLS];
	bool plain; /* all cells (64-bit words) have the rule PACK_PLAIN */
	/*
	 * The caller sets this member, before it adds columns, to make key_pack_rows() fail if a
	 * cell (64-bit word) would have another rule than PACK_PLAIN.
	 */
	bool only_plain;
	/*
	 * the rows cannot be packed: integers cannot express the order of a key or of its values,
	 * or there are too many columns or cells (64-bit words), or memory is exhausted
	 */
	bool unfit;
	/*
	 * number of low bits that hold rep_row.max_depth in a cell (64-bit word) with the rule
	 * PACK_THREAD
	 */
	unsigned depth_bits;
	struct pack_column *columns;
	/*
	 * Array indexed by rep_row.part, the id that stands for the values of a row's KEY_LOCATION
	 * keys. An element is the symbol of the last row with this id that key_pack_rows() has
	 * looked at, see symbol_fits().
	 */
	const struct sym **part_syms;
	uint32_t cap_parts;
	bool by_symbol, by_name;
};

/*
 * Add to @p a column with the unsigned integers that @value returns for key @k. This function and
 * the following ones, up to key_pack_depth(), add columns. key_kind.pack() and rows_packed_sort()
 * call them.
 */
void key_pack_number(struct key_packing *p, const struct rep_key *k, key_number_fn *value);
/*
 * Add to @p a column with the integers that @value returns for key @k. They are compared as perf
 * compares them: by the sign of their 64-bit difference (KEY_WRAPS).
 */
void key_pack_wrapping(struct key_packing *p, const struct rep_key *k, key_number_fn *value);
/*
 * Add to @p a column with the texts of key @k. Texts are compared byte by byte, and a row without a
 * text is after all other rows. Exception: if rep_key.order is KEY_FALLS, the whole sequence is
 * reversed, so a row without a text is before all other rows.
 */
void key_pack_text(struct key_packing *p, const struct rep_key *k);
/*
 * Add columns that order rows by their symbols. key_pack_symbol() adds the order of the key kind
 * key_symbol; key_pack_symbol_name() adds the order of key_symbol_order(), which is by name.
 */
void key_pack_symbol(struct key_packing *p, const struct rep_key *k);
void key_pack_symbol_name(struct key_packing *p, const struct rep_key *k);
/*
 * Add columns that order two rows of the same thread by rep_row.max_depth. If @caller is false, the
 * row with the smaller depth is first; if @caller is true, the row with the larger depth is first.
 * For two rows of different threads, these columns decide nothing, and later columns decide.
 */
void key_pack_depth(struct key_packing *p, bool caller);

/*
 * Begin to pack the rows of one event. The caller calls key_pack_free() also after a failure.
 * Return: false if memory is exhausted.
 */
bool key_pack_init(struct key_packing *p, const struct report *rp);
/*
 * Pack @nr rows, after all columns were added. Return: an array of packed rows in the order of
 * @rows; each packed row has p->width elements of the array. The caller frees the array with
 * free(). NULL: the rows cannot be packed, and the caller has to compare them with the functions
 * of the keys.
 */
uint64_t *key_pack_rows(struct key_packing *p, struct rep_row *const *rows, uint32_t nr);
void key_pack_free(struct key_packing *p);

/*
 * Return the index that the row packed in @cells had in the argument @rows of key_pack_rows().
 * @nr: the number of rows.
 */
static inline uint32_t key_packed_row(const struct key_packing *p, const uint64_t *cells,
				      uint32_t nr)
{
	return (uint32_t)(cells[p->width - 1] & ((2ull << (63 - __builtin_clzll(nr | 1))) - 1));
}

/*
 * Return true if the packed row @a comes before the packed row @b. The function compares each cell
 * (64-bit word) by the rule of the cell in key_packing.rule.
 */
static inline bool key_packed_before(const struct key_packing *p, const uint64_t *a,
				     const uint64_t *b)
{
	for (uint32_t i = 0; i < p->width; i++) {
		const enum pack_rule rule = p->rule[i];

		if (a[i] == b[i] || (rule == PACK_NAMED && a[i] & b[i] & 1) ||
		    (rule == PACK_THREAD && (a[i] ^ b[i]) >> p->depth_bits))
			continue;
		return rule == PACK_WRAPS ? (int64_t)(a[i] - b[i]) < 0 : a[i] < b[i];
	}
	return false;
}
