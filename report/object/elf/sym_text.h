/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The bytes of a file that names symbols: a perf map or a jitdump. They stay in the file, which is
 * read through a small window, so that a large one takes no memory.
 */

#include <pdata/names.h>

#include <stddef.h>
#include <stdint.h>

struct sym_text {
	const char *mem; /* all bytes; NULL: they are read from @fd */
	char *owned;	 /* @mem where it is to be freed, else NULL */
	int fd;
	uint64_t len;
};

/*
 * Open a file that anybody could have put there: no symbolic link (-ELOOP), and a file of root, of
 * the reader or of @uid (-EPERM); SYM_ANY_OWNER: of anybody. No more than SYM_FILE_MAX bytes of it
 * are read. Return: 0, or -errno.
 */
int sym_text_open(struct sym_text *x, const char *path, uint32_t uid);
void sym_text_close(struct sym_text *x);

/* Copy up to @len bytes at @off. Return: how many there are. */
size_t sym_text_read(const struct sym_text *x, uint64_t off, void *buf, size_t len);

/*
 * *@copy: @len bytes at @off, terminated, to be freed. Return: 0; -ENOMEM; -ESTALE: the text is
 * shorter.
 */
int sym_text_copy(const struct sym_text *x, uint64_t off, size_t len, char **copy);

/* Have @w cover @x by @size bytes at a time. Return: 0 or -ENOMEM. */
int sym_text_open_window(const struct sym_text *x, struct pdata_window *w, size_t size);
void sym_text_close_window(struct pdata_window *w);
