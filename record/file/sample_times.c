/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the times of the first and last sample, for the SAMPLE_TIME feature. Samples are not
 * decoded while they are recorded. At the end only the beginning and the end of the data are read
 * again, however large it is.
 */
#include "file/sample_times.h"
#include "base/rec_event.h"
#include "base/util.h"

#include <string.h>
#include <unistd.h>

#define REGION 4194304u /* bytes that are read at either end */
#define BUFFER 131072u	/* two records of the largest size */

void rec_sample_times_pass(struct rec_sample_times *t, uint64_t start)
{
	if (!t->nr)
		t->first = start;
	t->starts[t->nr++ % REC_NR(t->starts)] = start;
}

/* Return the offset of the time in a sample; 0 if it is not the same for all events. */
static size_t time_offset(const struct rec_evlist *l)
{
	size_t off = 0;

	for (uint32_t i = 0; i < l->nr; i++) {
		const uint64_t st = l->ev[i].attr.sample_type;
		size_t at = PDATA_RECORD_HEADER;

		if (!(st & PDATA_SAMPLE_TIME))
			return 0;
		at += st & PDATA_SAMPLE_IDENTIFIER ? 8 : 0;
		at += st & PDATA_SAMPLE_IP ? 8 : 0;
		at += st & PDATA_SAMPLE_TID ? 8 : 0;
		if (off && at != off)
			return 0;
		off = at;
	}
	return off;
}

struct range {
	uint64_t first, last; /* times of samples; last 0: no sample was seen */
};

static void add_sample_time(const uint8_t *rec, uint16_t size, size_t time_off, struct range *r)
{
	uint32_t type;
	uint64_t time;

	memcpy(&type, rec, sizeof(type));
	if (type != PDATA_RECORD_SAMPLE || size < time_off + sizeof(time))
		return;
	memcpy(&time, rec + time_off, sizeof(time));
	if (time >= PDATA_TIME_OFF_CPU)
		return;
	if (!r->last || time < r->first)
		r->first = time;
	if (time > r->last)
		r->last = time;
}

/* Read the records of the file from @from, where a record begins, to @to. */
static void scan_sample_times(int fd, uint64_t from, uint64_t to, size_t time_off, struct range *r)
{
	static uint8_t buf[BUFFER];

	while (from < to) {
		size_t want = to - from < sizeof(buf) ? (size_t)(to - from) : sizeof(buf), at = 0;
		ssize_t n = pread(fd, buf, want, (off_t)from);

		while (n > 0 && (size_t)n - at >= PDATA_RECORD_HEADER) {
			uint16_t size;

			memcpy(&size, buf + at + 6, sizeof(size));
			if (size < PDATA_RECORD_HEADER || size > (size_t)n - at)
				break;
			add_sample_time(buf + at, size, time_off, r);
			at += size;
		}
		if (!at)
			return;
		from += at;
	}
}

/* Return the start of the earliest known pass that began at most REGION bytes before @end. */
static uint64_t late_start(const struct rec_sample_times *t, uint64_t end)
{
	uint64_t best = t->starts[(t->nr - 1) % REC_NR(t->starts)];

	for (uint32_t i = 0; i < REC_NR(t->starts) && i < t->nr; i++)
		if (t->starts[i] < best && end - t->starts[i] <= REGION)
			best = t->starts[i];
	return best;
}

bool rec_sample_times_find(const struct rec_sample_times *t, const struct rec_evlist *l, int fd,
			   uint64_t bytes, struct pdata_sample_time *out)
{
	size_t time_off = time_offset(l);
	struct range early = { 0, 0 }, late = { 0, 0 };
	uint64_t data;

	/* data.offset is at byte 40 of the header, in this machine's byte order. */
	if (!t->nr || !time_off || pread(fd, &data, sizeof(data), 40) != (ssize_t)sizeof(data))
		return false;
	uint64_t end = t->first + REGION < bytes ? t->first + REGION : bytes;

	scan_sample_times(fd, data + t->first, data + end, time_off, &early);
	scan_sample_times(fd, data + late_start(t, bytes), data + bytes, time_off, &late);
	if (!early.last || !late.last)
		return false;
	out->first = early.first;
	out->last = late.last > early.last ? late.last : early.last;
	return true;
}
