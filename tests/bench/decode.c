/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * decode walk|file|time FILE [WINDOW] - what reading the records of FILE costs
 *
 *   walk   the bare minimum: the data section in pieces, stepping from record header to record header
 *   file   libpdata's records in the file's order; samples counted, periods summed
 *   time   the same in order of time, with WINDOW MiB held back (64)
 *
 * Prints records, samples, the sum of periods and a number for the order of times.
 */

#include <pdata/pdata.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIECE ((size_t)1 << 20)
#define WINDOW 64u /* MiB */

struct sums {
	uint64_t records, samples, period, backward, last;
};

/* Headers only, of a file in host order whose records are all in its data section. */
static int walk(const char *path, struct sums *s)
{
	uint8_t *buf = malloc(PIECE);
	uint64_t head[13], off, end;
	size_t have = 0;
	int fd = open(path, O_RDONLY);

	if (!buf || fd < 0 || read(fd, head, sizeof(head)) != (ssize_t)sizeof(head))
		return 1;
	off = head[5];
	end = off + head[6];
	while (off < end) {
		size_t want = end - off < PIECE - have ? (size_t)(end - off) : PIECE - have, at = 0;
		ssize_t got = pread(fd, buf + have, want, (off_t)off);

		if (got <= 0)
			return 1;
		have += (size_t)got;
		off += (size_t)got;
		while (have - at >= 8) {
			uint32_t type;
			uint16_t size;

			memcpy(&type, buf + at, sizeof(type));
			memcpy(&size, buf + at + 6, sizeof(size));
			if (size < 8)
				return 1;
			if (size > have - at)
				break;
			s->records++;
			s->samples += type == PDATA_RECORD_SAMPLE;
			at += size;
		}
		have -= at;
		memmove(buf, buf + at, have);
	}
	free(buf);
	return close(fd);
}

static void add(struct sums *s, const struct pdata_record *rec)
{
	struct pdata_sample smp;

	s->records++;
	if (rec->time) {
		s->backward += rec->time < s->last;
		s->last = rec->time;
	}
	if (rec->type != PDATA_RECORD_SAMPLE ||
	    pdata_sample_decode(rec, PDATA_SAMPLE_PERIOD, &smp, NULL))
		return;
	s->samples++;
	s->period += smp.have & PDATA_SAMPLE_PERIOD ? smp.period : rec->event->attr.sample_period;
}

static int decode(const char *path, uint32_t order, size_t window, struct sums *s)
{
	const struct pdata_open_opts o = { .size = sizeof(o),
					   .order = order,
					   .window = window << 20 };
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_error err;
	int rc;

	if (pdata_reader_open(&r, path, &o, &err))
		return 1;
	while ((rc = pdata_reader_next(r, &rec)) > 0)
		add(s, &rec);
	pdata_reader_close(r);
	return rc < 0;
}

int main(int argc, char **argv)
{
	struct sums s = { 0 };
	int rc;

	if (argc != 3 && argc != 4)
		return 2;
	if (!strcmp(argv[1], "walk"))
		rc = walk(argv[2], &s);
	else
		rc = decode(argv[2], strcmp(argv[1], "time") ? PDATA_ORDER_FILE : PDATA_ORDER_TIME,
			    argc == 4 ? strtoul(argv[3], NULL, 10) : WINDOW, &s);
	printf("%llu records, %llu samples, period %llu, %llu times before the one before\n",
	       (unsigned long long)s.records, (unsigned long long)s.samples,
	       (unsigned long long)s.period, (unsigned long long)s.backward);
	return rc;
}
