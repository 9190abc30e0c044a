/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts samples, lost events, throttling and truncated AUX data in the data of rings. */
#include "base/rec_counts.h"
#include "base/util.h"

#include <stdbool.h>
#include <string.h>

#define AUX_TRUNCATED 1u /* PERF_AUX_FLAG_TRUNCATED: the AUX area had no room for all data */

/* Add *@n to *@sum. One thread may add to a sum; any thread may read it. */
static void add_count(uint64_t *sum, const uint64_t *n)
{
	__atomic_store_n(sum, *sum + __atomic_load_n(n, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
}

void rec_counts_add(struct rec_counts *sum, const struct rec_counts *c)
{
	add_count(&sum->samples, &c->samples);
	add_count(&sum->lost, &c->lost);
	add_count(&sum->throttled, &c->throttled);
	add_count(&sum->truncated, &c->truncated);
}

void rec_ring_count_record(struct rec_counts *c, uint32_t type, const void *data, size_t size)
{
	if (type == PDATA_RECORD_THROTTLE)
		c->throttled++;
	else if (type == PDATA_RECORD_LOST && size >= 24)
		c->lost += rec_u64_at(data, 16);
	else if (type == PDATA_RECORD_AUX && size >= 32)
		c->truncated += rec_u64_at(data, 24) & AUX_TRUNCATED;
}

static uint16_t size_at(const uint8_t *head)
{
	uint16_t size;

	memcpy(&size, head + 6, sizeof(size));
	return size;
}

static bool is_record_size(size_t size)
{
	return size >= PDATA_RECORD_HEADER && size % 8 == 0;
}

/* Count a record of which at least the first REC_WALK_HEAD bytes, or all bytes, are at @head. */
static void count_record(struct rec_counts *c, const uint8_t *head, size_t size)
{
	uint32_t type;

	memcpy(&type, head, sizeof(type));
	if (type == PDATA_RECORD_SAMPLE)
		c->samples++;
	else
		rec_ring_count_record(c, type, head, size);
}

/*
 * Take more bytes of a record that is split between spans: first the rest of its header, and when
 * its size is known, the rest of the record. Return: how many bytes of @p were taken.
 */
static size_t gather_cut_record(struct rec_walk *w, const uint8_t *p, size_t len)
{
	const size_t want = w->have < PDATA_RECORD_HEADER ? PDATA_RECORD_HEADER : size_at(w->head);
	const size_t n = want - w->have < len ? want - w->have : len;

	for (size_t i = 0; i < n && w->have + i < sizeof(w->head); i++)
		w->head[w->have + i] = p[i];
	w->have += n;
	return n;
}

static void count_span(struct rec_walk *w, struct rec_counts *c, const uint8_t *p, size_t len)
{
	for (size_t n; len; p += n, len -= n) {
		if (!w->have && len >= PDATA_RECORD_HEADER && size_at(p) <= len) {
			n = size_at(p);
			if (!is_record_size(n)) /* the start of the next record is unknown */
				return;
			count_record(c, p, n);
			continue;
		}
		n = gather_cut_record(w, p, len);
		if (w->have < PDATA_RECORD_HEADER)
			continue;
		if (!is_record_size(size_at(w->head))) {
			w->have = 0;
			return;
		}
		if (w->have == size_at(w->head)) {
			count_record(c, w->head, w->have);
			w->have = 0;
		}
	}
}

void rec_count_spans(struct rec_walk *w, struct rec_counts *c, const struct pdata_span *spans,
		     size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		count_span(w, c, spans[i].data, spans[i].len);
}
