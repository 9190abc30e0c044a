/* SPDX-License-Identifier: BSD-2-Clause */
/* A copy of a file that has only what names some addresses gives these the names that the file gives. */
#include "object/elf/symbol_sources.h"
#include "test.h"

#include <pdata/elf.h>

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define ASKED 300u

static int compare(const void *x, const void *y)
{
	const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

	return a < b ? -1 : a > b;
}

/* Addresses all over the file's symbols, inside of them and next to them. */
static uint32_t pick(const struct sym_table *t, uint64_t *at, uint64_t seed)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < ASKED && t->nr; i++) {
		const struct sym *s;

		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		s = &t->syms[(seed >> 33) % t->nr];
		at[nr++] = s->start + (seed >> 20) % (s->end - s->start + 3) - (i % 7 == 0);
	}
	qsort(at, nr, sizeof(*at), compare);
	return nr;
}

static struct sym_table_priv *load(struct sym_elf *e)
{
	struct sym_elf_use u = { .kind = SYM_ELF_USER, .syms = e, .runtime = e };
	struct sym_table_priv *t = sym_table_new();

	CHECK(e);
	sym_elf_load(&u, false, t);
	return t;
}

static void check_names(struct sym_table_priv *whole, struct sym_table_priv *cut,
			const uint64_t *at, uint32_t nr, const char *path)
{
	for (uint32_t i = 0; i < nr; i++) {
		const struct sym *a = sym_table_find(&whole->pub, at[i]),
				 *b = sym_table_find(&cut->pub, at[i]);

		if (!a && !b)
			continue;
		if (!a || !b || strcmp(a->name, b->name) || a->start != b->start)
			test_fail(__FILE__, __LINE__, "%s: %#llx is %s, was %s", path,
				  (unsigned long long)at[i], b ? b->name : "nothing",
				  a ? a->name : "nothing");
	}
}

static void try_file(const char *path, uint64_t seed, uint32_t keep)
{
	const char *why;
	struct sym_elf *e = sym_elf_open(path, &why);
	struct sym_table_priv *whole, *cut;
	struct pdata_elf *raw;
	uint64_t at[ASKED];
	uint8_t *out;
	char *copy;
	int64_t len;
	int fd;

	if (!e)
		return;
	whole = load(e);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	CHECK(fd >= 0);
	CHECK_I(pdata_elf_open_fd(&raw, fd, NULL), 0);
	const struct pdata_elf_cut how = {
		.addrs = at, .nr = pick(&whole->pub, at, seed), .keep = keep, .max = 1u << 30
	};

	len = pdata_elf_cut(raw, &how, &out);
	if (len < 0)
		test_fail(__FILE__, __LINE__, "%s: %s", path, pdata_strerror((int)len));
	copy = malloc((size_t)len);
	memcpy(copy, out, (size_t)len);
	pdata_free(out);
	cut = load(sym_elf_from_memory(copy, (size_t)len, &why));
	check_names(whole, cut, at, how.nr, path);
	CHECK(keep || cut->pub.nr <= whole->pub.nr);
	sym_table_free(whole);
	sym_table_free(cut);
	pdata_elf_close(raw);
	close(fd);
}

/*
 * Copy the program @b of @len bytes, whose class and byte order are those of this machine, with
 * 0x10000 empty sections before its own. Their numbers do not fit into 16 bits then.
 */
