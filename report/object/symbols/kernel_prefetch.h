/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SYM_AHEAD_H
#define REP_SYM_AHEAD_H

/* Names of the kernel are read in a thread of its own while the recording is read: nearly all reports want them. */

#include "object/symbols/kernel_symbols.h"

struct sym_ahead;

/* Begin with the kernel that @like says, of which nothing was read; no option names its files, no server is asked.
 * Return: NULL when there can be no thread. */
struct sym_ahead *sym_ahead_start(const struct sym_kernel *like);

/* End it; @a may be NULL. Return: the table, and what was read is @k's; NULL: it is not of the kernel that @k says. */
struct sym_tab *sym_ahead_take(struct sym_ahead *a, struct sym_kernel *k);

/* End it when nobody wants it. */
void sym_ahead_free(struct sym_ahead *a);

#endif
