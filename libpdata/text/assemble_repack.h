/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares assembling into another container or compression than the text has. */

#include <pdata/text.h>

/* Assembles a text into a recording at @path, in the form that the text has. */
typedef int (*pd_build_fn)(const char *text, size_t len, const char *path,
			   const struct pdata_assemble_opts *o, struct pdata_error *err);

/*
 * Assemble a text with @build into a temporary recording in $TMPDIR, then write that recording to
 * @path in the mode and with the compression of @o.
 */
int pd_assemble_repack(const char *text, size_t len, const char *path,
		       const struct pdata_assemble_opts *o, pd_build_fn build,
		       struct pdata_error *err);
