/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads numbers from tracepoint payloads, evaluates numeric expressions, and prints numbers. */

#include "session/tracepoint/tp_prog.h"

#include <byteswap.h>

/* Limit for widths and precisions; larger ones are in damaged formats only. */
#define WIDTH_MAX 4096u

uint64_t tp_read(const struct tp_data *d, uint64_t off, uint32_t size)
{
	const uint8_t *p = d->data + off;
	uint64_t v8;
	uint32_t v4;
	uint16_t v2;

	if (off > TP_DATA_MAX + TP_SLACK - 8)
		return 0;
	switch (size) {
	case 1:
		return *p;
	case 2:
		memcpy(&v2, p, sizeof(v2));
		return d->swap ? bswap_16(v2) : v2;
	case 4:
		memcpy(&v4, p, sizeof(v4));
		return d->swap ? bswap_32(v4) : v4;
	case 8:
		memcpy(&v8, p, sizeof(v8));
		return d->swap ? bswap_64(v8) : v8;
	default:
		return 0;
	}
}

static uint64_t compute_tp_num(enum tp_num_kind kind, uint64_t a, uint64_t b)
{
	switch (kind) {
	case TP_N_NOT:
		return !b;
	case TP_N_COMPL:
		return ~b;
	case TP_N_EQ:
		return a == b;
	case TP_N_NE:
		return a != b;
	case TP_N_LT:
		return a < b;
	case TP_N_LE:
		return a <= b;
	case TP_N_GT:
		return a > b;
	case TP_N_GE:
		return a >= b;
	case TP_N_LOR:
		return a || b;
	case TP_N_LAND:
		return a && b;
	case TP_N_OR:
		return a | b;
	case TP_N_AND:
		return a & b;
	case TP_N_SHL:
		return a << (b & 63);
	case TP_N_SHR:
		return a >> (b & 63);
	case TP_N_ADD:
		return a + b;
	case TP_N_SUB:
		return a - b;
	case TP_N_MUL:
		return a * b;
	case TP_N_DIV:
		return b ? a / b : 0;
	case TP_N_MOD:
		return b ? a % b : 0;
	default:
		return 0;
	}
}

uint64_t tp_num_eval(const struct tp_num *n, const struct tp_data *d)
{
	switch (n->kind) {
	case TP_N_CONST:
		return n->value;
	case TP_N_FIELD:
		return tp_read(d, n->off, n->size);
	case TP_N_MASK:
		return tp_num_eval(n->a, d) & n->value;
	case TP_N_COND:
		return tp_num_eval(tp_num_eval(n->a, d) ? n->b : n->c, d);
	case TP_N_INDEX:
		return tp_read(d, n->off + (tp_num_eval(n->b, d) & UINT32_MAX) * n->size, n->size);
	case TP_N_DYN_INDEX:
		return tp_read(d,
			       (tp_read(d, n->off, 4) & 0xffff) + n->value +
				       (tp_num_eval(n->b, d) & UINT32_MAX),
			       n->size);
	case TP_N_DYN_LEN:
		return tp_read(d, n->off, 4) >> 16;
	default:
		return compute_tp_num(n->kind, tp_num_eval(n->a, d), tp_num_eval(n->b, d));
	}
}

/*
 * Cut @v to the size that the length modifier gives. Return: the absolute value; *@negative: the
 * number is signed and below 0.
 */
static uint64_t narrow(const struct tp_spec *spec, uint64_t v, bool *negative)
{
	const unsigned shift = 64 - 8 * (unsigned)spec->bytes;
	const bool is_signed = spec->conv == 'd' || spec->conv == 'i';
	const int64_t s = (int64_t)(v << shift) >> shift;

	*negative = is_signed && s < 0;
	if (*negative)
		return 0 - (uint64_t)s;
	return v << shift >> shift;
}

static char *put_digits(char *end, uint64_t v, unsigned base, const char *set)
{
	while (v) {
		*--end = set[v % base];
		v /= base;
	}
	return end;
}

static void put_general(struct out *out, const struct tp_spec *spec, uint32_t width, uint32_t prec,
			uint64_t v, bool negative)
{
	const char conv = spec->conv;
	const char *set = conv == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	const unsigned base = conv == 'x' || conv == 'X' ? 16 : conv == 'o' ? 8 : 10;
	const char *prefix = negative			    ? "-"
			     : spec->alt && v && base == 16 ? (conv == 'x' ? "0x" : "0X")
							    : "";
	char b[24], *s = put_digits(b + sizeof(b), v, base, set);
	size_t nr = (size_t)(b + sizeof(b) - s), len = strlen(prefix), zeros;
	size_t min = spec->has_prec ? prec : 1;

	if (spec->alt && base == 8 && min <= nr)
		min = nr + 1;
	zeros = min > nr ? min - nr : 0;
	if (spec->zero && !spec->left && !spec->has_prec && len + zeros + nr < width)
		zeros = width - len - nr;
	len += zeros + nr;
	if (!spec->left && len < width)
		out_pad(out, ' ', width - len);
	out_str(out, prefix);
	out_pad(out, '0', zeros);
	out_mem(out, s, nr);
	if (spec->left && len < width)
		out_pad(out, ' ', width - len);
}

/* Put the character of "%c"; NUL, which would end a text, is left out. */
static void put_character(struct out *out, const struct tp_spec *spec, uint32_t width, char c)
{
	const size_t len = c != 0, pad = width > len ? width - len : 0;

	if (!spec->left)
		out_pad(out, ' ', pad);
	out_mem(out, &c, len);
	if (spec->left)
		out_pad(out, ' ', pad);
}

void tp_put_number(struct out *out, const struct tp_spec *spec, uint32_t width, uint32_t prec,
		   uint64_t v)
{
	bool negative;

	width = width < WIDTH_MAX ? width : WIDTH_MAX;
	if (spec->conv == 'c') {
		put_character(out, spec, width, (char)v);
		return;
	}
	v = narrow(spec, v, &negative);
	prec = prec < WIDTH_MAX ? prec : WIDTH_MAX;
	if (spec->alt || spec->left || spec->has_prec || negative || spec->conv == 'X' ||
	    spec->conv == 'o') {
		put_general(out, spec, width, prec, v, negative);
	} else if (spec->conv == 'x') {
		if (!spec->zero)
			out_hex_w(out, v, width);
		else
			put_general(out, spec, width, prec, v, negative);
	} else if (spec->zero) {
		out_dec_z(out, v, width);
	} else {
		out_dec_w(out, v, width);
	}
}
