/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints one function: its instructions with the samples at each, as text or JSON, and the sums of
 * its source lines.
 */
#include "base/out_json.h"
#include "console/command.h"
#include "object/symbols/function_code.h"
#include "object/symbols/location.h"
#include "view/annotate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define RAW_CODE 8u	/* bytes in the column of --asm-raw */
#define SHOWN_ABOVE 0.5 /* percent; -l leaves out instructions and lines with less, as in perf */

struct shown {
	struct annotate *a;
	struct out *o;
	const struct annotate_func *f;
	const struct pdata_object *object;
	const struct sym *sym;
	struct dso_function code;
	const char *path; /* the source line printed last */
	uint32_t line;
	uint32_t next; /* hit */
	/* sums of the current instruction, by position of the event in the group */
	struct annotate_sum *now;
};

/*
 * Add the hits of the instruction at offset @at of the function to s->now. Return: the samples of
 * all events.
 */
static uint64_t hits_at(struct shown *s, uint64_t at, size_t size)
{
	uint64_t nr = 0;

	memset(s->now, 0, s->f->members * sizeof(*s->now));
	for (; s->next < s->f->nr_hits && s->f->hits[s->next].addr - s->sym->start < at + size;
	     s->next++) {
		const struct annotate_hit *h = &s->f->hits[s->next];

		annotate_add(s->now, h);
		nr += h->nr;
	}
	return nr;
}

double annotate_percent(const struct annotate *a, const struct annotate_func *f, uint32_t member,
			const struct annotate_sum *sum)
{
	const struct event_rows *ev = &a->rp.ev[f->event + member];
	const uint64_t part = a->opts->hits ? sum->nr : sum->period;
	uint64_t all = a->opts->hits ? f->sums[member].nr : f->sums[member].period;

	if (a->opts->global)
		all = a->opts->hits ? ev->nr_samples : ev->period;
	return all ? 100.0 * (double)part / (double)all : 0.0;
}

int annotate_parse_percents(const char *text, bool *hits, bool *global)
{
	static const char *const types[] = { "local-period",  "local-hits",   "global-period",
					     "global-hits",   "period-local", "hits-local",
					     "period-global", "hits-global" };

	for (unsigned i = 0; i < REP_NR(types); i++)
		if (!strcmp(text, types[i])) {
			*hits = i & 1;
			*global = i & 2;
			return 0;
		}
	return -1;
}

