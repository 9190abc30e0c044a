/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Copies the kernel's code and symbols into the directory of a recording (--kcore). */

#include "base/util.h"

#include <stdbool.h>

/* Result of rec_kcore_copy(). */
struct rec_kcore_done {
	uint64_t bytes;	  /* bytes of code copied, without pages of zeros */
	uint64_t missing; /* bytes of code that could not be read */
	bool changed;	  /* modules were loaded or unloaded during each try to copy */
};

/* Check that /proc/kcore can be opened. Return: 0, or -1 after printing an error. */
int rec_kcore_check(void);
/*
 * Copy the files kallsyms, modules and kcore in the directory @from (/proc) to a new directory @to.
 * Return: 0, or -1 after removing @to and printing an error.
 */
int rec_kcore_copy(const char *from, const char *to, struct rec_kcore_done *done);
/* Remove the files that rec_kcore_copy() made in @dir, and @dir itself if it has no other files. */
void rec_kcore_remove(struct rec_arena *a, const char *dir);
