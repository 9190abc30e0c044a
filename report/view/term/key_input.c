/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes the bytes that a terminal sends into keys, mouse events and pasted text. */
#include "view/term/key_input.h"

#include "base/array.h"
#include "common/utf8.h"

#include <string.h>

#define MAX_NUMBERS 4u /* parameters of a sequence that are kept */

/* A sequence "ESC [ numbers final", or "ESC O final". */
struct sequence {
	char mark; /* '<' of mouse events, or 0 */
	unsigned number[MAX_NUMBERS];
	unsigned nr;
	char final;
};

struct key_row {
	char final;
	unsigned number; /* first parameter of sequences that end with '~' */
	uint32_t code;
};

static const struct key_row keys[] = {
	{ 'A', 0, TERM_KEY_UP },      { 'B', 0, TERM_KEY_DOWN },    { 'C', 0, TERM_KEY_RIGHT },
	{ 'D', 0, TERM_KEY_LEFT },    { 'H', 0, TERM_KEY_HOME },    { 'F', 0, TERM_KEY_END },
	{ 'Z', 0, TERM_KEY_BACKTAB }, { 'P', 0, TERM_KEY_F1 },	    { 'M', 0, TERM_KEY_ENTER },
	{ '~', 1, TERM_KEY_HOME },    { '~', 2, TERM_KEY_INSERT },  { '~', 3, TERM_KEY_DELETE },
	{ '~', 4, TERM_KEY_END },     { '~', 5, TERM_KEY_PAGE_UP }, { '~', 6, TERM_KEY_PAGE_DOWN },
	{ '~', 7, TERM_KEY_HOME },    { '~', 8, TERM_KEY_END },	    { '~', 11, TERM_KEY_F1 },
	{ '[', 0, TERM_KEY_F1 }, /* the Linux console sends ESC [ [ A for F1 */
};

/* Return: the length of the sequence after "ESC [" or "ESC O"; 0: it is incomplete. */
static size_t parse_sequence(const char *s, size_t len, struct sequence *q)
{
	size_t at = 0;

	*q = (struct sequence){ .nr = 0 };
	if (at < len && *s == '<')
		q->mark = s[at++];
	for (; at < len; at++) {
		const char c = s[at];

		if (c >= '0' && c <= '9') {
			q->nr = q->nr ? q->nr : 1;
			if (q->nr <= MAX_NUMBERS && q->number[q->nr - 1] < 100000)
				q->number[q->nr - 1] =
					q->number[q->nr - 1] * 10 + (unsigned)(c - '0');
		} else if (c == ';') {
			q->nr = (q->nr ? q->nr : 1) + 1;
		} else if (c == '[' && !at) { /* the Linux console */
			q->final = c;
			return len > 1 ? 2 : 0;
		} else if ((unsigned char)c >= 0x40 || (unsigned char)c < 0x20) {
			q->final = c;
			return at + 1;
		}
	}
	return 0;
}

static void set_mouse(const struct sequence *q, struct key *k)
{
	const unsigned button = q->number[0] & ~28u; /* without Shift, Meta and Control */

	k->code = TERM_KEY_UNKNOWN;
	if (q->final != 'M' || q->nr < 3)
		return;
	k->col = q->number[1] ? q->number[1] - 1 : 0;
	k->row = q->number[2] ? q->number[2] - 1 : 0;
	if (button == 0)
		k->code = TERM_KEY_CLICK;
	else if (button == 64)
		k->code = TERM_KEY_WHEEL_UP;
	else if (button == 65)
		k->code = TERM_KEY_WHEEL_DOWN;
}

/* Set @k to the key of a sequence. Return: false if the sequence is the beginning of a paste. */
static bool set_key(struct key_input *in, const struct sequence *q, struct key *k)
{
	k->code = TERM_KEY_UNKNOWN;
	if (q->mark) {
		set_mouse(q, k);
		return true;
	}
	if (q->final == '~' && q->number[0] == 200) {
		in->pasting = true;
		return false;
	}
	for (unsigned i = 0; i < REP_NR(keys); i++)
		if (keys[i].final == q->final &&
		    (q->final != '~' || keys[i].number == q->number[0]))
			k->code = keys[i].code;
	return true;
}

static void drop_bytes(struct key_input *in, size_t n)
{
	memmove(in->buf, in->buf + n, in->len - n);
	in->len -= n;
}

/* ESC is the first byte. Return: true: @k is set; false: incomplete, or the begin of a paste. */
static bool take_escape(struct key_input *in, bool timeout, struct key *k)
{
	struct sequence q;
	size_t n;

	if (in->len > 1 && (in->buf[1] == '[' || in->buf[1] == 'O')) {
		n = parse_sequence(in->buf + 2, in->len - 2, &q);
		if (n) {
			drop_bytes(in, n + 2);
			return set_key(in, &q, k);
		}
		if (!timeout && in->len < sizeof(in->buf))
			return false;
	} else if (in->len == 1 && !timeout) {
		return false;
	}
	/* ESC and a character is Meta and that character, or two keys: ESC is what matters. */
	k->code = TERM_KEY_ESC;
	drop_bytes(in, 1);
	return true;
}

/* Return: true: a character was taken. */
static bool take_char(struct key_input *in, bool timeout, uint32_t *code)
{
	const unsigned char c = (unsigned char)in->buf[0];
	const size_t wants = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	size_t n;

	if (in->len < wants && !timeout)
		return false;
	n = pd_utf8_char(in->buf, in->len, code);
	if (!n)
		*code = TERM_KEY_UNKNOWN;
	drop_bytes(in, n ? n : 1);
	return true;
}

/* Pasted text ends with ESC [ 201 ~; other control characters in it are dropped. */
static bool take_pasted(struct key_input *in, bool timeout, struct key *k)
{
	static const char end[] = "\033[201~";
	const size_t n = sizeof(end) - 1;

	while (in->len) {
		if (in->buf[0] == '\033') {
			if (in->len < n && !timeout && !memcmp(in->buf, end, in->len))
				return false;
			if (in->len >= n && !memcmp(in->buf, end, n)) {
				drop_bytes(in, n);
				in->pasting = false;
				return false;
			}
			drop_bytes(in, 1);
			continue;
		}
		if (!take_char(in, timeout, &k->pasted))
			return false;
		if (k->pasted >= ' ' && k->pasted < TERM_KEY_UP) {
			k->code = TERM_KEY_PASTE;
			return true;
		}
	}
	return false;
}

bool key_next(struct key_input *in, bool timeout, struct key *k)
{
	while (in->len) {
		const bool pasting = in->pasting;
		bool found;

		*k = (struct key){ .code = TERM_KEY_UNKNOWN };
		if (pasting)
			found = take_pasted(in, timeout, k);
		else if (in->buf[0] == '\033')
			found = take_escape(in, timeout, k);
		else
			found = take_char(in, timeout, &k->code);
		if (k->code == '\n')
			k->code = TERM_KEY_ENTER;
		if (k->code == 8)
			k->code = TERM_KEY_BACKSPACE;
		if (found)
			return true;
		if (pasting == in->pasting)
			return false;
	}
	return false;
}
