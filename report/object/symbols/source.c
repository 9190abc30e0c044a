/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads source files of this machine on first use and returns single lines for annotate and
 * script.
 */
#include "object/symbols/source.h"

#include "base/memory.h"
#include "object/elf/symbol_sources.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SOURCE_MAX (64 << 20) /* in bytes, because debugging information may name any file */

struct source {
	char *path, *text; /* NULL: the file does not exist */
	size_t len;
	struct source *next;
};

void sources_free(struct sources *s)
{
	while (s->all) {
		struct source *next = s->all->next;

		free(s->all->path);
		free(s->all->text);
		free(s->all);
		s->all = next;
	}
}

/* NULL: memory is exhausted, and @s keeps the error. */
static const struct source *get_source(struct sources *s, const char *path)
{
	const unsigned failures = mem_failures();
	struct source *src;
	struct stat st;

	for (src = s->all; src; src = src->next)
		if (!strcmp(src->path, path))
			return src;
	src = mem_alloc(1, sizeof(*src));
	if (src)
		src->path = mem_strdup(path);
	if (!src || !src->path) {
		free(src);
		s->err = -ENOMEM;
		return NULL;
	}
	if (!stat(path, &st) && st.st_size <= SOURCE_MAX)
		src->text = sym_file_read(path, false, &src->len);
	if (!src->text && mem_failures() != failures)
		s->err = -ENOMEM;
	src->next = s->all;
	s->all = src;
	return src;
}

/* Return: the part of the absolute path @path after its first @strip directories. */
static const char *strip_directories(const char *path, uint64_t strip)
{
	for (const char *next; strip && (next = strchr(path + 1, '/')); strip--)
		path = next;
	return path;
}

static const char *find_source_line(const struct source *src, uint32_t line, size_t *len)
{
	const char *at = src->text, *end = at ? at + src->len : NULL, *eol;

	while (at && line > 1) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at && at + 1 < end ? at + 1 : NULL;
		line--;
	}
	if (!at || !line || at == end)
		return NULL;
	eol = memchr(at, '\n', (size_t)(end - at));
	*len = (size_t)((eol ? eol : end) - at);
	return at;
}

const char *sources_line(struct sources *s, const char *dir, const char *path, uint32_t line,
			 size_t *len)
{
	const struct source *src;
	char whole[SYM_PATH_MAX], here[SYM_PATH_MAX];

	if (path[0] == '/' || !dir || !sym_join(whole, sizeof(whole), dir, path))
		snprintf(whole, sizeof(whole), "%s", path);
	if (whole[0] == '/' && s->prefix &&
	    sym_join(here, sizeof(here), s->prefix, strip_directories(whole, s->strip)))
		src = get_source(s, here);
	else
		src = get_source(s, whole);
	return src ? find_source_line(src, line, len) : NULL;
}
