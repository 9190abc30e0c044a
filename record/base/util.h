/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Memory, small files, numbers, and messages to the user; included by recorder.h. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#define REC_NR(a) (sizeof(a) / sizeof((a)[0]))

/* Memory that is freed as a whole. If memory is exhausted, an allocation ends the program. */
struct rec_arena {
	struct rec_arena_block *blocks;
};

void *rec_alloc(struct rec_arena *a, size_t size);
char *rec_strndup(struct rec_arena *a, const char *s, size_t len);
char *rec_strdup(struct rec_arena *a, const char *s);
char *rec_printf(struct rec_arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void rec_arena_free(struct rec_arena *a);

/*
 * Make room for one more element of @size bytes in @array, which has *@nr elements, and add 1 to
 * *@nr. Return: the array, which may have moved.
 */
void *rec_push(struct rec_arena *a, void *array, uint32_t *nr, size_t size);

/*
 * Open a regular file for reading, with the additional @flags of open(2). FIFOs and devices are not
 * opened. Return: a descriptor, or -1 and errno.
 */
int rec_open_regular(const char *path, int flags);
/* Read a file into @buf, NUL-terminated, at most @len - 1 bytes. Return: bytes, or -errno. */
ssize_t rec_read_file(const char *path, char *buf, size_t len);
/*
 * Read a whole file of procfs, sysfs or tracefs, whose size is unknown, NUL-terminated. @len may be
 * NULL. Return: the text, or NULL and errno.
 */
char *rec_read_all(struct rec_arena *a, const char *path, size_t *len);
/* Return the first line of a file without its newline; NULL if it is empty or unreadable. */
char *rec_read_line(struct rec_arena *a, const char *path);
/* Return the decimal number in a file, or @fallback if there is none. */
int64_t rec_read_number(const char *path, int64_t fallback);

/* Parse a list of CPUs, "0-2,5", into an array without duplicates. Return: 0 or -1. */
int rec_parse_cpu_list(struct rec_arena *a, const char *s, int **cpus, uint32_t *nr);

uint64_t rec_now_ns(void);

/* Return the number at offset @off of a record; it need not be aligned. */
static inline uint64_t rec_u64_at(const void *data, size_t off)
{
	uint64_t v;

	memcpy(&v, (const uint8_t *)data + off, sizeof(v));
	return v;
}

/*
 * Print one line on standard error, "pdata: record: ...": errors always, unless rec_verbosity is
 * REC_SILENT, warnings without -q, notes with -v.
 */
#define REC_SILENT (-2)
extern int rec_verbosity; /* -1 with -q; 0; 1 and more with -v */
void rec_error_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void rec_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void rec_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Print an error; the value is -1. A macro lets compilers and analyzers see this value. */
#define rec_error(...)                                                                             \
	({                                                                                         \
		rec_error_say(__VA_ARGS__);                                                        \
		-1;                                                                                \
	})
