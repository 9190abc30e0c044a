/* SPDX-License-Identifier: BSD-2-Clause */
#include "object/elf/symbol_sources.h"
#include "object/symbols/kallsyms.h"
#include "object/symbols/kernel_symbols.h"
#include "test.h"

#include <elf.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/* A small ELF file: two functions and an object in .text, mapped 0x1000 higher than it lies. */
struct image {
	Elf64_Ehdr eh;
	Elf64_Phdr ph;
	Elf64_Shdr sh[6];
	struct {
		Elf64_Nhdr head;
		char name[4];
		uint8_t id[20];
	} note;
	Elf64_Sym sym[5];
	char str[32];
	char names[64];
	uint8_t text[64];
};

static const char strings[] = "\0first\0_Z6secondv\0local";
static const char section_names[] = "\0.text\0.symtab\0.strtab\0.shstrtab\0.note.gnu.build-id";

static void section(struct image *f, int i, uint32_t name, uint32_t type, size_t off, size_t size)
{
	f->sh[i].sh_name = name;
	f->sh[i].sh_type = type;
	f->sh[i].sh_offset = off;
	f->sh[i].sh_size = size;
	f->sh[i].sh_addralign = 4;
}

static void symbol(struct image *f, int i, uint32_t name, int bind, int type, uint64_t at,
		   uint64_t size)
{
	f->sym[i] = (Elf64_Sym){
		.st_name = name,
		.st_info = ELF64_ST_INFO(bind, type),
		.st_shndx = 1,
		.st_value = at + 0x1000 + offsetof(struct image, text),
		.st_size = size,
	};
}

static void make_image(struct image *f)
{
	const size_t text = offsetof(struct image, text);

	memset(f, 0, sizeof(*f));
	memcpy(f->eh.e_ident, ELFMAG, SELFMAG);
	f->eh.e_ident[EI_CLASS] = ELFCLASS64;
	f->eh.e_ident[EI_DATA] = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB
									   : ELFDATA2MSB;
	f->eh.e_ident[EI_VERSION] = EV_CURRENT;
	f->eh.e_type = ET_DYN;
	f->eh.e_machine = EM_X86_64;
	f->eh.e_version = EV_CURRENT;
	f->eh.e_phoff = offsetof(struct image, ph);
	f->eh.e_shoff = offsetof(struct image, sh);
	f->eh.e_ehsize = sizeof(f->eh);
	f->eh.e_phentsize = sizeof(f->ph);
	f->eh.e_phnum = 1;
	f->eh.e_shentsize = sizeof(f->sh[0]);
	f->eh.e_shnum = 6;
	f->eh.e_shstrndx = 4;
	f->ph = (Elf64_Phdr){ .p_type = PT_LOAD,
			      .p_flags = PF_R | PF_X,
			      .p_vaddr = 0x1000,
			      .p_filesz = sizeof(*f),
			      .p_memsz = sizeof(*f),
			      .p_align = 0x1000 };
	section(f, 1, 1, SHT_PROGBITS, text, sizeof(f->text));
	f->sh[1].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
	f->sh[1].sh_addr = text + 0x1000;
	section(f, 2, 7, SHT_SYMTAB, offsetof(struct image, sym), sizeof(f->sym));
	f->sh[2].sh_link = 3;
	f->sh[2].sh_entsize = sizeof(f->sym[0]);
	section(f, 3, 15, SHT_STRTAB, offsetof(struct image, str), sizeof(f->str));
	section(f, 4, 23, SHT_STRTAB, offsetof(struct image, names), sizeof(f->names));
	section(f, 5, 33, SHT_NOTE, offsetof(struct image, note), sizeof(f->note));
	f->note.head = (Elf64_Nhdr){ .n_namesz = 4, .n_descsz = 20, .n_type = 3 };
	memcpy(f->note.name, "GNU", 4);
	memset(f->note.id, 0xab, sizeof(f->note.id));
	memcpy(f->str, strings, sizeof(strings));
	memcpy(f->names, section_names, sizeof(section_names));
	symbol(f, 1, 1, STB_GLOBAL, STT_FUNC, 0, 16);
	symbol(f, 2, 7, STB_GLOBAL, STT_FUNC, 16, 0);
	symbol(f, 3, 18, STB_LOCAL, STT_OBJECT, 40, 8);
}

