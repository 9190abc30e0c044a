/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the trailer of a finished file: the index of its data, checksums of all other bytes, and
 * blocks from the caller or from the old trailer.
 */
#include "output/index_write.h"
#include "base/err.h"
#include "base/xxh3.h"
#include "output/indexer.h"
#include "trailer/trailer_int.h"

#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

#define HOLE_BYTES ((uint64_t)1 << 20) /* smaller holes are summed as zeros */

struct sums {
	struct pdata_region_sum *regions;
	size_t nr, cap;
};

static const uint8_t zeros[8];

static uint64_t data_end(const struct pd_index_job *j)
{
	return j->r->info.data_offset + j->r->info.data_size;
}

/* Compute the checksum of a region, whose last @pad bytes are zeros that are not written yet. */
static int sum_of(struct pd_index_job *j, struct pdata_region_sum *s, size_t pad,
		  struct pdata_error *err)
{
	struct pd_xxh3 *x = pd_xxh3_new();
	uint64_t at = s->off, end = s->off + s->len - pad;

	if (!x)
		return pd_error(err, PDATA_E_NOMEM, at, 0, "", "sum");
	while (at < end) {
		size_t want = end - at < PD_INDEX_READ_BYTES ? (size_t)(end - at)
							     : PD_INDEX_READ_BYTES;

		if (pd_input_pread(&j->r->in, j->room, want, at) < want) {
			pd_xxh3_free(x);
			return pd_error_sys(err, j->r->in.sys_errno, at, "read");
		}
		pd_xxh3_add(x, j->room, want);
		at += want;
	}
	pd_xxh3_add(x, zeros, pad);
	s->xxh3 = pd_xxh3_sum(x);
	pd_xxh3_free(x);
	return 0;
}

/* Add a region with its checksum. */
static int add_sum(struct pd_index_job *j, struct sums *s, uint64_t off, uint64_t end, size_t pad,
		   struct pdata_error *err)
{
	if (pd_grow(&s->regions, &s->cap, s->nr + 1, sizeof(*s->regions)))
		return pd_error(err, PDATA_E_NOMEM, off, 0, "", "sum");
	s->regions[s->nr] = (struct pdata_region_sum){ off, end - off, 0 };
	return sum_of(j, &s->regions[s->nr++], pad, err);
}

/*
 * Append the checksums of everything that is not data. Large holes of a sparse file are left out:
 * summing them would take as long as if they were written.
 */
static int append_sums_block(struct pd_index_job *j, size_t pad, struct pdata_error *err)
{
	const uint64_t end = j->base + pad;
	uint64_t from = data_end(j), to = from;
	struct pdata_feature f = { .bit = PDATA_BLOCK_SUMS };
	struct sums s = { .nr = 0 };
	int ret = add_sum(j, &s, 0, j->r->info.data_offset, 0, err);

	while (!ret && to < j->base) {
		const uint64_t hole = pd_input_next_hole(&j->r->in, to);

		to = hole < j->base ? pd_input_next_data(&j->r->in, hole) : j->base;
		to = to < j->base ? to : j->base;
		if (hole >= j->base || to - hole < HOLE_BYTES)
			continue;
		ret = hole > from ? add_sum(j, &s, from, hole, 0, err) : 0;
		from = to;
	}
	if (!ret)
		ret = add_sum(j, &s, from, end, pad, err);
	f.u.sums.nr = (uint32_t)s.nr;
	f.u.sums.regions = s.regions;
	if (!ret)
		ret = pd_index_put_feature(j, &f, 0, 0);
	pd_free(s.regions);
	return ret;
}

static int append_times_block(struct pd_index_job *j, struct pdata_indexer *x)
{
	struct pdata_feature f = { .bit = PDATA_BLOCK_TIMES };
	int ret = pdata_slices_get(pd_indexer_slices(x), &f.u.times);

	return ret ? ret : pd_index_put_feature(j, &f, 0, 1);
}

/*
 * Append all blocks about the data. A directory with members has no TIMES block, because readers
 * would take times of a part of the samples for those of all.
 */
static int put_index(struct pd_index_job *j, struct pdata_indexer *x, size_t pad,
		     struct pdata_error *err)
{
	const bool alone = !j->members.nr;
	int ret = pd_index_put(j, x, 0);

	if (ret == PDATA_E_CUT)
		return pd_error(err, ret, data_end(j), 0, "data", "the last record is incomplete");
	if (!ret && alone)
		ret = append_times_block(j, x);
	if (!ret)
		ret = append_sums_block(j, pad, err);
	return ret || alone ? ret : pd_index_put_members(j, x, err);
}

/*
 * Whether a block of the old trailer stays as it is: it does not depend on the data, and the
 * caller has no new block of its type.
 */
