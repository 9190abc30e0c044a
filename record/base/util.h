/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Memory, files as text, numbers, and what is said to the user; part of recorder.h. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#define REC_NR(a) (sizeof(a) / sizeof((a)[0]))

/* Memory that lives as long as the recorder; freed as a whole. Out of memory ends the program. */
struct rec_arena {
	struct rec_arena_block *blocks;
};

void *rec_alloc(struct rec_arena *a, size_t size);
char *rec_strndup(struct rec_arena *a, const char *s, size_t len);
char *rec_strdup(struct rec_arena *a, const char *s);
char *rec_printf(struct rec_arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void rec_arena_free(struct rec_arena *a);

/* A growing array: makes room for one more element of @size bytes at *@array; contents move. */
void *rec_push(struct rec_arena *a, void *array, uint32_t *nr, size_t size);

/*
 * open(2) for reading with @flags, more than O_RDONLY, of a regular file; a fifo or device is left
 * alone. Return: -1 and errno.
 */
int rec_open_regular(const char *path, int flags);
/* Read a file into @buf, NUL-terminated, at most @len - 1 bytes. Return: bytes, or -errno. */
ssize_t rec_read_file(const char *path, char *buf, size_t len);
/* The whole of a file whose size cannot be asked for; NULL and errno. *@len may be NULL. */
char *rec_read_all(struct rec_arena *a, const char *path, size_t *len);
/* A line without its newline; NULL when the file cannot be read or is empty. */
char *rec_read_line(struct rec_arena *a, const char *path);
/* The number in a file, or @fallback. */
int64_t rec_read_number(const char *path, int64_t fallback);

/* A list of cpus, "0-2,5", without doubles. Return: 0 or -1. */
int rec_parse_cpu_list(struct rec_arena *a, const char *s, int **cpus, uint32_t *nr);

uint64_t rec_now_ns(void);

/* A number of a record, which need not be aligned. */
static inline uint64_t rec_u64_at(const void *data, size_t off)
{
	uint64_t v;

	memcpy(&v, (const uint8_t *)data + off, sizeof(v));
	return v;
}

/* One line on stderr, "pdata: record: ..."; errors always, notes with -v, warnings without -q. */
#define REC_SILENT (-2)	  /* not even errors */
extern int rec_verbosity; /* -1 quiet, 0, 1 ... */
void rec_error_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void rec_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void rec_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* A macro, because a caller's compiler and analyzer then see that the result is -1. */
#define rec_error(...)                                                                             \
	({                                                                                         \
		rec_error_say(__VA_ARGS__);                                                        \
		-1;                                                                                \
	})
