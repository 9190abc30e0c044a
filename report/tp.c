/* SPDX-License-Identifier: BSD-2-Clause */
#include "tp.h"

#include "rep.h"
#include "tp_prog.h"

#include <stdlib.h>

#define MAGIC "\027\010\104tracing"
#define LINE_ID "\nID: "

/* One format of the file, as it is there. */
struct format_text {
	uint64_t id;
	const char *text; /* not terminated */
	size_t len;
};

struct tp_event {
	uint64_t id;
	struct tp_format format;
	bool compiled; /* prog is good */
	struct tp_prog prog;
};

struct tp {
	struct tp_data payload;
	struct format_text *formats; /* ascending by id */
	size_t nr_formats;
	struct tp_event **events; /* those that were asked for */
	uint32_t nr;
	struct tp_printk *printk;
	char *printk_text;
	uint8_t *data;  /* the payload with zeros behind: formats can lie about where fields end */
	uint32_t dirty; /* bytes of data that are not zero */
	uint32_t long_size;
};

/* The blob: magic, version, byte order, sizes, two page descriptions, then counted lists of formats. */
struct blob {
	const uint8_t *pos, *end;
	bool big_endian;
	bool cut; /* something was longer than what is left */
};

static const uint8_t *take(struct blob *b, uint64_t n)
{
	const uint8_t *p = b->pos;

	if (b->cut || n > (uint64_t)(b->end - b->pos)) {
		b->cut = true;
		return NULL;
	}
	b->pos += n;
	return p;
}

static uint64_t number(struct blob *b, unsigned bytes)
{
	const uint8_t *p = take(b, bytes);
	uint64_t v = 0;

	for (unsigned i = 0; p && i < bytes; i++)
		v |= (uint64_t)p[i] << 8 * (b->big_endian ? bytes - 1 - i : i);
	return v;
}

/* NULL: there is none. */
static const char *string(struct blob *b)
{
	const uint8_t *nul = b->cut ? NULL : memchr(b->pos, 0, (size_t)(b->end - b->pos));

	if (!nul)
		b->cut = true;
	return nul ? (const char *)take(b, (uint64_t)(nul - b->pos) + 1) : NULL;
}

/* A size, then as many bytes. NULL: none, or cut. */
static const char *sized(struct blob *b, unsigned bytes, size_t *len)
{
	uint64_t n = number(b, bytes);

	*len = n;
	return n ? (const char *)take(b, n) : NULL;
}

static uint64_t number_after(const char *s, size_t len, const char *key)
{
	const char *p = memmem(s, len, key, strlen(key)), *end = s + len;
	uint64_t v = 0;

	for (p = p ? p + strlen(key) : end; p < end && *p >= '0' && *p <= '9'; p++)
		v = v * 10 + (uint64_t)(*p - '0');
	return v;
}

/* The size of "commit" in the description of a page is the kernel's sizeof(long). */
static void read_page(struct tp *tp, struct blob *b)
{
	size_t len;
	const char *text = sized(b, 8, &len);
	const char *commit = text ? memmem(text, len, "commit;", 7) : NULL;
	uint64_t size = commit ? number_after(commit, len - (size_t)(commit - text), "size:") : 0;

	if (size == 4 || size == 8)
		tp->long_size = (uint32_t)size;
}

static bool read_magic(struct tp *tp, struct blob *b)
{
	const uint8_t *p = take(b, sizeof(MAGIC) - 1);

	if (!p || memcmp(p, MAGIC, sizeof(MAGIC) - 1) || !string(b))
		return false;
	b->big_endian = number(b, 1);
	tp->long_size = (uint32_t)number(b, 1);
	number(b, 4); /* size of a page */
	return !b->cut;
}

static void read_formats(struct tp *tp, struct blob *b)
{
	uint64_t nr = number(b, 4);

	for (uint64_t i = 0; i < nr && !b->cut; i++) {
		size_t len;
		const char *text = sized(b, 8, &len);

		if (!text)
			continue;
		if (!(tp->nr_formats & (tp->nr_formats + 1)))
			tp->formats = rep_grow(tp->formats, 2 * (tp->nr_formats + 1), sizeof(*tp->formats));
		tp->formats[tp->nr_formats++] =
			(struct format_text){ number_after(text, len, LINE_ID), text, len };
	}
}

