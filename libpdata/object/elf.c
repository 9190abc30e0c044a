/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads ELF files: headers, sections, segments, symbols and build ids. */
#include "base/bytes.h"
#include "base/err.h"
#include "object/elf_int.h"

#include <errno.h>
#include <sys/stat.h>

#define NAMES_MAX ((uint64_t)16 << 20) /* bytes of section names */
#define SECTIONS_MAX (1u << 20)
#define SEGMENTS_MAX (1u << 16)
/* bytes of one section or segment of notes, and of all, that are searched for a build id */
#define NOTES_MAX 65536u
#define ALL_NOTES_MAX ((uint64_t)16 << 20)
#define NOTE_HEADER 12u
#define SYMS_AT_ONCE 4096u
#define NT_GNU_BUILD_ID 3u
#define PN_XNUM 0xffffu

enum { MACHINE_ARM = 40, MACHINE_AARCH64 = 183 };

static const struct pd_elf_sizes sizes[2] = { { 52, 32, 40, 16, 12 }, { 64, 56, 64, 24, 24 } };

/* Offset and size in bytes of each field, for ELFCLASS32 and ELFCLASS64. */
static const struct {
	uint8_t off, bytes;
} fields[PD_ELF_FIELDS][2] = {
	[EH_TYPE] = { { 16, 2 }, { 16, 2 } },	   [EH_MACHINE] = { { 18, 2 }, { 18, 2 } },
	[EH_PHOFF] = { { 28, 4 }, { 32, 8 } },	   [EH_SHOFF] = { { 32, 4 }, { 40, 8 } },
	[EH_PHENTSIZE] = { { 42, 2 }, { 54, 2 } }, [EH_PHNUM] = { { 44, 2 }, { 56, 2 } },
	[EH_SHENTSIZE] = { { 46, 2 }, { 58, 2 } }, [EH_SHNUM] = { { 48, 2 }, { 60, 2 } },
	[EH_SHSTRNDX] = { { 50, 2 }, { 62, 2 } },  [PH_TYPE] = { { 0, 4 }, { 0, 4 } },
	[PH_FLAGS] = { { 24, 4 }, { 4, 4 } },	   [PH_OFF] = { { 4, 4 }, { 8, 8 } },
	[PH_ADDR] = { { 8, 4 }, { 16, 8 } },	   [PH_FILESZ] = { { 16, 4 }, { 32, 8 } },
	[PH_MEMSZ] = { { 20, 4 }, { 40, 8 } },	   [PH_ALIGN] = { { 28, 4 }, { 48, 8 } },
	[SH_NAME] = { { 0, 4 }, { 0, 4 } },	   [SH_TYPE] = { { 4, 4 }, { 4, 4 } },
	[SH_FLAGS] = { { 8, 4 }, { 8, 8 } },	   [SH_ADDR] = { { 12, 4 }, { 16, 8 } },
	[SH_OFF] = { { 16, 4 }, { 24, 8 } },	   [SH_SIZE] = { { 20, 4 }, { 32, 8 } },
	[SH_LINK] = { { 24, 4 }, { 40, 4 } },	   [SH_INFO] = { { 28, 4 }, { 44, 4 } },
	[SH_ALIGN] = { { 32, 4 }, { 48, 8 } },	   [SH_ENTSIZE] = { { 36, 4 }, { 56, 8 } },
	[SY_NAME] = { { 0, 4 }, { 0, 4 } },	   [CH_TYPE] = { { 0, 4 }, { 0, 4 } },
	[CH_SIZE] = { { 4, 4 }, { 8, 8 } },
};

uint64_t pd_elf_get(const struct pdata_elf *e, const uint8_t *p, enum pd_elf_field f)
{
	const bool wide = e->info.wide;

	return pd_ldn(p + fields[f][wide].off, fields[f][wide].bytes, (int)e->info.swap);
}

