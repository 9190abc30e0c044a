/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Files that go along with a recording, so that its stacks are unwound and have source lines
 * elsewhere.
 */

#include "object/symbols/object_symbols.h"

#include <pdata/features.h>

struct bundle_files {
	struct pdata_bundle_files all;
	uint64_t bytes;
	uint32_t nr_left_out; /* for their size */
};

/* Take in what is here of @obj. */
void bundle_files_add(struct bundle_files *b, struct symbols *s, const struct pdata_object *obj);
void bundle_files_free(struct bundle_files *b);
