/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Unwinds user call chains from recorded registers and stack copies by the call frame information
 * (CFI) of the mapped objects. Files are chosen as for symbols. On x86-64 unwinding stops, or goes
 * on by the frame pointer, where perf does so. For one thread at a time.
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
 * unwind_new() for an input file. Return: NULL when no event of the file has registers and stack,
 * or when memory is exhausted, which is an error of the session.
 */
struct unwind *unwind_open(struct rep_session *s);
void unwind_free(struct unwind *u); /* NULL is allowed */

/*
 * Return: -ENOMEM when memory was exhausted, so that frames are missing; else 0. @u may be NULL.
 */
int unwind_err(const struct unwind *u);

/* Whether a sample has registers and a stack copy, so that it can be unwound. */
static inline bool unwind_has(const struct pdata_sample *s)
{
	const uint64_t bits = PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;

	return (s->have & bits) == bits && s->regs_user.values.nr && s->stack.dyn_size;
}

/*
 * Unwind @in: at most @max addresses, innermost first. A caller's address is its return address
 * less one. *@ips is valid until the next call. Return: the number of frames.
 */
uint32_t unwind_frames(struct unwind *u, const struct unwind_sample *in, uint64_t max,
		       const uint64_t **ips);

/*
 * Whether perf drops the sample's whole chain: @max is 0, or the sample lacks the registers that
 * say where the thread was.
 */
bool unwind_is_refused(struct unwind *u, const struct unwind_sample *in, uint64_t max);
