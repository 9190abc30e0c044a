/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <pdata/trailer.h>

/*
 * Give the recording @path (a file or a directory) a trailer with a new index and with the @nr
 * blocks of the array @more. Keep each block of the old trailer whose type no block of @more has.
 * Return: 0; -1 after a message: the recording is unchanged.
 */
int add_trailer(const char *path, const struct pdata_block_in *more, uint32_t nr);
