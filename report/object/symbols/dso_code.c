/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the machine code of an object from its ELF file, the vdso, vmlinux or kcore, for
 * disassembly and for finding data types.
 */
#include "object/symbols/dso_code.h"

#include "object/elf/debuginfod.h"

#include <stdlib.h>

static const char no_file[] = "is not in a file";
static const char no_vmlinux[] = "is in the kernel's vmlinux, which was not found (--vmlinux)";
static const char no_code[] = "is not in the file that has the symbols";

static void open_user(struct dso_code *c, const struct dso_code_source *w)
{
	struct sym_wanted wanted = *w->wanted;
	struct sym_elf_use u;
	char path[SYM_PATH_MAX];

	wanted.image = true;
	wanted.vdso = c->kind == DSO_KIND_VDSO;
	if (!sym_find_files(&wanted, &u, path, &c->why)) {
		c->why = NULL;
		c->elf = u.runtime;
		if (u.syms != u.runtime)
			sym_elf_close(u.syms);
	} else if (wanted.vdso && !wanted.symfs && !wanted.foreign) {
		c->elf = sym_vdso_open(&wanted.id);
		c->why = c->elf ? NULL : c->why;
	}
}

/* Names may come from a list of symbols; code is only in the kernel's own file. */
static struct sym_elf *fetch_kernel(const struct sym_kernel *k)
{
	char *path = sym_debuginfod_get(k->server, SYM_FETCH_DEBUG, &k->id, SYM_KERNEL_NAME);
	struct sym_elf *e = NULL;
	const char *why;

	if (path)
		e = sym_elf_open(path, &why);
	free(path);
	return e;
}

static void open_by_path(struct dso_code *c, const struct dso_code_source *w)
{
	const struct sym_kernel *k = w->kernel;
	uint64_t addr;

	c->elf = w->path ? sym_elf_open(w->path, &c->why) : NULL;
	if (!c->elf && c->kind == DSO_KIND_KERNEL && k->kcore) {
		c->elf = sym_elf_open(k->kcore, &c->why);
		c->core = c->elf;
	}
	if (!c->elf && c->kind == DSO_KIND_KERNEL && !k->vmlinux)
		c->elf = fetch_kernel(k);
	c->why = NULL;
	if (!c->elf)
		c->why = c->kind == DSO_KIND_KERNEL ? no_vmlinux : no_file;
	else if (c->kind == DSO_KIND_MODULE && !sym_elf_text(c->elf, &c->text_off, &c->text_addr))
		c->why = no_code;
	else if (c->kind == DSO_KIND_KERNEL && k->ref && k->ref_addr &&
		 sym_elf_value(c->elf, k->ref, &addr))
		c->moved = k->ref_addr - addr;
}

void dso_code_open(struct dso_code *c, const struct pdata_object *obj,
		   const struct dso_code_source *w)
{
	if (c->obj == obj)
		return;
	dso_code_close(c);
	*c = (struct dso_code){ .obj = obj, .kind = dso_kind_of(obj) };
	switch (c->kind) {
	case DSO_KIND_FILE:
	case DSO_KIND_VDSO:
		open_user(c, w);
		break;
	case DSO_KIND_KERNEL:
	case DSO_KIND_MODULE:
		open_by_path(c, w);
		break;
	default:
		c->why = no_file;
	}
	if (!c->why && !c->core && !sym_elf_has_code(c->elf))
		c->why = no_code;
}

void dso_code_close(struct dso_code *c)
{
	if (c->elf)
		sym_elf_close(c->elf);
	c->elf = NULL;
	c->obj = NULL;
}

/* Get the file offset of @addr, and how many bytes the file has from there on. */
static bool find_code(const struct dso_code *c, uint64_t addr, uint64_t *off, uint64_t *left)
{
	if (c->kind == DSO_KIND_KERNEL)
		return sym_elf_offset(c->elf, addr - c->moved, off, left);
	*off = addr + (c->kind == DSO_KIND_MODULE ? c->text_off : 0);
	if (c->kind != DSO_KIND_MODULE)
		return sym_elf_bytes_at(c->elf, *off, left);
	*left = UINT64_MAX;
	return true;
}

const char *dso_code_read(const struct dso_code *c, uint64_t addr, struct disasm_bytes *b,
			  struct disasm_machine *m)
{
	uint64_t off, left;
	size_t len = b->max;

	b->len = 0;
	if (c->why)
		return c->why;
	sym_elf_machine(c->elf, m);
	if (!find_code(c, addr, &off, &left))
		return "lies outside the file";
	if (left < len)
		len = (size_t)left;
	if (!sym_elf_read(c->elf, off, b->p, len))
		return "lies outside the file";
	b->len = len;
	b->addr = addr;
	if (c->kind == DSO_KIND_MODULE)
		b->addr = addr + c->text_addr;
	else if (c->kind != DSO_KIND_KERNEL)
		sym_elf_file_addr(c->elf, addr, &b->addr);
	m->thumb = sym_elf_is_thumb(c->elf, b->addr);
	return NULL;
}