static const char *write_file(const char *name, const void *data, size_t len)
{
	static char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", test_dir(), name);
	f = fopen(path, "w");
	CHECK(f && fwrite(data, 1, len, f) == len && !fclose(f));
	return path;
}

static struct sym_table_priv *load(struct sym_wanted *w, const char **why)
{
	struct sym_table_priv *t = sym_table_new();
	struct sym_elf_use u;
	char path[SYM_PATH_MAX];

	if (!sym_find_files(w, &u, path, why))
		sym_elf_load(&u, true, t);
	return t;
}

static const char *at(const struct sym_table_priv *t, uint64_t addr)
{
	const struct sym *s = sym_table_find(&t->pub, addr);

	return s ? s->name : NULL;
}

#ifdef HAVE_ELF

static void no_cache(void)
{
	setenv("PERF_BUILDID_DIR", "/nonexistent", 1);
}

/* pitfall: P73 */
TEST(symbols_of_an_elf_file_are_found_by_file_offset)
{
	const size_t text = offsetof(struct image, text);
	struct sym_wanted w = { 0 };
	struct image f;
	struct sym_table_priv *t;
	const char *why;

	no_cache();
	make_image(&f);
	w.name = write_file("a", &f, sizeof(f));
	w.id = sym_id_make(f.note.id, 20);
	t = load(&w, &why);
	CHECK_U(t->pub.nr, 3);
	CHECK_S(at(t, text - 1), NULL);
	CHECK_S(at(t, text), "first");
	CHECK_S(at(t, text + 15), "first");
#ifdef HAVE_IBERTY
	CHECK_S(at(t, text + 39), "second");
#endif
	CHECK_S(at(t, text + 40), "local");
	CHECK_I(sym_table_find(&t->pub, text)->binding, 'g');
	CHECK_I(sym_table_find(&t->pub, text + 40)->binding, 'l');
	CHECK_S(at(t, text + 48), NULL);
	sym_table_free(t);
}

TEST(a_file_with_another_build_id_is_not_used)
{
	struct sym_wanted w = { 0 };
	struct image f;
	struct sym_table_priv *t;
	const char *why = NULL;

	no_cache();
	make_image(&f);
	w.name = write_file("a", &f, sizeof(f));
	f.note.id[19] ^= 1;
	w.id = sym_id_make(f.note.id, 20);
	t = load(&w, &why);
	CHECK_U(t->pub.nr, 0);
	CHECK_S(why, "has another build id");
	sym_table_free(t);
}

TEST(short_ids_that_were_padded_are_the_same)
{
	static const uint8_t id[20] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct sym_build_id want = sym_id_make(id, 20), is = sym_id_make(id, 8);

	CHECK(sym_id_match(&want, &is));
	CHECK(!sym_id_match(&is, &want));
	want.size = 16;
	CHECK(!sym_id_match(&want, &is));
	is.size = 7;
	want.size = 20;
	CHECK(!sym_id_match(&want, &is));
}

TEST(without_a_build_id_device_and_inode_decide)
{
	struct sym_wanted w = { 0 };
	struct image f;
	struct sym_table_priv *t;
	const char *why;
	struct stat st;

	no_cache();
	make_image(&f);
	w.name = write_file("a", &f, sizeof(f));
	CHECK(!stat(w.name, &st));
	t = load(&w, &why);
	CHECK_U(t->pub.nr, 0);
	sym_table_free(t);
	w.file.maj = major(st.st_dev);
	w.file.min = minor(st.st_dev);
	w.file.ino = st.st_ino;
	t = load(&w, &why);
	CHECK_U(t->pub.nr, 3);
	sym_table_free(t);
	w.id.size = 0;
	w.file.ino++;
	t = load(&w, &why);
	CHECK_U(t->pub.nr, 0);
	sym_table_free(t);
}

