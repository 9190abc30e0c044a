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
	uint64_t bytes;	      /* size of the files of all so far */
	uint32_t nr_left_out; /* number of files that are too large or damaged */
};

/*
 * Add the files with symbols, unwind tables or debug information of @obj that this machine has,
 * each reduced to these sections.
 */
void bundle_files_add(struct bundle_files *b, struct symbols *s, const struct pdata_object *obj);
void bundle_files_free(struct bundle_files *b);
