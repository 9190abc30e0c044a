/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Assembles a text into a recording with another container or compression than the text specifies.
 */

#include <pdata/text.h>

/*
 * A function that assembles a text into a recording at @path. The recording gets the container
 * (file, pipe or directory) and the compression that the text specifies.
 */
typedef int (*pd_build_fn)(const char *text, size_t len, const char *path,
			   const struct pdata_assemble_opts *o, struct pdata_error *err);

/*
 * Assemble a text with @build into a temporary recording in $TMPDIR (or /tmp). Then write this
 * recording to @path with the container and the compression that @o requests. Return: 0, or an
 * error that @err describes.
 */
int pd_assemble_repack(const char *text, size_t len, const char *path,
		       const struct pdata_assemble_opts *o, pd_build_fn build,
		       struct pdata_error *err);
