/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a reader of the file sees at any moment: sizes and features are promised when they are
 * there.
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

/* Room in w->record for what is put together there. */
struct pd_put pd_writer_scratch(struct pdata_writer *w)
{
	return (struct pd_put){ w->record,	   w->record, w->record + sizeof(w->record),
				(int)w->opts.swap, false,     false };
}

uint64_t pd_writer_attrs_off(const struct pdata_writer *w)
{
	uint64_t off = PDATA_HEADER_SIZE;

	for (size_t i = 0; i < w->nr_events; i++)
		off += 8ull * w->events[i].nr_ids;
	return off;
}

/* The file header; the counterpart of get_header() in file.c. */
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

/* n bytes over what stands at off. */
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

/* Where the features that are known already will stand: between attrs and data. */
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
	w->held.size = w->held.len = 16 * nr; /* before the first commit nothing is held back */
	return 0;
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

/* Two places of the file, and what shall stand there. */
struct change {
	const void *data;
	size_t n;
	uint64_t off;
	uint8_t *map; /* of the pages it is in */
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
 * The bytes of both wait in a pipe; taking them out of it is one system call, which no signal
 * parts.
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
 * Change the header and another place at one moment, so that whoever kills us finds the file as
 * before or as after. Where files cannot be mapped it lacks its features for as long as it takes.
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

/* The header, and at the same moment what was held back since the last commit, if there was one. */
int pd_writer_put_held(struct pdata_writer *w, const struct pd_put *head)
{
	const struct pd_writer_held *h = &w->held;

	if (h->at)
		return change_both(w, h->bytes, h->size, h->at, head);
	return pd_writer_overwrite(w, head->start, (size_t)(head->pos - head->start), 0);
}

/*
 * The table of the early features goes behind the data; what was held back for the table of before
 * takes that one's place in the moment in which size and features change.
 */
int pd_writer_commit_early_at(struct pdata_writer *w, uint64_t end)
{
	const uint64_t before = w->committed;
	struct pd_writer_held *h = &w->held;
	struct pd_put p = pd_writer_scratch(w);
	size_t first = h->at ? h->size - h->len : 0; /* bytes of the new table inside the old one */
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
