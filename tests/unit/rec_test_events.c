/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/output_opts.h"
#include "base/rec_event.h"
#include "base/util.h"
#include "common/edit_distance.h"
#include "event/count_opts.h"
#include "event/events.h"
#include "kernel/event_symbols.h"
#include "kernel/pmu.h"
#include "options/options.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static struct rec_arena arena;

static struct rec_evlist parse(const char *text)
{
	struct rec_evlist l = { .arena = &arena };

	CHECK_I(rec_events_parse(&l, text), 0);
	return l;
}

static int refused(const char *text)
{
	struct rec_evlist l = { .arena = &arena };

	return rec_events_parse(&l, text);
}

static const uint64_t guest = UINT64_C(1) << PDATA_ATTR_EXCLUDE_GUEST;
static const uint64_t host = UINT64_C(1) << PDATA_ATTR_EXCLUDE_HOST;
static const uint64_t user = UINT64_C(1) << PDATA_ATTR_EXCLUDE_USER;
static const uint64_t kernel = UINT64_C(1) << PDATA_ATTR_EXCLUDE_KERNEL;
static const uint64_t hv = UINT64_C(1) << PDATA_ATTR_EXCLUDE_HV;

static const struct {
	const char *text;
	uint32_t type;
	uint64_t config;
} known_names[] = {
	{ "cycles", 0, 0 },
	{ "cpu-cycles", 0, 0 },
	{ "instructions", 0, 1 },
	{ "cache-references", 0, 2 },
	{ "cache-misses", 0, 3 },
	{ "branches", 0, 4 },
	{ "branch-instructions", 0, 4 },
	{ "branch-misses", 0, 5 },
	{ "bus-cycles", 0, 6 },
	{ "stalled-cycles-frontend", 0, 7 },
	{ "idle-cycles-backend", 0, 8 },
	{ "ref-cycles", 0, 9 },
	{ "cpu-clock", 1, 0 },
	{ "task-clock", 1, 1 },
	{ "page-faults", 1, 2 },
	{ "faults", 1, 2 },
	{ "context-switches", 1, 3 },
	{ "cs", 1, 3 },
	{ "cpu-migrations", 1, 4 },
	{ "migrations", 1, 4 },
	{ "minor-faults", 1, 5 },
	{ "major-faults", 1, 6 },
	{ "alignment-faults", 1, 7 },
	{ "emulation-faults", 1, 8 },
	{ "dummy", 1, 9 },
	{ "bpf-output", 1, 10 },
	{ "cgroup-switches", 1, 11 },
	{ "L1-dcache-loads", 3, 0 },
	{ "L1-dcache-load-misses", 3, 0x10000 },
	{ "L1-dcache-stores", 3, 0x100 },
	{ "L1-icache-load-misses", 3, 0x10001 },
	{ "LLC-loads", 3, 2 },
	{ "LLC-store-misses", 3, 0x10102 },
	{ "dTLB-load-misses", 3, 0x10003 },
	{ "iTLB-loads", 3, 4 },
	{ "branch-load-misses", 3, 0x10005 },
	{ "node-prefetches", 3, 0x206 },
	{ "L1-dcache-prefetch-misses", 3, 0x10200 },
	{ "dTLB", 3, 3 },
	{ "r1a8", 4, 0x1a8 },
	{ "rC0", 4, 0xc0 },
	{ "1:3", 1, 3 },
	{ "0:0x4", 0, 4 },
};

TEST(names_of_perf_list_give_type_and_number)
{
	for (size_t i = 0; i < REC_NR(known_names); i++) {
		struct rec_evlist l = parse(known_names[i].text);

		CHECK_U(l.nr, 1);
		CHECK_U(l.ev[0].attr.type, known_names[i].type);
		CHECK_U(l.ev[0].attr.config, known_names[i].config);
		CHECK_S(l.ev[0].name, known_names[i].text);
		CHECK_U(l.ev[0].attr.flags, guest);
	}
}

