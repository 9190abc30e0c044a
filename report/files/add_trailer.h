/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <pdata/trailer.h>

/*
 * Give a recording, a file or a directory, a trailer with a new index, @more blocks, and those
 * blocks that it has of other types. One line on stderr when it cannot be had; then the recording
 * is as it was. Return: 0 or -1.
 */
int add_trailer(const char *path, const struct pdata_block_in *more, uint32_t nr);
