/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata index: a recording gets an index and checksums. */
#include "rep.h"
#include "replace.h"

#include <pdata/trailer.h>

#include <stdio.h>

struct index_opts {
	const char *input;
};

static const struct rep_opt opts[] = { { "input", 'i', REP_STR, offsetof(struct index_opts, input),
					 "FILE", "change FILE (default perf.data)", 0 },
				       { 0 } };

extern const struct rep_cmd cmd_index;

static int index_one(const char *path)
{
	struct pdata_error err;
	struct replace r;
	char why[512];
	int ret = replace_begin(&r, path);

	if (!ret) {
		ret = pdata_index_write(r.fd, NULL, 1, NULL, 0, &err);
		if (ret) {
			pdata_error_format(&err, why, sizeof(why));
			rep_err("%s: %s", path, why);
		}
	}
	if (!ret)
		ret = replace_commit(&r);
	replace_end(&r);
	return ret ? REP_FAIL : REP_OK;
}

static int index_run(int argc, char **argv)
{
	struct index_opts o = { .input = NULL };
	int at = rep_opts_parse(&cmd_index, opts, &o, argc, argv), status = REP_OK;

	if (at < 0)
		return -1 - at;
	if (o.input || at == argc)
		status = index_one(o.input ? o.input : "perf.data");
	for (; at < argc; at++)
		if (index_one(argv[at]))
			status = REP_FAIL;
	return status;
}

const struct rep_cmd cmd_index = {
	.name = "index",
	.help = "give recordings an index and checksums",
	.usage = "[FILE...]",
	.run = index_run,
};
