/* SPDX-License-Identifier: BSD-2-Clause */
/* ELF files of either class and byte order, made by hand: what they say, and what is refused of damaged ones. */
#include "test.h"

#include <pdata/symbols.h>

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#ifdef HAVE_ZLIB
#include <zlib.h>
#endif

#define ROOM 4096u

/* A file that grows. */
struct image {
	uint8_t b[ROOM];
	size_t len;
	bool wide, big;
};

static void put(struct image *m, unsigned bytes, uint64_t v)
{
	for (unsigned i = 0; i < bytes; i++)
		m->b[m->len++] = (uint8_t)(v >> 8 * (m->big ? bytes - 1 - i : i));
}

/* A word of the class. */
static void word(struct image *m, uint64_t v)
{
	put(m, m->wide ? 8 : 4, v);
}

static void text(struct image *m, const char *s, size_t len)
{
	memcpy(m->b + m->len, s, len);
	m->len += len;
}

static void head(struct image *m, uint64_t phoff, uint64_t shoff, unsigned phnum, unsigned shnum)
{
	const uint8_t ident[16] = { 0x7f, 'E', 'L', 'F', m->wide ? 2 : 1, m->big ? 2 : 1, 1 };

	m->len = 0;
	text(m, (const char *)ident, sizeof(ident));
	put(m, 2, 3);
	put(m, 2, m->wide ? 62 : 3);
	put(m, 4, 1);
	word(m, 0);
	word(m, phoff);
	word(m, shoff);
	put(m, 4, 0);
	put(m, 2, m->wide ? 64 : 52);
	put(m, 2, m->wide ? 56 : 32);
	put(m, 2, phnum);
	put(m, 2, m->wide ? 64 : 40);
	put(m, 2, shnum);
	put(m, 2, shnum ? 1 : 0);
}

static void segment(struct image *m, uint32_t type, uint64_t off, uint64_t addr, uint64_t filesz,
		    uint64_t memsz)
{
	put(m, 4, type);
	if (m->wide)
		put(m, 4, 5);
	word(m, off);
	word(m, addr);
	word(m, addr);
	word(m, filesz);
	word(m, memsz);
	if (!m->wide)
		put(m, 4, 5);
	word(m, 4);
}

static void section(struct image *m, uint32_t name, uint32_t type, uint64_t flags, uint64_t addr,
		    uint64_t off, uint64_t size, uint32_t link)
{
	put(m, 4, name);
	put(m, 4, type);
	word(m, flags);
	word(m, addr);
	word(m, off);
	word(m, size);
	put(m, 4, link);
	put(m, 4, 0);
	word(m, 4);
	word(m, 0);
}

static void symbol(struct image *m, uint32_t name, uint64_t value, uint64_t size, uint8_t info,
		   uint16_t in)
{
	put(m, 4, name);
	if (!m->wide) {
		word(m, value);
		word(m, size);
	}
	put(m, 1, info);
	put(m, 1, 0);
	put(m, 2, in);
	if (m->wide) {
		word(m, value);
		word(m, size);
	}
}

static const char names[] = "\0.shstrtab\0.text\0.symtab\0.strtab\0.note.gnu.build-id\0.debug_line";
enum { N_SHSTR = 1, N_TEXT = 11, N_SYMTAB = 17, N_STRTAB = 25, N_NOTE = 33, N_LINE = 52 };

static const char strings[] = "\0first\0second\0third\0fourth";
enum { S_FIRST = 1, S_SECOND = 7, S_THIRD = 14, S_FOURTH = 20 };

