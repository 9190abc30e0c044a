/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SCRIPT_DATA_H
#define REP_SCRIPT_DATA_H

/* Fields that are raw data: branch stacks, registers, memory access, bpf output, page sizes. */

#include <stdint.h>

struct out;
struct script;
struct script_line;

void script_print_brstack(struct script *s, const struct script_line *l);
void script_print_brstacksym(struct script *s, const struct script_line *l);
void script_print_brstackoff(struct script *s, const struct script_line *l);
void script_print_iregs(struct script *s, const struct script_line *l);
void script_print_uregs(struct script *s, const struct script_line *l);
void script_print_data_src(struct script *s, const struct script_line *l);
void script_print_data_page_size(struct script *s, const struct script_line *l);
void script_print_code_page_size(struct script *s, const struct script_line *l);
void script_put_page_size(struct out *o, uint64_t size); /* " 4K" */
void script_print_bpf_output(struct script *s, const struct script_line *l);

#endif
