/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kinds of fields of script: they print perf's column and the JSON member of a number or text.
 */
#include "script/script_kinds.h"

#include "base/out_json.h"
#include "script/script.h"
#include "script/script_line.h"

#include <inttypes.h>
#include <string.h>

#define NS_PER_S 1000000000ull

static uint64_t field_number(struct script *s, const struct script_line *l,
			     const struct script_field *f)
{
	return f->number ? f->number(s, l) : sample_number(l->smp, f->value);
}

static const char *field_key(const struct script_field *f)
{
	return f->json_name ? f->json_name : f->name;
}

/* ---- columns ----------------------------------------------------------------------------- */

static void print_unsigned(struct script *s, const struct script_line *l,
			   const struct script_field *f)
{
	out_dec_w(&s->out, field_number(s, l, f), f->width);
}

static void print_hex(struct script *s, const struct script_line *l, const struct script_field *f)
{
	out_hex_w(&s->out, field_number(s, l, f), f->width);
}

/*
 * Print a page size with the largest unit of which it has at least two: 4096 is "4K", 1024 is
 * "1024B".
 */
void script_put_page_size(struct out *o, uint64_t size)
{
	unsigned unit = 0;

	out_char(o, ' ');
	if (!size) {
		out_str(o, "N/A");
		return;
	}
	for (; size / 1024 > 1 && unit < 3; unit++)
		size /= 1024;
	out_dec(o, size);
	out_char(o, "BKMG"[unit]);
}

static void print_page_size(struct script *s, const struct script_line *l,
			    const struct script_field *f)
{
	script_put_page_size(&s->out, field_number(s, l, f));
}

/* A blank follows a field at the beginning of a line, and precedes any other field. */
static void print_text(struct script *s, const struct script_line *l, const struct script_field *f)
{
	const char *text = f->text(s, l);

	if (!f->start)
		out_char(&s->out, ' ');
	out_str(&s->out, text ? text : "");
	if (f->start)
		out_char(&s->out, ' ');
}

/* ---- members of JSON --------------------------------------------------------------------- */

void script_json_unsigned(struct script *s, const struct script_line *l,
			  const struct script_field *f, struct pd_json *j)
{
	pd_json_u64(j, field_key(f), field_number(s, l, f));
}

static void json_signed(struct script *s, const struct script_line *l, const struct script_field *f,
			struct pd_json *j)
{
	pd_json_fmt(j, field_key(f), "%" PRId64, (int64_t)field_number(s, l, f));
}

static void json_text(struct script *s, const struct script_line *l, const struct script_field *f,
		      struct pd_json *j)
{
	const char *text = f->text(s, l);

	pd_json_str(j, field_key(f), text ? text : "");
}

static void json_time(struct script *s, const struct script_line *l, const struct script_field *f,
		      struct pd_json *j)
{
	const uint64_t ns = field_number(s, l, f);

	pd_json_begin(j, field_key(f));
	out_dec(&s->out, ns / NS_PER_S);
	out_char(&s->out, '.');
	out_dec_z(&s->out, ns % NS_PER_S, 9);
}

void script_json_column(struct script *s, const struct script_line *l, const struct script_field *f,
			struct pd_json *j)
{
	struct out line = s->out;
	char *text;
	size_t len;

	s->out = s->column; /* printers use scratch themselves */
	s->out.len = 0;
	script_column_of(f)(s, l, f);
	out_char(&s->out, 0);
	s->column = s->out;
	s->out = line;
	text = s->column.buf;
	for (len = strlen(text); len && (text[len - 1] == ' ' || text[len - 1] == '\n'); len--)
		text[len - 1] = 0;
	pd_json_str(j, field_key(f), text + strspn(text, " \t\n"));
}

void script_field_json(struct script *s, const struct script_line *l, const struct script_field *f,
		       struct pd_json *j)
{
	script_json_fn *own = f->json ? f->json : f->kind ? f->kind->json : NULL;

	if (own)
		own(s, l, f, j);
	else if (script_column_of(f))
		script_json_column(s, l, f, j);
}

const struct script_kind script_unsigned = { print_unsigned, script_json_unsigned };
const struct script_kind script_signed = { NULL, json_signed };
const struct script_kind script_hex = { print_hex, NULL };
const struct script_kind script_page_size = { print_page_size, NULL };
const struct script_kind script_text = { print_text, json_text };
const struct script_kind script_time = { script_print_time, json_time };
