/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SYM_TEXT_H
#define REP_SYM_TEXT_H

/*
 * The bytes of a file that names symbols: a perf map or a jitdump. They stay in the file, which is
 * read through a small window, so that a large one takes no memory.
 */

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

/* A part of a text in memory. */
struct sym_window {
	const struct sym_text *text;
	const char *at; /* the bytes from @from on */
	char *buf;	/* NULL: the text is in memory */
	uint64_t from;
	size_t have, size;
};

/* @size: of the window. Return: 0 or -ENOMEM. */
int sym_window_open(struct sym_window *w, const struct sym_text *x, size_t size);
void sym_window_close(struct sym_window *w);

/* sym_window_get() where the window does not cover @off yet. */
const char *sym_window_move(struct sym_window *w, uint64_t off, size_t *have);

/* The bytes at @off. They live until the next call. @have: how many, 0: the text has ended. */
static inline const char *sym_window_get(struct sym_window *w, uint64_t off, size_t *have)
{
	if (off < w->from || off - w->from >= w->have)
		return sym_window_move(w, off, have);
	*have = w->have - (size_t)(off - w->from);
	return w->at + (off - w->from);
}

/* @len bytes at @off, of a window of at least as many; NULL: the text ends before. */
const char *sym_window_span(struct sym_window *w, uint64_t off, size_t len);

/* Where the first byte @c between @off and @end is; @end: there is none. */
uint64_t sym_window_find(struct sym_window *w, uint64_t off, uint64_t end, char c);

#endif
