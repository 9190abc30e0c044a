/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Runs a part of this program in a child process. No other program is run. */

#include <sys/types.h>

/*
 * Start a child that calls @run, with standard output and error going to @out and @err, and that
 * ends with the status that it returns. The child has no standard input, no terminal, the default
 * actions of signals, and prints messages as a command does. Call it while the process has no other
 * thread. Return: the child's process id, or -1.
 */
pid_t rep_child_start(int (*run)(void *ctx), void *ctx, int out, int err);
