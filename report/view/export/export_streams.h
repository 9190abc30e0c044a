/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Streams of bytes that are written in turns and read one after the other, such as the samples of
 * each thread. They are kept in a temporary file, so that memory is bounded by their number.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT_STREAM_CHUNK 4096u

struct export_stream {
	uint8_t *buf; /* what is not in the file yet */
	uint32_t len, cap;
	uint64_t *chunks; /* offsets in the file, of EXPORT_STREAM_CHUNK bytes each */
	uint32_t nr_chunks, cap_chunks;
};

struct export_streams {
	struct export_stream *streams; /* by number */
	uint32_t nr, cap;
	int fd; /* -1: no chunk is full yet */
	uint64_t size;
	int err; /* errno of an operation on the file; nothing more can be read then */
};

void export_streams_init(struct export_streams *s);
void export_streams_free(struct export_streams *s);

/* Append @len bytes to a stream, which is made if it is new. */
void export_streams_put(struct export_streams *s, uint32_t stream, const void *data, size_t len);

/* A read position in a stream. */
struct export_stream_place {
	struct export_streams *of;
	const struct export_stream *stream;
	uint32_t chunk; /* number of the next chunk to be loaded */
	uint32_t at, end;
	uint8_t bytes[EXPORT_STREAM_CHUNK];
};

void export_streams_begin(struct export_stream_place *p, struct export_streams *s, uint32_t stream);

/* Read @len bytes. Return: false at the end of the stream, or if the file cannot be read. */
bool export_streams_get(struct export_stream_place *p, void *data, size_t len);
