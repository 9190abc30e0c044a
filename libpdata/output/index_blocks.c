/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the blocks of a trailer that is being written: feeds bytes of data to an indexer and
 * encodes what it gathered as blocks, which may be larger than memory.
 */
#include "base/codec/codec.h"
#include "base/err.h"
#include "base/xxh3.h"
#include "output/index_write.h"
#include "output/indexer.h"
#include "trailer/trailer_int.h"

#include <errno.h>

static const uint8_t zeros[8];

int pd_index_new(const struct pd_index_job *j, uint64_t data_off, struct pdata_indexer **out)
{
	int ret = pdata_indexer_new(out, data_off, (int)j->r->info.swap);

	for (uint32_t k = 0; k < j->r->nr_events && !ret; k++) {
		const struct pdata_event *ev = pdata_reader_event(j->r, k);

		ret = pdata_indexer_event(*out, &ev->attr, ev->ids, ev->nr_ids);
	}
	return ret;
}

int pd_index_feed(const struct pd_index_job *j, struct pd_input *in, struct pdata_indexer *x,
		  uint64_t start, uint64_t end, struct pdata_error *err)
{
	uint64_t at = start + pdata_indexer_taken(x);

	if (at > end)
		return pd_error(err, PDATA_E_ARG, end, 0, "data",
				"the indexer was given more data than the file has");
	while (at < end) {
		size_t want = end - at < PD_INDEX_READ_BYTES ? (size_t)(end - at)
							     : PD_INDEX_READ_BYTES;
		size_t got = pd_input_pread(in, j->room, want, at);
		int64_t n = got == want ? pdata_indexer_add(x, j->room, got, err) : PDATA_E_SYS;

		if (n == PDATA_E_SYS)
			return pd_error_sys(err, in->sys_errno, at, "read");
		if (n < 0)
			return (int)n;
		at += got;
	}
	return 0;
}

/* Append the content of @b to the trailer and free @b. */
int pd_index_put_buf(struct pd_index_job *j, struct pd_buf *b)
{
	const int ret = b->err ? b->err : pd_spill_put(&j->out, b->p, b->len);

	pd_buf_free(b);
	return ret;
}

int pd_index_put_blocks(struct pd_index_job *j, const struct pdata_block_in *in, uint32_t nr)
{
	struct pd_buf b = { 0 };
	int ret = pd_trailer_put(&b, in, nr, (int)j->r->info.swap);

	j->nr_blocks += nr;
	if (!ret)
		return pd_index_put_buf(j, &b);
	pd_buf_free(&b);
	return ret;
}

int pd_index_put_feature(struct pd_index_job *j, const struct pdata_feature *f, uint32_t member,
			 uint32_t level)
{
	uint8_t *data;
	int64_t len = pdata_feature_encode(f, (int)j->r->info.swap, &data);
	const struct pdata_block_in in = { .type = f->bit,
					   .level = level,
					   .data = data,
					   .len = len < 0 ? 0 : (uint64_t)len,
					   .member = member };
	int ret = len < 0 ? (int)len : pd_index_put_blocks(j, &in, 1);

	pd_free(data);
	return ret;
}

/* ---- blocks that may be larger than memory ---- */

/* The payload of a block: bytes in memory, followed by the bytes of a spill. */
struct payload {
	const uint8_t *head;
	size_t head_len;
	const struct pd_spill *rest;
};

typedef int (*piece_fn)(void *arg, const uint8_t *p, size_t n);

static uint64_t payload_size(const struct payload *p)
{
	return p->head_len + pd_spill_size(p->rest);
}

/* Pass the whole payload to @fn, piece by piece. */
static int each_piece(struct pd_index_job *j, const struct payload *p, piece_fn fn, void *arg)
{
	const uint64_t size = pd_spill_size(p->rest);
	int ret = p->head_len ? fn(arg, p->head, p->head_len) : 0;

	for (uint64_t at = 0; at < size && !ret;) {
		const size_t n = size - at < PD_INDEX_READ_BYTES ? (size_t)(size - at)
								 : PD_INDEX_READ_BYTES;

		ret = pd_spill_get(p->rest, at, j->room, n);
		if (!ret)
			ret = fn(arg, j->room, n);
		at += n;
	}
	return ret;
}

static int sum_piece(void *arg, const uint8_t *p, size_t n)
{
	pd_xxh3_add(arg, p, n);
	return 0;
}

static int put_piece(void *arg, const uint8_t *p, size_t n)
{
	return pd_spill_put(arg, p, n);
}

static int payload_sum(struct pd_index_job *j, const struct payload *p, size_t pad, uint64_t *sum)
{
	struct pd_xxh3 *x = pd_xxh3_new();
	int ret;

	if (!x)
		return PDATA_E_NOMEM;
	ret = each_piece(j, p, sum_piece, x);
	pd_xxh3_add(x, zeros, pad);
	*sum = pd_xxh3_sum(x);
	pd_xxh3_free(x);
	return ret;
}

