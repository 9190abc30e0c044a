/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the fields data_src (memory access) and bpf-output (raw data of a BPF program). */

#include "script/script_kinds.h"

script_column_fn script_print_data_src, script_print_bpf_output;
