/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Unwinds user call chains from recorded registers and stack copies, with the call frame
 * information (CFI) of the mapped objects. Files with CFI are chosen in the same way as files with
 * symbols. On x86-64, unwinding stops, or continues with the frame pointer, in the same cases as in
 * perf. Only one thread at a time may use a struct unwind.
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
 * Create a struct unwind, with which unwind_frames() unwinds samples of one recording.
 * @tasks: threads and maps of the recording
 * @arch: the header feature ARCH of the recording; NULL: x86_64
 * @symfs: --symfs directory that is put before all paths if @roots is NULL; NULL: none
 * @roots: the --symfs directory of each object; the struct *@roots must stay valid as long as the
 * result is used. NULL: @symfs is the directory of all objects
 *
 * Return: the struct, which unwind_free() frees; NULL if memory is exhausted.
 */
struct unwind *unwind_new(const struct pdata_tasks *tasks, const char *arch, const char *symfs,
			  const struct symfs_roots *roots);
/*
 * Call unwind_new() for the recording of @s. Return: the result of unwind_new(); NULL if no event
 * of the recording has PERF_SAMPLE_REGS_USER in its attr.sample_type, if no event has
 * PERF_SAMPLE_STACK_USER, or if memory is exhausted: in the latter case, session_err() returns
 * -ENOMEM.
 */
struct unwind *unwind_open(struct rep_session *s);
void unwind_free(struct unwind *u); /* The function does nothing if @u is NULL. */

/*
 * Return -ENOMEM if memory was exhausted, so that frames are missing; otherwise 0, also if @u is
 * NULL.
 */
int unwind_err(const struct unwind *u);

/*
 * If call chains are incomplete because files are missing on this machine, print a line about it
 * on stderr, once for a session. The function does nothing if @u is NULL.
 */
void unwind_warn(const struct unwind *u, struct rep_session *s);

/* Return true if the sample @s has user registers and a stack copy, so that it can be unwound. */
static inline bool unwind_has(const struct pdata_sample *s)
{
	const uint64_t bits = PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;

	return (s->have & bits) == bits && s->regs_user.values.nr && s->stack.dyn_size;
}

/*
 * Unwind the user frames of the sample @in. Set *@ips to an array with the code address of each
 * frame, innermost frame first; the array is valid until the next call. The address of a caller is
 * its return address minus 1, so that the address is inside the call instruction. Return:
 * number of elements of the array, at most @max; 0 if the sample cannot be unwound.
 */
uint32_t unwind_frames(struct unwind *u, const struct unwind_sample *in, uint64_t max,
		       const uint64_t **ips);

/*
 * Return true if perf drops the whole call chain of the sample @in, although perf can unwind
 * samples of the same process. perf does so if @max is 0, or if the sample lacks the instruction
 * pointer or the stack pointer. @max is the maximum number of frames.
 */
bool unwind_is_refused(struct unwind *u, const struct unwind_sample *in, uint64_t max);
