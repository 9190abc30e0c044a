/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The index and checksums that a finished file ends with. The data is read back from the file, some
 * of it between passes over the rings, so that little is left for the end; nothing is looked at on its way there.
 */
#include "rec_bundle.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef REC_NO_INDEX
/* A small program for small targets: "pdata index" adds the index where the file is read. */
bool rec_index_step(struct rec *r, struct rec_index *x, int fd)
{
	(void)r;
	(void)x;
	(void)fd;
	return false;
}

void rec_index_finish(struct rec *r, struct rec_index *x, int fd)
{
	(void)r;
	(void)x;
	(void)fd;
}

void rec_index_free(struct rec_index *x)
{
	(void)x;
}
#else
#define ROOM 131072u /* stays in the cache while it is read and looked at */
#define STEP_BYTES 4194304u /* at a time, at most: rings wait meanwhile */
#define DATA_SECTION 40	    /* of its offset and size in the header */

static int begin(struct rec *r, struct rec_index *x, uint64_t data_off)
{
	int err = pdata_indexer_new(&x->indexer, data_off, 0);

	for (uint32_t i = 0; i < r->ev.nr && !err; i++)
		err = pdata_indexer_event(x->indexer, &r->ev.ev[i].attr, r->ev.ev[i].ids,
					  r->ev.ev[i].nr_ids);
	if (!err && !x->room)
		x->room = malloc(ROOM);
	if (!err)
		x->bundle = rec_bundle_new(r, x->indexer);
	return err || !x->room ? -1 : 0;
}

/* Whatever goes wrong here costs the index, and no recording. Return: 1 more waits, 0, -1. */
static int feed(struct rec *r, struct rec_index *x, int fd)
{
	uint64_t section[2], at, end;
	ssize_t n = pread(fd, section, sizeof(section), DATA_SECTION);

	if (n != (ssize_t)sizeof(section) || (!x->indexer && begin(r, x, section[0])))
		return -1;
	at = section[0] + pdata_indexer_taken(x->indexer);
	end = section[0] + section[1];
	/* What is not a buffer full waits for more. */
	for (uint64_t done = 0; at < end && end - at >= ROOM && done < STEP_BYTES;) {
		int64_t took;

		n = pread(fd, x->room, ROOM, (off_t)at);
		took = n == (ssize_t)ROOM ? pdata_indexer_add(x->indexer, x->room, ROOM, NULL) : -1;
		if (took <= 0)
			return -1;
		at += (uint64_t)took;
		done += (uint64_t)took;
	}
	return at < end && end - at >= ROOM;
}

bool rec_index_step(struct rec *r, struct rec_index *x, int fd)
{
	int more = r->o.no_index || x->failed ? 0 : feed(r, x, fd);

	if (more < 0)
		x->failed = true;
	return more > 0;
}

/* What there was no time for while it was recorded. */
static bool feed_rest(struct rec *r, struct rec_index *x, int fd)
{
	uint64_t section[2], at, end;
	int64_t took = 1;

	if (x->failed || pread(fd, section, sizeof(section), DATA_SECTION) != (ssize_t)sizeof(section) ||
	    (!x->indexer && begin(r, x, section[0])))
		return false;
	at = section[0] + pdata_indexer_taken(x->indexer);
	end = section[0] + section[1];
	while (x->bundle && at < end && took > 0) {
		ssize_t n = pread(fd, x->room, end - at < ROOM ? (size_t)(end - at) : ROOM, (off_t)at);

		rec_bundle_hurry(x->bundle);
		took = n > 0 ? pdata_indexer_add(x->indexer, x->room, (size_t)n, NULL) : -1;
		at += took > 0 ? (uint64_t)took : 0;
	}
	return took >= 0;
}

void rec_index_finish(struct rec *r, struct rec_index *x, int fd)
{
	struct pdata_block_in names = { 0 };
	struct pdata_error err;
	struct stat st;
	int ret;

	if (r->o.no_index || fstat(fd, &st))
		return;
	if (!feed_rest(r, x, fd))
		x->failed = true;
	bool named = !x->failed && x->bundle && rec_bundle_make(r, x->bundle, &names);

	ret = pdata_index_write(fd, x->failed ? NULL : x->indexer, 0, &names, named, &err);
	pdata_free((void *)(uintptr_t)names.data);
	if (!ret || ret == PDATA_E_CODEC)
		return;
	char why[256];

	pdata_error_format(&err, why, sizeof(why));
	rec_note("no index: %s", why);
	if (ftruncate(fd, st.st_size))
		rec_note("what there is of it stays behind the file's end");
}

void rec_index_free(struct rec_index *x)
{
	pdata_indexer_free(x->indexer);
	rec_bundle_free(x->bundle);
	free(x->room);
	*x = (struct rec_index){ 0 };
}
#endif
