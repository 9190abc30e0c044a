/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flips PDATA FILE COUNT SEED - change single bytes of an indexed file, each followed by "PDATA check"
 *
 * Every change has to be found and told with a range that holds its place, and no more than one range
 * of data. A third of the places lies near the ends of the file, where header and trailer are.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t state;

static uint64_t next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static uint64_t place(uint64_t size)
{
	uint64_t end = size < 8192 ? size : 8192;

	switch (next() % 6) {
	case 0:
		return next() % (end / 8);
	case 1:
		return size - 1 - next() % end;
	default:
		return next() % size;
	}
}

/* The range of a line of check --json. */
static int range(const char *line, uint64_t *off, uint64_t *len)
{
	const char *o = strstr(line, "\"off\":"), *l = strstr(line, "\"len\":");

	if (!o || !l)
		return 0;
	*off = strtoull(o + 6, NULL, 10);
	*len = strtoull(l + 6, NULL, 10);
	return 1;
}

/* Return: whether the change at @at was told as it has to be. */
static int told(const char *cmd, uint64_t at)
{
	char line[4096];
	unsigned nr = 0, chunks = 0, holds = 0;
	FILE *p = popen(cmd, "r");
	int status;

	if (!p)
		return 0;
	while (fgets(line, sizeof(line), p)) {
		uint64_t off, len;

		if (!range(line, &off, &len))
			continue;
		nr++;
		chunks += strstr(line, "\"chunk\":") != NULL;
		holds += at >= off && at - off < len;
	}
	status = pclose(p);
	if (WIFEXITED(status) && (WEXITSTATUS(status) == 2 || WEXITSTATUS(status) == 1) && holds && chunks <= 1)
		return 1;
	fprintf(stderr, "byte %llu: status %#x, %u problems, %u chunks, %u hold it\n", (unsigned long long)at,
		(unsigned)status, nr, chunks, holds);
	return 0;
}

int main(int argc, char **argv)
{
	unsigned long count, missed = 0;
	char cmd[4096];
	struct stat st;
	int fd;

	if (argc != 5)
		return 1;
	fd = open(argv[2], O_RDWR | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) || st.st_size < 64) {
		fprintf(stderr, "%s: %s\n", argv[2], strerror(errno));
		return 1;
	}
	count = strtoul(argv[3], NULL, 10);
	state = strtoull(argv[4], NULL, 10) * 0x9e3779b97f4a7c15ull + 1;
	snprintf(cmd, sizeof(cmd), "'%s' check --json '%s' 2>/dev/null", argv[1], argv[2]);
	for (unsigned long i = 0; i < count; i++) {
		uint64_t at = place((uint64_t)st.st_size);
		uint8_t old, new;

		if (pread(fd, &old, 1, (off_t)at) != 1)
			return 1;
		new = old ^ (uint8_t)(1 + next() % 255);
		if (pwrite(fd, &new, 1, (off_t)at) != 1)
			return 1;
		missed += !told(cmd, at);
		if (pwrite(fd, &old, 1, (off_t)at) != 1)
			return 1;
	}
	printf("%lu changes, %lu not told as they have to be\n", count, missed);
	return missed != 0;
}
