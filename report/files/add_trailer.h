/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <pdata/trailer.h>

/*
 * Give a recording (a file or a directory) a trailer with a new index, the blocks @more, and those
 * of its old blocks whose type is not in @more. On failure one line is printed on stderr, and the
 * recording is unchanged. Return: 0 or -1.
 */
int add_trailer(const char *path, const struct pdata_block_in *more, uint32_t nr);
