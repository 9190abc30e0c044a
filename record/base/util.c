/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The recorder's basic helpers: arena memory, reading of small files, parsing of CPU lists, and
 * messages to the user.
 */
#include "base/util.h"

#include "common/number_range.h"

#include <pdata/text.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int rec_verbosity;

struct rec_arena_block {
	struct rec_arena_block *next;
	size_t used, size;
	_Alignas(16) unsigned char data[];
};

void *rec_alloc(struct rec_arena *a, size_t size)
{
	struct rec_arena_block *b = a->blocks;
	size_t need = (size + 15) & ~(size_t)15;

	if (need < size)
		need = SIZE_MAX;
	if (!b || b->size - b->used < need) {
		size_t room = need > 32768 ? need : 65536;

		b = room < SIZE_MAX - sizeof(*b) ? malloc(sizeof(*b) + room) : NULL;
		if (!b) {
			rec_error("out of memory");
			exit(1);
		}
		b->used = 0;
		b->size = room;
		b->next = a->blocks;
		a->blocks = b;
	}
	void *p = b->data + b->used;

	b->used += need;
	memset(p, 0, size);
	return p;
}

void rec_arena_free(struct rec_arena *a)
{
	while (a->blocks) {
		struct rec_arena_block *b = a->blocks;

		a->blocks = b->next;
		free(b);
	}
}

char *rec_strndup(struct rec_arena *a, const char *s, size_t len)
{
	char *p = rec_alloc(a, len + 1);

	memcpy(p, s, len);
	return p;
}

char *rec_strdup(struct rec_arena *a, const char *s)
{
	return rec_strndup(a, s, strlen(s));
}

char *rec_printf(struct rec_arena *a, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	int len = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (len < 0)
		len = 0;
	char *p = rec_alloc(a, (size_t)len + 1);

	va_start(ap, fmt);
	vsnprintf(p, (size_t)len + 1, fmt, ap);
	va_end(ap);
	return p;
}

void *rec_push(struct rec_arena *a, void *array, uint32_t *nr, size_t size)
{
	uint32_t n = *nr;

	/* The capacity doubles whenever the count reaches a power of two. */
	if (!(n & (n - 1))) {
		void *more = rec_alloc(a, (n ? 2 * (size_t)n : 1) * size);

		if (n)
			memcpy(more, array, n * size);
		array = more;
	}
	*nr = n + 1;
	return array;
}

int rec_open_regular(const char *path, int flags)
{
	struct stat st;
	int fd;

	/* Check the type before opening, because opening a device may have side effects. */
	if (flags & O_NOFOLLOW ? lstat(path, &st) : stat(path, &st))
		return -1;
	if (!S_ISREG(st.st_mode)) {
		errno = S_ISLNK(st.st_mode) ? ELOOP : EINVAL;
		return -1;
	}
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		errno = EINVAL;
		return -1;
	}
	return fd;
}

ssize_t rec_read_file(const char *path, char *buf, size_t len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t got = 0;
	ssize_t n = 0;

	if (fd < 0)
		return -errno;
	while (got + 1 < len && (n = read(fd, buf + got, len - 1 - got)) > 0)
		got += (size_t)n;
	int err = n < 0 ? errno : 0;

	close(fd);
	buf[got] = '\0';
	return err ? -err : (ssize_t)got;
}

char *rec_read_all(struct rec_arena *a, const char *path, size_t *len)
{
	const size_t limit = 64u << 20; /* no file of procfs or tracefs is nearly as large */
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t got = 0, room = 16384;
	ssize_t n;

	if (fd < 0)
		return NULL;
	char *buf = malloc(room);

	while (buf && (n = read(fd, buf + got, room - got - 1)) > 0) {
		got += (size_t)n;
		if (room - got > 1 || room >= limit)
			continue;
		room *= 2;
		char *more = realloc(buf, room);

		if (!more)
			free(buf);
		buf = more;
	}
	close(fd);
	if (!buf)
		return NULL;
	char *out = rec_strndup(a, buf, got);

	free(buf);
	if (len)
		*len = got;
	return out;
}

