/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The structural part of `pdata check`: reads all records and decodes all features, and reports
 * each error of the reader.
 */
#include "files/check.h"

#include <stdio.h>

static void damaged(void *ctx, const struct pdata_error *e)
{
	struct check *c = ctx;

	if (e->code == c->last.code && e->off == c->last.off && e->rec_type == c->last.rec_type)
		return;
	c->last = *e;
	check_error(c, "structure", e, 0);
}

/* Features are decoded on request, so request all. */
static void check_features(struct check *c, struct pdata_reader *r)
{
	for (uint32_t bit = 0; bit < PDATA_NR_FEATURES; bit++) {
		const struct pdata_feature *f;
		struct pdata_error err;
		int ret = pdata_reader_feature(r, bit, &f, &err);

		if (ret && ret != PDATA_N_FEATURE)
			check_error(c, "structure", &err, 0);
	}
}

/* Bytes from the problem to the trailer or to the end of the file; 8 for a field of the header. */
static uint64_t len_of(const struct check *c, const struct pdata_reader *r,
		       const struct pdata_error *e)
{
	const uint64_t size = pdata_reader_info(r)->file_size;

	if (e->code == PDATA_E_HEADER)
		return 8;
	if (e->code == PDATA_E_TAIL && e->off < c->trailer && c->trailer < size)
		return c->trailer - e->off;
	return size - e->off;
}

/* pdata reads these records silently, but perf does not read them. */
static void check_uncounted(struct check *c, const struct pdata_file_info *info)
{
	struct problem p = { .part = "header", .off = 48, .len = 8 }; /* data.size */

	if (!info->uncounted_size)
		return;
	snprintf(p.text, sizeof(p.text),
		 "the header gives %llu bytes of data (data.size), but %llu more bytes of records "
		 "follow; perf does not read these records",
		 (unsigned long long)(info->data_size - info->uncounted_size),
		 (unsigned long long)info->uncounted_size);
	check_problem(c, &p);
}

static void check_unflushed(struct check *c, const struct pdata_file_info *info)
{
	struct problem p = {
		.part = "tail", .off = info->end, .len = info->unflushed_size, .counted = true
	};

	if (!info->unflushed_size)
		return;
	snprintf(p.text, sizeof(p.text),
		 "%llu bytes after the last section, at offset %llu: a recorder wrote these bytes "
		 "after it last updated the header, and was then killed",
		 (unsigned long long)info->unflushed_size, (unsigned long long)info->end);
	check_problem(c, &p);
}

void check_notices(struct check *c, const struct pdata_reader *r)
{
	const struct pdata_error *e;

	check_uncounted(c, pdata_reader_info(r));
	check_unflushed(c, pdata_reader_info(r));
	for (uint32_t i = 0; (e = pdata_reader_notice(r, i)); i++) {
		struct problem p = { .part = e->code == PDATA_E_HEADER ? "header"
					     : e->code == PDATA_E_TAIL ? "tail"
								       : "trailer",
				     .off = e->off,
				     .len = len_of(c, r, e),
				     .counted = e->code == PDATA_E_TAIL };

		snprintf(p.text, sizeof(p.text), "%s", e->text);
		check_problem(c, &p);
	}
}

int check_open_reader(const struct check *c, struct pdata_reader **r,
		      const struct pdata_open_opts *o, struct pdata_error *err)
{
	return c->fd >= 0 ? pdata_reader_open_fd(r, c->fd, o, err)
			  : pdata_reader_open(r, c->path, o, err);
}

int check_structure(struct check *c, bool quiet, bool notices)
{
	const struct pdata_open_opts o = { .size = sizeof(o),
					   .damaged = quiet ? NULL : damaged,
					   .damaged_ctx = c };
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_error err;
	int rc = check_open_reader(c, &r, &o, &err);

	if (rc) {
		check_error(c, "structure", &err, 0);
		return REP_FAIL;
	}
	while (!quiet && (rc = pdata_reader_next(r, &rec)) > 0)
		;
	if (rc < 0)
		check_error(c, "structure", pdata_reader_error(r), 0);
	if (!quiet)
		check_features(c, r);
	if (notices)
		check_notices(c, r);
	c->wrapped = pdata_reader_info(r)->wrapper && pdata_reader_index(r);
	pdata_reader_close(r);
	return REP_OK;
}
