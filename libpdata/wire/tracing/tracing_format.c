/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses the format of one tracepoint into its fields. Which fields are text, which have a known
 * element size and where a name ends is decided as in perf's parser, so that the same payload gives
 * the same output.
 */
#include "wire/tracing/tracing_int.h"

#include "base/bytes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX 1024u

/* isspace(3) without the locale, on which the parsing of a format must not depend. */
static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_format_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* Return the size of a type in bytes; 0 for "long" and unknown types. */
static uint32_t type_size(const char *type)
{
	static const struct {
		const char *type;
		uint32_t size;
	} rows[] = {
		{ "u8", 1 },
		{ "u16", 2 },
		{ "u32", 4 },
		{ "u64", 8 },
		{ "s8", 1 },
		{ "s16", 2 },
		{ "s32", 4 },
		{ "s64", 8 },
		{ "char", 1 },
		{ "short", 2 },
		{ "short int", 2 },
		{ "int", 4 },
		{ "long long", 8 },
		{ "long long int", 8 },
		{ "unsigned char", 1 },
		{ "unsigned short", 2 },
		{ "unsigned int", 4 },
		{ "unsigned", 4 },
	};
	size_t len = strcspn(type, "[");

	while (len && is_blank(type[len - 1]))
		len--;
	for (size_t i = 0; i < PD_NR(rows); i++)
		if (strlen(rows[i].type) == len && !memcmp(type, rows[i].type, len))
			return rows[i].size;
	return 0;
}

static bool strip_prefix(const char **s, const char *prefix)
{
	size_t n = strlen(prefix);

	if (strncmp(*s, prefix, n))
		return false;
	*s += n;
	return true;
}

static void set_element(struct pdata_field *f, uint64_t count, uint32_t long_size)
{
	if (!f->is_array)
		f->element = f->size;
	else if (count)
		f->element = (uint32_t)(f->size / count);
	else if (f->is_dynamic)
		f->element = type_size(f->type);
	else if (f->is_string)
		f->element = 1;
	else if (f->is_long)
		f->element = long_size;
}

/*
 * Parse the declaration in the @len bytes at @s: "TYPE NAME", "TYPE NAME[N]" or "__data_loc TYPE[]
 * NAME".
 */
static int declaration(struct pdata_field *f, const char *s, size_t len, uint32_t long_size,
		       struct pd_arena *arena)
{
	const char *decl = pd_arena_str(arena, s, len), *type = decl, *open;
	size_t end, start;
	uint64_t count = 0;

	if (!decl)
		return PDATA_E_NOMEM;
	end = strlen(decl);
	f->is_relative = strip_prefix(&type, "__rel_loc ");
	f->is_dynamic = f->is_relative || strip_prefix(&type, "__data_loc ");
	while (end && is_blank(decl[end - 1]))
		end--;
	open = end && decl[end - 1] == ']' ? memrchr(decl, '[', end) : NULL;
	if (open) {
		count = strtoull(open + 1, NULL, 0);
		end = (size_t)(open - decl);
	}
	while (end && is_blank(decl[end - 1]))
		end--;
	start = end;
	while (start && is_format_word_char(decl[start - 1]))
		start--;
	f->name = pd_arena_str(arena, decl + start, end - start);
	while (start && is_blank(decl[start - 1]))
		start--;
	f->type = pd_arena_str(arena, type,
			       start > (size_t)(type - decl) ? start - (size_t)(type - decl) : 0);
	if (!f->name || !f->type)
		return PDATA_E_NOMEM;
	f->is_array = open || f->is_dynamic;
	f->is_pointer = strchr(f->type, '*') != NULL;
	f->is_long = strstr(f->type, "long") != NULL;
	f->is_string = f->is_array &&
		       (strstr(f->type, "char") || strstr(f->type, "u8") || strstr(f->type, "s8"));
	set_element(f, count, long_size);
	return 0;
}

