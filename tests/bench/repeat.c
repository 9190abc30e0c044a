/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * repeat IN OUT BYTES - a recording as long as @BYTES: that of IN over and over, each time later
 *
 * Events and facts are those of IN. Records without a time, as those of what ran before, are there once.
 */
#include "reader/reader.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct repeat {
	struct pdata_reader *r;
	struct pdata_writer *w;
	uint64_t first, last; /* of samples */
};

static void fail(const char *what, int code)
{
	fprintf(stderr, "repeat: %s: %s\n", what, pdata_strerror(code));
	exit(1);
}

static void announce(struct repeat *x)
{
	for (uint32_t i = 0; i < pdata_reader_nr_events(x->r); i++) {
		const struct pdata_event *e = pdata_reader_event(x->r, i);
		int ret = pdata_writer_event(x->w, &e->attr, e->name, e->ids, e->nr_ids);

		if (ret < 0)
			fail("event", ret);
	}
}

/* The record with its time shifted. */
static void put_later(struct repeat *x, const struct pdata_record *rec, uint64_t by)
{
	const struct pd_event *ev = (const struct pd_event *)rec->event;
	const bool sample = rec->type == PDATA_RECORD_SAMPLE;
	uint8_t copy[65536];
	int ret;

	memcpy(copy, rec->data, rec->size);
	if (rec->time && rec->time != UINT64_MAX)
		pd_st64(sample ? copy + PDATA_RECORD_HEADER + ev->time_head
			       : copy + rec->size - ev->time_tail,
			rec->time + by, (int)rec->swap);
	ret = pdata_writer_raw(x->w, copy, rec->size);
	if (ret < 0)
		fail("write", ret);
}

static void copy_once(struct repeat *x, uint64_t by)
{
	struct pdata_record rec;
	int ret;

	while ((ret = pdata_reader_next(x->r, &rec)) > 0) {
		if (rec.payload || (by && !rec.time && rec.type != PDATA_RECORD_FINISHED_ROUND))
			continue;
		if (rec.type == PDATA_RECORD_SAMPLE) {
			x->first = !x->first || rec.time < x->first ? rec.time : x->first;
			x->last = rec.time + by > x->last ? rec.time + by : x->last;
		}
		put_later(x, &rec, by);
	}
	if (ret < 0 || (ret = pdata_reader_rewind(x->r)))
		fail("read", ret);
}

static void finish(struct repeat *x)
{
	const struct pdata_feature times = { .bit = PDATA_FEAT_SAMPLE_TIME,
					     .u.sample_time = { x->first, x->last } };
	const struct pdata_feature *f;
	int ret = 0;

	for (uint32_t bit = 1; bit < PDATA_NR_FEATURES && ret >= 0; bit++) {
		if (bit == PDATA_FEAT_SAMPLE_TIME)
			ret = pdata_writer_feature(x->w, &times);
		else if (bit != PDATA_FEAT_EVENT_DESC && bit != PDATA_FEAT_COMPRESSED &&
			 !pdata_reader_feature(x->r, bit, &f, NULL))
			ret = pdata_writer_feature(x->w, f);
	}
	ret = ret < 0 ? ret : pdata_writer_finish(x->w);
	if (ret < 0)
		fail("features", ret);
}

int main(int argc, char **argv)
{
	const struct pdata_writer_opts wo = { .size = sizeof(wo) };
	struct repeat x = { .r = NULL };
	struct pdata_error err;
	int fd, ret;

	if (argc != 4)
		return 125;
	ret = pdata_reader_open(&x.r, argv[1], NULL, &err);
	if (ret)
		fail(argv[1], ret);
	fd = open(argv[2], O_RDWR | O_CREAT | O_TRUNC, 0600);
	ret = fd < 0 ? PDATA_E_SYS : pdata_writer_open_fd(&x.w, fd, &wo);
	if (ret)
		fail(argv[2], ret);
	announce(&x);
	ret = pdata_writer_begin(x.w);
	if (ret)
		fail(argv[2], ret);
	do
		copy_once(&x, x.last ? x.last - x.first + 1000 : 0);
	while (pdata_writer_bytes(x.w) < strtoull(argv[3], NULL, 0));
	finish(&x);
	pdata_writer_close(x.w);
	pdata_reader_close(x.r);
	return close(fd) ? 1 : 0;
}
