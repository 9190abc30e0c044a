/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Keys of --mem-mode: the accessed data, and the memory level that supplied it. */

#include "profile/model/keys.h"

/* Compares object, process and cache line of an end, see keys_branch.h. */
extern const struct key_kind key_cache_line;

/* Width and text of the symbol at an end, or of the address if there is no symbol. */
key_width_fn key_end_name_width;
key_print_fn key_end_name_print;

key_text_fn key_phys_text;

/* .arg: enum data_src_part. */
key_number_fn key_data_src;
key_text_fn key_data_src_text;