void pd_elf_put(const struct pdata_elf *e, uint8_t *p, enum pd_elf_field f, uint64_t v)
{
	const bool wide = e->info.wide;

	pd_stn(p + fields[f][wide].off, v, fields[f][wide].bytes, (int)e->info.swap);
}

static bool lies_inside(const struct pdata_elf *e, uint64_t off, uint64_t len)
{
	return off <= e->info.size && len <= e->info.size - off;
}

/*
 * Read @len bytes at file offset @off into a new buffer, with a NUL after them. Return: 0 or an
 * error.
 */
static int read_new(struct pdata_elf *e, uint64_t off, uint64_t len, uint8_t **out)
{
	*out = NULL;
	if (!lies_inside(e, off, len) || len >= SIZE_MAX)
		return PDATA_E_CUT;
	*out = pd_malloc((size_t)len + 1);
	if (!*out)
		return PDATA_E_NOMEM;
	(*out)[len] = 0;
	if (pd_input_pread(&e->in, *out, (size_t)len, off) == len)
		return 0;
	pd_free(*out);
	*out = NULL;
	return PDATA_E_CUT;
}

/*
 * Read the section headers. The first one has the numbers that do not fit into the ELF header. The
 * class gives the size of each header: e_shentsize and e_phentsize are ignored, as in libelf.
 */
static int read_sections(struct pdata_elf *e, const uint8_t *head)
{
	uint64_t off = pd_elf_get(e, head, EH_SHOFF), nr = pd_elf_get(e, head, EH_SHNUM);
	const uint64_t each = e->sizes->sh;
	uint32_t names = (uint32_t)pd_elf_get(e, head, EH_SHSTRNDX);
	uint8_t first[PD_EHDR_MAX];
	int ret;

	if (!off)
		return 0;
	if (!lies_inside(e, off, each) || pd_input_pread(&e->in, first, (size_t)each, off) < each)
		return PDATA_E_HEADER;
	if (!nr)
		nr = pd_elf_get(e, first, SH_SIZE);
	if (names == PDATA_SHN_XINDEX)
		names = (uint32_t)pd_elf_get(e, first, SH_LINK);
	if (nr > SECTIONS_MAX || !lies_inside(e, off, nr * each))
		return PDATA_E_HEADER;
	ret = read_new(e, off, nr * each, &e->sections);
	if (ret)
		return ret;
	e->info.nr_sections = (uint32_t)nr;
	e->info.names = names < nr ? names : 0;
	return 0;
}

static int read_segments(struct pdata_elf *e, const uint8_t *head)
{
	uint64_t off = pd_elf_get(e, head, EH_PHOFF), nr = pd_elf_get(e, head, EH_PHNUM);
	const uint64_t each = e->sizes->ph;
	int ret;

	if (!off || !nr)
		return 0;
	if (nr == PN_XNUM && e->info.nr_sections)
		nr = pd_elf_get(e, e->sections, SH_INFO);
	if (nr > SEGMENTS_MAX || !lies_inside(e, off, nr * each))
		return PDATA_E_HEADER;
	ret = read_new(e, off, nr * each, &e->segments);
	if (!ret)
		e->info.nr_segments = (uint32_t)nr;
	return ret;
}

/* Read the names of sections. If they cannot be read, the file is opened without them. */
static int read_names(struct pdata_elf *e)
{
	struct pdata_elf_section s;
	uint8_t *names;
	int ret;

	if (!e->info.names || pdata_elf_section(e, e->info.names, &s) ||
	    s.type != PDATA_SHT_STRTAB || s.size > NAMES_MAX)
		return 0;
	ret = read_new(e, s.off, s.size, &names);
	if (ret)
		return ret == PDATA_E_NOMEM ? ret : 0;
	e->names = (char *)names;
	e->names_len = s.size;
	return 0;
}

