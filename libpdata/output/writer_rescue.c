/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the complete records in the file valid after a write has failed, because the disk is full,
 * a limit is reached or the device is broken. The rescue needs no space: it overwrites the header,
 * and the file only becomes shorter.
 */
#include "output/writer_int.h"
#include "wire/record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file that is read back through w->buf, whose content cannot be written any more. */
struct back {
	struct pdata_writer *w;
	int fd;
	bool own_fd;
	/* file offset of the writer's first byte: output in pipe mode may be appended to a file */
	uint64_t base;
	uint64_t start; /* offset of the bytes in w->buf, counted as w->off */
	size_t len;
};

/* Get a descriptor that can be read: "> FILE" of a shell opens the file for writing only. */
static void open_back(struct back *b)
{
	const int flags = fcntl(b->w->fd, F_GETFL);
	char path[32];

	b->fd = b->w->fd;
	if (flags < 0 || (flags & O_ACCMODE) != O_WRONLY)
		return;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", b->w->fd);
	b->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	b->own_fd = b->fd >= 0;
}

/*
 * Put the held back bytes over what was read: they are in memory, and in the file the feature
 * table is in their place.
 */
static void overlay_held(struct back *b)
{
	const struct pd_writer_held *h = &b->w->held;

	for (size_t i = 0; h->at && i < h->len; i++) {
		const uint64_t at = h->at + i;

		if (at >= b->start && at - b->start < b->len)
			b->w->buf[at - b->start] = h->bytes[i];
	}
}

/* Get @need bytes from offset @at on into w->buf. Return: the first of them, or NULL. */
static const uint8_t *look_back(struct back *b, uint64_t at, size_t need)
{
	uint8_t *buf = b->w->buf;

	if (at >= b->start && at - b->start + need <= b->len)
		return buf + (at - b->start);
	b->start = at;
	b->len = 0;
	while (b->len < BUFFER_BYTES) {
		ssize_t n = pread(b->fd, buf + b->len, BUFFER_BYTES - b->len,
				  (off_t)(b->base + at + b->len));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		b->len += (size_t)n;
	}
	overlay_held(b);
	return need <= b->len ? buf : NULL;
}

/*
 * Find the end of the record at @at and of the bytes that belong to it. Return: 0 if that is
 * unknown.
 */
static uint64_t record_end(struct back *b, uint64_t at)
{
	const int swap = (int)b->w->opts.swap;
	const uint8_t *p = look_back(b, at, PDATA_RECORD_HEADER);
	struct pdata_record rec = { .swap = b->w->opts.swap };
	struct pdata_value v;

	if (!p)
		return 0;
	rec.type = pd_ld32(p, swap);
	rec.misc = pd_ld16(p + 4, swap);
	rec.size = pd_ld16(p + 6, swap);
	if (rec.size < PDATA_RECORD_HEADER)
		return 0;
	if (rec.type != PDATA_RECORD_AUXTRACE && rec.type != PDATA_RECORD_TRACING_DATA)
		return at + rec.size;
	rec.data = look_back(b, at, rec.size);
	if (!rec.data || pdata_record_decode(&rec, &v, NULL))
		return 0;
	return at + rec.size + pd_record_payload(&rec, &v);
}

/* Whether the records in COMPRESSED records are complete if the file ends at @end. */
static bool is_whole_inside(const struct pdata_writer *w, uint64_t end)
{
	const uint64_t known = w->nr_cuts < NR_CUTS ? w->nr_cuts : NR_CUTS;

	if (w->open_cut && end > w->open_cut)
		return false;
	for (uint64_t i = w->nr_cuts - known; i < w->nr_cuts; i++)
		if (end > w->cuts[i % NR_CUTS].from && end < w->cuts[i % NR_CUTS].to)
			return false;
	return w->nr_cuts == known || end >= w->cuts[w->nr_cuts % NR_CUTS].from;
}

