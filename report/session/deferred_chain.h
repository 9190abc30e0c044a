/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <pdata/deferred.h>

/* Call chains whose user part was recorded later; zeros: nothing is joined. */
struct deferred_chain {
	const struct pdata_deferred *deferred;
	uint64_t *buf; /* of the sample at hand */
	uint64_t cap;
};

/*
 * Give a sample its whole chain, which lives until the next call. Return: 0, or -ENOMEM: the sample
 * has the chain that its record has.
 */
int deferred_chain_join(struct deferred_chain *w, struct pdata_sample *s);
void deferred_chain_free(struct deferred_chain *w);
