/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The main function of pdata: finds the command named on the command line, runs it and checks that
 * standard output was written.
 */
#include "commands/cmd_run.h"
#include "console/command.h"

#include "base/memory.h"
#include "console/pager.h"
#include "console/version.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_commands_help(FILE *to)
{
	fputs("usage: pdata [--no-pager] COMMAND [OPTION]...\n\n", to);
	for (size_t i = 0; rep_cmds[i]; i++)
		fprintf(to, "  %-16s %s\n", rep_cmds[i]->name, rep_cmds[i]->help);
	fprintf(to, "  %-16s %s\n", "help [COMMAND]", "describe a command");
	fprintf(to, "  %-16s %s\n\n", "version",
		"print the version; with --build-options, also the libraries that were built in");
	fputs("pdata COMMAND --help lists the options of a command. Exit status: 0: all of the\n"
	      "input was read; 1: there is no result; 2: the result is incomplete.\n",
	      to);
}

static int run_cmd(const char *name, int argc, char **argv)
{
	const struct rep_cmd *cmd = cmd_find(name);

	if (cmd && cmd->pager && !cmd->browser)
		pager_start();
	return cmd ? cmd->run(argc, argv) : cmd_missing(name);
}

static bool is_one_of_three(const char *s, const char *a, const char *b, const char *c)
{
	return !strcmp(s, a) || !strcmp(s, b) || !strcmp(s, c);
}

/* Every failed allocation must be reported, because the answer could be incomplete. */
static int check_memory(int status)
{
	if (!mem_failures())
		return status;
	return rep_fail("out of memory");
}

/* Help and lists are written with stdio; other output of commands is not. */
static int close_stdout(int status)
{
	const int err = fflush(stdout) ? errno : ferror(stdout) ? EIO : 0;

	if (!err || err == EPIPE)
		return status;
	return rep_fail("standard output: %s", strerror(err));
}

/*
 * Open /dev/null for closed standard descriptors. Otherwise the next opened file would get such a
 * descriptor. Reading or writing it in the intended direction still fails, and programs that pdata
 * starts do not inherit it.
 */
static void fill_standard_fds(void)
{
	static const int modes[] = { O_WRONLY, O_RDONLY, O_RDWR };

	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd] | O_CLOEXEC) != fd)
			return;
}

int main(int argc, char **argv)
{
	fill_standard_fds();
	rep_set_message_fn(rep_print_message, NULL);
	rep_set_runner(cmd_run_by_name);
	if (argc > 1 && !strcmp(argv[1], "--no-pager")) {
		pager_forbid();
		argc--;
		argv++;
	}
	if (argc < 2) {
		print_commands_help(stderr);
		return REP_FAIL;
	}
	if (is_one_of_three(argv[1], "--version", "-v", "version"))
		return close_stdout(rep_version(argc - 1, argv + 1));
	if (is_one_of_three(argv[1], "help", "--help", "-h")) {
		char help[] = "--help", *args[] = { argv[1], help, NULL };

		if (argc > 2)
			return close_stdout(run_cmd(argv[2], 2, args));
		print_commands_help(stdout);
		return close_stdout(REP_OK);
	}
	return close_stdout(check_memory(run_cmd(argv[1], argc - 1, argv + 1)));
}
