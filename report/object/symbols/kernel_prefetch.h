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
 * been loaded with @like before. @like must have no kallsyms, vmlinux or server: the thread does
 * not use these. Return: NULL: the thread cannot be started, or memory is exhausted (then
 * mem_failures() increases).
 */
struct kernel_prefetch *kernel_prefetch_start(const struct sym_kernel *like);

/*
 * Join the thread and free @a, which may be NULL. If the thread's kernel and options are those of
 * @k, return the symbol table, which the caller frees, and move the kallsyms that the thread has
 * read to @k. Otherwise return NULL.
 */
struct sym_table_priv *kernel_prefetch_join(struct kernel_prefetch *a, struct sym_kernel *k);

/* Join the thread and free @a with its symbol table. @a may be NULL. */
void kernel_prefetch_free(struct kernel_prefetch *a);
