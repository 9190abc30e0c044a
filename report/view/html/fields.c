/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fields of tracepoints: each distinct value of a field is stored once, and each sample has its
 * number.
 */
#include "view/html/html_int.h"

#include "base/memory.h"
#include "base/out_json.h"
#include "profile/tables/table_columns.h"

#include <inttypes.h>
#include <stdlib.h>

#define MAX_FIELDS 32u	      /* of an event */
#define MAX_CELLS (1u << 25)  /* values of all samples */
#define MAX_VALUES (1u << 16) /* distinct values of a field */

static bool add_fields(struct html_fields *f, uint32_t event, const struct table *table)
{
	struct html_event_fields *e = &f->events[event];

	e->first = f->nr;
	for (uint32_t i = 0; i < table->nr_columns && e->nr < MAX_FIELDS; i++) {
		if (!table->columns[i].field)
			continue;
		if (!mem_room_zeroed(&f->all, &f->cap, f->nr, sizeof(*f->all)))
			return false;
		f->all[f->nr++] = (struct html_field){ .event = event,
						       .table = table,
						       .column = &table->columns[i] };
		e->nr++;
	}
	return true;
}

/* Find the fields of an event whose first sample was read. */
static bool find_fields(struct html_fields *f, struct tables *t, uint32_t event)
{
	const uint32_t nr = pdata_reader_nr_events(tables_session(t)->reader);
	const struct table *table;

	while (f->nr_events <= event) {
		if (event >= nr ||
		    !mem_room_zeroed(&f->events, &f->cap_events, f->nr_events, sizeof(*f->events)))
			return false;
		f->nr_events++;
	}
	if (f->events[event].asked)
		return true;
	f->events[event].asked = true;
	if (event >= UINT16_MAX)
		return true;
	table = tables_find_tracepoint(t, tables_event_name(t, event));
	return !session_err(tables_session(t)) && (!table || add_fields(f, event, table));
}

static uint32_t number_of_value(struct html_field *field, const struct table_value *v)
{
	if (v->null)
		return 0;
	if (field->column->type == TABLE_TEXT)
		return interner_add(&field->values, v->text, (uint32_t)strlen(v->text));
	return interner_add(&field->values, &v->number, sizeof(v->number));
}

void html_leave_fields_out(struct html_fields *f)
{
	for (uint32_t i = 0; i < f->nr; i++) {
		interner_free(&f->all[i].values);
		free(f->all[i].numbers);
	}
	f->left_out |= f->nr > 0;
	f->closed = true;
	f->nr = 0;
}

bool html_add_field_values(struct html_fields *f, struct tables *t, const struct tables_sample *row,
			   uint32_t *number)
{
	struct html_event_fields *e;

	*number = 0;
	if (f->left_out)
		return true;
	if (!find_fields(f, t, row->event))
		return false;
	e = &f->events[row->event];
	if (!e->nr)
		return true;
	f->nr_cells += e->nr;
	if (f->closed || f->nr_cells > MAX_CELLS) {
		html_leave_fields_out(f);
		return true;
	}
	for (uint32_t i = e->first; i < e->first + e->nr; i++) {
		struct html_field *field = &f->all[i];
		struct table_cursor c = {
			.t = t, .table = field->table, .sample = *row, .column = field->column
		};
		struct table_value v = { .null = false };

		if (!mem_room(&field->numbers, &field->cap, e->nr_samples, sizeof(uint32_t)))
			return false;
		field->column->get(&c, &v);
		field->numbers[e->nr_samples] = number_of_value(field, &v);
		table_end(&c);
		if (field->values.err)
			return false;
	}
	*number = ++e->nr_samples;
	return true;
}

uint32_t html_field_value(const struct html_field *f, const struct html_sample *s)
{
	const uint32_t nr = s->fields ? f->numbers[s->fields - 1] : 0;

	return nr > MAX_VALUES ? MAX_VALUES + 1 : nr;
}

static void put_value(struct pd_json *j, const struct html_field *f, uint32_t nr)
{
	const struct interned *v = &f->values.all[nr];
	char text[24];
	uint64_t number;

	if (f->column->type == TABLE_TEXT) {
		pd_json_mem(j, NULL, (const char *)v->data, v->len);
		return;
	}
	memcpy(&number, v->data, sizeof(number));
	if (f->column->field->is_pointer)
		snprintf(text, sizeof(text), "%#" PRIx64, number);
	else if (f->column->type == TABLE_I64)
		snprintf(text, sizeof(text), "%" PRId64, (int64_t)number);
	else
		snprintf(text, sizeof(text), "%" PRIu64, number);
	pd_json_str(j, NULL, text);
}

/* Numbers are texts, because they may have more digits than a double. */
void html_put_fields(struct pd_json *j, const struct html_fields *f)
{
	pd_json_open(j, "fields", '[');
	for (uint32_t i = 0; i < f->nr; i++) {
		const struct html_field *field = &f->all[i];
		const uint32_t nr = field->values.nr;

		pd_json_open(j, NULL, '{');
		pd_json_u64(j, "event", field->event);
		pd_json_str(j, "name", field->column->field->name);
		pd_json_fmt(j, "number", "%s",
			    field->column->type == TABLE_TEXT || field->column->field->is_pointer
				    ? "false"
				    : "true");
		pd_json_open(j, "values", '[');
		for (uint32_t k = 1; k < nr && k <= MAX_VALUES; k++)
			put_value(j, field, k);
		if (nr > MAX_VALUES + 1)
			pd_json_str(j, NULL, "other values");
		pd_json_close(j, ']');
		pd_json_close(j, '}');
	}
	pd_json_close(j, ']');
	pd_json_fmt(j, "fields_left_out", "%s", f->left_out ? "true" : "false");
}

void html_free_fields(struct html_fields *f)
{
	html_leave_fields_out(f);
	free(f->all);
	free(f->events);
}
