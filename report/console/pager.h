/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Sends output through the user's pager, on a terminal only. */

#include <stdbool.h>

/*
 * If standard output is a terminal, start a pager that reads it: PDATA_PAGER, PERF_PAGER, PAGER,
 * or less; "cat" and "" mean no pager. At its end the program waits for the pager. Only the first
 * call has an effect, and none after pager_forbid().
 */
void pager_start(void);
void pager_forbid(void);

/*
 * Whether output may be coloured: standard output is a terminal, or was one before the pager
 * started, and NO_COLOR is not set.
 */
bool pager_colours(void);

/* Whether @fd is shown on a terminal, directly or by the pager. */
bool pager_is_terminal(int fd);
