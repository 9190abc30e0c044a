/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort key trace: formats tracepoint payloads as text, once for each distinct payload, and gives
 * field keys their values.
 */
#include "profile/keys/report_trace.h"

#include "base/memory.h"
#include "object/symbols/location.h"
#include "profile/keys/key_kinds.h"
#include "session/tracepoint/tp.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * The texts of payloads, each made once. The key contains the event, as several events may have
 * equal payloads.
 */
struct report_trace {
	struct report *rp;
	struct tp *tp;
	struct interner keys; /* event, payload */
	char **text;	      /* by number in keys */
	uint32_t cap;
};

/* The kernel symbol of an address in a payload. */
static const char *report_resolve_kernel(void *ctx, unsigned long long *addr, const char **module)
{
	struct report *rp = ctx;
	const struct resolve_ctx at = { .time = UINT64_MAX, .seq = UINT64_MAX };
	const struct pdata_map *map =
		resolve_recorded_map(rp->s->tasks, &at, PDATA_CPUMODE_KERNEL, *addr);
	const struct sym *sym;
	uint64_t in_object;

	*module = NULL;
	if (!map)
		return NULL;
	in_object = resolve_object_addr(map, *addr);
	sym = resolve_any_sym(rp->s->syms, map->object, in_object);
	if (!sym)
		return NULL;
	*addr -= in_object - sym->start;
	if (strcmp(symbols_dso_short(rp->s->syms, map->object), "[kernel.kallsyms]"))
		*module = symbols_dso_short(rp->s->syms, map->object);
	return sym->name;
}

struct report_trace *report_trace_new(struct report *rp)
{
	struct report_trace *t = mem_alloc(1, sizeof(*t));
	struct pdata_tracepoints *points = rep_session_tracing(rp->s);

	if (!t)
		return NULL;
	t->rp = rp;
	if (!points)
		return t;
	t->tp = tp_new(points);
	if (t->tp)
		tp_set_resolver(t->tp, report_resolve_kernel, rp);
	else
		report_no_memory(rp);
	return t;
}

void report_trace_free(struct report_trace *t)
{
	if (!t)
		return;
	for (uint32_t i = 0; i < t->cap; i++)
		free(t->text[i]);
	free(t->text);
	interner_free(&t->keys);
	session_set_err(t->rp->s, tp_err(t->tp));
	tp_free(t->tp);
	free(t);
}

/*
 * The text of @o, which is closed; to be freed by the caller. Return: NULL if memory is exhausted.
 */
static char *take_trace_text(const struct report *rp, struct out *o)
{
	char *text;

	out_char(o, 0);
	text = o->err ? NULL : mem_strdup(o->buf);
	out_close(o);
	if (!text)
		report_no_memory(rp);
	return text;
}

static char *make_trace_text(const struct report_trace *t, const struct pdata_event *ev,
			     uint32_t raw)
{
	struct tp_event *e = t->tp ? tp_event(t->tp, ev->attr.config) : NULL;
	const struct interned *b = &t->rp->hist->raws.all[raw];
	struct out o;

	out_open(&o, -1);
	if (e && raw && t->rp->opts->rows.raw_trace)
		tp_print_fields(t->tp, e, &o, b->data, b->len);
	else if (e && raw)
		tp_print(t->tp, e, &o, 0, b->data, b->len);
	return take_trace_text(t->rp, &o);
}

static bool is_tracepoint(const struct report *rp, const struct rep_row *r)
{
	return rp->ev[r->event].event->attr.type == PDATA_TYPE_TRACEPOINT;
}

const char *report_trace_text(const struct report *rp, const struct rep_row *r)
{
	struct report_trace *t = rp->trace;
	const uint32_t key[2] = { r->event, row_extra(rp, r)->raw };
	uint32_t n = interner_add(&t->keys, key, sizeof(key));

	if (!n || !mem_room_zeroed(&t->text, &t->cap, n, sizeof(*t->text))) {
		report_no_memory(rp);
		return "";
	}
	if (!t->text[n])
		t->text[n] = make_trace_text(t, rp->ev[r->event].event, row_extra(rp, r)->raw);
	return t->text[n] ? t->text[n] : "";
}

char *report_trace_field(const struct report *rp, const struct pdata_field *f,
			 const struct rep_row *r)
{
	const struct report_trace *t = rp->trace;
	const struct interned *b = &rp->hist->raws.all[row_extra(rp, r)->raw];
	struct out o;

	out_open(&o, -1);
	if (t->tp && row_extra(rp, r)->raw)
		tp_print_field(t->tp, f, &o, b->data, b->len);
	return take_trace_text(rp, &o);
}

void report_trace_dynamic(const struct report *rp, const struct pdata_field *f,
			  const struct rep_row *r, uint32_t *off, uint32_t *len)
{
	const struct interned *b = &rp->hist->raws.all[row_extra(rp, r)->raw];

	*off = *len = 0;
	if (rp->trace->tp)
		tp_dynamic(rp->trace->tp, f, b->data, b->len, off, len);
}

/* ---- the key ----------------------------------------------------------------------------- */

const char *key_trace_text(const struct report *rp, const struct rep_key *k,
			   const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	(void)k;
	(void)scratch;
	return is_tracepoint(rp, r) ? report_trace_text(rp, r) : NULL;
}

/*
 * As in perf, a row without a tracepoint equals the rows of other events with which it is
 * compared.
 */
static int trace_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		     const struct rep_row *b)
{
	(void)k;
	return is_tracepoint(rp, a) ? strcmp(report_trace_text(rp, b), report_trace_text(rp, a))
				    : 0;
}

/*
 * perf formats the text when it first compares two rows, so a single sample does not widen the
 * column, unless its callers have rows, too.
 */
static unsigned trace_width(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r)
{
	return rp->children || rp->ev[r->event].nr_samples > 1 ? key_text_width(rp, k, r) : 0;
}

const struct key_kind key_trace = { trace_cmp, key_hash_text, trace_width, key_print_value, NULL };
