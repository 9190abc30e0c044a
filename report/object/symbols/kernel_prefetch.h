/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads the names of the kernel in a thread while the recording is read, because nearly all
 * reports need them.
 */

#include "object/symbols/kernel_symbols.h"

struct kernel_prefetch;

/*
 * Start a thread that reads the names of the kernel that @like describes. Nothing may have been
 * read for @like before; the thread uses no files that options name, and asks no server. Return:
 * NULL if no thread can be started, or if memory is exhausted, which mem_failures() tells.
 */
struct kernel_prefetch *kernel_prefetch_start(const struct sym_kernel *like);

/*
 * Join the thread; @a may be NULL. Return: the symbol table, and the kallsyms that the thread has
 * read become @k's; NULL: the table is for another kernel than @k describes.
 */
struct sym_table_priv *kernel_prefetch_join(struct kernel_prefetch *a, struct sym_kernel *k);

/* Join the thread and free its result. */
void kernel_prefetch_free(struct kernel_prefetch *a);
