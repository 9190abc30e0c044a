/* SPDX-License-Identifier: BSD-2-Clause */
#include "files/check.h"

static void damaged(void *ctx, const struct pdata_error *e)
{
	struct check *c = ctx;

	if (e->code == c->last.code && e->off == c->last.off && e->rec_type == c->last.rec_type)
		return;
	c->last = *e;
	check_error(c, "structure", e, 0);
}

/* Features are decoded when they are asked for. */
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

int check_structure(struct check *c, bool quiet)
{
	const struct pdata_open_opts o = { .size = sizeof(o),
					   .damaged = quiet ? NULL : damaged,
					   .damaged_ctx = c };
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_error err;
	int rc = pdata_reader_open(&r, c->path, &o, &err);

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
	pdata_reader_close(r);
	return REP_OK;
}
