/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sends output through PDATA_PAGER, PERF_PAGER, PAGER or less when standard output is a terminal,
 * and decides on colours.
 */
#include "console/pager.h"

#include "console/command.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t pager_pid; /* 0: none */
static bool forbidden;

static const char *pager_command(void)
{
	static const char *const names[] = { "PDATA_PAGER", "PERF_PAGER", "PAGER" };

	for (unsigned i = 0; i < REP_NR(names); i++)
		if (getenv(names[i]))
			return getenv(names[i]);
	return access("/usr/bin/less", X_OK) ? NULL : "less";
}

/* Wait until the user leaves the pager. */
static void pager_wait(void)
{
	fflush(stdout);
	close(STDOUT_FILENO);
	while (waitpid(pager_pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* On SIGINT the pager keeps the terminal until the user leaves the pager. */
static void interrupted(int sig)
{
	close(STDOUT_FILENO);
	/* signal-safety(7) allows errno here: the process ends below, so nobody sees the change. */
	/* NOLINTNEXTLINE(bugprone-signal-handler) */
	while (waitpid(pager_pid, NULL, 0) < 0 && errno == EINTR)
		;
	signal(sig, SIG_DFL);
	raise(sig);
}

static void run_pager(const char *command, int in)
{
	dup2(in, STDIN_FILENO);
	close(in);
	setenv("LESS", "FRSX", 0); /* quit if the text fits on the screen; pass colours through */
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

void pager_forbid(void)
{
	forbidden = true;
}

void pager_start(void)
{
	const char *command = isatty(STDOUT_FILENO) ? pager_command() : NULL;
	int fds[2];

	if (forbidden || pager_pid || !command || !*command || !strcmp(command, "cat") || pipe(fds))
		return;
	fflush(stdout);
	pager_pid = fork();
	if (!pager_pid) {
		close(fds[1]);
		run_pager(command, fds[0]);
	}
	close(fds[0]);
	if (pager_pid < 0) {
		pager_pid = 0;
		close(fds[1]);
		return;
	}
	dup2(fds[1], STDOUT_FILENO);
	close(fds[1]);
	/* If the user leaves the pager early, writing simply fails. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGINT, interrupted);
	atexit(pager_wait);
}

bool pager_is_terminal(int fd)
{
	return (fd == STDOUT_FILENO && pager_pid) || isatty(fd);
}

bool pager_colours(void)
{
	return !getenv("NO_COLOR") && pager_is_terminal(STDOUT_FILENO);
}
