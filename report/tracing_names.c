/* SPDX-License-Identifier: BSD-2-Clause */
#include "tracing_names.h"

#include "rep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The tracing data blob as trace-cmd and perf write it: magic, version, byte order, sizes, two page
 * descriptions, then counted lists of event formats. Only the names and numbers are looked at.
 */
struct cursor {
	const uint8_t *pos, *end;
	bool big_endian;
	bool cut; /* something was longer than what is left */
};

/* One event's format, a text of lines. */
struct format {
	uint64_t id;
	const char *system;
	const char *text;
	size_t len;
};

struct tracing_names {
	struct format *formats; /* ascending by id */
	size_t nr, cap;
};

/* A line's part, not NUL-terminated. */
struct span {
	const char *s;
	size_t len;
};

static const uint8_t *take(struct cursor *c, uint64_t n)
{
	const uint8_t *p = c->pos;

	if (n > (uint64_t)(c->end - c->pos)) {
		c->cut = true;
		c->pos = c->end;
		return NULL;
	}
	c->pos += n;
	return p;
}

static uint64_t number(struct cursor *c, unsigned bytes)
{
	const uint8_t *p = take(c, bytes);
	uint64_t v = 0;

	for (unsigned i = 0; p && i < bytes; i++)
		v |= (uint64_t)p[i] << 8 * (c->big_endian ? bytes - 1 - i : i);
	return v;
}

static const char *string(struct cursor *c)
{
	const uint8_t *nul = c->pos < c->end ? memchr(c->pos, 0, (size_t)(c->end - c->pos)) : NULL;

	if (!nul) {
		c->cut = true;
		return "";
	}
	return (const char *)take(c, (uint64_t)(nul - c->pos) + 1);
}

static void skip_sized(struct cursor *c)
{
	take(c, number(c, 8));
}

/* The text after "KEY: " up to the end of the line that begins with it. */
static bool line_value(const char *text, size_t len, const char *key, struct span *out)
{
	size_t n = strlen(key);
	const char *end = text + len;

	while (text < end) {
		const char *nl = memchr(text, '\n', (size_t)(end - text));
		const char *stop = nl ? nl : end;

		if ((size_t)(stop - text) >= n && !memcmp(text, key, n)) {
			*out = (struct span){ text + n, (size_t)(stop - text) - n };
			return true;
		}
		if (!nl)
			break;
		text = nl + 1;
	}
	return false;
}

static void add_format(struct tracing_names *t, const char *system, const char *text, size_t len)
{
	struct format *f;
	struct span d;

	if (!line_value(text, len, "ID: ", &d) || !d.len)
		return;
	if (t->nr == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 64;
		t->formats = rep_grow(t->formats, t->cap, sizeof(*t->formats));
	}
	f = &t->formats[t->nr++];
	*f = (struct format){ .system = system, .text = text, .len = len };
	for (size_t i = 0; i < d.len && d.s[i] >= '0' && d.s[i] <= '9'; i++)
		f->id = f->id * 10 + (uint64_t)(d.s[i] - '0');
}

static void walk_formats(struct tracing_names *t, struct cursor *c, const char *system)
{
	uint64_t nr = number(c, 4);

	for (uint64_t i = 0; i < nr && !c->cut; i++) {
		uint64_t len = number(c, 8);
		const char *text = (const char *)take(c, len);

		if (text)
			add_format(t, system, text, len);
	}
}

static void walk(struct tracing_names *t, struct cursor *c)
{
	static const uint8_t magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	const uint8_t *p = take(c, sizeof(magic)), *order;
	uint64_t systems;

	if (!p || memcmp(p, magic, sizeof(magic)))
		return;
	string(c); /* version */
	order = take(c, 1);
	c->big_endian = order && *order;
	take(c, 1 + 4); /* size of long, of a page */
	string(c);
	skip_sized(c); /* header_page */
	string(c);
	skip_sized(c); /* header_event */
	walk_formats(t, c, "ftrace");
	systems = number(c, 4);
	for (uint64_t i = 0; i < systems && !c->cut; i++)
		walk_formats(t, c, string(c));
}

static int by_id(const void *a, const void *b)
{
	const struct format *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

const struct pdata_feature *rep_tracing_data(struct pdata_reader *r)
{
	const struct pdata_feature *f;
	int ret = pdata_reader_feature(r, PDATA_FEAT_TRACING_DATA, &f, NULL);

	return (!ret || ret == PDATA_E_FEATURE) && f->data ? f : NULL;
}

struct tracing_names *tracing_names_new(struct pdata_reader *r)
{
	const struct pdata_feature *f = rep_tracing_data(r);
	struct tracing_names *t;
	struct cursor c;

	if (!f)
		return NULL;
	t = rep_alloc(1, sizeof(*t));
	c = (struct cursor){ .pos = f->data, .end = f->data + f->len };
	walk(t, &c);
	if (t->nr)
		qsort(t->formats, t->nr, sizeof(*t->formats), by_id);
	return t;
}

void tracing_names_free(struct tracing_names *t)
{
	if (t)
		free(t->formats);
	free(t);
}

static const struct format *find(const struct tracing_names *t, uint64_t id)
{
	const struct format key = { .id = id };

	return t && t->nr ? bsearch(&key, t->formats, t->nr, sizeof(*t->formats), by_id) : NULL;
}

char *tracing_event_name(const struct tracing_names *t, uint64_t id)
{
	const struct format *f = find(t, id);
	struct span name;
	size_t room;
	char *s;

	if (!f || !line_value(f->text, f->len, "name: ", &name))
		return NULL;
	room = strlen(f->system) + 1 + name.len + 1;
	s = rep_alloc(room, 1);
	snprintf(s, room, "%s:%.*s", f->system, (int)name.len, name.s);
	return s;
}

static bool is_name_char(char ch)
{
	return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') ||
	       ch == '_';
}

/* The name in a C declaration: "char comm[16]", "__data_loc char[] name". */
static struct span declared_name(const char *decl, size_t len)
{
	const char *bracket = memchr(decl, '[', len);
	size_t end, begin;

	if (bracket && (size_t)(bracket - decl) + 2 < len && bracket[1] == ']')
		bracket = NULL;
	end = bracket ? (size_t)(bracket - decl) : len;
	while (end && !is_name_char(decl[end - 1]))
		end--;
	for (begin = end; begin && is_name_char(decl[begin - 1]);)
		begin--;
	return (struct span){ decl + begin, end - begin };
}

void tracing_fields_of(const struct tracing_names *t, uint64_t id, struct tracing_fields *out)
{
	const struct format *f = find(t, id);

	*out = (struct tracing_fields){ 0 };
	if (!f)
		return;
	/* The common fields come first, then an empty line. */
	out->at = memmem(f->text, f->len, "\n\n", 2);
	out->end = f->text + f->len;
}

bool tracing_fields_next(struct tracing_fields *f)
{
	const char *semi;
	struct span s;

	if (!f->at || !line_value(f->at, (size_t)(f->end - f->at), "\tfield:", &s))
		return false;
	f->at = s.s + s.len;
	semi = memchr(s.s, ';', s.len);
	s = declared_name(s.s, semi ? (size_t)(semi - s.s) : s.len);
	f->name = s.s;
	f->len = s.len;
	return true;
}
