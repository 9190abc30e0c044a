/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cut files and files with appended bytes: "PDATA check --json" must end with status 2 and locate
 * the change. The file is restored from a copy.
 */
#include "flips.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define APPENDIX_MAX ((size_t)1 << 20)

/* A random length from 1 to @max; all magnitudes are equally likely. */
static uint64_t magnitude(uint64_t max)
{
	const unsigned bits = 64 - (unsigned)__builtin_clzll(max);
	uint64_t n;

	do {
		n = UINT64_C(1) << flips_next() % bits;
		n += flips_next() % n;
	} while (n > max);
	return n;
}

/* Whether a problem of check begins at or contains @off, and extends to @end, unless @end is 0. */
static bool is_located(const struct flips *f, uint64_t off, uint64_t end)
{
	char cmd[4096], line[4096];
	bool found = false;
	int status;
	FILE *p;

	snprintf(cmd, sizeof(cmd), "'%s' check --json '%s' 2>/dev/null", f->pdata, f->path);
	p = popen(cmd, "r");
	while (p && fgets(line, sizeof(line), p)) {
		uint64_t at, len;

		if (flips_range(line, &at, &len))
			found |= off >= at && off - at <= len && (!end || at + len == end);
	}
	status = p ? pclose(p) : -1;
	return found && WIFEXITED(status) && WEXITSTATUS(status) && WEXITSTATUS(status) <= 2;
}

static bool write_all(int fd, const uint8_t *p, size_t n, uint64_t at)
{
	return pwrite(fd, p, n, (off_t)at) == (ssize_t)n;
}

bool flips_cut(struct flips *f, int fd, uint64_t size, const uint8_t *copy)
{
	const uint64_t left = size - magnitude(size - PDATA_HEADER_SIZE);
	bool told;

	/* The recording is complete up to there: nothing shows that there was a trailer. */
	if (left == f->end) {
		f->unreachable++;
		return true;
	}
	if (ftruncate(fd, (off_t)left))
		return false;
	told = is_located(f, left, 0);
	if (!told)
		fprintf(stderr, "cut at %llu of %llu: not told\n", (unsigned long long)left,
			(unsigned long long)size);
	f->untold += !told;
	return write_all(fd, copy + left, (size_t)(size - left), left);
}

bool flips_append(struct flips *f, int fd, uint64_t size, const uint8_t *copy)
{
	const uint64_t trailer = size - f->trailer_off;
	uint64_t n = magnitude(APPENDIX_MAX);
	uint8_t *room = calloc(1, APPENDIX_MAX);
	const unsigned kind = (unsigned)(flips_next() % 5);
	bool told, written;

	if (!room)
		return false;
	if (kind == 1) /* append the beginning of the file to itself, as cat would */
		memcpy(room, copy, n = n < size ? n : size);
	else if (kind == 2) /* its own footer */
		memcpy(room, copy + size - 48, n = 48);
	else if (kind == 3) /* its trailer once more */
		memcpy(room, copy + f->trailer_off, n = trailer < n ? trailer : n);
	for (uint64_t i = 0; !kind && i < n; i++)
		room[i] = (uint8_t)flips_next();
	written = write_all(fd, room, (size_t)n, size);
	told = is_located(f, size, size + n);
	if (!told)
		fprintf(stderr, "%llu bytes of kind %u behind %llu: not told\n",
			(unsigned long long)n, kind, (unsigned long long)size);
	f->untold += !told;
	free(room);
	return written && !ftruncate(fd, (off_t)size);
}
