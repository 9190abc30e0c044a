/* SPDX-License-Identifier: BSD-2-Clause */
/* Compiles the print format of a tracepoint into steps. */

#include "base/memory.h"
#include "session/tracepoint/tp_prog.h"

#include <ctype.h>
#include <stdlib.h>

#define NUMBER_MAX 1000000u
#define STEPS_MAX 4096u

/* State of the compiler. */
struct state {
	struct tp_prog *p;
	const struct tp_format *f;
	const char *at;		  /* position in the format string */
	const struct tp_arg *arg; /* next argument; NULL: no more */
	int length;		  /* length modifier: -2 hh, -1 h, 0 none, 1 l, 2 ll */
};

void tp_prog_free(struct tp_prog *p)
{
	tp_pool_free(&p->pool);
	free(p->steps);
	*p = (struct tp_prog){ 0 };
}

/* NULL when memory is exhausted. */
static struct tp_step *add_step(struct tp_prog *p, enum tp_step_kind kind)
{
	if (!mem_room_at_end(&p->steps, p->nr, sizeof(*p->steps))) {
		p->pool.err = -ENOMEM;
		return NULL;
	}
	p->steps[p->nr] = (struct tp_step){ .kind = kind };
	return &p->steps[p->nr++];
}

static char unescape_c(char c)
{
	switch (c) {
	case 'n':
		return '\n';
	case 't':
		return '\t';
	case 'r':
		return '\r';
	default:
		return c;
	}
}

/*
 * Compile text up to the next conversion; "%%" and an escape sequence become one character each.
 */
static bool compile_text(struct state *s)
{
	char *text = tp_alloc(&s->p->pool, strlen(s->at) + 1), *to = text;
	struct tp_step *step;

	while (text && *s->at && (*s->at != '%' || s->at[1] == '%')) {
		if (*s->at == '\\' && s->at[1]) {
			*to++ = unescape_c(s->at[1]);
			s->at += 2;
		} else {
			*to++ = *s->at;
			s->at += *s->at == '%' ? 2 : 1;
		}
	}
	step = text ? add_step(s->p, TP_TEXT) : NULL;
	if (!step)
		return false;
	step->text = text;
	step->len = (size_t)(to - text);
	return true;
}

static const struct tp_arg *next_arg(struct state *s)
{
	const struct tp_arg *a = s->arg;

	s->arg = a ? a->next : NULL;
	return a;
}

static uint32_t digits(struct state *s)
{
	uint32_t v = 0;

	for (; isdigit((unsigned char)*s->at); s->at++)
		v = v < NUMBER_MAX ? v * 10 + (uint32_t)(*s->at - '0') : v;
	return v;
}

static const struct tp_num *next_num(struct state *s)
{
	const struct tp_arg *a = next_arg(s);

	return a ? tp_compile_num(s->p, s->f, a) : NULL;
}

/* Compile a width or precision: digits, or "*" for the value of the next argument. */
static bool compile_size(struct state *s, struct tp_spec *spec, uint32_t *to, bool is_prec)
{
	if (*s->at != '*') {
		*to = digits(s);
		return true;
	}
	s->at++;
	if (spec->star)
		return false;
	spec->star = next_num(s);
	spec->star_prec = is_prec;
	return spec->star;
}

/* Compile what is between "%" and the conversion letter, and leave s->at at the letter. */
static bool compile_spec(struct state *s, struct tp_spec *spec)
{
	bool sized = false;

	s->length = 0;
	for (;; s->at++) {
		if (*s->at == '-')
			spec->left = true;
		else if (*s->at == '0')
			spec->zero = true;
		else if (*s->at == '#')
			spec->alt = true;
		else
			break;
	}
	if (!compile_size(s, spec, &spec->width, false))
		return false;
	if (*s->at == '.') {
		s->at++;
		spec->has_prec = true;
		if (!compile_size(s, spec, &spec->prec, true))
			return false;
	}
	for (; *s->at && strchr("hlLzZ", *s->at); s->at++) {
		s->length = *s->at == 'L' ? 2 : s->length + (*s->at == 'l') - (*s->at == 'h');
		sized = *s->at == 'z' || *s->at == 'Z';
	}
	/* perf passes an int for %zd, so the upper half is zero and no number is negative. */
	spec->conv = sized && (*s->at == 'd' || *s->at == 'i') ? 'u' : *s->at;
	return *s->at;
}

static bool compile_number(struct state *s, const struct tp_spec *spec)
{
	static const int8_t bytes[] = { 1, 2, 4, 8, 8 };
	const struct tp_num *num = next_num(s);
	struct tp_step *step;

	if (!num || s->length < -2 || s->length > 2)
		return false;
	step = add_step(s->p, TP_NUMBER);
	if (!step)
		return false;
	step->spec = *spec;
	step->spec.bytes = bytes[s->length + 2];
	step->num = num;
	return true;
}

static bool compile_string(struct state *s, const struct tp_spec *spec)
{
	const struct tp_arg *arg = next_arg(s);
	const struct tp_str *str = arg ? tp_compile_str(s->p, s->f, arg) : NULL;
	struct tp_step *step;

	if (!str)
		return false;
	step = add_step(s->p, TP_STRING);
	if (!step)
		return false;
	step->spec = *spec;
	step->str = str;
	return true;
}

/* Compile "%p" with letters at s->at that say what kind of bytes the field has. */
static bool compile_bytes(struct state *s, const struct tp_spec *spec, size_t letters)
{
	const struct tp_arg *arg = next_arg(s);
	const bool buffer = *s->at == 'h';
	struct tp_step *step;

	if (!arg || arg->kind != (buffer ? TP_A_DYNAMIC : TP_A_FIELD) || !tp_field_fits(arg->field))
		return false;
	step = add_step(s->p, TP_BYTES);
	if (!step)
		return false;
	step->spec = *spec;
	step->field = arg->field;
	step->text = tp_copy(&s->p->pool, s->at, letters);
	s->at += letters;
	return step->text;
}

static bool compile_pointer(struct state *s, const struct tp_spec *spec)
{
	const char letter = *++s->at;
	const size_t letters = tp_bytes_letters(s->at);
	const struct tp_num *num;
	struct tp_step *step;

	if (letters)
		return compile_bytes(s, spec, letters);
	num = next_num(s);
	if (!num || spec->star)
		return false;
	step = add_step(s->p, letter && strchr("FfSs", letter) ? TP_FUNCTION : TP_POINTER);
	if (!step)
		return false;
	step->num = num;
	step->offset = letter == 'F' || letter == 'S';
	s->at += step->kind == TP_FUNCTION;
	return true;
}

static bool compile_arg(struct state *s)
{
	struct tp_spec spec = { 0 };
	bool ok = false;

	s->at++;
	if (!compile_spec(s, &spec))
		return false;
	if (strchr("duixXoc", spec.conv))
		ok = compile_number(s, &spec);
	else if (spec.conv == 's')
		ok = compile_string(s, &spec);
	else if (spec.conv == 'p')
		return compile_pointer(s, &spec);
	s->at++;
	return ok;
}

bool tp_prog_compile(struct tp_prog *p, const struct tp_format *f)
{
	struct state s = { .p = p, .f = f, .at = f->print, .arg = f->args };

	*p = (struct tp_prog){ 0 };
	if (!s.at)
		return false;
	while (*s.at && p->nr < STEPS_MAX) {
		const bool is_arg = *s.at == '%' && s.at[1] != '%';

		if (is_arg ? !compile_arg(&s) : !compile_text(&s))
			return false;
	}
	return !*s.at;
}
