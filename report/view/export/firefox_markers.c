/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes markers of rows of the tables: of tracepoints, "sideband" and "thread_states". */
#include "view/export/firefox_markers.h"

#include "base/array.h"
#include "base/message.h"
#include "console/command.h"

#include <stdlib.h>

/* The Firefox Profiler draws more markers too slowly to be of use. */
#define MARKERS_MAX 1000000u

/* A marker; its fields are an object of JSON, @nr_bytes in another stream. */
struct marker {
	uint64_t start, end;
	uint32_t name; /* number of the string */
	uint32_t interval;
	uint32_t tid; /* until the track is known */
	uint32_t nr_bytes;
};

/* ---- collecting ---- */

/* Columns that are the name, the time or the track of a marker are not fields. */
static bool is_field(const struct table_column *col)
{
	static const char *const others[] = { "sample", "time",	 "thread", "start",
					      "end",	"state", "type",   NULL };

	for (const char *const *o = others; !col->field && *o; o++)
		if (!strcmp(col->name, *o))
			return false;
	return true;
}

/* The member "type" of a marker's data is the name of its schema. */
static struct table_column renamed_column(struct table_column col)
{
	if (!strcmp(col.name, "type"))
		col.name = "field_type";
	return col;
}

/* Write the row of @m->cursor as an object. */
static void make_fields(struct export_markers *m, const struct table *table)
{
	struct pd_json j = export_json(&m->text);

	m->cursor.table = table;
	pd_json_open(&j, NULL, '{');
	pd_json_str(&j, "type", table->name);
	for (uint32_t i = 0; i < table->nr_columns; i++) {
		const struct table_column col = renamed_column(table->columns[i]);
		struct table_value v;

		if (!is_field(&table->columns[i]))
			continue;
		v = table_get(&m->cursor, i);
		/* The profiler's numbers have 53 bits. */
		if (!v.null && col.type == TABLE_U64 && v.number >> 53)
			pd_json_addr(&j, col.name, v.number);
		else
			export_json_value(&j, &col, &v);
	}
	pd_json_close(&j, '}');
}

/* Append the marker, and its fields, to a stream. */
static void put_marker(struct export_markers *m, struct marker_streams *to, uint32_t stream,
		       struct marker marker)
{
	marker.nr_bytes = (uint32_t)m->text.len;
	export_streams_put(&to->markers, stream, &marker, sizeof(marker));
	export_streams_put(&to->fields, stream, m->text.buf, m->text.len);
	m->text.len = 0;
	if (marker.start) /* 0: the event has no times */
		m->first = marker.start < m->first ? marker.start : m->first;
}

/* Read the fields of a marker to @m->text. Return: false if they cannot be read. */
static bool get_fields(struct export_markers *m, struct export_stream_place *place,
		       const struct marker *marker)
{
	m->text.len = 0;
	out_make_room(&m->text, marker->nr_bytes);
	if (m->text.cap < marker->nr_bytes)
		rep_exit_no_memory();
	m->text.len = marker->nr_bytes;
	return export_streams_get(place, m->text.buf, marker->nr_bytes);
}

static bool may_add(struct export_markers *m)
{
	if (m->nr < MARKERS_MAX)
		return m->nr++, true;
	m->nr_left_out++;
	return false;
}

static uint32_t number_name(struct export_markers *m, const char *name)
{
	return interner_add(m->strings, name, (uint32_t)strlen(name));
}

static struct table_value value_of(struct export_markers *m, const struct table *table,
				   const char *column)
{
	m->cursor.table = table;
	for (uint32_t i = 0; i < table->nr_columns; i++)
		if (!strcmp(table->columns[i].name, column))
			return table_get(&m->cursor, i);
	return (struct table_value){ .null = true };
}

