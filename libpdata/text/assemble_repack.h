/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Assembles a text into a recording with another container or compression than the text specifies.
 */

#include <pdata/text.h>

#include <stdbool.h>

/*
 * A function that assembles a text into a recording at @path. The recording gets the container
 * (file, pipe or directory) and the compression that the text specifies.
 */
typedef int (*pd_build_fn)(const char *text, size_t len, const char *path,
			   const struct pdata_assemble_opts *o, struct pdata_error *err);

/*
 * Assemble a text with @build into a temporary recording in $TMPDIR (or /tmp). Then write this
 * recording to @path with the container and the compression that @o requests. @reorder: the text
 * has compressed bytes, so @build cannot convert them to the byte order that @o requests. If the
 * temporary recording has another byte order, the function decompresses the temporary recording,
 * dumps it, and builds it again from the text of the dump. If @o requests only a byte order, the
 * recording keeps its container and its kind of compressed records. Return: 0, or an error that
 * @err describes.
 */
int pd_assemble_repack(const char *text, size_t len, const char *path,
		       const struct pdata_assemble_opts *o, bool reorder, pd_build_fn build,
		       struct pdata_error *err);
