/* SPDX-License-Identifier: BSD-2-Clause */
/* A trailer for a finished file: its index, the sums of what is no data, and blocks that others bring. */
#include "output/index_write.h"
#include "base/err.h"
#include "base/xxh3.h"
#include "output/indexer.h"
#include "trailer/trailer_int.h"

#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

#define PD_INDEX_READ_BYTES ((size_t)1 << 18) /* stays in the cache while it is looked at */

static uint64_t data_end(const struct pd_index_job *j)
{
	return j->r->info.data_offset + j->r->info.data_size;
}

int pd_index_new(const struct pd_index_job *j, uint64_t data_off, struct pdata_indexer **out)
{
	int ret = pdata_indexer_new(out, data_off, (int)j->r->info.swap);

	for (uint32_t k = 0; k < j->r->nr_events && !ret; k++) {
		const struct pdata_event *ev = pdata_reader_event(j->r, k);

		ret = pdata_indexer_event(*out, &ev->attr, ev->ids, ev->nr_ids);
	}
	return ret;
}

int pd_index_feed(const struct pd_index_job *j, struct pd_input *in, struct pdata_indexer *x,
		  uint64_t start, uint64_t end, struct pdata_error *err)
{
	uint64_t at = start + pdata_indexer_taken(x);

	if (at > end)
		return pd_error(err, PDATA_E_ARG, end, 0, "data", "more was indexed");
	while (at < end) {
		size_t want = end - at < PD_INDEX_READ_BYTES ? (size_t)(end - at)
							     : PD_INDEX_READ_BYTES;
		size_t got = pd_input_pread(in, j->room, want, at);
		int64_t n = got == want ? pdata_indexer_add(x, j->room, got, err) : PDATA_E_SYS;

		if (n == PDATA_E_SYS)
			return pd_error_sys(err, in->sys_errno, at, "read");
		if (n < 0)
			return (int)n;
		at += got;
	}
	return 0;
}

/* The last @pad bytes of the region are zeros that are still to be written. */
static int sum_of(struct pd_index_job *j, struct pdata_region_sum *s, size_t pad,
		  struct pdata_error *err)
{
	struct pd_xxh3 *x = pd_xxh3_new();
	static const uint8_t zeros[8];
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

int pd_index_put_feature(struct pd_index_job *j, const struct pdata_feature *f, uint32_t member,
			 uint32_t level)
{
	int swap = (int)j->r->info.swap;
	uint8_t *data;
	int64_t len = pdata_feature_encode(f, swap, &data);
	const struct pdata_block_in in = { f->bit, level, data, len < 0 ? 0 : (uint64_t)len,
					   member };
	int ret = len < 0 ? (int)len : pd_trailer_put(&j->out, &in, 1, swap);

	pd_free(data);
	j->nr_blocks++;
	return ret;
}

/*
 * Copies of nothing are left out, and those that take more room than what they are of. Where others have some an empty
 * one says so: who knows of no members takes the first.
 */
static void put_copies(struct pd_index_job *j, const struct pdata_indexer *x, uint32_t member)
{
	const struct pd_sideband_backup *c = pd_indexer_sideband_backup(x);
	struct pd_block_head h = { .magic = PD_BLOCK_MAGIC,
				   .type = PDATA_BLOCK_COPIES,
				   .member = member };

	if (c->len && c->len < c->raw_size) {
		h.flags = PDATA_BLOCK_ZSTD;
		h.size = c->len;
		h.raw_size = c->raw_size;
	} else if (member || !j->members.nr) {
		return;
	}
	pd_trailer_put_block(&j->out, &h, c->out, (int)j->r->info.swap, NULL);
	j->nr_blocks++;
}

static int append_times_block(struct pd_index_job *j, struct pdata_indexer *x)
{
	struct pdata_feature f = { .bit = PDATA_BLOCK_TIMES };
	int ret = pdata_slices_get(pd_indexer_slices(x), &f.u.times);

	return ret ? ret : pd_index_put_feature(j, &f, 0, 1);
}

int pd_index_put(struct pd_index_job *j, struct pdata_indexer *x, uint32_t member)
{
	struct pdata_feature f = { .bit = PDATA_BLOCK_INDEX }, g = { .bit = PDATA_BLOCK_SIDEBAND };
	int ret = pdata_indexer_finish(x, &f.u.index, &g.u.sideband);

	if (!ret)
		ret = pd_index_put_feature(j, &f, member, 0);
	if (!ret)
		ret = pd_index_put_feature(j, &g, member, 1);
	if (!ret)
		put_copies(j, x, member);
	return ret;
}

static int append_sums_block(struct pd_index_job *j, size_t pad, struct pdata_error *err)
{
	const uint64_t end = data_end(j);
	struct pdata_region_sum sums[2] = { { 0, j->r->info.data_offset, 0 },
					    { end, j->base + pad - end, 0 } };
	const struct pdata_feature f = { .bit = PDATA_BLOCK_SUMS, .u.sums = { 2, 0, sums } };
	int ret = sum_of(j, &sums[0], 0, err);

	if (!ret)
		ret = sum_of(j, &sums[1], pad, err);
	return ret ? ret : pd_index_put_feature(j, &f, 0, 0);
}

/* All blocks about the data. Times of a part of the samples would be taken for those of all. */
static int put_index(struct pd_index_job *j, struct pdata_indexer *x, size_t pad,
		     struct pdata_error *err)
{
	const bool alone = !j->members.nr;
	int ret = pd_index_put(j, x, 0);

