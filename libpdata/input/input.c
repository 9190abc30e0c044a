/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads bytes from a file, a pipe or memory. Removes gzip(1) or zstd(1) compression of a whole
 * file, with a bound on how much the data may expand, and copies an input that cannot seek into a
 * tmpfile.
 */
#include "input/input.h"
#include "base/alloc.h"
#include "base/bytes.h"
#include "base/codec/codec.h"
#include "base/err.h"
#include "common/tmpfile.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define IN_BYTES 65536u
#define COPY_BYTES ((size_t)1 << 18)

/* Read the next bytes of an input that cannot seek, after those in in->head. */
static int64_t read_stream(struct pd_input *in, void *buf, size_t n)
{
	ssize_t got;

	if (in->unwrap)
		return pd_unwrap_read(in->unwrap, buf, n, &in->sys_errno);
	do
		got = read(in->fd, buf, n);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		in->sys_errno = errno;
	return got;
}

int64_t pd_input_read(struct pd_input *in, void *buf, size_t n)
{
	int64_t got;

	if (in->seekable) {
		size_t done = pd_input_pread(in, buf, n, in->pos);

		in->pos += done;
		return !done && in->sys_errno ? -1 : (int64_t)done;
	}
	if (in->head_len) {
		got = n < in->head_len ? (int64_t)n : (int64_t)in->head_len;
		memcpy(buf, in->head, (size_t)got);
		in->head_len -= (unsigned)got;
		memmove(in->head, in->head + got, in->head_len);
	} else {
		got = read_stream(in, buf, n);
	}
	if (got > 0)
		in->pos += (uint64_t)got;
	return got;
}

int64_t pd_input_head(struct pd_input *in, uint8_t head[PD_HEAD_BYTES])
{
	if (in->seekable) {
		size_t got = pd_input_pread(in, head, PD_HEAD_BYTES, 0);

		return !got && in->sys_errno ? -1 : (int64_t)got;
	}
	while (in->head_len < PD_HEAD_BYTES) {
		int64_t got =
			read_stream(in, in->head + in->head_len, PD_HEAD_BYTES - in->head_len);

		if (got < 0)
			return -1;
		if (!got)
			break;
		in->head_len += (unsigned)got;
	}
	memcpy(head, in->head, in->head_len);
	return in->head_len;
}

void pd_input_close(struct pd_input *in)
{
	if (in->own_fd)
		close(in->fd);
	pd_unwrap_free(in->unwrap);
	*in = (struct pd_input){ .fd = -1 };
}

