/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of script's fields, expanded from script_fields.def. */
#include "script/script_addr.h"
#include "script/script_chain.h"
#include "script/script_data.h"
#include "script/script_insn.h"
#include "script/script_kinds.h"
#include "script/script_line.h"

#include <stddef.h>

/* Bits of enum script_type_id. */
#define SOFTWARE (1u << PDATA_TYPE_SOFTWARE)
#define TRACE (1u << PDATA_TYPE_TRACEPOINT)
#define RAW (1u << SCRIPT_TYPE_RAW)
#define SYNTH (1u << SCRIPT_TYPE_SYNTH)
#define ALL ((1u << SCRIPT_NR_TYPES) - 1)
#define DEFAULT(types) .defaults = (types)

/*
 * A number of the sample, and the name of its sample_type bit in perf's message; the same with a
 * kind.
 */
#define SAMPLE(number, what)                                                                       \
	.value = SAMPLE_NUMBER_##number, .needs = SAMPLE_BITS_##number, .needs_name = what
#define SIGNED(number, what) SAMPLE(number, what), .kind = &script_signed
#define HEX(number, what) SAMPLE(number, what), .kind = &script_hex, .width = 16
#define PAGES(number, what) SAMPLE(number, what), .kind = &script_page_size, DEFAULT(RAW)
/* JSON has weights as strings. */
#define WEIGHT(number, what)                                                                       \
	SAMPLE(number, what), .kind = &script_unsigned, .width = 16, .json = script_json_column

#define UNSIGNED(get, columns) .kind = &script_unsigned, .number = get, .width = columns
#define TEXT(get) .kind = &script_text, .text = get
#define REGS(member, bit)                                                                          \
	.kind = &script_regs, .arg = offsetof(struct pdata_sample, member),                        \
	.needs = PDATA_SAMPLE_##bit
#define BRANCHES(as)                                                                               \
	.kind = &script_branches, .arg = SCRIPT_ADDR_##as, .reads = PDATA_SAMPLE_BRANCH_STACK
#define CODE(as) .kind = &script_code_text, .arg = SCRIPT_ADDR_##as, .bts = SCRIPT_BTS_LAST

/* Values that several fields share. */
#define ADDRESS (PDATA_SAMPLE_IP | PDATA_SAMPLE_ADDR)
#define START .start = true, .bts = SCRIPT_BTS_SHOWN
#define THREAD .goes_with = SCRIPT_F(pid) | SCRIPT_F(tid)
#define LINES                                                                                      \
	.lines = true, .with = SCRIPT_F(ip),                                                       \
	.refusal = "the fields srcline and srccode need the field ip; add ip to -F"
#define BLOCKS                                                                                     \
	.column = script_print_brstackinsn, .reads = PDATA_SAMPLE_BRANCH_STACK,                    \
	.with_branches = true,                                                                     \
	.refusal = "the fields brstackinsn and brstackinsnlen need stacks of all kinds of "        \
		   "branches; record with -b"

const struct script_field script_fields[SCRIPT_NR_FIELDS] = {
#define SCRIPT_FIELD(bit, n, ...) { .name = n, __VA_ARGS__ },
#include "script/script_fields.def"
#undef SCRIPT_FIELD
};