/* Four functions at 0x1100, 0x1120 (no size), 0x1140, 0x1180 of a segment that lies at 0x1000 from 0x100 on. */
static void make(struct image *m, int wide, int big)
{
	size_t at[6] = { 0 }, shoff = 0;

	m->wide = wide;
	m->big = big;
	for (int pass = 0; pass < 2; pass++) { /* the second knows where all is */
		head(m, pass ? at[0] : 0, pass ? shoff : 0, 2, 7);
		at[0] = m->len;
		segment(m, PDATA_PT_LOAD, 0x100, 0x1100, 0x100, 0x180);
		segment(m, PDATA_PT_NOTE, at[5], 0, 36, 36);
		at[1] = m->len;
		text(m, names, sizeof(names));
		at[2] = m->len;
		symbol(m, 0, 0, 0, 0, 0);
		symbol(m, S_FIRST, 0x1100, 0x20, 2, 2);
		symbol(m, S_SECOND, 0x1120, 0, 0x12, 2);
		symbol(m, S_THIRD, 0x1140, 0x10, 0x22, 2);
		symbol(m, S_FOURTH, 0x1180, 0x10, 2, 2);
		at[3] = m->len;
		text(m, strings, sizeof(strings));
		at[4] = m->len;
		text(m, "line program", 12);
		m->len = (m->len + 3) & ~(size_t)3;
		at[5] = m->len;
		put(m, 4, 4);
		put(m, 4, 20);
		put(m, 4, 3);
		text(m, "GNU", 4);
		text(m, "abcdefghijklmnopqrst", 20);
		shoff = m->len;
		section(m, 0, 0, 0, 0, 0, 0, 0);
		section(m, N_SHSTR, 3, 0, 0, at[1], sizeof(names), 0);
		section(m, N_TEXT, 1, 6, 0x1100, 0x100, 0x100, 0);
		section(m, N_SYMTAB, 2, 0, 0, at[2], at[3] - at[2], 4);
		section(m, N_STRTAB, 3, 0, 0, at[3], sizeof(strings), 0);
		section(m, N_NOTE, 7, 2, 0, at[5], 36, 0);
		section(m, N_LINE, 1, 0, 0, at[4], 12, 0);
	}
}

static int sum(void *arg, uint32_t i, const struct pdata_elf_sym *s)
{
	*(uint64_t *)arg += i * s->value + s->size + s->type + s->binding;
	return 0;
}

TEST(an_elf_file_of_either_class_and_order_says_the_same)
{
	for (int k = 0; k < 4; k++) {
		struct pdata_elf_section s;
		struct pdata_elf_segment g;
		struct pdata_elf *e;
		uint64_t all = 0, to;
		struct image m;
		uint8_t id[20], *data;

		make(&m, k & 1, k >> 1);
		CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, NULL), 0);
		CHECK_U(pdata_elf_info(e)->wide, k & 1);
		CHECK_U(pdata_elf_info(e)->nr_sections, 7);
		CHECK_U(pdata_elf_info(e)->nr_segments, 2);
		CHECK_U(pdata_elf_info(e)->type, 3);
		CHECK_I(pdata_elf_section(e, 2, &s), 0);
		CHECK_S(s.name, ".text");
		CHECK_U(s.addr, 0x1100);
		CHECK_U(s.off, 0x100);
		CHECK_I(pdata_elf_section(e, 7, &s), PDATA_E_ARG);
		CHECK_I(pdata_elf_segment(e, 0, &g), 0);
		CHECK_U(g.memsz, 0x180);
		CHECK_I(pdata_elf_segment(e, 2, &g), PDATA_E_ARG);
		CHECK_U(pdata_elf_find(e, ".symtab"), 3);
		CHECK_U(pdata_elf_find(e, ".dynsym"), 0);
		CHECK_I(pdata_elf_symbols(e, 3, sum, &all), 0);
		CHECK_U(all, 0x1100 + 2 * 0x1120 + 3 * 0x1140 + 4 * 0x1180 + 0x40 + 4 * 2 + 1 + 2);
		CHECK_I(pdata_elf_symbols(e, 2, sum, &all), PDATA_E_ARG);
		CHECK_I(pdata_elf_content(e, 6, 100, &data), 12);
		CHECK_M(data, "line program", 13);
		pdata_free(data);
		CHECK_I(pdata_elf_content(e, 6, 11, &data), PDATA_L_MEMORY);
		CHECK_I(pdata_elf_content(e, 0, 11, &data), PDATA_E_ARG);
		CHECK_I(pdata_elf_offset(e, 0x1121, &to), 0);
		CHECK_U(to, 0x121);
		CHECK_I(pdata_elf_offset(e, 0x1200, &to), PDATA_E_ARG);
		CHECK_I(pdata_elf_addr(e, 0x121, &to), 0);
		CHECK_U(to, 0x1121);
		CHECK_U(pdata_elf_build_id(e, id), 20);
		CHECK_M(id, "abcdefghijklmnopqrst", 20);
		pdata_elf_close(e);
	}
}

