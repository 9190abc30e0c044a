/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The layouts that rows cannot say: their extent depends on the attr, or on a word of their own.
 * Each decodes at the cursor and returns 0 or the cursor's error. Encoders append at the cursor.
 */

#include "base/cursor.h"
#include "wire/encode.h"

int pd_decode_read(struct pd_cur *c, uint64_t format, struct pdata_read *r);
/* @no_hw_idx: the kernel left out the index word although the attr has it (only when nr is 0). */
int pd_decode_branch(struct pd_cur *c, uint64_t branch_type, bool no_hw_idx,
		     struct pdata_branch_stack *b);
int pd_decode_regs(struct pd_cur *c, uint64_t mask, struct pdata_regs *r, const char *field);
int pd_decode_stack(struct pd_cur *c, struct pdata_stack *s);

void pd_encode_read(struct pd_put *p, const struct pdata_read *r);
void pd_encode_branch(struct pd_put *p, uint64_t branch_type, const struct pdata_branch_stack *b);
void pd_encode_regs(struct pd_put *p, const struct pdata_regs *r);
void pd_encode_stack(struct pd_put *p, const struct pdata_stack *s);
