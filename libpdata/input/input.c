/* SPDX-License-Identifier: BSD-2-Clause */
#include "input/input.h"

#include "base/bytes.h"
#include "base/codec/codec.h"
#include "base/err.h"

#include <string.h>

#define IN_BYTES 65536u

/* The codecs a file may be wrapped with; all of the same shape. */
struct wrapper {
	const char *name;
	uint8_t magic[4];
	size_t magic_len;
	void *(*open)(int *err);
	void (*close)(void *z);
	void (*input)(void *z, const uint8_t *data, size_t len);
	int64_t (*read)(void *z, uint8_t *buf, size_t n);
	bool (*whole)(const void *z); /* what came so far ends with a complete stream */
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
	bool used_up; /* the decompressor has taken all that was read */
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

/* Nothing comes after this. */
static void end_unwrap(struct pd_unwrap *u, int code, const char *text)
{
	u->ended = true;
	pd_error(&u->error, code, u->from.pos, 0, u->how->name, "%s", text);
}

/* More of the compressed bytes. Return: 0 also at their end (u->ended), -1 when a read failed. */
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
				   "its decompressor refuses what follows");
			break;
		}
		u->used_up = !got;
		u->out += (uint64_t)got;
		if (is_too_much(u)) {
			end_unwrap(u, PDATA_L_MEMORY,
				   "the file grows beyond all measure when it is decompressed");
			break;
		}
		if (got)
			return got;
	}
	return 0;
}