static void note(struct image *m, size_t align, uint32_t type, const char *desc, uint32_t len)
{
	put(m, 4, 4);
	put(m, 4, len);
	put(m, 4, type);
	text(m, "GNU", 4);
	text(m, desc, len);
	while (m->len % align)
		put(m, 1, 0);
}

TEST(a_build_id_is_found_in_notes_of_either_alignment)
{
	for (unsigned k = 0; k < 4; k++) {
		const size_t align = k & 1 ? 8 : 4;
		const int swap = (int)(k >> 1);
		struct image m = { .big = swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) };
		uint8_t id[20];

		note(&m, align, 5, "isa!", 4);
		note(&m, align, 3, "abcdefghijklmnopqrst", 20);
		CHECK_U(pdata_elf_note_build_id(m.b, m.len, align, swap, id), 20);
		CHECK_M(id, "abcdefghijklmnopqrst", 20);
		CHECK_U(pdata_elf_note_build_id(m.b, align == 8 ? 59 : 55, align, swap, id), 0);
	}
}

/* libelf, which perf uses, gives the symbols of such files. */
/* The headers of many sections can name the same notes, and none of them is a build id. */
TEST(the_notes_of_a_hostile_file_are_not_searched_for_long)
{
	const uint32_t nr = 300000, notes = 65536, each = 64;
	struct image m = { .wide = true }, one = { .wide = true };
	uint8_t *b = calloc(1, 64 + notes + (nr + 1) * each), id[20];
	struct pdata_elf *e;
	clock_t from;

	head(&m, 0, 64 + notes, 0, 0);
	memcpy(b, m.b, m.len);
	memset(b + 64, 0, notes); /* empty notes of type 0 */
	section(&one, 0, 0, 0, 0, 0, nr + 1, 0);
	memcpy(b + 64 + notes, one.b, each);
	one.len = 0;
	section(&one, 0, PDATA_SHT_NOTE, 0, 0, 64, notes, 0);
	for (uint32_t i = 1; i <= nr; i++)
		memcpy(b + 64 + notes + i * each, one.b, each);
	CHECK_I(pdata_elf_open_mem(&e, b, 64 + notes + (nr + 1) * each, NULL), 0);
	CHECK_U(pdata_elf_info(e)->nr_sections, nr + 1);
	from = clock();
	CHECK_U(pdata_elf_build_id(e, id), 0);
	CHECK(clock() - from < 3 * CLOCKS_PER_SEC);
	pdata_elf_close(e);
	free(b);
}

TEST(sections_are_read_where_segments_lie_outside_and_sizes_of_headers_are_wrong)
{
	for (int k = 0; k < 4; k++) {
		const unsigned wide = k & 1;
		struct pdata_elf *e;
		uint64_t all = 0;
		struct image m;

		make(&m, k & 1, k >> 1);
		memset(m.b + (wide ? 32 : 28), 0x7f, wide ? 8 : 4); /* e_phoff */
		memset(m.b + (wide ? 58 : 46), 0x55, 2);	    /* e_shentsize */
		CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, NULL), 0);
		CHECK_U(pdata_elf_info(e)->nr_segments, 0);
		CHECK_I(pdata_elf_symbols(e, 3, sum, &all), 0);
		CHECK(all);
		pdata_elf_close(e);
		memset(m.b + (wide ? 40 : 32), 0x7f, wide ? 8 : 4); /* e_shoff */
		CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, NULL), PDATA_E_HEADER);
	}
}

