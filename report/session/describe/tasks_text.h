/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the tasks (processes and threads) of a recording. */

#include "base/out.h"
#include "session/session.h"

#include <stdbool.h>

/*
 * Print the tasks of which the recording has records, as a tree, as perf report --tasks does. With
 * @maps, also print the maps that each task had when it ended. Return: enum rep_exit.
 */
int rep_tasks_print(struct rep_session *s, struct out *o, bool maps);
