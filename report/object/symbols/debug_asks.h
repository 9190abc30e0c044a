/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Looks up many addresses in debugging information in one batch, with several threads. Afterwards
 * symbols_inlines() and symbols_line() find the answers in memory.
 */

#include "base/message.h"
#include "object/symbols/object_symbols.h"

/*
 * A question about the address @addr of @object: for its inlined functions, or for its source line.
 * The symbol table of @object must be loaded.
 */
struct debug_ask {
	const struct pdata_object *object;
	uint64_t addr;
	/* symbol that covers @addr, in a question for functions; NULL in a question for a line */
	const struct sym *base;
};

struct debug_asks {
	/*
	 * The questions, in the order in which a single thread would ask them: the names of some
	 * functions depend on this order (DWARF_AS_PERF).
	 */
	struct debug_ask *all;
	uint32_t nr, cap;
	struct ask_key *keys; /* hash table of the questions in @all, to find duplicates */
	size_t mask;
};

/*
 * Add a copy of @ask, unless @q has an equal question. Questions about functions of the kernel are
 * not added. Return: 0 or -ENOMEM.
 */
int debug_asks_add(struct debug_asks *q, const struct debug_ask *ask);
void debug_asks_free(struct debug_asks *q);

/*
 * Minimum bytes of debugging information for each thread. With fewer bytes, a thread costs more
 * time than it saves.
 */
#define DEBUG_BYTES_EACH (1u << 20)

/*
 * Find the answers to all questions in @q, and store them in @s. @jobs: maximum number of threads;
 * 0: as many as have work, by the number of objects and by @each. Threads read different objects,
 * or different units of a large object, each with its own struct dwarf_file. @each: minimum bytes
 * of units for each thread of a large object; 0: no minimum. @said: array, indexed by object, that
 * collects messages for the user; NULL: print messages at once. If memory is exhausted, some
 * answers are not stored, and mem_failures() increases; symbols_inlines() and symbols_line() later
 * look up the answers that are not stored.
 */
void symbols_answer_asks(struct symbols *s, const struct debug_asks *q, uint64_t jobs,
			 uint64_t each, struct rep_messages *said);
