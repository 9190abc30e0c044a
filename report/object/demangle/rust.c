/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Demangles Rust names: decodes the legacy scheme, dropping its hash, and passes names of the v0
 * scheme to rust_v0.c.
 */
#include "object/demangle/rust.h"

#include "base/array.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/*
 * Rust's first scheme dresses paths as C++ names: _ZN 4core 3fmt 17h0123456789abcdef E. The last
 * part is a hash, by which such names are told from C++; letters that C++ has not are written $XX$.
 */

#define HASH_LEN 17u	  /* "h" and 16 digits */
#define HASH_PART 19u	  /* with its length before it */
#define HASH_DIGITS_MIN 5 /* a hash has at least so many different ones; other names seldom do */

struct part {
	const char *text;
	size_t len;
};

/* The part at *@at, which moves behind it; text is NULL when there is none. */
static struct part next_part(const char **at, const char *end)
{
	const char *p = *at;
	size_t n = 0;

	if (p == end || !isdigit((unsigned char)*p))
		return (struct part){ 0 };
	if (*p == '0')
		p++;
	else
		while (p < end && isdigit((unsigned char)*p) && n < (size_t)(end - *at))
			n = 10 * n + (size_t)(*p++ - '0');
	if (n > (size_t)(end - p))
		return (struct part){ 0 };
	*at = p + n;
	return (struct part){ p, n };
}

static int is_hash(struct part p)
{
	unsigned seen = 0;

	if (p.len != HASH_LEN || p.text[0] != 'h')
		return 0;
	for (size_t i = 1; i < p.len; i++)
		if (isdigit((unsigned char)p.text[i]))
			seen |= 1u << (p.text[i] - '0');
		else if (p.text[i] >= 'a' && p.text[i] <= 'f')
			seen |= 1u << (p.text[i] - 'a' + 10);
		else
			return 0;
	return __builtin_popcount(seen) >= HASH_DIGITS_MIN;
}

/*
 * End of the path: the last E but for a suffix that begins with a dot. NULL: these are no such
 * letters.
 */
static const char *path_end(const char *path)
{
	const char *end = path, *p;
	int before_dot = 1;

	while (isalnum((unsigned char)*end) || (*end && strchr("_$.:@", *end)))
		end++;
	if (*end)
		return NULL;
	for (p = end; p > path; p--) {
		if (before_dot && p[-1] == 'E')
			return p - 1;
		before_dot = p[-1] == '.';
	}
	return NULL;
}

static int hex_low(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The letter that the escape at @s, a '$', stands for, and its length; 0: none known. */
static char unescape_rust(const char *s, size_t len, size_t *used)
{
	static const char two[][4] = { "SP@", "BP*", "RF&", "LT<", "GT>", "LP(", "RP)" };

	if (len >= 3 && s[1] == 'C' && s[2] == '$') {
		*used = 3;
		return ',';
	}
	if (len >= 4 && s[3] == '$')
		for (size_t i = 0; i < REP_NR(two); i++)
			if (s[1] == two[i][0] && s[2] == two[i][1]) {
				*used = 4;
				return two[i][2];
			}
	if (len >= 5 && s[1] == 'u' && s[4] == '$') {
		int hi = hex_low(s[2]), lo = hex_low(s[3]);

		*used = 5;
		return (char)(hi >= 2 && hi <= 7 && lo >= 0 ? hi << 4 | lo : 0);
	}
	return 0;
}

static char *put_part(char *out, struct part p)
{
	const char *s = p.text;
	size_t left = p.len;

	/* An escape cannot begin a name, so an underscore was put before it. */
	if (left >= 2 && s[0] == '_' && s[1] == '$') {
		s++;
		left--;
	}
	while (left) {
		size_t used = 1;
		char c = *s;

		if (c == '$') {
			c = unescape_rust(s, left, &used);
			if (!c) {
				memcpy(out, s, left);
				return out + left;
			}
			*out++ = c;
		} else if (c == '.' && left >= 2 && s[1] == '.') {
			*out++ = ':';
			*out++ = ':';
			used = 2;
		} else {
			*out++ = c == '.' ? '-' : c;
		}
		s += used;
		left -= used;
	}
	return out;
}

static char *legacy(const char *path)
{
	const char *end = path_end(path), *at = path;
	struct part last = { 0 };
	char *text, *out;

	if (!end || end - path <= (long)HASH_PART || memcmp(end - HASH_PART, "17h", 3))
		return NULL;
	while (at < end) {
		last = next_part(&at, end);
		if (!last.text)
			return NULL;
	}
	if (!is_hash(last))
		return NULL;
	/* Nothing becomes longer but the joints, which their lengths had been. */
	text = out = mem_grow(NULL, 2 * (size_t)(end - path) + 1, 1);
	if (!text)
		return NULL;
	for (at = path, end -= HASH_PART; at < end;) {
		if (out != text)
			out = (char *)memcpy(out, "::", 2) + 2;
		out = put_part(out, next_part(&at, end));
	}
	*out = 0;
	return text;
}

char *sym_rust_demangle(const char *name)
{
	if (!strncmp(name, "_R", 2))
		return sym_rust_v0(name + 2);
	return strncmp(name, "_ZN", 3) ? NULL : legacy(name + 3);
}
