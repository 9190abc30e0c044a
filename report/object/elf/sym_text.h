/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads the bytes of a perf map or a jitdump, which are files that name symbols of generated code.
 * A small window of the file is read at a time, so that a large file takes little memory.
 */

#include <pdata/names.h>

#include <stddef.h>
#include <stdint.h>

struct sym_text {
	const char *mem; /* all bytes of the text; NULL: the bytes are read from @fd */
	char *owned;	 /* equal to @mem if sym_text_close() must free it, otherwise NULL */
	int fd;
	uint64_t len;
};

/*
 * Open the file @path, which may be in a directory where anybody can create files. The file must
 * not be a symbolic link (-ELOOP), and must belong to root, the calling user or @uid (-EPERM). With
 * @uid SYM_ANY_OWNER, the file may belong to anybody. At most SYM_FILE_MAX bytes are read. Return:
 * 0 or a negative errno.
 */
int sym_text_open(struct sym_text *x, const char *path, uint32_t uid);
void sym_text_close(struct sym_text *x);

/* Copy up to @len bytes at @off to @buf. Return: the number of bytes that were copied. */
size_t sym_text_read(const struct sym_text *x, uint64_t off, void *buf, size_t len);

/*
 * Set *@copy to a NUL-terminated copy of the @len bytes at @off; the caller frees the copy. Return:
 * 0; -ENOMEM; -ESTALE: the text has fewer bytes.
 */
int sym_text_copy(const struct sym_text *x, uint64_t off, size_t len, char **copy);

/*
 * Set up @w as a window of @size bytes over the text @x. The code that reads through @w moves the
 * window. Close @w with sym_text_close_window(). Return: 0 or -ENOMEM.
 */
int sym_text_open_window(const struct sym_text *x, struct pdata_window *w, size_t size);
void sym_text_close_window(struct pdata_window *w);
