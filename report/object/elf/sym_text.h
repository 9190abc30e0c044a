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
	const char *mem; /* all bytes of the file in memory; NULL: the bytes are read from @fd */
	char *owned;	 /* equal to @mem if sym_text_close() has to free @mem; otherwise NULL */
	int fd;
	uint64_t len;
};

/*
 * Open the perf map or jitdump @path, which may be in a directory where anybody can create files.
 * The file must belong to root, to the user that runs pdata, or to the user @uid. If @uid is
 * SYM_ANY_OWNER, it may belong to any user. Only its first SYM_FILE_MAX bytes are read later.
 * Return: 0 or a negative errno: -ELOOP if @path is a symbolic link, -EPERM if the file belongs to
 * another user.
 */
int sym_text_open(struct sym_text *x, const char *path, uint32_t uid);
void sym_text_close(struct sym_text *x);

/* Copy up to @len bytes at file offset @off to @buf. Return: number of bytes that were copied. */
size_t sym_text_read(const struct sym_text *x, uint64_t off, void *buf, size_t len);

/*
 * Set *@copy to a NUL-terminated copy of the @len bytes at file offset @off; the caller frees the
 * copy. Return: 0; -ENOMEM: memory is exhausted; -ESTALE: the file ends before the last of these
 * bytes, so it has become shorter since it was opened.
 */
int sym_text_copy(const struct sym_text *x, uint64_t off, size_t len, char **copy);

/*
 * Set up @w for reading the file @x: @w holds @size bytes of the file at a time, and the pdata_
 * functions that read through @w load the bytes that they need. The caller closes @w with
 * sym_text_close_window(). Return: 0; -ENOMEM: memory is exhausted.
 */
int sym_text_open_window(const struct sym_text *x, struct pdata_window *w, size_t size);
void sym_text_close_window(struct pdata_window *w);
