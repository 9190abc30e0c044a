/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the sort keys of --mem-mode: the accessed data, and the memory level that supplied the
 * data.
 */

#include "profile/model/keys.h"

/*
 * Kind of the sort key "dcacheline": compares cpumode, object, process and cache line of the data
 * address.
 */
extern const struct key_kind key_cache_line;

/*
 * Width and text of the symbol at an end of a branch or memory access. If there is no symbol, the
 * address is printed.
 */
key_width_fn key_end_name_width;
key_print_fn key_end_name_print;

key_text_fn key_phys_text;

/*
 * Integer value and text of one part of PERF_SAMPLE_DATA_SRC; rep_key.arg is the enum
 * data_src_part.
 */
key_number_fn key_data_src;
key_text_fn key_data_src_text;
