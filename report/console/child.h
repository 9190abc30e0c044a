/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Runs a function of this program in a child process: fork() without exec(). */

#include <sys/types.h>

/*
 * Fork a child process that calls @run(@ctx) and exits with the value that @run returns. Standard
 * output of the child is the descriptor @out, standard error is @err, standard input is /dev/null.
 * The child has a process group of its own, so signals of the terminal do not reach it. SIGINT,
 * SIGTERM and the other signals that the interactive browser (view/tui) handles have their default
 * actions in the child. The child prints messages as commands do, with rep_print_message(). The
 * kernel ends the child with SIGKILL when the calling process ends, however that happens; @run may
 * choose another signal with PR_SET_PDEATHSIG. The calling process must have no other thread.
 * Return: the child's process id; -1: fork() failed.
 */
pid_t rep_child_start(int (*run)(void *ctx), void *ctx, int out, int err);
