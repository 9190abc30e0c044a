/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares sort keys that exist for every recording: the thread of a sample, and the sample's
 * location.
 */

#include "profile/model/keys.h"

/*
 * Kind of the sort key "symbol": compares rows by function, and rows without a function by address.
 * key_kind.width is NULL, so the column of a key of this kind is as wide as its header, unless the
 * key has its own function rep_key.width.
 */
extern const struct key_kind key_symbol;

/*
 * Kinds of the sort keys "comm" and "dso": compare rows by the comm of the thread (key_comm) or by
 * the short name of the object (key_object). Both print the text that rep_key.text returns.
 */
extern const struct key_kind key_comm, key_object;

key_text_fn key_comm_text, key_object_text;
key_text_fn key_final_comm; /* Returns the last comm of the row's thread. */
key_width_fn key_symbol_width;
key_number_fn key_symbol_size, key_object_size, key_addr;
key_text_fn key_symbol_size_text, key_object_size_text;
key_print_fn key_addr_print;

/*
 * Function for rep_key.sort of the key "symbol": compares rows by the name of the symbol, for the
 * order in which rows are printed.
 */
key_cmp_fn key_symbol_order;

/*
 * Compare two symbols as perf does: by start, then by end. A symbol that is NULL is last in an
 * ascending list. Exception: if @a or @b is an inlined function, the names are compared first; two
 * symbols with equal names are equal if their address ranges overlap or touch, and are compared by
 * start if they do not.
 */
int key_sym_cmp(const struct sym *a, const struct sym *b);
/*
 * Return the smallest width, in characters, that perf gives to the column of the object if the
 * symbol or the object of a row is not known; the column shows "[unknown]" for an unknown object.
 * The result is 0 with -w, -t or --dsos.
 */
unsigned key_no_object_width(const struct report *rp);
int key_print_sym(const struct sym *sym, const struct pdata_map *map, uint64_t addr, char level,
		  char *buf, size_t size, unsigned width);

/* width of an address that is printed instead of a symbol: "[k] 0x" and 16 digits */
#define KEY_NO_NAME_WIDTH 22u
