/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Copies the kernel's code and symbols into the directory of a recording (--kcore). */

#include "base/util.h"

#include <stdbool.h>

/* Result of rec_kcore_copy(). */
struct rec_kcore_done {
	/* number of bytes of kernel code that were copied, without pages of zeros */
	uint64_t bytes;
	uint64_t missing; /* number of bytes of kernel code that could not be read */
	/*
	 * the file kallsyms changed during each attempt to copy it, because modules came or went
	 */
	bool changed;
};

/*
 * Check that /proc/kcore can be opened. Call this function before the recording begins. Return: 0,
 * or -1 after printing an error.
 */
int rec_kcore_check(void);
/*
 * Copy the files kallsyms and modules of the directory @from (/proc) to the new directory @to, and
 * copy there the kernel's code, which the function reads from the file kcore in @from. Fill @done.
 * Return: 0; -1: an error was printed, and @to was removed.
 */
int rec_kcore_copy(const char *from, const char *to, struct rec_kcore_done *done);
/* Remove the files that rec_kcore_copy() made in @dir, and @dir itself if it has no other files. */
void rec_kcore_remove(struct rec_arena *a, const char *dir);
