/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes a symbol table of a perf map, the lines of START SIZE NAME that a language runtime writes
 * to /tmp/perf-PID.map.
 */
#include "object/elf/sym_ranges.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/jit_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW (64u << 10)     /* while all lines are read */
#define LINE_WINDOW (1u << 10) /* while one is */
#define LINE_MIN 5u	       /* of two numbers without digits and a name of three characters */

#define NAME_MIN 3u /* perf passes over shorter ones */

/* Whether the line that begins at @off has a symbol. */
static bool read_map_symbol(struct pdata_window *w, uint64_t off, struct pdata_perf_map_line *l)
{
	return pdata_perf_map_line(w, off, l) > 0 && l->end - l->name >= NAME_MIN;
}

static uint32_t count_lines(struct pdata_window *w)
{
	uint32_t nr = 0;

	for (uint64_t off = 0, end; off < w->len; off = end + 1) {
		end = pdata_window_find(w, off, w->len - 1, '\n');
		nr += end - off >= LINE_MIN;
	}
	return nr;
}

static int read_map_name(const struct sym_text *x, const struct sym_range *r, char **name)
{
	struct pdata_perf_map_line l;
	struct pdata_window w;
	uint64_t end;
	int ret = sym_text_open_window(x, &w, LINE_WINDOW);

	if (ret)
		return ret;
	if (!read_map_symbol(&w, r->off, &l) || l.start != r->start || l.size != r->size) {
		sym_text_close_window(&w);
		return -ESTALE;
	}
	end = pdata_window_find(&w, l.name, l.end, 0);
	sym_text_close_window(&w);
	return sym_text_copy(x, l.name, (size_t)(end - l.name), name);
}

static int load_lines(const struct sym_text *x, struct pdata_window *w, struct sym_table_priv *t)
{
	struct sym_ranges *r = sym_ranges_new(count_lines(w), x->owned ? 0 : x->len);
	struct pdata_perf_map_line l;

	if (!r)
		return -ENOMEM;
	for (uint64_t off = 0; off < x->len; off = l.end + 1)
		if (read_map_symbol(w, off, &l))
			sym_ranges_add(r, l.start, l.size, (uint32_t)off);
	if (sym_ranges_finish(r)) {
		sym_ranges_free(r);
		return -ENOMEM;
	}
	sym_ranges_set_text(r, x, read_map_name, false);
	sym_table_set_ranges(t, r);
	return 0;
}

int perf_map_load(const struct sym_text *x, struct sym_table_priv *t)
{
	struct sym_text text = *x;
	struct pdata_window w;
	int ret = sym_text_open_window(x, &w, WINDOW);

	if (!ret)
		ret = load_lines(x, &w, t);
	sym_text_close_window(&w);
	if (ret)
		sym_text_close(&text);
	return ret;
}