TEST(an_elf_file_that_cannot_be_read_is_not_taken_for_another_file)
{
	struct pdata_error err;
	struct pdata_elf *e;
	struct image m;
	char line[200];
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC | O_PATH);

	CHECK_I(pdata_elf_open_fd(&e, fd, &err), PDATA_E_SYS);
	CHECK_I(err.sys_errno, EBADF);
	CHECK(!e);
	close(fd);
	make(&m, 1, 0);
	CHECK_I(pdata_elf_open_mem(&e, m.b, 60, &err), PDATA_E_HEADER);
	CHECK_S(err.text, "the file ends inside the ELF header");
	m.b[4] = 3;
	CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, &err), PDATA_E_HEADER);
	CHECK_S(err.text, "class or byte order is unknown");
	m.b[0] = 0;
	CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, &err), PDATA_E_KIND);
	pdata_error_format(&err, line, sizeof(line));
	CHECK_S(line, "not the expected kind of data at offset 0: not an ELF file");
}

TEST(every_cut_and_every_changed_byte_of_an_elf_file_is_survived)
{
	struct image m;

	make(&m, 1, 0);
	for (size_t i = 0; i < m.len; i++) {
		struct image d = m;
		const uint64_t at = 0x121;
		const struct pdata_elf_cut how = { .addrs = &at, .nr = 1, .max = 1u << 20 };
		struct pdata_elf *e;
		uint64_t all = 0;
		uint8_t id[20], *data;

		d.b[i] ^= 0xff;
		for (int k = 0; k < 2; k++) {
			/* At the end of what can be read. */
			uint8_t *copy = malloc(k ? i + 1 : d.len);

			memcpy(copy, d.b, k ? i : d.len);
			if (!pdata_elf_open_mem(&e, copy, k ? i : d.len, NULL)) {
				for (uint32_t s = 0; s < 8; s++) {
					pdata_elf_symbols(e, s, sum, &all);
					pdata_elf_content(e, s, ROOM, &data);
					pdata_free(data);
				}
				pdata_elf_build_id(e, id);
				pdata_elf_cut(e, &how, &data);
				pdata_free(data);
				pdata_elf_close(e);
			}
			free(copy);
		}
	}
}

static void check_symbol(const struct image *m, uint64_t at, const char *want, uint64_t start)
{
	const struct pdata_symbol *s;
	struct pdata_symtab *t;
	struct pdata_elf *e;

	CHECK_I(pdata_elf_open_mem(&e, m->b, m->len, NULL), 0);
	CHECK_I(pdata_symtab_new(&t, e, NULL), 0);
	pdata_elf_close(e);
	s = pdata_symtab_find(t, at);
	CHECK_S(s ? s->name : "", want);
	CHECK_U(s ? s->start : 0, start);
	pdata_symtab_free(t);
}

TEST(functions_of_arm_start_at_even_addresses_and_mapping_symbols_name_no_code)
{
	for (int big = 0; big < 2; big++) {
		struct pdata_elf_section syms, strs;
		struct pdata_elf *e;
		struct image m;

		make(&m, 0, big);
		CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, NULL), 0);
		CHECK_I(pdata_elf_section(e, 3, &syms), 0);
		CHECK_I(pdata_elf_section(e, syms.link, &strs), 0);
		pdata_elf_close(e);
		m.b[syms.off + 16 + (big ? 7 : 4)] |= 1; /* the value of "first" */
		m.b[syms.off + 2 * 16 + 12] = 0;	 /* "second" is a label */
		m.b[strs.off + S_SECOND] = '$';
		check_symbol(&m, 0x1101, "first", 0x1101);
		check_symbol(&m, 0x1120, "$econd", 0x1120);
		m.b[18 + big] = 40; /* e_machine */
		check_symbol(&m, 0x1100, "first", 0x1100);
		check_symbol(&m, 0x1120, "", 0);
		m.b[18 + big] = 243;
		check_symbol(&m, 0x1101, "first", 0x1101);
		check_symbol(&m, 0x1130, "", 0);
	}
}

