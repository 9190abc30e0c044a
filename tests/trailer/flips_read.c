/* SPDX-License-Identifier: BSD-2-Clause */
#include "flips.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

struct row {
	char key[512];
	uint64_t samples;
};

static void *grown(void *p, size_t nr, size_t size)
{
	/* The next power of two. */
	if (!(nr & (nr - 1)))
		p = realloc(p, (nr ? nr * 2 : 1) * size);
	if (!p)
		abort();
	return p;
}

int64_t flips_chunk(const struct flips *f, uint64_t at)
{
	for (uint32_t i = 0; i < f->x->nr_chunks; i++)
		if (at >= f->x->chunks[i].off && at - f->x->chunks[i].off < f->x->chunks[i].len)
			return i;
	return -1;
}

/* ---- records ----------------------------------------------------------------------------- */

struct said {
	uint64_t off; /* of the chunk */
	bool any, chunk;
};

static void damaged(void *ctx, const struct pdata_error *e)
{
	struct said *s = ctx;

	s->any = true;
	s->chunk |= e->code == PDATA_E_CHECKSUM && e->off == s->off;
}

/*
 * Compute a checksum of the records of each chunk, and of side-band records. Return: whether the
 * file could be opened.
 */
static bool read_all(struct flips *f, struct said *said, uint64_t *sums, uint64_t *nr,
		     uint64_t *others)
{
	const struct pdata_open_opts o = { .size = sizeof(o),
					   .damaged = damaged,
					   .damaged_ctx = said };
	struct pdata_reader *r;
	struct pdata_record rec;
	int64_t at = 0;

	if (pdata_reader_open(&r, f->path, &o, NULL))
		return false;
	while (pdata_reader_next(r, &rec) == 1) {
		if (rec.off < f->x->chunks[at].off ||
		    rec.off - f->x->chunks[at].off >= f->x->chunks[at].len)
			at = flips_chunk(f, rec.off);
		if (at < 0)
			break;
		sums[at] = (sums[at] << 1 | sums[at] >> 63) ^ pdata_xxh3(rec.data, rec.size);
		nr[at]++;
		if (pdata_record_is_sideband(rec.type))
			*others = (*others << 1 | *others >> 63) ^ pdata_xxh3(rec.data, rec.size);
	}
	pdata_reader_close(r);
	return at >= 0;
}

bool flips_same_records(struct flips *f, uint64_t at)
{
	const int64_t chunk = flips_chunk(f, at);
	struct said said = { .off = chunk < 0 ? 0 : f->x->chunks[chunk].off };
	uint64_t *sums = calloc(f->x->nr_chunks, sizeof(*sums)),
		 *nr = calloc(f->x->nr_chunks, sizeof(*nr));
	uint64_t others = 0;
	bool same, opened;

	if (!sums || !nr)
		abort();
	opened = read_all(f, &said, sums, nr, &others);
	/* A change outside of the data must be reported. */
	same = chunk < 0 ? !opened || said.any : opened && said.chunk;
	if (!same)
		fprintf(stderr, "byte %llu: reading does not say it\n", (unsigned long long)at);
	/* Side-band records of a changed chunk are read from the backup. */
	if (chunk >= 0 && opened && others != f->others) {
		fprintf(stderr, "byte %llu: side-band records differ\n", (unsigned long long)at);
		same = false;
	}
	for (uint32_t i = 0; chunk >= 0 && i < f->x->nr_chunks; i++) {
		if (i == chunk || (sums[i] == f->sums[i] && nr[i] == f->nr[i]))
			continue;
		fprintf(stderr, "byte %llu of chunk %lld: chunk %u has %llu records for %llu\n",
			(unsigned long long)at, (long long)chunk + 1, i + 1,
			(unsigned long long)nr[i], (unsigned long long)f->nr[i]);
		same = false;
	}
	free(sums);
	free(nr);
	return same;
}

/* ---- reports ----------------------------------------------------------------------------- */

/* Remove the spaces that fill columns, because column widths depend on the widest row. */
static void take_key(struct row *row, const char *from)
{
	size_t n = 0;

	for (; *from && n + 1 < sizeof(row->key); from++)
		if (*from != ' ' && *from != '\n')
			row->key[n++] = *from;
	row->key[n] = '\0';
}

