/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses the lines of a perf map as perf does. */
#include "object/window.h"

#include <stdbool.h>

/* Get a byte of a line, or 0 from the end of the line on. */
static char get_line_byte(struct pdata_window *w, uint64_t off, uint64_t end)
{
	size_t have = 0;
	const char *p = off < end ? pd_window_get(w, off, &have) : NULL;

	return have ? *p : 0;
}

static int hex_digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Parse the hexadecimal number at *@at as strtoull() does. *@at: set to its end. */
static uint64_t read_hex_number(struct pdata_window *w, uint64_t *at, uint64_t end)
{
	bool minus, prefix, over = false;
	uint64_t off = *at, digits, v = 0;
	int digit;

	while (get_line_byte(w, off, end) == ' ' ||
	       (get_line_byte(w, off, end) >= '\t' && get_line_byte(w, off, end) <= '\r'))
		off++;
	minus = get_line_byte(w, off, end) == '-';
	if (minus || get_line_byte(w, off, end) == '+')
		off++;
	prefix = get_line_byte(w, off, end) == '0' &&
		 (get_line_byte(w, off + 1, end) | 0x20) == 'x';
	if (prefix)
		off += 2;
	for (digits = off; (digit = hex_digit_value(get_line_byte(w, off, end))) >= 0; off++) {
		over |= v >> 60;
		v = v << 4 | (unsigned)digit;
	}
	if (off > digits)
		*at = off;
	else if (prefix)
		*at = digits - 1;
	return over ? UINT64_MAX : minus ? -v : v;
}

int pdata_perf_map_line(struct pdata_window *w, uint64_t off, struct pdata_perf_map_line *out)
{
	*out = (struct pdata_perf_map_line){ .off = off, .end = off };
	if (off >= w->len)
		return PDATA_E_CUT;
	/* perf removes the last character of a line, whatever it is. */
	out->end = pdata_window_find(w, off, w->len - 1, '\n');
	out->name = off;
	out->start = read_hex_number(w, &out->name, out->end);
	if (out->name >= out->end)
		return 0;
	out->name++;
	out->size = read_hex_number(w, &out->name, out->end);
	if (out->name >= out->end)
		return 0;
	out->name++;
	return out->name < out->end;
}
