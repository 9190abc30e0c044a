/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares sort keys about the ends and flags of a branch, for key_table.c. */

#include "profile/model/keys.h"

/*
 * Values of rep_key.arg: the end of a branch that the key shows. With --mem-mode, KEY_END_FROM is
 * the instruction, and KEY_END_TO is the data that the instruction accesses.
 */
enum { KEY_END_FROM, KEY_END_TO };
const struct hist_location *key_end(const struct report *rp, const struct rep_key *k,
				    const struct rep_row *r);

/*
 * Kinds of keys that compare one end of a branch: by function (key_end_symbol), or by object and
 * address (key_end_addr).
 */
extern const struct key_kind key_end_symbol, key_end_addr;

key_text_fn key_end_dso;
key_width_fn key_end_dso_width;
key_number_fn key_end_ip;

/*
 * Bits of rep_key.arg: the branch flags that the key shows. The bits are equal to those in
 * hist_extra.branch_flags.
 */
enum {
	KEY_BRANCH_MISPREDICTED = 1,
	KEY_BRANCH_PREDICTED = 2,
	KEY_BRANCH_IN_TX = 4,
	KEY_BRANCH_ABORT = 8
};
key_number_fn key_branch_flags, key_branch_cycles;
key_text_fn key_branch_flags_text, key_branch_cycles_text;
