/* SPDX-License-Identifier: BSD-2-Clause */
#include "files/check.h"

#include <stdio.h>
#include <sys/stat.h>

static uint64_t count_chunk_samples(const struct pdata_chunk *k)
{
	uint64_t nr = 0;

	for (uint32_t i = 0; i < k->nr_counts; i++)
		nr += k->counts[i].nr_samples;
	return nr;
}

void check_chunks(struct check *c, const struct pdata_index *x, const char *member, int fd)
{
	for (uint32_t i = 0; i < x->nr_chunks; i++) {
		const struct pdata_chunk *k = &x->chunks[i];
		struct problem p = { .member = member,
				     .part = "data",
				     .off = k->off,
				     .len = k->len,
				     .chunk = i + 1,
				     .nr_chunks = x->nr_chunks,
				     .samples = count_chunk_samples(k),
				     .first_time = k->first_time,
				     .last_time = k->last_time };
		struct pdata_error err;
		int ret = pdata_fd_verify(fd, k->off, k->len, k->xxh3, &err);

		if (!ret)
			continue;
		if (ret == PDATA_E_CHECKSUM)
			snprintf(p.text, sizeof(p.text), "%s", pdata_strerror(ret));
		else
			pdata_error_format(&err, p.text, sizeof(p.text));
		check_problem(c, &p);
	}
}

const struct pdata_feature *check_block(struct pdata_trailer *t, uint32_t type, uint32_t member)
{
	const int64_t i = pdata_trailer_find_member(t, type, member, 0);
	const struct pdata_feature *f;

	return i < 0 || pdata_trailer_read(t, (uint32_t)i, &f, NULL) ? NULL : f;
}

static void check_regions(struct check *c, struct pdata_trailer *t)
{
	const struct pdata_feature *f = check_block(t, PDATA_BLOCK_SUMS, 0);

	for (uint32_t k = 0; f && k < f->u.sums.nr; k++) {
		const struct pdata_region_sum *s = &f->u.sums.regions[k];
		struct problem p = { .part = s->off ? "features" : "header",
				     .off = s->off,
				     .len = s->len };
		int ret = pdata_trailer_verify(t, s->off, s->len, s->xxh3, NULL);

		if (!ret)
			continue;
		snprintf(p.text, sizeof(p.text), "%s", pdata_strerror(ret));
		check_problem(c, &p);
	}
}

/* Each block against its own checksum. */
static void check_blocks(struct check *c, struct pdata_trailer *t)
{
	for (uint32_t i = 0; i < pdata_trailer_info(t)->nr_blocks; i++) {
		const struct pdata_block *b = pdata_trailer_block(t, i);
		const struct pdata_feature *f;
		struct pdata_error err;

		if (!pdata_trailer_read(t, i, &f, &err))
			continue;
		err.off = b->off;
		check_error(c, "trailer", &err, 40 + (b->size + 7) / 8 * 8);
	}
}

/* A trailer that leads nowhere: from where it is wrong up to its end, which is the file's. */
static void bad_trailer(struct check *c, int fd, struct pdata_error *err)
{
	struct stat st;
	uint64_t size = fstat(fd, &st) ? 0 : (uint64_t)st.st_size;

	if (err->off > size)
		err->off = size;
	check_error(c, "trailer", err, size - err->off);
}

bool check_sums(struct check *c, int fd, int dirfd)
{
	const struct pdata_feature *index;
	struct pdata_trailer *t;
	struct pdata_error err;
	int ret = pdata_trailer_open_fd(&t, fd, &err);

	if (ret == PDATA_N_BLOCK)
		return false;
	if (ret) {
		bad_trailer(c, fd, &err);
		return false;
	}
	check_blocks(c, t);
	check_regions(c, t);
	/* As it is, whatever the header says of the data now. */
	index = check_block(t, PDATA_BLOCK_INDEX, 0);
	if (index)
		check_chunks(c, &index->u.index, NULL, fd);
	c->summed = index && (dirfd < 0 || check_members(c, t, dirfd));
	pdata_trailer_close(t);
	return c->summed;
}
