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

static struct sym_build_id id_of_bundled(const struct pdata_bundle_file *f)
{
	return sym_id_make(f->build_id, f->id_size <= SYM_ID_MAX ? f->id_size : 0);
}

/* Whether @f is a copy of the file that was mapped at the path of @w. */
static bool is_bundled_map(const struct pdata_bundle_file *f, const struct sym_wanted *w)
{
	return f->kind == PDATA_BUNDLE_ELF && f->maj == w->file.maj && f->min == w->file.min &&
	       f->ino == w->file.ino && pd_word_is(f->name.s, f->name.len, w->name);
}

static bool bundle_file_matches(const struct pdata_bundle_file *f, const struct sym_wanted *w)
{
	const struct sym_build_id id = id_of_bundled(f);

	if (w->id.size)
		return f->kind == PDATA_BUNDLE_ELF && sym_id_match(&w->id, &id);
	return is_bundled_map(f, w);
}

struct sym_build_id bundle_build_id(const struct pdata_bundle_files *b, const struct sym_wanted *w)
{
	for (uint32_t i = 0; b && i < b->nr; i++)
		if (is_bundled_map(&b->files[i], w))
			return id_of_bundled(&b->files[i]);
	return (struct sym_build_id){ .size = 0 };
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
