/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The letters of Rust's present scheme: what its grammar is made of. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define V0_TEXT_MAX 65536u

struct v0 {
	const char *sym;
	size_t len, at;
	bool bad;
	bool mute; /* parsed, not printed */
	unsigned depth;
	uint64_t lifetimes; /* bound by for<> around here */
	char *out;
	size_t nr_out;
};

struct v0_ident {
	const char *text;
	size_t len;
	bool puny; /* in another script */
};

/* Print, unless the name is only parsed; too long a text is bad. */
void v0_put(struct v0 *v, const char *s, size_t n);
void v0_puts(struct v0 *v, const char *s);
void v0_put_number(struct v0 *v, uint64_t n);
void v0_put_ident(struct v0 *v, struct v0_ident id);
void v0_put_lifetime(struct v0 *v, uint64_t i); /* counted from the innermost, from 1; 0: '_ */
void v0_put_character(struct v0 *v, uint64_t c);

/* Parse. Past the end is bad, and from then on everything is. */
char v0_peek(const struct v0 *v); /* 0 at the end */
char v0_next(struct v0 *v);
bool v0_eat(struct v0 *v, char c);
uint64_t v0_integer_62(struct v0 *v);
uint64_t v0_tagged_62(struct v0 *v, char tag); /* 0 without the tag */
struct v0_ident v0_identifier(struct v0 *v);
size_t v0_nibbles(struct v0 *v, const char **text, uint64_t *x);

/* The name of a type that is one letter, or NULL. */
const char *v0_basic_type(char tag);