static uint8_t *with_many_sections(const uint8_t *b, size_t len, size_t *out_len)
{
	const uint32_t more = 0x10000;
	uint8_t *out, *heads, *indexes;
	Elf64_Shdr *sh, *extra;
	size_t nr_syms = 0, at;
	Elf64_Ehdr h;

	memcpy(&h, b, sizeof(h));
	sh = malloc(h.e_shnum * sizeof(*sh));
	memcpy(sh, b + h.e_shoff, h.e_shnum * sizeof(*sh));
	out = calloc(1, 2 * len + (more + h.e_shnum + 2u) * sizeof(*sh));
	memcpy(out, b, len);
	at = (len + 15) & ~(size_t)15;
	indexes = out + at;
	extra = calloc(1, sizeof(*extra));
	*extra = (Elf64_Shdr){ .sh_type = SHT_SYMTAB_SHNDX, .sh_offset = at, .sh_entsize = 4 };
	for (unsigned i = 1; i < h.e_shnum; i++) {
		const bool symtab = sh[i].sh_type == SHT_SYMTAB;

		for (size_t k = 0; symtab && k < sh[i].sh_size / sizeof(Elf64_Sym); k++) {
			Elf64_Sym s;
			uint32_t in = 0;

			memcpy(&s, b + sh[i].sh_offset + k * sizeof(s), sizeof(s));
			if (s.st_shndx && s.st_shndx < SHN_LORESERVE) {
				in = s.st_shndx + more;
				s.st_shndx = SHN_XINDEX;
			}
			memcpy(indexes + 4 * k, &in, 4);
			memcpy(out + sh[i].sh_offset + k * sizeof(s), &s, sizeof(s));
			nr_syms = k + 1;
		}
		if (symtab)
			extra->sh_link = i + more;
		if (sh[i].sh_link)
			sh[i].sh_link += more;
	}
	extra->sh_size = 4 * nr_syms;
	at += (4 * nr_syms + 15) & ~(size_t)15;
	sh[0].sh_size = h.e_shnum + more + 1u;
	sh[0].sh_link = h.e_shstrndx + more;
	heads = out + at;
	memcpy(heads, sh, sizeof(*sh));
	heads += (1 + more) * sizeof(*sh);
	memcpy(heads, sh + 1, (h.e_shnum - 1u) * sizeof(*sh));
	heads += (h.e_shnum - 1u) * sizeof(*sh);
	memcpy(heads, extra, sizeof(*extra));
	h.e_shoff = at;
	h.e_shnum = 0;
	h.e_shstrndx = SHN_XINDEX;
	memcpy(out, &h, sizeof(h));
	*out_len = (size_t)(heads + sizeof(*extra) - out);
	free(extra);
	free(sh);
	return out;
}

TEST(a_file_with_more_sections_than_16_bits_can_count_has_its_names)
{
	char name[4200];
	const char *const self = "/proc/self/exe";
	struct sym_table_priv *own, *many;
	uint64_t at[ASKED];
	uint8_t *b, *out;
	size_t len, out_len;
	const char *why;
	struct stat st;
	int fd = open(self, O_RDONLY | O_CLOEXEC);

	CHECK(fd >= 0 && !fstat(fd, &st));
	len = (size_t)st.st_size;
	b = malloc(len);
	CHECK(b);
	CHECK_I(read(fd, b, len), len);
	close(fd);
	if (b[EI_CLASS] != ELFCLASS64) {
		free(b);
		return;
	}
	out = with_many_sections(b, len, &out_len);
	free(b);
	snprintf(name, sizeof(name), "%s/sections", test_dir());
	fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	CHECK(fd >= 0);
	CHECK_I(write(fd, out, out_len), out_len);
	close(fd);
	free(out);
	own = load(sym_elf_open(self, &why));
	many = load(sym_elf_open(name, &why));
	CHECK_U(many->pub.nr, own->pub.nr);
	check_names(own, many, at, pick(&own->pub, at, 1), name);
	sym_table_free(own);
	sym_table_free(many);
	try_file(name, 2, 0);
}

TEST(a_cut_elf_file_gives_the_names_that_the_whole_one_gives)
{
	static const char *const paths[] = {
		"/proc/self/exe",
		"/bin/bash",
		"/usr/bin/perl",
		"/usr/bin/perf",
		"/lib/x86_64-linux-gnu/libc.so.6",
		"/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
		"/usr/lib/x86_64-linux-gnu/libcrypto.so.3",
		"/lib/aarch64-linux-gnu/libc.so.6",
		"/usr/arm-linux-gnueabihf/lib/libc.so.6",
		"/usr/s390x-linux-gnu/lib/libc.so.6",
		"/usr/powerpc-linux-gnu/lib/libc.so.6",
		"/usr/powerpc64le-linux-gnu/lib/libc.so.6",
		"/usr/riscv64-linux-gnu/lib/libc.so.6",
		"/usr/aarch64-linux-gnu/lib/libc.so.6",
		"/usr/lib/libc.so.6",
	};

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		for (uint64_t seed = 1; seed < 6; seed++) {
			try_file(paths[i], seed, 0);
			try_file(paths[i], seed, PDATA_ELF_KEEP_SYMBOLS);
		}
}
