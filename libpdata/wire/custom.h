/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares decoders and encoders of fields whose layout the rows of the schema (the tables that
 * describe all record layouts) cannot express, because the extent of the field depends on the attr
 * or on a word of the field itself. A decoder reads at the cursor and returns 0 or c->err; an
 * encoder appends to the output buffer.
 */

#include "base/cursor.h"
#include "wire/encode.h"

int pd_decode_read(struct pd_cur *c, uint64_t format, struct pdata_read *r);
/*
 * Decode a branch stack into @b. @branch_type: branch_sample_type of the attr. If @no_hw_idx is
 * set, an empty branch stack is read without the word hw_idx, even if @branch_type has HW_INDEX:
 * the kernel omits this word, other writers do not. Return: 0 or c->err.
 */
int pd_decode_branch(struct pd_cur *c, uint64_t branch_type, bool no_hw_idx,
		     struct pdata_branch_stack *b);
int pd_decode_regs(struct pd_cur *c, uint64_t mask, struct pdata_regs *r, const char *field);
int pd_decode_stack(struct pd_cur *c, struct pdata_stack *s);

/*
 * These encoders set p->invalid if the members of the value contradict each other or the attr of
 * the event. @format: read_format of the attr; @branch_type: branch_sample_type of the attr; @mask:
 * mask of registers in the attr.
 */
void pd_encode_read(struct pd_put *p, uint64_t format, const struct pdata_read *r);
void pd_encode_branch(struct pd_put *p, uint64_t branch_type, const struct pdata_branch_stack *b);
void pd_encode_regs(struct pd_put *p, uint64_t mask, const struct pdata_regs *r);
void pd_encode_stack(struct pd_put *p, const struct pdata_stack *s);
