/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads an object's files for unwinding: addresses, bytes and call frame information. */
#include "session/unwind/unwind_int.h"

#include "base/memory.h"
#include "object/symbols/dso_kind.h"

#ifdef HAVE_ELF

#include "object/elf/elf_object_int.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE 4096u /* of x86-64 */

/* Find the object's mapped file and a debug file, which may have .debug_frame. */
static bool find_unwind_files(const struct pdata_object *obj, const struct unwind_files *from,
			      struct sym_elf_use *u)
{
	const enum dso_kind kind = dso_kind_of(obj);
	struct sym_wanted w = {
		.name = obj->name,
		.id = from->id,
		.file = sym_file_id_of(obj, from->recorded_ns),
		.symfs = from->symfs,
		.foreign = from->foreign,
		.files = from->files,
		.server = from->server,
		.processes = from->processes,
		.object = obj->index,
		.vdso = kind == DSO_KIND_VDSO,
		.image = true,
	};
	char path[SYM_PATH_MAX];
	const char *why;

	if (kind != DSO_KIND_FILE && kind != DSO_KIND_VDSO)
		return false;
	if (!sym_find_files(&w, u, path, &why))
		return true;
	if (!w.vdso)
		return false;
	u->runtime = u->syms = w.symfs || w.foreign ? NULL : sym_vdso_open(&w.id);
	return u->runtime;
}