	if (ret == PDATA_E_CUT)
		return pd_error(err, ret, data_end(j), 0, "data", "the last record is not whole");
	if (!ret && alone)
		ret = append_times_block(j, x);
	if (!ret)
		ret = append_sums_block(j, pad, err);
	return ret || alone ? ret : pd_index_put_members(j, x, err);
}

/* Blocks that speak of other things than where the data is stay as they are, unless there is a new one. */
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
			continue; /* what is damaged would stay damaged */
		if (ret)
			return ret;
		pd_buf_put(&j->out, bytes, (size_t)(PD_BLOCK_HEAD + PD_ALIGN8(b->size)));
		pd_free(bytes);
		j->nr_blocks++;
	}
	return j->out.err;
}

static int write_out(struct pd_index_job *j, int fd, struct pdata_error *err)
{
	size_t done = 0;

	while (done < j->out.len) {
		ssize_t n = pwrite(fd, j->out.p + done, j->out.len - done, (off_t)(j->base + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return pd_error_sys(err, n ? errno : ENOSPC, j->base + done, "write");
		done += (size_t)n;
	}
	return ftruncate(fd, (off_t)(j->base + done))
		       ? pd_error_sys(err, errno, j->base + done, "ftruncate")
		       : 0;
}

static int check_can_index(struct pd_index_job *j, struct pdata_error *err)
{
	const struct pdata_file_info *i = pdata_reader_info(j->r);

	if (i->container != PDATA_CONTAINER_FILE)
		return pd_error(err, PDATA_E_ARG, 0, 0, "", "a stream has no place for a trailer");
	if (i->wrapper)
		return pd_error(err, PDATA_E_ARG, 0, 0, "",
				"a file that %s compressed has no place for a trailer",
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
	int ret = pd_index_feed(j, &j->r->in, x, i->data_offset, data_end(j), err);

	pd_buf_zero(&j->out, pad);
	if (!ret)
		ret = put_index(j, x, pad, err);
	if (!ret && keep && j->old)
		ret = keep_blocks(j, more, nr, err);
	if (!ret)
		ret = pd_trailer_put(&j->out, more, nr, (int)i->swap);
	foot.nr_blocks = j->nr_blocks + nr;
	foot.off = j->base + pad;
	foot.size = j->out.len - pad;
	pd_trailer_put_footer(&j->out, &foot, (int)i->swap, NULL);
	return ret ? ret : j->out.err;
}

static int run_index_job(struct pd_index_job *j, struct pdata_indexer *x, int keep,
			 const struct pdata_block_in *more, uint32_t nr, struct pdata_error *err)
{
	struct pdata_indexer *own = NULL;
	int ret = check_can_index(j, err);

	if (ret)
		return ret;
	ret = pd_trailer_open(&j->old, &j->r->in, NULL);
	if (ret == PDATA_E_NOMEM || ret == PDATA_E_CODEC)
		return pd_error(err, ret, 0, 0, "", "trailer");
	j->base = j->old ? pdata_trailer_info(j->old)->off : j->r->in.size;
	if (j->base < data_end(j))
		return pd_error(err, PDATA_E_TRAILER, j->base, 0, "footer.offset",
				"it lies in the data");
	ret = j->dirfd < 0 ? 0 : pd_index_list(j, err);
	if (!ret && !x)
		ret = pd_index_new(j, j->r->info.data_offset, &own);
	if (!ret)
		ret = make(j, x ? x : own, keep, more, nr, err);
	pdata_indexer_free(own);
	if (ret && err && !err->code)
		pd_error(err, ret, 0, 0, "", "trailer");
	return ret;
}

static int write_index(struct pd_index_job *j, int fd, struct pdata_indexer *x, int keep,
		       const struct pdata_block_in *more, uint32_t nr, struct pdata_error *err)
{
	struct pdata_error own = { .field = "" };
	int ret;

	err = err ? err : &own;
	*err = (struct pdata_error){ .field = "" };
	j->room = pd_malloc(PD_INDEX_READ_BYTES);
	if (!j->room)
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "trailer");
	ret = pdata_reader_open_fd(&j->r, fd, NULL, err);
	if (!ret)
		ret = run_index_job(j, x, keep, more, nr, err);
	if (!ret)
		ret = write_out(j, fd, err);
	pdata_trailer_close(j->old);
	pdata_reader_close(j->r);
	pd_index_free_list(j);
	pd_buf_free(&j->out);
	pd_free(j->room);
	return ret;
}

int pdata_index_write(int fd, struct pdata_indexer *x, int keep, const struct pdata_block_in *more,
		      uint32_t nr, struct pdata_error *err)
{
	struct pd_index_job j = { .dirfd = -1 };

	return write_index(&j, fd, x, keep, more, nr, err);
}

int pdata_index_write_dir(int dirfd, int fd, const struct pdata_member_in *fed, uint32_t nr_fed,
			  int keep, const struct pdata_block_in *more, uint32_t nr,
			  struct pdata_error *err)
{
	struct pd_index_job j = { .dirfd = dirfd, .fed = fed, .nr_fed = nr_fed };
	struct pdata_indexer *x = pd_index_find_indexer(&j, "data");

	return write_index(&j, fd, x, keep, more, nr, err);
}
