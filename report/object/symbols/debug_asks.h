/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Looks up many addresses in debugging information at once, with several threads. Afterwards
 * symbols_inlines() and symbols_line() find the answers in memory.
 */

#include "base/message.h"
#include "object/symbols/object_symbols.h"

/*
 * A look-up in debugging information that has to be done. The look-up finds the functions that are
 * inlined at the address @addr of @object, or the source line of this address. The symbol table of
 * @object must be loaded.
 */
struct debug_ask {
	const struct pdata_object *object;
	uint64_t addr;
	/*
	 * the symbol that covers @addr, if inlined functions are looked up; NULL, if the source
	 * line is looked up
	 */
	const struct sym *base;
};

struct debug_asks {
	/*
	 * The look-ups, in the order in which a single thread would do them. The order matters,
	 * because the names of some functions depend on it, see DWARF_AS_PERF.
	 */
	struct debug_ask *all;
	uint32_t nr, cap;
	struct ask_key *keys; /* hash table of the look-ups in @all, for finding duplicates */
	size_t mask;
};

/*
 * Append a copy of @ask to @q->all, unless @q has an equal look-up already. A look-up of inlined
 * functions in the kernel is not added, because pdata does not show such functions. Return: 0;
 * -ENOMEM: memory is exhausted.
 */
int debug_asks_add(struct debug_asks *q, const struct debug_ask *ask);
void debug_asks_free(struct debug_asks *q);

/*
 * Minimum size in bytes of the .debug_info that a thread should read: a thread that reads fewer
 * bytes costs more time than it saves. Callers pass this value to symbols_answer_asks() as @each.
 * If @jobs of symbols_answer_asks() is 0, the value also limits the number of threads.
 */
#define DEBUG_BYTES_EACH (1u << 20)

/*
 * Do all look-ups in @q and store their results in @s. The function can divide the work among
 * several threads: these read different objects, or different units of one large object. Each
 * thread reads an object with a struct dwarf_file of its own.
 * @jobs: maximum number of threads; 0: the function uses at most one thread for each CPU
 * @each: limit for the threads that read one object: at most S / @each threads, where S is the
 * size in bytes that the units with looked-up addresses have in .debug_info; 0: no such limit
 * @said: array, indexed by pdata_object.index, that collects messages for the user; if it is NULL,
 * messages are printed at once
 *
 * If memory is exhausted, some results are not stored, and mem_failures() increases.
 * symbols_inlines() and symbols_line() later do the look-ups whose results are not stored.
 */
void symbols_answer_asks(struct symbols *s, const struct debug_asks *q, uint64_t jobs,
			 uint64_t each, struct rep_messages *said);
