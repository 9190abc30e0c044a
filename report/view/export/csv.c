/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a table as comma-separated values (RFC 4180). Bytes of names are written as they are; a
 * value with a comma, a quote or a line end is quoted. A null is an empty value, an empty text "".
 */
#include "view/export/export.h"

static void put_csv_text(struct out *o, const char *text)
{
	const size_t plain = strcspn(text, ",\"\r\n");

	if (plain && !text[plain]) {
		out_mem(o, text, plain);
		return;
	}
	out_char(o, '"');
	while (*text) {
		const size_t n = strcspn(text, "\"");

		out_mem(o, text, n);
		text += n;
		if (*text) {
			out_raw(o, "\"\"", 2);
			text++;
		}
	}
	out_char(o, '"');
}

static void put_csv_value(struct out *o, enum table_type type, const struct table_value *v)
{
	if (v->null)
		return;
	if (type == TABLE_TEXT)
		put_csv_text(o, v->text);
	else if (type == TABLE_BOOL)
		out_raw_str(o, v->number ? "true" : "false");
	else if (type == TABLE_I32 || type == TABLE_I64)
		out_sdec(o, (int64_t)v->number);
	else
		out_dec(o, v->number);
}

/* RFC 4180 ends lines with CR and LF. On a terminal, CR would only move the cursor. */
static void end_csv_line(struct out *o)
{
	if (!o->guard)
		out_char(o, '\r');
	out_char(o, '\n');
}

void export_csv(struct export *e)
{
	const struct table *table = e->table;
	struct table_cursor c;

	if (table_begin(&c, e->t, table) != REP_OK)
		return;
	for (uint32_t i = 0; i < table->nr_columns; i++) {
		if (i)
			out_char(e->out, ',');
		out_raw_str(e->out, table->columns[i].name);
	}
	end_csv_line(e->out);
	while (!e->out->err && table->next(&c)) {
		for (uint32_t i = 0; i < table->nr_columns; i++) {
			const struct table_value v = table_get(&c, i);

			if (i)
				out_char(e->out, ',');
			put_csv_value(e->out, table->columns[i].type, &v);
		}
		end_csv_line(e->out);
	}
	table_end(&c);
}
