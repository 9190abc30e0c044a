/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes JSON into any kind of buffer. Commas are the writer's; brackets and keys are in the order
 * of the calls. Each value has a @key in an object; in an array @key is NULL.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pd_json {
	void (*put)(void *to, const char *s, size_t len);
	void *to;
	/* NULL, or what is escaped besides quotes, backslashes and ASCII control characters */
	int (*escaped)(uint32_t code);
	/*
	 * A string with bytes that are not UTF-8 has the characters U+0080 to U+00FF for all its
	 * bytes from 0x80 on; if not set, only those bytes become U+FFFD.
	 */
	bool latin1;
	bool comma; /* the last thing written was a value */
};

/* An object or array begins, as @bracket says; pd_json_close() ends it. */
void pd_json_open(struct pd_json *j, const char *key, char bracket);
void pd_json_close(struct pd_json *j, char bracket);

void pd_json_str(struct pd_json *j, const char *key, const char *s);
void pd_json_mem(struct pd_json *j, const char *key, const char *s, size_t len);
void pd_json_u64(struct pd_json *j, const char *key, uint64_t v);
void pd_json_addr(struct pd_json *j, const char *key, uint64_t addr); /* a string: 0x and hex */

/* A number or literal of at most 63 bytes. */
void pd_json_fmt(struct pd_json *j, const char *key, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The caller itself writes the value after this: a number, a literal, or a string in quotes. */
void pd_json_begin(struct pd_json *j, const char *key);

/* A key of @len bytes, for the next value, which is written without one. */
void pd_json_key(struct pd_json *j, const char *key, size_t len);

/* White space before the next key or value, behind the comma. */
void pd_json_break(struct pd_json *j, const char *space);
