/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Helpers for memory, small files, integers and messages to the user; included by recorder.h. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#define REC_NR(a) (sizeof(a) / sizeof((a)[0]))

/*
 * Blocks of memory that rec_arena_free() frees together. If memory is exhausted, the functions
 * that allocate from an arena end the program.
 */
struct rec_arena {
	struct rec_arena_block *blocks;
};

void *rec_alloc(struct rec_arena *a, size_t size);
char *rec_strndup(struct rec_arena *a, const char *s, size_t len);
char *rec_strdup(struct rec_arena *a, const char *s);
char *rec_printf(struct rec_arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void rec_arena_free(struct rec_arena *a);

/*
 * Make room for one more element at the end of @array, and add 1 to *@nr. The array is in the arena
 * @a; before the call it has *@nr elements of @size bytes. Return: the array, which may have moved.
 * @array may be NULL.
 */
void *rec_push(struct rec_arena *a, void *array, uint32_t *nr, size_t size);

/*
 * Open the regular file @path for reading, with the additional @flags of open(2). Other files, such
 * as FIFOs and devices, are not opened and are an error. Return: a descriptor, or -1 with errno.
 */
int rec_open_regular(const char *path, int flags);
/*
 * Read at most @len - 1 bytes of the file @path into @buf, and end them with a NUL. Return: number
 * of bytes read, or -errno.
 */
ssize_t rec_read_file(const char *path, char *buf, size_t len);
/*
 * Read a whole file whose size is unknown, as in procfs, sysfs and tracefs. *@len becomes the
 * length of the text; @len may be NULL. Return: the text, with a NUL at its end, in the arena @a;
 * NULL with errno: the file cannot be read.
 */
char *rec_read_all(struct rec_arena *a, const char *path, size_t *len);
/*
 * Return the first line of the file @path, without newline; NULL: the file is empty or unreadable.
 */
char *rec_read_line(struct rec_arena *a, const char *path);
/*
 * Return the decimal integer at the start of the file @path. Return @fallback if the file is
 * unreadable or does not begin with an integer.
 */
int64_t rec_read_number(const char *path, int64_t fallback);

/*
 * Parse a list of CPUs such as "0-2,5" into an array without duplicates. Return: 0; -1: @s is no
 * list.
 */
int rec_parse_cpu_list(struct rec_arena *a, const char *s, int **cpus, uint32_t *nr);

uint64_t rec_now_ns(void);

/* Return the 64-bit integer at offset @off of @data; the integer need not be aligned. */
static inline uint64_t rec_u64_at(const void *data, size_t off)
{
	uint64_t v;

	memcpy(&v, (const uint8_t *)data + off, sizeof(v));
	return v;
}

/*
 * rec_error_say(), rec_warn() and rec_note() print one line "pdata: record: ..." on standard error.
 * rec_error_say() prints unless rec_verbosity is REC_SILENT, rec_warn() unless it is negative (-q),
 * rec_note() only if it is positive (-v).
 */
#define REC_SILENT (-2)
/*
 * number of options -v; 0: neither -v nor -q was given; -1: -q was given; REC_SILENT: print nothing
 */
extern int rec_verbosity;
void rec_error_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void rec_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void rec_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Print one line "[ pdata record: ... ]" on standard error, unless rec_verbosity is negative. */
void rec_result(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * Print an error as rec_error_say() does. The value of the expression is -1; this is a macro so
 * that compilers and analyzers see the value.
 */
#define rec_error(...)                                                                             \
	({                                                                                         \
		rec_error_say(__VA_ARGS__);                                                        \
		-1;                                                                                \
	})