/* *@why: set to the reason if the result is an error. */
static int read_head(struct pdata_elf *e, const char **why)
{
	static const uint8_t magic[4] = { 0x7f, 'E', 'L', 'F' };
	uint8_t head[PD_EHDR_MAX];
	size_t n = pd_input_pread(&e->in, head, sizeof(head), 0);
	int ret, segments;

	*why = "not an ELF file";
	if (n < 16 || memcmp(head, magic, sizeof(magic)))
		return PDATA_E_KIND;
	*why = "class or byte order is unknown";
	if (head[4] < 1 || head[4] > 2 || head[5] < 1 || head[5] > 2)
		return PDATA_E_HEADER;
	*why = "the file ends inside the ELF header";
	e->info.wide = head[4] == 2;
	e->info.swap = (head[5] == 2) != PD_HOST_BE;
	e->sizes = &sizes[e->info.wide];
	if (n < e->sizes->eh)
		return PDATA_E_HEADER;
	*why = "its tables are outside the file";
	e->info.type = (uint16_t)pd_elf_get(e, head, EH_TYPE);
	e->info.machine = (uint16_t)pd_elf_get(e, head, EH_MACHINE);
	ret = read_sections(e, head);
	if (ret == PDATA_E_NOMEM)
		return ret;
	segments = read_segments(e, head);
	if (segments == PDATA_E_NOMEM)
		return segments;
	/*
	 * One of the tables is enough: symbols need sections only, and mapped addresses need
	 * segments only.
	 */
	if (!e->info.nr_sections && !e->info.nr_segments && (ret || segments))
		return ret ? ret : segments;
	return read_names(e);
}

static int open_elf_input(struct pdata_elf **out, const struct pd_input *in,
			  struct pdata_error *err)
{
	struct pdata_elf *e = pd_calloc(1, sizeof(*e));
	const char *why;
	int ret, sys_errno;

	*out = NULL;
	if (!e)
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "ELF file");
	e->in = *in;
	e->info.size = in->size;
	ret = read_head(e, &why);
	if (!ret) {
		*out = e;
		return 0;
	}
	sys_errno = e->in.sys_errno;
	pdata_elf_close(e);
	if (sys_errno)
		return pd_error_sys(err, sys_errno, 0, "read");
	return pd_error(err, ret, 0, 0, "", "%s", ret == PDATA_E_NOMEM ? "ELF file" : why);
}

int pdata_elf_open_fd(struct pdata_elf **out, int fd, struct pdata_error *err)
{
	struct pd_input in = { .fd = fd, .seekable = true };
	struct stat st;

	*out = NULL;
	if (fstat(fd, &st))
		return pd_error_sys(err, errno, 0, "fstat");
	if (!S_ISREG(st.st_mode) || st.st_size < 0)
		return pd_error(err, PDATA_E_KIND, 0, 0, "", "not a regular file");
	in.size = (uint64_t)st.st_size;
	return open_elf_input(out, &in, err);
}

int pdata_elf_open_mem(struct pdata_elf **out, const void *buf, size_t len, struct pdata_error *err)
{
	struct pd_input in = { .fd = -1, .mem = buf, .size = len, .seekable = true };

	return open_elf_input(out, &in, err);
}

void pdata_elf_close(struct pdata_elf *e)
{
	if (!e)
		return;
	pd_free(e->segments);
	pd_free(e->sections);
	pd_free(e->names);
	pd_free(e);
}

const struct pdata_elf_info *pdata_elf_info(const struct pdata_elf *e)
{
	return &e->info;
}