/* A tables_record_fn. perf makes up records about the time before the first sample at time 0. */
static void add_sideband(void *ctx, const struct pdata_record *rec)
{
	struct export_markers *m = ctx;
	struct table_value tid;

	m->cursor.record = *rec;
	if (!rec->time || !table_sideband_row(&m->cursor) || !may_add(m))
		return;
	tid = value_of(m, &table_sideband, "tid");
	make_fields(m, &table_sideband);
	put_marker(m, &m->early, 0,
		   (struct marker){ .start = rec->time,
				    .name = number_name(m, pdata_record_name(rec->type)),
				    .tid = tid.null ? 0 : (uint32_t)tid.number });
	m->has_sideband = true;
}

void export_markers_begin(struct export_markers *m, struct export *e, struct interner *strings)
{
	const uint32_t nr = pdata_reader_nr_events(tables_session(e->t)->reader);

	*m = (struct export_markers){ .e = e,
				      .strings = strings,
				      .first = UINT64_MAX,
				      .cursor = { .t = e->t },
				      .text = { .fd = -1, .guard = e->out->guard } };
	export_streams_init(&m->late.markers);
	export_streams_init(&m->late.fields);
	export_streams_init(&m->early.markers);
	export_streams_init(&m->early.fields);
	m->points = rep_alloc((size_t)nr + 1, sizeof(*m->points));
	for (uint32_t i = 0; i < nr; i++)
		m->points[i] = tables_find_tracepoint(e->t, tables_event_name(e->t, i));
	tables_watch_records(e->t, add_sideband, m);
}

void export_markers_free(struct export_markers *m)
{
	tables_watch_records(m->e->t, NULL, NULL);
	export_streams_free(&m->late.markers);
	export_streams_free(&m->late.fields);
	export_streams_free(&m->early.markers);
	export_streams_free(&m->early.fields);
	out_close(&m->text);
	free(m->points);
	free(m->cursor.made);
}

void export_markers_sample(struct export_markers *m, uint32_t track, const struct tables_sample *s)
{
	const struct table *table = m->points[s->event];

	if (!table || !may_add(m))
		return;
	m->cursor.sample = *s;
	make_fields(m, table);
	put_marker(m, &m->late, track,
		   (struct marker){ .start = s->time, .name = number_name(m, table->name) });
}

static void add_states(struct export_markers *m, export_track_fn *track_of, void *ctx)
{
	struct table_cursor c;

	if (table_begin(&c, m->e->t, &table_thread_states) != REP_OK)
		return;
	while (table_thread_states.next(&c)) {
		const uint32_t tid = tables_thread(m->e->t, c.state.thread)->tid;

		if (!c.state.has_start || !c.state.has_end || !may_add(m))
			continue;
		m->cursor.state = c.state;
		make_fields(m, &table_thread_states);
		put_marker(m, &m->late, track_of(ctx, tid),
			   (struct marker){ .start = c.state.start,
					    .end = c.state.end,
					    .interval = 1,
					    .name = number_name(m, c.state.state) });
		m->has_states = true;
	}
	table_end(&c);
}

void export_markers_finish(struct export_markers *m, export_track_fn *track_of, void *ctx)
{
	struct export_stream_place place, fields;
	struct marker marker;

	tables_watch_records(m->e->t, NULL, NULL);
	export_streams_begin(&place, &m->early.markers, 0);
	export_streams_begin(&fields, &m->early.fields, 0);
	while (export_streams_get(&place, &marker, sizeof(marker)) &&
	       get_fields(m, &fields, &marker))
		put_marker(m, &m->late, track_of(ctx, marker.tid), marker);
	add_states(m, track_of, ctx);
	if (m->nr_left_out)
		rep_err("%llu markers are left out, because the Firefox Profiler cannot show more "
			"than a million; choose fewer with --time or --event",
			(unsigned long long)m->nr_left_out);
}

/* ---- writing ---- */

