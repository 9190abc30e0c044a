/* SPDX-License-Identifier: BSD-2-Clause */
/* Encodes the blocks and the footer of a trailer. */
#include "base/buffer.h"
#include "base/codec/codec.h"
#include "base/xxh3.h"
#include "trailer/trailer_int.h"

/*
 * Compress a block into one zstd frame in a new buffer. Return: bytes of the frame, or an error.
 */
static int64_t compress_block(const struct pdata_block_in *in, uint8_t **out)
{
	size_t cap = 0, len = 0;
	struct pd_zstd *z;
	int64_t n = 0;
	int ret;

	*out = NULL;
	z = pd_zstd_new((int)in->level, &ret);
	if (!z)
		return ret;
	pd_zstd_input(z, in->data, (size_t)in->len);
	do {
		if (pd_grow(out, &cap, len + 65536, 1)) {
			n = PDATA_E_NOMEM;
			break;
		}
		n = pd_zstd_read(z, *out + len, cap - len, PD_ZSTD_END);
		len += n > 0 ? (size_t)n : 0;
	} while (n > 0 && len == cap);
	pd_zstd_free(z);
	if (n < 0)
		pd_free(*out);
	return n < 0 ? n : (int64_t)len;
}

void pd_trailer_put_block(struct pd_buf *b, const struct pd_block_head *h, const uint8_t *payload,
			  int swap, const uint64_t *xxh3)
{
	static const uint8_t zeros[PD_BLOCK_HEAD];
	size_t at = b->len;
	struct pd_block_head sum = *h;
	uint8_t *p;

	pd_buf_put(b, zeros, sizeof(zeros));
	pd_buf_put(b, payload, (size_t)h->size);
	pd_buf_zero(b, (size_t)(PD_ALIGN8(h->size) - h->size));
	if (b->err)
		return;
	p = (uint8_t *)b->p + at;
	pd_block_head_put(&sum, p, swap);
	sum.xxh3 = xxh3 ? *xxh3 : pd_block_sum(p, p + PD_BLOCK_HEAD, (size_t)PD_ALIGN8(h->size));
	pd_block_head_put(&sum, p, swap);
}

void pd_trailer_put_footer(struct pd_buf *b, const struct pd_footer *f, int swap,
			   const uint64_t *xxh3)
{
	struct pd_footer sum = *f;
	uint8_t p[PD_FOOTER];

	pd_footer_put(&sum, p, swap);
	sum.xxh3 = xxh3 ? *xxh3 : pd_footer_sum(p);
	pd_footer_put(&sum, p, swap);
	pd_buf_put(b, p, sizeof(p));
}

/* Append a block. It is compressed if its level asks for it and if that makes it smaller. */
static int append_block(struct pd_buf *b, const struct pdata_block_in *in, int swap)
{
	struct pd_block_head h = { .magic = PD_BLOCK_MAGIC,
				   .type = in->type,
				   .member = in->member,
				   .size = in->len,
				   .raw_size = in->len };
	uint8_t *small = NULL;

	if (in->level) {
		int64_t n = compress_block(in, &small);

		if (n < 0 && n != PDATA_E_CODEC)
			return (int)n;
		if (n >= 0 && (uint64_t)n < in->len) {
			h.size = (uint64_t)n;
			h.flags = PDATA_BLOCK_ZSTD;
		}
	}
	pd_trailer_put_block(b, &h, h.flags ? small : in->data, swap, NULL);
	pd_free(small);
	return b->err;
}

int pd_trailer_put(struct pd_buf *b, const struct pdata_block_in *blocks, uint32_t nr, int swap)
{
	int ret = 0;

	for (uint32_t i = 0; i < nr && !ret; i++)
		ret = append_block(b, &blocks[i], swap);
	return ret;
}

int64_t pdata_trailer_build(const struct pdata_block_in *blocks, uint32_t nr, uint64_t off,
			    int swap, uint8_t **out)
{
	struct pd_footer f = { PD_FOOTER_BEGIN, PD_TRAILER_VERSION, nr, PD_ALIGN8(off), 0, 0,
			       PD_FOOTER_END };
	struct pd_buf b = { 0 };
	int ret;

	*out = NULL;
	if (!pd_xxh3_available())
		return PDATA_E_CODEC;
	pd_buf_zero(&b, (size_t)(f.off - off));
	ret = pd_trailer_put(&b, blocks, nr, swap);
	f.size = b.len - (f.off - off);
	pd_trailer_put_footer(&b, &f, swap, NULL);
	if (ret || b.err) {
		pd_buf_free(&b);
		return ret ? ret : b.err;
	}
	*out = (uint8_t *)b.p;
	return (int64_t)b.len;
}