static int by_id(const void *a, const void *b)
{
	const struct format_text *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

static int by_addr(const void *a, const void *b)
{
	const struct tp_printk *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/* The text of "ADDR : "TEXT"" without its quotes and the line end at its end. */
static char *printk_line(char *s)
{
	size_t len;

	s += *s == ' ';
	s += *s == '"';
	len = strlen(s);
	if (len && s[len - 1] == '"')
		s[--len] = '\0';
	if (len >= 2 && !strcmp(s + len - 2, "\\n"))
		s[len - 2] = '\0';
	return s;
}

static void read_printk(struct tp *tp, struct blob *b)
{
	size_t len, nr = 0, max = 1;
	const char *text = sized(b, 4, &len);
	char *save = NULL, *colon;

	if (!text)
		return;
	tp->printk_text = rep_alloc(len + 1, 1);
	memcpy(tp->printk_text, text, len);
	for (size_t i = 0; i < len; i++)
		max += text[i] == '\n';
	tp->printk = rep_alloc(max, sizeof(*tp->printk));
	for (char *l = strtok_r(tp->printk_text, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
		colon = strchr(l, ':');
		if (colon)
			tp->printk[nr++] =
				(struct tp_printk){ strtoull(l, NULL, 16), printk_line(colon + 1) };
	}
	qsort(tp->printk, nr, sizeof(*tp->printk), by_addr);
	tp->payload.printk = tp->printk;
	tp->payload.nr_printk = nr;
}

static bool read_blob(struct tp *tp, struct blob *b)
{
	uint64_t systems;

	if (!read_magic(tp, b))
		return false;
	if (string(b)) /* "header_page" */
		read_page(tp, b);
	if (string(b)) /* "header_event" */
		take(b, number(b, 8));
	read_formats(tp, b);
	systems = number(b, 4);
	for (uint64_t i = 0; i < systems && !b->cut; i++)
		if (string(b))
			read_formats(tp, b);
	take(b, number(b, 4)); /* kallsyms */
	read_printk(tp, b);
	return true;
}

static bool host_is_big_endian(void)
{
	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
}

struct tp *tp_new(const uint8_t *blob, size_t len)
{
	struct blob b = { .pos = blob, .end = blob + len };
	struct tp *tp = rep_alloc(1, sizeof(*tp));

	if (!read_blob(tp, &b)) {
		tp_free(tp);
		return NULL;
	}
	if (tp->nr_formats)
		qsort(tp->formats, tp->nr_formats, sizeof(*tp->formats), by_id);
	tp->data = rep_alloc(TP_DATA_MAX + TP_SLACK, 1);
	tp->payload.data = tp->data;
	tp->payload.big_endian = b.big_endian;
	tp->payload.swap = b.big_endian != host_is_big_endian();
	return tp;
}

void tp_free(struct tp *tp)
{
	if (!tp)
		return;
	for (uint32_t i = 0; i < tp->nr; i++) {
		tp_prog_free(&tp->events[i]->prog);
		tp_pool_free(&tp->events[i]->format.pool);
		free(tp->events[i]);
	}
	free(tp->events);
	free(tp->formats);
	free(tp->printk);
	free(tp->printk_text);
	free(tp->data);
	free(tp);
}

void tp_set_resolver(struct tp *tp, tp_resolve_fn fn, void *ctx)
{
	tp->payload.resolve = fn;
	tp->payload.resolve_ctx = ctx;
}

static struct tp_event *compile(const struct tp *tp, const struct format_text *t)
{
	struct tp_event *e = rep_alloc(1, sizeof(*e));

	e->id = t->id;
	if (!tp_format_parse(&e->format, t->text, t->len, tp->long_size)) {
		tp_pool_free(&e->format.pool);
		free(e);
		return NULL;
	}
	e->compiled = tp_prog_compile(&e->prog, &e->format);
	return e;
}

struct tp_event *tp_event(struct tp *tp, uint64_t id)
{
	const struct format_text key = { .id = id }, *text;
	struct tp_event *e;

	for (uint32_t i = 0; i < tp->nr; i++)
		if (tp->events[i]->id == id)
			return tp->events[i];
	text = tp->nr_formats ? bsearch(&key, tp->formats, tp->nr_formats, sizeof(key), by_id) : NULL;
	e = text ? compile(tp, text) : NULL;
	if (!e)
		return NULL;
	tp->events = rep_grow(tp->events, tp->nr + 1, sizeof(*tp->events));
	tp->events[tp->nr++] = e;
	return e;
}

static void set_payload(struct tp *tp, const uint8_t *data, uint32_t size)
{
	memcpy(tp->data, data, size);
	if (tp->dirty > size)
		memset(tp->data + size, 0, tp->dirty - size);
	tp->dirty = size;
	tp->payload.size = size;
}

void tp_print(struct tp *tp, struct tp_event *ev, struct out *out, uint32_t cpu, const uint8_t *data,
	      uint32_t size)
{
	(void)cpu;
	if (size > TP_DATA_MAX)
		return;
	set_payload(tp, data, size);
	if (ev->compiled) {
		tp_prog_run(&ev->prog, &tp->payload, out);
		return;
	}
	out_str(out, "[FAILED TO PARSE]");
	tp_put_fields(&ev->format, &tp->payload, out);
}
