/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A copy of the kernel's code and its names beside a recording (--kcore). */

#include "base/util.h"

#include <stdbool.h>

struct rec_kcore_done {
	uint64_t bytes;	  /* of code, without pages of zeros */
	uint64_t missing; /* that could not be read */
	bool changed;	  /* modules came or went meanwhile, each time that it was tried */
};

/* Before anything is done: can it be read? Return: 0 or -1 (said). */
int rec_kcore_check(void);
/*
 * Copy kallsyms, modules and kcore of directory @from (/proc) to a new directory. Return: 0, or -1
 * (said) with nothing left.
 */
int rec_kcore_copy(const char *from, const char *to, struct rec_kcore_done *done);
/* Remove the files that such a directory has, and it unless there are others. */
void rec_kcore_remove(struct rec_arena *a, const char *dir);
