/* SPDX-License-Identifier: BSD-2-Clause */
#include "object/elf/debuginfod.h"

#include "base/command.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libdebuginfod.so.1"
#define URLS "DEBUGINFOD_URLS"

/* Functions of elfutils/debuginfod.h. */
typedef void *(*begin_fn)(void);
typedef int (*find_fn)(void *client, const unsigned char *id, int id_len, char **path);
typedef void (*end_fn)(void *client);

struct sym_debuginfod {
	void *library, *client;
	find_fn find[2]; /* by enum sym_fetch */
	end_fn end;
};

/* An address from dlsym() as a function's. */
#define FUNCTION(type, d, name)                                                                    \
	((union {                                                                                  \
		 void *object;                                                                     \
		 type function;                                                                    \
	 }){ dlsym((d)->library, name) }                                                           \
		 .function)

struct sym_debuginfod *sym_debuginfod_new(const char *urls, const char **why)
{
	const char *env = getenv(URLS);
	struct sym_debuginfod *d;
	begin_fn begin;

	*why = NULL;
	if (urls && urls[0] && setenv(URLS, urls, 1))
		return NULL;
	if (!(urls && urls[0]) && (!env || !env[0]))
		return NULL;
	d = rep_alloc(1, sizeof(*d));
	d->library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
	if (!d->library) {
		*why = LIBRARY " is not here";
		sym_debuginfod_free(d);
		return NULL;
	}
	begin = FUNCTION(begin_fn, d, "debuginfod_begin");
	d->find[SYM_FETCH_DEBUG] = FUNCTION(find_fn, d, "debuginfod_find_debuginfo");
	d->find[SYM_FETCH_PROGRAM] = FUNCTION(find_fn, d, "debuginfod_find_executable");
	d->end = FUNCTION(end_fn, d, "debuginfod_end");
	if (begin && d->find[0] && d->find[1] && d->end)
		d->client = begin();
	if (d->client)
		return d;
	*why = LIBRARY " does not work";
	sym_debuginfod_free(d);
	return NULL;
}

void sym_debuginfod_free(struct sym_debuginfod *d)
{
	if (!d)
		return;
	if (d->client)
		d->end(d->client);
	/* The library stays: what it uses may have left threads behind. */
	free(d);
}

char *sym_debuginfod_get(struct sym_debuginfod *d, enum sym_fetch what,
			 const struct sym_build_id *id)
{
	char *path = NULL;
	int fd;

	if (!d || !id->size)
		return NULL;
	fd = d->find[what](d->client, id->data, (int)id->size, &path);
	if (fd < 0)
		return NULL;
	close(fd);
	return path;
}
