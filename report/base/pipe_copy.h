/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Inputs that can be read only once (pipes, sockets) are copied to a file without a name. */

#include <stdbool.h>
#include <stdint.h>

/* Whether @path ("-": standard input) has to be copied before it can be read twice. */
bool pipe_copy_needed(const char *path);

/* Return: descriptor of the copy, at its start, or -errno. The copy ends with the descriptor. */
int pipe_copy_open(const char *path);

/*
 * The path of a copy of @path, if that is a pipe, which is a text of at most @max bytes; else
 * @path. The copy of a pipe is made once, and ends with the program. NULL: it cannot be read, with
 * errno.
 */
const char *pipe_copy_of(const char *path, uint64_t max);
