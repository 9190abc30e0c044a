/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * timed COMMAND... - run it; append "wall-seconds cpu-seconds peak-KiB status end bytes-read" to $TIMED_OUT, the bytes
 * of its read calls, 0 where the kernel does not count them. Programs that it started and left behind, as perf does with addr2line, end with its pipes: their time counts, too, and
 * the peak is that of the largest of them all.
 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timespec t)
{
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double cpu(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

/* CPU time of a child that has ended and was not waited for. */
static long long bytes_read(pid_t pid)
{
	long long bytes = 0;
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/io", (int)pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	if (fscanf(f, "rchar: %lld", &bytes) != 1)
		bytes = 0;
	fclose(f);
	return bytes;
}

int main(int argc, char **argv)
{
	const char *path = getenv("TIMED_OUT");
	struct timespec from, to;
	struct rusage use, left;
	long long bytes = 0;
	siginfo_t info;
	double seconds_cpu = 0;
	long peak = 0;
	int status;
	FILE *out;
	pid_t pid;

	if (argc < 2 || !path)
		return 125;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	clock_gettime(CLOCK_MONOTONIC, &from);
	pid = fork();
	if (!pid) {
		execvp(argv[1], argv + 1);
		perror(argv[1]);
		_exit(127);
	}
	if (pid > 0 && !waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT))
		bytes = bytes_read(pid);
	if (pid < 0 || wait4(pid, &status, 0, &use) < 0)
		return 125;
	clock_gettime(CLOCK_MONOTONIC, &to);
	while (wait4(-1, NULL, 0, &left) > 0) {
		seconds_cpu += cpu(left.ru_utime) + cpu(left.ru_stime);
		peak = left.ru_maxrss > peak ? left.ru_maxrss : peak;
	}
	seconds_cpu += cpu(use.ru_utime) + cpu(use.ru_stime);
	peak = use.ru_maxrss > peak ? use.ru_maxrss : peak;
	status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	out = fopen(path, "a");
	if (!out)
		return 125;
	fprintf(out, "%.4f %.4f %ld %d %.6f %lld\n", seconds(to) - seconds(from), seconds_cpu, peak,
		status, seconds(to), bytes);
	return fclose(out) ? 125 : status;
}
