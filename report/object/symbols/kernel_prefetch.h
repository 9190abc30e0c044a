/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Loads the symbols of the kernel in a thread while the recording is read, because nearly all
 * reports need the symbols of the kernel.
 */

#include "object/symbols/kernel_symbols.h"

struct kernel_prefetch;

/*
 * Start a thread that loads the symbols of the kernel that @like describes. No symbols may have
 * been loaded with @like before. The members kallsyms, vmlinux and server of @like must be NULL.
 * Return: a handle for kernel_prefetch_join(). NULL if this machine has only one CPU, if the
 * thread cannot be started, or if memory is exhausted (then mem_failures() increases).
 */
struct kernel_prefetch *kernel_prefetch_start(const struct sym_kernel *like);

/*
 * Join the thread of @a and free @a; @a may be NULL. If the thread has loaded the kernel that @k
 * describes, with the options in @k, the function also moves to @k the kallsyms that the thread has
 * read. Return: the symbol table that the thread has made, which the caller frees; NULL: @a is
 * NULL, or the thread has loaded another kernel or used other options.
 */
struct sym_table_priv *kernel_prefetch_join(struct kernel_prefetch *a, struct sym_kernel *k);

/* Join the thread of @a, and free @a and the symbol table that it has made. @a may be NULL. */
void kernel_prefetch_free(struct kernel_prefetch *a);
