/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Sends output through the user's pager, on a terminal only. */

#include <stdbool.h>

/*
 * If standard output is a terminal, start a pager and connect standard output to its input. The
 * command of the pager is the first environment variable that is set, of PDATA_PAGER, PERF_PAGER
 * and PAGER; without these variables, the pager is less. The commands "cat" and "" mean no pager.
 * At exit, the program waits until the user leaves the pager. A second call has no effect, nor has
 * a call after pager_forbid(), which is for the option --no-pager.
 */
void pager_start(void);
void pager_forbid(void);

/*
 * Return: whether output may have colours. Standard output must be a terminal or the pager, and the
 * environment must not have NO_COLOR.
 */
bool pager_colours(void);

/*
 * Return: whether a terminal shows what is written to @fd: @fd is a terminal, or @fd is standard
 * output and the pager runs.
 */
bool pager_is_terminal(int fd);
