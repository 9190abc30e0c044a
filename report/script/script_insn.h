/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SCRIPT_INSN_H
#define REP_SCRIPT_INSN_H

/* Fields with the code that ran, and the source line. */

struct script;
struct script_line;

void script_print_insn(struct script *s, const struct script_line *l);
void script_print_insnlen(struct script *s, const struct script_line *l);
void script_print_disasm(struct script *s, const struct script_line *l);
void script_print_brstackinsn(struct script *s, const struct script_line *l);
void script_print_srccode(struct script *s, const struct script_line *l); /* a line of its own */

#endif
