/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes a table as JSON lines: an object for each row, without the columns that are null. */
#include "view/export/export.h"

void export_json_value(struct pd_json *j, const struct table_column *col,
		       const struct table_value *v)
{
	if (v->null)
		return;
	if (col->type == TABLE_TEXT)
		pd_json_str(j, col->name, v->text);
	else if (col->type == TABLE_BOOL)
		pd_json_fmt(j, col->name, "%s", v->number ? "true" : "false");
	else if (col->type == TABLE_I32 || col->type == TABLE_I64)
		pd_json_fmt(j, col->name, "%lld", (long long)v->number);
	else
		pd_json_u64(j, col->name, v->number);
}

void export_jsonl(struct export *e)
{
	const struct table *table = e->table;
	struct pd_json j = export_json(e->out);
	struct table_cursor c;

	if (table_begin(&c, e->t, table) != REP_OK)
		return;
	while (!e->out->err && table->next(&c)) {
		pd_json_open(&j, NULL, '{');
		for (uint32_t i = 0; i < table->nr_columns; i++) {
			const struct table_value v = table_get(&c, i);

			export_json_value(&j, &table->columns[i], &v);
		}
		pd_json_close(&j, '}');
		out_char(e->out, '\n');
		j.comma = false;
	}
	table_end(&c);
}