/*
 * Find the end of the last record from @from on that ends at or before @limit and splits no record
 * inside. Return: @from if there is none.
 */
static uint64_t last_whole(struct back *b, uint64_t from, uint64_t limit)
{
	uint64_t whole = from, end = from, next;

	while ((next = record_end(b, end)) > end && next <= limit) {
		end = next;
		if (is_whole_inside(b->w, end))
			whole = end;
	}
	return whole;
}

/*
 * Commit the data up to *@end with the table of early features. If no bytes can be added to the
 * file, the table overwrites the last records, and *@end is set to the end of those that remain.
 * Return: as set_end().
 */
static int set_early(struct back *b, uint64_t from, uint64_t *end)
{
	struct pdata_writer *w = b->w;
	const size_t size = w->held.size;
	const uint64_t behind = w->held.at ? w->held.at + size : w->data_off;

	if (*end < behind)
		return 0;
	if (!pd_writer_commit_early_at(w, *end))
		return 1;
	*end = last_whole(b, from, *end - size);
	if (*end < behind || *end <= from)
		return 0;
	return pd_writer_commit_early_at(w, *end) ? -1 : 1;
}

/*
 * Make the data valid up to the last record that ends at or before @limit. Return: 1; 0 if there
 * is none; -1 and errno.
 */
static int set_end(struct back *b, uint64_t limit)
{
	struct pdata_writer *w = b->w;
	const uint64_t from = w->data_off + w->committed;
	uint64_t end = w->in_features ? from : last_whole(b, from, limit);
	int done = 1;

	if (end <= from)
		return 0;
	if (w->held.size)
		done = set_early(b, from, &end);
	else if (pd_writer_commit_size_at(w, end))
		done = -1;
	if (done > 0)
		w->committed = end - w->data_off;
	return done;
}

/*
 * Make the records of a file valid. On a full disk, copy-on-write file systems (btrfs) cannot
 * overwrite bytes either: then the last bytes are given up, so that the header, which says where
 * the others are, can be written.
 */
static void rescue_file(struct back *b)
{
	static const uint32_t give_up[] = { 8192, 65536, 262144 };
	struct pdata_writer *w = b->w;
	uint64_t size = w->held.size;
	int done = set_end(b, w->off);

	for (size_t i = 0; i < PD_NR(give_up) && done < 0; i++) {
		if ((errno != ENOSPC && errno != EDQUOT) ||
		    w->off - w->data_off - w->committed < 2 * give_up[i] ||
		    ftruncate(w->fd, (off_t)(w->off - give_up[i])))
			break;
		done = set_end(b, w->off - give_up[i] - size);
	}
	/* The bytes after the data are a part of a record or feature. */
	if (done >= 0 && w->committed &&
	    ftruncate(w->fd, (off_t)(w->data_off + w->committed + size)))
		return; /* `pdata check` then reports the bytes after the data */
}

static void rescue_records(struct back *b)
{
	struct pdata_writer *w = b->w;
	const uint64_t end = last_whole(b, w->data_off + w->committed, w->off);

	if (!ftruncate(w->fd, (off_t)(b->base + end)))
		w->committed = end - w->data_off;
}

void pd_writer_rescue(struct pdata_writer *w)
{
	struct back b = { .w = w };
	struct stat st;
	off_t pos;

	if (w->rescued || w->off < w->data_off || !w->begun)
		return;
	w->rescued = true;
	if (fstat(w->fd, &st) || !S_ISREG(st.st_mode))
		return;
	open_back(&b);
	if (w->opts.container == PDATA_CONTAINER_FILE) {
		rescue_file(&b);
	} else {
		pos = lseek(w->fd, 0, SEEK_CUR);
		if (pos >= (off_t)w->off && pos == st.st_size) {
			b.base = (uint64_t)pos - w->off;
			rescue_records(&b);
		}
	}
	if (b.own_fd)
		close(b.fd);
}
