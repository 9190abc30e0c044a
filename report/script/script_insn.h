/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Fields of instructions and of the source line. */

#include "script/script_kinds.h"

script_column_fn script_print_brstackinsn;
script_number_fn script_insn_length;
script_json_fn script_json_insn;
/* prints a line of its own */
void script_print_srccode(struct script *s, const struct script_line *l);
