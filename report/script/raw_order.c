/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Delivers records in the order in which perf processes them for a raw dump: sorted by time with
 * one round of delay, 256 MiB queued at most.
 */
#include "script/raw_order.h"

#include "console/command.h"

#include <stdlib.h>
#include <string.h>

/* When more bytes than this are queued, the earlier half is delivered. */
#define BYTES_MAX (256u << 20)

struct queue {
	struct pdata_record *rec; /* in file order until sorted; each owns a copy of its bytes */
	uint32_t nr, cap;
	size_t bytes;
	/*
	 * last: the latest time so far. limit: the next end of a round delivers records up to this
	 * time.
	 */
	uint64_t last, limit;
	void (*each)(void *ctx, const struct pdata_record *rec);
	void *ctx;
};

static int compare_record_times(const void *x, const void *y)
{
	const struct pdata_record *a = x, *b = y;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

static void sort(struct queue *q)
{
	if (q->nr)
		qsort(q->rec, q->nr, sizeof(*q->rec), compare_record_times);
}

/* Deliver the records up to time @limit; the queue is sorted. */
static void let_go(struct queue *q, uint64_t limit)
{
	uint32_t n = 0;

	for (; n < q->nr && q->rec[n].time <= limit; n++) {
		q->each(q->ctx, &q->rec[n]);
		q->bytes -= q->rec[n].size;
		free((void *)(uintptr_t)q->rec[n].data);
	}
	q->nr -= n;
	if (n && q->nr)
		memmove(q->rec, q->rec + n, q->nr * sizeof(*q->rec));
}

static void queue_raw_record(struct queue *q, const struct pdata_record *rec)
{
	uint8_t *data = rep_alloc(rec->size, 1);

	memcpy(data, rec->data, rec->size);
	if (q->nr == q->cap) {
		q->cap = q->cap ? q->cap * 2 : 1024;
		q->rec = rep_grow(q->rec, q->cap, sizeof(*q->rec));
	}
	q->rec[q->nr] = *rec;
	q->rec[q->nr++].data = data;
	q->bytes += rec->size;
	if (rec->time > q->last)
		q->last = rec->time;
	if (q->bytes > BYTES_MAX) {
		sort(q);
		let_go(q, q->rec[q->nr / 2].time);
	}
}

static void end_round(struct queue *q)
{
	if (!q->nr)
		return;
	sort(q);
	let_go(q, q->limit);
	q->limit = q->last;
}

int raw_order_each(struct pdata_reader *r, bool unsorted,
		   void (*each)(void *ctx, const struct pdata_record *rec), void *ctx)
{
	struct queue q = { .each = each, .ctx = ctx };
	struct pdata_record rec;
	int rc;

	while ((rc = pdata_reader_next(r, &rec)) > 0) {
		if (!unsorted && rec.event && rec.time && rec.time != UINT64_MAX) {
			queue_raw_record(&q, &rec);
			continue;
		}
		each(ctx, &rec);
		if (!unsorted && rec.type == PDATA_RECORD_FINISHED_ROUND)
			end_round(&q);
	}
	sort(&q);
	let_go(&q, UINT64_MAX);
	free(q.rec);
	return rc;
}
