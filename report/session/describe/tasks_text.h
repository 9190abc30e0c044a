/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/out.h"
#include "session/session.h"

#include <stdbool.h>

/*
 * The tasks that the file knows as a tree, as perf report --tasks prints it, with @maps each one's
 * maps as they were at its end. Return: enum rep_exit.
 */
int rep_tasks_print(struct rep_session *s, struct out *o, bool maps);
