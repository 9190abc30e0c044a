/* SPDX-License-Identifier: BSD-2-Clause */
#include "rep.h"

#include "out.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

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

static void no_memory(void)
{
	rep_err("out of memory");
	exit(REP_FAIL);
}

void *rep_alloc(size_t nr, size_t size)
{
	void *p = calloc(nr ? nr : 1, size ? size : 1);

	if (!p)
		no_memory();
	return p;
}

void *rep_grow(void *p, size_t nr, size_t size)
{
	p = reallocarray(p, nr ? nr : 1, size ? size : 1);
	if (!p)
		no_memory();
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