static bool is_kept(uint32_t type, const struct pdata_block_in *more, uint32_t nr)
{
	if (pdata_block_depends_on_data(type))
		return false;
	for (uint32_t i = 0; i < nr; i++)
		if (more[i].type == type)
			return false;
	return true;
}

static int keep_blocks(struct pd_index_job *j, const struct pdata_block_in *more, uint32_t nr,
		       struct pdata_error *err)
{
	for (uint32_t i = 0; i < pdata_trailer_info(j->old)->nr_blocks; i++) {
		const struct pdata_block *b = pdata_trailer_block(j->old, i);
		uint8_t *bytes;
		int ret;

		if (b->member || !is_kept(b->type, more, nr))
			continue;
		ret = pd_trailer_bytes(j->old, i, &bytes, err);
		if (ret == PDATA_E_CHECKSUM)
			continue; /* not kept: a damaged block would stay damaged */
		if (ret)
			return ret;
		ret = pd_spill_put(&j->out, bytes, (size_t)(PD_BLOCK_HEAD + PD_ALIGN8(b->size)));
		pd_free(bytes);
		if (ret)
			return ret;
		j->nr_blocks++;
	}
	return 0;
}

static int write_piece(struct pd_index_job *j, int fd, uint64_t at, size_t n,
		       struct pdata_error *err)
{
	size_t done = 0;

	if (pd_spill_get(&j->out, at, j->room, n))
		return PDATA_E_SYS;
	while (done < n) {
		ssize_t w = pwrite(fd, j->room + done, n - done, (off_t)(j->base + at + done));

		if (w < 0 && errno == EINTR)
			continue;
		if (w <= 0)
			return pd_error_sys(err, w ? errno : ENOSPC, j->base + at + done, "write");
		done += (size_t)w;
	}
	return 0;
}

static int write_trailer_bytes(struct pd_index_job *j, int fd, struct pdata_error *err)
{
	const uint64_t size = pd_spill_size(&j->out);

	for (uint64_t at = 0; at < size;) {
		const size_t n = size - at < PD_INDEX_READ_BYTES ? (size_t)(size - at)
								 : PD_INDEX_READ_BYTES;
		int ret = write_piece(j, fd, at, n, err);

		if (ret)
			return ret;
		at += n;
	}
	return ftruncate(fd, (off_t)(j->base + size))
		       ? pd_error_sys(err, errno, j->base + size, "ftruncate")
		       : 0;
}

/*
 * If the reader found records after the end of the data, count them in the header's data size: the
 * trailer will follow these records.
 */
static int commit_data(const struct pd_index_job *j, int fd, struct pdata_error *err)
{
	static const uint8_t none[PDATA_NR_FEATURES / 8];
	const struct pdata_file_info *i = &j->r->info;
	uint8_t head[PDATA_HEADER_SIZE];

	if (i->wrapper || i->header_size < sizeof(head) ||
	    pd_input_pread(&j->r->in, head, sizeof(head), 0) < sizeof(head) ||
	    memcmp(head + sizeof(head) - sizeof(none), none, sizeof(none)) ||
	    pd_ld64(head + 48, (int)i->swap) >= i->data_size)
		return 0;
	pd_st64(head, i->data_size, (int)i->swap);
	return pwrite(fd, head, 8, 48) == 8 ? 0 : pd_error_sys(err, errno, 48, "write");
}

static int check_can_index(struct pd_index_job *j, struct pdata_error *err)
{
	const struct pdata_file_info *i = pdata_reader_info(j->r);

	if (i->container != PDATA_CONTAINER_FILE)
		return pd_error(err, PDATA_E_ARG, 0, 0, "", "a pipe stream cannot have a trailer");
	if (i->wrapper)
		return pd_error(err, PDATA_E_ARG, 0, 0, "",
				"a file compressed by %s cannot have a trailer",
				pdata_wrapper_name(i->wrapper));
	if (i->unfinished)
		return pd_error(err, PDATA_E_UNFINISHED, 48, 0, "data.size", "repair it first");
	if (i->data_offset > i->file_size || i->data_size > i->file_size - i->data_offset)
		return pd_error(err, PDATA_E_CUT, i->file_size, 0, "data", "repair it first");
	return 0;
}

