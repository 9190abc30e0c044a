/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <pdata/deferred.h>

/*
 * Buffer for call chains whose user part was recorded later than the sample. The caller zeroes the
 * struct, sets @deferred, and joins chains with deferred_chain_join().
 */
struct deferred_chain {
	const struct pdata_deferred *deferred;
	uint64_t *buf; /* the joined chain of the current sample */
	uint64_t cap;
};

/*
 * Replace the call chain of @s by the chain with its deferred user part. The new chain is valid
 * until the next call. Return: 0; -ENOMEM: @s keeps the chain of its record.
 */
int deferred_chain_join(struct deferred_chain *w, struct pdata_sample *s);
void deferred_chain_free(struct deferred_chain *w);
