/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps a sequence of bytes in memory up to a bound and the rest in a tmpfile. */
#include "base/spill.h"

#include <errno.h>
#include <pdata/pdata.h>
#include <string.h>
#include <unistd.h>

static int write_segment(struct pd_spill *s)
{
	struct pd_spill_file *f = s->file;
	size_t done = 0;

	if (f->fd < 0 ||
	    pd_grow(&s->segments, &s->segments_cap, s->nr_segments + 1, sizeof(*s->segments)))
		return PDATA_E_NOMEM;
	while (done < f->segment) {
		ssize_t n = pwrite(f->fd, s->mem + done, f->segment - done, (off_t)(f->end + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			f->sys_errno = n ? errno : ENOSPC;
			return PDATA_E_SYS;
		}
		done += (size_t)n;
	}
	s->segments[s->nr_segments++] = f->end;
	f->end += f->segment;
	s->len = 0;
	return 0;
}

int pd_spill_put(struct pd_spill *s, const void *data, size_t n)
{
	const bool bounded = s->file && s->file->segment;
	const uint8_t *p = data;

	while (n) {
		size_t piece = n;

		if (bounded && piece > s->file->segment - s->len)
			piece = s->file->segment - s->len;
		if (piece > SIZE_MAX - s->len || pd_grow(&s->mem, &s->cap, s->len + piece, 1))
			return PDATA_E_NOMEM;
		memcpy(s->mem + s->len, p, piece);
		s->len += piece;
		p += piece;
		n -= piece;
		if (bounded && s->len == s->file->segment) {
			int ret = write_segment(s);

			if (ret)
				return ret;
		}
	}
	return 0;
}

static uint64_t bytes_in_file(const struct pd_spill *s)
{
	return s->nr_segments ? s->nr_segments * (uint64_t)s->file->segment : 0;
}

uint64_t pd_spill_size(const struct pd_spill *s)
{
	return bytes_in_file(s) + s->len;
}

/* Read @n bytes, all of which are in one segment. */
static int read_segment(const struct pd_spill *s, uint64_t at, uint8_t *buf, size_t n)
{
	struct pd_spill_file *f = s->file;
	const uint64_t off = s->segments[at / f->segment] + at % f->segment;
	size_t done = 0;

	while (done < n) {
		ssize_t got = pread(f->fd, buf + done, n - done, (off_t)(off + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			f->sys_errno = got ? errno : EIO;
			return PDATA_E_SYS;
		}
		done += (size_t)got;
	}
	return 0;
}

int pd_spill_get(const struct pd_spill *s, uint64_t at, void *buf, size_t n)
{
	const uint64_t in_file = bytes_in_file(s);
	uint8_t *p = buf;

	while (n && at < in_file) {
		const size_t left = s->file->segment - (size_t)(at % s->file->segment),
			     piece = left < n ? left : n;
		int ret = read_segment(s, at, p, piece);

		if (ret)
			return ret;
		at += piece;
		p += piece;
		n -= piece;
	}
	if (n)
		memcpy(p, s->mem + (at - in_file), n);
	return 0;
}

void pd_spill_free(struct pd_spill *s)
{
	pd_free(s->mem);
	pd_free(s->segments);
	*s = (struct pd_spill){ .file = s->file };
}
