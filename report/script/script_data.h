/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Fields of raw data: memory access and BPF output. */

#include "script/script_kinds.h"

script_column_fn script_print_data_src, script_print_bpf_output;
