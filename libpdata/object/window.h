/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Access to the bytes of a struct pdata_window. Pointers live until the next call. */

#include <pdata/names.h>

/* Have the window cover @off. Return: as pd_window_get(). */
const char *pd_window_move(struct pdata_window *w, uint64_t off, size_t *have);

/* The bytes at @off. @have: how many, 0: the file has ended. */
static inline const char *pd_window_get(struct pdata_window *w, uint64_t off, size_t *have)
{
	if (off < w->from || off - w->from >= w->have)
		return pd_window_move(w, off, have);
	*have = (size_t)(w->have - (off - w->from));
	return w->at + (off - w->from);
}

/* @len bytes at @off, no more than the window has room for; NULL: the file ends before. */
const char *pd_window_span(struct pdata_window *w, uint64_t off, size_t len);