int pdata_elf_section(const struct pdata_elf *e, uint32_t i, struct pdata_elf_section *out)
{
	const uint8_t *p;
	uint64_t name;

	if (i >= e->info.nr_sections)
		return PDATA_E_ARG;
	p = e->sections + (size_t)i * e->sizes->sh;
	name = pd_elf_get(e, p, SH_NAME);
	*out = (struct pdata_elf_section){
		.name = name < e->names_len ? e->names + name : "",
		.type = (uint32_t)pd_elf_get(e, p, SH_TYPE),
		.link = (uint32_t)pd_elf_get(e, p, SH_LINK),
		.info = (uint32_t)pd_elf_get(e, p, SH_INFO),
		.flags = pd_elf_get(e, p, SH_FLAGS),
		.addr = pd_elf_get(e, p, SH_ADDR),
		.off = pd_elf_get(e, p, SH_OFF),
		.size = pd_elf_get(e, p, SH_SIZE),
		.align = pd_elf_get(e, p, SH_ALIGN),
		.entsize = pd_elf_get(e, p, SH_ENTSIZE),
	};
	return 0;
}

uint32_t pdata_elf_find(const struct pdata_elf *e, const char *name)
{
	struct pdata_elf_section s;

	for (uint32_t i = 1; !pdata_elf_section(e, i, &s); i++)
		if (!strcmp(s.name, name))
			return i;
	return 0;
}

int pdata_elf_segment(const struct pdata_elf *e, uint32_t i, struct pdata_elf_segment *out)
{
	const uint8_t *p;

	if (i >= e->info.nr_segments)
		return PDATA_E_ARG;
	p = e->segments + (size_t)i * e->sizes->ph;
	*out = (struct pdata_elf_segment){
		.type = (uint32_t)pd_elf_get(e, p, PH_TYPE),
		.flags = (uint32_t)pd_elf_get(e, p, PH_FLAGS),
		.off = pd_elf_get(e, p, PH_OFF),
		.addr = pd_elf_get(e, p, PH_ADDR),
		.filesz = pd_elf_get(e, p, PH_FILESZ),
		.memsz = pd_elf_get(e, p, PH_MEMSZ),
		.align = pd_elf_get(e, p, PH_ALIGN),
	};
	return 0;
}

/*
 * Translate @v from address to file offset (@from_addr) or from file offset to address, by the
 * PT_LOAD segments.
 */
static int translate(const struct pdata_elf *e, uint64_t v, bool from_addr, uint64_t *out)
{
	struct pdata_elf_segment s;

	for (uint32_t i = 0; !pdata_elf_segment(e, i, &s); i++) {
		const uint64_t base = from_addr ? s.addr : s.off,
			       other = from_addr ? s.off : s.addr;

		if (s.type != PDATA_PT_LOAD || v < base || v - base >= s.filesz)
			continue;
		*out = v - base + other;
		return 0;
	}
	return PDATA_E_ARG;
}

int pdata_elf_offset(const struct pdata_elf *e, uint64_t addr, uint64_t *off)
{
	return translate(e, addr, true, off);
}

int pdata_elf_addr(const struct pdata_elf *e, uint64_t off, uint64_t *addr)
{
	return translate(e, off, false, addr);
}

size_t pdata_elf_read(struct pdata_elf *e, uint64_t off, void *buf, size_t len)
{
	if (off >= e->info.size)
		return 0;
	return pd_input_pread(&e->in, buf,
			      len < e->info.size - off ? len : (size_t)(e->info.size - off), off);
}

int64_t pdata_elf_bytes(struct pdata_elf *e, uint32_t i, uint64_t max, uint8_t **out)
{
	struct pdata_elf_section s;
	int ret;

	*out = NULL;
	if (pdata_elf_section(e, i, &s) || s.type == PDATA_SHT_NOBITS || !s.type)
		return PDATA_E_ARG;
	if (!lies_inside(e, s.off, s.size))
		return PDATA_E_CUT;
	if (s.size > max || s.size >= INT64_MAX)
		return PDATA_L_MEMORY;
	ret = read_new(e, s.off, s.size, out);
	return ret ? ret : (int64_t)s.size;
}

