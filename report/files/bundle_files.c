/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collects reduced copies of ELF files (symbols, unwind tables, debug information) for `pdata
 * bundle`, 1 GiB at most in total.
 */
#include "files/bundle_files.h"

#include "console/command.h"
#include "object/elf/symbol_sources.h"

#include <pdata/elf.h>

#include <stdlib.h>
#include <string.h>

#define BYTES_MAX (UINT64_C(1) << 30)

/*
 * Add a copy of @e, reduced to its symbols, unwind tables and debugging information. @mapped: the
 * file that the recording mapped.
 */
static void add_file_to_bundle(struct bundle_files *b, const struct pdata_object *obj,
			       struct sym_elf *e, struct sym_elf *mapped)
{
	struct pdata_elf *raw = sym_elf_raw(e), *of = sym_elf_raw(mapped);
	const struct pdata_elf_cut how = {
		.mapped = of,
		.keep = PDATA_ELF_KEEP_SYMBOLS | PDATA_ELF_KEEP_UNWIND | PDATA_ELF_KEEP_DEBUG,
		.max = BYTES_MAX - b->bytes,
	};
	struct pdata_bundle_file *f;
	uint8_t *data, *id;
	int64_t n = raw && of ? pdata_elf_cut(raw, &how, &data) : -1;

	if (n >= 0) {
		b->all.files = rep_grow(b->all.files, b->all.nr + 1, sizeof(*b->all.files));
		f = &b->all.files[b->all.nr++];
		id = rep_alloc(1, 20);
		*f = (struct pdata_bundle_file){
			.kind = PDATA_BUNDLE_ELF,
			.maj = obj->maj,
			.min = obj->min,
			.ino = obj->ino,
			.build_id = id,
			.id_size = pdata_elf_build_id(of, id),
			.size = (uint64_t)n,
			.data = data,
			.name = { obj->name, (uint32_t)strlen(obj->name) },
		};
		b->bytes += (uint64_t)n;
	} else {
		b->nr_left_out++;
	}
}

void bundle_files_add(struct bundle_files *b, struct symbols *s, const struct pdata_object *obj)
{
	struct sym_elf *file[SYMBOLS_FILES];
	const uint32_t nr = symbols_files(s, obj, file);

	for (uint32_t i = 0; i < nr; i++)
		add_file_to_bundle(b, obj, file[i], file[0]);
	for (uint32_t i = 0; i < nr; i++)
		sym_elf_close(file[i]);
}

void bundle_files_free(struct bundle_files *b)
{
	for (uint32_t i = 0; i < b->all.nr; i++) {
		pdata_free((void *)(uintptr_t)b->all.files[i].data);
		free((void *)(uintptr_t)b->all.files[i].build_id);
	}
	free(b->all.files);
}
