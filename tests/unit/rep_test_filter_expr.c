/* SPDX-License-Identifier: BSD-2-Clause */
#include "profile/filter/filter_expr.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const struct pdata_sample sample = {
	.have = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_CPU |
		PDATA_SAMPLE_WEIGHT_STRUCT,
	.ip = 0xffffffff81000010,
	.pid = (uint32_t)-1,
	.tid = 7,
	.cpu = 3,
	.weight = 0x500000009, /* two numbers: the weight is the lower one */
};

static const struct filter_names names = {
	.event = "cycles:u",
	.comm = "work \"er\"",
	.sym = "do_it",
	.dso = "libc.so.6",
	.path = "/usr/lib/libc.so.6",
};

/* 1 it holds, 0 it does not, -1 it is no expression. The sample is at 1.5 s, its period 1000. */
static int says(const char *text)
{
	char why[128] = "";
	struct filter_expr *e = filter_expr_parse(text, why, sizeof(why));
	int holds;

	if (!e) {
		CHECK(*why);
		return -1;
	}
	holds = filter_expr_holds(e, filter_expr_numbers(e, &sample, 1500000000, 1000), &names);
	filter_expr_free(e);
	return holds;
}

TEST(a_comparison_of_numbers_holds_as_it_is_written)
{
	CHECK_I(says("period == 1000"), 1);
	CHECK_I(says("period != 1000"), 0);
	CHECK_I(says("period<1000"), 0);
	CHECK_I(says("period <= 0x3e8"), 1);
	CHECK_I(says("period > 999"), 1);
	CHECK_I(says("period >= 1001"), 0);
	CHECK_I(says("weight == 9"), 1);
	CHECK_I(says("ip > 0xffffffff81000000"), 1);
	CHECK_I(says("ip > 18446744073709551615"), 0);
}

TEST(a_pid_may_be_less_than_zero)
{
	CHECK_I(says("pid == -1"), 1);
	CHECK_I(says("pid < 0"), 1);
	CHECK_I(says("tid > -1"), 1);
	CHECK_I(says("pid < 18446744073709551615"), -1);
	CHECK_I(says("period > -1"), -1);
}

TEST(a_time_is_in_seconds)
{
	CHECK_I(says("time == 1.5"), 1);
	CHECK_I(says("time >= 1.500000001"), 0);
	CHECK_I(says("time > 1.4999999999"), 1);
	CHECK_I(says("time < 2"), 1);
	CHECK_I(says("time > 1.5s"), -1);
	CHECK_I(says("time > 99999999999999999999"), -1);
	CHECK_I(says("time > 18446744074"), -1);
}

TEST(a_field_that_the_sample_has_not_holds_for_nothing)
{
	CHECK_I(says("addr == 0"), 0);
	CHECK_I(says("addr != 1"), 0);
	CHECK_I(says("!(addr == 0)"), 1);
}

TEST(names_are_compared_whole_or_by_patterns)
{
	CHECK_I(says("comm == \"work \\\"er\\\"\""), 1);
	CHECK_I(says("comm == 'work \"er\"'"), 1);
	CHECK_I(says("comm == work"), 0);
	CHECK_I(says("comm =~ ^work"), 1);
	CHECK_I(says("sym =~ '^(do|undo)_'"), 1);
	CHECK_I(says("symbol !~ it$"), 0);
	CHECK_I(says("event==cycles:u"), 1);
	CHECK_I(says("sym != main"), 1);
	CHECK_I(says("sym == ''"), 0);
}

TEST(an_object_is_called_by_either_of_its_names)
{
	CHECK_I(says("dso == libc.so.6"), 1);
	CHECK_I(says("dso == /usr/lib/libc.so.6"), 1);
	CHECK_I(says("dso != libc.so.6"), 0);
	CHECK_I(says("dso != /usr/lib/libc.so.6"), 0);
	CHECK_I(says("dso !~ ^libc"), 0);
}

TEST(and_binds_closer_than_or_and_not_closest)
{
	CHECK_I(says("cpu == 3 || cpu == 9 && period == 0"), 1);
	CHECK_I(says("(cpu == 3 || cpu == 9) && period == 0"), 0);
	CHECK_I(says("! cpu == 9 && period == 1000"), 1);
	CHECK_I(says("!!(cpu == 3)"), 1);
	CHECK_I(says("!cpu == 3 || sym == do_it"), 1);
	CHECK_I(says("  ( ( cpu==3 ) )  "), 1);
}

TEST(what_is_no_expression_is_refused)
{
	static const char *const bad[] = { "",
					   " ",
					   "period",
					   "period ==",
					   "== 3",
					   "period = 3",
					   "period == 3 4",
					   "nothing == 3",
					   "period == 3 &&",
					   "&& period == 3",
					   "(period == 3",
					   "period == 3)",
					   "period =~ 3",
					   "comm < a",
					   "comm =~ '('",
					   "comm == 'a",
					   "period == 3k",
					   "perio == 3",
					   "cpu == 3 & cpu == 3",
					   "PERIOD == 1",
					   "comm == \\" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (i + 1 < sizeof(bad) / sizeof(bad[0]))
			CHECK_I(says(bad[i]), -1);
		else
			CHECK_I(says(bad[i]), 0); /* a backslash is a word */
	}
}

/* @open and @close around a comparison, each @nr times. */
static int nested(const char *open, const char *close, size_t nr)
{
	char *text = calloc(1, nr * (strlen(open) + strlen(close)) + 32);
	int rc;

	for (size_t i = 0; i < nr; i++)
		strcat(text, open);
	strcat(text, "cpu == 3");
	for (size_t i = 0; i < nr; i++)
		strcat(text, close);
	rc = says(text);
	free(text);
	return rc;
}

TEST(depth_and_length_have_an_end)
{
	CHECK_I(nested("(", ")", 60), 1);
	CHECK_I(nested("(", ")", 5000), -1);
	CHECK_I(nested("!", "", 60), 1);
	CHECK_I(nested("!", "", 5000), -1);
	CHECK_I(nested("", " && tid == 7", 63), 1);
	CHECK_I(nested("", " && tid == 7", 64), -1);
	CHECK_I(nested("", " || tid == 7", 5000), -1);
}

TEST(fields_that_no_event_records_are_named)
{
	char why[128];
	struct filter_expr *e = filter_expr_parse("period > 1 && (weight > 2 || sym == a || addr "
						  "== 3)",
						  why, sizeof(why));

	CHECK_U(filter_expr_wants(e),
		PDATA_SAMPLE_WEIGHT | PDATA_SAMPLE_WEIGHT_STRUCT | PDATA_SAMPLE_ADDR);
	CHECK_S(filter_expr_missing(e, PDATA_SAMPLE_ADDR), "weight");
	CHECK_S(filter_expr_missing(e, PDATA_SAMPLE_WEIGHT_STRUCT), "addr");
	CHECK(!filter_expr_missing(e, PDATA_SAMPLE_WEIGHT | PDATA_SAMPLE_ADDR));
	filter_expr_free(e);
}
