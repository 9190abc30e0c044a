/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lexical elements of Rust v0 names: base-62 numbers, identifiers, lifetimes, basic types and
 * constants, and bounded output of their text.
 */
#include "object/demangle/rust_v0.h"

#include "object/demangle/rust.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void v0_put(struct v0 *v, const char *s, size_t n)
{
	if (v->mute || v->bad)
		return;
	if (n > V0_TEXT_MAX - v->nr_out) {
		v->bad = true;
		return;
	}
	memcpy(v->out + v->nr_out, s, n);
	v->nr_out += n;
}

void v0_puts(struct v0 *v, const char *s)
{
	v0_put(v, s, strlen(s));
}

void v0_put_number(struct v0 *v, uint64_t n)
{
	char text[32];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)n);
	v0_puts(v, text);
}

char v0_peek(const struct v0 *v)
{
	return v->at < v->len ? v->sym[v->at] : 0;
}

char v0_next(struct v0 *v)
{
	char c = v0_peek(v);

	if (c)
		v->at++;
	else
		v->bad = true;
	return c;
}

bool v0_eat(struct v0 *v, char c)
{
	if (v0_peek(v) != c)
		return false;
	v->at++;
	return true;
}

/* "_" is 0, "0_" is 1, ... in digits, small and capital letters. */
uint64_t v0_integer_62(struct v0 *v)
{
	uint64_t x = 0;

	if (v0_eat(v, '_'))
		return 0;
	while (!v->bad && !v0_eat(v, '_')) {
		char c = v0_next(v);
		unsigned d = isdigit((unsigned char)c)	 ? (unsigned)(c - '0')
			     : islower((unsigned char)c) ? (unsigned)(c - 'a') + 10
			     : isupper((unsigned char)c) ? (unsigned)(c - 'A') + 36
							 : 62;

		if (d == 62 || x > (UINT64_MAX - 62) / 62)
			v->bad = true;
		x = 62 * x + d;
	}
	return x + 1;
}

uint64_t v0_tagged_62(struct v0 *v, char tag)
{
	return v0_eat(v, tag) ? v0_integer_62(v) + 1 : 0;
}

struct v0_ident v0_identifier(struct v0 *v)
{
	bool puny = v0_eat(v, 'u');
	struct v0_ident id = { "", 0, false };
	size_t n = 0;

	if (!isdigit((unsigned char)v0_peek(v))) {
		v->bad = true;
		return id;
	}
	if (!v0_eat(v, '0'))
		while (isdigit((unsigned char)v0_peek(v)) && n <= v->len)
			n = 10 * n + (size_t)(v0_next(v) - '0');
	v0_eat(v, '_');
	if (n > v->len - v->at) {
		v->bad = true;
		return id;
	}
	id = (struct v0_ident){ v->sym + v->at, n, puny };
	v->at += n;
	return id;
}

void v0_put_ident(struct v0 *v, struct v0_ident id)
{
	char text[4 * SYM_PUNY_MAX];
	size_t n;

	if (!id.puny) {
		v0_put(v, id.text, id.len);
		return;
	}
	n = sym_puny_decode(id.text, id.len, text);
	v->bad |= !n;
	v0_put(v, text, n);
}

void v0_put_lifetime(struct v0 *v, uint64_t i)
{
	char letter;

	v0_puts(v, "'");
	if (!i) {
		v0_puts(v, "_");
		return;
	}
	if (i > v->lifetimes) {
		v->bad = true;
		return;
	}
	i = v->lifetimes - i;
	letter = (char)('a' + i % 26);
	if (i < 26) {
		v0_put(v, &letter, 1);
	} else {
		v0_puts(v, "_");
		v0_put_number(v, i);
	}
}

const char *v0_basic_type(char tag)
{
	static const char *const names['z' - 'a' + 1] = {
		"i8",	 "bool", "char", "f64", "str",	"f32",	NULL,  "u8", "isize",
		"usize", NULL,	 "i32",	 "u32", "i128", "u128", "_",   NULL, NULL,
		"i16",	 "u16",	 "()",	 "...", NULL,	"i64",	"u64", "!",
	};

	return tag >= 'a' && tag <= 'z' ? names[tag - 'a'] : NULL;
}

/* Hexadecimal digits up to "_". Return: how many; *@x is their value when it fits. */
size_t v0_nibbles(struct v0 *v, const char **text, uint64_t *x)
{
	size_t n = 0;

	*x = 0;
	*text = v->sym + v->at;
	while (!v->bad && !v0_eat(v, '_')) {
		char c = v0_next(v);

		if (!isdigit((unsigned char)c) && (c < 'a' || c > 'f'))
			v->bad = true;
		*x = *x << 4 | (uint64_t)(isdigit((unsigned char)c) ? c - '0' : c - 'a' + 10);
		n++;
	}
	return n;
}

void v0_put_character(struct v0 *v, uint64_t c)
{
	static const char special[] = "\t\r\n\\'", letter[] = "trn\\'";
	const char *p = c && c < 128 ? strchr(special, (int)c) : NULL;
	char ch = (char)c;

	v0_puts(v, "'");
	if (p) {
		v0_puts(v, "\\");
		v0_put(v, letter + (p - special), 1);
	} else if (c > 31 && c < 127) {
		v0_put(v, &ch, 1);
	} else {
		char text[32];

		snprintf(text, sizeof(text), "\\u{%llx}", (unsigned long long)c);
		v0_puts(v, text);
	}
	v0_puts(v, "'");
}