/* pd_elf_get() would be too slow: files have millions of symbols. */
void pd_elf_sym(const struct pdata_elf *e, const uint8_t *p, struct pdata_elf_sym *s)
{
	const int swap = (int)e->info.swap;
	const uint8_t *tail = p + (e->info.wide ? 4 : 12); /* st_info, st_other, st_shndx */

	*s = (struct pdata_elf_sym){
		.value = e->info.wide ? pd_ld64(p + 8, swap) : pd_ld32(p + 4, swap),
		.size = e->info.wide ? pd_ld64(p + 16, swap) : pd_ld32(p + 8, swap),
		.name = pd_ld32(p, swap),
		.section = pd_ld16(tail + 2, swap),
		.type = tail[0] & 15,
		.binding = tail[0] >> 4,
		.visibility = tail[1] & 3,
	};
}

bool pd_elf_has_mapping_symbols(const struct pdata_elf *e)
{
	return e->info.machine == MACHINE_ARM || e->info.machine == MACHINE_AARCH64;
}

uint64_t pd_elf_sym_addr(const struct pdata_elf *e, const struct pdata_elf_sym *s)
{
	const bool marked = e->info.machine == MACHINE_ARM && s->type == PDATA_STT_FUNC;

	return marked ? s->value & ~1ull : s->value;
}

uint32_t pd_elf_find_shndx(const struct pdata_elf *e, uint32_t table)
{
	struct pdata_elf_section s;

	for (uint32_t i = 1; !pdata_elf_section(e, i, &s); i++)
		if (s.type == PDATA_SHT_SYMTAB_SHNDX && s.link == table)
			return i;
	return 0;
}

/*
 * Read the entries of the symbols @first to @first + @nr - 1 from the section SHT_SYMTAB_SHNDX @x.
 * Return: the number of entries that the file has.
 */
static uint64_t read_shndx(struct pdata_elf *e, const struct pdata_elf_section *x, uint64_t first,
			   uint64_t nr, uint8_t *entries)
{
	const uint64_t all = x->size / 4;

	if (first >= all)
		return 0;
	nr = nr < all - first ? nr : all - first;
	return pdata_elf_read(e, x->off + first * 4, entries, (size_t)nr * 4) / 4;
}

/* @entry: the symbol's entry in the section SHT_SYMTAB_SHNDX; NULL: the file does not have it. */
static uint32_t section_index(const struct pdata_elf *e, const struct pdata_elf_sym *sym,
			      const uint8_t *entry)
{
	if (sym->section == PDATA_SHN_XINDEX)
		return entry ? pd_ld32(entry, (int)e->info.swap) : 0;
	return sym->section < PDATA_SHN_LORESERVE ? sym->section : 0;
}

int pd_elf_walk(struct pdata_elf *e, uint32_t section,
		int (*fn)(void *arg, uint32_t i, const struct pdata_elf_sym *sym,
			  const uint8_t *raw),
		void *arg)
{
	const uint32_t each = e->sizes->sym, indexes = pd_elf_find_shndx(e, section);
	struct pdata_elf_section s, shndx = { .size = 0 };
	struct pdata_elf_sym sym;
	uint8_t *buf, *entries;
	uint64_t nr;
	int ret = 0;

	if (pdata_elf_section(e, section, &s) ||
	    (s.type != PDATA_SHT_SYMTAB && s.type != PDATA_SHT_DYNSYM))
		return PDATA_E_ARG;
	if (!lies_inside(e, s.off, s.size) || s.size / each > UINT32_MAX)
		return PDATA_E_CUT;
	nr = s.size / each;
	buf = pd_malloc((size_t)SYMS_AT_ONCE * (each + 4));
	if (!buf)
		return PDATA_E_NOMEM;
	entries = buf + (size_t)SYMS_AT_ONCE * each;
	/* Section 0 is no section: its header has numbers that are too large for the ELF header. */
	if (indexes)
		pdata_elf_section(e, indexes, &shndx);
	for (uint64_t i = 0; i < nr && !ret; i += SYMS_AT_ONCE) {
		const uint64_t now = nr - i < SYMS_AT_ONCE ? nr - i : SYMS_AT_ONCE;
		const uint64_t nr_entries = read_shndx(e, &shndx, i, now, entries);

		if (pd_input_pread(&e->in, buf, (size_t)(now * each), s.off + i * each) <
		    now * each)
			ret = PDATA_E_CUT;
		for (uint64_t k = 0; k < now && !ret; k++) {
			pd_elf_sym(e, buf + k * each, &sym);
			sym.section_index =
				section_index(e, &sym, k < nr_entries ? entries + k * 4 : NULL);
			ret = fn(arg, (uint32_t)(i + k), &sym, buf + k * each);
		}
	}
	pd_free(buf);
	return ret;
}

