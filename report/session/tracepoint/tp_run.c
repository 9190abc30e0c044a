/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs the compiled steps of a tracepoint's print format on a payload. */

#include "session/tracepoint/tp_prog.h"

#define WIDTH_MAX 4096u
#define HEX_PER_WORD 32u /* bits of a bitmask between two commas */

/* How %s prints a text. */
struct tp_column {
	struct out *out;
	bool left;
	uint32_t width;
	size_t max; /* precision: longer texts are cut */
};

static void print_tp_column(const struct tp_column *c, const char *s, size_t len)
{
	len = len < c->max ? len : c->max;
	if (!c->left && len < c->width)
		out_pad(c->out, ' ', c->width - len);
	out_mem(c->out, s, len);
	if (c->left && len < c->width)
		out_pad(c->out, ' ', c->width - len);
}

/* Print the characters at offset @off, up to a NUL and at most @max of them. */
static void put_chars(const struct tp_column *c, const struct tp_data *d, uint64_t off,
		      uint64_t max)
{
	const uint64_t end = TP_DATA_MAX + TP_SLACK;

	if (off >= end)
		return;
	max = max < end - off ? max : end - off;
	print_tp_column(c, (const char *)d->data + off, strnlen((const char *)d->data + off, max));
}

static void print_tp_text(const struct tp_column *c, const char *s)
{
	print_tp_column(c, s, strlen(s));
}

static void print_tp_flags(const struct tp_column *c, const struct tp_str *s,
			   const struct tp_data *d)
{
	int64_t val = (int64_t)tp_num_eval(s->num, d);
	bool any = false;

	for (uint32_t i = 0; i < s->nr_names; i++) {
		const int64_t bits = s->names[i].value;

		if (!val && bits < 0) {
			print_tp_text(c, s->names[i].name);
			break;
		}
		if (bits <= 0 || (val & bits) != bits)
			continue;
		if (any && s->text)
			out_str(c->out, s->text);
		print_tp_text(c, s->names[i].name);
		any = true;
		val &= ~bits;
	}
	if (!val)
		return;
	if (any && s->text)
		out_str(c->out, s->text);
	out_str(c->out, "0x");
	out_hex(c->out, (uint64_t)val);
}

static void print_tp_symbol(const struct tp_column *c, const struct tp_str *s,
			    const struct tp_data *d)
{
	const int64_t val = (int64_t)tp_num_eval(s->num, d);

	for (uint32_t i = 0; i < s->nr_names; i++) {
		if (s->names[i].value == val) {
			print_tp_text(c, s->names[i].name);
			return;
		}
	}
	out_str(c->out, "0x");
	out_hex(c->out, (uint64_t)val);
}

/* Print the kernel's string at an address, or the address if the recording lacks the string. */
static void put_printk(const struct tp_column *c, const struct tp_str *s, const struct tp_data *d)
{
	const uint64_t addr = tp_read(d, s->off, s->size);
	const char *text = pdata_tracepoints_printk(d->points, addr);

	if (text)
		out_str(c->out, text);
	else
		out_hex(c->out, addr);
}

static uint64_t loc_offset(const struct tp_str *s, const struct tp_data *d)
{
	return (tp_read(d, s->off, 4) & 0xffff) + s->rel;
}

/* Print a bitmask in hex, with the highest byte first and a comma after each 32 bits. */
static void put_bitmask(const struct tp_column *c, const struct tp_str *s, const struct tp_data *d)
{
	const uint32_t size = (uint32_t)(tp_read(d, s->off, 4) >> 16);
	const uint8_t *data = d->data + loc_offset(s, d);
	struct out *o = c->out;
	const uint32_t len = size * 2 + (size ? (size - 1) / 4 : 0);

	if (!c->left && len < c->width)
		out_pad(o, ' ', c->width - len);
	for (uint32_t i = size; i-- > 0;) {
		uint8_t b = data[d->big_endian ? size - 1 - i : i];

		tp_put_hex_byte(o, b);
		if (i && i * 8 % HEX_PER_WORD == 0)
			out_char(o, ',');
	}
	if (c->left && len < c->width)
		out_pad(o, ' ', c->width - len);
}

/*
 * Return: the offset of an array, whose elements have @size bytes, in the payload; *@nr: how many
 * of the elements that the format asks for are in the payload.
 */
static uint64_t array_offset(const struct tp_str *s, const struct tp_data *d, uint64_t size,
			     uint64_t *nr)
{
	const uint64_t off = s->dynamic ? loc_offset(s, d) : s->off;
	const uint64_t have = off < d->size ? (d->size - off) / size : 0;

	*nr = tp_num_eval(s->num, d);
	if ((int32_t)*nr < 0)
		*nr = 0;
	*nr &= UINT32_MAX;
	*nr = *nr < have ? *nr : have;
	return off;
}

static void print_tp_hex(const struct tp_column *c, const struct tp_str *s, const struct tp_data *d)
{
	uint64_t nr, off = array_offset(s, d, 1, &nr);

	for (uint64_t i = 0; i < nr; i++) {
		if (i)
			out_str(c->out, s->text);
		tp_put_hex_byte(c->out, d->data[off + i]);
	}
}

