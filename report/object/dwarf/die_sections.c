/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads sections of debugging information page by page, so that only the parts that are asked for
 * are read.
 */
#include "object/dwarf/die.h"

#ifdef HAVE_DW

#include "base/memory.h"
#include "base/number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_DEFLATE
#include <libdeflate.h>
#endif

#define PAGE_SIZE (1u << 12)
/*
 * Bytes of the next page that a page holds too, so that entries and names are contiguous in
 * memory.
 */
#define PAGE_MORE (1u << 12)
#define RUN_FIRST (1u << 14) /* first read of entries in their order, in bytes; see run_read() */
#define RUN_MAX (1u << 16)
#define TEXT_MAX (1u << 20)

static const char *const names[DIE_SECTIONS] = { "info",     "abbrev",	    "str",
						 "line_str", "str_offsets", "addr",
						 "ranges",   "rnglists",    "cu_index" };

/* Return: the section with this name; DIE_SECTIONS: it is not read. */
static unsigned find_dwarf_section(const char *name, bool split, bool *packed)
{
	size_t len;

	*packed = !strncmp(name, ".zdebug_", 8);
	if (!*packed && strncmp(name, ".debug_", 7))
		return DIE_SECTIONS;
	name += *packed ? 8 : 7;
	len = strlen(name);
	if (split && !strcmp(name, names[DIE_CU_INDEX])) /* describes the whole package */
		return DIE_CU_INDEX;
	if (split) {
		if (len < 4 || strcmp(name + len - 4, ".dwo"))
			return DIE_SECTIONS;
		len -= 4;
	}
	for (unsigned i = 0; i < DIE_SECTIONS; i++)
		if (strlen(names[i]) == len && !memcmp(names[i], name, len))
			return i;
	return DIE_SECTIONS;
}

#ifdef HAVE_DEFLATE

#define RATIO_MAX 1032u /* bytes that zlib can make of one byte at most */

/* @raw: the section with its header, which begins with ch_type, and has ch_size after that. */
static bool inflate_bytes(struct die_bytes *b, const uint8_t *raw, size_t len, bool wide, bool swap)
{
	const size_t head = wide ? sizeof(Elf64_Chdr) : sizeof(Elf32_Chdr);
	const uint64_t type = rep_number(raw, 4, swap);
	const uint64_t size = wide ? rep_number(raw + 8, 8, swap) : rep_number(raw + 4, 4, swap);
	struct libdeflate_decompressor *z;
	enum libdeflate_result rc = LIBDEFLATE_BAD_DATA;

	if (type != ELFCOMPRESS_ZLIB || !size || size > INFLATED_MAX || size / RATIO_MAX > len)
		return false;
	z = libdeflate_alloc_decompressor();
	b->own = z ? mem_grow(NULL, size, 1) : NULL;
	if (b->own)
		rc = libdeflate_zlib_decompress(z, raw + head, len - head, b->own, size, NULL);
	libdeflate_free_decompressor(z);
	if (rc != LIBDEFLATE_SUCCESS) {
		free(b->own);
		b->own = NULL;
		return false;
	}
	b->mem = b->own;
	b->len = size;
	return true;
}

/*
 * Inflate a section in less than half of libelf's time, and without keeping the compressed bytes.
 */
static bool inflate_fast(struct die_bytes *b, const struct sym_elf *e, Elf_Scn *scn, bool swap)
{
	const bool wide = e->hdr.e_ident[EI_CLASS] == ELFCLASS64;
	bool done = false;
	GElf_Shdr hdr;
	uint8_t *raw;

	if (b->packed || !gelf_getshdr(scn, &hdr) || hdr.sh_size <= sizeof(Elf64_Chdr) ||
	    hdr.sh_size > INFLATED_MAX)
		return false;
	raw = mem_grow(NULL, hdr.sh_size, 1);
	if (raw && sym_elf_read(e, hdr.sh_offset, raw, hdr.sh_size))
		done = inflate_bytes(b, raw, hdr.sh_size, wide, swap);
	free(raw);
	return done;
}

#else

static bool inflate_fast(struct die_bytes *b, const struct sym_elf *e, Elf_Scn *scn, bool swap)
{
	(void)e;
	(void)scn;
	(void)swap;
	return b->own;
}

#endif

static void inflate(struct die_bytes *b, struct sym_elf *e, bool swap)
{
	Elf_Scn *scn = b->scn;
	Elf_Data *d;

	b->scn = NULL;
	if (inflate_fast(b, e, scn, swap))
		return;
	errno = 0;
	if (b->packed ? !mem_check_errno(elf_compress_gnu(scn, 0, 0) >= 0)
		      : !sym_elf_inflate(e, scn))
		return;
	d = sym_elf_data(scn);
	if (!d || !d->d_buf)
		return;
	b->mem = d->d_buf;
	b->len = d->d_size;
}

