/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The bytes of a perf map or a jitdump, the files that name symbols. They stay in the file, and a
 * small window is read at a time, so that a large file takes little memory.
 */

#include <pdata/names.h>

#include <stddef.h>
#include <stdint.h>

struct sym_text {
	const char *mem; /* all bytes; NULL: they are read from @fd */
	char *owned;	 /* same as @mem if it is to be freed, else NULL */
	int fd;
	uint64_t len;
};

/*
 * Open a file in a directory in which anybody can create files: it must not be a symbolic link
 * (-ELOOP), and must belong to root, the reader or @uid (-EPERM); with SYM_ANY_OWNER it may belong
 * to anybody. No more than SYM_FILE_MAX bytes of it are read. Return: 0, or -errno.
 */
int sym_text_open(struct sym_text *x, const char *path, uint32_t uid);
void sym_text_close(struct sym_text *x);

/* Copy up to @len bytes at @off to @buf. Return: the number of bytes that were copied. */
size_t sym_text_read(const struct sym_text *x, uint64_t off, void *buf, size_t len);

/*
 * Get a terminated copy of @len bytes at @off, to be freed. Return: 0; -ENOMEM; -ESTALE: the text
 * is shorter.
 */
int sym_text_copy(const struct sym_text *x, uint64_t off, size_t len, char **copy);

/* Open @w as a window of @size bytes that moves over @x. Return: 0 or -ENOMEM. */
int sym_text_open_window(const struct sym_text *x, struct pdata_window *w, size_t size);
void sym_text_close_window(struct pdata_window *w);
