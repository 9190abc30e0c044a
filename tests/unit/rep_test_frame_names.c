/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/cpu_list.h"
#include "session/describe/attr_text.h"
#include "session/event_names.h"
#include "test.h"

#define BIT(n) (1ull << PDATA_ATTR_##n)

TEST(events_without_a_name_are_named_by_what_they_count)
{
	static const struct {
		struct pdata_attr attr;
		const char *want;
	} t[] = {
		{ { .type = PDATA_TYPE_HARDWARE }, "cycles" },
		{ { .type = PDATA_TYPE_HARDWARE, .config = 9 }, "ref-cycles" },
		{ { .type = PDATA_TYPE_HARDWARE, .config = 10 }, "unknown-hardware" },
		{ { .type = PDATA_TYPE_HARDWARE, .config = 4ull << 32 | 1 }, "cpu/instructions/" },
		{ { .type = PDATA_TYPE_SOFTWARE, .config = 9 }, "dummy" },
		{ { .type = PDATA_TYPE_SOFTWARE, .config = 10 }, "unknown-software" },
		{ { .type = PDATA_TYPE_HW_CACHE, .config = 0x10000 }, "L1-dcache-load-misses" },
		{ { .type = PDATA_TYPE_HW_CACHE, .config = 0x102 }, "LLC-stores" },
		{ { .type = PDATA_TYPE_HW_CACHE, .config = 0x104 }, "invalid-cache" },
		{ { .type = PDATA_TYPE_HW_CACHE, .config = 7 }, "unknown-ext-hardware-cache-type" },
		{ { .type = PDATA_TYPE_HW_CACHE, .config = 0x300 },
		  "unknown-ext-hardware-cache-op" },
		{ { .type = PDATA_TYPE_HW_CACHE, .config = 0x20000 },
		  "unknown-ext-hardware-cache-result" },
		{ { .type = PDATA_TYPE_RAW, .config = 0x1c2 }, "raw 0x1c2" },
		{ { .type = PDATA_TYPE_BREAKPOINT, .bp_addr = 0x1000, .bp_type = 3 },
		  "mem:0x1000:rw" },
		{ {
			  .type = PDATA_TYPE_TRACEPOINT,
			  .config = 3,
		  },
		  "unknown tracepoint" },
		{ { .type = 8 }, "unknown attr type: 8" },
		{ { .type = 0xffffffff }, "unknown attr type: -1" },
	};
	char buf[EVENT_NAME_BYTES];

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		struct pdata_attr a = t[i].attr;

		a.flags |= BIT(EXCLUDE_GUEST);
		event_make_name(&a, buf, sizeof(buf));
		CHECK_S(buf, t[i].want);
	}
}

TEST(modifiers_say_what_is_not_left_out)
{
	static const struct {
		uint64_t flags;
		const char *want;
	} t[] = {
		{ 0, "cycles:HG" },
		{ BIT(EXCLUDE_GUEST), "cycles" },
		{ BIT(EXCLUDE_HOST), "cycles:G" },
		{ BIT(EXCLUDE_KERNEL) | BIT(EXCLUDE_HV), "cycles:u" },
		{ BIT(EXCLUDE_KERNEL) | BIT(EXCLUDE_HV) | BIT(EXCLUDE_GUEST), "cycles:uH" },
		{ BIT(EXCLUDE_USER), "cycles:kh" },
		{ 2 * BIT(PRECISE_IP), "cycles:pp" },
		{ 3 * BIT(PRECISE_IP) | BIT(EXCLUDE_GUEST), "cycles:pppH" },
		{ BIT(EXCLUDE_KERNEL) | BIT(EXCLUDE_USER) | BIT(EXCLUDE_HV), "cycles" },
	};
	char buf[EVENT_NAME_BYTES];

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		const struct pdata_attr a = { .flags = t[i].flags };

		event_make_name(&a, buf, sizeof(buf));
		CHECK_S(buf, t[i].want);
	}
}

TEST(attr_members_that_are_zero_are_not_printed)
{
	static const struct attr_style style = { .first = ": ", .before = ", ", .equals = "=" };
	const struct pdata_attr a = { .type = 1,
				      .size = 128,
				      .config = 0x10,
				      .sample_period = 99,
				      .sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_WEIGHT |
						     PDATA_SAMPLE_IDENTIFIER,
				      .read_format = PDATA_FORMAT_ID | PDATA_FORMAT_LOST,
				      .flags = BIT(FREQ) | 2 * BIT(PRECISE_IP) | BIT(SIGTRAP),
				      .branch_sample_type = PDATA_BRANCH_USER | PDATA_BRANCH_ANY,
				      .clockid = -2,
				      .sig_data = 5 };
	struct out o;

	out_open(&o, -1);
	attr_print(&o, &a, &style);
	out_char(&o, '\0');
	CHECK_S(o.buf, ": type=1, size=128, config=0x10, { sample_period, sample_freq }=99, "
		       "sample_type=IP|IDENTIFIER|WEIGHT, read_format=ID|LOST, freq=1, "
		       "precise_ip=2, sigtrap=1, branch_sample_type=USER|ANY, clockid=-2, "
		       "sig_data=5");
	out_close(&o);
}

TEST(bits_that_have_no_name_are_a_number)
{
	static const struct attr_style style = { .first = "", .before = " ", .equals = "=" };
	const struct pdata_attr a = { .sample_type = PDATA_SAMPLE_TRANSACTION };
	struct out o;

	out_open(&o, -1);
	attr_print(&o, &a, &style);
	out_char(&o, '\0');
	CHECK_S(o.buf, "sample_type=0x20000");
	out_close(&o);
}

static void check_list(const char *list, const char *want)
{
	struct out o;

	out_open(&o, -1);
	cpu_list_print(&o, list);
	out_char(&o, '\0');
	CHECK_S(o.buf, want);
	out_close(&o);
}

TEST(cpu_lists_are_sorted_and_joined)
{
	check_list("0-3", "0-3");
	check_list("0,1,2,3,8", "0-3,8");
	check_list("8,0-1,2", "0-2,8");
	check_list("0-7,2-3", "0-7");
	check_list("5", "5");
	check_list("", "-1");
	check_list("3-1", "3-1");
	check_list("all", "all");
	check_list("1-", "1-");
	check_list("0-99999999999", "0-99999999999");
}

static void check_bits(uint64_t low, uint64_t high, size_t max, const char *want)
{
	const uint64_t words[] = { low, high };
	struct out o;

	out_open(&o, -1);
	cpu_list_print_bits(&o, words, 2, max);
	out_char(&o, '\0');
	CHECK_S(o.buf, want);
	out_close(&o);
}

TEST(bits_print_as_a_list_that_is_cut_where_it_gets_long)
{
	check_bits(0, 0, 99, "");
	check_bits(1, 0, 99, "0");
	check_bits(1ull << 63, 1, 99, "63-64");
	check_bits(~0ull, ~0ull, 99, "0-127");
	check_bits(0x15, 0, 99, "0,2,4");
	check_bits(0x15, 0, 3, "0,2");
	check_bits(1ull << 62, 0, 1, "6");
}