bool unwind_object_swap(const struct unwind_object *im)
{
	const bool big = im->elf->hdr.e_ident[EI_DATA] == ELFDATA2MSB;

	return big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

/* The section's bytes, decompressed if the section is compressed. */
static Elf_Data *section_bytes(struct sym_elf *e, Elf_Scn *scn, const GElf_Shdr *hdr)
{
	if (!(hdr->sh_flags & SHF_COMPRESSED))
		return elf_rawdata(scn, NULL);
	return sym_elf_inflate(e, scn) ? elf_getdata(scn, NULL) : NULL;
}

static struct cfi_section load_cfi_section(struct unwind_object *im, struct sym_elf *e,
					   const char *want)
{
	struct cfi_section s = { .swap = unwind_object_swap(im), .eh = want[1] == 'e' };
	Elf_Scn *scn = NULL;
	size_t strings;

	s.addr_size = e->hdr.e_ident[EI_CLASS] == ELFCLASS32 ? 4 : 8;
	if (elf_getshdrstrndx(e->elf, &strings))
		return s;
	while ((scn = elf_nextscn(e->elf, scn))) {
		GElf_Shdr hdr;
		const char *name;
		Elf_Data *d;

		if (!gelf_getshdr(scn, &hdr))
			continue;
		name = elf_strptr(e->elf, strings, hdr.sh_name);
		if (!name || strcmp(name, want))
			continue;
		if (hdr.sh_type == SHT_NOBITS) {
			im->lacks_cfi = true;
			continue;
		}
		d = section_bytes(e, scn, &hdr);
		if (!d || !d->d_buf)
			break;
		s.data = d->d_buf;
		s.len = d->d_size;
		s.addr = hdr.sh_addr;
		break;
	}
	return s;
}

/* When memory is exhausted libelf returns no section and sets only errno. */
static void load_tables(struct unwind_object *im)
{
	errno = 0;
	im->hdr = load_cfi_section(im, im->elf, ".eh_frame_hdr");
	im->eh = load_cfi_section(im, im->elf, ".eh_frame");
	im->hdr.hdr_addr = im->eh.hdr_addr = im->hdr.addr;
	im->debug_frame = load_cfi_section(im, im->elf, ".debug_frame");
	if (!im->debug_frame.data && im->debug)
		im->debug_frame = load_cfi_section(im, im->debug, ".debug_frame");
	mem_check_errno(!errno);
}

struct unwind_object *unwind_object_make(struct sym_elf *elf, struct sym_elf *debug)
{
	struct unwind_object *im = mem_alloc(1, sizeof(*im));

	if (!im) {
		sym_elf_close(elf);
		sym_elf_close(debug);
		return NULL;
	}
	im->elf = elf;
	im->debug = debug;
	load_tables(im);
	return im;
}

struct unwind_object *unwind_object_open(const struct pdata_object *obj,
					 const struct unwind_files *from)
{
	struct sym_elf_use u;

	if (!find_unwind_files(obj, from, &u))
		return NULL;
	return unwind_object_make(u.runtime, u.syms == u.runtime ? NULL : u.syms);
}

void unwind_object_close(struct unwind_object *im)
{
	if (!im)
		return;
	cfi_section_free(&im->eh);
	cfi_section_free(&im->debug_frame);
	sym_elf_close(im->elf);
	sym_elf_close(im->debug);
	free(im);
}

void unwind_object_release(struct unwind_object *im)
{
	sym_elf_close_fd(im->elf);
	sym_elf_close_fd(im->debug);
}

bool unwind_object_addr(const struct unwind_object *im, uint64_t off, uint64_t *addr)
{
	return sym_elf_file_addr(im->elf, off, addr);
}

bool unwind_object_table(const struct unwind_object *im, uint64_t *lowest, uint64_t *hdr)
{
	*lowest = im->elf->nr_segments ? im->elf->segment[0].addr & ~(uint64_t)(PAGE - 1) : 0;
	*hdr = im->hdr.addr;
	return im->hdr.data;
}

bool unwind_object_read(const struct unwind_object *im, uint64_t off, void *buf, size_t len)
{
	return sym_elf_read(im->elf, off, buf, len);
}

static enum cfi_answer eh_row(struct unwind_object *im, bool amd64, uint64_t pc,
			      struct cfi_row *row)
{
	enum cfi_answer rc;
	size_t off;

	if (!im->eh.data)
		return CFI_DAMAGED;
	if (im->hdr.data)
		rc = cfi_find_hdr(&im->hdr, &im->eh, pc, &off);
	else /* on x86-64 perf gives up without .eh_frame_hdr */
		rc = amd64 ? CFI_DAMAGED : cfi_find_index(&im->eh, pc, &off);
	return rc == CFI_FOUND ? cfi_row_at(&im->eh, off, pc, row) : rc;
}

enum cfi_answer unwind_object_row(struct unwind_object *im, bool amd64, uint64_t pc,
				  struct cfi_row *row)
{
	enum cfi_answer rc = eh_row(im, amd64, pc, row);
	size_t off;

	/* On x86-64, perf as built by distributions does not use .debug_frame. */
	if (rc == CFI_FOUND || amd64 || !im->debug_frame.data)
		return rc;
	rc = cfi_find_index(&im->debug_frame, pc, &off);
	return rc == CFI_FOUND ? cfi_row_at(&im->debug_frame, off, pc, row) : rc;
}

#else

struct unwind_object *unwind_object_open(const struct pdata_object *obj,
					 const struct unwind_files *from)
{
	(void)obj;
	(void)from;
	return NULL;
}

void unwind_object_close(struct unwind_object *im)
{
	(void)im;
}

void unwind_object_release(struct unwind_object *im)
{
	(void)im;
}

bool unwind_object_addr(const struct unwind_object *im, uint64_t off, uint64_t *addr)
{
	*addr = off;
	return !im;
}

bool unwind_object_table(const struct unwind_object *im, uint64_t *lowest, uint64_t *hdr)
{
	*lowest = *hdr = 0;
	return !im;
}

bool unwind_object_read(const struct unwind_object *im, uint64_t off, void *buf, size_t len)
{
	(void)off;
	(void)buf;
	(void)len;
	return !im;
}

bool unwind_object_swap(const struct unwind_object *im)
{
	return !im;
}

enum cfi_answer unwind_object_row(struct unwind_object *im, bool amd64, uint64_t pc,
				  struct cfi_row *row)
{
	(void)im;
	(void)amd64;
	(void)pc;
	(void)row;
	return CFI_DAMAGED;
}

#endif
