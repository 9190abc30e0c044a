/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses a perf map, the lines of START SIZE NAME that a language runtime writes to
 * /tmp/perf-PID.map, into a symbol table.
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

struct map_line {
	uint64_t start, size;
	uint64_t name, end; /* offsets */
};

/* Behind the end of a line is a zero. */
static char byte_at(struct sym_window *w, uint64_t off, uint64_t end)
{
	size_t have = 0;
	const char *p = off < end ? sym_window_get(w, off, &have) : NULL;

	return have ? *p : 0;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The number at *@at, which moves behind it, as strtoull() takes it. */
static uint64_t read_hex(struct sym_window *w, uint64_t *at, uint64_t end)
{
	bool minus, prefix, over = false;
	uint64_t off = *at, digits, v = 0;
	int digit;

	while (byte_at(w, off, end) == ' ' ||
	       (byte_at(w, off, end) >= '\t' && byte_at(w, off, end) <= '\r'))
		off++;
	minus = byte_at(w, off, end) == '-';
	if (minus || byte_at(w, off, end) == '+')
		off++;
	prefix = byte_at(w, off, end) == '0' && (byte_at(w, off + 1, end) | 0x20) == 'x';
	if (prefix)
		off += 2;
	for (digits = off; (digit = hex_digit(byte_at(w, off, end))) >= 0; off++) {
		over |= v >> 60;
		v = v << 4 | (unsigned)digit;
	}
	if (off > digits)
		*at = off;
	else if (prefix)
		*at = digits - 1;
	return over ? UINT64_MAX : minus ? -v : v;
}

/* The line that begins at @off and ends at @end. Return: whether it has a symbol. */
static bool parse_map_line(struct sym_window *w, uint64_t off, uint64_t end, struct map_line *l)
{
	l->end = end;
	l->name = off;
	l->start = read_hex(w, &l->name, end);
	if (l->name + 3 >= end)
		return false;
	l->name++;
	l->size = read_hex(w, &l->name, end);
	if (l->name + 3 >= end)
		return false;
	l->name++;
	return true;
}

/* perf takes the last character of a line off whatever it is: the last line needs its newline. */
static uint64_t end_of_line(struct sym_window *w, uint64_t off)
{
	return sym_window_find(w, off, w->text->len - 1, '\n');
}

static uint32_t count_lines(struct sym_window *w)
{
	uint32_t nr = 0;

	for (uint64_t off = 0, end; off < w->text->len; off = end + 1) {
		end = end_of_line(w, off);
		nr += end - off >= LINE_MIN;
	}
	return nr;
}

static int read_map_name(const struct sym_text *x, const struct sym_range *r, char **name)
{
	struct sym_window w;
	struct map_line l;
	uint64_t end;
	int ret = sym_window_open(&w, x, LINE_WINDOW);

	if (ret)
		return ret;
	if (!parse_map_line(&w, r->off, end_of_line(&w, r->off), &l) || l.start != r->start ||
	    l.size != r->size) {
		sym_window_close(&w);
		return -ESTALE;
	}
	end = sym_window_find(&w, l.name, l.end, 0);
	sym_window_close(&w);
	return sym_text_copy(x, l.name, (size_t)(end - l.name), name);
}

static int load_lines(const struct sym_text *x, struct sym_window *w, struct sym_table_priv *t)
{
	struct sym_ranges *r = sym_ranges_new(count_lines(w), x->owned ? 0 : x->len);
	struct map_line l;

	if (!r)
		return -ENOMEM;
	for (uint64_t off = 0, end; off < x->len; off = end + 1) {
		end = end_of_line(w, off);
		if (parse_map_line(w, off, end, &l))
			sym_ranges_add(r, l.start, l.size, (uint32_t)off);
	}
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
	struct sym_window w;
	int ret = sym_window_open(&w, x, WINDOW);

	if (!ret)
		ret = load_lines(x, &w, t);
	sym_window_close(&w);
	if (ret)
		sym_text_close(&text);
	return ret;
}
