/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compresses spans of records into COMPRESSED records with zstd, and flushes the stream so that a
 * reader can decompress everything committed so far.
 */
#include "base/codec/codec.h"
#include "base/err.h"
#include "output/writer_int.h"
#include "wire/record.h"

#include <pdata/trailer.h>

/*
 * Append a COMPRESSED record with the @len bytes that follow the place of its header in w->record.
 * @piece: what these bytes decompress to, for the callback.
 */
static int append_compressed(struct pdata_writer *w, size_t len,
			     struct pdata_compressed_piece *piece)
{
	uint8_t *record = w->record;
	const struct pdata_span span = { record, PDATA_RECORD_HEADER + len };
	struct pd_put p = { .start = record,
			    .pos = record,
			    .end = record + PDATA_RECORD_HEADER,
			    .swap = (int)w->opts.swap };

	pd_put_u32(&p, PDATA_RECORD_COMPRESSED);
	pd_put_u16(&p, 0);
	pd_put_u16(&p, (uint16_t)span.len);
	if (!w->tap_compressed || w->error.code)
		return pd_writer_append_spans(w, &span, 1);
	piece->off = w->off + w->len;
	piece->data = span.data;
	piece->len = span.len;
	w->tap_compressed(w->tap_compressed_arg, piece);
	return pd_writer_append_untapped(w, &span, 1);
}

/*
 * The stream is flushed after at most this many bytes, which fit into one COMPRESSED record even
 * if they do not compress. A record never has only a part of a zstd block: such a record would
 * decompress to nothing, and perf takes it for a damaged one. And if a write fails, there is a
 * complete record near the end of the file.
 */
#define FLUSH_BYTES 64512u

/* ---- where the records inside end ---------------------------------------------------------- */

/*
 * Take the bytes at @p that belong to a record header, which begins there or in earlier bytes.
 * Return: how many they are.
 */
static size_t walk_head(struct pd_writer_inner *in, const uint8_t *p, size_t len, int swap)
{
	const size_t need = sizeof(in->head) - in->have, n = need < len ? need : len;
	uint32_t type;
	uint16_t size;

	memcpy(in->head + in->have, p, n);
	in->have += n;
	if (n < need)
		return n;
	type = pd_ld32(in->head, swap);
	size = pd_ld16(in->head + 6, swap);
	in->have = 0;
	in->lost = size < PDATA_RECORD_HEADER || type >= PD_SIMPLEPERF_FIRST ||
		   type == PDATA_RECORD_AUXTRACE || type == PDATA_RECORD_TRACING_DATA;
	in->left = in->lost ? 0 : size - PDATA_RECORD_HEADER;
	return n;
}

static bool is_at_end(const struct pd_writer_inner *in)
{
	return !in->left && !in->have && !in->lost;
}

/* Walk over the records in @data. Return: offset of the last end of a record there, or 0. */
static size_t walk_inner(struct pd_writer_inner *in, const uint8_t *data, size_t len, int swap)
{
	size_t last = 0;

	for (size_t at = 0; at < len && !in->lost;) {
		const size_t most = len - at;

		if (in->left) {
			const size_t n = in->left < most ? (size_t)in->left : most;

			in->left -= n;
			at += n;
		} else {
			at += walk_head(in, data + at, most, swap);
		}
		if (is_at_end(in))
			last = at;
	}
	return last;
}

/*
 * Choose how many of these bytes to flush together: all, or as many as end with a record, but at
 * most @most. Walk w->inner over these bytes.
 */
static size_t take_inner(struct pdata_writer *w, const uint8_t *data, size_t len, size_t most)
{
	struct pd_writer_inner in = w->inner;
	const size_t n = len < most ? len : most;
	const size_t last = walk_inner(&in, data, n, (int)w->opts.swap);

	if (n == len || !last) {
		w->inner = in;
		return n;
	}
	w->inner = (struct pd_writer_inner){ .left = 0 };
	return last;
}

/*
 * Begin a stretch (struct pd_writer_cut) unless one is open: until the piece is written, no
 * COMPRESSED record of it ends where a record inside does.
 */
static void begin_cut(struct pdata_writer *w)
{
	if (w->open_cut)
		return;
	w->open_cut = w->off + w->len;
	w->open_records = 0;
}

static void end_cut(struct pdata_writer *w)
{
	if (!is_at_end(&w->inner))
		return;
	if (w->open_records > 1)
		w->cuts[w->nr_cuts++ % NR_CUTS] =
			(struct pd_writer_cut){ w->open_cut, w->off + w->len };
	w->open_cut = 0;
}

/* ---- pieces -------------------------------------------------------------------------------- */

/* Compress the bytes and append the output as COMPRESSED records. */
static int compress_piece(struct pdata_writer *w, const uint8_t *data, size_t len,
			  enum pd_zstd_how how)
{
	uint8_t *room = w->record + PDATA_RECORD_HEADER;
	const size_t max = COMPRESSED_MAX - PDATA_RECORD_HEADER;
	struct pdata_compressed_piece piece = { .plain_len = len };
	bool only = true;
	int ret = 0;
	int64_t n;

	begin_cut(w);
	pd_zstd_input(w->zstd, data, len);
	do {
		n = pd_zstd_read(w->zstd, room, max, how);
		if (n > 0) {
			w->open_records++;
			only = only && n < (int64_t)max;
			piece.plain = only ? data : NULL;
			piece.flags = only && how == PD_ZSTD_END ? PDATA_PIECE_ENDS_FRAME : 0;
			ret = append_compressed(w, (size_t)n, &piece);
		}
	} while (n == (int64_t)max && !ret);
	if (n < 0)
		return pd_error(&w->error, (int)n, w->off, PDATA_RECORD_COMPRESSED, "data",
				"zstd compression failed");
	if (!ret)
		end_cut(w);
	return ret;
}

/*
 * Append the spans as COMPRESSED records, in pieces of complete records. The stream is flushed at
 * the end of the spans, so that a reader of the file finds all of them. A frame ends about where a
 * chunk of an index does, so that each chunk can be decompressed alone.
 */
int pd_writer_compress(struct pdata_writer *w, const struct pdata_span *spans, size_t nr)
{
	int ret = w->error.code;

	while (nr && !spans[nr - 1].len)
		nr--;
	for (size_t i = 0; i < nr && !ret; i++) {
		const uint8_t *data = spans[i].data;

		for (size_t left = spans[i].len, n; left && !ret; left -= n, data += n) {
			n = take_inner(w, data, left, FLUSH_BYTES);
			const bool ends = i + 1 == nr && n == left &&
					  pdata_writer_bytes(w) - w->frame >= PDATA_CHUNK_BYTES;

			ret = compress_piece(w, data, n, ends ? PD_ZSTD_END : PD_ZSTD_FLUSH);
			if (ends)
				w->frame = pdata_writer_bytes(w);
		}
	}
	return ret;
}
