/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Writes a tar archive (POSIX ustar) from front to back. */

#include "base/out.h"

#include <stdbool.h>
#include <stdint.h>

#define TAR_BLOCK 512u
#define TAR_MAX UINT64_C(077777777777) /* largest size of a file in bytes */

/*
 * Write the header of a regular file. The caller then writes the @size bytes of the file with
 * tar_data(), and calls tar_pad(). Return: false if @name is too long or @size is above TAR_MAX.
 */
bool tar_file(struct out *o, const char *name, uint64_t size);

/* Write a symbolic link to @target. Return: false if @name or @target is too long. */
bool tar_link(struct out *o, const char *name, const char *target);

/*
 * Write @len bytes of the content of a file. When the content is complete, the caller calls
 * tar_pad() with the size of the file; tar_pad() writes zeros up to the end of the last block.
 */
void tar_data(struct out *o, const void *data, size_t len);
void tar_pad(struct out *o, uint64_t size);

/* Write the end of the archive, two blocks of zeros. */
void tar_end(struct out *o);
