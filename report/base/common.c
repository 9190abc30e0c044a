/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/command.h"

#include "base/out.h"

#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGE_PAGE (2u << 20)

void rep_err(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	flockfile(stderr);
	fputs("pdata: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	putc('\n', stderr);
	funlockfile(stderr);
}

static void exit_no_memory(void)
{
	rep_err("out of memory");
	exit(REP_FAIL);
}

void *rep_alloc(size_t nr, size_t size)
{
	void *p = calloc(nr ? nr : 1, size ? size : 1);

	if (!p)
		exit_no_memory();
	return p;
}

void *rep_grow(void *p, size_t nr, size_t size)
{
	p = reallocarray(p, nr ? nr : 1, size ? size : 1);
	if (!p)
		exit_no_memory();
	return p;
}

/* Page by page, megabytes cost more to get than to fill. */
void *rep_big_alloc(size_t nr, size_t size)
{
	size_t n = size && nr > SIZE_MAX / 2 / size ? 0 : nr * size;
	void *p;

	if (n < LARGE_PAGE)
		return rep_grow(NULL, nr, size);
	n = (n + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
	p = aligned_alloc(LARGE_PAGE, n);
	if (!p)
		return rep_grow(NULL, nr, size);
	madvise(p, n, MADV_HUGEPAGE);
	return p;
}

char *rep_strdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(rep_alloc(n, 1), s, n);
}

int rep_out_close(struct out *o, int status)
{
	int err = out_close(o);

	/* A reader that stopped reading, as in `| head`, is no failure worth a line. */
	if (!err || err == EPIPE)
		return err ? REP_FAIL : status;
	rep_err("cannot write the output: %s", strerror(err));
	return REP_FAIL;
}

void rep_check_dir(const char *option, const char *dir)
{
	struct stat st;
	const int e = stat(dir, &st) ? errno : S_ISDIR(st.st_mode) ? 0 : ENOTDIR;

	if (e)
		rep_err("%s %s: %s: nothing gets its name from there", option, dir, strerror(e));
}

uint32_t rep_nr_cpus(void)
{
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t set;
	int nr = 0;

	/* Machines with more than the set has room for are refused. */
	if (!sched_getaffinity(0, sizeof(set), &set))
		nr = CPU_COUNT(&set);
	if (nr > 0)
		return (uint32_t)nr;
	return online > 0 ? (uint32_t)online : 1;
}
