/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Formats tracepoint payloads as text or single fields; the format of an event is compiled when
 * its first payload arrives.
 */
#include "session/tracepoint/tp.h"

#include "base/memory.h"
#include "session/tracepoint/tp_prog.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct tp_event {
	uint64_t id;
	struct tp_format format;
	const struct pdata_field *type; /* field common_type; NULL: the format lacks it */
	bool compiled;			/* prog is valid; else only fields can be printed */
	struct tp_prog prog;
};

struct tp {
	struct tp_data payload;
	struct tp_event **events; /* events that tp_event() was asked for */
	uint32_t nr;
	struct pdata_tracepoints *points;
	/* the payload, then zeros, because the end of a field in the format can be wrong */
	uint8_t *data;
	uint32_t dirty; /* bytes at the start of data that may differ from 0 */
	int err;	/* 0 or -ENOMEM */
};

struct tp *tp_new(struct pdata_tracepoints *points)
{
	struct tp *tp = mem_alloc(1, sizeof(*tp));

	if (!tp)
		return NULL;
	tp->points = points;
	tp->data = mem_alloc(TP_DATA_MAX + TP_SLACK, 1);
	if (!tp->data) {
		free(tp);
		return NULL;
	}
	tp->payload.data = tp->data;
	tp->payload.points = points;
	tp->payload.big_endian = pdata_tracepoints_info(points)->big_endian != 0;
	tp->payload.swap = tp->payload.big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	return tp;
}

int tp_err(const struct tp *tp)
{
	return tp ? tp->err : 0;
}

static void free_tp_event(struct tp_event *e)
{
	tp_prog_free(&e->prog);
	tp_pool_free(&e->format.pool);
	free(e);
}

void tp_free(struct tp *tp)
{
	if (!tp)
		return;
	for (uint32_t i = 0; i < tp->nr; i++)
		free_tp_event(tp->events[i]);
	free(tp->events);
	free(tp->data);
	free(tp);
}

void tp_set_resolver(struct tp *tp, tp_resolve_fn fn, void *ctx)
{
	tp->payload.resolve = fn;
	tp->payload.resolve_ctx = ctx;
}

/* Return: the field common_type, in which payloads have the number of their event; or NULL. */
static const struct pdata_field *type_field(const struct pdata_tracepoint *event)
{
	for (uint32_t i = 0; i < event->nr_fields; i++)
		if (!strcmp(event->fields[i].name, "common_type"))
			return tp_field_fits(&event->fields[i]) ? &event->fields[i] : NULL;
	return NULL;
}

/* NULL when memory is exhausted. */
static struct tp_event *compile_tp_event(const struct tp *tp, const struct pdata_tracepoint *event)
{
	struct tp_event *e = mem_alloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->id = event->id;
	e->type = type_field(event);
	tp_format_parse(&e->format, event, pdata_tracepoints_info(tp->points)->long_size);
	e->compiled = tp_prog_compile(&e->prog, &e->format);
	if (!e->format.pool.err && !e->prog.pool.err)
		return e;
	free_tp_event(e);
	return NULL;
}

/* NULL when memory is exhausted. */
static struct tp_event *add_tp_event(struct tp *tp, const struct pdata_tracepoint *event)
{
	struct tp_event *e;

	if (!mem_room_at_end(&tp->events, tp->nr, sizeof(*tp->events)))
		return NULL;
	e = compile_tp_event(tp, event);
	if (e)
		tp->events[tp->nr++] = e;
	return e;
}

struct tp_event *tp_event(struct tp *tp, uint64_t id)
{
	const struct pdata_tracepoint *event;
	struct tp_event *e;

	for (uint32_t i = 0; i < tp->nr; i++)
		if (tp->events[i]->id == id)
			return tp->events[i];
	event = pdata_tracepoints_find(tp->points, id);
	if (!event && pdata_tracepoints_error(tp->points)) {
		mem_count_failure();
		tp->err = -ENOMEM;
	}
	if (!event || !event->nr_fields)
		return NULL;
	e = add_tp_event(tp, event);
	if (!e)
		tp->err = -ENOMEM;
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

/*
 * Get the event of a payload from its common_type, as perf does, because the sample's id may be
 * missing or that of another event. @ev: the event if the payload lacks common_type. Return: NULL
 * if the event is unknown, e.g. if a sample of a software event is counted for the tracepoints of
 * its group.
 */
static struct tp_event *event_of_payload(struct tp *tp, struct tp_event *ev)
{
	uint64_t id;

	if (!ev->type || ev->type->offset + ev->type->size > tp->payload.size)
		return ev;
	id = tp_read(&tp->payload, ev->type->offset, ev->type->size);
	return id == ev->id ? ev : tp_event(tp, id);
}

void tp_print(struct tp *tp, struct tp_event *ev, struct out *out, uint32_t cpu,
	      const uint8_t *data, uint32_t size)
{
	(void)cpu;
	if (size > TP_DATA_MAX)
		return;
	set_payload(tp, data, size);
	ev = event_of_payload(tp, ev);
	if (!ev) {
		out_str(out, "[UNKNOWN EVENT]"); /* perf 6.12; 6.1 crashes */
		return;
	}
	if (ev->compiled) {
		tp_prog_run(&ev->prog, &tp->payload, out);
		return;
	}
	out_str(out, "[FAILED TO PARSE]");
	tp_put_fields(&ev->format, &tp->payload, out);
}

void tp_print_fields(struct tp *tp, struct tp_event *ev, struct out *out, const uint8_t *data,
		     uint32_t size)
{
	if (size > TP_DATA_MAX)
		return;
	set_payload(tp, data, size);
	tp_put_fields(&ev->format, &tp->payload, out);
}

void tp_print_field(struct tp *tp, const struct pdata_field *f, struct out *out,
		    const uint8_t *data, uint32_t size)
{
	if (size > TP_DATA_MAX)
		return;
	set_payload(tp, data, size);
	tp_put_field(f, &tp->payload, out);
}

void tp_dynamic(struct tp *tp, const struct pdata_field *f, const uint8_t *data, uint32_t size,
		uint32_t *off, uint32_t *len)
{
	uint64_t word;

	*off = *len = 0;
	if (size > TP_DATA_MAX || !tp_field_fits(f))
		return;
	set_payload(tp, data, size);
	word = tp_read(&tp->payload, f->offset, f->size);
	*off = (uint32_t)(word & 0xffff) + tp_rel_base(f);
	*len = (uint32_t)(word >> 16 & 0xffff);
}
