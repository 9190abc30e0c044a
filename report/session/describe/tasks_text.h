/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the tasks of a recording. */

#include "base/out.h"
#include "session/session.h"

#include <stdbool.h>

/*
 * Print the tasks that the file has records of as a tree, as perf report --tasks does. @maps: also
 * print each task's maps as they were when the task ended. Return: enum rep_exit.
 */
int rep_tasks_print(struct rep_session *s, struct out *o, bool maps);
