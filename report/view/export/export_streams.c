/* SPDX-License-Identifier: BSD-2-Clause */
/* Streams of bytes in a temporary file. */
#include "view/export/export_streams.h"

#include "base/memory.h"
#include "common/tmpfile.h"
#include "console/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FIRST_BYTES 256u

void export_streams_init(struct export_streams *s)
{
	*s = (struct export_streams){ .fd = -1 };
}

void export_streams_free(struct export_streams *s)
{
	for (uint32_t i = 0; i < s->nr; i++) {
		free(s->streams[i].buf);
		free(s->streams[i].chunks);
	}
	free(s->streams);
	if (s->fd >= 0)
		close(s->fd);
	export_streams_init(s);
}

static bool write_all(int fd, const uint8_t *data, size_t len, uint64_t at)
{
	while (len) {
		const ssize_t n = pwrite(fd, data, len, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		data += n;
		len -= (size_t)n;
		at += (uint64_t)n;
	}
	return true;
}

/* Write the full buffer of @t to the file. */
static void write_chunk(struct export_streams *s, struct export_stream *t)
{
	if (s->fd < 0 && !s->err)
		s->fd = pd_tmpfile();
	if (s->err || s->fd < 0 || !write_all(s->fd, t->buf, t->len, s->size)) {
		s->err = s->err ? s->err : errno ? errno : EIO;
	} else {
		if (!mem_room(&t->chunks, &t->cap_chunks, t->nr_chunks, sizeof(*t->chunks)))
			rep_exit_no_memory();
		t->chunks[t->nr_chunks++] = s->size;
		s->size += t->len;
	}
	t->len = 0;
}

static struct export_stream *get_stream(struct export_streams *s, uint32_t stream)
{
	if (!mem_room_zeroed(&s->streams, &s->cap, stream, sizeof(*s->streams)))
		rep_exit_no_memory();
	s->nr = s->nr > stream ? s->nr : stream + 1;
	return &s->streams[stream];
}

void export_streams_put(struct export_streams *s, uint32_t stream, const void *data, size_t len)
{
	struct export_stream *t = get_stream(s, stream);
	const uint8_t *from = data;

	while (len) {
		size_t n = len;

		if (t->len + n > t->cap && t->cap < EXPORT_STREAM_CHUNK) {
			t->cap = t->cap ? 2 * t->cap : FIRST_BYTES;
			t->buf = rep_grow(t->buf, t->cap, 1);
			continue;
		}
		n = n < t->cap - t->len ? n : t->cap - t->len;
		memcpy(t->buf + t->len, from, n);
		t->len += (uint32_t)n;
		from += n;
		len -= n;
		if (t->len == EXPORT_STREAM_CHUNK)
			write_chunk(s, t);
	}
}

void export_streams_begin(struct export_stream_place *p, struct export_streams *s, uint32_t stream)
{
	static const struct export_stream none;

	p->of = s;
	p->stream = stream < s->nr ? &s->streams[stream] : &none;
	p->chunk = p->at = p->end = 0;
}

/* Load the next bytes of the stream: of the file, and then those that are in memory. */
static bool load_chunk(struct export_stream_place *p)
{
	const struct export_stream *t = p->stream;

	p->at = p->end = 0;
	if (p->chunk < t->nr_chunks) {
		while (p->end < EXPORT_STREAM_CHUNK) {
			const ssize_t n = pread(p->of->fd, p->bytes + p->end,
						EXPORT_STREAM_CHUNK - p->end,
						(off_t)(t->chunks[p->chunk] + p->end));

			if (n < 0 && errno == EINTR)
				continue;
			if (n <= 0) {
				p->of->err = n ? errno : EIO;
				return false;
			}
			p->end += (uint32_t)n;
		}
	} else if (p->chunk == t->nr_chunks && t->len) {
		memcpy(p->bytes, t->buf, t->len);
		p->end = t->len;
	}
	p->chunk++;
	return p->end;
}

bool export_streams_get(struct export_stream_place *p, void *data, size_t len)
{
	uint8_t *to = data;

	while (len && !p->of->err) {
		size_t n = p->end - p->at;

		if (!n) {
			if (!load_chunk(p))
				return false;
			continue;
		}
		n = n < len ? n : len;
		memcpy(to, p->bytes + p->at, n);
		p->at += (uint32_t)n;
		to += n;
		len -= n;
	}
	return !len;
}
