/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Asks debugging information many questions at a time. Afterwards symbols_inlines() and
 * symbols_line() find the answers in memory.
 */

#include "base/message.h"
#include "object/symbols/object_symbols.h"

/* A question about address @addr of @object, whose symbols are loaded. */
struct debug_ask {
	const struct pdata_object *object;
	uint64_t addr;
	const struct sym *base; /* the symbol that covers addr; NULL: its source line is wanted */
};

struct debug_asks {
	/*
	 * In the order in which they would be asked one at a time, because the names of some
	 * functions depend on that order: see DWARF_AS_PERF.
	 */
	struct debug_ask *all;
	uint32_t nr, cap;
	struct ask_key *keys; /* hash table of the questions, so that each is asked once */
	size_t mask;
};

/* Add a question, unless it was added before. Return: 0 or -ENOMEM. */
int debug_asks_add(struct debug_asks *q, const struct debug_ask *ask);
void debug_asks_free(struct debug_asks *q);

/* Bytes of debugging information for each thread; for fewer a thread costs more than it saves. */
#define DEBUG_BYTES_EACH (1u << 20)

/*
 * Answer all of @q in up to @jobs threads (0: as many as are of use). Objects are read in
 * parallel. Units of one large file are divided among threads, at least @each bytes to a thread
 * (0: any number), each with a handle of its own. @said, by object: keeps messages for the user;
 * NULL: they are sent at once. If there is no memory for an answer, it is found when the question
 * is asked again, and mem_failures() tells.
 */
void symbols_answer_asks(struct symbols *s, const struct debug_asks *q, uint64_t jobs,
			 uint64_t each, struct rep_messages *said);
