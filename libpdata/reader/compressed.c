/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the records inside COMPRESSED records: finds zstd frames and limits how far data may
 * expand.
 */
#include "reader/reader.h"

/*
 * Recordings compress to a tenth, stacks of zeros to a hundredth: data that expands further is no
 * recording.
 */
#define EXPANSION_FREE ((uint64_t)256 << 20)
#define EXPANSION_MOST 512u

static int64_t read_decompressed(void *ctx, uint8_t *buf, size_t n)
{
	struct pd_member *m = ctx;
	int64_t got = pd_unzstd_read(m->unzstd, buf, n);

	if (got < 0)
		m->unzstd_broken = true;
	return got;
}

void pd_compressed_init(struct pdata_reader *r, struct pd_member *m)
{
	pd_stream_init(&m->un, &r->pool, read_decompressed, m, 0);
}

void pd_compressed_close(struct pd_member *m)
{
	pd_stream_close(&m->un);
	pd_unzstd_free(m->unzstd);
	m->unzstd = NULL;
	m->unzstd_broken = false;
}

/*
 * perf 6.16 and later, up to the fix, wrote a push of more than 65528 compressed bytes wrongly: the
 * first COMPRESSED2 record has the data_size of the whole push, and a size that is that of the
 * whole push modulo 65536. The records into which the push was split follow inside; each but the
 * last has the largest size of a record, and none is padded.
 */
int64_t pd_compressed2_size(struct pdata_reader *r, struct pd_stream *s, size_t size)
{
	const size_t head = 16, most = UINT16_MAX;
	int swap = (int)r->info.swap;
	int64_t have = pd_stream_peek(s, head);
	uint64_t whole;

	if (have < (int64_t)head)
		return have < 0 ? have : (int64_t)size;
	whole = head + pd_ld64(s->pos + 8, swap);
	if (whole < head || PD_ALIGN8(whole) <= most || (uint16_t)PD_ALIGN8(whole) != size)
		return (int64_t)size;
	if (whole <= most)
		return (int64_t)whole;
	have = pd_stream_peek(s, most + PDATA_RECORD_HEADER);
	if (have < 0)
		return have;
	if (have < (int64_t)(most + PDATA_RECORD_HEADER) ||
	    pd_ld32(s->pos + most, swap) != PDATA_RECORD_COMPRESSED2)
		return (int64_t)size;
	return (int64_t)most;
}

int pd_compressed_rest(struct pdata_reader *r, const struct pd_member *m)
{
	const uint64_t left = (uint64_t)(m->un.end - m->un.pos);

	if (!left || m->unzstd_broken)
		return 0;
	return pd_damage(r, PDATA_E_CUT, m->compressed_off, PDATA_RECORD_COMPRESSED, "data", left,
			 "the last record inside is incomplete");
}

/*
 * If a frame begins at the start of a record, start decompression anew: the frame before it broke
 * off or its end is missing. Writers of one frame for the whole file have no second one. At the
 * start of a chunk that can be decompressed alone, the bytes left over from an incomplete record
 * belong to no record, either. @off: file offset of the record.
 */
static int begin_frame(struct pdata_reader *r, struct pd_member *m, const uint8_t *data,
		       uint64_t len, uint64_t off)
{
	static const uint8_t magic[] = { 0x28, 0xb5, 0x2f, 0xfd };
	bool left;
	int ret;

	if (!m->unzstd || len < sizeof(magic) || memcmp(data, magic, sizeof(magic)))
		return 0;
	left = !m->unzstd_broken && m->un.end > m->un.pos &&
	       pd_chunks_alone(m->chunks, m->compressed_off, off);
	if (!m->unzstd_broken && pd_unzstd_whole(m->unzstd) && !left)
		return 0;
	ret = left ? pd_compressed_rest(r, m) : 0;
	pd_compressed_close(m);
	m->un.failed = false;
	return ret;
}

