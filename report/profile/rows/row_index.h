/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "common/hash_table.h"
#include "profile/model/keys.h"

/*
 * Rows that are one by the keys of a scope: number from 1 by hash, compared with the first of
 * them.
 */
struct row_index {
	enum key_scope scope;
	struct rep_row *reps;
	uint32_t nr, cap; /* numbers in use are below nr */
	struct pd_hash_index index;
};

/* The number of @r, which is copied if it is the first of its kind; 0: see report_err(). */
uint32_t row_index_find(const struct report *rp, struct row_index *s, const struct rep_row *r);
void row_index_free(struct row_index *s);