/* Append a block. Magic number and checksum of its head are set here. */
static int put_payload(struct pd_index_job *j, struct pd_block_head *h, const struct payload *p)
{
	const size_t pad = (size_t)(PD_ALIGN8(h->size) - h->size);
	uint8_t head[PD_BLOCK_HEAD] = { 0 };
	uint64_t sum = 0;
	int ret = payload_sum(j, p, pad, &sum);

	h->magic = PD_BLOCK_MAGIC;
	pd_block_head_put(h, head, (int)j->r->info.swap);
	h->xxh3 = sum ^ pd_xxh3_of(head, PD_BLOCK_HEAD - 8);
	pd_block_head_put(h, head, (int)j->r->info.swap);
	if (!ret)
		ret = pd_spill_put(&j->out, head, sizeof(head));
	if (!ret)
		ret = each_piece(j, p, put_piece, &j->out);
	j->nr_blocks++;
	return ret ? ret : pd_spill_put(&j->out, zeros, pad);
}

struct packer {
	struct pd_zstd *z;
	struct pd_spill *out;
};

static int pack(struct packer *k, enum pd_zstd_how how)
{
	uint8_t buf[32768];
	int64_t n;
	int ret;

	do {
		n = pd_zstd_read(k->z, buf, sizeof(buf), how);
		if (n < 0)
			return (int)n;
		ret = pd_spill_put(k->out, buf, (size_t)n);
	} while (!ret && n == (int64_t)sizeof(buf));
	return ret;
}

static int pack_piece(void *arg, const uint8_t *p, size_t n)
{
	struct packer *k = arg;

	pd_zstd_input(k->z, p, n);
	return pack(k, PD_ZSTD_MORE);
}

/*
 * Compress the payload into one zstd frame in @out. Return: 0, PDATA_E_CODEC in a build without
 * zstd, or another error.
 */
static int pack_payload(struct pd_index_job *j, const struct payload *p, struct pd_spill *out)
{
	struct packer k = { .out = out };
	int ret;

	k.z = pd_zstd_new(1, &ret);
	if (!k.z)
		return ret;
	ret = each_piece(j, p, pack_piece, &k);
	if (!ret) {
		pd_zstd_input(k.z, NULL, 0);
		ret = pack(&k, PD_ZSTD_END);
	}
	pd_zstd_free(k.z);
	return ret;
}

/*
 * Append a block with its payload compressed. The payload is stored as it is if readers would
 * refuse to decompress so much, or if compression does not make it smaller or is missing.
 */
static int put_packed(struct pd_index_job *j, uint32_t type, uint32_t member,
		      const struct payload *p)
{
	struct pd_spill small = { .file = j->out.file };
	const struct payload packed = { .rest = &small };
	struct pd_block_head h = { .type = type, .member = member };
	int ret = PDATA_E_CODEC;

	h.size = h.raw_size = payload_size(p);
	if (h.raw_size <= PD_BLOCK_RAW_MAX)
		ret = pack_payload(j, p, &small);
	if (!ret && pd_spill_size(&small) < h.raw_size) {
		h.flags = PDATA_BLOCK_ZSTD;
		h.size = pd_spill_size(&small);
		ret = put_payload(j, &h, &packed);
	} else if (!ret || ret == PDATA_E_CODEC) {
		ret = put_payload(j, &h, p);
	}
	pd_spill_free(&small);
	return ret;
}

/*
 * Append the side-band backup, a COPIES block, unless the backup is empty or not smaller than the
 * records. The file "data" of a directory with members then gets an empty COPIES block, because a
 * reader that does not know members takes the first COPIES block for that of "data".
 */
static int put_copies(struct pd_index_job *j, const struct pdata_indexer *x, uint32_t member)
{
	const struct pd_sideband_backup *c = pd_indexer_sideband_backup(x);
	const struct pd_spill none = { 0 };
	const uint64_t len = pd_spill_size(&c->out);
	struct pd_block_head h = { .type = PDATA_BLOCK_COPIES, .member = member };
	struct payload p = { .rest = &none };

	if (len && len < c->raw_size) {
		h.flags = PDATA_BLOCK_ZSTD;
		h.size = len;
		h.raw_size = c->raw_size;
		p.rest = &c->out;
	} else if (member || !j->members.nr) {
		return 0;
	}
	return put_payload(j, &h, &p);
}

static struct payload index_block_payload(const struct pd_indexer_block *b)
{
	return (struct payload){ b->head, b->head_len, b->rest };
}

int pd_index_put(struct pd_index_job *j, struct pdata_indexer *x, uint32_t member)
{
	struct pd_block_head h = { .type = PDATA_BLOCK_INDEX, .member = member };
	struct pd_indexer_block b;
	struct payload p;
	int ret = pd_indexer_end(x);

	if (!ret)
		ret = pd_indexer_index(x, &b);
	if (ret)
		return ret;
	p = index_block_payload(&b);
	h.size = h.raw_size = payload_size(&p);
	ret = put_payload(j, &h, &p);
	if (!ret)
		ret = pd_indexer_sideband(x, &b);
	if (ret)
		return ret;
	p = index_block_payload(&b);
	ret = put_packed(j, PDATA_BLOCK_SIDEBAND, member, &p);
	return ret ? ret : put_copies(j, x, member);
}