static void load_from_memory(const struct image *f, size_t len)
{
	struct sym_elf_use u = { .kind = SYM_ELF_USER };
	struct sym_table_priv *t = sym_table_new();
	char link[64], *copy = malloc(len ? len : 1);
	const char *why;

	CHECK(copy);
	memcpy(copy, f, len);
	u.syms = u.runtime = sym_elf_from_memory(copy, len, &why);
	if (u.syms) {
		sym_elf_build_id(u.syms);
		sym_elf_debuglink(u.syms, link, sizeof(link));
		sym_elf_load(&u, true, t);
		for (uint64_t i = 0; i < sizeof(*f); i += 16)
			at(t, i);
	}
	sym_table_free(t);
}

TEST(a_table_behind_the_end_of_an_elf_file_is_said)
{
	struct image f;
	char *copy = malloc(sizeof(f));
	struct sym_elf *e;
	const char *why;

	CHECK(copy);
	make_image(&f);
	for (unsigned i = 0; i < 6; i++)
		if (f.sh[i].sh_type == SHT_SYMTAB)
			f.sh[i].sh_size = 1ull << 36;
	memcpy(copy, &f, sizeof(f));
	e = sym_elf_from_memory(copy, sizeof(f), &why);
	CHECK(e);
	CHECK(sym_elf_damage(e) && strstr(sym_elf_damage(e), "symbol table"));
	CHECK(!sym_elf_has_symtab(e));
	CHECK_I(sym_elf_build_id(e).size, 20);
	sym_elf_close(e);
}

TEST(damaged_elf_files_are_safe)
{
	static const uint8_t values[] = { 0, 1, 0x7f, 0x80, 0xff };
	struct image f;

	make_image(&f);
	for (size_t n = 0; n <= sizeof(f); n++)
		load_from_memory(&f, n);
	for (size_t i = 0; i < sizeof(values) * offsetof(struct image, text); i++) {
		uint8_t *p = (uint8_t *)&f + i / sizeof(values), was = *p;

		*p = values[i % sizeof(values)];
		load_from_memory(&f, sizeof(f));
		*p = was;
	}
}

#endif

TEST(special_files_are_not_opened)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/fifo", test_dir());
	CHECK(!mkfifo(path, 0600));
	CHECK_I(sym_file_open(path, true), -1); /* would wait for a writer */
	CHECK_I(sym_file_open("/dev/null", true), -1);
	CHECK_I(sym_file_open("/proc/version", false), -1);
	CHECK_I(sym_file_open(test_dir(), true), -1);
}

static const char kallsyms[] = "0000000000000000 A fixed_percpu_data\n"
			       "ffffffff81000000 T _stext\n"
			       "ffffffff81000000 T _text\n"
			       "ffffffff81000100 t small\n"
			       "ffffffff81000180 r constant\n"
			       "ffffffff81000200 W weak_one\n"
			       "not a line\n"
			       "ffffffff81000300 T $x\n"
			       "ffffffff81000400 D data\n"
			       "ffffffffc0001000 t mod_init\t[nf_nat]\n"
			       "ffffffffc0000100 T other\t[ext4]\n"
			       "ffffffffc0001080 t mod_exit\t[nf_nat]";