TEST(modifiers_choose_where_an_event_counts)
{
	static const struct {
		const char *text;
		uint64_t flags;
	} rows[] = {
		{ "cycles:u", kernel | hv | guest },
		{ "cycles:k", user | hv },
		{ "cycles:h", user | kernel },
		{ "cycles:uk", hv | guest },
		{ "cycles:ukh", guest },
		{ "cycles:H", guest },
		{ "cycles:G", host },
		{ "cycles:HG", 0 },
		{ "cycles:I", UINT64_C(1) << PDATA_ATTR_EXCLUDE_IDLE },
		{ "cycles:p", guest | UINT64_C(1) << PDATA_ATTR_PRECISE_IP },
		{ "cycles:ppp", guest | UINT64_C(3) << PDATA_ATTR_PRECISE_IP },
		{ "cycles:D", UINT64_C(1) << PDATA_ATTR_PINNED },
		{ "cycles:e", UINT64_C(1) << PDATA_ATTR_EXCLUSIVE },
		{ "cycles:upp", kernel | hv | guest | UINT64_C(2) << PDATA_ATTR_PRECISE_IP },
		{ "cpu-clock/period=9/u", kernel | hv | guest },
		{ "cpu-clock/period=9/:u", kernel | hv | guest },
	};

	for (size_t i = 0; i < REC_NR(rows); i++)
		CHECK_U(parse(rows[i].text).ev[0].attr.flags, rows[i].flags);
	CHECK(parse("cycles:P").ev[0].precise_max);
	CHECK(parse("cycles:S").ev[0].sample_read);
	CHECK(parse("cycles:W").ev[0].weak);
}

TEST(commas_separate_events_but_not_inside_slashes_and_braces)
{
	struct rec_evlist l = parse("cpu-clock/period=5,name=a/"
				    ",cs,{faults,migrations}:u,task-clock:k");

	CHECK_U(l.nr, 5);
	CHECK_S(l.ev[0].name, "a");
	CHECK_S(l.ev[1].name, "cs");
	CHECK_S(l.ev[2].name, "faults");
	CHECK_S(l.ev[4].name, "task-clock:k");
	CHECK_U(l.nr_options, 1);
}

TEST(blanks_may_stand_between_the_parts_of_events)
{
	static const char *const pairs[][2] = {
		{ "{cpu-clock,faults}", "{ cpu-clock , faults }" },
		{ "{cpu-clock,faults}:u", "{cpu-clock,faults} : u " },
		{ "cpu-clock,faults", " cpu-clock ,\tfaults " },
		{ "cpu-clock:u,faults", "cpu-clock : u , faults" },
		{ "cpu-clock/period=7,name=a/k", "cpu-clock / period = 7 , name= 'a' / k " },
		{ "1:3", " 1 : 3 " },
	};

	for (size_t i = 0; i < REC_NR(pairs); i++) {
		struct rec_evlist want = parse(pairs[i][0]), l = parse(pairs[i][1]);

		CHECK_U(l.nr, want.nr);
		for (uint32_t k = 0; k < l.nr && k < want.nr; k++) {
			CHECK(!memcmp(&l.ev[k].attr, &want.ev[k].attr, sizeof(l.ev[k].attr)));
			CHECK_U(l.ev[k].leader, want.ev[k].leader);
			CHECK_U(l.ev[k].terms.period, want.ev[k].terms.period);
			if (!strchr(want.ev[k].name, ':'))
				CHECK_S(l.ev[k].name, want.ev[k].name);
		}
	}
	CHECK_S(parse("g {cs}").ev[0].group_name, "g");
	CHECK_I(refused("cpu-clock faults"), -1);
	CHECK_I(refused("{cpu-clock faults}"), -1);
	CHECK_I(refused("cpu-clock:u k"), -1);
	CHECK_I(refused("{ }"), -1);
}

TEST(an_event_of_two_numbers_has_a_hexadecimal_type_and_terms)
{
	struct rec_evlist l = parse("0x1:0x3,0xa:2:u,1:2/period=5/k");

	CHECK_U(l.nr, 3);
	CHECK_U(l.ev[0].attr.type, 1);
	CHECK_U(l.ev[0].attr.config, 3);
	CHECK_S(l.ev[0].name, "0x1:0x3");
	CHECK_U(l.ev[1].attr.type, 10);
	CHECK_U(l.ev[2].terms.period, 5);
}

TEST(no_modifier_but_p_is_repeated)
{
	CHECK_I(refused("cpu-clock:uu"), -1);
	CHECK_I(refused("cpu-clock:uku"), -1);
	CHECK_I(refused("cpu-clock/period=5/HH"), -1);
	CHECK_I(refused("{cs,faults}:SS"), -1);
	CHECK_U(parse("cpu-clock:pup").ev[0].attr.flags >> PDATA_ATTR_PRECISE_IP & 3, 2);
}

