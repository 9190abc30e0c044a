/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Names of the kernel are read in a thread of its own while the recording is read: nearly all
 * reports want them.
 */

#include "object/symbols/kernel_symbols.h"

struct kernel_prefetch;

/*
 * Begin with the kernel that @like says, of which nothing was read; no option names its files, no
 * server is asked. Return: NULL when there can be no thread, or no memory, which mem_failures()
 * tells.
 */
struct kernel_prefetch *kernel_prefetch_start(const struct sym_kernel *like);

/*
 * End it; @a may be NULL. Return: the table, and what was read is @k's; NULL: it is not of the
 * kernel that @k says.
 */
struct sym_table_priv *kernel_prefetch_join(struct kernel_prefetch *a, struct sym_kernel *k);

/* End it when nobody wants it. */
void kernel_prefetch_free(struct kernel_prefetch *a);
