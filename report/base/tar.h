/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A tar archive (POSIX ustar) written from front to back. */

#include "base/out.h"

#include <stdbool.h>
#include <stdint.h>

#define TAR_BLOCK 512u
#define TAR_MAX UINT64_C(077777777777) /* bytes of a file */

/*
 * The header of an ordinary file; its @size bytes follow with tar_data(). False: the name is too
 * long.
 */
bool tar_file(struct out *o, const char *name, uint64_t size);

/* A symbolic link. */
bool tar_link(struct out *o, const char *name, const char *target);

/* Content, then, with tar_pad(), zeros up to the end of its last block. */
void tar_data(struct out *o, const void *data, size_t len);
void tar_pad(struct out *o, uint64_t size);

/* The end of the archive. */
void tar_end(struct out *o);
