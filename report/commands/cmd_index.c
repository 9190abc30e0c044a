/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata index: adds an index and checksums to a recording. */
#include "console/command.h"
#include "files/add_trailer.h"

struct index_opts {
	const char *input;
};

static const struct rep_opt opts[] = { { "input", 'i', REP_STR, offsetof(struct index_opts, input),
					 "FILE",
					 "append an index and checksums to FILE (default "
					 "perf.data)",
					 0 },
				       { 0 } };

extern const struct rep_cmd cmd_index;

static int index_run(int argc, char **argv)
{
	struct index_opts o = { .input = NULL };
	int at = rep_opts_parse(&cmd_index, opts, &o, argc, argv), status = REP_OK;

	if (at < 0)
		return -1 - at;
	if (o.input || at == argc)
		status = add_trailer(o.input ? o.input : "perf.data", NULL, 0) ? REP_FAIL : REP_OK;
	for (; at < argc; at++)
		if (add_trailer(argv[at], NULL, 0))
			status = REP_FAIL;
	return status;
}

const struct rep_cmd cmd_index = {
	.name = "index",
	.help = "append an index and checksums to recordings",
	.usage = "[FILE...]",
	.run = index_run,
};
