/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Runs a thread that reads the next blocks of a recording's file into memory while the calling
 * thread decodes the blocks before them.
 */

#include <pdata/pdata.h>

struct read_thread;

/*
 * Start a thread that does the reads of @r (pdata_reader_set_async_read()). @size: size of the file
 * in bytes. Return: a handle for read_thread_end(), which must be called before @r is closed; NULL:
 * a thread would save no time or cannot be started, and @r does its reads itself.
 */
struct read_thread *read_thread_start(struct pdata_reader *r, uint64_t size);

/* Let the reader do its reads itself again, end the thread, and free @t. NULL is allowed. */
void read_thread_end(struct read_thread *t);
