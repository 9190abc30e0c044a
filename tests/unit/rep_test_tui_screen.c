/* SPDX-License-Identifier: BSD-2-Clause */
/* The cells of a screen, and the bytes that make a terminal show them. */
#include "test.h"
#include "view/term/screen.h"

#include <string.h>

static char written[65536];
static size_t nr_written;

static void take(const char *buf, size_t len)
{
	if (len > sizeof(written) - 1)
		len = sizeof(written) - 1;
	memcpy(written, buf, len);
	written[len] = '\0';
	nr_written = len;
}

static struct screen new_screen(enum terminal_colours colours, bool utf8)
{
	const struct terminal t = { .rows = 4, .cols = 10, .colours = colours, .utf8 = utf8 };
	struct screen s = { .rows = 0 };

	CHECK(!screen_resize(&s, &t));
	screen_flush(&s, take);
	return s;
}

static const struct screen_style plain;

TEST(only_differences_are_written)
{
	struct screen s = new_screen(TERMINAL_MONO, true);

	screen_put(&s, 1, 2, 10, "abc", 3, plain);
	screen_flush(&s, take);
	CHECK_S(written, "\033[2;3H\033[0mabc");
	nr_written = 0;
	screen_flush(&s, take);
	CHECK_U(nr_written, 0);
	screen_put(&s, 1, 3, 10, "X", 1, plain);
	screen_flush(&s, take);
	CHECK_S(written, "\033[2;4H\033[0mX");
	screen_free(&s);
}

TEST(control_bytes_are_not_written)
{
	static const char name[] = "\033[2J\x07\x9b\xc2\x9b\xff\xe2\x80\xae";
	struct screen s = new_screen(TERMINAL_MONO, true);

	screen_put(&s, 0, 0, 10, name, sizeof(name) - 1, plain);
	screen_flush(&s, take);
	CHECK_S(written, "\033[1;1H\033[0m?[2J?????");
	screen_free(&s);
}

TEST(wide_characters_take_two_columns)
{
	struct screen s = new_screen(TERMINAL_MONO, true);

	CHECK_U(screen_width(true, "\xe6\xbc\xa2z", 4), 3);
	CHECK_U(screen_put(&s, 0, 0, 10, "\xe6\xbc\xa2z", 4, plain), 3);
	/* half of one does not fit, and one that is overwritten in part is gone */
	CHECK_U(screen_put(&s, 1, 9, 10, "\xe6\xbc\xa2", 3, plain), 10);
	screen_put(&s, 0, 1, 10, "y", 1, plain);
	screen_flush(&s, take);
	CHECK(!strstr(written, "\xe6\xbc\xa2"));
	CHECK(strstr(written, "yz"));
	screen_free(&s);
}

TEST(text_is_cut_at_the_screen)
{
	struct screen s = new_screen(TERMINAL_MONO, true);

	CHECK_U(screen_put(&s, 0, 8, 1000, "abcdef", 6, plain), 10);
	CHECK_U(screen_put(&s, 99, 0, 10, "abc", 3, plain), 0);
	screen_fill(&s, 0, 12, 5, 'x', plain);
	screen_fill(&s, 3, 8, 50, 'x', plain);
	screen_restyle(&s, 50, 0, 10, plain);
	screen_free(&s);
}

TEST(colours_are_those_of_the_terminal)
{
	const struct screen_style red = { .fg = SCREEN_RGB(255, 0, 0) };
	static const struct {
		enum terminal_colours colours;
		const char *text;
	} rows[] = { { TERMINAL_MONO, "\033[0mr" },
		     { TERMINAL_16, "\033[0;31mr" },
		     { TERMINAL_256, "\033[0;38;5;196mr" },
		     { TERMINAL_TRUE, "\033[0;38;2;255;0;0mr" } };

	for (unsigned i = 0; i < 4; i++) {
		struct screen s = new_screen(rows[i].colours, true);

		screen_put(&s, 0, 0, 10, "r", 1, red);
		screen_flush(&s, take);
		CHECK(strstr(written, rows[i].text));
		screen_free(&s);
	}
}

TEST(without_utf8_other_characters_are_question_marks)
{
	struct screen s = new_screen(TERMINAL_MONO, false);

	screen_put(&s, 0, 0, 10, "\xc3\xa9x", 3, plain);
	screen_flush(&s, take);
	CHECK_S(written, "\033[1;1H\033[0m?x");
	screen_free(&s);
}
