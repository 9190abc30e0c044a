/* SPDX-License-Identifier: BSD-2-Clause */
/* What a reader of the file sees at any moment: sizes and features are promised when they are there. */
#include "err.h"
#include "writer.h"

#include <errno.h>
#include <unistd.h>

/* n bytes over what stands at off. */
int pd_writer_overwrite(struct pdata_writer *w, const void *data, size_t n, uint64_t off)
{
	size_t done = 0;

	while (done < n) {
		ssize_t got = pwrite(w->fd, (const char *)data + done, n - done, (off_t)(off + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return pd_writer_fail_sys(w, "pwrite");
		done += (size_t)got;
	}
	return 0;
}

/* Where the features that are known already will stand: between attrs and data. */
int pd_writer_place_early(struct pdata_writer *w, uint64_t off)
{
	size_t nr = 0;

	w->data_off = off;
	for (unsigned i = 0; i < PDATA_NR_FEATURES; i++) {
		if (!(w->early[i / 64] >> i % 64 & 1))
			continue;
		w->feats[i].early_off = w->data_off;
		w->feats[i].early_len = w->feats[i].len;
		w->data_off += PD_ALIGN8(w->feats[i].len);
		nr++;
	}
	if (!nr)
		return 0;
	w->held.bytes = pd_calloc(nr, 16);
	if (!w->held.bytes)
		return PDATA_E_NOMEM;
	w->held.size = w->held.len = 16 * nr; /* before the first commit nothing is held back */
	return 0;
}

void pd_writer_append_early(struct pdata_writer *w)
{
	static const uint8_t zeros[8];

	for (unsigned i = 0; i < PDATA_NR_FEATURES; i++) {
		const struct feat_out *f = &w->feats[i];

		if (!f->early_off)
			continue;
		pd_writer_append(w, f->data, (size_t)f->len);
		pd_writer_append(w, zeros, (size_t)(PD_ALIGN8(f->len) - f->len));
	}
}

void pd_writer_put_section(struct pd_put *p, uint64_t off, uint64_t len)
{
	pd_put_u64(p, off);
	pd_put_u64(p, len);
}

/* Take the promise of features back: their table is about to be written over. */
static int hide_features(struct pdata_writer *w)
{
	static const uint8_t zeros[PDATA_HEADER_SIZE - FEATURES_OFF];

	return pd_writer_overwrite(w, zeros, sizeof(zeros), FEATURES_OFF);
}

/*
 * The table of the early features behind the data, then the data that was held back for the table
 * of before, then size and features in one stroke. Only between the last two steps does the file
 * lack its features; it is well-formed all the time.
 */
static int commit_early(struct pdata_writer *w)
{
	struct held *h = &w->held;
	struct pd_put p = pd_writer_scratch(w);
	bool apart = w->off >= h->at + h->size; /* the new table is clear of the old one */
	int ret;

	for (unsigned i = 0; i < PDATA_NR_FEATURES; i++)
		if (w->feats[i].early_off)
			pd_writer_put_section(&p, w->feats[i].early_off, w->feats[i].early_len);
	ret = apart ? pd_writer_overwrite(w, p.start, h->size, w->off) : 0;
	if (!ret && w->committed)
		ret = hide_features(w);
	if (!ret && h->at)
		ret = pd_writer_overwrite(w, h->bytes, h->len, h->at);
	if (!ret && !apart)
		ret = pd_writer_overwrite(w, p.start, h->size, w->off);
	if (ret)
		return ret;
	w->committed = w->off - w->data_off;
	p = pd_writer_scratch(w);
	pd_put_u64(&p, w->committed);
	pd_put_zero(&p, FEATURES_OFF - DATA_SIZE_OFF - 8);
	for (unsigned i = 0; i < PDATA_NR_FEATURES / 64; i++)
		pd_put_u64(&p, w->early[i]);
	h->at = w->off;
	h->len = 0;
	if (lseek(w->fd, (off_t)(w->off + h->size), SEEK_SET) < 0)
		return pd_writer_fail_sys(w, "lseek");
	return pd_writer_overwrite(w, p.start, (size_t)(p.pos - p.start), DATA_SIZE_OFF);
}

/* The size comes after the bytes it counts: at no moment does it promise what is not there. */
int pdata_writer_commit(struct pdata_writer *w)
{
	uint8_t size[8];
	int ret = pd_writer_flush(w);

	if (ret || w->opts.container == PDATA_CONTAINER_PIPE)
		return ret;
	if (w->committed == w->off - w->data_off)
		return 0;
	if (w->held.size)
		return commit_early(w);
	pd_st64(size, w->off - w->data_off, (int)w->opts.swap);
	ret = pd_writer_overwrite(w, size, sizeof(size), DATA_SIZE_OFF);
	if (!ret)
		w->committed = w->off - w->data_off;
	return ret;
}

/* What follows the data now goes where the table of the early features was. */
int pd_writer_leave_early(struct pdata_writer *w)
{
	if (!w->held.size)
		return 0;
	w->held.size = 0;
	if (lseek(w->fd, (off_t)w->off, SEEK_SET) < 0)
		return pd_writer_fail_sys(w, "lseek");
	return hide_features(w);
}
