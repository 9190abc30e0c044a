/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/suggest.h"
#include "test.h"

#include <string.h>

static const char *meant(const char *word)
{
	static const char *const names[] = { "comm", "dso", "pid",	    "symbol",
					     "sort", "tid", "branch-stack", NULL };
	struct suggestion n = suggest_begin(word, strlen(word));

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		suggest_try(&n, names[i]);
	return n.name ? n.name : "";
}

TEST(a_slip_of_the_pen_is_seen_through)
{
	CHECK_S(meant("dsoo"), "dso");
	CHECK_S(meant("sotr"), "sort");
	CHECK_S(meant("tdi"), "tid");
	CHECK_S(meant("com"), "comm");
	CHECK_S(meant("simbol"), "symbol");
	CHECK_S(meant("barnch_stack"), "branch-stack");
}

TEST(another_word_is_no_slip)
{
	CHECK_S(meant(""), "");
	CHECK_S(meant("x"), "");
	CHECK_S(meant("foo"), "");
	CHECK_S(meant("overhead"), "");
	CHECK_S(meant("branch-counters"), "");
	CHECK_S(meant("a word that is much longer than any name that there could be"), "");
}

TEST(only_the_characters_of_the_word_count)
{
	struct suggestion n = suggest_begin("dsoo,comm", 4);

	suggest_try(&n, "comm");
	suggest_try(&n, "dso");
	CHECK_S(suggest_text(&n, "--"), "; did you mean --dso?");
	n = suggest_begin("zzz", 3);
	suggest_try(&n, "dso");
	CHECK_S(suggest_text(&n, "--"), ";");
}