TEST(kallsyms_that_move_stay_in_order)
{
	/* What lies per cpu has low addresses in lists of x86-64. */
	static const char low[] = "0000000000000000 D per_cpu_start\n"
				  "0000000000004000 d gdt_page\n"
				  "0000000000005000 d irq_stack\n"
				  "0000000000006000 d cpu_info\n"
				  "ffffffff81000000 T _text\n"
				  "ffffffff81001000 T start_kernel\n"
				  "ffffffffff600000 t vsyscall\n";
	static const uint64_t by[] = { 0x1000000, -(uint64_t)0x1000000 };

	for (size_t i = 0; i < 2; i++) {
		struct kallsyms *k = kallsyms_of_text(strdup(low), sizeof(low) - 1);
		struct sym_table_priv *t = sym_table_new();

		kallsyms_kernel(k, by[i], t);
		CHECK_U(t->pub.nr, 7);
		for (uint32_t j = 1; j < t->pub.nr; j++)
			CHECK(t->pub.syms[j - 1].start <= t->pub.syms[j].start);
		CHECK_S(at(t, 0xffffffff81000000 - by[i]), "_text");
		CHECK_S(at(t, 0xffffffff81001800 - by[i]), "start_kernel");
		sym_table_free(t);
		kallsyms_free(k);
	}
}

TEST(kallsyms_has_kernel_and_modules)
{
	const char *path = write_file("kallsyms", kallsyms, sizeof(kallsyms) - 1);
	struct kallsyms *k = kallsyms_read(path);
	struct sym_table_priv *t = sym_table_new(), *m = sym_table_new();
	uint64_t addr;

	CHECK(k);
	kallsyms_kernel(k, 0x1000000, t);
	CHECK_U(t->pub.nr, 4);
	CHECK_S(at(t, 0xffffffff80000000), "_text");
	CHECK_S(at(t, 0xffffffff800001ff), "small");
	CHECK_S(at(t, 0xffffffff80000200), "weak_one");
	CHECK_I(sym_table_find(&t->pub, 0xffffffff80000200)->binding, 'w');
	CHECK_S(at(t, 0xffffffff80000400), "data");
	CHECK_S(at(t, 0xffffffff80002000), NULL);
	CHECK(kallsyms_module_at(k, "[nf_nat]", &addr));
	CHECK_U(addr, 0xffffffffc0001000);
	CHECK(!kallsyms_module_at(k, "[nf]", &addr));
	kallsyms_module(k, "[nf_nat]", 0xffffffffc0001000, m);
	CHECK_U(m->pub.nr, 2);
	CHECK_S(at(m, 0x7f), "mod_init");
	CHECK_S(at(m, 0x80), "mod_exit");
	CHECK(kallsyms_find(path, "_text", &addr));
	CHECK_U(addr, 0xffffffff81000000);
	CHECK(!kallsyms_find(path, "data", &addr));
	sym_table_free(t);
	sym_table_free(m);
	kallsyms_free(k);
}

/* Lines of all lengths, so that wherever the reader cuts, it cuts within one. */
TEST(kallsyms_of_many_pieces_loses_no_line)
{
	static char text[400000], name[64];
	struct sym_table_priv *t = sym_table_new();
	struct kallsyms *k;
	size_t len = 0;

	for (unsigned i = 0; i < 6000; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%016llx t f%0*u\n",
					0xffffffff81000000ull + 16 * i, (int)(5 + i % 53), i);
	k = kallsyms_read(write_file("kallsyms", text, len));
	CHECK(k);
	kallsyms_kernel(k, 0, t);
	CHECK_U(t->pub.nr, 6000);
	for (unsigned i = 0; i < 6000; i++) {
		snprintf(name, sizeof(name), "f%0*u", (int)(5 + i % 53), i);
		CHECK_S(at(t, 0xffffffff81000000 + 16 * i), name);
	}
	sym_table_free(t);
	kallsyms_free(k);
}

TEST(a_kernel_list_that_lacks_the_reference_is_refused)
{
	struct sym_kernel k = { .ref = "_sinittext", .ref_addr = 0xffffffff81000000 };
	struct sym_table_priv *t = sym_table_new();

	k.kallsyms = write_file("kallsyms", kallsyms, sizeof(kallsyms) - 1);
	sym_kernel_load(&k, t);
	CHECK_U(t->pub.nr, 0);
	CHECK(t->pub.why && strstr(t->pub.why, "_sinittext"));
	sym_table_free(t);
	sym_kernel_free(&k);
}