struct plain_walk {
	pdata_elf_sym_fn fn;
	void *arg;
};

static int call_symbol_fn(void *arg, uint32_t i, const struct pdata_elf_sym *sym,
			  const uint8_t *raw)
{
	const struct plain_walk *w = arg;

	(void)raw;
	return w->fn(w->arg, i, sym);
}

int pdata_elf_symbols(struct pdata_elf *e, uint32_t section, pdata_elf_sym_fn fn, void *arg)
{
	struct plain_walk w = { fn, arg };

	return pd_elf_walk(e, section, call_symbol_fn, &w);
}

uint32_t pdata_elf_note_build_id(const void *notes, size_t len, uint64_t align, int swap,
				 uint8_t id[20])
{
	const uint64_t mask = align == 8 ? 7 : 3;
	const uint8_t *p = notes;

	while (len >= NOTE_HEADER) {
		const uint32_t name_len = pd_ld32(p, swap), desc_len = pd_ld32(p + 4, swap),
			       type = pd_ld32(p + 8, swap);
		/* Offsets are aligned, not sizes: a header is no multiple of 8 bytes. */
		const uint64_t desc = (NOTE_HEADER + (uint64_t)name_len + mask) & ~mask,
			       next = (desc + desc_len + mask) & ~mask;

		if (desc > len || desc_len > len - desc)
			return 0;
		if (type == NT_GNU_BUILD_ID && name_len == 4 &&
		    !memcmp(p + NOTE_HEADER, "GNU", 4) && desc_len) {
			const uint32_t n = desc_len < 20 ? desc_len : 20;

			memset(id, 0, 20);
			memcpy(id, p + desc, n);
			return n;
		}
		if (next > len)
			return 0;
		p += next;
		len -= (size_t)next;
	}
	return 0;
}

/* *@left: number of bytes of notes that may still be read from this file; reading reduces it. */
static uint32_t id_at(struct pdata_elf *e, uint64_t off, uint64_t size, uint64_t align,
		      uint8_t id[20], uint64_t *left)
{
	uint8_t *notes;
	uint32_t n;

	if (off > e->info.size)
		return 0;
	size = size < NOTES_MAX ? size : NOTES_MAX;
	size = size < e->info.size - off ? size : e->info.size - off;
	size = size < *left ? size : *left;
	*left -= size;
	if (read_new(e, off, size, &notes))
		return 0;
	n = pdata_elf_note_build_id(notes, (size_t)size, align, (int)e->info.swap, id);
	pd_free(notes);
	return n;
}

uint32_t pdata_elf_build_id(struct pdata_elf *e, uint8_t id[20])
{
	struct pdata_elf_section s;
	struct pdata_elf_segment g;
	uint64_t left = ALL_NOTES_MAX;
	uint32_t n = 0;

	for (uint32_t i = 0; !n && left && !pdata_elf_segment(e, i, &g); i++)
		if (g.type == PDATA_PT_NOTE)
			n = id_at(e, g.off, g.filesz, g.align, id, &left);
	for (uint32_t i = 0; !n && left && !pdata_elf_section(e, i, &s); i++)
		if (s.type == PDATA_SHT_NOTE)
			n = id_at(e, s.off, s.size, s.align, id, &left);
	return n;
}
