/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SPOOL_H
#define REP_SPOOL_H

/* Inputs that can be read only once (pipes, sockets) are copied to a file without a name. */

#include <stdbool.h>

/* Whether @path ("-": standard input) has to be copied before it can be read twice. */
bool pipe_copy_needed(const char *path);

/* Return: descriptor of the copy, at its start, or -errno. The copy ends with the descriptor. */
int spool_input(const char *path);

#endif
