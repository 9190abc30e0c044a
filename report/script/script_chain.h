/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The ip field, call chains, and user frames from copies of registers and stack. */

#include "script/script_kinds.h"

struct script_frame {
	uint64_t ip;
	uint32_t cpumode; /* whose maps it is looked up in */
	bool unwound;	  /* was not recorded as a frame */
};

struct script_frames {
	struct script_frame *frame;
	uint32_t nr, cap;
};

/* Ready to unwind if a file's event has what that needs. After the symbols. */
void script_chain_init(struct script *s);
int script_chain_err(const struct script *s); /* see unwind_err() */
void script_chain_free(struct script *s);

script_column_fn script_print_ip; /* the sample's ip or call chain */
script_json_fn script_json_frames;
bool script_has_cursor(const struct script *s, const struct script_line *l);
/* Fill s->frames. false: no chain can be made. */
bool script_make_chain(struct script *s, const struct script_line *l);
