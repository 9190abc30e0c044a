/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Streams of bytes, such as the samples of each thread. The caller writes to all streams in turns,
 * and later reads one stream after the other. One temporary file holds the bytes, so memory is
 * bounded by the number of streams.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT_STREAM_CHUNK 4096u

struct export_stream {
	uint8_t *buf; /* the last bytes of the stream, which are not in the file yet */
	uint32_t len, cap;
	uint64_t *chunks; /* file offsets of the stream's chunks of EXPORT_STREAM_CHUNK bytes */
	uint32_t nr_chunks, cap_chunks;
};

struct export_streams {
	struct export_stream *streams; /* array, indexed by id of the stream */
	uint32_t nr, cap;
	int fd; /* the temporary file; -1: no file yet, because no chunk is full */
	uint64_t size;
	/*
	 * 0: no error; otherwise errno of a failed operation on the file, and export_streams_get()
	 * fails
	 */
	int err;
};

void export_streams_init(struct export_streams *s);
void export_streams_free(struct export_streams *s);

/*
 * Append @len bytes to the stream with id @stream. Add the stream if @s has no stream with this id.
 */
void export_streams_put(struct export_streams *s, uint32_t stream, const void *data, size_t len);

/* A read position in a stream. */
struct export_stream_place {
	struct export_streams *of;
	const struct export_stream *stream;
	uint32_t chunk; /* index of the chunk that is loaded next */
	uint32_t at, end;
	uint8_t bytes[EXPORT_STREAM_CHUNK];
};

void export_streams_begin(struct export_stream_place *p, struct export_streams *s, uint32_t stream);

/*
 * Read the next @len bytes of the stream into @data. Return: false at the end of the stream, or if
 * the file cannot be read (see export_streams.err).
 */
bool export_streams_get(struct export_stream_place *p, void *data, size_t len);
