/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the index and checksums at the end of a recording while its data is written. The data is
 * still in the CPU's cache then and is not read back from the file.
 */
#include "file/live_index.h"
#include "base/recorder.h"
#include "common/tmpfile.h"
#include "file/bundle.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef REC_NO_INDEX
/* The small recorder makes no index; "pdata index" adds it on the machine that reads the file. */
void rec_index_start(struct rec *r, struct rec_index *x, struct pdata_writer *w, const char *path)
{
	(void)r;
	(void)x;
	(void)w;
	(void)path;
}

void rec_index_start_member(struct rec *r, struct rec_index *x, struct pdata_writer *w,
			    const char *path)
{
	(void)r;
	(void)x;
	(void)w;
	(void)path;
}

bool rec_index_counts(const struct rec_index *x)
{
	(void)x;
	return false;
}

void rec_index_take_counts(struct rec_index *x, struct rec_counts *sum)
{
	(void)x;
	(void)sum;
}

void rec_index_settle(struct rec_index *x)
{
	(void)x;
}

bool rec_index_sample_time(const struct rec_index *x, struct pdata_sample_time *out)
{
	(void)x;
	(void)out;
	return false;
}

void rec_index_finish(struct rec *r, struct rec_index *x, int fd)
{
	(void)r;
	(void)x;
	(void)fd;
}

void rec_index_finish_dir(struct rec *r, const char *path, int fd,
			  const struct pdata_member_in *fed, uint32_t nr)
{
	(void)r;
	(void)path;
	(void)fd;
	(void)fed;
	(void)nr;
}

struct pdata_indexer *rec_index_fed(const struct rec_index *x)
{
	(void)x;
	return NULL;
}

bool rec_index_given_up(const struct rec_index *x)
{
	(void)x;
	return false;
}

void rec_index_free(struct rec_index *x)
{
	(void)x;
}
#else
#define MEMORY ((size_t)4 << 20) /* above this the parts of the index that grow are spilled */

static void count_sample_hits(void *arg, const struct pdata_record *rec)
{
	rec_hit_addresses_add(((struct rec_index *)arg)->hits, rec);
}

static void note_other(void *arg, const struct pdata_record *rec)
{
	struct rec_index *x = arg;

	rec_ring_count_record(&x->counts, rec->type, rec->data, rec->size);
	if (x->bundle)
		rec_bundle_other(x->bundle, rec);
}

/* Return the limit of memory; tests set a smaller one, so that the index is spilled early. */
static size_t memory(void)
{
	const char *bytes = getenv("PDATA_TEST_INDEX_MEMORY");

	return bytes ? strtoul(bytes, NULL, 10) : MEMORY;
}

static int begin_recording_index(struct rec *r, struct rec_index *x, uint64_t data_off)
{
	int err = pdata_indexer_new(&x->indexer, data_off, 0);

	x->spill = pd_tmpfile_next_to(x->path);
	if (!err)
		err = pdata_indexer_spill(x->indexer, x->spill, memory());
	for (uint32_t i = 0; i < r->ev.nr && !err; i++)
		err = pdata_indexer_event(x->indexer, &r->ev.ev[i].attr, r->ev.ev[i].ids,
					  r->ev.ev[i].nr_ids);
	if (err || x->of_dir)
		return err;
	x->bundle = rec_bundle_new(r);
	x->hits = x->bundle ? rec_hit_addresses_new() : NULL;
	pdata_indexer_set_callbacks(x->indexer, x->hits ? count_sample_hits : NULL, note_other, x);
	return 0;
}

/*
 * Return whether there is an indexer for data at @off of the file; the first call makes it. An
 * error here costs the index only, not the recording.
 */
static bool has_indexer(struct rec_index *x, uint64_t off)
{
	if (!x->failed && !x->indexer)
		x->failed = begin_recording_index(x->r, x, off);
	return !x->failed;
}

static void index_written_bytes(void *arg, uint64_t off, const void *data, size_t len)
{
	struct rec_index *x = arg;
	const int64_t n = has_indexer(x, off) ? pdata_indexer_add(x->indexer, data, len, NULL) : 0;

	if (n < 0)
		x->failed = (int)n;
}

/* Index the bytes before compression, which the writer passes, so nothing is decompressed. */
static void index_compressed_piece(void *arg, const struct pdata_compressed_piece *p)
{
	struct rec_index *x = arg;

	if (has_indexer(x, p->off))
		x->failed = pdata_indexer_add_compressed(x->indexer, p, NULL);
}

