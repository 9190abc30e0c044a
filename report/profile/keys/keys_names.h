/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_KEYS_NAMES_H
#define REP_KEYS_NAMES_H

/* Keys that every recording has: whose sample it is, and where. */

#include "profile/model/keys.h"

REP_KEY_FNS(comm)
REP_KEY_FNS(object)
REP_KEY_FNS(symbol)

key_text_fn key_final_comm; /* what the thread is called in the end */
key_number_fn key_symbol_size, key_object_size, key_addr;
key_text_fn key_symbol_size_text, key_object_size_text, key_addr_text;

/* Of symbols where rows are printed. */
int key_symbol_order(const struct report *rp, const struct rep_row *a, const struct rep_row *b);

/* For other files with keys. */
int key_sym_cmp(const struct sym *a, const struct sym *b);
int key_dso_cmp(const char *a, const char *b);
int key_addr_order(uint64_t a, uint64_t b);
uint64_t key_text_hash(const char *s);
int key_print_sym(const struct sym *sym, const struct pdata_map *map, uint64_t addr, char level,
		  char *buf, size_t size, unsigned width);

#define KEY_NO_NAME_WIDTH 22u /* "[k] 0x" and 16 digits */

#endif
