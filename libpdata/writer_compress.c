/* SPDX-License-Identifier: BSD-2-Clause */
#include "codec.h"
#include "err.h"
#include "writer.h"

/* One piece of the compressed stream as a record. */
static int append_compressed(struct pdata_writer *w, uint8_t *record, size_t len)
{
	struct pd_put p = { record, record, record + PDATA_RECORD_HEADER, (int)w->opts.swap, false };

	pd_put_u32(&p, PDATA_RECORD_COMPRESSED);
	pd_put_u16(&p, 0);
	pd_put_u16(&p, (uint16_t)(PDATA_RECORD_HEADER + len));
	return pd_writer_append(w, record, PDATA_RECORD_HEADER + len);
}

/*
 * The stream is flushed at the end of the spans: a reader of the file so far finds all of them. It
 * is taken in pieces, so that no record opens to more than PDATA_COMPRESSED_PIECE.
 */
int pd_writer_compress(struct pdata_writer *w, const struct pdata_span *spans, size_t nr)
{
	uint8_t *room = w->record + PDATA_RECORD_HEADER;
	const size_t max = COMPRESSED_MAX - PDATA_RECORD_HEADER;
	int ret = w->error.code;
	int64_t n;

	for (size_t i = 0; i < nr && !ret; i++)
		for (size_t at = 0; at < spans[i].len && !ret; at += PDATA_COMPRESSED_PIECE) {
			size_t len = spans[i].len - at;

			if (len > PDATA_COMPRESSED_PIECE)
				len = PDATA_COMPRESSED_PIECE;
			pd_zstd_input(w->zstd, (const uint8_t *)spans[i].data + at, len);
			do {
				n = pd_zstd_read(w->zstd, room, max, PD_ZSTD_FLUSH);
				if (n > 0)
					ret = append_compressed(w, w->record, (size_t)n);
			} while (n == (int64_t)max && !ret);
			if (n < 0)
				return pd_error(&w->error, (int)n, w->off, PDATA_RECORD_COMPRESSED,
						"data", "zstd cannot go on");
		}
	return ret;
}