TEST(a_filter_is_for_all_events_of_the_last_e_option)
{
	struct rec_event ev[] = {
		{ .name = "a:b", .tp_system = "a", .option = 0 },
		{ .name = "c:d", .tp_system = "c", .option = 1 },
		{ .name = "e:f", .tp_system = "e", .option = 1 },
	};
	struct rec_evlist l = { &arena, ev, 3, 2 };

	CHECK_I(rec_events_filter(&l, "x == 1"), 0);
	CHECK_I(rec_events_filter(&l, "y == 2"), 0);
	CHECK(!ev[0].filter);
	CHECK_S(ev[1].filter, "(x == 1) && (y == 2)");
	CHECK_S(ev[2].filter, "(x == 1) && (y == 2)");
}

TEST(a_filter_needs_tracepoints_only)
{
	struct rec_event ev[] = {
		{ .name = "a:b", .tp_system = "a", .option = 0 },
		{ .name = "cpu-clock", .option = 1 },
		{ .name = "c:d", .tp_system = "c", .option = 1 },
	};
	struct rec_evlist l = { &arena, ev, 3, 2 };

	CHECK_I(rec_events_filter(&l, "x == 1"), -1);
	CHECK(!ev[0].filter && !ev[2].filter);
	ev[1].option = 0;
	CHECK_I(rec_events_filter(&l, "x == 1"), 0);
	CHECK_S(ev[2].filter, "x == 1");
}

TEST(groups_have_a_leader_and_share_modifiers)
{
	struct rec_evlist l = parse("cs,pair{faults:k,migrations}:S");

	CHECK_U(l.nr, 3);
	CHECK_U(l.ev[0].leader, 0);
	CHECK_U(l.ev[1].leader, 1);
	CHECK_U(l.ev[2].leader, 1);
	CHECK_U(l.ev[1].nr_members, 2);
	CHECK_S(l.ev[1].group_name, "pair");
	CHECK(!l.ev[0].sample_read && l.ev[1].sample_read && l.ev[2].sample_read);
	CHECK_U(l.ev[1].attr.flags, user | hv);
	l = parse("{cs,faults}:D");
	CHECK(pdata_attr_flag(&l.ev[0].attr, PDATA_ATTR_PINNED));
	CHECK(!pdata_attr_flag(&l.ev[1].attr, PDATA_ATTR_PINNED));
}

TEST(terms_are_kept_with_the_event)
{
	struct rec_evlist l = parse("cpu-clock/"
				    "period=1000,call-graph=dwarf,stack-size=1001,max-stack=7,no-"
				    "inherit,time=0/");
	const struct rec_terms *t = &l.ev[0].terms;

	CHECK_U(t->set, REC_TERM_PERIOD | REC_TERM_CALLGRAPH | REC_TERM_STACK_SIZE |
				REC_TERM_MAX_STACK | REC_TERM_INHERIT | REC_TERM_TIME);
	CHECK_U(t->period, 1000);
	CHECK_S(t->callgraph, "dwarf");
	CHECK_U(t->stack_size, 1008);
	CHECK_U(t->max_stack, 7);
	CHECK(!t->inherit && !t->time);
	CHECK_S(l.ev[0].name, "cpu-clock/"
			      "period=1000,call-graph=dwarf,stack-size=1001,max-stack=7,no-inherit,"
			      "time=0/");
	CHECK_S(parse("cs/name='a,b/c'/").ev[0].name, "a,b/c");
}

TEST(breakpoints_have_address_length_and_access)
{
	static const struct {
		const char *text;
		uint64_t addr, len;
		uint32_t type;
	} rows[] = {
		{ "mem:0x1000", 0x1000, 4, 3 },
		{ "mem:0x1000:w", 0x1000, 4, 2 },
		{ "mem:0x1000/8:rw", 0x1000, 8, 3 },
		{ "mem:4096/1:r:u", 4096, 1, 1 },
		{ "mem:0x1000:x", 0x1000, sizeof(long), 4 },
		{ "mem:0x1000:u", 0x1000, 4, 3 },
	};

	for (size_t i = 0; i < REC_NR(rows); i++) {
		struct rec_evlist l = parse(rows[i].text);

		CHECK_U(l.ev[0].attr.type, PDATA_TYPE_BREAKPOINT);
		CHECK_U(l.ev[0].attr.bp_addr, rows[i].addr);
		CHECK_U(l.ev[0].attr.bp_len, rows[i].len);
		CHECK_U(l.ev[0].attr.bp_type, rows[i].type);
		CHECK_S(l.ev[0].name, rows[i].text);
	}
}

