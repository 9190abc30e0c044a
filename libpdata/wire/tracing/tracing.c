/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads tracing data: an index of its tracepoints, whose formats are parsed on request, the printk
 * formats and the saved command lines.
 */
#include "base/bytes.h"
#include "base/err.h"
#include "wire/feature.h"
#include "wire/tracing/tracing_int.h"

#include <stdbool.h>
#include <stdlib.h>

#define MAGIC "\027\010\104tracing"
#define NAME_LINE "name: "
#define ID_LINE "ID: "

struct event {
	struct pdata_tracepoint pub;
	size_t order; /* position in the data: the first of two events with one id counts */
	bool parsed;
};

/* A text with its key: a printk format with its address, or a command with its thread id. */
struct text {
	uint64_t key;
	size_t order;
	const char *s;
};

struct texts {
	struct text *all; /* ascending */
	size_t nr;
};

struct pdata_tracepoints {
	struct pd_arena arena;
	struct pdata_tracing info;
	int swap;
	struct event *events; /* ascending by id */
	size_t nr_events, events_cap;
	struct texts printk, comms;
	int err; /* 0 or PDATA_E_NOMEM */
};

/* Return the rest of the first line that begins with @key. */
static struct pdata_str line_value(const struct pdata_str *text, const char *key)
{
	const char *s = text->s, *end = s + text->len;
	size_t n = strlen(key);

	while (s < end) {
		const char *nl = memchr(s, '\n', (size_t)(end - s)), *stop = nl ? nl : end;

		if ((size_t)(stop - s) >= n && !memcmp(s, key, n))
			return (struct pdata_str){ s + n, (uint32_t)((size_t)(stop - s) - n) };
		s = stop + !!nl;
	}
	return (struct pdata_str){ NULL, 0 };
}

static int add_event(struct pdata_tracepoints *t, const char *system,
		     const struct pdata_str *format)
{
	struct pdata_str id, name;
	struct event *e;

	if (!format->len)
		return 0;
	id = line_value(format, ID_LINE);
	if (!id.len)
		return 0;
	if (pd_grow(&t->events, &t->events_cap, t->nr_events + 1, sizeof(*t->events)))
		return PDATA_E_NOMEM;
	name = line_value(format, NAME_LINE);
	e = &t->events[t->nr_events];
	*e = (struct event){ .order = t->nr_events };
	e->pub.system = system;
	e->pub.id = pd_number_after(id.s, id.len, "");
	e->pub.format = *format;
	e->pub.name = pd_arena_str(&t->arena, name.s, name.len);
	t->nr_events++;
	return e->pub.name ? 0 : PDATA_E_NOMEM;
}

