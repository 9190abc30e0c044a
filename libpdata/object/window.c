/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads a file part by part into a buffer of the caller. */
#include "object/window.h"

#include <string.h>

/* Read up to @len bytes at offset @off of the file or memory that the window shows. */
static size_t read_window_bytes(const struct pdata_window *w, uint64_t off, void *buf, size_t len)
{
	size_t n;

	if (off >= w->len)
		return 0;
	if (len > w->len - off)
		len = (size_t)(w->len - off);
	if (w->mem) {
		memcpy(buf, (const char *)w->mem + off, len);
		return len;
	}
	n = len ? w->read(w->arg, off, buf, len) : 0;
	return n < len ? n : len;
}

const char *pd_window_move(struct pdata_window *w, uint64_t off, size_t *have)
{
	*have = 0;
	if (w->mem) {
		w->at = w->mem;
		w->have = w->len;
		if (off < w->len)
			*have = (size_t)(w->len - off);
		return w->at + (*have ? off : 0);
	}
	w->at = w->buf;
	w->from = off;
	w->have = *have = read_window_bytes(w, off, w->buf, w->size);
	return w->at;
}

const char *pd_window_span(struct pdata_window *w, uint64_t off, size_t len)
{
	size_t have;
	const char *p = pd_window_get(w, off, &have);

	if (have < len)
		p = pd_window_move(w, off, &have);
	return have < len ? NULL : p;
}

uint64_t pdata_window_find(struct pdata_window *w, uint64_t off, uint64_t end, int c)
{
	while (off < end) {
		size_t have;
		const char *p = pd_window_get(w, off, &have), *found;

		if (!have)
			return end;
		if (have > end - off)
			have = (size_t)(end - off);
		found = memchr(p, c, have);
		if (found)
			return off + (uint64_t)(found - p);
		off += have;
	}
	return end;
}

size_t pdata_window_copy(struct pdata_window *w, uint64_t off, void *to, size_t len)
{
	size_t done = 0;

	while (done < len) {
		size_t have;
		const char *p = pd_window_get(w, off + done, &have);

		if (!have)
			break;
		if (have > len - done)
			have = len - done;
		memcpy((char *)to + done, p, have);
		done += have;
	}
	return done;
}