static void put_at(struct image *m, size_t at, unsigned bytes, uint64_t v)
{
	const size_t len = m->len;

	m->len = at;
	put(m, bytes, v);
	m->len = len;
}

/* Move e_shnum, e_shstrndx and st_shndx to where files with 65,280 sections or more have them. */
static void extend_numbers(struct image *m)
{
	struct pdata_elf_section syms;
	struct pdata_elf *e;
	const size_t shoff = m->len - 7 * (m->wide ? 64 : 40), sym = m->wide ? 24 : 16;

	CHECK_I(pdata_elf_open_mem(&e, m->b, m->len, NULL), 0);
	CHECK_I(pdata_elf_section(e, 3, &syms), 0);
	pdata_elf_close(e);
	section(m, 0, PDATA_SHT_SYMTAB_SHNDX, 0, 0, m->len + (m->wide ? 64 : 40), 5 * 4, 3);
	for (unsigned i = 0; i < 5; i++) {
		const size_t at = syms.off + i * sym + (m->wide ? 6 : 14);

		put(m, 4, i ? 2 : 0);
		put_at(m, at, 2, i ? PDATA_SHN_XINDEX : 0);
	}
	put_at(m, m->wide ? 60 : 48, 2, 0);
	put_at(m, m->wide ? 62 : 50, 2, PDATA_SHN_XINDEX);
	put_at(m, shoff + (m->wide ? 32 : 20), m->wide ? 8 : 4, 8); /* sh_size */
	put_at(m, shoff + (m->wide ? 40 : 24), 4, 1);		    /* sh_link */
}

static int check_index(void *arg, uint32_t i, const struct pdata_elf_sym *s)
{
	CHECK_U(s->section, i ? PDATA_SHN_XINDEX : 0);
	CHECK_U(s->section_index, i ? 2 : 0);
	++*(unsigned *)arg;
	return 0;
}

TEST(symbols_of_sections_whose_numbers_do_not_fit_into_16_bits_are_found)
{
	for (int k = 0; k < 4; k++) {
		struct pdata_elf_section s;
		struct pdata_elf *e;
		struct image m;
		unsigned nr = 0;

		make(&m, k & 1, k >> 1);
		extend_numbers(&m);
		CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, NULL), 0);
		CHECK_I(pdata_elf_section(e, 2, &s), 0);
		CHECK_S(s.name, ".text");
		CHECK_I(pdata_elf_symbols(e, 3, check_index, &nr), 0);
		CHECK_U(nr, 5);
		pdata_elf_close(e);
		check_symbol(&m, 0x1110, "first", 0x1100);
		check_symbol(&m, 0x1130, "second", 0x1120);
		check_symbol(&m, 0x1185, "fourth", 0x1180);
	}
}

