/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds files in the bundle of a recording: ELF files by build id, or else by device, inode and
 * name; perf maps and jitdumps by pid.
 */
#include "object/elf/bundle_objects.h"
#include "common/word.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool bundle_file_matches(const struct pdata_bundle_file *f, const struct sym_wanted *w)
{
	const struct sym_build_id id =
		sym_id_make(f->build_id, f->id_size <= SYM_ID_MAX ? f->id_size : 0);

	if (f->kind != PDATA_BUNDLE_ELF)
		return false;
	if (w->id.size)
		return sym_id_match(&w->id, &id);
	return f->maj == w->maj && f->min == w->min && f->ino == w->ino &&
	       pd_word_is(f->name.s, f->name.len, w->name);
}

static char *copy_bundled_bytes(const void *data, size_t len)
{
	char *out = mem_alloc(len + 1, 1);

	return out ? memcpy(out, data, len) : NULL;
}

struct sym_elf *bundle_next_elf(const struct pdata_bundle_files *b, uint32_t *at,
				const struct sym_wanted *w)
{
	for (; b && *at < b->nr; ++*at) {
		const struct pdata_bundle_file *f = &b->files[*at];
		struct sym_elf *e;
		const char *why;
		char *image;

		if (!bundle_file_matches(f, w))
			continue;
		image = copy_bundled_bytes(f->data, f->size);
		e = image ? sym_elf_from_memory(image, f->size, &why) : NULL;
		if (!e)
			continue;
		sym_elf_set_cut(e);
		++*at;
		return e;
	}
	return NULL;
}

const struct pdata_bundle_file *bundle_find_file(const struct pdata_bundle_files *b, uint32_t kind,
						 uint32_t pid)
{
	for (uint32_t i = 0; b && i < b->nr; i++) {
		const struct pdata_bundle_file *f = &b->files[i];

		if (f->kind == kind && (uint32_t)f->pid == pid && f->size)
			return f;
	}
	return NULL;
}

char *bundle_read_text(const struct pdata_bundle_files *b, uint32_t kind, size_t *len)
{
	const struct pdata_bundle_file *f = bundle_find_file(b, kind, 0);

	if (!f)
		return NULL;
	*len = f->size;
	return copy_bundled_bytes(f->data, f->size);
}
