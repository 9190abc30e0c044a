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

/*
 * A file with a higher descriptor is read into memory and closed, because other files need
 * descriptors.
 */
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

static size_t read_window(void *arg, uint64_t off, void *buf, size_t len)
{
	return sym_text_read(arg, off, buf, len);
}

int sym_text_open_window(const struct sym_text *x, struct pdata_window *w, size_t size)
{
	*w = (struct pdata_window){ .len = x->len, .mem = x->mem };
	if (x->mem)
		return 0;
	w->read = read_window;
	w->arg = (void *)(uintptr_t)x;
	w->size = size;
	w->buf = mem_grow(NULL, size, 1);
	return w->buf ? 0 : -ENOMEM;
}

void sym_text_close_window(struct pdata_window *w)
{
	free(w->buf);
}