/* The symbols of functions are those of descriptors, whose first word is the function's address. */
TEST(functions_of_ppc64_are_found_through_their_descriptors)
{
	const size_t shoff_of_note = 5 * 64, sym = 24;
	struct pdata_elf_section syms, strs;
	struct pdata_elf *e;
	struct image m;
	size_t shoff;

	make(&m, 1, 1);
	shoff = m.len - 7 * 64;
	CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, NULL), 0);
	CHECK_I(pdata_elf_section(e, 3, &syms), 0);
	CHECK_I(pdata_elf_section(e, 1, &strs), 0);
	pdata_elf_close(e);
	/* Section 5 becomes .opd at 0x2000, with the descriptors of "first" and "second". */
	memcpy(m.b + strs.off + N_NOTE, ".opd", 5);
	put_at(&m, shoff + shoff_of_note + 4, 4, PDATA_SHT_PROGBITS);
	put_at(&m, shoff + shoff_of_note + 16, 8, 0x2000);
	put_at(&m, shoff + shoff_of_note + 24, 8, m.len);
	put_at(&m, shoff + shoff_of_note + 32, 8, 48);
	put(&m, 8, 0x1110);
	put(&m, 8, 0);
	put(&m, 8, 0);
	put(&m, 8, 0x1130);
	put(&m, 8, 0);
	put(&m, 8, 0);
	put_at(&m, syms.off + sym + 6, 2, 5);
	put_at(&m, syms.off + sym + 8, 8, 0x2000);
	put_at(&m, syms.off + 2 * sym + 6, 2, 5);
	put_at(&m, syms.off + 2 * sym + 8, 8, 0x2018);
	check_symbol(&m, 0x2004, "first", 0x2000);
	put_at(&m, 18, 2, 21); /* e_machine */
	check_symbol(&m, 0x1110, "first", 0x1110);
	check_symbol(&m, 0x1138, "second", 0x1130); /* without a size: up to "third" */
	check_symbol(&m, 0x1140, "third", 0x1140);
	check_symbol(&m, 0x2004, "", 0);
	/* A symbol whose descriptor is not in the section names nothing. */
	put_at(&m, syms.off + sym + 8, 8, 0x2029);
	check_symbol(&m, 0x1110, "", 0);
}

/* Symbols are stored once, even if many section headers describe one symbol table. */
TEST(a_second_symbol_table_of_the_same_kind_is_not_read)
{
	const size_t shoff_of_note = 5 * 64;
	struct image m;
	size_t shoff;

	make(&m, 1, 0);
	shoff = m.len - 7 * 64;
	put_at(&m, shoff + shoff_of_note + 4, 4, PDATA_SHT_DYNSYM);
	put_at(&m, shoff + shoff_of_note + 24, 8, m.len);
	put_at(&m, shoff + shoff_of_note + 32, 8, 24);
	put_at(&m, shoff + shoff_of_note + 40, 4, 4); /* sh_link */
	symbol(&m, S_FOURTH, 0x1150, 0x10, 2, 2);
	check_symbol(&m, 0x1158, "fourth", 0x1150);
	put_at(&m, shoff + shoff_of_note + 4, 4, PDATA_SHT_SYMTAB);
	check_symbol(&m, 0x1158, "", 0);
	check_symbol(&m, 0x1185, "fourth", 0x1180);
}

TEST(an_object_file_has_only_the_symbols_of_its_text)
{
	struct pdata_elf_section syms;
	struct pdata_elf *e;
	struct image m;

	make(&m, 1, 0);
	CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, NULL), 0);
	CHECK_I(pdata_elf_section(e, 3, &syms), 0);
	pdata_elf_close(e);
	m.b[syms.off + 4 * 24 + 6] = 6;	   /* "fourth" is in another section, */
	m.b[syms.off + 4 * 24 + 8] = 0x48; /* inside "third" */
	check_symbol(&m, 0x114c, "fourth", 0x1148);
	m.b[16] = 1; /* e_type */
	check_symbol(&m, 0x114c, "third", 0x1140);
}

/* The names in the copy's symbol table, in order. */
static int add_name(void *arg, uint32_t i, const struct pdata_elf_sym *s)
{
	uint32_t *at = arg;

	at[++at[0]] = s->name;
	return i > 5;
}

