/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Many questions to debugging information at a time. Afterwards symbols_inlines() and
 * symbols_line() have the answers at hand.
 */

#include "base/message.h"
#include "object/symbols/object_symbols.h"

/* A question about @addr of @object, whose symbols are loaded. */
struct debug_ask {
	const struct pdata_object *object;
	uint64_t addr;
	const struct sym *base; /* the symbol that covers it; NULL: its source line is asked for */
};

struct debug_asks {
	/*
	 * In the order in which they would have been asked one at a time: the names of some
	 * functions depend on it, see DWARF_AS_PERF.
	 */
	struct debug_ask *all;
	uint32_t nr, cap;
	struct ask_key *keys; /* each is asked once */
	size_t mask;
};

/* Add a question, unless it is there already. Return: 0 or -ENOMEM. */
int debug_asks_add(struct debug_asks *q, const struct debug_ask *ask);
void debug_asks_free(struct debug_asks *q);

/* Bytes of debugging information that are worth a thread. */
#define DEBUG_BYTES_EACH (1u << 20)

/*
 * Answer all of @q in up to @jobs threads (0: as many as are of use). Objects are read side by
 * side. Units of one large file are shared out, at least @each bytes to a thread (0: any), which
 * has a handle of its own. @said, by object: what there is to say to the user; NULL: it is said at
 * once. Answers that there is no memory for are found when they are asked for again, and
 * mem_failures() tells.
 */
void symbols_answer_asks(struct symbols *s, const struct debug_asks *q, uint64_t jobs,
			 uint64_t each, struct rep_messages *said);
