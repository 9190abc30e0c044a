/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Copies inputs that can be read only once (pipes, sockets) to a file without a name. */

#include <stdbool.h>
#include <stdint.h>

/* Whether @path ("-": standard input) has to be copied because it cannot be read twice. */
bool pipe_copy_needed(const char *path);

/*
 * Copy @path. Return: descriptor of the copy, at its start, or -errno. The copy is gone when the
 * descriptor is closed.
 */
int pipe_copy_open(const char *path);

/*
 * Return: if @path is a pipe with a text of at most @max bytes, the path of a copy of it; else
 * @path. The pipe is copied once, and the copy exists until the context of the calling thread
 * ends. NULL: the pipe cannot be read; errno says why.
 */
const char *pipe_copy_of(const char *path, uint64_t max);
