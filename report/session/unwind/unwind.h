/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Unwinds user call chains from recorded registers and stack copies, with the call frame
 * information (CFI) of the mapped objects. The files are chosen as for symbols. On x86-64,
 * unwinding stops, or continues with the frame pointer, where perf does so. Only one thread at a
 * time may use a struct unwind.
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
 * Create the state for unwinding.
 * @arch: architecture of the recorded machine, as the header names it; NULL: x86_64
 * @symfs: directory that is put before all paths; NULL: none
 * @roots: directories of --symfs by object, which must be valid as long as the result; NULL: none
 *
 * Return: NULL if memory is exhausted.
 */
struct unwind *unwind_new(const struct pdata_tasks *tasks, const char *arch, const char *symfs,
			  const struct symfs_roots *roots);
/*
 * Call unwind_new() for the recording of @s. Return: NULL if no event of the recording has both
 * registers and stack copies, or if memory is exhausted; session_err() then returns the error.
 */
struct unwind *unwind_open(struct rep_session *s);
void unwind_free(struct unwind *u); /* @u may be NULL. */

/* Return -ENOMEM if memory was exhausted, so that frames are missing; else 0. @u may be NULL. */
int unwind_err(const struct unwind *u);

/* Return true if sample @s has registers and a stack copy, so that it can be unwound. */
static inline bool unwind_has(const struct pdata_sample *s)
{
	const uint64_t bits = PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;

	return (s->have & bits) == bits && s->regs_user.values.nr && s->stack.dyn_size;
}

/*
 * Unwind the sample @in. *@ips is set to at most @max addresses, innermost frame first, and is
 * valid until the next call. The address of a caller is the return address minus 1. Return: the
 * number of frames.
 */
uint32_t unwind_frames(struct unwind *u, const struct unwind_sample *in, uint64_t max,
		       const uint64_t **ips);

/*
 * Return true if perf can unwind the process, but drops the whole call chain of the sample: @max is
 * 0, or the sample lacks the instruction pointer or the stack pointer.
 */
bool unwind_is_refused(struct unwind *u, const struct unwind_sample *in, uint64_t max);
