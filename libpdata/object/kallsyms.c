/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of kallsyms, the kernel's list of its symbols. */
#include <pdata/names.h>

#include <stdbool.h>
#include <string.h>

/* Value of a hexadecimal digit; 255: it is none. */
static const uint8_t hex_value[256] = {
#define NONE16 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
#define LETTERS 255, 10, 11, 12, 13, 14, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255
	NONE16, NONE16, NONE16, 0,	1,	2,	3,	4,	5,	 6,	 7,
	8,	9,	255,	255,	255,	255,	255,	255,	LETTERS, NONE16, LETTERS,
	NONE16, NONE16, NONE16, NONE16, NONE16, NONE16, NONE16, NONE16, NONE16,
#undef LETTERS
#undef NONE16
};

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
	uint64_t addr = 0;
	uint8_t digit;

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

/* The whole lines among @len bytes. *@used: their bytes. */
static int hand_over_lines(const struct pdata_kallsyms *k, size_t len, size_t *used)
{
	const char *line = k->buf, *last = line + len, *end;
	int ret = 0;

	for (; !ret && (end = memchr(line, '\n', (size_t)(last - line))); line = end + 1)
		ret = hand_over_line(k, line, (size_t)(end - line));
	*used = (size_t)(line - k->buf);
	return ret;
}

/* Lines that are longer than the buffer are dropped up to their newline. */
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
