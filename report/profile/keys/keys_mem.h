/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the sort keys of --mem-mode: the accessed data, and the memory level that supplied the
 * data.
 */

#include "profile/model/keys.h"

/*
 * Kind of the sort key "dcacheline": compares rows by cpumode, then by the object and the cache
 * line of the data address (rep_key.arg is KEY_END_TO, see keys_branch.h). Rows whose data is in
 * private memory without a file are also compared by process.
 */
extern const struct key_kind key_cache_line;

/*
 * Functions for rep_key.width and rep_key.print of the keys "symbol_daddr" and "symbol_iaddr".
 * These keys show the symbol of the data (symbol_daddr) or of the instruction (symbol_iaddr) of a
 * memory access, as rep_key.arg says (KEY_END_TO or KEY_END_FROM, see keys_branch.h). If there is
 * no symbol, they show the address.
 */
key_width_fn key_end_name_width;
key_print_fn key_end_name_print;

key_text_fn key_phys_text;

/*
 * Return one part of the row's PERF_SAMPLE_DATA_SRC value as an integer (key_data_src) or as text
 * (key_data_src_text). rep_key.arg is the enum data_src_part of this part.
 */
key_number_fn key_data_src;
key_text_fn key_data_src_text;