static int make(struct pd_index_job *j, struct pdata_indexer *x, int keep,
		const struct pdata_block_in *more, uint32_t nr, struct pdata_error *err)
{
	const struct pdata_file_info *i = pdata_reader_info(j->r);
	struct pd_footer foot = { PD_FOOTER_BEGIN, PD_TRAILER_VERSION, 0, 0, 0, 0, PD_FOOTER_END };
	const size_t pad = (size_t)(-j->base & 7);
	struct pd_buf last = { 0 };
	int ret = pd_index_feed(j, &j->r->in, x, i->data_offset, data_end(j), err);

	j->out.file = pd_indexer_file(x);
	if (!ret)
		ret = pd_spill_put(&j->out, zeros, pad);
	if (!ret)
		ret = put_index(j, x, pad, err);
	if (!ret && keep && j->old)
		ret = keep_blocks(j, more, nr, err);
	if (!ret)
		ret = pd_index_put_blocks(j, more, nr);
	if (ret)
		return ret;
	foot.nr_blocks = j->nr_blocks;
	foot.off = j->base + pad;
	foot.size = pd_spill_size(&j->out) - pad;
	pd_trailer_put_footer(&last, &foot, (int)i->swap, NULL);
	return pd_index_put_buf(j, &last);
}

/*
 * Whether the file ends with the old trailer, which is then overwritten. Bytes that follow an old
 * trailer belong to somebody else and stay. The rest of a trailer that was cut short is
 * overwritten.
 */
static bool is_trailer_last(const struct pd_index_job *j)
{
	const struct pdata_trailer_info *i = j->old ? pdata_trailer_info(j->old) : NULL;

	return i && i->state != PDATA_TRAILER_DAMAGED && i->off + i->size == j->r->in.size;
}

/*
 * Make the trailer in j->out. @own: set to the indexer if the function makes one, because @x is
 * NULL. The caller frees it after writing, because parts of the trailer may be in the indexer's
 * temporary file.
 */
static int run_index_job(struct pd_index_job *j, struct pdata_indexer *x,
			 struct pdata_indexer **own, int keep, const struct pdata_block_in *more,
			 uint32_t nr, struct pdata_error *err)
{
	int ret = check_can_index(j, err);

	if (ret)
		return ret;
	ret = pd_trailer_open_at(&j->old, &j->r->in, j->r->info.end, NULL);
	if (ret == PDATA_E_NOMEM || ret == PDATA_E_CODEC)
		return pd_error(err, ret, 0, 0, "", "trailer");
	j->base = is_trailer_last(j) ? pdata_trailer_info(j->old)->off : j->r->in.size;
	if (j->base < data_end(j))
		return pd_error(err, PDATA_E_TRAILER, j->base, 0, "footer.offset",
				"it is inside the data");
	ret = j->dirfd < 0 ? 0 : pd_index_list(j, err);
	if (!ret && !x) {
		ret = pd_index_new(j, j->r->info.data_offset, own);
		x = *own;
	}
	if (!ret)
		ret = make(j, x, keep, more, nr, err);
	if (ret == PDATA_E_SYS && !err->code)
		return pd_error_sys(err, pd_indexer_file(x)->sys_errno, 0,
				    "temporary file of the index");
	if (ret && !err->code)
		pd_error(err, ret, 0, 0, "", "trailer");
	return ret;
}

static int write_index(struct pd_index_job *j, int fd, struct pdata_indexer *x, int keep,
		       const struct pdata_block_in *more, uint32_t nr, struct pdata_error *err)
{
	struct pdata_error unseen = { .field = "" };
	struct pdata_indexer *own = NULL;
	int ret;

	err = err ? err : &unseen;
	*err = (struct pdata_error){ .field = "" };
	j->room = pd_malloc(PD_INDEX_READ_BYTES);
	if (!j->room)
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "trailer");
	ret = pdata_reader_open_fd(&j->r, fd, NULL, err);
	if (!ret)
		ret = commit_data(j, fd, err);
	if (!ret)
		ret = run_index_job(j, x, &own, keep, more, nr, err);
	if (!ret)
		ret = write_trailer_bytes(j, fd, err);
	pdata_trailer_close(j->old);
	pdata_reader_close(j->r);
	pd_index_free_list(j);
	pd_spill_free(&j->out);
	pdata_indexer_free(own);
	pd_free(j->room);
	return ret;
}

int pdata_index_write(int fd, struct pdata_indexer *x, int keep, const struct pdata_block_in *more,
		      uint32_t nr, struct pdata_error *err)
{
	struct pd_index_job j = { .dirfd = -1 };

	return write_index(&j, fd, x, keep, more, nr, err);
}

/* NOLINTNEXTLINE(readability-function-size): a published function keeps its eight parameters */
int pdata_index_write_dir(int dirfd, int fd, const struct pdata_member_in *fed, uint32_t nr_fed,
			  int keep, const struct pdata_block_in *more, uint32_t nr,
			  struct pdata_error *err)
{
	struct pd_index_job j = { .dirfd = dirfd, .fed = fed, .nr_fed = nr_fed };
	struct pdata_indexer *x = pd_index_find_indexer(&j, "data");

	return write_index(&j, fd, x, keep, more, nr, err);
}
