/* SPDX-License-Identifier: BSD-2-Clause */
/* -F, --time and the words of numbers. */

#include "profile/hist/data_src.h"
#include "script/script.h"
#include "session/describe/reg_names.h"
#include "test.h"

#define HW PDATA_TYPE_HARDWARE
#define TRACE PDATA_TYPE_TRACEPOINT

static struct script_types types_of(const char *arg)
{
	struct script_types t;

	script_types_init(&t);
	CHECK_I(script_types_parse(&t, arg), 0);
	return t;
}

static int parse(const char *arg)
{
	struct script_types t;

	script_types_init(&t);
	return script_types_parse(&t, arg);
}

TEST(a_list_of_fields_replaces_the_defaults)
{
	struct script_types t = types_of("comm,ip,trace");

	CHECK_U(t.type[HW].fields, SCRIPT_F(comm) | SCRIPT_F(ip));
	CHECK_U(t.type[TRACE].fields, SCRIPT_F(comm) | SCRIPT_F(ip) | SCRIPT_F(trace));
	CHECK(t.type[HW].user_set && t.type[HW].wildcard);
}

TEST(plus_and_minus_change_the_defaults)
{
	struct script_types before, t = types_of("+addr,-comm");

	script_types_init(&before);
	CHECK_U(t.type[HW].fields, (before.type[HW].fields | SCRIPT_F(addr)) & ~SCRIPT_F(comm));
	CHECK_U(t.type[HW].user_fields, SCRIPT_F(addr));
	CHECK_U(t.type[HW].unset_fields, SCRIPT_F(comm));
}

TEST(a_type_before_the_fields_changes_only_that)
{
	struct script_types before, t = types_of("trace:time");

	script_types_init(&before);
	CHECK_U(t.type[TRACE].fields, SCRIPT_F(time));
	CHECK_U(t.type[HW].fields, before.type[HW].fields);
}

TEST(flags_is_a_field_without_a_type)
{
	CHECK(types_of("+flags").flags);
	CHECK(!types_of("comm").flags);
}

TEST(lists_of_fields_that_mean_nothing)
{
	CHECK_I(parse(""), -1);
	CHECK_I(parse("comm,nonsense"), -1);
	CHECK_I(parse("moon:comm"), -1);
	CHECK_I(parse("hw:trace"), -1);
	CHECK_I(parse("+addr,comm"), -1);
}

static uint32_t times(const char *arg, struct script_time_range *r, uint32_t max)
{
	struct script_time_range *all;
	uint32_t nr;

	CHECK_I(script_time_parse(arg, 1000, 2000, false, &all, &nr), 0);
	CHECK(nr <= max);
	memcpy(r, all, nr * sizeof(*r));
	free(all);
	return nr;
}

static int bad_time(const char *arg)
{
	struct script_time_range *all;
	uint32_t nr;

	return script_time_parse(arg, 1000, 2000, false, &all, &nr);
}

TEST(times_in_seconds)
{
	struct script_time_range r[2];

	CHECK_U(times("1.5,2", r, 2), 1);
	CHECK_U(r[0].start, 1500000000);
	CHECK_U(r[0].end, 2000000000);
	CHECK_U(times(",0.000000007", r, 2), 1);
	CHECK_U(r[0].start, 0);
	CHECK_U(r[0].end, 7);
	CHECK_U(times("1,2 3,4", r, 2), 2);
	CHECK_U(r[1].start, 3000000000);
}

TEST(times_in_percent)
{
	struct script_time_range r[2];

	CHECK_U(times("10%/2", r, 2), 1);
	CHECK_U(r[0].start, 1100);
	CHECK_U(r[0].end, 1199);
	CHECK_U(times("0%-10%,90%-100%", r, 2), 2);
	CHECK_U(r[0].start, 1000);
	CHECK_U(r[0].end, 1099);
	CHECK_U(r[1].end, 2000);
	CHECK_U(times("20%", r, 2), 1);
	CHECK_U(r[0].end, 1199);
}

TEST(times_since_the_first_sample)
{
	struct script_time_range *r;
	uint32_t nr;

	CHECK_I(script_time_parse("0.000000005,", 1000, 2000, true, &r, &nr), 0);
	CHECK_U(r[0].start, 1005);
	CHECK_U(r[0].end, 0);
	free(r);
	CHECK_I(script_time_parse("0,0.000000007", 1000, 2000, true, &r, &nr), 0);
	CHECK_U(r[0].start, 1000);
	CHECK_U(r[0].end, 1007);
	free(r);
	CHECK_I(script_time_parse("10%/2", 1000, 2000, true, &r, &nr), 0);
	CHECK_U(r[0].start, 1100);
	free(r);
	CHECK_I(script_time_parse("18446744073,", 1000000000, 2, true, &r, &nr), -1);
}

TEST(times_that_mean_nothing)
{
	CHECK_I(bad_time("18446744074,"), -1);
	CHECK_I(bad_time("99999999999999999999999,"), -1);
	CHECK_I(bad_time("1.5"), -1);
	CHECK_I(bad_time("2,1"), -1);
	CHECK_I(bad_time("1,2 2,3"), -1);
	CHECK_I(bad_time("x,2"), -1);
	CHECK_I(bad_time("110%"), -1);
	CHECK_I(bad_time("0%/1"), -1);
}

TEST(memory_access_in_words)
{
	char b[100];

	data_src_text(0x68100142, b, sizeof(b));
	CHECK_S(b, "|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A");
	data_src_text(0, b, sizeof(b));
	CHECK_S(b, "|OP No|LVL N/A|SNP N/A|TLB N/A|LCK No|BLK  N/A");
	data_src_text(~0ull, b, 20);
	CHECK_U(strlen(b), 19);
}

TEST(registers_have_names_of_their_architecture)
{
	CHECK_S(script_reg_name("x86", 8), "IP");
	CHECK_S(script_reg_name("arm64", 30), "lr");
	CHECK_S(script_reg_name("s390", 33), "PC");
	CHECK_S(script_reg_name("x86", 24), "unknown");
	CHECK_S(script_reg_name("arm", 63), "unknown");
	CHECK_S(script_reg_name("vax", 0), "unknown");
}
