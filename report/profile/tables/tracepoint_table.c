/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of a tracepoint: a row for each of its samples, with the fields of its format as typed
 * columns. Numbers keep their sign; arrays of char are texts; other arrays are bytes in
 * hexadecimal.
 */
#include "profile/tables/table_columns.h"
#include "profile/tables/tables_int.h"

#include "base/memory.h"
#include "session/event_names.h"

#include <stdlib.h>
#include <string.h>

/* A table that was made for an event. */
struct tracepoint_table {
	struct table table;
	struct table_column *columns;
	struct tracepoint_table *next;
};

/*
 * Whether samples of @event are rows of the table of @first. Several events of the same name may
 * record one tracepoint, for example with different filters.
 */
static bool has_table_of(struct tables *t, uint32_t event, uint32_t first)
{
	const struct pdata_attr *a, *b;

	if (event == first)
		return true;
	a = &pdata_reader_event(t->s.reader, event)->attr;
	b = &pdata_reader_event(t->s.reader, first)->attr;
	return a->type == b->type && a->config == b->config &&
	       !strcmp(tables_event_name(t, event), tables_event_name(t, first));
}

static int next_tracepoint(struct table_cursor *c)
{
	while (tables_next_sample(c->t, &c->sample))
		if (has_table_of(c->t, c->sample.event, c->table->event))
			return 1;
	return 0;
}

static void tracepoint_sample(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->sample.number);
}

static void tracepoint_time(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->sample.time);
}

static void tracepoint_thread(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, c->sample.thread);
}

static void tracepoint_cpu(struct table_cursor *c, struct table_value *v)
{
	v->null = !(c->sample.s->have & PDATA_SAMPLE_CPU);
	v->number = c->sample.s->cpu;
}

/*
 * Return memory for a text of @len characters and a NUL. The memory belongs to @c and is valid
 * until the next call. NULL: memory is exhausted.
 */
static char *room_for_text(struct table_cursor *c, size_t len)
{
	if (len < sizeof(c->text))
		return c->text;
	free(c->made);
	c->made = mem_alloc(len + 1, 1);
	return c->made;
}

/* A string ends at its first NUL or at the end of its bytes. */
static const char *copy_string(struct table_cursor *c, const uint8_t *bytes, uint32_t len)
{
	const size_t n = strnlen((const char *)bytes, len);
	char *text = room_for_text(c, n);

	if (text) {
		memcpy(text, bytes, n);
		text[n] = 0;
	}
	return text;
}

static const char *hex_bytes(struct table_cursor *c, const uint8_t *bytes, uint32_t len)
{
	static const char digits[] = "0123456789abcdef";
	char *text = room_for_text(c, 2 * (size_t)len);

	if (!text)
		return NULL;
	for (uint32_t i = 0; i < len; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 15];
	}
	text[2 * (size_t)len] = 0;
	return text;
}

/*
 * Whether an array has text. Arrays of u8, s8 and unsigned char have addresses, UUIDs and buffers,
 * which may contain NULs.
 */
static bool is_text_field(const struct pdata_field *f)
{
	return f->is_string && strstr(f->type, "char") && !strstr(f->type, "unsigned");
}

static void tracepoint_number(struct table_cursor *c, struct table_value *v)
{
	const struct pdata_sample *s = c->sample.s;

	v->null = !(s->have & PDATA_SAMPLE_RAW) ||
		  pdata_field_number(tables_session(c->t)->tracing, c->column->field, s->raw,
				     s->raw_size, &v->number);
}

static void tracepoint_bytes(struct table_cursor *c, struct table_value *v)
{
	const struct pdata_field *f = c->column->field;
	const struct pdata_sample *s = c->sample.s;
	const uint8_t *bytes = NULL;
	uint32_t len;

	if (s->have & PDATA_SAMPLE_RAW)
		bytes = pdata_field_bytes(tables_session(c->t)->tracing, f, s->raw, s->raw_size,
					  &len);
	if (bytes)
		table_text(v, is_text_field(f) ? copy_string(c, bytes, len)
					       : hex_bytes(c, bytes, len));
	else
		v->null = true;
}

