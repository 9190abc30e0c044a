/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses the grammar of Rust v0 mangled names (RFC 2603): paths, types, generic arguments,
 * constants and back references.
 */
#include "object/demangle/rust_v0.h"
#include "object/demangle/rust.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/*
 * Rust's present scheme: a grammar of its own, see "Rust RFC 2603". Positions count from behind
 * "_R".
 */

#define DEPTH_MAX 500u

static void path(struct v0 *v, bool in_value);
static void type(struct v0 *v);
static void print_v0_constant(struct v0 *v);

/* Go back to what was said before, if there is something to print. */
static void back(struct v0 *v, void (*again)(struct v0 *v, bool arg), bool arg)
{
	size_t tag = v->at - 1;
	uint64_t to = v0_integer_62(v);
	size_t from = v->at;

	if (v->bad || to >= tag) {
		v->bad = true;
		return;
	}
	if (v->mute)
		return;
	v->at = (size_t)to;
	again(v, arg);
	v->at = from;
}

static void type_again(struct v0 *v, bool arg)
{
	(void)arg;
	type(v);
}

static void constant_again(struct v0 *v, bool arg)
{
	(void)arg;
	print_v0_constant(v);
}

static void generic_arg(struct v0 *v)
{
	if (v0_eat(v, 'L'))
		v0_put_lifetime(v, v0_integer_62(v));
	else if (v0_eat(v, 'K'))
		print_v0_constant(v);
	else
		type(v);
}

static void generic_args(struct v0 *v)
{
	for (bool first = true; !v->bad && !v0_eat(v, 'E'); first = false) {
		if (!first)
			v0_puts(v, ", ");
		generic_arg(v);
	}
}

/* A member of a path: in capitals what the compiler made, like closures. */
static void print_path_member(struct v0 *v, bool in_value)
{
	char space = v0_next(v);
	uint64_t nth;
	struct v0_ident id;

	if (!isalpha((unsigned char)space)) {
		v->bad = true;
		return;
	}
	path(v, in_value);
	nth = v0_tagged_62(v, 's');
	id = v0_identifier(v);
	if (isupper((unsigned char)space)) {
		v0_puts(v, "::{");
		if (space == 'C')
			v0_puts(v, "closure");
		else if (space == 'S')
			v0_puts(v, "shim");
		else
			v0_put(v, &space, 1);
		if (id.len) {
			v0_puts(v, ":");
			v0_put_ident(v, id);
		}
		v0_puts(v, "#");
		v0_put_number(v, nth);
		v0_puts(v, "}");
	} else if (id.len) {
		v0_puts(v, "::");
		v0_put_ident(v, id);
	}
}

static void implementation(struct v0 *v, char tag)
{
	if (tag != 'Y') {
		bool was = v->mute;

		v0_tagged_62(v, 's');
		v->mute = true;
		path(v, false);
		v->mute = was;
	}
	v0_puts(v, "<");
	type(v);
	if (tag != 'M') {
		v0_puts(v, " as ");
		path(v, false);
	}
	v0_puts(v, ">");
}

static void path(struct v0 *v, bool in_value)
{
	char tag;

	if (v->bad || ++v->depth > DEPTH_MAX) {
		v->bad = true;
		return;
	}
	tag = v0_next(v);
	switch (tag) {
	case 'C':
		v0_tagged_62(v, 's');
		v0_put_ident(v, v0_identifier(v));
		break;
	case 'N':
		print_path_member(v, in_value);
		break;
	case 'M':
	case 'X':
	case 'Y':
		implementation(v, tag);
		break;
	case 'I':
		path(v, in_value);
		v0_puts(v, in_value ? "::<" : "<");
		generic_args(v);
		v0_puts(v, ">");
		break;
	case 'B':
		back(v, path, in_value);
		break;
	default:
		v->bad = true;
	}
	v->depth--;
}

/* for<'a, 'b> */
static uint64_t binder(struct v0 *v)
{
	uint64_t nr = v0_tagged_62(v, 'G');

	if (v->bad || !nr)
		return 0;
	if (nr > V0_TEXT_MAX) {
		v->bad = true;
		return 0;
	}
	v0_puts(v, "for<");
	for (uint64_t i = 0; i < nr && !v->bad; i++) {
		v->lifetimes++;
		if (i)
			v0_puts(v, ", ");
		v0_put_lifetime(v, 1);
	}
	v0_puts(v, "> ");
	return nr;
}

static void function_type(struct v0 *v)
{
	uint64_t bound = binder(v);

	if (v0_eat(v, 'U'))
		v0_puts(v, "unsafe ");
	if (v0_eat(v, 'K')) {
		struct v0_ident abi = { "C", 1, false };

		if (!v0_eat(v, 'C'))
			abi = v0_identifier(v);
		v0_puts(v, "extern \"");
		for (size_t i = 0; i < abi.len; i++)
			v0_put(v, abi.text[i] == '_' ? "-" : abi.text + i, 1);
		v0_puts(v, "\" ");
	}
	v0_puts(v, "fn(");
	for (bool first = true; !v->bad && !v0_eat(v, 'E'); first = false) {
		if (!first)
			v0_puts(v, ", ");
		type(v);
	}
	v0_puts(v, ")");
	if (!v0_eat(v, 'u')) {
		v0_puts(v, " -> ");
		type(v);
	}
	v->lifetimes -= bound;
}

