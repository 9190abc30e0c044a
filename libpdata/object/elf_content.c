/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the content of ELF sections, and decompresses it if the section is compressed. */
#include "base/bytes.h"
#include "base/codec/codec.h"
#include "object/elf_int.h"

#include <string.h>

enum { CH_ZLIB = 1, CH_ZSTD = 2 };

/* One of the two decompressors. */
struct inflater {
	struct pd_unzstd *zstd;
	struct pd_gunzip *zlib;
};

static int open_inflater(struct inflater *z, uint64_t how, const uint8_t *data, size_t len)
{
	int ret = PDATA_E_CODEC;

	if (how == CH_ZSTD && (z->zstd = pd_unzstd_new(&ret)))
		pd_unzstd_input(z->zstd, data, len);
	else if (how == CH_ZLIB && (z->zlib = pd_zlib_new(&ret)))
		pd_gunzip_input(z->zlib, data, len);
	return ret;
}

static int64_t more(struct inflater *z, uint8_t *buf, size_t n)
{
	return z->zstd ? pd_unzstd_read(z->zstd, buf, n) : pd_gunzip_read(z->zlib, buf, n);
}

/*
 * Decompress into a buffer that grows with the output, because the size in the file may be false.
 */
static int64_t inflate_all(struct inflater *z, uint64_t want, uint8_t **out)
{
	size_t cap = 0, len = 0;
	int64_t n;

	do {
		if (pd_grow(out, &cap, len + 65536 + 1, 1))
			return PDATA_E_NOMEM;
		n = more(z, *out + len, cap - len - 1);
		len += n > 0 ? (size_t)n : 0;
	} while (n > 0 && len <= want);
	if (n == PDATA_E_NOMEM)
		return n;
	if (n < 0 || len != want)
		return PDATA_E_COMPRESSED;
	(*out)[len] = 0;
	return (int64_t)len;
}

/* How a section is compressed, and where its compressed data begins. */
struct packing {
	uint64_t how, size; /* @size: bytes of the decompressed content */
	size_t skip;
};

/*
 * Read the header of compressed data. Tools before SHF_COMPRESSED wrote "ZLIB" and the size as a
 * big-endian number, in sections with names of their own. Return: 0 if there is no such header.
 */
static int read_packing(const struct pdata_elf *e, const struct pdata_elf_section *s,
			const uint8_t *raw, uint64_t len, struct packing *p)
{
	if (s->flags & PDATA_SHF_COMPRESSED) {
		if (len < e->sizes->ch)
			return PDATA_E_COMPRESSED;
		*p = (struct packing){ pd_elf_get(e, raw, CH_TYPE), pd_elf_get(e, raw, CH_SIZE),
				       e->sizes->ch };
		return 1;
	}
	if (strncmp(s->name, ".zdebug_", 8) || len < 12 || memcmp(raw, "ZLIB", 4))
		return 0;
	*p = (struct packing){ CH_ZLIB, pd_ld64(raw + 4, !PD_HOST_BE), 12 };
	return 1;
}

static int64_t decompress(const struct packing *p, const uint8_t *raw, uint64_t len, uint64_t max,
			  uint8_t **out)
{
	struct inflater z = { 0 };
	int64_t ret;

	if (len > UINT32_MAX)
		return PDATA_E_COMPRESSED;
	if (p->size > max || p->size >= INT64_MAX)
		return PDATA_L_MEMORY;
	ret = open_inflater(&z, p->how, raw + p->skip, (size_t)len - p->skip);
	if (!ret)
		ret = inflate_all(&z, p->size, out);
	pd_unzstd_free(z.zstd);
	pd_gunzip_free(z.zlib);
	if (ret < 0) {
		pd_free(*out);
		*out = NULL;
	}
	return ret;
}

int64_t pdata_elf_content(struct pdata_elf *e, uint32_t i, uint64_t max, uint8_t **out)
{
	struct pdata_elf_section s;
	struct packing p;
	uint8_t *raw;
	int64_t n = pdata_elf_bytes(e, i, max, &raw);
	int packed;

	*out = raw;
	if (n < 0 || pdata_elf_section(e, i, &s))
		return n;
	packed = read_packing(e, &s, raw, (uint64_t)n, &p);
	if (!packed)
		return n;
	*out = NULL;
	n = packed < 0 ? packed : decompress(&p, raw, (uint64_t)n, max, out);
	pd_free(raw);
	return n;
}
