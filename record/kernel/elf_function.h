/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds functions in ELF files, for uprobes. */

#include <stdint.h>

/* Store the offset in the file of function @name. Return: 0, -ESRCH if there is none, or -errno. */
int rec_elf_function(const char *path, const char *name, uint64_t *off);