/* A trait and what it binds: the last angle bracket of its path stays open for that. */
static void dyn_trait_args(struct v0 *v, bool open)
{
	while (!v->bad && v0_eat(v, 'p')) {
		v0_puts(v, open ? ", " : "<");
		open = true;
		v0_put_ident(v, v0_identifier(v));
		v0_puts(v, " = ");
		type(v);
	}
	if (open)
		v0_puts(v, ">");
}

static bool open_path(struct v0 *v)
{
	if (v0_eat(v, 'I')) {
		path(v, false);
		v0_puts(v, "<");
		generic_args(v);
		return true;
	}
	if (v0_eat(v, 'B')) {
		size_t tag = v->at - 1, from;
		uint64_t to = v0_integer_62(v);
		bool open = false;

		from = v->at;
		if (v->bad || to >= tag || ++v->depth > DEPTH_MAX) {
			v->bad = true;
			return false;
		}
		if (!v->mute) {
			v->at = (size_t)to;
			open = open_path(v);
			v->at = from;
		}
		v->depth--;
		return open;
	}
	path(v, false);
	return false;
}

static void dyn_type(struct v0 *v)
{
	uint64_t bound, lifetime;

	v0_puts(v, "dyn ");
	bound = binder(v);
	for (bool first = true; !v->bad && !v0_eat(v, 'E'); first = false) {
		if (!first)
			v0_puts(v, " + ");
		dyn_trait_args(v, open_path(v));
	}
	v->lifetimes -= bound;
	if (!v0_eat(v, 'L')) {
		v->bad = true;
		return;
	}
	lifetime = v0_integer_62(v);
	if (lifetime) {
		v0_puts(v, " + ");
		v0_put_lifetime(v, lifetime);
	}
}

static void reference(struct v0 *v, bool mutable)
{
	v0_puts(v, "&");
	if (v0_eat(v, 'L')) {
		uint64_t lifetime = v0_integer_62(v);

		if (lifetime) {
			v0_put_lifetime(v, lifetime);
			v0_puts(v, " ");
		}
	}
	if (mutable)
		v0_puts(v, "mut ");
	type(v);
}

static void tuple(struct v0 *v)
{
	unsigned nr = 0;

	v0_puts(v, "(");
	for (; !v->bad && !v0_eat(v, 'E'); nr++) {
		if (nr)
			v0_puts(v, ", ");
		type(v);
	}
	v0_puts(v, nr == 1 ? ",)" : ")");
}

static void compound_type(struct v0 *v, char tag)
{
	switch (tag) {
	case 'R':
	case 'Q':
		reference(v, tag == 'Q');
		break;
	case 'P':
	case 'O':
		v0_puts(v, tag == 'P' ? "*const " : "*mut ");
		type(v);
		break;
	case 'A':
	case 'S':
		v0_puts(v, "[");
		type(v);
		if (tag == 'A') {
			v0_puts(v, "; ");
			print_v0_constant(v);
		}
		v0_puts(v, "]");
		break;
	case 'T':
		tuple(v);
		break;
	case 'F':
		function_type(v);
		break;
	case 'D':
		dyn_type(v);
		break;
	case 'B':
		back(v, type_again, false);
		break;
	default:
		v->at--;
		path(v, false);
	}
}

static void type(struct v0 *v)
{
	char tag;

	if (v->bad || ++v->depth > DEPTH_MAX) {
		v->bad = true;
		return;
	}
	tag = v0_next(v);
	if (v0_basic_type(tag))
		v0_puts(v, v0_basic_type(tag));
	else if (tag)
		compound_type(v, tag);
	v->depth--;
}

static void print_v0_constant(struct v0 *v)
{
	const char *text;
	uint64_t x;
	size_t n;
	char tag;

	if (v0_eat(v, 'B')) {
		back(v, constant_again, false);
		return;
	}
	tag = v0_next(v);
	if (tag == 'p') {
		v0_puts(v, "_");
		return;
	}
	if (!tag || !strchr("htmyojaslxnibc", tag)) {
		v->bad = true;
		return;
	}
	if (strchr("aslxni", tag) && v0_eat(v, 'n'))
		v0_puts(v, "-");
	n = v0_nibbles(v, &text, &x);
	if (tag == 'b' && (n != 1 || x > 1))
		v->bad = true;
	else if (tag == 'b')
		v0_puts(v, x ? "true" : "false");
	else if (tag == 'c')
		v0_put_character(v, x);
	else if (n <= 16)
		v0_put_number(v, x);
	else {
		v0_puts(v, "0x");
		v0_put(v, text, n);
	}
}

char *sym_rust_v0(const char *name)
{
	struct v0 v = { .sym = name };

	if (!isupper((unsigned char)name[0]))
		return NULL;
	/* A dot begins a suffix of the compiler's. */
	while (isalnum((unsigned char)name[v.len]) || name[v.len] == '_')
		v.len++;
	if (name[v.len] && name[v.len] != '.')
		return NULL;
	v.out = mem_grow(NULL, V0_TEXT_MAX + 1, 1);
	if (!v.out)
		return NULL;
	path(&v, true);
	if (!v.bad && v.at < v.len) {
		v.mute = true;
		path(&v, false);
	}
	if (v.bad || v.at != v.len) {
		free(v.out);
		return NULL;
	}
	v.out[v.nr_out] = 0;
	return v.out;
}
