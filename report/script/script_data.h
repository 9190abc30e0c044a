/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SCRIPT_DATA_H
#define REP_SCRIPT_DATA_H

/* Fields that are raw data: memory access and bpf output. */

#include "script/script_kinds.h"

script_column_fn script_print_data_src, script_print_bpf_output;

#endif
