/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Keys that every recording has: whose sample it is, and where. */

#include "profile/model/keys.h"

/* By the function of a row; rows without one by address. .width is a column of the key. */
extern const struct key_kind key_symbol;

/* By what a thread is called, and by the object of a row; printed is .text. */
extern const struct key_kind key_comm, key_object;

key_text_fn key_comm_text, key_object_text;
key_text_fn key_final_comm; /* what the thread is called in the end */
key_width_fn key_symbol_width;
key_number_fn key_symbol_size, key_object_size, key_addr;
key_text_fn key_symbol_size_text, key_object_size_text;
key_print_fn key_addr_print;

/* Symbols where rows are printed: by name. */
key_cmp_fn key_symbol_order;

/* For other files with keys. */
int key_sym_cmp(const struct sym *a, const struct sym *b);
/* Columns that "[unknown]" takes. */
unsigned key_no_object_width(const struct report *rp);
int key_print_sym(const struct sym *sym, const struct pdata_map *map, uint64_t addr, char level,
		  char *buf, size_t size, unsigned width);

#define KEY_NO_NAME_WIDTH 22u /* "[k] 0x" and 16 digits */