TEST(bad_event_text_is_refused)
{
	static const char *const texts[] = {
		"",
		",",
		"cs,",
		",cs",
		"cs,,cs",
		"nosuchevent",
		"cs:",
		"cs:q",
		"cs:pppp",
		"{cs",
		"cs}",
		"{cs,}",
		"{}",
		"{cs}:",
		"{cs,{cs}}",
		"cs/",
		"cs/period/",
		"cs/period=/",
		"cs/period=x/",
		"cs/period=-1/",
		"cs/nothing=1/",
		"cs/period=1",
		"cs/period=1/q",
		"cs/call-graph=x/",
		"cs/call-graph=dwarf,9/",
		"cs/name=/",
		"cs/name='a/",
		"cs/stack-size=65536/",
		"cs/time=2/",
		"cs/branch_type=bogus/",
		"mem:",
		"mem:x",
		"mem:1/",
		"nosuchpmu/event=1/",
		"r",
		"1:",
		"x:y:z",
		"../x:y",
		"sched:../../x",
		"cs u",
		"cs:u k",
		"cpu-clock//q",
		"\xff\xfe",
		"/",
		"//",
		":",
		"{",
		"}",
		"cs/name=a/b/",
	};

	for (size_t i = 0; i < REC_NR(texts); i++)
		if (!refused(texts[i]))
			test_fail(__FILE__, __LINE__, "'%s' is taken", texts[i]);
}

TEST(every_beginning_of_a_long_text_ends_in_an_answer)
{
	static const char text[] = "g{cpu-clock/period=5,call-graph=dwarf/u,mem:0x1000/"
				   "8:rw:k}:SD,r1a8:ppp,L1-dcache-loads,1:3";
	char part[sizeof(text)];

	for (size_t n = 0; n < sizeof(text); n++) {
		struct rec_evlist l = { .arena = &arena };

		memcpy(part, text, n);
		part[n] = '\0';
		rec_events_parse(&l, part);
	}
	CHECK_I(refused(text), 0);
}

TEST(format_bits_of_a_pmu_land_where_they_should)
{
	struct pdata_attr at = { .size = 128 };

	CHECK_I(rec_pmu_format_apply("config:0-7,32-35", 0xabc, &at), 0);
	CHECK_U(at.config, 0xa000000bcull);
	CHECK_I(rec_pmu_format_apply("config1:63", 1, &at), 0);
	CHECK_U(at.bp_addr, UINT64_C(1) << 63);
	CHECK_I(rec_pmu_format_apply("config2:0-63", UINT64_MAX, &at), 0);
	CHECK_U(at.bp_len, UINT64_MAX);
	CHECK_I(rec_pmu_format_apply("config:0-7", 0x1ff, &at), -2);
	CHECK_U(at.config, 0xa000000bcull);
	CHECK_I(rec_pmu_format_apply("config:", 0, &at), -1);
	CHECK_I(rec_pmu_format_apply("config:7-0", 0, &at), -1);
	CHECK_I(rec_pmu_format_apply("config:0-64", 0, &at), -1);
	CHECK_I(rec_pmu_format_apply("config9:0", 0, &at), -1);
	CHECK_I(rec_pmu_format_apply("config:0x", 0, &at), -1);
}

TEST(unknown_names_lead_to_near_ones)
{
	CHECK(strstr(rec_suggest_names(&arena, "cpu-clok"), "cpu-clock"));
	CHECK(strstr(rec_suggest_names(&arena, "page-fault"), "page-faults"));
	CHECK_S(rec_suggest_names(&arena, "zzzzzzzzzz"), "");
	CHECK_I(pd_edit_distance("kitten", 6, "sitting", 7), 3);
	CHECK_I(pd_edit_distance("", 0, "abc", 3), 3);
}

