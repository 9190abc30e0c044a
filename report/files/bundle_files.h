/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Collects the ELF files that pdata bundle stores in a recording, so that other machines can unwind
 * the stacks of the recording and find source lines.
 */

#include "object/symbols/object_symbols.h"

#include <pdata/features.h>

struct bundle_files {
	struct pdata_bundle_files all;
	uint64_t bytes; /* size in bytes of the files in @all so far */
	/* count of files that are left out, because they are too large or damaged */
	uint32_t nr_left_out;
};

/*
 * Find the ELF files of @obj on this machine (see symbols_files()). For each of these files, add a
 * copy to @b that has only the symbols, unwind tables and debug information of the file.
 */
void bundle_files_add(struct bundle_files *b, struct symbols *s, const struct pdata_object *obj);
void bundle_files_free(struct bundle_files *b);