int pd_compressed_open(struct pdata_reader *r, struct pd_member *m, const struct pdata_record *rec)
{
	struct pdata_value v;
	const struct pdata_bytes *b = &v.u.compressed.data;
	uint64_t len;
	int ret = pdata_record_decode(rec, &v, NULL);

	if (ret)
		return pd_damage(r, ret, rec->off, rec->type, "data", rec->size, "no content");
	len = b->len;
	if (rec->type == PDATA_RECORD_COMPRESSED2) {
		/* If data_size does not agree with the size of the record, it was never set. */
		b = &v.u.compressed2.data;
		len = v.u.compressed2.data_size;
		if (PD_ALIGN8(16 + len) != rec->size || len > b->len)
			len = b->len;
	}
	ret = begin_frame(r, m, b->data, len, rec->off);
	if (ret)
		return ret;
	if (m->unzstd_broken)
		return pd_damage(r, PDATA_E_COMPRESSED, rec->off, rec->type, "data", len,
				 "damage before it broke the zstd stream");
	if (!m->unzstd) {
		m->unzstd = pd_unzstd_new(&ret);
		if (!m->unzstd && ret == PDATA_E_CODEC) {
			m->unzstd_broken = true;
			return pd_damage(r, ret, rec->off, rec->type, "data", len, "zstd");
		}
		if (!m->unzstd)
			return pd_error(&r->error, PDATA_E_NOMEM, rec->off, rec->type, "", "zstd");
	}
	r->compressed += len;
	pd_unzstd_input(m->unzstd, b->data, (size_t)len);
	m->compressed_off = rec->off;
	m->un.done = false;
	m->in_compressed = true;
	return 0;
}

/* Return the bytes that the compressed data read so far may expand to. */
static uint64_t expansion_max(const struct pdata_reader *r)
{
	return r->opts.max_expansion ? r->opts.max_expansion
				     : EXPANSION_FREE + r->compressed * EXPANSION_MOST;
}

/* Count an invalid record as damage; records after it in the decompressed data cannot be found. */
static int broken_inside(struct pdata_reader *r, struct pd_member *m,
			 const struct pdata_record *rec, size_t size)
{
	const uint64_t left = (uint64_t)(m->un.end - m->un.pos);

	m->unzstd_broken = true;
	pd_stream_skip(&m->un, (size_t)left);
	return pd_damage(r, PDATA_E_SIZE, m->compressed_off, rec->type, "size", left, "%zu", size);
}

/* Return: 1 if there is a record, 0 if its rest is in the next compressed record, or an error. */
static int read_compressed_record(struct pdata_reader *r, struct pd_member *m,
				  struct pdata_record *rec)
{
	struct pd_stream *s = &m->un;
	int64_t have = pd_stream_peek(s, PDATA_RECORD_HEADER);
	size_t size;

	if (have < (int64_t)PDATA_RECORD_HEADER)
		return have < 0 ? (int)have : 0;
	rec->type = pd_ld32(s->pos, (int)r->info.swap);
	rec->misc = pd_ld16(s->pos + 4, (int)r->info.swap);
	rec->payload = 0;
	size = pd_ld16(s->pos + 6, (int)r->info.swap);
	if (size < PDATA_RECORD_HEADER)
		return broken_inside(r, m, rec, size);
	have = pd_stream_peek(s, size);
	if (have < (int64_t)size)
		return have < 0 ? (int)have : 0;
	pd_record_at(r, s, size, m->compressed_off, rec);
	return 1;
}

int pd_compressed_next(struct pdata_reader *r, struct pd_member *m, struct pdata_record *rec)
{
	const uint64_t before = m->un.off;
	const int ret = read_compressed_record(r, m, rec);

	r->expanded += m->un.off - before;
	if (r->expanded > expansion_max(r))
		return pd_error(&r->error, PDATA_L_MEMORY, m->compressed_off,
				PDATA_RECORD_COMPRESSED, "data", "expands to more than %llu bytes",
				(unsigned long long)expansion_max(r));
	/*
	 * The file's only decompression stream is in use, so compressed data inside compressed data
	 * cannot be read.
	 */
	if (ret == 1 && pd_is_compressed(rec->type))
		return pd_damage(r, PDATA_E_COMPRESSED, rec->off, rec->type, "", rec->size,
				 "it is inside compressed data");
	if (ret)
		return ret;
	m->in_compressed = false;
	if (m->unzstd_broken && m->un.failed) {
		m->un.failed = false;
		return pd_damage(r, PDATA_E_COMPRESSED, m->compressed_off, PDATA_RECORD_COMPRESSED,
				 "data", (uint64_t)(m->un.end - m->un.pos),
				 "zstd cannot decompress it");
	}
	return 0;
}
