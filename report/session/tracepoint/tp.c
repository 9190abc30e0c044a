/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Formats tracepoint payloads as text or single fields; the format of an event is compiled when
 * tp_event() first returns the event.
 */
#include "session/tracepoint/tp.h"

#include "base/memory.h"
#include "session/tracepoint/tp_prog.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct tp_event {
	uint64_t id;
	struct tp_format format;
	const struct pdata_field *type; /* field common_type; NULL: the format lacks it */
	bool compiled;			/* prog is valid; else only fields can be printed */
	struct tp_prog prog;
};

/* Events that tp_event() was asked for. An event does not change after tp_event() returned it. */
struct tp_events {
	/*
	 * Protects the other members. A thread also holds the lock while it calls
	 * pdata_tracepoints_find(), which only one thread at a time may call.
	 */
	pthread_mutex_t lock;
	struct tp_event **all;
	uint32_t nr;
	struct pdata_tracepoints *points;
	int err; /* 0 or -ENOMEM */
};

struct tp {
	struct tp_data payload;
	struct tp_events *events;
	bool is_copy; /* @events belongs to the struct of which this one is a copy */
	/* the payload, then zeros, because the end of a field in the format can be wrong */
	uint8_t *data;
	uint32_t dirty; /* bytes at the start of data that may differ from 0 */
};

static struct tp *new_tp(struct tp_events *events, const struct tp_data *payload)
{
	struct tp *tp = mem_alloc(1, sizeof(*tp));
	uint8_t *data = mem_alloc(TP_DATA_MAX + TP_SLACK, 1);

	if (!tp || !data) {
		free(tp);
		free(data);
		return NULL;
	}
	tp->payload = *payload;
	tp->payload.data = tp->data = data;
	tp->events = events;
	return tp;
}

struct tp *tp_new(struct pdata_tracepoints *points)
{
	const bool big_endian = pdata_tracepoints_info(points)->big_endian != 0;
	const struct tp_data payload = {
		.points = points,
		.big_endian = big_endian,
		.swap = big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__),
	};
	struct tp_events *events = mem_alloc(1, sizeof(*events));
	struct tp *tp = events ? new_tp(events, &payload) : NULL;

	if (!tp) {
		free(events);
		return NULL;
	}
	events->points = points;
	pthread_mutex_init(&events->lock, NULL);
	return tp;
}

struct tp *tp_new_copy(const struct tp *tp, void *resolve_ctx)
{
	struct tp *copy = new_tp(tp->events, &tp->payload);

	if (!copy)
		return NULL;
	copy->is_copy = true;
	copy->payload.resolve_ctx = resolve_ctx;
	return copy;
}

int tp_err(const struct tp *tp)
{
	int err;

	if (!tp)
		return 0;
	pthread_mutex_lock(&tp->events->lock);
	err = tp->events->err;
	pthread_mutex_unlock(&tp->events->lock);
	return err;
}

static void free_tp_event(struct tp_event *e)
{
	tp_prog_free(&e->prog);
	tp_pool_free(&e->format.pool);
	free(e);
}

void tp_free(struct tp *tp)
{
	struct tp_events *events = tp && !tp->is_copy ? tp->events : NULL;

	for (uint32_t i = 0; events && i < events->nr; i++)
		free_tp_event(events->all[i]);
	if (events) {
		pthread_mutex_destroy(&events->lock);
		free(events->all);
		free(events);
	}
	if (tp)
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
static struct tp_event *compile_tp_event(struct pdata_tracepoints *points,
					 const struct pdata_tracepoint *event)
{
	struct tp_event *e = mem_alloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->id = event->id;
	e->type = type_field(event);
	tp_format_parse(&e->format, event, pdata_tracepoints_info(points)->long_size);
	e->compiled = tp_prog_compile(&e->prog, &e->format);
	if (!e->format.pool.err && !e->prog.pool.err)
		return e;
	free_tp_event(e);
	return NULL;
}

/* NULL when memory is exhausted. */
static struct tp_event *add_tp_event(struct tp_events *events, const struct pdata_tracepoint *event)
{
	struct tp_event *e;

	if (!mem_room_at_end(&events->all, events->nr, sizeof(*events->all)))
		return NULL;
	e = compile_tp_event(events->points, event);
	if (e)
		events->all[events->nr++] = e;
	return e;
}

/* As tp_event(). The caller holds the lock. */
static struct tp_event *find_or_add(struct tp_events *events, uint64_t id)
{
	const struct pdata_tracepoint *event;
	struct tp_event *e;

	for (uint32_t i = 0; i < events->nr; i++)
		if (events->all[i]->id == id)
			return events->all[i];
	event = pdata_tracepoints_find(events->points, id);
	if (!event && pdata_tracepoints_error(events->points)) {
		mem_count_failure();
		events->err = -ENOMEM;
	}
	if (!event || !event->nr_fields)
		return NULL;
	e = add_tp_event(events, event);
	if (!e)
		events->err = -ENOMEM;
	return e;
}

struct tp_event *tp_event(struct tp *tp, uint64_t id)
{
	struct tp_event *e;

	pthread_mutex_lock(&tp->events->lock);
	e = find_or_add(tp->events, id);
	pthread_mutex_unlock(&tp->events->lock);
	return e;
}

bool tp_event_has_function(const struct tp_event *ev)
{
	for (uint32_t i = 0; ev && ev->compiled && i < ev->prog.nr; i++)
		if (ev->prog.steps[i].kind == TP_FUNCTION)
			return true;
	return false;
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
