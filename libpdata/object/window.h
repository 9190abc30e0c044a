/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Access to the bytes of a struct pdata_window. Returned pointers are valid until the next call.
 */

#include <pdata/names.h>

/* Make the window cover offset @off. Return: as pd_window_get(). */
const char *pd_window_move(struct pdata_window *w, uint64_t off, size_t *have);

/*
 * Get the bytes at offset @off. @have: set to the number of bytes there; 0: @off is at the end of
 * the file or after it.
 */
static inline const char *pd_window_get(struct pdata_window *w, uint64_t off, size_t *have)
{
	if (off < w->from || off - w->from >= w->have)
		return pd_window_move(w, off, have);
	*have = (size_t)(w->have - (off - w->from));
	return w->at + (off - w->from);
}

/*
 * Get @len bytes at offset @off; @len is at most the size of the window's buffer. NULL: the file
 * ends before @off + @len.
 */
const char *pd_window_span(struct pdata_window *w, uint64_t off, size_t len);
