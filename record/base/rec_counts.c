/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts of the records that go by: samples, losses, throttling, cut AUX data. */
#include "base/rec_counts.h"
#include "base/util.h"

#include <string.h>

#define AUX_TRUNCATED 1u /* PERF_AUX_FLAG_TRUNCATED: there was no room for all of it */

void rec_counts_add(struct rec_counts *sum, const struct rec_counts *c)
{
	sum->samples += __atomic_load_n(&c->samples, __ATOMIC_RELAXED);
	sum->lost += __atomic_load_n(&c->lost, __ATOMIC_RELAXED);
	sum->throttled += __atomic_load_n(&c->throttled, __ATOMIC_RELAXED);
	sum->truncated += __atomic_load_n(&c->truncated, __ATOMIC_RELAXED);
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

/* Eight bytes at an offset into both spans; records are aligned, so none lies across. */
static uint64_t word(const struct pdata_span *spans, uint32_t nr, size_t off)
{
	if (off < spans[0].len)
		return rec_u64_at(spans[0].data, off);
	if (nr > 1 && off - spans[0].len < spans[1].len)
		return rec_u64_at(spans[1].data, off - spans[0].len);
	return 0;
}

void rec_ring_count(struct rec_counts *c, const struct pdata_span *spans, uint32_t nr)
{
	size_t total = nr ? spans[0].len + (nr > 1 ? spans[1].len : 0) : 0, off = 0;

	while (total - off >= PDATA_RECORD_HEADER) {
		struct {
			uint32_t type;
			uint16_t misc, size;
		} h;
		uint64_t words[4] = { word(spans, nr, off) };

		memcpy(&h, words, sizeof(h));
		if (h.size < PDATA_RECORD_HEADER || h.size % 8 || h.size > total - off)
			return;
		if (h.type == PDATA_RECORD_SAMPLE) {
			c->samples++;
		} else {
			for (size_t i = 1; i < 4 && 8 * i < h.size; i++)
				words[i] = word(spans, nr, off + 8 * i);
			rec_ring_count_record(c, h.type, words, h.size);
		}
		off += h.size;
	}
}
