/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The field ip: an address or a call chain. Chains may be unwound from copies of registers and
 * stack.
 */

#include "script/script_kinds.h"

struct script_frame {
	uint64_t ip;
	uint32_t cpumode; /* decides whose maps contain ip */
	bool unwound;	  /* from unwinding, not from PERF_SAMPLE_CALLCHAIN */
};

struct script_frames {
	struct script_frame *frame;
	uint32_t nr, cap;
};

/*
 * Prepare unwinding if an event of the file has registers and stacks. Call this after symbols are
 * loaded.
 */
void script_chain_init(struct script *s);
int script_chain_err(const struct script *s); /* see unwind_err() */
void script_chain_free(struct script *s);

script_column_fn script_print_ip; /* the sample's ip or call chain */
script_json_fn script_json_frames;
bool script_has_cursor(const struct script *s, const struct script_line *l);
/*
 * Set s->frames to the frames of the sample's chain. Return: false if no chain is printed for the
 * sample.
 */
bool script_make_chain(struct script *s, const struct script_line *l);