/* @path as it is printed: in full, or its last component. */
static const char *annotate_path(const struct annotate *a, const char *path)
{
	const char *slash = a->opts->full_paths ? NULL : strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The text of a source line; NULL if it is not wanted or not available. */
static const char *source_text(struct shown *s, uint64_t at, const char *path, uint32_t line,
			       size_t *len)
{
	const char *text;

	if (!s->a->opts->source)
		return NULL;
	text = sources_line(&s->a->sources,
			    symbols_line_dir(s->a->rp.s->syms, s->object, s->sym->start + at), path,
			    line, len);
	if (s->a->sources.err)
		session_set_err(s->a->rp.s, s->a->sources.err);
	return text;
}

/* The width of all columns of samples, in characters. */
static unsigned columns(const struct shown *s)
{
	return (s->a->opts->periods ? 12 : 8) * s->f->members;
}

static void text_source(struct shown *s, uint64_t at, const char *path, uint32_t line)
{
	const char *text;
	size_t len;

	if (s->path && line == s->line && !strcmp(path, s->path))
		return;
	out_pad(s->o, ' ', columns(s) + 1);
	out_printf(s->o, ": %s:%u", annotate_path(s->a, path), line);
	text = source_text(s, at, path, line, &len);
	if (text) {
		out_pad(s->o, ' ', 2);
		out_line(s->o, text, len);
	}
	out_char(s->o, '\n');
	s->path = path;
	s->line = line;
}

/* Print the bytes of an instruction as objdump does: the column has room for seven. */
static void text_bytes(struct shown *s, uint64_t at, size_t size)
{
	for (size_t i = 0; i < size; i++)
		out_printf(s->o, "%02x ", s->code.code[at + i]);
	out_pad(s->o, ' ', size < RAW_CODE ? 3 * (RAW_CODE - size) : 0);
}

void annotate_target(struct out *o, const struct sym *to, uint64_t addr)
{
	out_printf(o, " <%s", to->name);
	if (addr != to->start)
		out_printf(o, "+%#" PRIx64, addr - to->start);
	out_char(o, '>');
}

/* Print the target of a jump or call as function and offset. */
static void text_target(struct shown *s)
{
	const struct sym *to;
	uint64_t addr;

	if (!dso_function_target(&s->code, &addr))
		return;
	to = resolve_sym(s->a->rp.s->syms, s->object, addr);
	if (to)
		annotate_target(s->o, to, addr);
}

/*
 * Return the source line of an address as perf's addr2line gives it: "FILE:LINE", "FILE:0" or
 * "??:0" for a function without debugging information, "OBJECT[ADDRESS]" elsewhere. The caller
 * frees it.
 */
static char *line_text(const struct annotate *a, const struct pdata_object *obj, uint64_t addr)
{
	struct symbols *syms = a->rp.s->syms;
	char text[4096 + sizeof(":4294967295")], buf[4096];
	const char *path = NULL;
	uint32_t line = 0;

	if (symbols_line(syms, obj, addr, &path, &line) && path) {
		path = symbols_line_path(syms, obj, addr, path, a->opts->full_paths, buf,
					 sizeof(buf));
		snprintf(text, sizeof(text), "%.4095s:%" PRIu32, path, line);
	} else if (symbols_known_function(syms, obj, addr, &path)) {
		snprintf(text, sizeof(text), "%.4095s:0", annotate_path(a, path));
	} else {
		snprintf(text, sizeof(text), "%.4000s[%" PRIx64 "]", symbols_dso_short(syms, obj),
			 symbols_addr2line_addr(syms, obj, addr));
	}
	return rep_strdup(text);
}

/* Whether -l has the instruction whose samples of each event are @sums. */
static bool has_source_line(const struct annotate *a, const struct annotate_func *f,
			    const struct annotate_sum *sums)
{
	for (uint32_t m = 0; m < f->members; m++)
		if (annotate_percent(a, f, m, &sums[m]) > SHOWN_ABOVE)
			return true;
	return false;
}

/* Append the source line of an instruction whose samples are in s->now. */
static void text_line_of_hits(struct shown *s, uint64_t at)
{
	char *text;

	if (!has_source_line(s->a, s->f, s->now))
		return;
	text = line_text(s->a, s->object, s->sym->start + at);
	out_printf(s->o, " // %s", text);
	free(text);
}

static void text_line(struct shown *s, uint64_t at, size_t size, uint64_t nr, const char *text,
		      const char *path, uint32_t line)
{
	if (path)
		text_source(s, at, path, line);
	for (uint32_t m = 0; m < s->f->members; m++) {
		if (s->a->opts->periods)
			out_printf(s->o, " %11" PRIu64, s->now[m].period);
		else if (s->a->opts->counts)
			out_printf(s->o, " %7" PRIu64, s->now[m].nr);
		else
			out_printf(s->o, " %7.2f", annotate_percent(s->a, s->f, m, &s->now[m]));
	}
	out_printf(s->o, " : %8" PRIx64 ":  ", s->code.base + at);
	if (s->a->opts->raw_code)
		text_bytes(s, at, size);
	out_str(s->o, text);
	text_target(s);
	if (s->a->opts->line_sums && nr)
		text_line_of_hits(s, at);
	out_char(s->o, '\n');
}

static void json_line(struct shown *s, uint64_t at, const char *text, const char *path,
		      uint32_t line)
{
	const struct annotate_sum *hit = &s->now[0];
	struct pd_json *j = &s->a->json;
	const char *source = NULL;
	size_t len = 0;

	if (j->comma)
		pd_json_break(j, "\n   ");
	pd_json_open(j, NULL, '{');
	pd_json_addr(j, "address", s->code.base + at);
	pd_json_u64(j, "samples", hit->nr);
	pd_json_u64(j, "period", hit->period);
	pd_json_fmt(j, "percent", "%.6f", annotate_percent(s->a, s->f, 0, hit));
	pd_json_str(j, "instruction", text);
	if (path) {
		pd_json_str(j, "file", path);
		pd_json_u64(j, "line", line);
		source = source_text(s, at, path, line, &len);
	}
	if (source)
		pd_json_mem(j, "source", source, strnlen(source, len));
	pd_json_close(j, '}');
}

static void print_asm(struct shown *s)
{
	struct symbols *syms = s->a->rp.s->syms;
	struct dso_insn insn;

	while (dso_function_next(&s->code, &insn)) {
		const uint64_t nr = hits_at(s, insn.offset, insn.size);
		const char *path = NULL;
		uint32_t line = 0;

		if (!s->a->opts->no_lines &&
		    !symbols_line(syms, s->object, s->sym->start + insn.offset, &path, &line))
			path = NULL;
		if (s->a->opts->json)
			json_line(s, insn.offset, insn.text, path, line);
		else
			text_line(s, insn.offset, insn.size, nr, insn.text, path, line);
	}
}

/*
 * Print the event names as perf does: "anon group { a, b }", or "a, b" for a group made by
 * --group.
 */
static void names(const struct shown *s, struct out *o)
{
	const struct event_rows *ev = &s->a->rp.ev[s->f->event];
	const bool named = s->f->members > 1 && ev->group_name[0];

	if (named)
		out_printf(o, "%s { ", ev->group_name);
	for (uint32_t m = 0; m < s->f->members; m++)
		out_printf(o, "%s%s", m ? ", " : "", ev[m].name);
	if (named)
		out_str(o, " }");
}

static void text_head(struct shown *s)
{
	const struct annotate_opts *o = s->a->opts;
	struct symbols *syms = s->a->rp.s->syms;
	struct out head;

	out_open(&head, -1);
	out_char(&head, ' ');
	out_str_w(&head,
		  o->periods  ? "Period"
		  : o->counts ? "Samples"
			      : "Percent",
		  -(int)columns(s));
	out_printf(&head, "|\tSource code & Disassembly of %s for ",
		   o->full_paths ? symbols_dso_long(syms, s->object)
				 : symbols_dso_short(syms, s->object));
	names(s, &head);
	out_printf(&head, " (%" PRIu64 " samples, percent: %s %s)", s->f->sums[0].nr,
		   o->global ? "global" : "local", o->hits ? "hits" : "period");
	out_mem(s->o, head.buf, head.len);
	out_char(s->o, '\n');
	/* like perf, which also counts the newline, and adds four */
	out_pad(s->o, '-', head.len + 5);
	out_char(s->o, '\n');
	out_pad(s->o, ' ', columns(s) + 1);
	out_printf(s->o, ": %016" PRIx64 " <%s>:\n", s->code.base, s->sym->name);
	out_close(&head);
}

static void json_head(struct shown *s)
{
	struct pd_json *j = &s->a->json;

	pd_json_break(j, j->comma ? "\n " : " ");
	pd_json_open(j, NULL, '{');
	pd_json_str(j, "event", s->a->rp.ev[s->f->event].name);
	pd_json_str(j, "object", symbols_dso_long(s->a->rp.s->syms, s->object));
	pd_json_str(j, "symbol", s->sym->name);
	pd_json_u64(j, "samples", s->f->sums[0].nr);
	pd_json_u64(j, "period", s->f->sums[0].period);
}

/* ---- source lines ------------------------------------------------------------------------ */

struct line_sum {
	char *text; /* "PATH:LINE" as it is printed */
	/*
	 * array, by position of the event in the group: sum of the percentages of the line's
	 * instructions. They are added in the order of addresses, as in perf, because the rounding
	 * of the sums decides about the order of lines.
	 */
	double *percent;
	uint32_t nr; /* size of @percent */
};

/* Lines with equal texts are in the order of addresses, which is that of their percentages. */
static int by_text(const void *x, const void *y)
{
	const struct line_sum *a = x, *b = y;
	const int c = strcmp(a->text, b->text);

	return c ? c : a->percent < b->percent ? -1 : a->percent > b->percent;
}

/* By percentage; lines with equal percentages are in falling order of their texts, as in perf. */
static int by_percent(const void *x, const void *y)
{
	const struct line_sum *a = x, *b = y;

	for (uint32_t m = 0; m < a->nr; m++)
		if (a->percent[m] != b->percent[m])
			return a->percent[m] > b->percent[m] ? -1 : 1;
	return strcmp(b->text, a->text);
}

static void add_line(struct line_sum *s, char *text, double *percent, uint32_t nr)
{
	*s = (struct line_sum){ .text = text, .percent = percent, .nr = nr };
}

/*
 * Collect the source lines of instructions with more than SHOWN_ABOVE percent of the samples of an
 * event, each line once. Return: the number of lines.
 */
static uint32_t collect_line_sums(struct annotate *a, const struct annotate_func *f,
				  struct line_sum *sums, double *percents)
{
	struct annotate_sum *at = rep_alloc(f->members, sizeof(*at)); /* of one instruction */
	uint32_t nr = 0, kept = 0;

	for (uint32_t i = 0, end; i < f->nr_hits; i = end) {
		const struct annotate_hit *h = &f->hits[i];
		double *percent = percents + (size_t)i * f->members;

		memset(at, 0, f->members * sizeof(*at));
		for (end = i; end < f->nr_hits && f->hits[end].addr == h->addr; end++)
			annotate_add(at, &f->hits[end]);
		for (uint32_t m = 0; m < f->members; m++)
			percent[m] = annotate_percent(a, f, m, &at[m]);
		if (has_source_line(a, f, at))
			add_line(&sums[nr++], line_text(a, h->object, h->addr), percent,
				 f->members);
	}
	free(at);
	if (nr)
		qsort(sums, nr, sizeof(*sums), by_text);
	for (uint32_t i = 0; i < nr; i++) {
		if (!kept || strcmp(sums[kept - 1].text, sums[i].text) != 0) {
			sums[kept++] = sums[i];
			continue;
		}
		for (uint32_t m = 0; m < f->members; m++)
			sums[kept - 1].percent[m] += sums[i].percent[m];
		free(sums[i].text);
	}
	if (kept)
		qsort(sums, kept, sizeof(*sums), by_percent);
	return kept;
}

static void print_line_sums(struct annotate *a, const struct annotate_func *f)
{
	struct line_sum *sums = rep_alloc(f->nr_hits + 1u, sizeof(*sums));
	double *percents = rep_alloc((size_t)(f->nr_hits + 1u) * f->members, sizeof(*percents));
	const uint32_t nr = collect_line_sums(a, f, sums, percents);
	struct out *o = a->rp.out;

	out_printf(o,
		   "\nSorted summary for file "
		   "%s\n----------------------------------------------\n\n",
		   symbols_dso_long(a->rp.s->syms, f->hits[0].object));
	for (uint32_t i = 0; i < nr; i++) {
		for (uint32_t m = 0; m < f->members; m++)
			out_printf(o, " %7.2f", sums[i].percent[m]);
		out_printf(o, " %s\n", sums[i].text);
		free(sums[i].text);
	}
	if (!nr)
		out_printf(o, " Nothing higher than %1.1f%%\n", SHOWN_ABOVE);
	free(sums);
	free(percents);
}

/* ---- one function ------------------------------------------------------------------------ */

void annotate_func(struct annotate *a, const struct annotate_func *f)
{
	struct shown s = {
		.a = a, .o = a->rp.out, .f = f, .object = f->hits[0].object, .sym = f->hits[0].sym
	};
	const char *style = a->opts->style;
	const char *why = dso_function_open(&s.code, a->rp.s->syms, s.object, s.sym,
					    style && !strcmp(style, "intel"));

	s.now = rep_alloc(f->members, sizeof(*s.now));
	if (why && !a->nr_without++) {
		a->without = f;
		a->why = why;
	}
	for (uint32_t m = 0; why && m < f->members; m++)
		a->samples_without += f->sums[m].nr;
	if (a->opts->json) {
		json_head(&s);
		if (why)
			pd_json_str(&a->json, "error", why);
		pd_json_open(&a->json, "code", '[');
	} else if (!why) {
		if (a->opts->line_sums)
			print_line_sums(a, f);
		text_head(&s);
	}
	if (!why)
		print_asm(&s);
	if (a->opts->json) {
		pd_json_close(&a->json, ']');
		pd_json_close(&a->json, '}');
	} else if (!why) {
		out_char(s.o, '\n');
	}
	dso_function_close(&s.code);
	free(s.now);
}
