/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_KEYS_BRANCH_H
#define REP_KEYS_BRANCH_H

/* Keys about a branch: its two ends and its flags. Rows of the key table in key_table.c. */

#include "profile/model/keys.h"

#define BRANCH_KEY(id)                                                                             \
	int branch_##id##_cmp(const struct report *rp, const struct rep_row *a,                    \
			      const struct rep_row *b);                                            \
	uint64_t branch_##id##_hash(const struct report *rp, const struct rep_row *r);             \
	unsigned branch_##id##_width(const struct report *rp, const struct rep_row *r);            \
	int branch_##id##_print(const struct report *rp, const struct rep_row *r, char *buf,       \
				size_t size, unsigned width);

BRANCH_KEY(dso_from)
BRANCH_KEY(dso_to)
BRANCH_KEY(sym_from)
BRANCH_KEY(sym_to)
BRANCH_KEY(addr_from)
BRANCH_KEY(addr_to)
BRANCH_KEY(mispredict)
BRANCH_KEY(in_tx)
BRANCH_KEY(abort)
BRANCH_KEY(cycles)
#undef BRANCH_KEY

#endif
