/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/numbers.h"
#include "cli/words.h"
#include "test.h"

#include <string.h>

TEST(numbers_are_the_whole_of_a_text)
{
	static const char *const bad[] = { "",	 " 1", "+1", "-1",
					   "1 ", "1x", "x",  "18446744073709551616" };
	uint64_t v;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (!cli_parse_u64(bad[i], 10, &v) || !cli_parse_number(bad[i], &v))
			test_fail(__FILE__, __LINE__, "'%s' is taken as a number", bad[i]);
	}
	CHECK_I(cli_parse_u64("18446744073709551615", 10, &v), 0);
	CHECK_U(v, UINT64_MAX);
	CHECK_I(cli_parse_u64("fF", 16, &v), 0);
	CHECK_U(v, 255);
	CHECK_I(cli_parse_u64("0x10", 0, &v), 0);
	CHECK_U(v, 16);
	CHECK_I(cli_parse_number("0x10", &v), 0);
	CHECK_U(v, 16);
	CHECK_I(cli_parse_number("010", &v), 0);
	CHECK_U(v, 10);
	CHECK_I(cli_parse_number("f", &v), -1);
}

TEST(sizes_have_one_unit_at_most)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} good[] = { { "0", 0 },	{ "17", 17 },
		     { "17B", 17 },	{ "64K", 65536 },
		     { "64k", 65536 },	{ "2m", 2 << 20 },
		     { "1G", 1 << 30 }, { "17179869183G", UINT64_MAX - (1 << 30) + 1 } };
	static const char *const bad[] = { "",	 "K",	"1KK", "1T",   "5 ",
					   " 5", "-1K", "1 K", "0x10", "17179869184G" };
	uint64_t v;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		CHECK_I(cli_parse_size(good[i].text, &v), 0);
		CHECK_U(v, good[i].bytes);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (!cli_parse_size(bad[i], &v))
			test_fail(__FILE__, __LINE__, "'%s' is taken as a size", bad[i]);
}

TEST(units_are_those_of_the_caller)
{
	static const struct cli_unit units[] = { { "us", 1000 }, { "s", 1000000000 } };
	uint64_t v;

	CHECK_I(cli_parse_units("3us", 10, units, 2, &v), 0);
	CHECK_U(v, 3000);
	CHECK_I(cli_parse_units("0x3s", 0, units, 2, &v), 0);
	CHECK_U(v, 3000000000u);
	CHECK_I(cli_parse_units("3", 10, units, 2, &v), -1);
	CHECK_I(cli_parse_units("3ms", 10, units, 2, &v), -1);
	CHECK_I(cli_parse_units("us", 10, units, 2, &v), -1);
	CHECK_I(cli_parse_units("-3us", 10, units, 2, &v), -1);
	CHECK_I(cli_parse_units(" 3us", 10, units, 2, &v), -1);
	CHECK_I(cli_parse_units("18446744074s", 10, units, 2, &v), -1);
}

TEST(words_are_found_whole)
{
	static const char *const names[] = { "delta", NULL, "delta-abs" };

	CHECK_I(cli_word_find("delta", 5, names, 3), 0);
	CHECK_I(cli_word_find("delta-abs", 9, names, 3), 2);
	CHECK_I(cli_word_find("delta:1,2", 5, names, 3), 0);
	CHECK_I(cli_word_find("delta-", 6, names, 3), -1);
	CHECK_I(cli_word_find("", 0, names, 3), -1);
}

TEST(words_are_listed_whole)
{
	static const char *const names[] = { "delta", "delta-abs", NULL };

	CHECK(cli_word_listed(names, "delta") && cli_word_listed(names, "delta-abs"));
	CHECK(!cli_word_listed(names, "delta-") && !cli_word_listed(names, ""));
	CHECK(!cli_word_listed(NULL, "delta"));
}

static struct cli_match match(const char *word)
{
	static const char *const names[] = { "user-regs", "user-callchains", "user", "quiet",
					     "no-inline" };
	struct cli_match m = { 0 };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		cli_match_try(&m, names[i], false, names[i], word, strlen(word));
	cli_match_try(&m, names[4], true, names[4] + 3, word, strlen(word));
	return m;
}

TEST(an_option_is_known_by_a_beginning_that_no_other_has)
{
	struct cli_match m = match("q");

	CHECK(m.nr == 1 && !m.exact);
	CHECK_S((const char *)m.option, "quiet");
	m = match("inl");
	CHECK(m.nr == 1 && m.unset);
	CHECK_S((const char *)m.option, "no-inline");
	CHECK_U(match("use").nr, 3);
	CHECK_U(match("nothing").nr, 0);
}

TEST(a_whole_name_of_an_option_wins_over_longer_ones)
{
	struct cli_match m = match("user");

	CHECK(m.nr == 1 && m.exact);
	CHECK_S((const char *)m.option, "user");
}
