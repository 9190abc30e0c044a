/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Keys that every recording has: the task of a sample, and its location. */

#include "profile/model/keys.h"

/*
 * Compares rows by function, and rows without a function by address. The width is in the key's row.
 */
extern const struct key_kind key_symbol;

/* Compare the thread's command, and the row's object; both print what their getter returns. */
extern const struct key_kind key_comm, key_object;

key_text_fn key_comm_text, key_object_text;
key_text_fn key_final_comm; /* the thread's last command */
key_width_fn key_symbol_width;
key_number_fn key_symbol_size, key_object_size, key_addr;
key_text_fn key_symbol_size_text, key_object_size_text;
key_print_fn key_addr_print;

/* The order in which rows are printed: by name of the symbol. */
key_cmp_fn key_symbol_order;

/* Compare two symbols. */
int key_sym_cmp(const struct sym *a, const struct sym *b);
/* The width of "[unknown]" in characters. */
unsigned key_no_object_width(const struct report *rp);
int key_print_sym(const struct sym *sym, const struct pdata_map *map, uint64_t addr, char level,
		  char *buf, size_t size, unsigned width);

#define KEY_NO_NAME_WIDTH 22u /* "[k] 0x" and 16 digits */
