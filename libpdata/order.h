/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_ORDER_H
#define PD_ORDER_H

#include "window.h"
#include <pdata/pdata.h>

/*
 * Records waiting for their turn in time order. A recorder drains its rings one after the other, so
 * a file is a row of runs that are nearly sorted. After each FINISHED_ROUND, all that is not later
 * than the latest time of the round before is final.
 */
struct pd_waiting {
	uint64_t time, off, seq;
	const uint8_t *data;
	const struct pdata_event *event;
	struct pd_block *block; /* held */
};

struct pd_order_key {
	uint64_t time;
	uint64_t idx; /* of the waiting record, counted from the first ever */
};

struct pd_order {
	struct pd_waiting *ring; /* by idx modulo cap, a power of two */
	size_t cap;
	uint64_t head, tail; /* indices in use */
	struct pd_order_key *keys, *scratch;
	size_t keys_cap, scratch_cap;
	size_t nr_keys;
	size_t ready, next; /* keys[next .. ready) are final */
	uint64_t max_time;  /* of all seen */
	uint64_t limit;     /* final up to here at the next round */
};

/* Keep a record; its block is held. Return: 0 or PDATA_E_NOMEM. */
int pd_order_push(struct pd_order *o, const struct pdata_record *rec, struct pd_block *block);
/* A round ended: what is final becomes ready. */
int pd_order_round(struct pd_order *o);
/* Too much is waiting: make the half with the earlier times ready, and hope. */
int pd_order_half(struct pd_order *o);
/* No more records will come. */
int pd_order_all(struct pd_order *o);
/* The next ready record, or NULL. The caller releases its block when it is done. */
const struct pd_waiting *pd_order_pop(struct pd_order *o);
void pd_order_free(struct pd_order *o, struct pd_pool *pool);

#endif
