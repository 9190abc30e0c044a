/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Copies inputs that can be read only once (pipes, sockets) to a file without a name. */

#include <stdbool.h>
#include <stdint.h>

/*
 * Return whether the input @path can be read only once, so that the caller must copy the input.
 * The path "-" stands for standard input.
 */
bool pipe_copy_needed(const char *path);

/*
 * Copy the input @path ("-": standard input) to a nameless file, which disappears when its
 * descriptor is closed. Return: the descriptor, at offset 0; -errno on failure. If the input does
 * not begin like perf.data or a compressed file, only its beginning is copied. The copy of a
 * regular file has the modification time of that file.
 */
int pipe_copy_open(const char *path);

/*
 * If @path is the path of a pipe (a FIFO), copy at most about @max bytes of the pipe, and return a
 * path from which the copy can be read; for any other file return @path. A second call with the
 * same @path returns the path of the same copy. Only one pipe is copied in each context (see
 * context.h); for a second pipe return @path. The copy exists until rep_context_end(). NULL: the
 * pipe cannot be read or copied, and errno has the reason.
 */
const char *pipe_copy_of(const char *path, uint64_t max);