TEST(events_without_a_name_are_called_as_perf_calls_them)
{
	struct pdata_attr at = { .type = 1, .config = 0, .flags = guest };

	CHECK_S(rec_name_of_attr(&arena, &at), "cpu-clock");
	at.flags = guest | UINT64_C(3) << PDATA_ATTR_PRECISE_IP;
	CHECK_S(rec_name_of_attr(&arena, &at), "cpu-clock:pppH");
	at.flags = guest | kernel | hv;
	CHECK_S(rec_name_of_attr(&arena, &at), "cpu-clock:uH");
	at.flags = kernel | hv;
	CHECK_S(rec_name_of_attr(&arena, &at), "cpu-clock:u");
	at = (struct pdata_attr){ .type = 1, .config = 9 };
	CHECK_S(rec_name_of_attr(&arena, &at), "dummy:HG");
	at = (struct pdata_attr){ .type = 3, .config = 0x10000, .flags = guest };
	CHECK_S(rec_name_of_attr(&arena, &at), "L1-dcache-load-misses");
	at.config = 0x10005;
	CHECK_S(rec_name_of_attr(&arena, &at), "branch-load-misses");
}

TEST(when_files_are_switched)
{
	static const struct {
		const char *text;
		uint64_t bytes, ns;
	} rows[] = {
		{ "signal", 0, 0 },
		{ "100K", 102400, 0 },
		{ "1M", 1048576, 0 },
		{ "2G", UINT64_C(2) << 30, 0 },
		{ "4096B", 4096, 0 },
		{ "1s", 0, UINT64_C(1000000000) },
		{ "2m", 0, UINT64_C(120000000000) },
		{ "1h", 0, UINT64_C(3600000000000) },
		{ "1d", 0, UINT64_C(86400000000000) },
	};
	static const char *const wrong[] = { "",    "0s",   "0K",
					     "5",   "s",    "1x",
					     "-1s", "1.5s", "99999999999999999d" };
	struct rec_switch_opts sw = { .max_files = 3 };

	CHECK_I(rec_parse_switch(NULL, &sw), 0);
	CHECK(sw.enabled && sw.by_signal && sw.max_files == 3);
	for (size_t i = 0; i < REC_NR(rows); i++) {
		CHECK_I(rec_parse_switch(rows[i].text, &sw), 0);
		CHECK_U(sw.bytes, rows[i].bytes);
		CHECK_U(sw.ns, rows[i].ns);
		CHECK(sw.by_signal == (i == 0));
	}
	for (size_t i = 0; i < REC_NR(wrong); i++)
		CHECK_I(rec_parse_switch(wrong[i], &sw), -1);
}

TEST(delays_are_a_time_or_ranges)
{
	static const char *const bad[] = { "",	   "x",	    "-2",  "1-",      "5-5",	  "10-5",
					   "1-2,", "1-2,3", "1,2", "1-3,2-4", "86400001", "1-2,x" };
	struct rec_arena a = { 0 };
	struct rec_count_opts o = { 0 };

	CHECK_I(rec_parse_delay(&a, "-1", &o), 0);
	CHECK_I(o.delay_ms, -1);
	CHECK_U(o.nr_toggles, 0);
	CHECK_I(rec_parse_delay(&a, "100", &o), 0);
	CHECK_I(o.delay_ms, 100);
	CHECK_U(o.nr_toggles, 1);
	CHECK(o.toggles[0].on && o.toggles[0].ms == 100);
	CHECK_I(rec_parse_delay(&a, "10-20,30-40", &o), 0);
	CHECK_U(o.nr_toggles, 4);
	for (uint32_t i = 0; i < 4; i++) {
		CHECK_U(o.toggles[i].ms, 10 * (i + 1));
		CHECK_I(o.toggles[i].on, i % 2 == 0);
	}
	CHECK_I(rec_parse_delay(&a, "0-20", &o), 0); /* on from the start */
	CHECK_I(o.delay_ms, 0);
	CHECK_U(o.nr_toggles, 1);
	CHECK(!o.toggles[0].on && o.toggles[0].ms == 20);
	for (size_t i = 0; i < REC_NR(bad); i++)
		if (!rec_parse_delay(&a, bad[i], &o))
			CHECK_S(bad[i], "refused");
	rec_arena_free(&a);
}
