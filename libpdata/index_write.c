/* SPDX-License-Identifier: BSD-2-Clause */
/* A trailer for a finished file: its index, the sums of what is no data, and blocks that others bring. */
#include "err.h"
#include "indexer.h"
#include "reader.h"
#include "text.h"
#include "trailer_int.h"
#include "xxh3.h"

#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

#define READ_BYTES ((size_t)1 << 18) /* stays in the cache while it is looked at */

struct job {
	struct pdata_reader *r;
	struct pdata_trailer *old;
	struct pdata_indexer *own; /* when the caller has none */
	uint8_t *room;
	uint64_t base; /* where the old file, or its part without a trailer, ends */
	struct pd_buf out;
	uint32_t nr_blocks;
};

static int new_indexer(struct job *j, struct pdata_indexer **x)
{
	const struct pdata_file_info *i = pdata_reader_info(j->r);
	int ret = pdata_indexer_new(&j->own, i->data_offset, (int)i->swap);

	for (uint32_t k = 0; k < j->r->nr_events && !ret; k++) {
		const struct pdata_event *ev = pdata_reader_event(j->r, k);

		ret = pdata_indexer_event(j->own, &ev->attr, ev->ids, ev->nr_ids);
	}
	*x = j->own;
	return ret;
}

/* The data that the indexer has not seen. */
static int feed(struct job *j, struct pdata_indexer *x, struct pdata_error *err)
{
	const struct pdata_file_info *i = pdata_reader_info(j->r);
	uint64_t at = i->data_offset + pdata_indexer_taken(x), end = i->data_offset + i->data_size;

	if (at > end)
		return pd_error(err, PDATA_E_ARG, end, 0, "data", "more was indexed");
	while (at < end) {
		size_t want = end - at < READ_BYTES ? (size_t)(end - at) : READ_BYTES;
		size_t got = pd_input_pread(&j->r->in, j->room, want, at);
		int64_t n = got == want ? pdata_indexer_add(x, j->room, got, err) : PDATA_E_SYS;

		if (n == PDATA_E_SYS)
			return pd_error_sys(err, j->r->in.sys_errno, at, "read");
		if (n < 0)
			return (int)n;
		at += got;
	}
	return 0;
}

