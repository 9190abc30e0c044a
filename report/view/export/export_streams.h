/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Streams of bytes, such as the samples of each thread. The caller writes to the streams in any
 * order, and later reads one stream after the other. One temporary file holds the bytes, so memory
 * is bounded by the number of streams.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT_STREAM_CHUNK 4096u

struct export_stream {
	/* the last @len bytes of the stream, which are not in the temporary file yet */
	uint8_t *buf;
	uint32_t len, cap;
	/*
	 * Array: the temporary file has the stream in pieces of EXPORT_STREAM_CHUNK bytes; each
	 * element is the offset of one piece in the file.
	 */
	uint64_t *chunks;
	uint32_t nr_chunks, cap_chunks;
};

struct export_streams {
	struct export_stream *streams; /* array, indexed by id of the stream */
	uint32_t nr, cap;
	/*
	 * descriptor of the temporary file of all streams. -1: there is no file, either because no
	 * stream has EXPORT_STREAM_CHUNK bytes yet, or because the file could not be made
	 */
	int fd;
	uint64_t size;
	/*
	 * 0, or errno of the first operation on the temporary file that failed. If @err is not 0,
	 * export_streams_get() returns false.
	 */
	int err;
};

void export_streams_init(struct export_streams *s);
void export_streams_free(struct export_streams *s);

/*
 * Append the @len bytes at @data to the stream with id @stream. Add the stream if @s has no stream
 * with this id. If a write to the temporary file fails, set @s->err.
 */
void export_streams_put(struct export_streams *s, uint32_t stream, const void *data, size_t len);

/* The position in one stream from which export_streams_get() reads the next bytes. */
struct export_stream_place {
	struct export_streams *of;
	const struct export_stream *stream;
	/*
	 * Index in @stream->chunks of the next piece of EXPORT_STREAM_CHUNK bytes that
	 * export_streams_get() reads from the temporary file into @bytes. If @chunk is equal to
	 * @stream->nr_chunks, export_streams_get() next copies @stream->buf into @bytes instead.
	 */
	uint32_t chunk;
	uint32_t at, end;
	uint8_t bytes[EXPORT_STREAM_CHUNK];
};

void export_streams_begin(struct export_stream_place *p, struct export_streams *s, uint32_t stream);

/*
 * Read the next @len bytes of the stream into @data. Return: true; false: the stream has fewer
 * than @len bytes left, or export_streams.err is set because the temporary file cannot be used.
 */
bool export_streams_get(struct export_stream_place *p, void *data, size_t len);
