/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes ELF files from another one: copies that have only what names some addresses, and headers
 * of core files.
 */
#include "object/elf_cut.h"
#include "base/buffer.h"
#include "base/bytes.h"

#include <string.h>

#define NOTES_MAX 4096u
#define MINI_MAX 65536u /* largest .gnu_debugdata that is kept beside some of the symbols */
#define NAMES_AT_ONCE ((uint64_t)8 << 20)
#define NAME_MAX_ 65536u
#define LORESERVE 0xff00u
/* more program headers would need a section header that has their number */
#define PHNUM_MAX 0xfffeu

struct cutting {
	struct pdata_elf *e;
	const struct pdata_elf_cut *how;
	uint8_t *fate; /* by section */
	struct pd_elf_layout places;
	bool plt, opd;
	struct pd_elf_symbol_set some[2]; /* of the two symbol tables */
	/* section numbers of .symtab and .dynsym, 0: the file has none */
	uint32_t tables[2];
	uint32_t shndx[2]; /* section numbers of their sections SHT_SYMTAB_SHNDX, 0: none */
	uint8_t *heads;	   /* section headers of the copy */
	uint32_t nr_heads;
	struct pd_buf out;
};

static bool is_in_name_list(const char *name, const char *const *list, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

static bool is_unwinding(const char *name)
{
	static const char *const list[] = { ".eh_frame", ".eh_frame_hdr", ".debug_frame",
					    ".zdebug_frame" };

	return is_in_name_list(name, list, PD_NR(list));
}

static bool is_debugging(const char *name)
{
	static const char *const list[] = { "info",	   "abbrev", "line",   "line_str", "str",
					    "str_offsets", "addr",   "ranges", "rnglists", "types" };

	if (strncmp(name, ".debug_", 7) && strncmp(name, ".zdebug_", 8))
		return false;
	return is_in_name_list(strchr(name, '_') + 1, list, PD_NR(list));
}

static bool is_link(const char *name)
{
	return !strcmp(name, ".gnu_debuglink") || !strcmp(name, ".gnu_debugaltlink");
}

static bool lies_in(const struct cutting *c, const char *name)
{
	struct pdata_elf_section s;

	if (pdata_elf_section(c->e, pdata_elf_find(c->e, name), &s) || !s.size)
		return false;
	for (uint32_t i = 0; i < c->how->nr; i++)
		if (c->how->addrs[i] >= s.off && c->how->addrs[i] - s.off < s.size)
			return true;
	return false;
}

static bool is_section_whole(const struct cutting *c, uint32_t i, const struct pdata_elf_section *s)
{
	const uint32_t keep = c->how->keep;

	if (i == c->e->info.names || is_link(s->name) ||
	    (s->type == PDATA_SHT_NOTE && s->size <= NOTES_MAX))
		return true;
	if (!strcmp(s->name, ".gnu_debugdata"))
		return keep & PDATA_ELF_KEEP_SYMBOLS || s->size <= MINI_MAX;
	if (!strcmp(s->name, ".rela.plt") || !strcmp(s->name, ".rel.plt"))
		return c->plt;
	if (!strcmp(s->name, ".opd"))
		return c->opd;
	return (keep & PDATA_ELF_KEEP_UNWIND && is_unwinding(s->name)) ||
	       (keep & PDATA_ELF_KEEP_DEBUG && is_debugging(s->name));
}

static uint8_t fate_of(const struct cutting *c, uint32_t i, const struct pdata_elf_section *s)
{
	if (!s->type || s->type == PDATA_SHT_NOBITS)
		return PD_ELF_EMPTY;
	return is_section_whole(c, i, s) ? PD_ELF_WHOLE : PD_ELF_EMPTY;
}

/* Choose what is kept of a symbol table, which is found by its name, as readers find it. */
static int take_table(struct cutting *c, unsigned which, const char *name, uint32_t type)
{
	const uint32_t i = pdata_elf_find(c->e, name);
	struct pdata_elf_section s;
	int ret;

	if (!i || pdata_elf_section(c->e, i, &s) || s.type != type)
		return 0;
	c->tables[which] = i;
	ret = pd_elf_choose(c->e, i, &c->places, c->how, &c->some[which]);
	/* A damaged table gives no names, but the copy is useful without them. */
	if (ret)
		return ret == PDATA_E_NOMEM ? ret : 0;
	/* .rela.plt has indexes of symbols in .dynsym. */
	if (c->how->keep & PDATA_ELF_KEEP_SYMBOLS || c->opd ||
	    (c->plt && (type == PDATA_SHT_DYNSYM || !(c->how->keep & PDATA_ELF_KEEP_FEWEST))))
		c->some[which].whole = true;
	c->fate[i] = c->some[which].whole ? PD_ELF_WHOLE : PD_ELF_SOME;
	if (c->some[which].whole && s.link < c->e->info.nr_sections)
		c->fate[s.link] = PD_ELF_WHOLE;
	c->shndx[which] = pd_elf_find_shndx(c->e, i);
	if (c->shndx[which])
		c->fate[c->shndx[which]] = c->some[which].whole ? PD_ELF_WHOLE : PD_ELF_WITH_TABLE;
	return 0;
}

static int decide(struct cutting *c)
{
	struct pdata_elf_section s;
	int ret;

	c->fate = pd_calloc(c->e->info.nr_sections + 1u, 1);
	ret = c->fate ? pd_elf_layout_init(&c->places, c->e, c->how->mapped ? c->how->mapped : c->e)
		      : PDATA_E_NOMEM;
	if (ret)
		return ret;
	c->opd = !pdata_elf_section(c->e, pdata_elf_find(c->e, ".opd"), &s) &&
		 s.type == PDATA_SHT_PROGBITS;
	c->plt = c->how->keep & PDATA_ELF_KEEP_SYMBOLS || lies_in(c, ".plt") ||
		 lies_in(c, ".plt.sec");
	for (uint32_t i = 0; !pdata_elf_section(c->e, i, &s); i++)
		c->fate[i] = fate_of(c, i, &s);
	ret = take_table(c, 0, ".symtab", PDATA_SHT_SYMTAB);
	return ret ? ret : take_table(c, 1, ".dynsym", PDATA_SHT_DYNSYM);
}

/* ---- the copy ---- */

static int check_cut_size(const struct cutting *c)
{
	if (c->out.err)
		return c->out.err;
	return c->out.len > c->how->max ? PDATA_L_MEMORY : 0;
}

static void align(struct cutting *c)
{
	pd_buf_zero(&c->out, (size_t)(-c->out.len & 15));
}

static uint8_t *section_header_of(const struct cutting *c, uint32_t i)
{
	return c->heads + (size_t)i * c->e->sizes->sh;
}

/* Set offset and size in the header of section @i, which was just written from @from on. */
static void set_section_range(struct cutting *c, uint32_t i, size_t from)
{
	pd_elf_put(c->e, section_header_of(c, i), SH_OFF, from);
	pd_elf_put(c->e, section_header_of(c, i), SH_SIZE, c->out.len - from);
}

static int copy_section(struct cutting *c, uint32_t i)
{
	struct pdata_elf_section s;
	uint8_t buf[16384];
	size_t from;

	pdata_elf_section(c->e, i, &s);
	if (s.size > c->how->max)
		return PDATA_L_MEMORY;
	align(c);
	from = c->out.len;
	for (uint64_t done = 0; done < s.size && !check_cut_size(c); done += sizeof(buf)) {
		const size_t n = s.size - done < sizeof(buf) ? (size_t)(s.size - done)
							     : sizeof(buf);

		if (pdata_elf_read(c->e, s.off + done, buf, n) < n)
			return PDATA_E_CUT;
		pd_buf_put(&c->out, buf, n);
	}
	set_section_range(c, i, from);
	return check_cut_size(c);
}

/* The symbols of a table that are being copied. */
struct picking {
	struct cutting *c;
	const struct pd_elf_symbol_set *some;
	struct pdata_elf_section names;
	uint8_t *text; /* the file's string table, or NULL if it is too large to read at once */
	uint64_t text_len;
	struct pd_buf strings;
	struct pd_buf shndx; /* the entry of each symbol in the section SHT_SYMTAB_SHNDX */
	uint32_t nr_local;
};

/* Append the name at @off in the string table, read from the file. */
static void put_far_name(struct picking *p, uint64_t off)
{
	char buf[512];
	size_t n;

	for (size_t len = 0; len < NAME_MAX_; len += n) {
		const uint64_t left = off < p->names.size ? p->names.size - off : 0;

		n = pdata_elf_read(p->c->e, p->names.off + off, buf,
				   left < sizeof(buf) ? (size_t)left : sizeof(buf));
		n = strnlen(buf, n);
		pd_buf_put(&p->strings, buf, n);
		if (n < sizeof(buf))
			break;
		off += n;
	}
	pd_buf_zero(&p->strings, 1);
}

static void append_symbol_name(struct picking *p, uint64_t off)
{
	if (!p->text)
		put_far_name(p, off);
	else if (off < p->text_len)
		pd_buf_put(&p->strings, p->text + off, strlen((const char *)p->text + off) + 1);
	else
		pd_buf_zero(&p->strings, 1);
}

static int append_chosen_symbol(void *arg, uint32_t i, const struct pdata_elf_sym *s,
				const uint8_t *raw)
{
	struct picking *p = arg;
	struct cutting *c = p->c;
	size_t at = c->out.len;

	if (i >= p->some->nr || !(p->some->bits[i / 8] >> i % 8 & 1))
		return 0;
	p->nr_local += !s->binding;
	pd_buf_num(&p->shndx, s->section == PDATA_SHN_XINDEX ? s->section_index : 0, 4,
		   (int)c->e->info.swap);
	pd_buf_put(&c->out, raw, c->e->sizes->sym);
	if (c->out.err)
		return c->out.err;
	pd_elf_put(c->e, (uint8_t *)c->out.p + at, SY_NAME, s->name ? p->strings.len : 0);
	if (s->name)
		append_symbol_name(p, s->name);
	if (p->strings.err || p->shndx.err)
		return PDATA_E_NOMEM;
	return check_cut_size(c);
}

/* Append the names of a table's symbols as a new section after all others. */
static int put_strings(struct cutting *c, uint32_t table, const struct pd_buf *strings)
{
	const uint32_t i = c->nr_heads++;
	size_t from;

	align(c);
	from = c->out.len;
	pd_buf_put(&c->out, strings->p, strings->len);
	pd_elf_put(c->e, section_header_of(c, i), SH_TYPE, PDATA_SHT_STRTAB);
	pd_elf_put(c->e, section_header_of(c, i), SH_ALIGN, 1);
	set_section_range(c, i, from);
	pd_elf_put(c->e, section_header_of(c, table), SH_LINK, i);
	return check_cut_size(c);
}

/* Write the section indexes of the chosen symbols of table @which. */
static void put_shndx(struct cutting *c, unsigned which, const struct pd_buf *entries)
{
	size_t from;

	if (!c->shndx[which])
		return;
	align(c);
	from = c->out.len;
	pd_buf_put(&c->out, entries->p, entries->len);
	set_section_range(c, c->shndx[which], from);
}

static int pick_symbols(struct cutting *c, unsigned which)
{
	const uint32_t i = c->tables[which];
	struct picking p = { .c = c, .some = &c->some[which] };
	struct pdata_elf_section s;
	size_t from;
	int64_t n;
	int ret;

	pdata_elf_section(c->e, i, &s);
	if (pdata_elf_section(c->e, s.link, &p.names))
		p.names.size = 0;
	n = p.names.size <= NAMES_AT_ONCE ? pdata_elf_bytes(c->e, s.link, NAMES_AT_ONCE, &p.text)
					  : 0;
	if (n == PDATA_E_NOMEM)
		return PDATA_E_NOMEM;
	p.text_len = n > 0 ? (uint64_t)n : 0;
	align(c);
	from = c->out.len;
	pd_buf_zero(&p.strings, 1);
	ret = pd_elf_walk(c->e, i, append_chosen_symbol, &p);
	if (!ret) {
		set_section_range(c, i, from);
		pd_elf_put(c->e, section_header_of(c, i), SH_INFO, p.nr_local);
		put_shndx(c, which, &p.shndx);
		ret = put_strings(c, i, &p.strings);
	}
	pd_free(p.text);
	pd_buf_free(&p.strings);
	pd_buf_free(&p.shndx);
	return ret;
}

static int put_section(struct cutting *c, uint32_t i)
{
	struct pdata_elf_section s;

	switch (c->fate[i]) {
	case PD_ELF_WHOLE:
		return copy_section(c, i);
	case PD_ELF_SOME:
		return pick_symbols(c, i == c->tables[1]);
	case PD_ELF_WITH_TABLE:
		return 0;
	default:
		pdata_elf_section(c->e, i, &s);
		if (s.type)
			pd_elf_put(c->e, section_header_of(c, i), SH_TYPE, PDATA_SHT_NOBITS);
		return 0;
	}
}

/*
 * Set the fields of the ELF header that differ in the copy: offsets of headers and the number of
 * sections.
 */
static int put_file_head(struct cutting *c, uint64_t heads_at)
{
	const struct pdata_elf *e = c->e;
	uint8_t *p = (uint8_t *)c->out.p;

	pd_elf_put(e, p, EH_PHOFF, e->info.nr_segments ? e->sizes->eh : 0);
	pd_elf_put(e, p, EH_SHOFF, e->info.nr_sections ? heads_at : 0);
	if (!pd_elf_get(e, p, EH_SHNUM) && e->info.nr_sections)
		pd_elf_put(e, c->heads, SH_SIZE, c->nr_heads);
	else if (c->nr_heads >= LORESERVE)
		return PDATA_E_FORMAT;
	else
		pd_elf_put(e, p, EH_SHNUM, c->nr_heads);
	return 0;
}

static int write_cut_elf(struct cutting *c)
{
	const struct pdata_elf *e = c->e;
	const size_t heads = (size_t)e->info.nr_sections * e->sizes->sh;
	uint8_t head[PD_EHDR_MAX];
	int ret = 0;

	if (pdata_elf_read(c->e, 0, head, e->sizes->eh) < e->sizes->eh)
		return PDATA_E_CUT;
	c->heads = pd_calloc(e->info.nr_sections + 3u, e->sizes->sh);
	if (!c->heads)
		return PDATA_E_NOMEM;
	if (heads)
		memcpy(c->heads, e->sections, heads);
	c->nr_heads = e->info.nr_sections;
	pd_buf_put(&c->out, head, e->sizes->eh);
	pd_buf_put(&c->out, e->segments, (size_t)e->info.nr_segments * e->sizes->ph);
	ret = check_cut_size(c);
	for (uint32_t i = 0; i < e->info.nr_sections && !ret; i++)
		ret = put_section(c, i);
	if (ret)
		return ret;
	align(c);
	ret = check_cut_size(c);
	if (!ret)
		ret = put_file_head(c, c->out.len);
	pd_buf_put(&c->out, c->heads, (size_t)c->nr_heads * e->sizes->sh);
	return ret ? ret : check_cut_size(c);
}

int64_t pdata_elf_cut(struct pdata_elf *e, const struct pdata_elf_cut *cut, uint8_t **out)
{
	struct cutting c = { .e = e, .how = cut };
	int ret = decide(&c);

	*out = NULL;
	if (!ret)
		ret = write_cut_elf(&c);
	pd_elf_layout_free(&c.places);
	pd_free(c.fate);
	pd_free(c.some[0].bits);
	pd_free(c.some[1].bits);
	pd_free(c.heads);
	if (ret) {
		pd_buf_free(&c.out);
		return ret;
	}
	*out = (uint8_t *)c.out.p;
	return (int64_t)c.out.len;
}

int64_t pdata_elf_core(struct pdata_elf *like, const struct pdata_elf_segment *segments,
		       uint32_t nr, uint8_t **out)
{
	static const enum pd_elf_field none[] = { EH_SHOFF, EH_SHENTSIZE, EH_SHNUM, EH_SHSTRNDX };
	const struct pd_elf_sizes *z = like->sizes;
	const size_t len = z->eh + (size_t)nr * z->ph;
	uint8_t *p;

	*out = NULL;
	if (nr > PHNUM_MAX)
		return PDATA_E_ARG;
	p = pd_calloc(1, len);
	if (!p)
		return PDATA_E_NOMEM;
	if (pd_input_pread(&like->in, p, z->eh, 0) < z->eh) {
		pd_free(p);
		return PDATA_E_CUT;
	}
	*out = p;
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		pd_elf_put(like, p, none[i], 0);
	pd_elf_put(like, p, EH_PHOFF, z->eh);
	pd_elf_put(like, p, EH_PHENTSIZE, z->ph);
	pd_elf_put(like, p, EH_PHNUM, nr);
	p += z->eh;
	for (uint32_t i = 0; i < nr; i++, p += z->ph) {
		pd_elf_put(like, p, PH_TYPE, segments[i].type);
		pd_elf_put(like, p, PH_FLAGS, segments[i].flags);
		pd_elf_put(like, p, PH_OFF, segments[i].off);
		pd_elf_put(like, p, PH_ADDR, segments[i].addr);
		pd_elf_put(like, p, PH_FILESZ, segments[i].filesz);
		pd_elf_put(like, p, PH_MEMSZ, segments[i].memsz);
		pd_elf_put(like, p, PH_ALIGN, segments[i].align);
	}
	return (int64_t)len;
}
