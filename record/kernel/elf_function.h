/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds functions in ELF files, for uprobes. */

#include <stdint.h>

/*
 * Store in *@off the file offset of the function @name in the ELF file @path. Return: 0; -ESRCH: no
 * function has this name; another -errno: the file cannot be read.
 */
int rec_elf_function(const char *path, const char *name, uint64_t *off);
