/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Gives any bytes as input to the program $PDATA: every command ends by itself, with status 0, 1 or
 * 2.
 */

#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const commands[][8] = {
	{ "pdata", "report", "--stdio", "-i" },
	{ "pdata", "report", "--stdio", "--no-children", "-s", "pid,sym,dso,cpu,time,parent",
	  "-i" },
	{ "pdata", "report", "--header-only", "-I", "-i" },
	{ "pdata", "script", "-i" },
	{ "pdata", "script", "--show-task-events", "--show-mmap-events", "--show-bpf-events",
	  "-i" },
	{ "pdata", "evlist", "-v", "-i" },
	{ "pdata", "buildid-list", "-H", "-i" },
};

static void run(const char *program, const char *const *command, const char *input)
{
	char *argv[10];
	int status = 0, n = 0;
	pid_t pid;

	while (command[n]) {
		argv[n] = (char *)(uintptr_t)command[n];
		n++;
	}
	argv[n++] = (char *)(uintptr_t)input;
	argv[n] = NULL;
	pid = fork();
	if (!pid) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		if (!getenv("FUZZ_SHOW"))
			dup2(null, STDERR_FILENO);
		/* allows for a busy machine */
		setrlimit(RLIMIT_CPU, &(struct rlimit){ 20, 20 });
		alarm(600);
		execv(program, argv);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return;
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 2) {
		fprintf(stderr, "pdata %s ended with status %#x\n", command[1], (unsigned)status);
		abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *program = getenv("PDATA");
	int fd = memfd_create("input", 0);
	char path[64];

	if (fd < 0 || !program)
		abort();
	/* The exit status of a sanitizer must differ from those of the program. */
	setenv("ASAN_OPTIONS", "exitcode=99:detect_leaks=0", 1);
	setenv("UBSAN_OPTIONS", "exitcode=99", 1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (write(fd, data, size) == (ssize_t)size)
		for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
			run(program, commands[i], path);
	close(fd);
	return 0;
}
