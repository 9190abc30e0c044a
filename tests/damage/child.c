/* SPDX-License-Identifier: BSD-2-Clause */
#include "child.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void redirect(int to, const char *path)
{
	int fd = open(path ? path : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || dup2(fd, to) < 0)
		_exit(127);
	close(fd);
}

static void become(const char *const argv[], const char *out, const char *err)
{
	int in = open("/dev/null", O_RDONLY);

	dup2(in, STDIN_FILENO);
	redirect(STDOUT_FILENO, out);
	redirect(STDERR_FILENO, err);
	setenv("ASAN_OPTIONS",
	       "exitcode=99:detect_leaks=0:quarantine_size_mb=8:malloc_context_size=8", 1);
	setenv("UBSAN_OPTIONS", "exitcode=99:print_stacktrace=1", 1);
	alarm(CHILD_WALL);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

int child_run(const char *const argv[], const char *out, const char *err, struct child_end *end)
{
	struct rusage use;
	int status;
	pid_t pid = fork();

	if (!pid)
		become(argv, out, err);
	if (pid < 0 || wait4(pid, &status, 0, &use) < 0) {
		perror(argv[0]);
		return -1;
	}
	end->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	end->cpu = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
		   (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
	end->rss_kib = use.ru_maxrss;
	return 0;
}

char *child_read(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	char *p = NULL;
	ssize_t n = -1;

	*len = 0;
	if (fd >= 0 && !fstat(fd, &st)) {
		p = malloc((size_t)st.st_size + 1);
		while (p && (n = read(fd, p + *len, (size_t)st.st_size - *len)) > 0)
			*len += (size_t)n;
	}
	if (fd >= 0)
		close(fd);
	if (!p || n < 0) {
		free(p);
		return NULL;
	}
	p[*len] = 0;
	return p;
}

int child_write(const char *path, const void *data, size_t len)
{
	FILE *f = fopen(path, "wb");
	int bad = !f || fwrite(data, 1, len, f) != len;

	if (f && fclose(f))
		bad = 1;
	if (bad)
		perror(path);
	return bad ? -1 : 0;
}
