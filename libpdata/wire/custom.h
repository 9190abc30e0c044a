/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Decoders and encoders of layouts that rows of the schema cannot express, because their extent
 * depends on the attr or on one of their own words. Decoders read at the cursor and return 0 or the
 * cursor's error; encoders append at the cursor.
 */

#include "base/cursor.h"
#include "wire/encode.h"

int pd_decode_read(struct pd_cur *c, uint64_t format, struct pdata_read *r);
/*
 * @no_hw_idx: the word hw_idx is absent if nr is 0, although branch_sample_type has HW_INDEX, as in
 * records of the kernel.
 */
int pd_decode_branch(struct pd_cur *c, uint64_t branch_type, bool no_hw_idx,
		     struct pdata_branch_stack *b);
int pd_decode_regs(struct pd_cur *c, uint64_t mask, struct pdata_regs *r, const char *field);
int pd_decode_stack(struct pd_cur *c, struct pdata_stack *s);

void pd_encode_read(struct pd_put *p, const struct pdata_read *r);
void pd_encode_branch(struct pd_put *p, uint64_t branch_type, const struct pdata_branch_stack *b);
void pd_encode_regs(struct pd_put *p, const struct pdata_regs *r);
void pd_encode_stack(struct pd_put *p, const struct pdata_stack *s);
