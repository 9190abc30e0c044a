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

void bundle_add_symbol(const struct pdata_bundle_sym *s, struct sym_build *b)
{
	const uint32_t letter = s->kind & 0xff;

	if (s->end <= s->start)
		return;
	sym_build_add(b, &(struct sym){ .start = s->start,
					.end = s->end,
					.name = sym_strs_add(&b->strs, s->name.s, s->name.len),
					.binding = letter == 'g'   ? SYM_GLOBAL
						   : letter == 'w' ? SYM_WEAK
								   : SYM_LOCAL,
					.object = s->kind & 256 });
}

void bundle_fill_gaps(const struct pdata_bundle_object *o, struct sym_build *b)
{
	const uint32_t nr = b->nr_order;
	/* @end: largest end of the symbols of @b that start at or before @s */
	uint64_t last = 0, end = 0;
	uint32_t k = 0;

	for (uint32_t i = 0; i < o->nr_syms && !b->err; i++) {
		const struct pdata_bundle_sym *s = &o->syms[i];

		if (s->start < last) /* damage: they are stored in order */
			continue;
		last = s->start;
		for (; k < nr && b->syms[b->order[k]].start <= s->start; k++)
			if (b->syms[b->order[k]].end > end)
				end = b->syms[b->order[k]].end;
		if (end <= s->start && (k == nr || b->syms[b->order[k]].start >= s->end))
			bundle_add_symbol(s, b);
	}
	sym_build_settle(b, SYM_SETTLE_PLAIN);
}
