/* SPDX-License-Identifier: BSD-2-Clause */
/* The data of a page: columns of numbers and texts, each compressed on its own, as base64. */
#include "view/html/html_int.h"

#include "base/jobs.h"
#include "base/memory.h"

#include <stdlib.h>

#ifdef HAVE_DEFLATE
#include <libdeflate.h>
#elif defined(HAVE_ZLIB)
#include <zlib.h>
#endif

#define MAGIC "PDH1"
#define NAME_SIZE 12u
#define LEVEL 5
#define WORTH_A_THREAD (1u << 20) /* bytes */

static uint32_t width_of(uint64_t v)
{
	uint32_t width = 1;

	while (width < 8 && v >> 8 * width)
		width++;
	return width;
}

static struct html_column *new_column(struct html_columns *c, const char *name, size_t size)
{
	struct html_column *column = &c->all[c->nr];

	if (c->err || c->nr == HTML_MAX_COLUMNS || size > UINT32_MAX) {
		c->err = -ENOMEM;
		return NULL;
	}
	column->name = name;
	column->bytes = mem_big_alloc(size + 1, 1);
	if (!column->bytes) {
		c->err = -ENOMEM;
		return NULL;
	}
	c->nr++;
	return column;
}

void html_add_column(struct html_columns *c, const char *name, uint32_t nr,
		     uint64_t (*get)(const void *ctx, uint32_t i), const void *ctx)
{
	struct html_column *column;
	uint64_t all = 0;
	uint32_t width;

	for (uint32_t i = 0; i < nr; i++)
		all |= get(ctx, i);
	width = width_of(all);
	column = new_column(c, name, (size_t)nr * width);
	if (!column)
		return;
	column->width = width;
	column->nr = nr;
	for (uint32_t i = 0; i < nr; i++) {
		uint64_t v = get(ctx, i);

		for (uint32_t k = 0; k < width; k++, v >>= 8)
			column->bytes[(size_t)k * nr + i] = (uint8_t)v;
	}
}

void html_add_text_column(struct html_columns *c, const char *name, const void *text, size_t n)
{
	struct html_column *column = new_column(c, name, n);

	if (!column)
		return;
	column->width = 0;
	column->nr = (uint32_t)n;
	if (n)
		memcpy(column->bytes, text, n);
}

#ifdef HAVE_DEFLATE
static void pack_bytes(struct html_column *c, size_t size)
{
	struct libdeflate_compressor *z = libdeflate_alloc_compressor(LEVEL);
	const size_t bound = z ? libdeflate_zlib_compress_bound(z, size) : 0;

	if (mem_check(z)) {
		c->packed = mem_alloc(bound, 1);
		if (c->packed)
			c->packed_size =
				libdeflate_zlib_compress(z, c->bytes, size, c->packed, bound);
	}
	libdeflate_free_compressor(z);
}
#elif defined(HAVE_ZLIB)
static void pack_bytes(struct html_column *c, size_t size)
{
	uLongf bound = compressBound(size);

	c->packed = mem_alloc(bound, 1);
	if (c->packed && mem_check(compress2(c->packed, &bound, c->bytes, size, LEVEL) == Z_OK))
		c->packed_size = bound;
}
#else
/* A zlib stream of blocks that are not compressed. */
static void pack_bytes(struct html_column *c, size_t size)
{
	const size_t blocks = size / 65535 + 1;
	uint32_t a = 1, b = 0;
	uint8_t *p;

	c->packed = mem_alloc(size + 5 * blocks + 6, 1);
	if (!c->packed)
		return;
	p = c->packed;
	*p++ = 0x78;
	*p++ = 0x01;
	for (size_t at = 0, i = 0; i < blocks; i++) {
		const size_t n = size - at < 65535 ? size - at : 65535;

		*p++ = i + 1 == blocks;
		*p++ = (uint8_t)n;
		*p++ = (uint8_t)(n >> 8);
		*p++ = (uint8_t)~n;
		*p++ = (uint8_t)(~n >> 8);
		memcpy(p, c->bytes + at, n);
		p += n;
		at += n;
	}
	for (size_t i = 0; i < size; i++) {
		a = (a + c->bytes[i]) % 65521;
		b = (b + a) % 65521;
	}
	*p++ = (uint8_t)(b >> 8);
	*p++ = (uint8_t)b;
	*p++ = (uint8_t)(a >> 8);
	*p++ = (uint8_t)a;
	c->packed_size = (size_t)(p - c->packed);
}
#endif

static size_t raw_size(const struct html_column *c)
{
	return (size_t)c->nr * (c->width ? c->width : 1);
}

static void pack_column(void *ctx, uint32_t i)
{
	struct html_column *c = &((struct html_columns *)ctx)->all[i];

	pack_bytes(c, raw_size(c));
	free(c->bytes);
	c->bytes = NULL;
}

int html_pack_columns(struct html_columns *c, uint64_t jobs)
{
	uint64_t size = 0;

	if (c->err)
		return c->err;
	for (uint32_t i = 0; i < c->nr; i++)
		size += raw_size(&c->all[i]);
	rep_run_jobs(rep_nr_threads(jobs, size / WORTH_A_THREAD + 1), c->nr, pack_column, c);
	for (uint32_t i = 0; i < c->nr; i++)
		if (!c->all[i].packed_size)
			c->err = -ENOMEM;
	return c->err;
}

static uint8_t *put_u32(uint8_t *p, uint32_t v)
{
	for (unsigned i = 0; i < 4; i++)
		*p++ = (uint8_t)(v >> 8 * i);
	return p;
}

/* Base64 of bytes that come in pieces: bytes that do not fill three wait for the next piece. */
struct base64 {
	struct out *out;
	uint8_t wait[3];
	unsigned nr;
};

static void put_piece(struct base64 *b, const uint8_t *p, size_t n)
{
	size_t whole;

	while (n && b->nr) {
		b->wait[b->nr++] = *p++;
		n--;
		if (b->nr == 3) {
			html_put_base64(b->out, b->wait, 3);
			b->nr = 0;
		}
	}
	if (!n)
		return;
	whole = n / 3 * 3;
	html_put_base64(b->out, p, whole);
	b->nr = (unsigned)(n - whole);
	memcpy(b->wait, p + whole, b->nr);
}

void html_put_columns(const struct html_columns *c, struct out *out)
{
	uint8_t head[8 + HTML_MAX_COLUMNS * (NAME_SIZE + 12)] = MAGIC;
	struct base64 b = { .out = out };
	uint8_t *p = put_u32(head + 4, c->nr);

	for (uint32_t i = 0; i < c->nr; i++) {
		const struct html_column *column = &c->all[i];

		strncpy((char *)p, column->name, NAME_SIZE - 1);
		p = put_u32(p + NAME_SIZE, column->width);
		p = put_u32(p, column->nr);
		p = put_u32(p, (uint32_t)column->packed_size);
	}
	put_piece(&b, head, (size_t)(p - head));
	for (uint32_t i = 0; i < c->nr; i++)
		put_piece(&b, c->all[i].packed, c->all[i].packed_size);
	html_put_base64(out, b.wait, b.nr);
}

void html_free_columns(struct html_columns *c)
{
	for (uint32_t i = 0; i < c->nr; i++) {
		free(c->all[i].bytes);
		free(c->all[i].packed);
	}
}