char *rec_read_line(struct rec_arena *a, const char *path)
{
	char buf[4096];
	ssize_t n = rec_read_file(path, buf, sizeof(buf));

	if (n <= 0)
		return NULL;
	buf[strcspn(buf, "\n")] = '\0';
	return buf[0] ? rec_strdup(a, buf) : NULL;
}

int64_t rec_read_number(const char *path, int64_t fallback)
{
	char buf[64], *end;

	if (rec_read_file(path, buf, sizeof(buf)) <= 0)
		return fallback;
	long long v = strtoll(buf, &end, 10);

	return end == buf ? fallback : v;
}

uint64_t rec_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#define PREFIX "pdata: record: "

/*
 * Print @before, the formatted text and @after as one line, by one write(2), so that the line does
 * not mix with the command's output.
 */
static void print_message(const char *before, const char *after, const char *fmt, va_list ap)
	__attribute__((format(printf, 3, 0)));
static void print_message(const char *before, const char *after, const char *fmt, va_list ap)
{
	const size_t tail = strlen(after);
	char line[PATH_MAX + 2048];
	size_t at = strlen(before);
	const size_t room = sizeof(line) - at - tail - 1;

	memcpy(line, before, at);
	int n = vsnprintf(line + at, room, fmt, ap);

	if (n > 0)
		at += (size_t)n < room ? (size_t)n : room - 1;
	memcpy(line + at, after, tail);
	at += tail;
	/* Names come from other programs and may contain escape sequences. */
	if (isatty(STDERR_FILENO))
		pdata_text_printable(line, at, 0);
	for (char *c = line; (c = memchr(c, '\n', at - (size_t)(c - line)));)
		*c = '?';
	line[at++] = '\n';
	ssize_t ignored = write(STDERR_FILENO, line, at);

	(void)ignored; /* a failed write to standard error cannot be reported */
}

void rec_error_say(const char *fmt, ...)
{
	va_list ap;

	if (rec_verbosity == REC_SILENT)
		return;
	va_start(ap, fmt);
	print_message(PREFIX, "", fmt, ap);
	va_end(ap);
}

void rec_warn(const char *fmt, ...)
{
	va_list ap;

	if (rec_verbosity < 0)
		return;
	va_start(ap, fmt);
	print_message(PREFIX, "", fmt, ap);
	va_end(ap);
}

void rec_note(const char *fmt, ...)
{
	va_list ap;

	if (rec_verbosity < 1)
		return;
	va_start(ap, fmt);
	print_message(PREFIX, "", fmt, ap);
	va_end(ap);
}

void rec_result(const char *fmt, ...)
{
	va_list ap;

	if (rec_verbosity < 0)
		return;
	va_start(ap, fmt);
	print_message("[ pdata record: ", " ]", fmt, ap);
	va_end(ap);
}

#define CPU_LIMIT 65536 /* no kernel has more CPUs; refuses "0-4294967295" */

int rec_parse_cpu_list(struct rec_arena *a, const char *s, int **cpus, uint32_t *nr)
{
	*cpus = NULL;
	*nr = 0;
	for (;;) {
		struct pd_range r;

		if (pd_range_parse(&s, 10, CPU_LIMIT - 1, &r))
			return -1;
		for (uint64_t c = r.first; c <= r.last; c++) {
			bool have = false;

			for (uint32_t i = 0; i < *nr && !have; i++)
				have = (*cpus)[i] == (int)c;
			if (have)
				continue;
			*cpus = rec_push(a, *cpus, nr, sizeof(**cpus));
			(*cpus)[*nr - 1] = (int)c;
		}
		if (!*s || *s == '\n')
			return 0;
		if (*s++ != ',')
			return -1;
	}
}