static int event_order(const void *pa, const void *pb)
{
	const struct event *a = pa, *b = pb;

	if (a->pub.id != b->pub.id)
		return a->pub.id < b->pub.id ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static int index_events(struct pdata_tracepoints *t)
{
	const struct pdata_tracing *i = &t->info;
	int ret = 0;

	for (uint32_t k = 0; k < i->nr_ftrace && !ret; k++)
		ret = add_event(t, "ftrace", &i->ftrace[k].format);
	for (uint32_t s = 0; s < i->nr_systems && !ret; s++)
		for (uint32_t k = 0; k < i->systems[s].nr_events && !ret; k++)
			ret = add_event(t, i->systems[s].name, &i->systems[s].events[k].format);
	if (t->nr_events)
		qsort(t->events, t->nr_events, sizeof(*t->events), event_order);
	return ret;
}

static int text_order(const void *pa, const void *pb)
{
	const struct text *a = pa, *b = pb;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

/*
 * Parse a line "ADDR : "TEXT"" without the quotes and the
 * escape at the end of the text.
 */
static bool printk_line(char *line, struct text *out)
{
	char *s = strchr(line, ':');
	size_t len;

	if (!s)
		return false;
	out->key = strtoull(line, NULL, 16);
	s++;
	s += *s == ' ';
	s += *s == '"';
	len = strlen(s);
	if (len && s[len - 1] == '"')
		s[--len] = '\0';
	if (len >= 2 && !strcmp(s + len - 2, "\\n"))
		s[len - 2] = '\0';
	out->s = s;
	return true;
}

/* Parse a line "TID COMMAND". */
static bool comm_line(char *line, struct text *out)
{
	char *s;

	out->key = strtoull(line, &s, 10);
	if (s == line || *s != ' ')
		return false;
	out->s = s + 1;
	return true;
}

/* Make a sorted table of the lines of a text. */
static int read_texts(struct pdata_tracepoints *t, const struct pdata_str *text, struct texts *out,
		      bool (*take)(char *line, struct text *out))
{
	char *copy = pd_arena_str(&t->arena, text->s, text->len), *save = NULL;
	size_t max = 1;

	for (uint32_t i = 0; i < text->len; i++)
		max += text->s[i] == '\n';
	out->all = pd_arena_array(&t->arena, max, sizeof(*out->all));
	if (!copy || !out->all)
		return PDATA_E_NOMEM;
	for (char *l = strtok_r(copy, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
		out->all[out->nr].order = out->nr;
		out->nr += take(l, &out->all[out->nr]);
	}
	qsort(out->all, out->nr, sizeof(*out->all), text_order);
	return 0;
}

static const char *find_text(const struct texts *t, uint64_t key)
{
	size_t lo = 0, hi = t->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (t->all[mid].key < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < t->nr && t->all[lo].key == key ? t->all[lo].s : NULL;
}

/*
 * Set long_size to the size of "commit" in the page header, which is the size of the kernel's long.
 * The stored long_size is that of the writer, which may be a 32-bit program.
 */
static void kernel_long(struct pdata_tracing *i)
{
	const char *s = i->header_page.s ? i->header_page.s : "", *end = s + i->header_page.len;
	const char *commit = memmem(s, (size_t)(end - s), "commit;", 7);
	uint64_t size = commit ? pd_number_after(commit, (size_t)(end - commit), "size:") : 0;

	if (size == 4 || size == 8)
		i->long_size = (uint8_t)size;
}

int pdata_tracepoints_new(struct pdata_tracepoints **out, const void *blob, size_t len,
			  struct pdata_error *err)
{
	struct pdata_tracepoints *t;
	int ret, damage;

	*out = NULL;
	if (len < sizeof(MAGIC) - 1 || memcmp(blob, MAGIC, sizeof(MAGIC) - 1))
		return pd_error(err, PDATA_E_KIND, 0, 0, "magic", "not tracing data");
	t = pd_calloc(1, sizeof(*t));
	if (!t)
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "tracing data");
	damage = pd_tracing_decode(blob, len, &t->arena, &t->info, err);
	ret = damage == PDATA_E_NOMEM ? damage : 0;
	t->swap = (t->info.big_endian != 0) != PD_HOST_BE;
	kernel_long(&t->info);
	if (!ret)
		ret = index_events(t);
	if (!ret)
		ret = read_texts(t, &t->info.printk_formats, &t->printk, printk_line);
	if (!ret)
		ret = read_texts(t, &t->info.saved_cmdlines, &t->comms, comm_line);
	if (ret) {
		pdata_tracepoints_free(t);
		return pd_error(err, ret, 0, 0, "", "tracing data");
	}
	*out = t;
	return damage;
}

void pdata_tracepoints_free(struct pdata_tracepoints *t)
{
	if (!t)
		return;
	pd_free(t->events);
	pd_arena_free(&t->arena);
	pd_free(t);
}

const struct pdata_tracing *pdata_tracepoints_info(const struct pdata_tracepoints *t)
{
	return &t->info;
}

size_t pdata_tracepoints_nr(const struct pdata_tracepoints *t)
{
	return t->nr_events;
}

const struct pdata_tracepoint *pdata_tracepoints_at(struct pdata_tracepoints *t, size_t i)
{
	struct event *e = &t->events[i];

	if (!e->parsed && pd_format_parse(&e->pub, t->info.long_size, &t->arena)) {
		t->err = PDATA_E_NOMEM;
		return NULL;
	}
	e->parsed = true;
	return &e->pub;
}

const struct pdata_tracepoint *pdata_tracepoints_find(struct pdata_tracepoints *t, uint64_t id)
{
	size_t lo = 0, hi = t->nr_events;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (t->events[mid].pub.id < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < t->nr_events && t->events[lo].pub.id == id ? pdata_tracepoints_at(t, lo) : NULL;
}

int pdata_tracepoints_error(const struct pdata_tracepoints *t)
{
	return t->err;
}

const struct pdata_field *pdata_tracepoint_field(const struct pdata_tracepoint *tp,
						 const char *name)
{
	for (uint32_t i = 0; i < tp->nr_fields; i++)
		if (!strcmp(tp->fields[i].name, name))
			return &tp->fields[i];
	return NULL;
}

const uint8_t *pdata_field_bytes(const struct pdata_tracepoints *t, const struct pdata_field *f,
				 const uint8_t *raw, uint32_t size, uint32_t *len)
{
	uint64_t off = f->offset, word;

	*len = f->size;
	if (f->offset > size || f->size > size - f->offset)
		return NULL;
	if (!f->is_dynamic)
		return raw + off;
	if (f->size != 4)
		return NULL;
	word = pd_ld32(raw + off, t->swap);
	off = (word & 0xffff) + (f->is_relative ? off + f->size : 0);
	*len = (uint32_t)(word >> 16);
	return off <= size && *len <= size - off ? raw + off : NULL;
}

int pdata_field_number(const struct pdata_tracepoints *t, const struct pdata_field *f,
		       const uint8_t *raw, uint32_t size, uint64_t *v)
{
	if (f->is_array || (f->size != 1 && f->size != 2 && f->size != 4 && f->size != 8))
		return PDATA_E_FORMAT;
	if (f->offset > size || f->size > size - f->offset)
		return PDATA_E_TRUNCATED;
	*v = pd_ldn(raw + f->offset, f->size, t->swap);
	if (f->is_signed && f->size < 8 && *v >> (8 * f->size - 1))
		*v |= ~0ull << 8 * f->size;
	return 0;
}

const char *pdata_tracepoints_printk(const struct pdata_tracepoints *t, uint64_t addr)
{
	return find_text(&t->printk, addr);
}

const char *pdata_tracepoints_comm(const struct pdata_tracepoints *t, uint32_t tid)
{
	return find_text(&t->comms, tid);
}