static void put_schema(struct pd_json *j, const struct table *table)
{
	pd_json_open(j, NULL, '{');
	pd_json_str(j, "name", table->name);
	pd_json_open(j, "display", '[');
	pd_json_str(j, NULL, "marker-chart");
	pd_json_str(j, NULL, "marker-table");
	pd_json_close(j, ']');
	pd_json_open(j, "fields", '[');
	for (uint32_t i = 0; i < table->nr_columns; i++) {
		const struct table_column col = renamed_column(table->columns[i]);

		if (!is_field(&table->columns[i]))
			continue;
		pd_json_open(j, NULL, '{');
		pd_json_str(j, "key", col.name);
		pd_json_str(j, "label", col.name);
		pd_json_str(j, "format",
			    col.type == TABLE_TEXT || col.type == TABLE_U64 ? "string" : "integer");
		pd_json_close(j, '}');
	}
	pd_json_close(j, ']');
	pd_json_close(j, '}');
}

void export_markers_schema(const struct export_markers *m, struct pd_json *j)
{
	const uint32_t nr = pdata_reader_nr_events(tables_session(m->e->t)->reader);

	pd_json_open(j, "markerSchema", '[');
	/* Events of one name share a table. */
	for (uint32_t i = 0; i < nr; i++)
		if (m->points[i] && m->points[i]->event == i)
			put_schema(j, m->points[i]);
	if (m->has_sideband)
		put_schema(j, &table_sideband);
	if (m->has_states)
		put_schema(j, &table_thread_states);
	pd_json_close(j, ']');
}

enum marker_column { DATA, NAME, START, END, PHASE, CATEGORY, NR_MARKER_COLUMNS };

static void put_cell(struct out *o, enum marker_column column, const struct marker *marker,
		     uint64_t begin)
{
	if (column == NAME)
		out_dec(o, marker->name - 1);
	else if (column == START)
		export_ms(o, marker->start ? marker->start - begin : 0);
	else if (column == END && marker->interval)
		export_ms(o, marker->end - begin);
	else if (column == END)
		out_raw_str(o, "null");
	else
		out_dec(o, column == PHASE ? marker->interval : 0);
}

/* Write a column. Return: its number of rows. */
static uint64_t put_column(struct export_markers *m, uint32_t track, enum marker_column column,
			   uint64_t begin)
{
	struct export_stream_place place, fields;
	struct out *o = m->e->out;
	struct marker marker;
	uint64_t nr = 0;

	export_streams_begin(&place, &m->late.markers, track);
	export_streams_begin(&fields, &m->late.fields, track);
	while (export_streams_get(&place, &marker, sizeof(marker)) && !o->err) {
		if (nr++)
			out_char(o, ',');
		if (column != DATA)
			put_cell(o, column, &marker, begin);
		else if (get_fields(m, &fields, &marker))
			out_raw(o, m->text.buf, m->text.len);
	}
	return nr;
}

int export_markers_err(const struct export_markers *m)
{
	const struct export_streams *const all[] = { &m->late.markers, &m->late.fields,
						     &m->early.markers, &m->early.fields };

	for (size_t i = 0; i < REP_NR(all); i++)
		if (all[i]->err)
			return all[i]->err;
	return 0;
}

void export_markers_put(struct export_markers *m, struct pd_json *j, uint32_t track, uint64_t begin)
{
	static const char *const names[NR_MARKER_COLUMNS] = {
		[DATA] = "data",   [NAME] = "name",   [START] = "startTime",
		[END] = "endTime", [PHASE] = "phase", [CATEGORY] = "category",
	};
	uint64_t nr = 0;

	pd_json_open(j, "markers", '{');
	for (unsigned c = 0; c < NR_MARKER_COLUMNS; c++) {
		pd_json_open(j, names[c], '[');
		nr = put_column(m, track, (enum marker_column)c, begin);
		pd_json_close(j, ']');
	}
	pd_json_u64(j, "length", nr);
	pd_json_close(j, '}');
	m->text.len = 0;
}
