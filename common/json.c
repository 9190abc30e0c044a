/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes JSON: keys, values, and the commas between them. */
#include "common/json.h"

#include "common/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define REPLACEMENT 0xfffd /* U+FFFD replaces bytes that are not valid UTF-8 */

static void put_escape(struct pd_json *j, uint32_t code)
{
	static const char digits[] = "0123456789abcdef";
	char to[6] = { '\\', (char)code };

	if (code == '"' || code == '\\') {
		j->put(j->to, to, 2);
		return;
	}
	to[1] = 'u';
	for (unsigned i = 0; i < 4; i++)
		to[2 + i] = digits[code >> (12 - 4 * i) & 15];
	j->put(j->to, to, sizeof(to));
}

static void put_quoted(struct pd_json *j, const char *s, size_t len)
{
	const bool latin1 = j->latin1 && !pd_utf8_valid(s, len);
	size_t done = 0;

	j->put(j->to, "\"", 1);
	for (size_t i = 0, n; i < len; i += n) {
		uint32_t code = (unsigned char)s[i];
		bool escape = code < 0x20 || code == '"' || code == '\\' || code == 0x7f;

		n = 1;
		if (code > 0x7f) {
			n = latin1 ? 0 : pd_utf8_char(s + i, len - i, &code);
			escape = !n || (j->escaped && j->escaped(code));
			code = n || latin1 ? code : REPLACEMENT;
			n = n ? n : 1;
		}
		if (!escape)
			continue;
		j->put(j->to, s + done, i - done);
		put_escape(j, code);
		done = i + n;
	}
	j->put(j->to, s + done, len - done);
	j->put(j->to, "\"", 1);
}

static void put_comma(struct pd_json *j)
{
	if (j->comma)
		j->put(j->to, ",", 1);
	j->comma = false;
}

void pd_json_key(struct pd_json *j, const char *key, size_t len)
{
	put_comma(j);
	put_quoted(j, key, len);
	j->put(j->to, ":", 1);
}

void pd_json_begin(struct pd_json *j, const char *key)
{
	if (key)
		pd_json_key(j, key, strlen(key));
	else
		put_comma(j);
	j->comma = true;
}

void pd_json_break(struct pd_json *j, const char *space)
{
	put_comma(j);
	j->put(j->to, space, strlen(space));
}

void pd_json_open(struct pd_json *j, const char *key, char bracket)
{
	pd_json_begin(j, key);
	j->put(j->to, &bracket, 1);
	j->comma = false;
}

void pd_json_close(struct pd_json *j, char bracket)
{
	j->put(j->to, &bracket, 1);
	j->comma = true;
}

void pd_json_mem(struct pd_json *j, const char *key, const char *s, size_t len)
{
	pd_json_begin(j, key);
	put_quoted(j, s, len);
}

void pd_json_str(struct pd_json *j, const char *key, const char *s)
{
	pd_json_mem(j, key, s, strlen(s));
}

void pd_json_u64(struct pd_json *j, const char *key, uint64_t v)
{
	char text[20], *at = text + sizeof(text);

	do
		*--at = (char)('0' + v % 10);
	while (v /= 10);
	pd_json_begin(j, key);
	j->put(j->to, at, (size_t)(text + sizeof(text) - at));
}

void pd_json_fmt(struct pd_json *j, const char *key, const char *fmt, ...)
{
	char text[64];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	pd_json_begin(j, key);
	j->put(j->to, text, strlen(text));
}

void pd_json_addr(struct pd_json *j, const char *key, uint64_t addr)
{
	char text[2 + 2 + 16], *at = text + sizeof(text);

	*--at = '"';
	do
		*--at = "0123456789abcdef"[addr & 15];
	while (addr >>= 4);
	at -= 3;
	memcpy(at, "\"0x", 3);
	pd_json_begin(j, key);
	j->put(j->to, at, (size_t)(text + sizeof(text) - at));
}