static void locate_section_data(struct die_src *s, struct die_bytes *b, Elf_Scn *scn,
				const GElf_Shdr *hdr, bool loaded)
{
	Elf_Data *d;

	if ((b->packed && !loaded) || hdr->sh_flags & SHF_COMPRESSED) {
		b->scn = scn;
		return;
	}
	if (!loaded && !s->elf->image && s->elf->fd >= 0) {
		b->off = hdr->sh_offset;
		b->len = hdr->sh_size;
		return;
	}
	d = loaded ? sym_elf_data(scn) : sym_elf_raw_data(scn);
	if (!d || !d->d_buf)
		return;
	b->mem = d->d_buf;
	b->len = d->d_size;
}

void die_src_init(struct die_src *s, struct sym_elf *e, bool split, bool loaded)
{
	Elf_Scn *scn = NULL;
	size_t strings;

	*s = (struct die_src){ .elf = e, .split = split };
	s->swap = (e->hdr.e_ident[EI_DATA] == ELFDATA2MSB) !=
		  (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	if (elf_getshdrstrndx(e->elf, &strings))
		return;
	while ((scn = elf_nextscn(e->elf, scn))) {
		const char *name;
		GElf_Shdr hdr;
		unsigned n;
		bool packed;

		if (!gelf_getshdr(scn, &hdr) || hdr.sh_type == SHT_NOBITS ||
		    !(name = elf_strptr(e->elf, strings, hdr.sh_name)))
			continue;
		n = find_dwarf_section(name, split, &packed);
		if (n == DIE_SECTIONS || s->sect[n].len || s->sect[n].scn)
			continue;
		s->sect[n].packed = packed;
		locate_section_data(s, &s->sect[n], scn, &hdr, loaded);
	}
	s->abbrevs_left = s->ranges_left = 1u << 22;
}

uint64_t die_len(struct die_src *s, enum die_section n)
{
	if (s->sect[n].scn) {
		inflate(&s->sect[n], s->elf, s->swap);
		if (n == DIE_ABBREV)
			s->abbrevs_left += 4 * s->sect[n].len;
	}
	return s->sect[n].len;
}

void die_src_free(struct die_src *s)
{
	for (uint32_t i = 0; i < DIE_PAGES; i++)
		free(s->pages[i].data);
	free(s->run.data);
	for (unsigned i = 0; i < DIE_SECTIONS; i++)
		free(s->sect[i].own);
	for (uint32_t i = 0; i < s->nr_tables; i++) {
		free(s->tables[i]->all);
		free(s->tables[i]->specs);
		free(s->tables[i]);
	}
	free(s->tables);
	free(s->units);
	free(s->text);
}

/* Whether @off is in the run, with as many bytes after it as a page would have. */
static bool run_has(const struct die_src *s, uint64_t off)
{
	const struct die_run *r = &s->run;

	return off >= r->off && off - r->off < r->len &&
	       (r->len - (off - r->off) >= PAGE_MORE || r->off + r->len == s->sect[DIE_INFO].len);
}

/*
 * Read entries from @off on, if many of them are likely to be read: each read that continues the
 * last one is twice as long, up to RUN_MAX.
 */
static void run_read(struct die_src *s, uint64_t off)
{
	const struct die_bytes *b = &s->sect[DIE_INFO];
	struct die_run *r = &s->run;
	const bool on = off >= r->off && off - r->off <= r->len;
	const uint64_t left = b->len - off;

	if (!r->data)
		r->data = mem_grow(NULL, RUN_MAX, 1);
	r->want = !on ? RUN_FIRST : r->want < RUN_MAX ? 2 * r->want : RUN_MAX;
	r->off = off;
	r->len = left < r->want ? (size_t)left : r->want;
	if (!r->data || b->off > UINT64_MAX - b->len ||
	    !sym_elf_read(s->elf, b->off + off, r->data, r->len))
		r->len = 0;
}

/*
 * Return: the bytes at @off, valid until the next call for the same section: other sections have
 * other pages. *@len is at least PAGE_MORE if the section has so many bytes.
 */
static const uint8_t *bytes_at(struct die_src *s, enum die_section n, uint64_t off, size_t *len)
{
	const struct die_bytes *b = &s->sect[n];
	const uint64_t page = off / PAGE_SIZE, key = (page * DIE_SECTIONS + n) + 1;
	struct die_page *p = &s->pages[key % DIE_PAGES];

	*len = 0;
	if (off >= die_len(s, n))
		return NULL;
	if (b->mem) {
		*len = b->len - off;
		return b->mem + off;
	}
	if (n == DIE_INFO && run_has(s, off)) {
		*len = s->run.len - (size_t)(off - s->run.off);
		return s->run.data + (off - s->run.off);
	}
	if (p->key != key) {
		const uint64_t left = b->len - page * PAGE_SIZE;

		if (!p->data)
			p->data = mem_grow(NULL, PAGE_SIZE + PAGE_MORE, 1);
		p->key = 0;
		p->len = left < PAGE_SIZE + PAGE_MORE ? (size_t)left : PAGE_SIZE + PAGE_MORE;
		if (!p->data || b->off > UINT64_MAX - b->len ||
		    !sym_elf_read(s->elf, b->off + page * PAGE_SIZE, p->data, p->len))
			return NULL;
		p->key = key;
	}
	*len = p->len - (size_t)(off % PAGE_SIZE);
	return p->data + off % PAGE_SIZE;
}

void die_seek(struct die_cursor *a, struct die_src *s, enum die_section n, uint64_t off,
	      uint64_t limit)
{
	size_t len;
	const uint8_t *p = off < limit ? bytes_at(s, n, off, &len) : NULL;

	*a = (struct die_cursor){ .src = s, .section = n, .base = off, .limit = limit, .bad = !p };
	if (!p)
		return;
	a->lo = a->p = p;
	a->end = p + (len < limit - off ? len : (size_t)(limit - off));
}

void die_load(struct die_cursor *a)
{
	if (a->bad || (size_t)(a->end - a->p) >= PAGE_MORE ||
	    a->base + (uint64_t)(a->end - a->lo) >= a->limit || a->src->sect[a->section].mem)
		return;
	if (a->section == DIE_INFO && !run_has(a->src, die_offset(a)))
		run_read(a->src, die_offset(a));
	die_seek(a, a->src, a->section, die_offset(a), a->limit);
}

void die_step(struct die_cursor *a, uint64_t n)
{
	if (a->bad)
		return;
	if (n <= (uint64_t)(a->end - a->p))
		a->p += n;
	else if (n > a->limit - die_offset(a))
		a->bad = true;
	else if (n == a->limit - die_offset(a)) /* at the end: nothing to read */
		*a = (struct die_cursor){
			.src = a->src, .section = a->section, .base = a->limit, .limit = a->limit
		};
	else
		die_seek(a, a->src, a->section, die_offset(a) + n, a->limit);
}

uint64_t die_number(struct die_cursor *a, unsigned size)
{
	uint64_t v;

	if (a->bad || (size_t)(a->end - a->p) < size) {
		a->bad = true;
		return 0;
	}
	v = rep_number(a->p, size, a->src->swap);
	a->p += size;
	return v;
}

/* Read a LEB128 number. *@bits: how many bits its bytes hold; *@last: its last byte. */
static uint64_t leb(struct die_cursor *a, unsigned *bits, uint8_t *last)
{
	uint64_t v = 0;
	unsigned shift = 0;

	*last = 0;
	do {
		if (a->bad || a->p == a->end) {
			a->bad = true;
			return 0;
		}
		*last = *a->p++;
		if (shift < 64)
			v |= (uint64_t)(*last & 0x7f) << shift;
		shift += 7;
	} while (*last & 0x80 && shift < 1024);
	*bits = shift;
	return v;
}

uint64_t die_uleb(struct die_cursor *a)
{
	unsigned bits;
	uint8_t last;

	if (!a->bad && a->p != a->end && *a->p < 0x80)
		return *a->p++;
	return leb(a, &bits, &last);
}

int64_t die_sleb(struct die_cursor *a)
{
	unsigned bits = 64;
	uint8_t last;
	uint64_t v = leb(a, &bits, &last);

	if (bits < 64 && last & 0x40)
		v |= ~0ull << bits;
	return (int64_t)v;
}

static const char *long_text(struct die_src *s, const struct die_bytes *b, uint64_t off)
{
	const uint64_t left = b->len - off;
	const size_t len = left < TEXT_MAX ? (size_t)left : TEXT_MAX;

	if (len > s->cap_text) {
		char *text = mem_grow(s->text, len, 1);

		if (!text)
			return NULL;
		s->text = text;
		s->cap_text = len;
	}
	return sym_elf_read(s->elf, b->off + off, s->text, len) && memchr(s->text, 0, len) ? s->text
											   : NULL;
}

const char *die_text(struct die_src *s, enum die_section n, uint64_t off)
{
	size_t len;
	const uint8_t *p = bytes_at(s, n, off, &len);

	if (p && memchr(p, 0, len))
		return (const char *)p;
	return p && !s->sect[n].mem ? long_text(s, &s->sect[n], off) : NULL;
}

bool die_table_number(struct die_src *s, enum die_section n, uint64_t off, unsigned size,
		      uint64_t *v)
{
	struct die_cursor a;

	die_seek(&a, s, n, off, die_len(s, n));
	*v = die_number(&a, size);
	return !a.bad;
}

#endif
