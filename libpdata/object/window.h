/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Gives access to the bytes of a struct pdata_window, a file that is read in parts. A returned
 * pointer is valid until the next call of one of these functions.
 */

#include <pdata/names.h>

/*
 * Make the window @w show the part of the file from offset @off on. *@have becomes the number of
 * bytes that can be read at the returned pointer; 0: the file ends at or before @off. Return: a
 * pointer to the byte at @off.
 */
const char *pd_window_move(struct pdata_window *w, uint64_t off, size_t *have);

/*
 * Return a pointer to the byte at offset @off of the file. *@have becomes the number of bytes that
 * can be read at this pointer; 0: the file ends at or before @off.
 */
static inline const char *pd_window_get(struct pdata_window *w, uint64_t off, size_t *have)
{
	if (off < w->from || off - w->from >= w->have)
		return pd_window_move(w, off, have);
	*have = (size_t)(w->have - (off - w->from));
	return w->at + (off - w->from);
}

/*
 * Return a pointer to @len bytes at offset @off of the file; @len is at most the size of the
 * window's buffer. NULL: the file ends before @off + @len.
 */
const char *pd_window_span(struct pdata_window *w, uint64_t off, size_t len);
