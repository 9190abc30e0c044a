/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Output through the user's pager, on a terminal only. */

#include <stdbool.h>

/*
 * Where standard output is a terminal, start the pager and make it standard output's reader: that
 * of PDATA_PAGER, PERF_PAGER or PAGER, else less; "cat" and "" mean none. The program waits for it
 * when it ends.
 */
void pager_start(void);

/*
 * Whether text may be coloured: standard output is a terminal, or was before the pager, and
 * NO_COLOR is not set.
 */
bool pager_colours(void);

/* Is @fd shown on a terminal, by itself or by the pager? */
bool pager_is_terminal(int fd);
