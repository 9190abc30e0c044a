/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The main function of pdata: finds the command named on the command line, runs it and checks that
 * standard output was written.
 */
#include "console/command.h"

#include "base/memory.h"
#include "cli/suggest.h"
#include "console/pager.h"
#include "console/version.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define REP_CMD(name) extern const struct rep_cmd cmd_##name;
#include "commands/cmds.def"
#undef REP_CMD

const struct rep_cmd *const rep_cmds[] = {
#define REP_CMD(name) &cmd_##name,
#include "commands/cmds.def"
#undef REP_CMD
	NULL
};

static bool no_pager;

static const struct rep_cmd *find_cmd(const char *name)
{
	for (size_t i = 0; rep_cmds[i]; i++)
		if (!strcmp(rep_cmds[i]->name, name))
			return rep_cmds[i];
	return NULL;
}

static void print_commands_help(FILE *to)
{
	fputs("usage: pdata [--no-pager] COMMAND [OPTION]...\n\n", to);
	for (size_t i = 0; rep_cmds[i]; i++)
		fprintf(to, "  %-16s %s\n", rep_cmds[i]->name, rep_cmds[i]->help);
	fprintf(to, "  %-16s %s\n", "help [COMMAND]", "describe a command");
	fprintf(to, "  %-16s %s\n\n", "version",
		"print the version; --build-options: the libraries that were built in, too");
	fputs("pdata COMMAND --help lists its options. Exit status: 0 everything was read,\n"
	      "1 no answer, 2 answered in part.\n",
	      to);
}

static int no_cmd(const char *name)
{
	struct suggestion near = suggest_begin(name, strlen(name));

	for (size_t i = 0; rep_cmds[i]; i++)
		suggest_try(&near, rep_cmds[i]->name);
	return rep_fail("%s: no such command%s 'pdata help' lists the commands", name,
			suggest_text(&near, ""));
}

static int run_cmd(const char *name, int argc, char **argv)
{
	const struct rep_cmd *cmd = find_cmd(name);

	if (cmd && cmd->pager && !no_pager)
		pager_start();
	return cmd ? cmd->run(argc, argv) : no_cmd(name);
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
	if (argc > 1 && !strcmp(argv[1], "--no-pager")) {
		no_pager = true;
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
