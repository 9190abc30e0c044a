/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Sends output through the user's pager, on a terminal only. */

#include <stdbool.h>

/*
 * If standard output is a terminal, start a pager and connect standard output to its input. The
 * command of the pager is the value of the first environment variable that is set, in the order
 * PDATA_PAGER, PERF_PAGER, PAGER. If none of these is set, the pager is less, or there is no pager
 * if /usr/bin/less cannot be executed. The commands "cat" and "" also mean no pager. At exit, the
 * program waits until the user leaves the pager. A second call of pager_start() has no effect. A
 * call after pager_forbid() (option --no-pager) has no effect, either.
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