static const struct table_column shared_columns[] = {
	{ "sample", TABLE_U64, "samples", "the sample", .get = tracepoint_sample },
	{ "time", TABLE_U64, "ns", "time of the sample", .get = tracepoint_time },
	{ "thread", TABLE_U32, "threads", "the thread", .get = tracepoint_thread },
	{ "cpu", TABLE_U32, "", "CPU", .get = tracepoint_cpu },
};

#define NR_SHARED (sizeof(shared_columns) / sizeof(shared_columns[0]))

/*
 * Return the name of the column of a field. A field gets another name than a shared column, because
 * readers of JSON keep one of two members of the same name.
 */
static const char *column_name(const struct pdata_field *f)
{
	static const char *const others[NR_SHARED] = { "field_sample", "field_time", "field_thread",
						       "field_cpu" };

	for (uint32_t i = 0; i < NR_SHARED; i++)
		if (!strcmp(f->name, shared_columns[i].name))
			return others[i];
	return f->name;
}

static struct table_column field_column(const struct pdata_field *f)
{
	const bool number = !f->is_array && !f->is_dynamic && !f->is_string && f->size <= 8;

	return (struct table_column){
		.name = column_name(f),
		.type = !number	       ? TABLE_TEXT
			: f->is_signed ? TABLE_I64
				       : TABLE_U64,
		.unit = f->is_pointer ? "address" : "",
		.meaning = f->type,
		.field = f,
		.get = number ? tracepoint_number : tracepoint_bytes,
	};
}

static void free_tracepoints(struct tables *t)
{
	while (t->tracepoints) {
		struct tracepoint_table *m = t->tracepoints;

		t->tracepoints = m->next;
		free(m->columns);
		free(m);
	}
}

static struct tracepoint_table *make_tracepoint_table(struct tables *t, uint32_t event,
						      const struct pdata_tracepoint *tp)
{
	struct tracepoint_table *m = mem_alloc(1, sizeof(*m));
	uint32_t nr = NR_SHARED;

	if (m)
		m->columns = mem_alloc(NR_SHARED + (size_t)tp->nr_fields, sizeof(*m->columns));
	if (!m || !m->columns) {
		free(m);
		session_set_err(&t->s, -ENOMEM);
		return NULL;
	}
	memcpy(m->columns, shared_columns, sizeof(shared_columns));
	for (uint32_t i = 0; i < tp->nr_fields; i++)
		if (!tp->fields[i].is_common)
			m->columns[nr++] = field_column(&tp->fields[i]);
	m->table = (struct table){ .name = tables_event_name(t, event),
				   .columns = m->columns,
				   .nr_columns = nr,
				   .of_pass = true,
				   .next = next_tracepoint,
				   .event = event };
	m->next = t->tracepoints;
	t->tracepoints = m;
	t->free_tracepoints = free_tracepoints;
	return m;
}

const struct table *tables_find_tracepoint(struct tables *t, const char *name)
{
	struct pdata_tracepoints *all = rep_session_tracing(&t->s);

	for (struct tracepoint_table *m = t->tracepoints; m; m = m->next)
		if (!strcmp(m->table.name, name))
			return &m->table;
	for (uint32_t i = 0; all && i < pdata_reader_nr_events(t->s.reader); i++) {
		const struct pdata_attr *a = &pdata_reader_event(t->s.reader, i)->attr;
		const struct pdata_tracepoint *tp;
		struct tracepoint_table *m;

		if (a->type != PDATA_TYPE_TRACEPOINT || strcmp(tables_event_name(t, i), name))
			continue;
		tp = pdata_tracepoints_find(all, a->config);
		m = tp ? make_tracepoint_table(t, i, tp) : NULL;
		return m ? &m->table : NULL;
	}
	return NULL;
}
