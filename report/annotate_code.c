/* SPDX-License-Identifier: BSD-2-Clause */
/* One function: its instructions with the samples at each, as text or JSON. */
#include "annotate.h"
#include "disasm.h"
#include "out_json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define CODE_MAX (1u << 20) /* of a function; symbols may lie about their ends */

struct shown {
	struct annotate *a;
	struct out *o;
	const struct annotate_func *f;
	const struct pdata_object *object;
	const struct sym *sym;
	struct disasm *dis;
	uint8_t *code;
	size_t len;
	uint64_t base; /* address of the function as the file has it */
	const char *path; /* the source line shown last */
	uint32_t line;
	uint32_t next; /* hit */
	bool first;
};

/* Hits of the instruction at @at of the function. */
static struct annotate_hit hits_at(struct shown *s, uint64_t at, size_t size)
{
	struct annotate_hit sum = { .nr = 0 };

	for (; s->next < s->f->nr_hits && s->f->hits[s->next].addr - s->sym->start < at + size; s->next++) {
		sum.nr += s->f->hits[s->next].nr;
		sum.period += s->f->hits[s->next].period;
	}
	return sum;
}

static double percent(const struct shown *s, uint64_t period)
{
	return s->f->period ? 100.0 * (double)period / (double)s->f->period : 0.0;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The text of a source line, where it is wanted and there. */
static const char *source_text(struct shown *s, uint64_t at, const char *path, uint32_t line, size_t *len)
{
	if (!s->a->opts->source)
		return NULL;
	return sources_line(&s->a->sources, symbols_line_dir(s->a->rp.s->syms, s->object, s->sym->start + at), path,
			    line, len);
}

static void text_source(struct shown *s, uint64_t at, const char *path, uint32_t line)
{
	const char *text;
	size_t len;

	if (s->path && line == s->line && !strcmp(path, s->path))
		return;
	out_pad(s->o, ' ', s->a->opts->periods ? 13 : 9);
	out_printf(s->o, ": %s:%u", last_part(path), line);
	text = source_text(s, at, path, line, &len);
	if (text) {
		out_pad(s->o, ' ', 2);
		out_mem(s->o, text, len);
	}
	out_char(s->o, '\n');
	s->path = path;
	s->line = line;
}

static void text_line(struct shown *s, uint64_t at, const struct annotate_hit *hit, const char *text,
		      const char *path, uint32_t line)
{
	if (path)
		text_source(s, at, path, line);
	if (s->a->opts->periods)
		out_printf(s->o, " %11" PRIu64, hit->period);
	else if (s->a->opts->counts)
		out_printf(s->o, " %7" PRIu64, hit->nr);
	else
		out_printf(s->o, " %7.2f", percent(s, hit->period));
	out_printf(s->o, " : %8" PRIx64 ":  %s\n", s->base + at, text);
}

static void json_line(struct shown *s, uint64_t at, const struct annotate_hit *hit, const char *text,
		      const char *path, uint32_t line)
{
	const char *source = NULL;
	size_t len = 0;

	out_printf(s->o, "%s{\"address\":\"0x%" PRIx64 "\",\"samples\":%" PRIu64 ",\"period\":%" PRIu64
		   ",\"percent\":%.6f,\"instruction\":", s->first ? "" : ",\n   ", s->base + at, hit->nr, hit->period,
		   percent(s, hit->period));
	out_json_str(s->o, text);
	if (path) {
		out_str(s->o, ",\"file\":");
		out_json_str(s->o, path);
		out_printf(s->o, ",\"line\":%u", line);
		source = source_text(s, at, path, line, &len);
	}
	if (source) {
		char *copy = strndup(source, len);

		out_str(s->o, ",\"source\":");
		out_json_str(s->o, copy ? copy : "");
		free(copy);
	}
	out_char(s->o, '}');
	s->first = false;
}

static void put_code(struct shown *s)
{
	struct symbols *syms = s->a->rp.s->syms;
	char text[256];

	for (size_t at = 0; at < s->len;) {
		const size_t n = disasm_one(s->dis, s->code + at, s->len - at, s->base + at, text, sizeof(text));
		struct annotate_hit hit = hits_at(s, at, n);
		const char *path = NULL;
		uint32_t line = 0;

		if (!n)
			break;
		if (!s->a->opts->no_lines && !symbols_line(syms, s->object, s->sym->start + at, &path, &line))
			path = NULL;
		if (s->a->opts->json)
			json_line(s, at, &hit, text, path, line);
		else
			text_line(s, at, &hit, text, path, line);
		at += n;
	}
}

static void text_head(struct shown *s)
{
	char head[4096];
	int n = snprintf(head, sizeof(head),
			 " %s|\tSource code & Disassembly of %s for %s (%" PRIu64 " samples, percent: local period)",
			 s->a->opts->periods ? "Period      " : s->a->opts->counts ? "Samples " : "Percent ", symbols_dso_short(s->a->rp.s->syms, s->object), s->a->rp.ev[s->f->hits[0].event].name, s->f->nr);

	out_str(s->o, head);
	out_char(s->o, '\n');
	out_pad(s->o, '-', n > 0 ? (size_t)n + 7 : 0); /* the tab reaches to the next eighth column */
	out_char(s->o, '\n');
	out_pad(s->o, ' ', s->a->opts->periods ? 13 : 9);
	out_printf(s->o, ": %016" PRIx64 " <%s>:\n", s->base, s->sym->name);
}

static void json_head(struct shown *s)
{
	bool first = true;

	out_str(s->o, " {");
	out_json_key(s->o, &first, "event");
	out_json_str(s->o, s->a->rp.ev[s->f->hits[0].event].name);
	out_json_key(s->o, &first, "object");
	out_json_str(s->o, symbols_dso_long(s->a->rp.s->syms, s->object));
	out_json_key(s->o, &first, "symbol");
	out_json_str(s->o, s->sym->name);
	out_json_key(s->o, &first, "samples");
	out_dec(s->o, s->f->nr);
	out_json_key(s->o, &first, "period");
	out_dec(s->o, s->f->period);
}

/* The function's bytes and what machine they are for. NULL, or why there are none. */
static const char *read_code(struct shown *s)
{
	const uint64_t size = s->sym->end - s->sym->start;
	struct disasm_machine m;
	const char *why, *style = s->a->opts->style;
	size_t max = size < CODE_MAX ? (size_t)size : CODE_MAX;

	s->code = rep_alloc(max + 1, 1);
	why = symbols_code(s->a->rp.s->syms, s->object, s->sym->start, s->code, max, &s->len, &s->base, &m);
	if (why)
		return why;
	s->dis = disasm_new(&m, style && !strcmp(style, "intel"), &why);
	return s->dis ? NULL : why;
}

void annotate_func(struct annotate *a, const struct annotate_func *f)
{
	struct shown s = { .a = a, .o = a->rp.out, .f = f, .object = f->hits[0].object, .sym = f->hits[0].sym, .first = true };
	const char *why = read_code(&s);

	if (why && !a->nr_without++) {
		a->without = f;
		a->why = why;
	}
	a->samples_without += why ? f->nr : 0;
	if (a->opts->json) {
		json_head(&s);
		if (why) {
			out_str(s.o, ",\"error\":");
			out_json_str(s.o, why);
		}
		out_str(s.o, ",\"code\":[");
	} else if (!why) {
		text_head(&s);
	}
	if (!why)
		put_code(&s);
	if (a->opts->json)
		out_str(s.o, "]}");
	else if (!why)
		out_char(s.o, '\n');
	disasm_free(s.dis);
	free(s.code);
}
