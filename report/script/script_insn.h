/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the fields of instructions, and the field srccode: the text of the source line. */

#include "script/script_kinds.h"

script_column_fn script_print_brstackinsn;
script_number_fn script_insn_length;
script_json_fn script_json_insn;
/* Adds the text of the source line of the sample's ip, if the line is known. */
script_json_fn script_json_srccode;
/*
 * Print the source line of the sample's ip as a separate line. Print nothing if this source line
 * was also the last that was printed for the thread.
 */
void script_print_srccode(struct script *s, const struct script_line *l);
