/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata check: reports whether a recording is damaged, and where. */
#include "base/out_json.h"
#include "console/command.h"
#include "files/check.h"

#include <pdata/trailer.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct check_opts {
	const char *input;
	bool json;
	bool quiet;
};

static const struct rep_opt opts[] = { { "input", 'i', REP_STR, offsetof(struct check_opts, input),
					 "FILE", "check FILE (default perf.data)", 0 },
				       { "json", 0, REP_FLAG, offsetof(struct check_opts, json),
					 NULL, "print a JSON object for each problem and each file",
					 0 },
				       { "quiet", 'q', REP_FLAG, offsetof(struct check_opts, quiet),
					 NULL, "print nothing about undamaged files", 0 },
				       { 0 } };

extern const struct rep_cmd cmd_check;

static void print_check_result(struct check *c, int status, bool quiet)
{
	static const char *const words[] = { "whole", "not readable", "damaged" };

	if (c->json) {
		struct pd_json j = out_json(c->out);

		pd_json_open(&j, NULL, '{');
		pd_json_str(&j, "file", c->path);
		pd_json_str(&j, "status", words[status]);
		pd_json_u64(&j, "problems", c->nr);
		pd_json_fmt(&j, "checksums", c->summed ? "true" : "false");
		pd_json_close(&j, '}');
		out_char(c->out, '\n');
	} else if (!status && !quiet) {
		out_printf(c->out, "%s: undamaged: %s\n", c->path,
			   c->summed ? "all checksums match"
				     : "all records can be decoded; without checksums, changed "
				       "values are not detected");
	}
}

/*
 * Open a file that may have a trailer: a regular file, or the first file of a directory. Return:
 * -1 if it is neither, or if only the reader can open it.
 */
static int open_plain(const char *path, int dirfd)
{
	int fd = dirfd >= 0	     ? openat(dirfd, "data", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
		 : strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
				     : -1;
	struct stat st;

	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/*
 * Open a named file to find where its sections end, before its records are read. Return: NULL if
 * the header does not say it, or if the whole file is compressed.
 */
static struct pdata_reader *look_at(const struct check *c)
{
	struct pdata_reader *r;

	if (pdata_reader_open(&r, c->path, NULL, NULL))
		return NULL;
	if (!pdata_reader_info(r)->wrapper && pdata_reader_info(r)->end)
		return r;
	pdata_reader_close(r);
	return NULL;
}

static int check_one(struct check *c)
{
	int dirfd = open(c->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
	    fd = open_plain(c->path, dirfd), status = REP_OK;
	struct pdata_reader *r = fd >= 0 ? look_at(c) : NULL;
	bool sums = fd >= 0 && check_sums(c, fd, dirfd, r ? pdata_reader_info(r)->end : UINT64_MAX);

	if (r)
		check_notices(c, r);
	/* The recording had no damage when its checksums were made, so equal checksums suffice. */
	if (!sums || c->nr)
		status = check_structure(c, fd >= 0 && sums, !r);
	pdata_reader_close(r);
	if (fd >= 0)
		close(fd);
	if (dirfd >= 0)
		close(dirfd);
	return status == REP_FAIL ? status : c->nr ? REP_PART : REP_OK;
}

static int worse(int a, int b)
{
	return a == REP_FAIL || b == REP_FAIL ? REP_FAIL : a > b ? a : b;
}

static int check_run(int argc, char **argv)
{
	struct check_opts o = { .input = NULL };
	int at = rep_opts_parse(&cmd_check, opts, &o, argc, argv), status = REP_OK;
	struct out out;

	if (at < 0)
		return -1 - at;
	if (at == argc && !o.input && access("perf.data", F_OK))
		return rep_fail("check: perf.data: no such file: name the files to check");
	rep_out_open(&out, STDOUT_FILENO);
	for (int i = o.input || at == argc ? at - 1 : at; i < argc; i++) {
		const char *path = i >= at ? argv[i] : o.input ? o.input : "perf.data";
		struct check c = {
			.path = path, .out = &out, .json = o.json, .trailer = UINT64_MAX
		};
		int one = check_one(&c);

		print_check_result(&c, one, o.quiet);
		status = worse(status, one);
	}
	return rep_out_close(&out, status);
}

const struct rep_cmd cmd_check = {
	.name = "check",
	.help = "check recordings for damage, and print what is damaged and where",
	.usage = "[FILE...]",
	.run = check_run,
};
