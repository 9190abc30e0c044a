/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <pdata/deferred.h>

/*
 * Buffer for the complete call chain of a sample, if a later record (CALLCHAIN_DEFERRED) has the
 * user frames of this chain. The owner of the struct sets all members to 0, sets @deferred to the
 * deferred user frames of the recording, and calls deferred_chain_join() for each sample. If
 * @deferred is NULL, deferred_chain_join() leaves the samples unchanged.
 */
struct deferred_chain {
	const struct pdata_deferred *deferred;
	uint64_t *buf; /* whole call chain that deferred_chain_join() made last */
	uint64_t cap;
};

/*
 * If the user part of the call chain of @s was deferred, replace the chain in @s by the whole
 * chain, which is valid until the next call for @w. Return: 0; -ENOMEM: memory is exhausted, and
 * @s keeps the chain of its record.
 */
int deferred_chain_join(struct deferred_chain *w, struct pdata_sample *s);
void deferred_chain_free(struct deferred_chain *w);
