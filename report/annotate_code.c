/* SPDX-License-Identifier: BSD-2-Clause */
/* One function: its instructions with the samples at each, as text or JSON. */
#include "annotate.h"
#include "disasm.h"
#include "out_json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define RAW_CODE 8u	    /* bytes in the column of --asm-raw */
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
	uint64_t base;	  /* address of the function as the file has it */
	const char *path; /* the source line shown last */
	uint32_t line;
	uint32_t next; /* hit */
	bool first;
};

/* Hits of the instruction at @at of the function. */
static struct annotate_hit hits_at(struct shown *s, uint64_t at, size_t size)
{
	struct annotate_hit sum = { .nr = 0 };

	for (; s->next < s->f->nr_hits && s->f->hits[s->next].addr - s->sym->start < at + size;
	     s->next++) {
		sum.nr += s->f->hits[s->next].nr;
		sum.period += s->f->hits[s->next].period;
	}
	return sum;
}

double annotate_percent(const struct annotate *a, const struct annotate_func *f,
			const struct annotate_hit *hit)
{
	const struct event_rows *ev = &a->rp.ev[f->hits[0].event];
	const uint64_t part = a->opts->hits ? hit->nr : hit->period;
	uint64_t all = a->opts->hits ? f->nr : f->period;

	if (a->opts->global)
		all = a->opts->hits ? ev->nr_samples : ev->period;
	return all ? 100.0 * (double)part / (double)all : 0.0;
}

const char *annotate_path(const struct annotate *a, const char *path)
{
	const char *slash = a->opts->full_paths ? NULL : strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The text of a source line, where it is wanted and there. */
static const char *source_text(struct shown *s, uint64_t at, const char *path, uint32_t line,
			       size_t *len)
{
	if (!s->a->opts->source)
		return NULL;
	return sources_line(&s->a->sources,
			    symbols_line_dir(s->a->rp.s->syms, s->object, s->sym->start + at), path,
			    line, len);
}

static void text_source(struct shown *s, uint64_t at, const char *path, uint32_t line)
{
	const char *text;
	size_t len;

	if (s->path && line == s->line && !strcmp(path, s->path))
		return;
	out_pad(s->o, ' ', s->a->opts->periods ? 13 : 9);
	out_printf(s->o, ": %s:%u", annotate_path(s->a, path), line);
	text = source_text(s, at, path, line, &len);
	if (text) {
		out_pad(s->o, ' ', 2);
		out_mem(s->o, text, len);
	}
	out_char(s->o, '\n');
	s->path = path;
	s->line = line;
}

/* As objdump has them: a column for seven of them. */
static void text_bytes(struct shown *s, uint64_t at, size_t size)
{
	for (size_t i = 0; i < size; i++)
		out_printf(s->o, "%02x ", s->code[at + i]);
	out_pad(s->o, ' ', size < RAW_CODE ? 3 * (RAW_CODE - size) : 0);
}

/* The function that the instruction leads to. */
static void text_target(struct shown *s)
{
	struct symbols *syms = s->a->rp.s->syms;
	const struct sym *to;
	uint64_t addr;

	if (!disasm_target(s->dis, &addr))
		return;
	addr += s->sym->start - s->base;
	to = sym_table_find(symbols_table(syms, s->object), addr);
	if (!to)
		return;
	out_printf(s->o, " <%s", to->name);
	if (addr != to->start)
		out_printf(s->o, "+%#" PRIx64, addr - to->start);
	out_char(s->o, '>');
}

static void text_line(struct shown *s, uint64_t at, size_t size, const struct annotate_hit *hit,
		      const char *text, const char *path, uint32_t line)
{
	if (path)
		text_source(s, at, path, line);
	if (s->a->opts->periods)
		out_printf(s->o, " %11" PRIu64, hit->period);
	else if (s->a->opts->counts)
		out_printf(s->o, " %7" PRIu64, hit->nr);
	else
		out_printf(s->o, " %7.2f", annotate_percent(s->a, s->f, hit));
	out_printf(s->o, " : %8" PRIx64 ":  ", s->base + at);
	if (s->a->opts->raw_code)
		text_bytes(s, at, size);
	out_str(s->o, text);
	text_target(s);
	if (s->a->opts->line_sums && path && hit->nr)
		out_printf(s->o, " // %s:%u", annotate_path(s->a, path), line);
	out_char(s->o, '\n');
}

static void json_line(struct shown *s, uint64_t at, const struct annotate_hit *hit,
		      const char *text, const char *path, uint32_t line)
{
	const char *source = NULL;
	size_t len = 0;

	out_printf(s->o,
		   "%s{\"address\":\"0x%" PRIx64 "\",\"samples\":%" PRIu64 ",\"period\":%" PRIu64
		   ",\"percent\":%.6f,\"instruction\":",
		   s->first ? "" : ",\n   ", s->base + at, hit->nr, hit->period,
		   annotate_percent(s->a, s->f, hit));
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
	char text[DISASM_TEXT_MAX];

	for (size_t at = 0; at < s->len;) {
		const size_t n = disasm_one(s->dis, s->code + at, s->len - at, s->base + at, text,
					    sizeof(text));
		struct annotate_hit hit = hits_at(s, at, n);
		const char *path = NULL;
		uint32_t line = 0;

		if (!n)
			break;
		if (!s->a->opts->no_lines &&
		    !symbols_line(syms, s->object, s->sym->start + at, &path, &line))
			path = NULL;
		if (s->a->opts->json)
			json_line(s, at, &hit, text, path, line);
		else
			text_line(s, at, n, &hit, text, path, line);
		at += n;
	}
}

static void text_head(struct shown *s)
{
	const struct annotate_opts *o = s->a->opts;
	struct symbols *syms = s->a->rp.s->syms;
	char head[4096];
	int n = snprintf(head, sizeof(head),
			 " %s|\tSource code & Disassembly of %s for %s (%" PRIu64 " samples, "
			 "percent: %s %s)",
			 o->periods  ? "Period      "
			 : o->counts ? "Samples "
				     : "Percent ",
			 o->full_paths ? symbols_dso_long(syms, s->object)
				       : symbols_dso_short(syms, s->object),
			 s->a->rp.ev[s->f->hits[0].event].name, s->f->nr,
			 o->global ? "global" : "local", o->hits ? "hits" : "period");

	out_str(s->o, head);
	out_char(s->o, '\n');
	out_pad(s->o, '-',
		n > 0 ? (size_t)n + 5 : 0); /* as perf: it counts the line's end, and adds four */
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
	why = symbols_code(s->a->rp.s->syms, s->object, s->sym->start, s->code, max, &s->len,
			   &s->base, &m);
	if (why)
		return why;
	s->dis = disasm_new(&m, style && !strcmp(style, "intel"), &why);
	return s->dis ? NULL : why;
}

void annotate_func(struct annotate *a, const struct annotate_func *f)
{
	struct shown s = { .a = a,
			   .o = a->rp.out,
			   .f = f,
			   .object = f->hits[0].object,
			   .sym = f->hits[0].sym,
			   .first = true };
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
		if (a->opts->line_sums)
			annotate_lines(a, f);
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
