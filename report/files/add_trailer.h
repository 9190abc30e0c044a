/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <pdata/trailer.h>

/*
 * Give the recording @path (a file or a directory) a trailer with a new index and the @nr blocks
 * @more. A block of the old trailer stays if no block of @more has its type. Return: 0; -1 after a
 * message: the recording is unchanged.
 */
int add_trailer(const char *path, const struct pdata_block_in *more, uint32_t nr);
