/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes JSON into any kind of buffer. The writer adds the commas; the caller calls the functions
 * in the order of brackets, keys and values. @key is the key of the value in an object, and NULL in
 * an array.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pd_json {
	void (*put)(void *to, const char *s, size_t len);
	void *to;
	/*
	 * Returns whether a code point above U+007F is escaped; NULL: none is. Quotes, backslashes
	 * and ASCII control characters are always escaped.
	 */
	int (*escaped)(uint32_t code);
	/*
	 * If set, a string that is not valid UTF-8 is read as Latin-1: each byte from 0x80 on
	 * becomes a character U+0080 to U+00FF. If not set, each invalid byte becomes U+FFFD.
	 */
	bool latin1;
	bool comma; /* the last thing written was a value: a comma is due */
};

/* Begin an object or array by @bracket, '{' or '['; end it with pd_json_close() and '}' or ']'. */
void pd_json_open(struct pd_json *j, const char *key, char bracket);
void pd_json_close(struct pd_json *j, char bracket);

void pd_json_str(struct pd_json *j, const char *key, const char *s);
void pd_json_mem(struct pd_json *j, const char *key, const char *s, size_t len);
void pd_json_u64(struct pd_json *j, const char *key, uint64_t v);
/* Write an address as a string in hexadecimal, with "0x". */
void pd_json_addr(struct pd_json *j, const char *key, uint64_t addr);

/* Write a formatted number or literal of at most 63 bytes. */
void pd_json_fmt(struct pd_json *j, const char *key, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Begin a value that the caller then writes itself: a number, a literal, or a quoted string. */
void pd_json_begin(struct pd_json *j, const char *key);

/* Write a key of @len bytes. The caller then writes the value of this key, with @key NULL. */
void pd_json_key(struct pd_json *j, const char *key, size_t len);

/* Write white space before the next key or value, after the comma. */
void pd_json_break(struct pd_json *j, const char *space);
