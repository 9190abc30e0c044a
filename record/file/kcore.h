/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Copies the kernel's code and its names into the directory of a recording (--kcore). */

#include "base/util.h"

#include <stdbool.h>

struct rec_kcore_done {
	uint64_t bytes;	  /* bytes of code, without pages of zeros */
	uint64_t missing; /* bytes that could not be read */
	bool changed;	  /* modules were loaded or unloaded during each try */
};

/* Check that /proc/kcore can be opened. Return: 0, or -1 after printing an error. */
int rec_kcore_check(void);
/*
 * Copy kallsyms, modules and kcore of directory @from (/proc) to a new directory @to. Return: 0, or
 * -1 after printing an error and removing @to.
 */
int rec_kcore_copy(const char *from, const char *to, struct rec_kcore_done *done);
/* Remove the files that rec_kcore_copy() made in @dir, and @dir itself if it has no other files. */
void rec_kcore_remove(struct rec_arena *a, const char *dir);
