/* SPDX-License-Identifier: BSD-2-Clause */
/* The field lines of a tracepoint's description. */

#include "tp_format.h"

#include "rep.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX 1024u
#define NR(a) (sizeof(a) / sizeof((a)[0]))

struct tp_pool {
	struct tp_pool *next;
	uint64_t data[];
};

void *tp_alloc(struct tp_pool **pool, size_t size)
{
	struct tp_pool *p = rep_alloc(1, sizeof(*p) + size);

	p->next = *pool;
	*pool = p;
	return p->data;
}

char *tp_copy(struct tp_pool **pool, const char *s, size_t len)
{
	char *copy = tp_alloc(pool, len + 1);

	memcpy(copy, s, len);
	return copy;
}

void tp_pool_free(struct tp_pool **pool)
{
	struct tp_pool *next;

	for (struct tp_pool *p = *pool; p; p = next) {
		next = p->next;
		free(p);
	}
	*pool = NULL;
}

/* Bytes of a type by name; 0: "long" and what is not known. */
static uint32_t type_size(const char *type)
{
	static const struct {
		const char *type;
		uint32_t size;
	} rows[] = {
		{ "u8", 1 },	{ "u16", 2 },	     { "u32", 4 },	    { "u64", 8 },
		{ "s8", 1 },	{ "s16", 2 },	     { "s32", 4 },	    { "s64", 8 },
		{ "char", 1 },	{ "short", 2 },	     { "short int", 2 },    { "int", 4 },
		{ "long long", 8 }, { "long long int", 8 }, { "unsigned char", 1 }, { "unsigned short", 2 },
		{ "unsigned int", 4 }, { "unsigned", 4 },
	};
	size_t len = strcspn(type, "[");

	while (len && isspace((unsigned char)type[len - 1]))
		len--;
	for (size_t i = 0; i < NR(rows); i++)
		if (strlen(rows[i].type) == len && !memcmp(type, rows[i].type, len))
			return rows[i].size;
	return 0;
}

static bool strip(const char **s, const char *prefix)
{
	size_t n = strlen(prefix);

	if (strncmp(*s, prefix, n))
		return false;
	*s += n;
	return true;
}

static void set_element(struct tp_field *f, uint64_t count, const char *type, uint32_t long_size)
{
	if (!f->is_array)
		f->element = f->size;
	else if (count)
		f->element = (uint32_t)(f->size / count);
	else if (f->dynamic)
		f->element = type_size(type);
	else if (f->is_string)
		f->element = 1;
	else if (f->is_long)
		f->element = long_size;
}

/* "TYPE NAME", "TYPE NAME[N]", "__data_loc TYPE[] NAME" in the @len bytes at @s. */
static void parse_declaration(struct tp_format *fmt, struct tp_field *f, const char *s, size_t len)
{
	const char *decl = tp_copy(&fmt->pool, s, len), *type = decl, *open;
	size_t end = strlen(decl), start;
	uint64_t count = 0;

	f->relative = strip(&type, "__rel_loc ");
	f->dynamic = f->relative || strip(&type, "__data_loc ");
	while (end && isspace((unsigned char)decl[end - 1]))
		end--;
	open = end && decl[end - 1] == ']' ? memrchr(decl, '[', end) : NULL;
	if (open) {
		count = strtoull(open + 1, NULL, 0);
		end = (size_t)(open - decl);
	}
	while (end && isspace((unsigned char)decl[end - 1]))
		end--;
	start = end;
	while (start && (isalnum((unsigned char)decl[start - 1]) || decl[start - 1] == '_'))
		start--;
	f->name = tp_copy(&fmt->pool, decl + start, end - start);
	while (start && isspace((unsigned char)decl[start - 1]))
		start--;
	f->type = tp_copy(&fmt->pool, type, start > (size_t)(type - decl) ? start - (size_t)(type - decl) : 0);
	f->is_array = open || f->dynamic;
	f->is_pointer = strchr(f->type, '*');
	f->is_long = strstr(f->type, "long");
	f->is_string = f->is_array &&
		       (strstr(f->type, "char") || strstr(f->type, "u8") || strstr(f->type, "s8"));
	set_element(f, count, f->type, fmt->long_size);
}

/* The number after @key in the @len bytes at @s. */
static bool find_number(const char *s, size_t len, const char *key, uint32_t *v)
{
	const char *p = memmem(s, len, key, strlen(key));
	unsigned long long n;

	if (!p)
		return false;
	n = strtoull(p + strlen(key), NULL, 10);
	*v = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
	return true;
}

/* A line "field:DECLARATION;\toffset:N;\tsize:N;\tsigned:N;". NULL: none. */
static struct tp_field *parse_field(struct tp_format *fmt, const char *line, size_t len)
{
	const char *decl = memmem(line, len, "field", 5), *end, *colon;
	struct tp_field *f;
	uint32_t is_signed = 0;

	colon = decl ? memchr(decl, ':', len - (size_t)(decl - line)) : NULL;
	end = colon ? memchr(colon, ';', len - (size_t)(colon - line)) : NULL;
	if (!end)
		return NULL;
	f = tp_alloc(&fmt->pool, sizeof(*f));
	len -= (size_t)(end - line);
	if (!find_number(end, len, "offset:", &f->offset) || !find_number(end, len, "size:", &f->size))
		return NULL;
	find_number(end, len, "signed:", &is_signed);
	f->is_signed = is_signed;
	parse_declaration(fmt, f, colon + 1, (size_t)(end - colon - 1));
	return f;
}

static void parse_id(struct tp_format *f, const char *line, size_t len)
{
	uint32_t id = 0;

	if (len > 6 && !memcmp(line, "name: ", 6))
		f->name = tp_copy(&f->pool, line + 6, len - 6);
	else if (len > 4 && !memcmp(line, "ID: ", 4) && find_number(line, len, "ID: ", &id))
		f->id = id;
}

bool tp_format_parse(struct tp_format *f, const char *text, size_t len, uint32_t long_size)
{
	const char *copy, *s, *print;
	struct tp_field **last = &f->fields;
	bool common = true;
	unsigned nr = 0;

	*f = (struct tp_format){ .long_size = long_size };
	copy = tp_copy(&f->pool, text, len);
	print = strstr(copy, "print fmt:");
	for (s = copy; *s && (!print || s < print) && nr < FIELDS_MAX; s += *s == '\n') {
		size_t n = strcspn(s, "\n");
		struct tp_field *field = *s == '\t' || *s == ' ' ? parse_field(f, s, n) : NULL;

		parse_id(f, s, n);
		if (field) {
			field->common = common;
			*last = field;
			last = &field->next;
			nr++;
		} else if (!n && f->fields) {
			common = false;
		}
		s += n;
	}
	if (print)
		tp_format_parse_print(f, print + strlen("print fmt:"));
	return f->fields;
}

const struct tp_field *tp_format_field(const struct tp_format *f, const char *name)
{
	for (const struct tp_field *field = f->fields; field; field = field->next)
		if (!strcmp(field->name, name))
			return field;
	return NULL;
}
