/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the bytes of perf maps and jitdumps from their files, a window at a time. */
#include "object/elf/sym_text.h"

#include "base/memory.h"
#include "object/elf/symbol_sources.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file of a higher descriptor is read into memory and closed: others need descriptors, too. */
#define FD_MAX 512

static ssize_t read_at(int fd, uint64_t off, void *buf, size_t len)
{
	ssize_t n;

	do
		n = pread(fd, buf, len, (off_t)off);
	while (n < 0 && errno == EINTR);
	return n;
}

size_t sym_text_read(const struct sym_text *x, uint64_t off, void *buf, size_t len)
{
	size_t done = 0;

	if (off >= x->len)
		return 0;
	if (len > x->len - off)
		len = (size_t)(x->len - off);
	if (x->mem) {
		memcpy(buf, x->mem + off, len);
		return len;
	}
	while (done < len) {
		const ssize_t n = read_at(x->fd, off + done, (char *)buf + done, len - done);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	return done;
}

int sym_text_copy(const struct sym_text *x, uint64_t off, size_t len, char **copy)
{
	char *c = mem_grow(NULL, len + 1, 1);

	if (!c)
		return -ENOMEM;
	if (sym_text_read(x, off, c, len) != len) {
		free(c);
		return -ESTALE;
	}
	c[len] = 0;
	*copy = c;
	return 0;
}

static int move_to_memory(struct sym_text *x)
{
	char *mem = mem_big_alloc((size_t)x->len, 1);

	if (!mem)
		return -ENOMEM;
	x->len = sym_text_read(x, 0, mem, (size_t)x->len);
	close(x->fd);
	x->fd = -1;
	x->mem = x->owned = mem;
	return 0;
}

int sym_text_open(struct sym_text *x, const char *path, uint32_t uid)
{
	const int fd = sym_file_open_own(path, uid);
	struct stat st;
	int ret = 0;

	*x = (struct sym_text){ .fd = fd };
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st))
		ret = -errno;
	else
		x->len = (uint64_t)st.st_size < SYM_FILE_MAX ? (uint64_t)st.st_size : SYM_FILE_MAX;
	if (!ret && fd >= FD_MAX)
		ret = move_to_memory(x);
	if (ret)
		sym_text_close(x);
	return ret;
}

void sym_text_close(struct sym_text *x)
{
	if (x->fd >= 0)
		close(x->fd);
	free(x->owned);
	*x = (struct sym_text){ .fd = -1 };
}

int sym_window_open(struct sym_window *w, const struct sym_text *x, size_t size)
{
	*w = (struct sym_window){ .text = x, .size = size };
	if (x->mem) {
		w->at = x->mem;
		w->have = (size_t)x->len;
		return 0;
	}
	w->at = w->buf = mem_grow(NULL, size, 1);
	return w->buf ? 0 : -ENOMEM;
}

void sym_window_close(struct sym_window *w)
{
	free(w->buf);
}

const char *sym_window_move(struct sym_window *w, uint64_t off, size_t *have)
{
	*have = 0;
	if (!w->buf)
		return w->at;
	w->from = off;
	*have = w->have = sym_text_read(w->text, off, w->buf, w->size);
	return w->buf;
}

const char *sym_window_span(struct sym_window *w, uint64_t off, size_t len)
{
	size_t have;
	const char *p = sym_window_get(w, off, &have);

	if (have < len)
		p = sym_window_move(w, off, &have);
	return have < len ? NULL : p;
}

uint64_t sym_window_find(struct sym_window *w, uint64_t off, uint64_t end, char c)
{
	while (off < end) {
		size_t have;
		const char *p = sym_window_get(w, off, &have), *found;

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