static void print_tp_array(const struct tp_column *c, const struct tp_str *s,
			   const struct tp_data *d)
{
	/* Like perf, read elements in the byte order of the host, not of the recording. */
	const struct tp_data host = { .data = d->data, .size = d->size };
	const uint64_t asked = tp_num_eval(s->size2, d);
	const bool good = asked == 1 || asked == 2 || asked == 4 || asked == 8;
	const uint32_t size = good ? (uint32_t)asked : 1;
	uint64_t nr, off = array_offset(s, d, size, &nr);

	for (uint64_t i = 0; i < nr; i++, off += size) {
		if (i)
			out_char(c->out, ' ');
		if (!good)
			out_printf(c->out, "BAD SIZE:%d 0x%x", (int)asked, d->data[off]);
		else
			out_dec(c->out, tp_read(&host, off, size));
	}
}

static void print_tp_str(const struct tp_column *c, const struct tp_str *s, const struct tp_data *d)
{
	while (s->kind == TP_S_COND)
		s = tp_num_eval(s->num, d) ? s->a : s->b;
	switch (s->kind) {
	case TP_S_TEXT:
		print_tp_text(c, s->text);
		break;
	case TP_S_FIELD:
		put_chars(c, d, s->off,
			  s->size	     ? s->size
			  : d->size > s->off ? d->size - s->off
					     : 0);
		break;
	case TP_S_PRINTK:
		put_printk(c, s, d);
		break;
	case TP_S_LOC:
		put_chars(c, d, loc_offset(s, d), UINT32_MAX);
		break;
	case TP_S_FLAGS:
		print_tp_flags(c, s, d);
		break;
	case TP_S_SYMBOL:
		print_tp_symbol(c, s, d);
		break;
	case TP_S_BITMASK:
		put_bitmask(c, s, d);
		break;
	case TP_S_HEX:
		print_tp_hex(c, s, d);
		break;
	case TP_S_ARRAY:
		print_tp_array(c, s, d);
		break;
	default:
		break;
	}
}

/* Get the width and the precision; an argument gives the value of the one that is "*". */
static void get_sizes(const struct tp_spec *spec, const struct tp_data *d, uint32_t *width,
		      uint32_t *prec)
{
	*width = spec->width;
	*prec = spec->prec;
	if (!spec->star)
		return;
	if (spec->star_prec)
		*prec = (uint32_t)tp_num_eval(spec->star, d);
	else
		*width = (uint32_t)tp_num_eval(spec->star, d);
}

static void run_string(const struct tp_step *st, const struct tp_data *d, struct out *out)
{
	struct tp_column c = { .out = out, .left = st->spec.left, .max = SIZE_MAX };
	uint32_t prec;

	get_sizes(&st->spec, d, &c.width, &prec);
	if (st->spec.has_prec && (int32_t)prec >= 0)
		c.max = prec;
	c.width = c.width < WIDTH_MAX ? c.width : WIDTH_MAX;
	print_tp_str(&c, st->str, d);
}

static void run_number(const struct tp_step *st, const struct tp_data *d, struct out *out)
{
	const uint64_t v = tp_num_eval(st->num, d);
	uint32_t width, prec;

	get_sizes(&st->spec, d, &width, &prec);
	tp_put_number(out, &st->spec, width, prec, v);
}

static void run_pointer(const struct tp_step *st, const struct tp_data *d, struct out *out)
{
	const uint64_t v = tp_num_eval(st->num, d);

	if (!v) {
		out_str(out, "(nil)");
		return;
	}
	out_str(out, "0x");
	out_hex(out, v);
}

static void run_function(const struct tp_step *st, const struct tp_data *d, struct out *out)
{
	const uint64_t v = tp_num_eval(st->num, d);
	unsigned long long start = v;
	const char *module = NULL,
		   *name = d->resolve ? d->resolve(d->resolve_ctx, &start, &module) : NULL;

	if (!name) {
		out_str(out, "0x");
		out_hex(out, v);
		return;
	}
	out_str(out, name);
	if (!st->offset)
		return;
	out_str(out, "+0x");
	out_hex(out, v - start);
}

static void run_bytes(const struct tp_step *st, const struct tp_data *d, struct out *out)
{
	const uint64_t len = st->spec.star ? tp_num_eval(st->spec.star, d) : 1;

	tp_put_bytes(st->field, st->text, (uint32_t)len, d, out);
}

void tp_prog_run(const struct tp_prog *p, const struct tp_data *d, struct out *out)
{
	for (uint32_t i = 0; i < p->nr; i++) {
		const struct tp_step *st = &p->steps[i];

		switch (st->kind) {
		case TP_TEXT:
			out_mem(out, st->text, st->len);
			break;
		case TP_NUMBER:
			run_number(st, d, out);
			break;
		case TP_STRING:
			run_string(st, d, out);
			break;
		case TP_POINTER:
			run_pointer(st, d, out);
			break;
		case TP_FUNCTION:
			run_function(st, d, out);
			break;
		case TP_BYTES:
			run_bytes(st, d, out);
			break;
		}
	}
}
