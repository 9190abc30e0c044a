/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the fields of a tracepoint payload with their names, without its print format. */

#include "session/tracepoint/tp_prog.h"

#include <ctype.h>

static bool is_text(const uint8_t *p, uint32_t len)
{
	for (uint32_t i = 0; i < len && p[i]; i++)
		if (!isprint(p[i]) && !isspace(p[i]))
			return false;
	return true;
}

static void print_tp_field_array(const struct pdata_field *f, const struct tp_data *d,
				 struct out *out)
{
	const uint64_t word = f->is_dynamic ? tp_read(d, f->offset, f->size) : 0;
	const uint8_t *p = d->data + (f->is_dynamic ? (word & 0xffff) + tp_rel_base(f) : f->offset);
	const uint32_t len = f->is_dynamic ? word >> 16 & 0xffff : f->size;

	if (f->is_string && is_text(p, len)) {
		out_mem(out, p, strnlen((const char *)p, len));
		return;
	}
	out_str(out, "ARRAY[");
	for (uint32_t i = 0; i < len; i++) {
		if (i)
			out_str(out, ", ");
		tp_put_hex_byte(out, p[i]);
	}
	out_char(out, ']');
}

static void put_signed(const struct pdata_field *f, uint64_t v, struct out *out)
{
	switch (f->size) {
	case 4:
		if (f->is_long)
			out_printf(out, "0x%x", (unsigned)v);
		else
			out_sdec(out, (int32_t)v);
		break;
	case 2:
		out_printf(out, "%2d", (int16_t)v);
		break;
	case 1:
		out_sdec(out, (int8_t)v);
		break;
	default:
		out_sdec(out, (int64_t)v);
	}
}

static void print_tp_field_value(const struct pdata_field *f, const struct tp_data *d,
				 struct out *out)
{
	const uint64_t v = tp_read(d, f->offset, f->size);

	if (!f->is_pointer && f->is_signed) {
		put_signed(f, v, out);
	} else if (f->is_pointer || f->is_long) {
		out_str(out, "0x");
		out_hex(out, v);
	} else {
		out_dec(out, v);
	}
}

void tp_put_field(const struct pdata_field *field, const struct tp_data *d, struct out *out)
{
	if (!tp_field_fits(field))
		return;
	if (field->is_array)
		print_tp_field_array(field, d, out);
	else
		print_tp_field_value(field, d, out);
}

void tp_put_fields(const struct tp_format *f, const struct tp_data *d, struct out *out)
{
	for (uint32_t i = 0; i < f->event->nr_fields; i++) {
		const struct pdata_field *field = &f->event->fields[i];

		if (field->is_common)
			continue;
		out_char(out, ' ');
		out_str(out, field->name);
		out_char(out, '=');
		tp_put_field(field, d, out);
	}
}