static void check_cut_of(const struct image *m, uint64_t at, uint32_t keep, const char *want)
{
	const struct pdata_elf_cut how = { .addrs = &at, .nr = 1, .keep = keep, .max = 1u << 16 };
	struct pdata_elf *e, *c;
	struct pdata_elf_section s;
	uint32_t found[8] = { 0 };
	uint8_t *out, *text_, id[20];
	char line[64] = "";
	int64_t n;

	CHECK_I(pdata_elf_open_mem(&e, m->b, m->len, NULL), 0);
	n = pdata_elf_cut(e, &how, &out);
	CHECK(n > 0);
	CHECK_I(pdata_elf_open_mem(&c, out, (size_t)n, NULL), 0);
	CHECK_I(pdata_elf_symbols(c, 3, add_name, found), 0);
	CHECK_I(pdata_elf_section(c, 3, &s), 0);
	CHECK(pdata_elf_content(c, s.link, ROOM, &text_) > 0);
	for (uint32_t i = 1; i <= found[0]; i++)
		snprintf(line + strlen(line), sizeof(line) - strlen(line), "%s ",
			 (char *)text_ + found[i]);
	CHECK_S(line, want);
	pdata_free(text_);
	CHECK_U(pdata_elf_build_id(c, id), 20);
	/* Sections keep their numbers and addresses, and what is not needed is empty. */
	CHECK_I(pdata_elf_section(c, 2, &s), 0);
	CHECK_U(s.type, PDATA_SHT_NOBITS);
	CHECK_U(s.off, 0x100);
	CHECK_I(pdata_elf_section(c, 6, &s), 0);
	CHECK_U(s.type, keep & PDATA_ELF_KEEP_DEBUG ? PDATA_SHT_PROGBITS : PDATA_SHT_NOBITS);
	CHECK_I(pdata_elf_cut(e, &(struct pdata_elf_cut){ .max = 100 }, &text_), PDATA_L_MEMORY);
	pdata_elf_close(c);
	pdata_elf_close(e);
	pdata_free(out);
}

static void check_cut(int k, uint64_t at, uint32_t keep, const char *want)
{
	struct image m;

	make(&m, k & 1, k >> 1);
	check_cut_of(&m, at, keep, want);
}

TEST(a_cut_has_the_symbols_that_decide_and_no_others)
{
	for (int k = 0; k < 4; k++) {
		check_cut(k, 0x110, 0, " first ");
		/* What has no size ends where the next one begins. */
		check_cut(k, 0x125, 0, " second third ");
		check_cut(k, 0x170, 0, " third ");
		check_cut(k, 0x185, 0, " fourth ");
		check_cut(k, 0x50, 0, " ");
		check_cut(k, 0x110, PDATA_ELF_KEEP_SYMBOLS, " first second third fourth ");
		check_cut(k, 0x110, PDATA_ELF_KEEP_DEBUG, " first ");
	}
}

/* A reduced copy (pdata_elf_cut) keeps the SHT_SYMTAB_SHNDX entry of each symbol that it keeps. */
TEST(a_cut_of_a_file_with_large_section_numbers_has_the_symbols_that_decide)
{
	for (int k = 0; k < 4; k++) {
		const uint64_t at = 0x185;
		const struct pdata_elf_cut how = { .addrs = &at, .nr = 1, .max = 1u << 16 };
		struct image m, small;
		struct pdata_elf *e;
		uint8_t *out;
		int64_t n;

		make(&m, k & 1, k >> 1);
		extend_numbers(&m);
		check_cut_of(&m, at, 0, " fourth ");
		check_cut_of(&m, at, PDATA_ELF_KEEP_SYMBOLS, " first second third fourth ");
		CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, NULL), 0);
		n = pdata_elf_cut(e, &how, &out);
		CHECK(n > 0 && n <= (int64_t)ROOM);
		memcpy(small.b, out, (size_t)n);
		small.len = (size_t)n;
		check_symbol(&small, 0x1185, "fourth", 0x1180);
		pdata_free(out);
		pdata_elf_close(e);
	}
}

