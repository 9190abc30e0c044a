/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Changes the file header: data size and features are set only when their bytes are in the file,
 * so that a reader sees a valid file at any moment.
 */
#include "base/err.h"
#include "output/writer_int.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

int pd_writer_fail_sys(struct pdata_writer *w, const char *what)
{
	if (!w->error.code)
		pd_error_sys(&w->error, errno, w->off, what);
	return w->error.code;
}

/* Use w->record as a buffer for bytes to encode. */
struct pd_put pd_writer_scratch(struct pdata_writer *w)
{
	return (struct pd_put){ .start = w->record,
				.pos = w->record,
				.end = w->record + sizeof(w->record),
				.swap = (int)w->opts.swap };
}

uint64_t pd_writer_attrs_off(const struct pdata_writer *w)
{
	uint64_t off = PDATA_HEADER_SIZE;

	for (size_t i = 0; i < w->nr_events; i++)
		off += 8ull * w->events[i].nr_ids;
	return off;
}

/* Encode the file header; get_header() in reader/file.c is the counterpart. */
void pd_writer_put_header(const struct pdata_writer *w, struct pd_put *p, const uint64_t *features)
{
	uint64_t stride = w->attr_size + 16;

	pd_put_u64(p, PDATA_MAGIC2);
	pd_put_u64(p, PDATA_HEADER_SIZE);
	pd_put_u64(p, stride);
	pd_put_u64(p, pd_writer_attrs_off(w));
	pd_put_u64(p, stride * w->nr_events);
	pd_put_u64(p, w->data_off);
	pd_put_u64(p, w->committed);
	pd_put_zero(p, 16);
	for (unsigned i = 0; i < PDATA_NR_FEATURES / 64; i++)
		pd_put_u64(p, features[i]);
}

/* Overwrite @n bytes at file offset @off. */
int pd_writer_overwrite(struct pdata_writer *w, const void *data, size_t n, uint64_t off)
{
	size_t done = 0;

	while (done < n) {
		ssize_t got =
			pwrite(w->fd, (const char *)data + done, n - done, (off_t)(off + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return pd_writer_fail_sys(w, "pwrite");
		done += (size_t)got;
	}
	return 0;
}

/* Reserve the place of early features between attrs and data. */
int pd_writer_reserve_early(struct pdata_writer *w, uint64_t off)
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
	w->held.size = w->held.len = 16 * nr; /* before the first commit no bytes are held back */
	return 0;
}

void pd_writer_put_section(struct pd_put *p, uint64_t off, uint64_t len)
{
	pd_put_u64(p, off);
	pd_put_u64(p, len);
}

/* Clear the feature bitmap of the header, because the feature table is about to be overwritten. */
static int hide_features(struct pdata_writer *w)
{
	static const uint8_t zeros[PDATA_HEADER_SIZE - FEATURES_OFF];

	return pd_writer_overwrite(w, zeros, sizeof(zeros), FEATURES_OFF);
}

/* New bytes for a place of the file; change_both() changes two at once. */
struct change {
	const void *data;
	size_t n;
	uint64_t off;
	uint8_t *map; /* mapping of the pages that have the place */
	size_t map_len;
};

static bool map_change(const struct pdata_writer *w, struct change *c, struct iovec *to)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), base = c->off - c->off % page;
	void *map;

	c->map_len = (size_t)(c->off - base) + c->n;
	map = mmap(NULL, c->map_len, PROT_READ | PROT_WRITE, MAP_SHARED, w->fd, (off_t)base);
	if (map == MAP_FAILED)
		return false;
	c->map = map;
	*to = (struct iovec){ c->map + (c->off - base), c->n };
	return true;
}

/*
 * Write both changes to their mappings with one readv() from a pipe, because a signal cannot split
 * one system call.
 */
static bool fill_both(const struct change c[2], const struct iovec to[2])
{
	const struct iovec from[2] = { { (void *)(uintptr_t)c[0].data, c[0].n },
				       { (void *)(uintptr_t)c[1].data, c[1].n } };
	const ssize_t n = (ssize_t)(c[0].n + c[1].n);
	int fd[2];
	bool done;

	if (pipe2(fd, O_CLOEXEC | O_NONBLOCK))
		return false;
	done = writev(fd[1], from, 2) == n && readv(fd[0], to, 2) == n;
	close(fd[0]);
	close(fd[1]);
	return done;
}

/*
 * Change the header and another place at the same moment, so that a process that is killed leaves
 * the file in its old or in its new state. If the file cannot be mapped, the header lists no
 * features while both places are written.
 */
static int change_both(struct pdata_writer *w, const void *data, size_t n, uint64_t off,
		       const struct pd_put *head)
{
	struct change c[2] = { { .data = data, .n = n, .off = off },
			       { .data = head->start, .n = (size_t)(head->pos - head->start) } };
	struct iovec to[2];
	bool done = map_change(w, &c[0], &to[0]) && map_change(w, &c[1], &to[1]) &&
		    fill_both(c, to);
	int ret;

	for (int i = 0; i < 2; i++)
		if (c[i].map)
			munmap(c[i].map, c[i].map_len);
	if (done)
		return 0;
	ret = hide_features(w);
	if (!ret)
		ret = pd_writer_overwrite(w, data, n, off);
	return ret ? ret : pd_writer_overwrite(w, head->start, c[1].n, 0);
}

/*
 * Write the header. If there was a commit before, also write, at the same moment, the bytes that
 * were held back since then.
 */
int pd_writer_put_held(struct pdata_writer *w, const struct pd_put *head)
{
	const struct pd_writer_held *h = &w->held;

	if (h->at)
		return change_both(w, h->bytes, h->size, h->at, head);
	return pd_writer_overwrite(w, head->start, (size_t)(head->pos - head->start), 0);
}

/*
 * Write the table of the early features at @end, after the data. The bytes that were held back
 * overwrite the table of the last commit at the moment in which data size and features change.
 */
int pd_writer_commit_early_at(struct pdata_writer *w, uint64_t end)
{
	const uint64_t before = w->committed;
	struct pd_writer_held *h = &w->held;
	struct pd_put p = pd_writer_scratch(w);
	/* bytes of the new table that overlap the old one */
	size_t first = h->at ? h->size - h->len : 0;
	int ret;

	for (unsigned i = 0; i < PDATA_NR_FEATURES; i++)
		if (w->feats[i].early_off)
			pd_writer_put_section(&p, w->feats[i].early_off, w->feats[i].early_len);
	ret = pd_writer_overwrite(w, p.start + first, h->size - first, end + first);
	if (ret)
		return ret;
	memcpy(h->bytes + h->size - first, p.start, first);
	w->committed = end - w->data_off;
	p = pd_writer_scratch(w);
	pd_writer_put_header(w, &p, w->early);
	ret = pd_writer_put_held(w, &p);
	if (ret)
		w->committed = before;
	else
		h->at = end;
	return ret;
}

int pd_writer_commit_size_at(struct pdata_writer *w, uint64_t end)
{
	uint8_t size[8];

	pd_st64(size, end - w->data_off, (int)w->opts.swap);
	return pd_writer_overwrite(w, size, sizeof(size), DATA_SIZE_OFF);
}
