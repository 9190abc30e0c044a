/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The writer's compression: turns spans of records into zstd COMPRESSED records, flushed so that
 * everything committed so far can be read.
 */
#include "base/codec/codec.h"
#include "base/err.h"
#include "output/writer_int.h"

#include <pdata/trailer.h>

/* One piece of the compressed stream as a record. */
static int append_compressed(struct pdata_writer *w, uint8_t *record, size_t len)
{
	struct pd_put p = { record, record, record + PDATA_RECORD_HEADER, (int)w->opts.swap,
			    false,  false };

	pd_put_u32(&p, PDATA_RECORD_COMPRESSED);
	pd_put_u16(&p, 0);
	pd_put_u16(&p, (uint16_t)(PDATA_RECORD_HEADER + len));
	return pd_writer_append(w, record, PDATA_RECORD_HEADER + len);
}

/* Bytes whose compressed form surely fits into one record. */
#define TAIL_BYTES 49152u

/* What the stream gives for these bytes becomes records. */
static int compress_piece(struct pdata_writer *w, const uint8_t *data, size_t len,
			  enum pd_zstd_how how)
{
	uint8_t *room = w->record + PDATA_RECORD_HEADER;
	const size_t max = COMPRESSED_MAX - PDATA_RECORD_HEADER;
	int ret = 0;
	int64_t n;

	pd_zstd_input(w->zstd, data, len);
	do {
		n = pd_zstd_read(w->zstd, room, max, how);
		if (n > 0)
			ret = append_compressed(w, w->record, (size_t)n);
	} while (n == (int64_t)max && !ret);
	if (n < 0)
		return pd_error(&w->error, (int)n, w->off, PDATA_RECORD_COMPRESSED, "data",
				"zstd cannot go on");
	return ret;
}

/*
 * The last bytes of a frame and its end go into one record: perf takes a record that opens to
 * nothing for a damaged one.
 */
static int end_frame(struct pdata_writer *w, const uint8_t *data, size_t len)
{
	size_t before = len > TAIL_BYTES ? len - TAIL_BYTES : 0;
	int ret = before ? compress_piece(w, data, before, PD_ZSTD_FLUSH) : 0;

	if (!ret)
		ret = compress_piece(w, data + before, len - before, PD_ZSTD_END);
	w->frame = pdata_writer_bytes(w);
	return ret;
}

/*
 * The stream is flushed at the end of the spans: a reader of the file so far finds all of them. It
 * is taken in pieces, so that no record opens to more than PDATA_COMPRESSED_PIECE. A frame ends
 * about where a chunk of an index does: chunks then open alone.
 */
int pd_writer_compress(struct pdata_writer *w, const struct pdata_span *spans, size_t nr)
{
	int ret = w->error.code;

	while (nr && !spans[nr - 1].len)
		nr--;
	for (size_t i = 0; i < nr && !ret; i++)
		for (size_t at = 0; at < spans[i].len && !ret; at += PDATA_COMPRESSED_PIECE) {
			const uint8_t *data = (const uint8_t *)spans[i].data + at;
			size_t len = spans[i].len - at;
			bool last = i + 1 == nr && len <= PDATA_COMPRESSED_PIECE;

			if (len > PDATA_COMPRESSED_PIECE)
				len = PDATA_COMPRESSED_PIECE;
			if (last && pdata_writer_bytes(w) - w->frame >= PDATA_CHUNK_BYTES)
				ret = end_frame(w, data, len);
			else
				ret = compress_piece(w, data, len, PD_ZSTD_FLUSH);
		}
	return ret;
}
