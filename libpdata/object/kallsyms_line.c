/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses the lines of kallsyms, the kernel's list of its symbols. */
#include "base/bytes.h"

#include <pdata/names.h>

#include <stdbool.h>
#include <string.h>

/* Value of each character as a hexadecimal digit; 255: it is no digit. */
static const uint8_t hex_value[256] = {
#define NONE16 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
#define LETTERS 255, 10, 11, 12, 13, 14, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255
	NONE16, NONE16, NONE16, 0,	1,	2,	3,	4,	5,	 6,	 7,
	8,	9,	255,	255,	255,	255,	255,	255,	LETTERS, NONE16, LETTERS,
	NONE16, NONE16, NONE16, NONE16, NONE16, NONE16, NONE16, NONE16, NONE16,
#undef LETTERS
#undef NONE16
};

#define EACH_BYTE(value) (UINT64_C(0x0101010101010101) * (value))

/*
 * Convert eight hexadecimal digits in lower case all at once, because addresses are most of the
 * bytes of kallsyms. Return: whether there are eight such digits.
 */
static bool read_eight_digits(const char *p, uint64_t *number)
{
	const uint64_t text = pd_ld64(p, PD_HOST_BE); /* the lowest byte has the first digit */
	const uint64_t letters = text >> 6 & EACH_BYTE(1), low = text & EACH_BYTE(0x0f);
	uint64_t v = low + 9 * letters;

	/* '0' to '9' are 0x30 to 0x39, 'a' to 'f' are 0x61 to 0x66. */
	if ((text & EACH_BYTE(0xf0)) != EACH_BYTE(0x30) + 0x30 * letters ||
	    (low + EACH_BYTE(6) + 3 * letters) & EACH_BYTE(0x10) ||
	    (~(low + EACH_BYTE(15)) & letters << 4))
		return false;
	v = (v << 4 | v >> 8) & UINT64_C(0x00ff00ff00ff00ff);
	v = (v << 8 | v >> 16) & UINT64_C(0x0000ffff0000ffff);
	*number = (v << 16 | v >> 32) & UINT32_MAX;
	return true;
}

static bool is_symbol_type(char type)
{
	switch (type | 0x20) {
	case 't':
	case 'w':
	case 'd':
	case 'b':
		return true;
	default:
		return false;
	}
}

static void split_module(struct pdata_kallsym *s)
{
	const char *tab;

	if (s->name[s->name_len - 1] != ']')
		return;
	tab = memchr(s->name, '\t', s->name_len);
	if (!tab || tab[1] != '[')
		return;
	s->module = tab + 1;
	s->module_len = (size_t)(s->name + s->name_len - s->module);
	s->name_len = (size_t)(tab - s->name);
}

int pdata_kallsyms_line(const char *line, size_t len, struct pdata_kallsym *out)
{
	const char *p = line, *end = line + len;
	uint64_t addr = 0, lower;
	uint8_t digit;

	if (len >= 16 && read_eight_digits(line, &addr) && read_eight_digits(line + 8, &lower)) {
		addr = addr << 32 | lower;
		p += 16;
	} else {
		addr = 0;
	}
	while (p < end && (digit = hex_value[(unsigned char)*p]) < 16) {
		addr = addr << 4 | digit;
		p++;
	}
	if (p == line || end - p < 4 || p[0] != ' ' || p[2] != ' ')
		return 0;
	*out = (struct pdata_kallsym){
		.addr = addr,
		.line = line,
		.line_len = len,
		.name = p + 3,
		.name_len = (size_t)(end - p - 3),
		.type = (unsigned char)p[1],
		.is_symbol = is_symbol_type(p[1]) && p[3] != '$',
	};
	split_module(out);
	return 1;
}

static int hand_over_line(const struct pdata_kallsyms *k, const char *line, size_t len)
{
	struct pdata_kallsym s;

	return pdata_kallsyms_line(line, len, &s) ? k->symbol(k->arg, &s) : 0;
}

/*
 * Pass the complete lines in the first @len bytes of the buffer to the callback. *@used: set to
 * the number of bytes of these lines.
 */
static int hand_over_lines(const struct pdata_kallsyms *k, size_t len, size_t *used)
{
	const char *line = k->buf, *last = line + len, *end;
	int ret = 0;

	for (; !ret && (end = memchr(line, '\n', (size_t)(last - line))); line = end + 1)
		ret = hand_over_line(k, line, (size_t)(end - line));
	*used = (size_t)(line - k->buf);
	return ret;
}

/*
 * Pass all lines to the callback. Lines that are longer than the buffer are dropped up to their
 * newline.
 */
static int walk_kallsyms_file(const struct pdata_kallsyms *k)
{
	size_t len = 0, n, used;
	bool drop = false;
	int ret;

	while ((n = k->read(k->arg, k->buf + len, k->size - len))) {
		len += n < k->size - len ? n : k->size - len;
		if (drop) {
			const char *end = memchr(k->buf, '\n', len);

			used = end ? (size_t)(end + 1 - k->buf) : len;
			drop = !end;
			len -= used;
			memmove(k->buf, k->buf + used, len);
		}
		ret = hand_over_lines(k, len, &used);
		if (ret)
			return ret;
		len -= used;
		memmove(k->buf, k->buf + used, len);
		if (len == k->size) {
			drop = true;
			len = 0;
		}
	}
	return hand_over_line(k, k->buf, len);
}

int pdata_kallsyms_walk(const struct pdata_kallsyms *k)
{
	size_t used;
	int ret;

	if (!k->size)
		return 0;
	if (k->read)
		return walk_kallsyms_file(k);
	ret = hand_over_lines(k, k->size, &used);
	return ret ? ret : hand_over_line(k, k->buf + used, k->size - used);
}
