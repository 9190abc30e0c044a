/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Call chains from copies of registers and stack, by the frame descriptions (CFI) of the objects
 * that were mapped. Which files are opened is decided as for symbols. Where perf on x86-64 stops,
 * or goes on by the frame pointer, this does, too. One thread at a time.
 */

#include "session/session.h"

#include <pdata/tasks.h>

struct unwind;

struct unwind_sample {
	const struct pdata_mapset *maps;
	const struct pdata_regs *regs;
	const struct pdata_stack *stack;
};

/*
 * @arch: of the recorded machine as its header has it, or NULL: x86_64
 * @symfs: directory before all paths, or NULL
 * @roots: directories by object, which must outlive the result, or NULL
 *
 * Return: NULL when memory is exhausted.
 */
struct unwind *unwind_new(const struct pdata_tasks *tasks, const char *arch, const char *symfs,
			  const struct symfs_roots *roots);
/*
 * The same for an input file; NULL: no event of it has registers and stack, or memory is exhausted,
 * which is an error of the session.
 */
struct unwind *unwind_open(struct rep_session *s);
void unwind_free(struct unwind *u); /* NULL is allowed */

/* Return: -ENOMEM when memory was exhausted, so that frames lack; else 0. @u may be NULL. */
int unwind_err(const struct unwind *u);

/* Can a sample be unwound: is there anything of registers and stack? */
static inline bool unwind_has(const struct pdata_sample *s)
{
	const uint64_t bits = PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;

	return (s->have & bits) == bits && s->regs_user.values.nr && s->stack.dyn_size;
}

/*
 * The frames of @in, innermost first, at most @max. Addresses of callers are one less than where
 * they go on. They are valid until the next call. Return: how many.
 */
uint32_t unwind_frames(struct unwind *u, const struct unwind_sample *in, uint64_t max,
		       const uint64_t **ips);

/*
 * Does perf give up the whole chain: no frame is allowed, or the registers lack where the thread
 * was?
 */
bool unwind_is_refused(struct unwind *u, const struct unwind_sample *in, uint64_t max);
