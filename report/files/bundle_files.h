/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Collects files that are stored in a recording, so that its stacks can be unwound and have source
 * lines on other machines.
 */

#include "object/symbols/object_symbols.h"

#include <pdata/features.h>

struct bundle_files {
	struct pdata_bundle_files all;
	uint64_t bytes;
	uint32_t nr_left_out; /* left out because of their size */
};

/* Add the files of @obj that are available here. */
void bundle_files_add(struct bundle_files *b, struct symbols *s, const struct pdata_object *obj);
void bundle_files_free(struct bundle_files *b);
