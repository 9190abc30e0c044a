/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes JSON into any kind of buffer. The caller calls the functions in the order in which
 * brackets, keys and values are in the text; the writer adds the commas. @key is the key of a value
 * in an object, and NULL for a value in an array.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pd_json {
	void (*put)(void *to, const char *s, size_t len);
	void *to;
	/*
	 * Returns whether to escape @code, a code point above U+007F, as \uXXXX. If this function
	 * pointer is NULL, no such code point is escaped. Quotes, backslashes and ASCII control
	 * characters are always escaped.
	 */
	int (*escaped)(uint32_t code);
	/*
	 * If set, a string that is not valid UTF-8 is read as Latin-1: each byte from 0x80 on
	 * becomes a character U+0080 to U+00FF. If not set, each invalid byte becomes U+FFFD.
	 */
	bool latin1;
	bool comma; /* a comma is needed before the next key or value */
};

/*
 * Begin an object (@bracket is '{') or an array (@bracket is '['). Call pd_json_close() with the
 * closing bracket to end the object or array.
 */
void pd_json_open(struct pd_json *j, const char *key, char bracket);
void pd_json_close(struct pd_json *j, char bracket);

void pd_json_str(struct pd_json *j, const char *key, const char *s);
void pd_json_mem(struct pd_json *j, const char *key, const char *s, size_t len);
void pd_json_u64(struct pd_json *j, const char *key, uint64_t v);
/* Write an address as a string in hexadecimal, with "0x". */
void pd_json_addr(struct pd_json *j, const char *key, uint64_t addr);

/* Write a value that printf() formats: a JSON number or literal of at most 63 bytes. */
void pd_json_fmt(struct pd_json *j, const char *key, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Write the comma, if one is needed, and the key in front of a value. The caller then writes the
 * value itself into the same buffer: a number, a literal, or a string with its quotes.
 */
void pd_json_begin(struct pd_json *j, const char *key);

/*
 * Write the key @key of @len bytes, with the comma before it if one is needed. For the value, the
 * caller then calls another function, with NULL as the key.
 */
void pd_json_key(struct pd_json *j, const char *key, size_t len);

/*
 * Write the comma, if one is needed before the next key or value, and then the white space @space.
 */
void pd_json_break(struct pd_json *j, const char *space);
