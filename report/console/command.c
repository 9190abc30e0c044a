/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Helpers that every command uses: messages on standard error, output on a terminal or elsewhere,
 * and memory allocation that exits when memory is exhausted.
 */
#include "console/command.h"

#include "base/memory.h"
#include "base/out.h"
#include "console/pager.h"

#include <pdata/text.h>

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static rep_run_fn *command_runner;

void rep_set_runner(rep_run_fn *fn)
{
	command_runner = fn;
}

int rep_run_command(int argc, char **argv)
{
	return command_runner ? command_runner(argc, argv) : REP_FAIL;
}

/* Make a message of @n bytes one line, which cannot act on a terminal. */
static void guard_message(char *line, size_t n)
{
	if (isatty(STDERR_FILENO))
		pdata_text_printable(line, n, 0);
	while ((line = strchr(line, '\n')))
		*line = '?';
}

void rep_print_message(void *ctx, const char *line)
{
	size_t n = strlen(line);
	char *printable;
	static atomic_flag no_memory_said = ATOMIC_FLAG_INIT;

	(void)ctx;
	/* Several functions may meet this error; one message is enough. */
	if (strstr(line, "out of memory")) {
		mem_count_failure();
		if (atomic_flag_test_and_set(&no_memory_said))
			return;
	}
	printable = isatty(STDERR_FILENO) || strchr(line, '\n') ? malloc(n + 1) : NULL;
	if (printable) {
		memcpy(printable, line, n + 1);
		guard_message(printable, n);
	}
	fflush(stdout);
	fprintf(stderr, "pdata: %s\n", printable ? printable : line);
	free(printable);
}

void rep_exit_no_memory(void)
{
	rep_err("out of memory");
	exit(REP_FAIL);
}

static void *or_exit(void *p)
{
	if (!p)
		rep_exit_no_memory();
	return p;
}

void *rep_alloc(size_t nr, size_t size)
{
	return or_exit(mem_alloc(nr, size));
}

void *rep_grow(void *p, size_t nr, size_t size)
{
	return or_exit(mem_grow(p, nr, size));
}

void *rep_big_alloc(size_t nr, size_t size)
{
	return or_exit(mem_big_alloc(nr, size));
}

char *rep_strdup(const char *s)
{
	return or_exit(mem_strdup(s));
}

void rep_out_open(struct out *o, int fd)
{
	out_open(o, fd);
	o->guard = pager_is_terminal(fd);
}

int rep_out_close_path(struct out *o, const char *path, int status)
{
	const int err = out_close(o);

	/* A reader of the output that exits early, as in `| head`, needs no message. */
	if (!err || err == EPIPE)
		return err ? REP_FAIL : status;
	if (err == ENOMEM)
		rep_err("out of memory");
	else if (strcmp(path, "-"))
		rep_err("%s: cannot write the output: %s", path, strerror(err));
	else
		rep_err("cannot write the output: %s", strerror(err));
	return REP_FAIL;
}

int rep_out_close(struct out *o, int status)
{
	return rep_out_close_path(o, "-", status);
}