void rec_index_start(struct rec *r, struct rec_index *x, struct pdata_writer *w, const char *path)
{
	x->spill = -1;
	if (r->o.out->no_index)
		return;
	x->r = r;
	x->path = path;
	pdata_writer_tap(w, index_written_bytes, x);
	pdata_writer_tap_compressed(w, index_compressed_piece, x);
}

void rec_index_start_member(struct rec *r, struct rec_index *x, struct pdata_writer *w,
			    const char *path)
{
	x->of_dir = true;
	rec_index_start(r, x, w, path);
}

bool rec_index_counts(const struct rec_index *x)
{
	return x && x->r && !x->failed;
}

void rec_index_take_counts(struct rec_index *x, struct rec_counts *sum)
{
	const uint64_t samples = x->indexer ? pdata_indexer_nr_samples(x->indexer) : 0;

	x->counts.samples = samples - x->samples_taken;
	x->samples_taken = samples;
	rec_counts_add(sum, &x->counts);
	x->counts = (struct rec_counts){ 0 };
}

void rec_index_settle(struct rec_index *x)
{
	if (x && x->hits)
		rec_hit_addresses_settle(x->hits);
}

bool rec_index_sample_time(const struct rec_index *x, struct pdata_sample_time *out)
{
	if (!x->indexer || x->failed)
		return false;
	pdata_indexer_sample_time(x->indexer, out);
	return out->last != 0;
}

/* Print why there is no index, and truncate the file to its former @size. */
static void no_index(const struct pdata_error *err, bool named, int fd, off_t size)
{
	char why[256];

	pdata_error_format(err, why, sizeof(why));
	rec_warn("the recording has no index%s, because writing the index failed: %s; \"pdata "
		 "index\"%s",
		 named ? " and no symbols" : "", why,
		 named ? " and \"pdata bundle\" add them" : " adds it");
	if (ftruncate(fd, size))
		rec_warn("the incomplete index behind the records in the file cannot be removed: "
			 "%s",
			 strerror(errno));
}

bool rec_index_given_up(const struct rec_index *x)
{
	if (x->failed != PDATA_E_NOMEM && x->failed != PDATA_E_SYS)
		return false;
	rec_warn("no index and no symbols are stored: they exceed the memory limit, and no "
		 "temporary file can be used; \"pdata index\" and \"pdata bundle\" add them");
	return true;
}

void rec_index_finish(struct rec *r, struct rec_index *x, int fd)
{
	struct pdata_block_in names = { 0 };
	struct pdata_error err;
	struct stat st, spilled;
	int ret;

	if (r->o.out->no_index || rec_index_given_up(x) || fstat(fd, &st))
		return;
	bool named = !x->failed && x->hits && rec_bundle_make(r, x->bundle, x->hits, &names);

	ret = pdata_index_write(fd, rec_index_fed(x), 0, &names, named, &err);
	if (x->spill >= 0 && !fstat(x->spill, &spilled) && spilled.st_size)
		rec_note("index: %lld bytes exceeded the memory limit and were kept in a temporary "
			 "file during the recording",
			 (long long)spilled.st_size);
	pdata_free((void *)(uintptr_t)names.data);
	if (ret && ret != PDATA_E_CODEC)
		no_index(&err, named, fd, st.st_size);
}

void rec_index_finish_dir(struct rec *r, const char *path, int fd,
			  const struct pdata_member_in *fed, uint32_t nr)
{
	struct pdata_error err;
	struct stat st;
	int ret;

	if (r->o.out->no_index || fstat(fd, &st))
		return;
	int dirfd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (dirfd < 0)
		return;
	ret = pdata_index_write_dir(dirfd, fd, fed, nr, 0, NULL, 0, &err);
	close(dirfd);
	if (ret && ret != PDATA_E_CODEC)
		no_index(&err, false, fd, st.st_size);
}

struct pdata_indexer *rec_index_fed(const struct rec_index *x)
{
	return x->failed ? NULL : x->indexer;
}

void rec_index_free(struct rec_index *x)
{
	pdata_indexer_free(x->indexer);
	rec_bundle_free(x->bundle);
	rec_hit_addresses_free(x->hits);
	if (x->r && x->spill >= 0)
		close(x->spill);
	*x = (struct rec_index){ .spill = -1 };
}
#endif
