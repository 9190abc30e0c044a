/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Prints the field ip: one address, or a call chain. User frames may be unwound from the sample's
 * copy of registers and stack.
 */

#include "script/script_kinds.h"

struct script_frame {
	uint64_t ip;
	/* PDATA_CPUMODE_ constant: says whether maps of the kernel or of the process have @ip */
	uint32_t cpumode;
	bool unwound; /* unwinding found the frame; it is not from PERF_SAMPLE_CALLCHAIN */
};

struct script_frames {
	struct script_frame *frame;
	uint32_t nr, cap;
};

/*
 * Open @s->unwind if call chains are printed and an event of the file records user registers and
 * stack. Load the symbols of the session before this call.
 */
void script_chain_init(struct script *s);
/* Return: 0; -ENOMEM: memory was exhausted while unwinding, so frames are missing. */
int script_chain_err(const struct script *s);
void script_chain_free(struct script *s);

script_column_fn script_print_ip; /* prints the sample's ip or its call chain */
script_json_fn script_json_frames;
bool script_has_cursor(const struct script *s, const struct script_line *l);
/*
 * Set @s->frames to the frames of the sample's call chain. Return: true; false: perf prints no
 * chain for this sample (see unwind_is_refused()), for example because the sample has a stack
 * copy, but lacks a register that unwinding needs.
 */
bool script_make_chain(struct script *s, const struct script_line *l);
