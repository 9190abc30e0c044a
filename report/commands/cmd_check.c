/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata check: whether a recording is whole, and what is wrong where. */
#include "base/out_json.h"
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
					 NULL, "a JSON object for each problem and each file", 0 },
				       { "quiet", 'q', REP_FLAG, offsetof(struct check_opts, quiet),
					 NULL, "say nothing of files that are whole", 0 },
				       { 0 } };

extern const struct rep_cmd cmd_check;

static void chunk_words(struct out *o, const struct problem *p)
{
	out_printf(o, "chunk %llu of %llu at offset %llu: %llu bytes, %llu samples",
		   (unsigned long long)p->chunk, (unsigned long long)p->nr_chunks,
		   (unsigned long long)p->off, (unsigned long long)p->len,
		   (unsigned long long)p->samples);
	if (p->last_time)
		out_printf(o, " from %llu.%09llu to %llu.%09llu",
			   (unsigned long long)(p->first_time / 1000000000),
			   (unsigned long long)(p->first_time % 1000000000),
			   (unsigned long long)(p->last_time / 1000000000),
			   (unsigned long long)(p->last_time % 1000000000));
	out_printf(o, ": %s", p->text);
}

static void problem_text(struct check *c, const struct problem *p)
{
	out_printf(c->out, "%s: ", c->path);
	if (p->member)
		out_printf(c->out, "%s: ", p->member);
	if (p->chunk)
		chunk_words(c->out, p);
	else if (p->len)
		out_printf(c->out, "%s at offset %llu: %llu bytes: %s", p->part,
			   (unsigned long long)p->off, (unsigned long long)p->len, p->text);
	else
		out_printf(c->out, "%s: %s", p->part, p->text);
	out_char(c->out, '\n');
}

static void problem_json(struct check *c, const struct problem *p)
{
	struct out *o = c->out;

	out_str(o, "{\"file\":");
	out_json_str(o, c->path);
	if (p->member) {
		out_str(o, ",\"member\":");
		out_json_str(o, p->member);
	}
	out_str(o, ",\"problem\":");
	out_json_str(o, p->text);
	out_str(o, ",\"part\":");
	out_json_str(o, p->part);
	out_printf(o, ",\"off\":%llu,\"len\":%llu", (unsigned long long)p->off,
		   (unsigned long long)p->len);
	if (p->chunk)
		out_printf(o,
			   ",\"chunk\":%llu,\"samples\":%llu,\"first_time\":%llu,\"last_time\":%"
			   "llu",
			   (unsigned long long)p->chunk, (unsigned long long)p->samples,
			   (unsigned long long)p->first_time, (unsigned long long)p->last_time);
	out_str(o, "}\n");
}

void check_problem(struct check *c, const struct problem *p)
{
	c->nr++;
	if (c->json)
		problem_json(c, p);
	else
		problem_text(c, p);
}

void check_error(struct check *c, const char *part, const struct pdata_error *e, uint64_t len)
{
	struct problem p = { .part = part, .off = e->off, .len = len };

	pdata_error_format(e, p.text, sizeof(p.text));
	check_problem(c, &p);
}

static void print_check_result(struct check *c, int status, bool quiet)
{
	static const char *const words[] = { "whole", "not readable", "damaged" };

	if (c->json) {
		out_str(c->out, "{\"file\":");
		out_json_str(c->out, c->path);
		out_printf(c->out, ",\"status\":\"%s\",\"problems\":%llu,\"checksums\":%s}\n",
			   words[status], (unsigned long long)c->nr, c->summed ? "true" : "false");
	} else if (!status && !quiet) {
		out_printf(c->out, "%s: whole, by %s\n", c->path,
			   c->summed ? "its checksums" : "its structure: it has no checksums");
	}
}

/* What may have a trailer: a plain file, or the first one of a directory; -1: neither, or only the reader knows how to open it. */
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

static int check_one(struct check *c)
{
	int dirfd = open(c->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
	    fd = open_plain(c->path, dirfd), status = REP_OK;
	bool sums = fd >= 0 && check_sums(c, fd, dirfd);

	/* What checksums vouch for was sound when they were made. */
	if (!sums || c->nr)
		status = check_structure(c, fd >= 0 && sums);
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
	if (at == argc && !o.input && access("perf.data", F_OK)) {
		rep_err("check: perf.data: it is not here: name the files to check");
		return REP_FAIL;
	}
	out_open(&out, STDOUT_FILENO);
	for (int i = o.input || at == argc ? at - 1 : at; i < argc; i++) {
		const char *path = i >= at ? argv[i] : o.input ? o.input : "perf.data";
		struct check c = { .path = path, .out = &out, .json = o.json };
		int one = check_one(&c);

		print_check_result(&c, one, o.quiet);
		status = worse(status, one);
	}
	return rep_out_close(&out, status);
}

const struct rep_cmd cmd_check = {
	.name = "check",
	.help = "say whether recordings are whole, and what is wrong where",
	.usage = "[FILE...]",
	.run = check_run,
};
