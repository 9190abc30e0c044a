/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits of questions to debuginfod servers. */
#include "object/elf/debuginfod.h"
#include "test.h"

#include <stdlib.h>

static struct sym_debuginfod_limits limits(const char *timeout, const char *maxtime,
					   const char *maxsize)
{
	const char *const set[][2] = { { "DEBUGINFOD_TIMEOUT", timeout },
				       { "DEBUGINFOD_MAXTIME", maxtime },
				       { "DEBUGINFOD_MAXSIZE", maxsize } };
	struct sym_debuginfod_limits l;

	for (size_t i = 0; i < sizeof(set) / sizeof(*set); i++)
		CHECK(!(set[i][1] ? setenv(set[i][0], set[i][1], 1) : unsetenv(set[i][0])));
	sym_debuginfod_limits(&l);
	return l;
}

TEST(debuginfod_waits_60_seconds_and_takes_2_gb_where_the_user_set_nothing)
{
	struct sym_debuginfod_limits l = limits(NULL, NULL, NULL);

	CHECK(l.silent_s == 60 && l.total_s == 60 && l.bytes == 2147483648u);
	l = limits("", "", "");
	CHECK(l.silent_s == 60 && l.total_s == 60 && l.bytes == 2147483648u);
}

TEST(debuginfod_limits_of_the_user_are_kept)
{
	struct sym_debuginfod_limits l = limits("5", "7", "1000");

	CHECK(l.silent_s == 5 && l.total_s == 7 && l.bytes == 1000);
	l = limits("0", "0", "0");
	CHECK(!l.silent_s && !l.total_s && !l.bytes);
	l = limits("-1", NULL, NULL);
	CHECK(!l.silent_s && !l.total_s && l.bytes == 2147483648u);
}

TEST(debuginfod_default_does_not_cut_a_longer_wait_that_the_user_set)
{
	struct sym_debuginfod_limits l = limits("300", NULL, NULL);

	CHECK(l.silent_s == 300 && l.total_s == 300);
	l = limits("5", NULL, NULL);
	CHECK(l.silent_s == 5 && l.total_s == 60);
}