size_t pd_input_pread(struct pd_input *in, void *buf, size_t n, uint64_t off)
{
	size_t done = 0;

	if (off >= in->size)
		return 0;
	if (n > in->size - off)
		n = (size_t)(in->size - off);
	if (in->fd < 0) {
		memcpy(buf, in->mem + off, n);
		return n;
	}
	while (done < n && off + done <= INT64_MAX) {
		ssize_t got = pread(in->fd, (char *)buf + done, n - done, (off_t)(off + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			in->sys_errno = errno;
		if (got <= 0)
			break;
		done += (size_t)got;
	}
	return done;
}

/*
 * lseek(2) with SEEK_DATA or SEEK_HOLE; the offset of the descriptor stays as it was. @none:
 * returned if the system does not know the holes.
 */
static uint64_t seek(struct pd_input *in, uint64_t off, int whence, uint64_t none)
{
	off_t was, at;
	int e;

	if (off >= in->size)
		return in->size;
	if (in->fd < 0 || !in->seekable || off > INT64_MAX)
		return none;
	was = lseek(in->fd, 0, SEEK_CUR);
	at = lseek(in->fd, (off_t)off, whence);
	e = errno;
	if (was >= 0)
		lseek(in->fd, was, SEEK_SET);
	if (at < 0)
		return e == ENXIO ? in->size : none;
	return (uint64_t)at < in->size ? (uint64_t)at : in->size;
}

uint64_t pd_input_next_data(struct pd_input *in, uint64_t off)
{
	return seek(in, off, SEEK_DATA, off);
}

uint64_t pd_input_next_hole(struct pd_input *in, uint64_t off)
{
	return seek(in, off, SEEK_HOLE, in->size);
}

/* ---- a file that was compressed as a whole ---- */

/* A codec that a whole file may be compressed with. All codecs have the same functions. */
struct wrapper {
	const char *name;
	uint8_t magic[4];
	size_t magic_len;
	void *(*open)(int *err);
	void (*close)(void *z);
	void (*input)(void *z, const uint8_t *data, size_t len);
	int64_t (*read)(void *z, uint8_t *buf, size_t n);
	bool (*whole)(const void *z); /* whether the input so far ends with a complete stream */
};

static void *zstd_open(int *err)
{
	return pd_unzstd_new(err);
}

static void zstd_close(void *z)
{
	pd_unzstd_free(z);
}

static void zstd_input(void *z, const uint8_t *data, size_t len)
{
	pd_unzstd_input(z, data, len);
}

static int64_t zstd_read(void *z, uint8_t *buf, size_t n)
{
	return pd_unzstd_read(z, buf, n);
}

static bool zstd_whole(const void *z)
{
	return pd_unzstd_whole(z);
}

static void *gzip_open(int *err)
{
	return pd_gunzip_new(err);
}

static void gzip_close(void *z)
{
	pd_gunzip_free(z);
}

static void gzip_input(void *z, const uint8_t *data, size_t len)
{
	pd_gunzip_input(z, data, len);
}

static int64_t gzip_read(void *z, uint8_t *buf, size_t n)
{
	return pd_gunzip_read(z, buf, n);
}

static bool gzip_whole(const void *z)
{
	return pd_gunzip_whole(z);
}

static const struct wrapper wrappers[] = {
	[PDATA_WRAPPER_GZIP] = { "gzip",
				 { 0x1f, 0x8b, 8 },
				 3,
				 gzip_open,
				 gzip_close,
				 gzip_input,
				 gzip_read,
				 gzip_whole },
	[PDATA_WRAPPER_ZSTD] = { "zstd",
				 { 0x28, 0xb5, 0x2f, 0xfd },
				 4,
				 zstd_open,
				 zstd_close,
				 zstd_input,
				 zstd_read,
				 zstd_whole },
};

#define NR_WRAPPERS PD_NR(wrappers)

struct pd_unwrap {
	const struct wrapper *how;
	struct pd_input from;
	void *z;
	uint64_t max, out;
	bool used_up; /* the decompressor has consumed all of buf */
	bool ended;
	struct pdata_error error;
	uint8_t buf[IN_BYTES];
};

enum pdata_wrapper pd_wrapper_of(const uint8_t *head, size_t len)
{
	for (unsigned i = 1; i < NR_WRAPPERS; i++)
		if (len >= wrappers[i].magic_len &&
		    !memcmp(head, wrappers[i].magic, wrappers[i].magic_len))
			return (enum pdata_wrapper)i;
	return PDATA_WRAPPER_NONE;
}

const char *pdata_wrapper_name(uint32_t wrapper)
{
	return wrapper < NR_WRAPPERS ? wrappers[wrapper].name : NULL;
}

struct pd_unwrap *pd_unwrap_new(struct pd_input *from, enum pdata_wrapper kind, uint64_t max,
				int *err)
{
	struct pd_unwrap *u = pd_calloc(1, sizeof(*u));

	*err = PDATA_E_NOMEM;
	if (!u)
		return NULL;
	u->how = &wrappers[kind];
	u->max = max;
	u->used_up = true;
	u->z = u->how->open(err);
	if (!u->z) {
		pd_free(u);
		return NULL;
	}
	u->from = *from;
	*from = (struct pd_input){ .fd = -1 };
	return u;
}

void pd_unwrap_free(struct pd_unwrap *u)
{
	if (!u)
		return;
	u->how->close(u->z);
	pd_input_close(&u->from);
	pd_free(u);
}

const struct pdata_error *pd_unwrap_error(const struct pd_unwrap *u)
{
	return u->error.code ? &u->error : NULL;
}

static bool is_too_much(const struct pd_unwrap *u)
{
	if (u->max)
		return u->out > u->max;
	return u->out > PD_UNWRAP_FREE && u->out / PD_UNWRAP_RATIO > u->from.pos;
}

/* Store the error; later reads return the end. */
static void end_unwrap(struct pd_unwrap *u, int code, const char *text)
{
	u->ended = true;
	pd_error(&u->error, code, u->from.pos, 0, u->how->name, "%s", text);
}

/*
 * Read more compressed bytes. Return: 0, also at their end, where u->ended is set; -1 if a read
 * failed.
 */
static int refill(struct pd_unwrap *u, int *sys_errno)
{
	int64_t got;

	u->from.sys_errno = 0;
	got = pd_input_read(&u->from, u->buf, sizeof(u->buf));
	if (got < 0) {
		*sys_errno = u->from.sys_errno;
		return -1;
	}
	u->used_up = false;
	u->how->input(u->z, u->buf, (size_t)got);
	if (!got && u->how->whole(u->z))
		u->ended = true;
	else if (!got)
		end_unwrap(u, PDATA_E_CUT, "the compressed file is not whole");
	return 0;
}

int64_t pd_unwrap_read(struct pd_unwrap *u, void *buf, size_t n, int *sys_errno)
{
	while (!u->ended) {
		int64_t got;

		if (u->used_up && refill(u, sys_errno))
			return -1;
		if (u->ended)
			break;
		got = u->how->read(u->z, buf, n);
		if (got < 0) {
			end_unwrap(u, got == PDATA_E_NOMEM ? PDATA_E_NOMEM : PDATA_E_COMPRESSED,
				   "the rest of the compressed file cannot be decompressed");
			break;
		}
		u->used_up = !got;
		u->out += (uint64_t)got;
		if (is_too_much(u)) {
			end_unwrap(u, PDATA_L_MEMORY,
				   "the decompressed file is larger than the limit");
			break;
		}
		if (got)
			return got;
	}
	return 0;
}

/* ---- an input that cannot seek ---- */

static int write_whole(int fd, const uint8_t *p, size_t n)
{
	while (n) {
		ssize_t done = write(fd, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -1;
		p += done;
		n -= (size_t)done;
	}
	return 0;
}

int pd_input_make_seekable(struct pd_input *in, struct pdata_error *wrapped)
{
	uint8_t *buf = pd_malloc(COPY_BYTES);
	int fd = buf ? pd_tmpfile() : -1, ret = fd < 0 ? PDATA_E_SYS : 0;
	uint64_t size = 0;
	int64_t got = 1;

	if (!buf)
		return PDATA_E_NOMEM;
	while (!ret && (got = pd_input_read(in, buf, COPY_BYTES)) > 0) {
		if (write_whole(fd, buf, (size_t)got))
			ret = PDATA_E_SYS;
		size += (uint64_t)got;
	}
	if (got < 0) {
		errno = in->sys_errno;
		ret = PDATA_E_SYS;
	}
	pd_free(buf);
	if (ret) {
		int keep = errno;

		if (fd >= 0)
			close(fd);
		errno = keep;
		return ret;
	}
	if (in->unwrap && pd_unwrap_error(in->unwrap))
		*wrapped = *pd_unwrap_error(in->unwrap);
	pd_input_close(in);
	*in = (struct pd_input){ .fd = fd, .own_fd = true, .seekable = true, .size = size };
	return 0;
}
