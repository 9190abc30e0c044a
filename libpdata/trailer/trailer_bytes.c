/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads and writes the block heads and footer of a trailer, and computes and verifies checksums.
 */
#include "base/err.h"
#include "base/xxh3.h"
#include "common/plural.h"
#include "trailer/trailer_int.h"

#include <errno.h>
#include <sys/stat.h>

#define VERIFY_BYTES ((size_t)1 << 20)

/* Width in bits, member and byte offset of each field. */
#define BLOCK_HEAD(F)                                                                              \
	F(32, magic, 0)                                                                            \
	F(32, type, 4)                                                                             \
	F(32, flags, 8)                                                                            \
	F(32, member, 12)                                                                          \
	F(64, size, 16)                                                                            \
	F(64, raw_size, 24)                                                                        \
	F(64, xxh3, 32)

#define FOOTER(F)                                                                                  \
	F(64, begin, 0)                                                                            \
	F(32, version, 8)                                                                          \
	F(32, nr_blocks, 12)                                                                       \
	F(64, off, 16)                                                                             \
	F(64, size, 24)                                                                            \
	F(64, xxh3, 32)                                                                            \
	F(64, end, 40)

#define GET(width, member, at) s->member = pd_ld##width(p + (at), swap);
#define PUT(width, member, at) pd_st##width(p + (at), s->member, swap);

void pd_block_head_get(struct pd_block_head *s, const uint8_t *p, int swap)
{
	BLOCK_HEAD(GET)
}

void pd_block_head_put(const struct pd_block_head *s, uint8_t *p, int swap)
{
	BLOCK_HEAD(PUT)
}

void pd_footer_get(struct pd_footer *s, const uint8_t *p, int swap)
{
	FOOTER(GET)
}

/* clang-format off */
void pd_footer_put(const struct pd_footer *s, uint8_t *p, int swap)
{
	FOOTER(PUT)
}
/* clang-format on */

/* Head and payload are summed separately, so that they need not be copied into one buffer. */
uint64_t pd_block_sum(const uint8_t *head, const uint8_t *payload, size_t padded)
{
	return pd_xxh3_of(payload, padded) ^ pd_xxh3_of(head, PD_BLOCK_HEAD - 8);
}

uint64_t pd_footer_sum(const uint8_t *p)
{
	return pd_xxh3_of(p, 32);
}

int pd_input_verify(struct pd_input *in, uint64_t off, uint64_t len, uint64_t xxh3,
		    struct pdata_error *err)
{
	struct pd_xxh3 *x = pd_xxh3_new();
	uint8_t *room = pd_malloc(VERIFY_BYTES);
	uint64_t at = off, left = len;
	int ret = x && room ? 0 : pd_error(err, PDATA_E_NOMEM, off, 0, "", "checksum");

	in->sys_errno = 0;
	while (!ret && left) {
		size_t want = left < VERIFY_BYTES ? (size_t)left : VERIFY_BYTES;
		size_t got = pd_input_pread(in, room, want, at);

		if (got < want && in->sys_errno)
			ret = pd_error_sys(err, in->sys_errno, at, "read");
		else if (got < want)
			ret = pd_error(err, PDATA_E_CUT, at + got, 0, "", "%llu byte%s %s missing",
				       (unsigned long long)(left - got), pd_plural(left - got),
				       pd_one_or_many(left - got, "is", "are"));
		if (got)
			pd_xxh3_add(x, room, got);
		at += got;
		left -= got;
	}
	if (!ret && pd_xxh3_sum(x) != xxh3)
		ret = pd_error(err, PDATA_E_CHECKSUM, off, 0, "", "%llu bytes",
			       (unsigned long long)len);
	pd_xxh3_free(x);
	pd_free(room);
	return ret;
}

int pdata_fd_verify(int fd, uint64_t off, uint64_t len, uint64_t xxh3, struct pdata_error *err)
{
	struct pd_input in = { .fd = fd, .seekable = true };
	struct stat st;

	if (fstat(fd, &st))
		return pd_error_sys(err, errno, 0, "fstat");
	in.size = (uint64_t)st.st_size;
	return pd_input_verify(&in, off, len, xxh3, err);
}

uint64_t pdata_xxh3(const void *data, size_t len)
{
	return pd_xxh3_of(data, len);
}
