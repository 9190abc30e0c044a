/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <pdata/trailer.h>

/*
 * Check that the recording @path is of a kind that add_trailer() can change: a regular file, or a
 * directory whose first file ("data") is a regular file. The function does not open the files.
 * Return: 0, also if a file is missing; -1 after a message.
 */
int add_trailer_check(const char *path);
/*
 * Append a trailer (data behind the features) to the recording @path, a file or a directory. If
 * the recording has a trailer, replace it. The new trailer has a new index, the @nr blocks of the
 * array @more, and those blocks of the old trailer whose type no block of @more has. Return: 0;
 * -1: an error message was printed, and the recording is unchanged.
 */
int add_trailer(const char *path, const struct pdata_block_in *more, uint32_t nr);
