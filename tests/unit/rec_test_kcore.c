/* SPDX-License-Identifier: BSD-2-Clause */
/* A copy of the kernel's code out of a directory that looks like /proc. */
#include "base/util.h"
#include "file/kcore.h"
#include "test.h"

#include <pdata/elf.h>

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEXT 0xffffffff81000000ull
#define MODULES 0xffffffffc0000000ull
#define TEXT_PAGES 16u
#define MODULE_PAGES 32u

struct proc {
	struct rec_arena arena;
	const char *dir, *to;
	uint64_t page;
	struct rec_kcore_done done;
};

static const char *in(struct proc *p, const char *dir, const char *name)
{
	return rec_printf(&p->arena, "%s/%s", dir, name);
}

static void put(struct proc *p, const char *name, const void *data, size_t len)
{
	FILE *f = fopen(in(p, p->dir, name), "w");

	CHECK(f && fwrite(data, 1, len, f) == len && !fclose(f));
}

/* What is at an address: its page's number everywhere, every fourth page nothing. */
static uint8_t byte_at(const struct proc *p, uint64_t addr)
{
	const uint64_t nr = addr / p->page;

	return nr % 4 == 3 ? 0 : (uint8_t)(nr * 7 + 1);
}

static size_t fill(const struct proc *p, uint8_t *out, uint64_t addr, uint32_t pages)
{
	for (uint64_t i = 0; i < pages * p->page; i++)
		out[i] = byte_at(p, addr + i);
	return pages * p->page;
}

/* The direct map first, which is no code of ours, then text, then modules: cut to all but @cut bytes. */
static void put_kcore(struct proc *p, size_t cut)
{
	const uint64_t addrs[] = { UINT64_C(0xffff888000000000), TEXT, MODULES - 4 * p->page };
	const uint32_t pages[] = { 4, TEXT_PAGES, MODULE_PAGES };
	uint8_t *image = calloc(4 + TEXT_PAGES + MODULE_PAGES + 1, p->page);
	Elf64_Ehdr *h = (Elf64_Ehdr *)image;
	Elf64_Phdr *ph = (Elf64_Phdr *)(image + sizeof(*h));
	const uint16_t one = 1;
	size_t at = p->page;

	*h = (Elf64_Ehdr){ .e_type = ET_CORE,
			   .e_machine = EM_X86_64,
			   .e_version = 1,
			   .e_phoff = sizeof(*h),
			   .e_ehsize = sizeof(*h),
			   .e_phentsize = sizeof(*ph),
			   .e_phnum = 4 };
	memcpy(h->e_ident, ELFMAG, SELFMAG);
	h->e_ident[EI_CLASS] = ELFCLASS64;
	h->e_ident[EI_DATA] = *(const uint8_t *)&one ? ELFDATA2LSB : ELFDATA2MSB;
	h->e_ident[EI_VERSION] = 1;
	ph[0] = (Elf64_Phdr){ .p_type = PT_NOTE };
	for (int i = 0; i < 3; i++) {
		ph[i + 1] = (Elf64_Phdr){ .p_type = PT_LOAD,
					  .p_flags = PF_R | PF_W | PF_X,
					  .p_offset = at,
					  .p_vaddr = addrs[i],
					  .p_filesz = pages[i] * p->page,
					  .p_memsz = pages[i] * p->page };
		at += fill(p, image + at, addrs[i], pages[i]);
	}
	put(p, "kcore", image, at - cut);
	free(image);
}

static void put_text(struct proc *p, const char *name, const char *text)
{
	put(p, name, text, strlen(text));
}

static void put_names(struct proc *p, unsigned long long by)
{
	put_text(p, "kallsyms",
		 rec_printf(&p->arena,
			    "%016llx A fixed_percpu\n%016llx T _stext\n%016llx T _text\n"
			    "%016llx t inside\n%016llx T _etext\n%016llx D data\n"
			    "%016llx t first\t[one]\n%016llx T last\t[two]\n",
			    0ull, by * (TEXT + 0x10), by * TEXT, by * (TEXT + 0x20),
			    by * (TEXT + 5 * p->page + 1), by * (TEXT + 12 * p->page),
			    by * (MODULES + 0x30), by * (MODULES + 9 * p->page + 8)));
	put_text(p, "modules",
		 rec_printf(&p->arena,
			    "two %llu 0 - Live 0x%016llx\none 8192 1 two, Live 0x%016llx (O)\n",
			    (unsigned long long)p->page, by * (MODULES + 9 * p->page),
			    by * MODULES));
}

static struct proc *make(void)
{
	static struct proc p;
	char dir[] = "/tmp/pdata-kcore-XXXXXX";

	rec_verbosity = REC_SILENT;
	p.page = (uint64_t)sysconf(_SC_PAGESIZE);
	CHECK(mkdtemp(dir));
	p.dir = rec_strdup(&p.arena, dir);
	p.to = in(&p, dir, "kcore_dir");
	put_kcore(&p, 0);
	put_names(&p, 1);
	return &p;
}

static void done(struct proc *p)
{
	rec_kcore_remove(&p->arena, p->to);
	rec_kcore_remove(&p->arena, p->dir);
	CHECK(access(p->dir, F_OK));
	rec_arena_free(&p->arena);
}

static struct pdata_elf *open_copy(struct proc *p, int *fd)
{
	struct pdata_elf *e = NULL;

