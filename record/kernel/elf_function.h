/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Functions in ELF files, for probes. */

#include <stdint.h>

/* elf_function.c: where in a file a function begins. Return: 0, -ESRCH no such function, -errno. */
int rec_elf_function(const char *path, const char *name, uint64_t *off);
