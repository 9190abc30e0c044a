/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Writes a tar archive (POSIX ustar) from front to back. */

#include "base/out.h"

#include <stdbool.h>
#include <stdint.h>

#define TAR_BLOCK 512u
#define TAR_MAX UINT64_C(077777777777) /* most bytes of a file */

/*
 * Write the header of a regular file; the caller then writes the @size bytes of the file by
 * tar_data(). Return: false if the name or the file is too large.
 */
bool tar_file(struct out *o, const char *name, uint64_t size);

/* Write a symbolic link; the result is that of tar_file(). */
bool tar_link(struct out *o, const char *name, const char *target);

/* Write content of a file; tar_pad() then writes zeros up to the end of the last block. */
void tar_data(struct out *o, const void *data, size_t len);
void tar_pad(struct out *o, uint64_t size);

/* Write the end of the archive. */
void tar_end(struct out *o);
