/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run [-l] [TEXT] - run the tests whose "file:name" contains TEXT; -l lists them.
 * What a test prints is shown when it fails.
 * The last line is "N passed, N failed"; the status is 1 when a test failed.
 */

#include "test.h"

#include <errno.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECONDS_MAX 120 /* for one test */

static struct test_case *first, **last = &first;
static char base[4096], dir[4096 + 8]; /* of this run, of a test */

void test_register(struct test_case *c)
{
	*last = c;
	last = &c->next;
}

void test_fail(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s:%d: ", file, line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	fflush(NULL);
	_exit(1); /* a test that failed owes nobody its memory */
}

double test_cpu_seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* Failed tests leave through _exit(), so the runner removes; it knows the name because it makes it. */
const char *test_dir(void)
{
	if (mkdir(dir, 0700) && errno != EEXIST)
		test_fail(__FILE__, __LINE__, "%s: %s", dir, strerror(errno));
	return dir;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	return remove(path);
}

static void remove_all(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Run in the child, with its output in @fd. */
static void run_child(const struct test_case *c, int fd)
{
	if (fd >= 0) {
		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
	}
	alarm(SECONDS_MAX);
	c->run();
	exit(0);
}

static void show(int fd)
{
	char buf[4096];
	ssize_t n;

	if (fd < 0 || lseek(fd, 0, SEEK_SET) < 0)
		return;
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		fwrite(buf, 1, (size_t)n, stderr);
}

static int run_one(const struct test_case *c)
{
	int status = 0;
	FILE *said = tmpfile();
	int fd = said ? fileno(said) : -1;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0) {
		perror("fork");
		return 0;
	}
	if (!pid)
		run_child(c, fd);
	if (waitpid(pid, &status, 0) < 0) {
		perror("waitpid");
		return 0;
	}
	remove_all(dir);
	if (status)
		show(fd);
	if (said)
		fclose(said);
	if (!status)
		return 1;
	fprintf(stderr, "FAILED %s:%s", c->file, c->name);
	if (WIFSIGNALED(status))
		fprintf(stderr, " (%s)", strsignal(WTERMSIG(status)));
	fputc('\n', stderr);
	return 0;
}

static int selected(const struct test_case *c, const char *text)
{
	char full[512];

	snprintf(full, sizeof(full), "%s:%s", c->file, c->name);
	return !text || strstr(full, text);
}

int main(int argc, char **argv)
{
	int list = argc > 1 && !strcmp(argv[1], "-l");
	const char *text = argc > 1 + list ? argv[1 + list] : NULL;
	const char *tmp = getenv("TMPDIR");
	unsigned passed = 0, failed = 0;

	snprintf(base, sizeof(base), "%s/pdata-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(base)) {
		perror(base);
		return 1;
	}
	snprintf(dir, sizeof(dir), "%s/test", base);
	for (const struct test_case *c = first; c; c = c->next) {
		if (!selected(c, text))
			continue;
		if (list)
			printf("%s:%s\n", c->file, c->name);
		else if (run_one(c))
			passed++;
		else
			failed++;
	}
	remove_all(base);
	if (!list)
		printf("%u passed, %u failed\n", passed, failed);
	return failed || (!list && text && !passed);
}
