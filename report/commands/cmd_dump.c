/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata dump: prints a file as text. */
#include "base/pipe_copy.h"
#include "console/command.h"
#include "console/pager.h"

#include <pdata/text.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct dump_opts {
	const char *path;
	bool json;
};

static const struct rep_opt opts[] = {
	{ "input", 'i', REP_STR, offsetof(struct dump_opts, path), "FILE",
	  "read FILE (default perf.data)", 0 },
	{ "json", 0, REP_FLAG, offsetof(struct dump_opts, json), NULL,
	  "print a JSON object per line instead of text, with the same names and values", 0 },
	{ 0 }
};

extern const struct rep_cmd cmd_dump;

static int write_all(int *failed, const char *text, size_t len)
{
	while (len) {
		ssize_t n = write(STDOUT_FILENO, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			*failed = errno;
			return 1;
		}
		text += n;
		len -= (size_t)n;
	}
	return 0;
}

static int write_to_stdout(void *ctx, const char *text, size_t len)
{
	return write_all(ctx, text, len);
}

/*
 * JSON contains UTF-8 unchanged, also characters that control a terminal, so these are replaced.
 */
static int write_terminal(void *ctx, const char *text, size_t len)
{
	char *shown = memcpy(rep_alloc(len, 1), text, len);
	int ret;

	pdata_text_printable(shown, len, 1);
	ret = write_all(ctx, shown, len);
	free(shown);
	return ret;
}

/* Dump a file. Standard input is copied first, because dump reads it more than once. */
static int dump_path(const struct dump_opts *o, int *failed, struct pdata_damage *damage,
		     struct pdata_error *err)
{
	const struct pdata_dump_opts how = { .size = sizeof(how), .json = o->json };
	const pdata_write_fn write = pager_is_terminal(STDOUT_FILENO) ? write_terminal
								      : write_to_stdout;
	const char *path = o->path;
	int fd, ret;

	if (strcmp(path, "-"))
		return pdata_dump(path, -1, &how, write, failed, damage, err);
	fd = pipe_copy_needed(path) ? pipe_copy_open(path) : STDIN_FILENO;
	if (fd < 0) {
		*err = (struct pdata_error){ .code = PDATA_E_SYS, .sys_errno = -fd, .field = "" };
		return PDATA_E_SYS;
	}
	ret = pdata_dump(NULL, fd, &how, write, failed, damage, err);
	if (fd != STDIN_FILENO)
		close(fd);
	return ret;
}

static int dump_run(int argc, char **argv)
{
	struct dump_opts o = { .path = "perf.data" };
	struct pdata_damage damage = { 0 };
	struct pdata_error err;
	char why[512];
	int failed = 0, ret = rep_opts_parse(&cmd_dump, opts, &o, argc, argv);

	if (ret < 0)
		return -1 - ret;
	if (ret < argc)
		o.path = argv[ret];
	ret = dump_path(&o, &failed, &damage, &err);
	if (failed && failed != EPIPE && failed != ENOMEM)
		rep_err("standard output: %s", strerror(failed));
	if (failed)
		return REP_FAIL;
	if (ret) {
		pdata_error_format(&err, why, sizeof(why));
		return rep_fail("%s: %s", o.path, why);
	}
	if (damage.nr) {
		pdata_error_format(&damage.first, why, sizeof(why));
		rep_err("%s: %s; the text still has all bytes of the file", o.path, why);
		return REP_PART;
	}
	return REP_OK;
}

const struct rep_cmd cmd_dump = {
	.name = "dump",
	.help = "print a recording as text; \"pdata assemble\" turns the text back into the same "
		"bytes",
	.usage = "[FILE]",
	.run = dump_run,
};
