/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Appends bytes to the output: gathers small pieces in a buffer, writes the buffer at the end of
 * the file, and commits what was written.
 */
#include "base/err.h"
#include "output/writer_int.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

int pd_writer_misuse(struct pdata_writer *w, uint32_t rec_type, const char *why)
{
	if (!w->error.code)
		pd_error(&w->error, PDATA_E_ARG, w->off + w->len, rec_type, "", "%s", why);
	return w->error.code;
}

int pd_writer_no_memory(struct pdata_writer *w, const char *what)
{
	if (!w->error.code)
		pd_error(&w->error, PDATA_E_NOMEM, w->off + w->len, 0, "", "%s", what);
	return PDATA_E_NOMEM;
}

/* Advance the vector by @n bytes, which were written. */
static void advance_iov(struct pdata_writer *w, struct iovec **iov, int *nr, size_t n)
{
	w->off += n;
	while (*nr && n >= (*iov)->iov_len) {
		n -= (*iov)->iov_len;
		(*iov)++;
		(*nr)--;
	}
	if (*nr) {
		(*iov)->iov_base = (char *)(*iov)->iov_base + n;
		(*iov)->iov_len -= n;
	}
}

/*
 * Write the whole vector at the end of the file, also if calls are interrupted or short. The bytes
 * at the place of the table of early features are held back.
 */
static int write_iov(struct pdata_writer *w, struct iovec *iov, int nr)
{
	struct pd_writer_held *h = &w->held;

	while (nr && h->len < h->size) {
		size_t n = h->size - h->len < iov->iov_len ? h->size - h->len : iov->iov_len;

		if (n)
			memcpy(h->bytes + h->len, iov->iov_base, n);
		h->len += n;
		advance_iov(w, &iov, &nr, n);
	}
	while (nr) {
		ssize_t n = writev(w->fd, iov, nr < IOV_MAX ? nr : IOV_MAX);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			pd_writer_fail_sys(w, "write");
			pd_writer_rescue(w);
			return w->error.code;
		}
		advance_iov(w, &iov, &nr, (size_t)n);
	}
	return 0;
}

int pd_writer_flush(struct pdata_writer *w)
{
	struct iovec iov = { w->buf, w->len };

	if (w->error.code || !w->len)
		return w->error.code;
	w->len = 0;
	return write_iov(w, &iov, 1);
}

int pd_writer_append_untapped(struct pdata_writer *w, const struct pdata_span *spans, size_t nr)
{
	struct iovec iov[16];
	int used = 0;
	size_t total = 0;

	if (w->error.code)
		return w->error.code;
	for (size_t i = 0; i < nr; i++)
		total += spans[i].len;
	if (total <= BUFFER_BYTES - w->len && total < BUFFER_BYTES / 2) {
		for (size_t i = 0; i < nr; i++) {
			if (spans[i].len)
				memcpy(w->buf + w->len, spans[i].data, spans[i].len);
			w->len += spans[i].len;
		}
		return 0;
	}
	iov[used++] = (struct iovec){ w->buf, w->len };
	for (size_t i = 0; i < nr; i++) {
		if (used == 16) {
			w->len = 0;
			if (write_iov(w, iov, used))
				return w->error.code;
			used = 0;
		}
		iov[used++] = (struct iovec){ (void *)(uintptr_t)spans[i].data, spans[i].len };
	}
	w->len = 0;
	return write_iov(w, iov, used);
}

int pd_writer_append_spans(struct pdata_writer *w, const struct pdata_span *spans, size_t nr)
{
	uint64_t at = w->off + w->len;

	for (size_t i = 0; i < nr && w->tap && !w->error.code; at += spans[i++].len)
		if (spans[i].len)
			w->tap(w->tap_arg, at, spans[i].data, spans[i].len);
	return pd_writer_append_untapped(w, spans, nr);
}

int pd_writer_append(struct pdata_writer *w, const void *data, size_t len)
{
	struct pdata_span s = { data, len };

	return pd_writer_append_spans(w, &s, 1);
}

uint64_t pdata_writer_bytes(const struct pdata_writer *w)
{
	/* The feature table and the features follow the data, and are in w->off, too. */
	return w->in_features ? w->committed : w->off + w->len - w->data_off;
}

static int commit_early(struct pdata_writer *w)
{
	struct pd_writer_held *h = &w->held;
	int ret = pd_writer_commit_early_at(w, w->off);

	if (ret)
		return ret;
	h->len = 0;
	if (lseek(w->fd, (off_t)(w->off + h->size), SEEK_SET) < 0)
		return pd_writer_fail_sys(w, "lseek");
	return 0;
}

/*
 * Write the data before the size that counts them, so that the header never counts bytes that are
 * not in the file.
 */
int pdata_writer_commit(struct pdata_writer *w)
{
	int ret = w->state == WRITER_BEGUN
			  ? pd_writer_flush(w)
			  : pd_writer_misuse(w, 0, "commit before begin or after finish");

	if (ret || w->committed == w->off - w->data_off)
		return ret;
	if (w->opts.container == PDATA_CONTAINER_FILE)
		ret = w->held.size ? commit_early(w) : pd_writer_commit_size_at(w, w->off);
	if (ret)
		pd_writer_rescue(w);
	else
		w->committed = w->off - w->data_off;
	return ret;
}