TEST(a_cut_keeps_all_symbols_that_overlap_unless_the_fewest_are_asked_for)
{
	for (int k = 0; k < 4; k++) {
		struct pdata_elf_section s;
		struct pdata_elf *e;
		struct image m;

		make(&m, k & 1, k >> 1);
		CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, NULL), 0);
		CHECK_I(pdata_elf_section(e, 3, &s), 0);
		pdata_elf_close(e);
		/* "first" gets the size 0x60, so that it covers "second" and "third". */
		m.b[s.off + (k & 1 ? 24 + 16 : 16 + 8) + (k >> 1 ? k & 1 ? 7 : 3 : 0)] = 0x60;
		check_cut_of(&m, 0x155, 0, " first second third fourth ");
		check_cut_of(&m, 0x155, PDATA_ELF_KEEP_FEWEST, " first third ");
	}
}

#ifdef HAVE_ZLIB
/* Such sections have names of their own, and no flag. */
TEST(a_section_that_old_tools_compressed_is_decompressed)
{
	static const char its_names[] = "\0.zdebug_line";

	for (int k = 0; k < 4; k++) {
		struct image m = { .wide = k & 1, .big = k >> 1 };
		const size_t heads = 3 * (m.wide ? 64 : 40), at = (m.wide ? 64 : 52) + heads;
		uint8_t z[200], *data;
		uLongf len = sizeof(z);
		struct pdata_elf *e;

		CHECK_I(compress(z, &len, (const uint8_t *)"plain plain plain plain", 23), Z_OK);
		head(&m, 0, m.wide ? 64 : 52, 0, 3);
		section(&m, 0, 0, 0, 0, 0, 0, 0);
		section(&m, 0, PDATA_SHT_STRTAB, 0, 0, at, sizeof(its_names), 0);
		section(&m, 1, 1, 0, 0, at + sizeof(its_names), 12 + len, 0);
		text(&m, its_names, sizeof(its_names));
		text(&m, "ZLIB\0\0\0\0\0\0\0\x17", 12);
		text(&m, (const char *)z, len);
		CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, NULL), 0);
		CHECK_I(pdata_elf_content(e, 2, 100, &data), 23);
		CHECK_M(data, "plain plain plain plain", 24);
		pdata_free(data);
		CHECK_I(pdata_elf_bytes(e, 2, 100, &data), 12 + (int64_t)len);
		pdata_free(data);
		pdata_elf_close(e);
	}
}

TEST(a_compressed_section_is_decompressed_and_its_size_believed_only_if_true)
{
	for (int k = 0; k < 4; k++) {
		uint8_t z[200], *data;
		uLongf len = sizeof(z);
		struct pdata_elf *e;
		struct image m = { .wide = k & 1, .big = k >> 1 };

		CHECK_I(compress(z, &len, (const uint8_t *)"plain plain plain plain", 23), Z_OK);
		for (unsigned lie = 0; lie < 2; lie++) {
			head(&m, 0, m.wide ? 64 : 52, 0, 2);
			section(&m, 0, 0, 0, 0, 0, 0, 0);
			section(&m, 0, 1, PDATA_SHF_COMPRESSED, 0, m.len + (m.wide ? 64 : 40),
				(m.wide ? 24 : 12) + len, 0);
			put(&m, 4, 1);
			if (m.wide)
				put(&m, 4, 0);
			word(&m, 23 + lie);
			word(&m, 1);
			text(&m, (const char *)z, len);
			CHECK_I(pdata_elf_open_mem(&e, m.b, m.len, NULL), 0);
			CHECK_I(pdata_elf_content(e, 1, 100, &data), lie ? PDATA_E_COMPRESSED : 23);
			if (!lie)
				CHECK_M(data, "plain plain plain plain", 24);
			pdata_free(data);
			CHECK_I(pdata_elf_content(e, 1, 22, &data),
				len + 24 > 22 ? PDATA_L_MEMORY : 0);
			pdata_elf_close(e);
		}
	}
}
#endif
