/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata check: reports whether a recording is damaged, and where. */
#include "base/out_json.h"
#include "base/pipe_copy.h"
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

/* Say how far the recording was compared in which no damage was found. */
static const char *words_of_undamaged(const struct check *c)
{
	if (c->summed)
		return "all checksums match";
	if (c->wrapped)
		return "all records can be decoded; not all checksums were compared, because the "
		       "whole file is compressed: decompress it to compare them";
	return "all records can be decoded; the file has no checksums, so changed values are not "
	       "detected";
}

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
		out_printf(c->out, "%s: undamaged: %s\n", c->path, words_of_undamaged(c));
	}
}

/*
 * Open the plain file to read: a regular file, standard input if it is one, else a copy of an input
 * that can be read only once. Return: -1 if the path cannot be opened; another negative number,
 * -errno, if there is no copy.
 */
static int open_plain(const char *path)
{
	struct stat st;
	int fd;

	if (!strcmp(path, "-") && !fstat(STDIN_FILENO, &st) && S_ISREG(st.st_mode))
		return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	if (pipe_copy_needed(path))
		return pipe_copy_open(path);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/*
 * Open the recording to find where its sections end, before its records are read. Return: NULL if
 * the header does not say it, or if the whole file is compressed.
 */
static struct pdata_reader *look_at(const struct check *c)
{
	struct pdata_reader *r;

	if (check_open_reader(c, &r, NULL, NULL))
		return NULL;
	if (!pdata_reader_info(r)->wrapper && pdata_reader_info(r)->end)
		return r;
	pdata_reader_close(r);
	return NULL;
}

/* Compare checksums, and read the records unless all checksums are equal. */
static int check_opened(struct check *c)
{
	int fd = c->dirfd >= 0 ? openat(c->dirfd, "data", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
			       : c->fd;
	struct pdata_reader *r = fd >= 0 ? look_at(c) : NULL;
	bool sums = fd >= 0 && check_sums(c, fd, r ? pdata_reader_info(r)->end : UINT64_MAX);
	int status = REP_OK;

	if (r)
		check_notices(c, r);
	/* The recording had no damage when its checksums were made, so equal checksums suffice. */
	if (!sums || c->nr)
		status = check_structure(c, sums, !r);
	pdata_reader_close(r);
	if (fd >= 0 && fd != c->fd)
		close(fd);
	return status == REP_FAIL ? status : c->nr ? REP_PART : REP_OK;
}

static int check_one(struct check *c)
{
	int status;

	c->dirfd = strcmp(c->path, "-") ? open(c->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	c->fd = c->dirfd < 0 ? open_plain(c->path) : -1;
	if (c->fd < -1) {
		const struct pdata_error err = { .code = PDATA_E_SYS, .sys_errno = -c->fd };

		check_error(c, "structure", &err, 0);
		return REP_FAIL;
	}
	status = check_opened(c);
	if (c->fd >= 0)
		close(c->fd);
	if (c->dirfd >= 0)
		close(c->dirfd);
	return status;
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
