/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs a part of this program in a child process. */
#include "console/child.h"

#include "base/array.h"
#include "console/command.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

/* The child has copies of all descriptors, so only the signal tells it that no one reads @out. */
static void run_child(int (*run)(void *ctx), void *ctx, pid_t parent, int out, int err)
{
	static const int defaults[] = { SIGINT,	 SIGTERM, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT,
					SIGSEGV, SIGBUS,  SIGILL,  SIGFPE, SIGABRT, SIGWINCH };
	const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int status;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	for (unsigned i = 0; i < REP_NR(defaults); i++)
		signal(defaults[i], SIG_DFL);
	setpgid(0, 0); /* signals of the keyboard are for the parent */
	dup2(null, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	rep_set_message_fn(rep_print_message, NULL);
	status = run(ctx);
	fflush(stdout);
	fflush(stderr);
	_exit(status);
}

pid_t rep_child_start(int (*run)(void *ctx), void *ctx, int out, int err)
{
	const pid_t parent = getpid();
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (!pid)
		run_child(run, ctx, parent, out, err);
	return pid;
}