uint64_t pd_number_after(const char *s, size_t len, const char *key)
{
	const char *p = memmem(s, len, key, strlen(key)), *end = s + len;
	uint64_t v = 0;

	for (p = p ? p + strlen(key) : end; p < end && *p >= '0' && *p <= '9'; p++)
		v = v * 10 + (uint64_t)(*p - '0');
	return v;
}

/* Read the number after @key, which a field's line must have. Return: whether @key is there. */
static bool find_number(const char *s, size_t len, const char *key, uint32_t *v)
{
	uint64_t n;

	if (!memmem(s, len, key, strlen(key)))
		return false;
	n = pd_number_after(s, len, key);
	*v = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
	return true;
}

/*
 * Parse a line "field:DECLARATION;\toffset:N;\tsize:N;\tsigned:N;". Return: 1, 0 if it is another
 * line, or PDATA_E_NOMEM.
 */
static int field_line(struct pdata_field *f, const char *line, size_t len, uint32_t long_size,
		      struct pd_arena *arena)
{
	const char *decl = len && (*line == '\t' || *line == ' ') ? memmem(line, len, "field", 5)
								  : NULL;
	const char *colon = decl ? memchr(decl, ':', len - (size_t)(decl - line)) : NULL;
	const char *end = colon ? memchr(colon, ';', len - (size_t)(colon - line)) : NULL;
	uint32_t is_signed = 0;

	*f = (struct pdata_field){ 0 };
	if (!end)
		return 0;
	len -= (size_t)(end - line);
	if (!find_number(end, len, "offset:", &f->offset) ||
	    !find_number(end, len, "size:", &f->size))
		return 0;
	find_number(end, len, "signed:", &is_signed);
	f->is_signed = is_signed != 0;
	return declaration(f, colon + 1, (size_t)(end - colon - 1), long_size, arena)
		       ? PDATA_E_NOMEM
		       : 1;
}

/*
 * Return the length of the text before "print fmt:", at most up to the first NUL, and set print_fmt
 * to the text after that key.
 */
static size_t fields_length(struct pdata_tracepoint *tp)
{
	static const char key[] = "print fmt:";
	size_t len = strnlen(tp->format.s, tp->format.len);
	const char *print = memmem(tp->format.s, len, key, sizeof(key) - 1);

	if (!print)
		return len;
	tp->print_fmt.s = print + sizeof(key) - 1;
	tp->print_fmt.len = (uint32_t)(tp->format.s + len - tp->print_fmt.s);
	return (size_t)(print - tp->format.s);
}

int pd_format_parse(struct pdata_tracepoint *tp, uint32_t long_size, struct pd_arena *arena)
{
	const char *s = tp->format.s, *end = s + fields_length(tp);
	struct pdata_field *fields = NULL;
	size_t cap = 0, nr = 0;
	bool common = true;
	int ret = 0;

	while (s < end && nr < FIELDS_MAX && ret >= 0) {
		const char *nl = memchr(s, '\n', (size_t)(end - s));
		size_t n = (size_t)((nl ? nl : end) - s);

		ret = pd_grow(&fields, &cap, nr + 1, sizeof(*fields));
		if (!ret)
			ret = field_line(&fields[nr], s, n, long_size, arena);
		if (ret == 1)
			fields[nr++].is_common = common;
		else if (!n && nr)
			common = false; /* an empty line ends the common fields */
		s += n + !!nl;
	}
	tp->fields = pd_arena_array(arena, nr, sizeof(*fields));
	if (ret >= 0 && !tp->fields)
		ret = PDATA_E_NOMEM;
	if (ret >= 0 && nr)
		memcpy((void *)(uintptr_t)tp->fields, fields, nr * sizeof(*fields));
	if (ret >= 0)
		tp->nr_fields = (uint32_t)nr;
	pd_free(fields);
	return ret < 0 ? ret : 0;
}
