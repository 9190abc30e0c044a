/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options that select the fields of a sample. */

#include <stdbool.h>
#include <stdint.h>

enum rec_callgraph { REC_CG_NONE = 0, REC_CG_FP, REC_CG_DWARF, REC_CG_LBR };

struct rec_callchain {
	enum rec_callgraph mode;
	uint32_t stack_size; /* REC_CG_DWARF: number of bytes of the user stack in each sample */
	uint16_t max_stack;
};

struct rec_sample_opts {
	struct rec_callchain callchain;
	bool user_callchains, kernel_callchains;
	bool data_addr, raw, time, time_set, sample_period, sample_period_set, sample_cpu;
	bool sample_identifier, phys_data, data_page_size, code_page_size, weight, transaction;
	uint64_t user_regs, intr_regs;
	/* -b, -j: branch filter as bits PDATA_BRANCH_; 0: samples have no branch stack */
	uint64_t branch;
};
