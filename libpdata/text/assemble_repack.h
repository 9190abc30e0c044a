/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <pdata/text.h>

/* Writes the file of a text to a path, as the text says. */
typedef int (*pd_build_fn)(const char *text, size_t len, const char *path,
			   const struct pdata_assemble_opts *o, struct pdata_error *err);

/* Build beside, in $TMPDIR, then write to @path in the mode and compression that @o wants. */
int pd_assemble_repack(const char *text, size_t len, const char *path,
		       const struct pdata_assemble_opts *o, pd_build_fn build,
		       struct pdata_error *err);