/* The last @pad bytes of the region are zeros that are still to be written. */
static int sum_of(struct job *j, struct pdata_region_sum *s, size_t pad, struct pdata_error *err)
{
	struct pd_xxh3 *x = pd_xxh3_new();
	static const uint8_t zeros[8];
	uint64_t at = s->off, end = s->off + s->len - pad;

	if (!x)
		return pd_error(err, PDATA_E_NOMEM, at, 0, "", "sum");
	while (at < end) {
		size_t want = end - at < READ_BYTES ? (size_t)(end - at) : READ_BYTES;

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

static int put_feature(struct job *j, const struct pdata_feature *f, uint32_t level)
{
	int swap = (int)j->r->info.swap;
	uint8_t *data;
	int64_t len = pdata_feature_encode(f, swap, &data);
	const struct pdata_block_in in = { f->bit, level, data, len < 0 ? 0 : (uint64_t)len };
	int ret = len < 0 ? (int)len : pd_trailer_put(&j->out, &in, 1, swap);

	pd_free(data);
	j->nr_blocks++;
	return ret;
}

/* Copies of nothing are left out, and those that take more room than what they are of. */
static void put_copies(struct job *j, const struct pdata_indexer *x)
{
	const struct pd_copies *c = pd_indexer_copies(x);
	const struct pd_block_head h = { .magic = PD_BLOCK_MAGIC,
					 .type = PDATA_BLOCK_COPIES,
					 .flags = PDATA_BLOCK_ZSTD,
					 .size = c->len,
					 .raw_size = c->raw_size };

	if (!c->len || c->len >= c->raw_size)
		return;
	pd_trailer_put_block(&j->out, &h, c->out, (int)j->r->info.swap, NULL);
	j->nr_blocks++;
}

static int put_times(struct job *j, struct pdata_indexer *x)
{
	struct pdata_feature f = { .bit = PDATA_BLOCK_TIMES };
	int ret = pdata_slices_get(pd_indexer_slices(x), &f.u.times);

	return ret ? ret : put_feature(j, &f, 1);
}

static int put_index(struct job *j, struct pdata_indexer *x, size_t pad, struct pdata_error *err)
{
	const struct pdata_file_info *i = pdata_reader_info(j->r);
	uint64_t end = i->data_offset + i->data_size;
	struct pdata_region_sum sums[2] = { { 0, i->data_offset, 0 },
					    { end, j->base + pad - end, 0 } };
	struct pdata_feature f = { .bit = PDATA_BLOCK_INDEX }, g = { .bit = PDATA_BLOCK_SIDEBAND };
	int ret = pdata_indexer_finish(x, &f.u.index, &g.u.sideband);

	if (ret)
		return pd_error(err, ret, end, 0, "data", "the last record is not whole");
	ret = put_feature(j, &f, 0);
	if (!ret)
		ret = put_feature(j, &g, 1);
	if (!ret)
		put_copies(j, x);
	if (!ret)
		ret = put_times(j, x);
	if (!ret)
		ret = sum_of(j, &sums[0], 0, err);
	if (!ret)
		ret = sum_of(j, &sums[1], pad, err);
	f = (struct pdata_feature){ .bit = PDATA_BLOCK_SUMS, .u.sums = { 2, 0, sums } };
	return ret ? ret : put_feature(j, &f, 0);
}

/* Blocks that speak of other things than where the data is stay as they are, unless there is a new one. */
static bool is_kept(uint32_t type, const struct pdata_block_in *more, uint32_t nr)
{
	if (pdata_block_is_of_data(type))
		return false;
	for (uint32_t i = 0; i < nr; i++)
		if (more[i].type == type)
			return false;
	return true;
}

static int keep_blocks(struct job *j, const struct pdata_block_in *more, uint32_t nr,
		       struct pdata_error *err)
{
	for (uint32_t i = 0; i < pdata_trailer_info(j->old)->nr_blocks; i++) {
		const struct pdata_block *b = pdata_trailer_block(j->old, i);
		uint8_t *bytes;
		int ret;

		if (!is_kept(b->type, more, nr))
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

static int write_out(struct job *j, int fd, struct pdata_error *err)
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

static int check(struct job *j, struct pdata_error *err)
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

static int run(struct job *j, struct pdata_indexer *x, int keep, const struct pdata_block_in *more,
	       uint32_t nr, struct pdata_error *err)
{
	int swap = (int)j->r->info.swap;
	struct pd_footer foot = { PD_FOOTER_BEGIN, PD_TRAILER_VERSION, 0, 0, 0, 0, PD_FOOTER_END };
	int ret = check(j, err);
	size_t pad;

	if (ret)
		return ret;
	ret = pd_trailer_open(&j->old, &j->r->in, NULL);
	if (ret == PDATA_E_NOMEM || ret == PDATA_E_CODEC)
		return pd_error(err, ret, 0, 0, "", "trailer");
	j->base = j->old ? pdata_trailer_info(j->old)->off : j->r->in.size;
	if (j->base < j->r->info.data_offset + j->r->info.data_size)
		return pd_error(err, PDATA_E_TRAILER, j->base, 0, "footer.offset",
				"it lies in the data");
	pad = (size_t)(-j->base & 7);
	pd_buf_zero(&j->out, pad);
	ret = x ? 0 : new_indexer(j, &x);
	if (!ret)
		ret = feed(j, x, err);
	if (!ret)
		ret = put_index(j, x, pad, err);
	if (!ret && keep && j->old)
		ret = keep_blocks(j, more, nr, err);
	if (!ret)
		ret = pd_trailer_put(&j->out, more, nr, swap);
	foot.nr_blocks = j->nr_blocks + nr;
	foot.off = j->base + pad;
	foot.size = j->out.len - pad;
	pd_trailer_put_footer(&j->out, &foot, swap, NULL);
	ret = ret ? ret : j->out.err;
	if (ret && err && !err->code)
		pd_error(err, ret, 0, 0, "", "trailer");
	return ret;
}

int pdata_index_write(int fd, struct pdata_indexer *x, int keep, const struct pdata_block_in *more,
		      uint32_t nr, struct pdata_error *err)
{
	struct pdata_error own = { .field = "" };
	struct job j = { .room = pd_malloc(READ_BYTES) };
	int ret;

	err = err ? err : &own;
	*err = (struct pdata_error){ .field = "" };
	if (!j.room)
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "trailer");
	ret = pdata_reader_open_fd(&j.r, fd, NULL, err);
	if (!ret)
		ret = run(&j, x, keep, more, nr, err);
	if (!ret)
		ret = write_out(&j, fd, err);
	pdata_trailer_close(j.old);
	pdata_reader_close(j.r);
	pdata_indexer_free(j.own);
	pd_buf_free(&j.out);
	pd_free(j.room);
	return ret;
}
