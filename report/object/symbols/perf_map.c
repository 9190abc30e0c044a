/* SPDX-License-Identifier: BSD-2-Clause */
#include "object/elf/symbol_sources.h"

#include <stdlib.h>
#include <string.h>

/* perf-PID.map, written by language runtimes: lines of START SIZE NAME. */

static void release(void *text)
{
	free(text);
}

/* perf takes the last character of a line off whatever it is: the last line needs its newline. */
static void add_line(struct sym_build *b, char *s, size_t len)
{
	char *end;
	uint64_t start, size;
	size_t at;

	start = strtoull(s, &end, 16);
	at = (size_t)(end - s) + 1;
	if (at + 2 >= len)
		return;
	size = strtoull(s + at, &end, 16);
	at = (size_t)(end - s) + 1;
	if (at + 2 >= len)
		return;
	sym_build_add(b, &(struct sym){
				 .start = start,
				 .end = start + size,
				 .name = s + at,
				 .binding = SYM_GLOBAL,
			 });
}

void sym_map_load(char *text, size_t len, struct sym_table_priv *t)
{
	char *s = text, *last = text + len;
	struct sym_build b;

	sym_build_init(&b, false);
	while (s < last) {
		char *end = memchr(s, '\n', (size_t)(last - s));

		if (!end)
			end = last - 1;
		*end = 0;
		add_line(&b, s, (size_t)(end - s));
		s = end + 1;
	}
	sym_build_settle(&b, SYM_SETTLE_PLAIN);
	sym_build_finish(&b, t);
	sym_table_hold(t, text, release);
}
