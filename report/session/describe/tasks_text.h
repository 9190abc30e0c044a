/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the tasks (processes and threads) of a recording. */

#include "base/out.h"
#include "session/session.h"

#include <stdbool.h>

/*
 * Print all tasks that occur in records of @s as a tree of parents and children, as perf report
 * --tasks does. If @maps is true, also print the maps that each task had when the task ended; for a
 * task without an EXIT record, print its maps at the end of the recording. Return: REP_OK; REP_FAIL
 * if memory is exhausted or rep_session_tasks() fails.
 */
int rep_tasks_print(struct rep_session *s, struct out *o, bool maps);
