/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stopat N kill COMMAND...          run it and kill it where its system call number N returns
 * stopat N SHELL-COMMAND COMMAND... run it, stop it there, let a shell run the other, and let it go on
 *
 * Exit status: 0 it was stopped (and then ended with 0), 1 it ended before, 2 it or the other failed, 77 programs
 * cannot be traced here.
 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#define SYSCALL_STOP (SIGTRAP | 0x80)

static pid_t start(char **argv)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(77);
	raise(SIGSTOP);
	execvp(argv[0], argv);
	_exit(127);
}

/* Run it to the return of its system call number @n. Return: whether it stands there. */
static int run_to(pid_t pid, long n, int *status)
{
	long stops = 0;
	int sig = 0;

	for (;;) {
		if (ptrace(PTRACE_SYSCALL, pid, NULL, (void *)(long)sig) ||
		    waitpid(pid, status, 0) < 0)
			return 0;
		if (!WIFSTOPPED(*status))
			return 0;
		sig = WSTOPSIG(*status);
		if (sig == SYSCALL_STOP) {
			sig = 0;
			if (++stops == 2 * n)
				return 1;
		} else if (sig == SIGTRAP) {
			sig = 0;
		}
	}
}

int main(int argc, char **argv)
{
	int status = 0;
	pid_t pid;

	if (argc < 4)
		return 125;
	pid = start(argv + 3);
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return 125;
	if (!WIFSTOPPED(status))
		return 77;
	if (ptrace(PTRACE_SETOPTIONS, pid, NULL,
		   (void *)(long)(PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL))) {
		kill(pid, SIGKILL);
		return 77;
	}
	if (!run_to(pid, atol(argv[1]), &status))
		return WIFEXITED(status) && !WEXITSTATUS(status) ? 1 : 2;
	if (!strcmp(argv[2], "kill")) {
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		return 0;
	}
	if (system(argv[2])) {
		kill(pid, SIGKILL);
		return 2;
	}
	ptrace(PTRACE_DETACH, pid, NULL, NULL);
	if (waitpid(pid, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status))
		return 2;
	return 0;
}
