/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flips PDATA FILE COUNT SEED [READS REPORTS] - change single bytes of an indexed file; run "PDATA
 * check" after each. Every change must be found, in a range that contains its offset, and at most
 * one range of data may be reported. A third of the changes is before and after the data. The first
 * READS changes before the trailer are also followed by a pass over all records, the first REPORTS
 * by "PDATA report". COUNT more times the file is cut or bytes are appended, which must be found and
 * located, too.
 */
#include "flips.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEADER, DATA, FEATURES, TRAILER, NR_PARTS };

static const char *const parts[NR_PARTS] = { "header", "data", "features", "trailer" };
static uint64_t state;

uint64_t flips_next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Most of a file is data. */
static uint64_t place(const struct flips *f, uint64_t size)
{
	uint64_t behind = f->x->data_off + f->x->data_size;

	switch (flips_next() % 6) {
	case 0:
		return flips_next() % f->x->data_off;
	case 1:
		return behind +
		       flips_next() % ((flips_next() & 1 ? f->trailer_off : size) - behind);
	default:
		return flips_next() % size;
	}
}

/* The range in a line of check --json. */
int flips_range(const char *line, uint64_t *off, uint64_t *len)
{
	const char *o = strstr(line, "\"off\":"), *l = strstr(line, "\"len\":");

	if (!o || !l)
		return 0;
	*off = strtoull(o + 6, NULL, 10);
	*len = strtoull(l + 6, NULL, 10);
	return 1;
}

/* Return: whether check has reported the change at @at correctly. */
static bool told(const char *cmd, uint64_t at)
{
	char line[4096];
	unsigned nr = 0, chunks = 0, holds = 0;
	FILE *p = popen(cmd, "r");
	int status;

	if (!p)
		return false;
	while (fgets(line, sizeof(line), p)) {
		uint64_t off, len;

		if (!flips_range(line, &off, &len))
			continue;
		nr++;
		chunks += strstr(line, "\"chunk\":") != NULL;
		holds += at >= off && at - off < len;
	}
	status = pclose(p);
	if (WIFEXITED(status) && (WEXITSTATUS(status) == 2 || WEXITSTATUS(status) == 1) && holds &&
	    chunks <= 1)
		return true;
	fprintf(stderr, "byte %llu: status %#x, %u problems, %u chunks, %u hold it\n",
		(unsigned long long)at, (unsigned)status, nr, chunks, holds);
	return false;
}

static int part_of(const struct flips *f, uint64_t at)
{
	if (at < f->x->data_off)
		return HEADER;
	if (at - f->x->data_off < f->x->data_size)
		return DATA;
	return at < f->trailer_off ? FEATURES : TRAILER;
}

struct counts {
	unsigned long changes, reads, reports; /* how many to do */
	unsigned long read, reported;	       /* were done */
	unsigned long in[NR_PARTS], untold, unread, unreported;
};

/*
 * Change one byte, check the file, and undo the change. Return: whether the file could be changed.
 */
static bool change(struct flips *f, struct counts *n, int fd, uint64_t at)
{
	char cmd[4096];
	uint8_t old, new;

	snprintf(cmd, sizeof(cmd), "'%s' check --json '%s' 2>/dev/null", f->pdata, f->path);
	if (pread(fd, &old, 1, (off_t)at) != 1)
		return false;
	new = old ^ (uint8_t)(1 + flips_next() % 255);
	if (pwrite(fd, &new, 1, (off_t)at) != 1)
		return false;
	n->untold += !told(cmd, at);
	/* Damage of some blocks of a trailer does not affect reading the rest. */
	if (at < f->trailer_off && n->read < n->reads) {
		n->read++;
		n->unread += !flips_same_records(f, at);
	}
	if (at < f->trailer_off && n->reported < n->reports) {
		n->reported++;
		n->unreported += !flips_same_report(f, at);
	}
	return pwrite(fd, &old, 1, (off_t)at) == 1;
}

static bool say(const struct counts *n)
{
	printf("%lu changes, %lu not told as they have to be;", n->changes, n->untold);
	for (int i = 0; i < NR_PARTS; i++)
		printf(" %s %lu", parts[i], n->in[i]);
	printf("; records differ elsewhere after %lu of %lu, reports after %lu of %lu\n", n->unread,
	       n->read, n->unreported, n->reported);
	return !n->untold && !n->unread && !n->unreported;
}

/*
 * Cut the file or append bytes, in turn. Return: whether the file could be changed, and each change
 * was reported.
 */
static bool tails(struct flips *f, unsigned long nr, int fd, uint64_t size)
{
	uint8_t *copy = malloc(size);
	bool good = copy && pread(fd, copy, size, 0) == (ssize_t)size;

	for (unsigned long i = 0; good && i < nr; i++)
		good = i % 2 ? flips_append(f, fd, size, copy) : flips_cut(f, fd, size, copy);
	free(copy);
	if (!good)
		fprintf(stderr, "%s: %s\n", f->path, strerror(errno));
	printf("%lu cuts and appendices, %lu not told as they have to be, %lu cut where the "
	       "recording is whole\n",
	       nr, f->untold, f->unreachable);
	return good && !f->untold;
}

static bool flip(struct flips *f, struct counts *n, int fd, uint64_t size)
{
	if ((n->reads || n->reports) && !flips_read_first(f))
		return false;
	for (unsigned long i = 0; i < n->changes; i++) {
		uint64_t at = place(f, size);

		n->in[part_of(f, at)]++;
		if (!change(f, n, fd, at)) {
			fprintf(stderr, "%s: %s\n", f->path, strerror(errno));
			return false;
		}
	}
	return say(n) & tails(f, n->changes, fd, size);
}

/* Return: the offset at which the sections of the file end. */
static uint64_t end_of(int fd)
{
	struct pdata_reader *r;
	uint64_t end = 0;

	if (!pdata_reader_open_fd(&r, fd, NULL, NULL))
		end = pdata_reader_info(r)->end;
	pdata_reader_close(r);
	return end;
}

int main(int argc, char **argv)
{
	const struct pdata_feature *block;
	struct flips f = { .pdata = NULL };
	struct counts n = { .changes = 0 };
	struct pdata_trailer *t = NULL;
	struct stat st;
	int fd, good;

	if (argc != 5 && argc != 7)
		return 1;
	f.pdata = argv[1];
	f.path = argv[2];
	n.changes = strtoul(argv[3], NULL, 10);
	state = strtoull(argv[4], NULL, 10) * 0x9e3779b97f4a7c15ull + 1;
	n.reads = argc > 5 ? strtoul(argv[5], NULL, 10) : 0;
	n.reports = argc > 5 ? strtoul(argv[6], NULL, 10) : 0;
	fd = open(f.path, O_RDWR | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) || st.st_size < 64 || pdata_trailer_open_fd(&t, fd, NULL) ||
	    pdata_trailer_read(t, (uint32_t)pdata_trailer_find(t, PDATA_BLOCK_INDEX, 0), &block,
			       NULL)) {
		fprintf(stderr, "%s: it cannot be opened, or has no index\n", f.path);
		return 1;
	}
	f.x = &block->u.index;
	f.trailer_off = pdata_trailer_info(t)->off;
	f.end = end_of(fd);
	good = flip(&f, &n, fd, (uint64_t)st.st_size);
	flips_free(&f);
	pdata_trailer_close(t);
	close(fd);
	return !good;
}
