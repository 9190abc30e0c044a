/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unwinds frames without CFI in objects that have some CFI: PLT stubs, and code with a frame
 * pointer. On x86-64 this does as the unwind library that perf is linked with; elsewhere it
 * follows the plain frame-pointer chain.
 */
#include "session/unwind/unwind_int.h"

#include <string.h>

#define FRAME_MAX 0x4000u /* largest accepted distance of a frame pointer from the CFA */

/* Whether ip is at a PLT stub: jmp *x(%rip); push $n; jmp */
static bool is_stub(struct unwind_frame *f)
{
	uint64_t low, high;

	return unwind_mem(f, f->ip, 8, &low) >= 0 && unwind_mem(f, f->ip + 8, 8, &high) >= 0 &&
	       (low & 0xffff) == 0x25ff && (low >> 48 & 0xff) == 0x68 &&
	       (high >> 24 & 0xff) == 0xe9;
}

/*
 * Whether the object has bytes at @ip. A copy in the recording leaves code out but tells where
 * code was, and unreadable bytes of an existing file count, too.
 */
static bool has_bytes(struct unwind_frame *f, uint64_t ip, unsigned size)
{
	uint64_t word;

	return unwind_mem(f, ip, size, &word) == 0 || unwind_is_of_file(f, ip);
}

static void forget_registers(struct unwind_frame *f)
{
	memset(f->state, UNWIND_UNDEFINED, sizeof(f->state));
}

static void set_unwind_register(struct unwind_frame *f, uint8_t reg, uint64_t val, int rc)
{
	f->reg[reg] = val;
	f->state[reg] = rc < 0 ? UNWIND_UNREADABLE : UNWIND_VALUE;
}

/*
 * Unwind a call of a bad pointer: no instruction of the callee ran, so the return address is on
 * top of the stack.
 */
static bool bad_call(struct unwind_frame *f, uint64_t fp)
{
	uint64_t ip, next;
	int rc;

	if (!fp || unwind_mem(f, f->cfa, 8, &ip) || !ip || !has_bytes(f, ip, 8))
		return false;
	rc = unwind_mem(f, fp, 8, &next);
	forget_registers(f);
	f->cfa += 8;
	set_unwind_register(f, f->arch->sp, f->cfa, 0);
	set_unwind_register(f, f->arch->fp, next, rc);
	f->ip = ip;
	return true;
}

/*
 * The frame pointer points to the caller's saved frame pointer; the return address is in the word
 * above it.
 */
static bool follow_chain(struct unwind_frame *f, uint64_t fp)
{
	const unsigned word = f->arch->word;
	const uint64_t old_ip = f->ip;
	uint64_t next, ip;

	if (!fp || unwind_mem(f, fp, word, &next) < 0 || fp < f->cfa || fp - f->cfa > FRAME_MAX ||
	    unwind_mem(f, fp + word, word, &ip) < 0)
		return false;
	forget_registers(f);
	/* On x86-64 perf's unwind library adds to the old CFA. */
	f->cfa = f->arch->amd64 ? f->cfa + 2 * word : fp + 2 * word;
	set_unwind_register(f, f->arch->sp, f->cfa, 0);
	set_unwind_register(f, f->arch->fp, next, 0);
	f->ip = ip;
	f->called = true;
	return f->arch->amd64 || ip != old_ip;
}

bool unwind_fallback(struct unwind_frame *f)
{
	uint64_t fp;
	bool code;

	if (f->arch->amd64 && is_stub(f)) {
		if (unwind_mem(f, f->cfa, 8, &f->ip) < 0)
			return false;
		f->cfa += 8;
		set_unwind_register(f, f->arch->sp, f->cfa, 0);
		f->called = true;
		return true;
	}
	if (f->arch->fp == UNWIND_NO_REG || f->state[f->arch->fp] != UNWIND_VALUE)
		return false;
	fp = f->reg[f->arch->fp];
	code = has_bytes(f, f->ip, f->arch->word);
	if (!fp && code)
		return false;
	if (f->arch->amd64 && !code && bad_call(f, fp)) {
		f->called = true;
		return true;
	}
	return follow_chain(f, fp);
}
