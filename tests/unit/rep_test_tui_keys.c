/* SPDX-License-Identifier: BSD-2-Clause */
/* Decoding of the bytes that a terminal sends. */
#include "test.h"
#include "view/term/key_input.h"

#include <string.h>

static struct key_input input(const char *bytes, size_t len)
{
	struct key_input in = { .len = len };

	memcpy(in.buf, bytes, len);
	return in;
}

#define INPUT(text) input(text, sizeof(text) - 1)

/* The codes of all keys of @in, 0 at the end. */
static void codes(struct key_input *in, bool timeout, uint32_t *to, unsigned max)
{
	struct key k;
	unsigned n = 0;

	memset(to, 0, max * sizeof(*to));
	while (n + 1 < max && key_next(in, timeout, &k))
		to[n++] = k.code;
}

TEST(characters_and_sequences_are_keys)
{
	struct key_input in = INPUT("a\xc3\xa9\x1b[A\x1bOB\x1b[5~\x1b[Z\x1bOP\x1b[[A\r\t\x7f");
	const uint32_t want[] = { 'a',
				  0xe9,
				  TERM_KEY_UP,
				  TERM_KEY_DOWN,
				  TERM_KEY_PAGE_UP,
				  TERM_KEY_BACKTAB,
				  TERM_KEY_F1,
				  TERM_KEY_F1,
				  TERM_KEY_ENTER,
				  TERM_KEY_TAB,
				  TERM_KEY_BACKSPACE,
				  0 };
	uint32_t got[16];

	codes(&in, false, got, 16);
	CHECK(!memcmp(got, want, sizeof(want)));
}

TEST(a_sequence_is_a_key_when_it_is_complete)
{
	struct key_input in = INPUT("\x1b[");
	struct key k;

	CHECK(!key_next(&in, false, &k));
	in.buf[in.len++] = 'C';
	CHECK(key_next(&in, false, &k));
	CHECK_U(k.code, TERM_KEY_RIGHT);
	CHECK_U(in.len, 0);
}

TEST(a_single_escape_is_a_key_after_a_pause)
{
	struct key_input in = INPUT("\x1b");
	struct key k;

	CHECK(!key_next(&in, false, &k));
	CHECK(key_next(&in, true, &k));
	CHECK_U(k.code, TERM_KEY_ESC);
}

TEST(mouse_events_have_a_position)
{
	struct key_input in = INPUT("\x1b[<0;5;7M\x1b[<64;1;2M\x1b[<0;5;7m");
	struct key k;

	CHECK(key_next(&in, false, &k));
	CHECK_U(k.code, TERM_KEY_CLICK);
	CHECK_U(k.col, 4);
	CHECK_U(k.row, 6);
	CHECK(key_next(&in, false, &k));
	CHECK_U(k.code, TERM_KEY_WHEEL_UP);
	CHECK(key_next(&in, false, &k)); /* the release of the button */
	CHECK_U(k.code, TERM_KEY_UNKNOWN);
}

TEST(pasted_text_is_no_key)
{
	struct key_input in = INPUT("\x1b[200~q\x03\x1b[A\x1b[201~x");
	struct key k;

	CHECK(key_next(&in, false, &k));
	CHECK_U(k.code, TERM_KEY_PASTE);
	CHECK_U(k.pasted, 'q');
	CHECK(key_next(&in, false, &k));
	CHECK_U(k.code, TERM_KEY_PASTE);
	CHECK_U(k.pasted, '[');
	CHECK(key_next(&in, false, &k));
	CHECK_U(k.pasted, 'A');
	CHECK(key_next(&in, false, &k));
	CHECK_U(k.code, 'x');
}

TEST(any_bytes_are_taken)
{
	for (unsigned seed = 1; seed < 2000; seed++) {
		struct key_input in = { .len = 0 };
		unsigned x = seed * 2654435761u;
		struct key k;

		for (; in.len < 40; in.len++) {
			static const char some[] = "\x1b[<;0~O\xc3\xff"
						   "AM2";

			x = x * 1103515245u + 12345;
			in.buf[in.len] = some[(x >> 16) % (sizeof(some) - 1)];
		}
		for (unsigned i = 0; i < 100 && in.len; i++)
			key_next(&in, true, &k);
		CHECK_U(in.len, 0);
	}
}