	*fd = open(in(p, p->to, "kcore"), O_RDONLY);
	CHECK_I(pdata_elf_open_fd(&e, *fd, NULL), 0);
	return e;
}

static void has(struct proc *p, struct pdata_elf *e, uint32_t i, uint64_t addr, uint64_t pages)
{
	struct pdata_elf_segment g;
	uint8_t buf[64];

	CHECK_I(pdata_elf_segment(e, i, &g), 0);
	CHECK_U(g.type, PDATA_PT_LOAD);
	CHECK_U(g.addr, addr);
	CHECK_U(g.filesz, pages * p->page);
	CHECK_U(g.memsz, pages * p->page);
	for (uint64_t at = 0; at < g.filesz; at += p->page / 2) {
		CHECK_U(pdata_elf_read(e, g.off + at, buf, sizeof(buf)), sizeof(buf));
		for (size_t k = 0; k < sizeof(buf); k++)
			CHECK_U(buf[k], byte_at(p, addr + at));
	}
}

TEST(a_copy_of_the_kernel_has_its_text_and_modules_and_nothing_else)
{
	struct proc *p = make();
	struct pdata_elf_segment g;
	struct stat st;
	int fd;

	CHECK_I(rec_kcore_copy(p->dir, p->to, &p->done), 0);
	struct pdata_elf *e = open_copy(p, &fd);

	CHECK_U(pdata_elf_info(e)->type, ET_CORE);
	CHECK_U(pdata_elf_info(e)->machine, EM_X86_64);
	CHECK_U(pdata_elf_info(e)->nr_sections, 0);
	has(p, e, 0, TEXT, 6);
	/* To the page after that of the last function. */
	has(p, e, 1, MODULES, 11);
	CHECK_I(pdata_elf_segment(e, 2, &g), PDATA_E_ARG);
	CHECK_U(p->done.missing, 0);
	CHECK_U(p->done.bytes, (6 - 1 + 11 - 2) * p->page);
	CHECK(!p->done.changed);
	CHECK(!fstat(fd, &st) && (st.st_mode & 07777) == 0400);
	CHECK(!stat(p->to, &st) && (st.st_mode & 07777) == 0700);
	CHECK(!stat(in(p, p->to, "kallsyms"), &st) && (st.st_mode & 07777) == 0400);
	CHECK(!stat(in(p, p->to, "modules"), &st) && st.st_size > 50);
	pdata_elf_close(e);
	close(fd);
	/* One that is there already gives way. */
	CHECK_I(rec_kcore_copy(p->dir, p->to, &p->done), 0);
	done(p);
}

TEST(a_kernel_without_modules_has_an_empty_list_of_them)
{
	struct proc *p = make();
	struct stat st;
	int fd;

	unlink(in(p, p->dir, "modules"));
	put_text(p, "kallsyms", "ffffffff81000020 t one\nffffffff81001000 T two");
	CHECK_I(rec_kcore_copy(p->dir, p->to, &p->done), 0);
	CHECK(!stat(in(p, p->to, "modules"), &st) && !st.st_size);
	struct pdata_elf *e = open_copy(p, &fd);

	/* From the first function on to the page after that of the last one. */
	has(p, e, 0, TEXT, 2);
	CHECK_U(pdata_elf_info(e)->nr_segments, 1);
	pdata_elf_close(e);
	close(fd);
	done(p);
}

TEST(what_cannot_be_read_of_the_kernel_is_a_hole_and_counted)
{
	struct proc *p = make();
	struct stat st;

	put_kcore(p, (MODULE_PAGES - 4 - 2) * p->page + 100);
	CHECK_I(rec_kcore_copy(p->dir, p->to, &p->done), 0);
	CHECK_U(p->done.missing, 9 * p->page + 100);
	CHECK(!stat(in(p, p->to, "kcore"), &st));
	CHECK_U((uint64_t)st.st_size, (1 + 6 + 11) * p->page);
	done(p);
}

TEST(a_kernel_that_cannot_be_copied_leaves_nothing)
{
	static const char *const names[] = { "kcore", "kallsyms" };
	struct proc *p = make();

	put_names(p, 0); /* kptr_restrict */
	CHECK_I(rec_kcore_copy(p->dir, p->to, &p->done), -1);
	CHECK(access(p->to, F_OK));
	put_names(p, 1);
	put_text(p, "kcore", "no core file at all, but long enough to be looked at");
	CHECK_I(rec_kcore_copy(p->dir, p->to, &p->done), -1);
	CHECK(access(p->to, F_OK));
	put_kcore(p, 0);
	put_text(p, "kallsyms", "0000000000001000 T _stext\n0000000000002000 T _etext\n");
	CHECK_I(rec_kcore_copy(p->dir, p->to, &p->done), -1);
	CHECK(access(p->to, F_OK));
	for (size_t i = 0; i < REC_NR(names); i++) {
		put_kcore(p, 0);
		put_names(p, 1);
		unlink(in(p, p->dir, names[i]));
		CHECK_I(rec_kcore_copy(p->dir, p->to, &p->done), -1);
		CHECK(access(p->to, F_OK));
	}
	put_kcore(p, 0);
	put_names(p, 1);
	CHECK_I(rec_kcore_copy(p->dir, in(p, p->dir, "no/where"), &p->done), -1);
	done(p);
}