static int by_key(const void *pa, const void *pb)
{
	const struct row *a = pa, *b = pb;

	return strcmp(a->key, b->key);
}

/* Read the rows of a report, by key. Return: its exit status. */
static int report(const struct flips *f, struct row **rows, size_t *nr, char *err, size_t err_size)
{
	char cmd[4096], line[1024];
	int status = 1;
	FILE *p;

	*rows = NULL;
	*nr = 0;
	snprintf(cmd, sizeof(cmd), "'%s' report -q --stdio -F sample,pid,dso -i '%s' 2>'%s.err'",
		 f->pdata, f->path, f->path);
	p = popen(cmd, "r");
	while (p && fgets(line, sizeof(line), p)) {
		struct row *row;
		char *end;
		uint64_t samples = strtoull(line, &end, 10);

		if (end == line)
			continue;
		*rows = grown(*rows, *nr, sizeof(**rows));
		row = &(*rows)[(*nr)++];
		row->samples = samples;
		take_key(row, end);
	}
	if (p)
		status = pclose(p);
	if (*rows)
		qsort(*rows, *nr, sizeof(**rows), by_key);
	snprintf(cmd, sizeof(cmd), "%s.err", f->path);
	p = fopen(cmd, "r");
	err[p ? fread(err, 1, err_size - 1, p) : 0] = '\0';
	if (p)
		fclose(p);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The number of samples by which two reports differ, counted in both. */
static uint64_t difference(const struct row *a, size_t nr_a, const struct row *b, size_t nr_b)
{
	uint64_t sum = 0;
	size_t i = 0, k = 0;

	while (i < nr_a || k < nr_b) {
		int order = i == nr_a ? 1 : k == nr_b ? -1 : strcmp(a[i].key, b[k].key);

		if (order < 0)
			sum += a[i++].samples;
		else if (order > 0)
			sum += b[k++].samples;
		else if (a[i].samples > b[k].samples)
			sum += a[i++].samples - b[k++].samples;
		else
			sum += b[k++].samples - a[i++].samples;
	}
	return sum;
}

bool flips_same_report(struct flips *f, uint64_t at)
{
	const int64_t chunk = flips_chunk(f, at);
	char err[4096], words[64] = "";
	struct row *rows;
	size_t nr;
	int status = report(f, &rows, &nr, err, sizeof(err));
	uint64_t samples = 0, differ;
	bool same, said;

	for (uint32_t i = 0; chunk >= 0 && i < f->x->chunks[chunk].nr_counts; i++)
		samples += f->x->chunks[chunk].counts[i].nr_samples;
	if (chunk >= 0)
		snprintf(words, sizeof(words), "chunk %lld of %u,", (long long)chunk + 1,
			 f->x->nr_chunks);
	said = (status == 2 || (chunk < 0 && status == 1)) && *err && strstr(err, words);
	differ = difference(f->rows, f->nr_rows, rows, nr);
	/* A sample that is missing in one row may be in another one. */
	same = chunk < 0 || differ <= 2 * samples;
	if (!same || !said)
		fprintf(stderr, "byte %llu: report ends with %d and differs by %llu samples: %s\n",
			(unsigned long long)at, status, (unsigned long long)differ, err);
	free(rows);
	return same && said;
}

bool flips_read_first(struct flips *f)
{
	struct said said = { .off = 0 };
	char err[4096];

	f->sums = calloc(f->x->nr_chunks, sizeof(*f->sums));
	f->nr = calloc(f->x->nr_chunks, sizeof(*f->nr));
	if (!f->sums || !f->nr || !read_all(f, &said, f->sums, f->nr, &f->others) || said.any ||
	    report(f, &f->rows, &f->nr_rows, err, sizeof(err))) {
		fprintf(stderr, "%s: it is not whole before it is changed\n", f->path);
		return false;
	}
	return true;
}

void flips_free(struct flips *f)
{
	free(f->sums);
	free(f->nr);
	free(f->rows);
}
