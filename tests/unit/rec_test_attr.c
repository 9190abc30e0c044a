/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/recorder.h"
#include "event/count_opts.h"
#include "event/events.h"
#include "event/fallback.h"
#include "event/sample_opts.h"
#include "kernel/sample_regs.h"
#include "kernel/target_opts.h"
#include "options/options.h"
#include "options/ring_opts.h"
#include "test.h"

static struct rec_arena arena;

struct setup {
	struct rec_opts o;
	struct rec_evlist l;
	struct rec_targets t;
};

/* Options as a user types them; the command is left out, whether there is one is @workload. */
static struct setup config(bool workload, int argc, const char *const *argv)
{
	struct setup s = { .l.arena = &arena };
	char *args[16];
	int n = 0;

	args[n++] = rec_strdup(&arena, "pdata-record");
	for (int i = 0; i < argc; i++)
		args[n++] = rec_strdup(&arena, argv[i]);
	args[n] = NULL;
	CHECK_I(rec_opts_parse(&s.o, &s.l, n, args), 0);
	if (!s.l.nr)
		rec_events_default(&s.l);
	s.t.workload = workload;
	s.t.has_cpu = s.o.target->system_wide || s.o.target->cpu_list;
	s.t.command_only = workload && !s.t.has_cpu;
	if (s.o.target->per_thread)
		s.o.target->no_inherit = true;
	CHECK_I(rec_attr_config(&s.o, &s.l, &s.t), 0);
	return s;
}

#define CONFIG(...)                                                                                \
	config(true, (int)REC_NR(((const char *const[]){ __VA_ARGS__ })),                          \
	       (const char *const[]){ __VA_ARGS__ })

#define BIT(name) (UINT64_C(1) << PDATA_ATTR_##name)
#define ID_BITS (PDATA_SAMPLE_ID | PDATA_SAMPLE_IDENTIFIER)
static const uint64_t base = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME;
static const uint64_t side_band = BIT(MMAP) | BIT(MMAP2) | BIT(COMM) | BIT(COMM_EXEC) | BIT(TASK) |
				  BIT(KSYMBOL) | BIT(BPF_EVENT) | BIT(BUILD_ID);

TEST(one_event_of_a_command_needs_no_id)
{
	struct setup s = CONFIG("-e", "cpu-clock", "-F", "99");
	const struct pdata_attr *a = &s.l.ev[0].attr;

	CHECK_U(s.l.nr, 1);
	CHECK_U(a->sample_type, base | PDATA_SAMPLE_PERIOD);
	CHECK_U(a->sample_period, 99);
	CHECK_U(a->read_format, PDATA_FORMAT_ID | PDATA_FORMAT_LOST);
	CHECK_U(a->flags, side_band | BIT(DISABLED) | BIT(INHERIT) | BIT(FREQ) |
				  BIT(ENABLE_ON_EXEC) | BIT(SAMPLE_ID_ALL) | BIT(EXCLUDE_GUEST));
	CHECK_U(a->size, 128);
}

TEST(a_count_is_a_period_and_its_samples_need_none)
{
	struct setup s = CONFIG("-e", "cpu-clock", "-c", "1000");

	CHECK_U(s.l.ev[0].attr.sample_type, base);
	CHECK_U(s.l.ev[0].attr.sample_period, 1000);
	CHECK(!pdata_attr_flag(&s.l.ev[0].attr, PDATA_ATTR_FREQ));
}

TEST(system_wide_has_a_side_band_event_of_its_own)
{
	struct setup s = CONFIG("-a", "-F", "99", "-e", "cpu-clock");

	CHECK_U(s.l.nr, 2);
	CHECK_S(s.l.ev[1].name, "dummy:HG");
	CHECK_U(s.l.ev[0].attr.flags & side_band, 0);
	CHECK_U(s.l.ev[1].attr.flags & side_band, side_band);
	CHECK(!pdata_attr_flag(&s.l.ev[1].attr, PDATA_ATTR_DISABLED));
	CHECK(!pdata_attr_flag(&s.l.ev[0].attr, PDATA_ATTR_ENABLE_ON_EXEC));
	for (int i = 0; i < 2; i++)
		CHECK_U(s.l.ev[i].attr.sample_type & (ID_BITS | PDATA_SAMPLE_CPU),
			PDATA_SAMPLE_ID | PDATA_SAMPLE_CPU);
}

TEST(code_that_changes_is_asked_for_with_a_copy_of_it)
{
	struct setup all = CONFIG("-e", "cpu-clock", "-a", "--kcore"),
		     one = CONFIG("-e", "cpu-clock", "--kcore");

	CHECK(pdata_attr_flag(&all.l.ev[all.l.nr - 1].attr, PDATA_ATTR_TEXT_POKE));
	CHECK(!pdata_attr_flag(&all.l.ev[0].attr, PDATA_ATTR_TEXT_POKE));
	CHECK(!pdata_attr_flag(&one.l.ev[0].attr, PDATA_ATTR_TEXT_POKE));
}

TEST(events_of_different_content_get_identifiers)
{
	struct setup s =
		CONFIG("-e", "cpu-clock/call-graph=fp/", "-e", "cs/period=1,call-graph=no/");

	CHECK_U(s.l.ev[0].attr.sample_type & ID_BITS, PDATA_SAMPLE_IDENTIFIER);
	CHECK_U(s.l.ev[1].attr.sample_type & ID_BITS, PDATA_SAMPLE_IDENTIFIER);
	CHECK(s.l.ev[0].attr.sample_type & PDATA_SAMPLE_CALLCHAIN);
	CHECK(!(s.l.ev[1].attr.sample_type & PDATA_SAMPLE_CALLCHAIN));
}

TEST(dwarf_chains_take_registers_stack_and_data_maps)
{
	struct setup s = CONFIG("-e", "cpu-clock", "--call-graph", "dwarf,4096");
	const struct pdata_attr *a = &s.l.ev[0].attr;

	CHECK_U(a->sample_type, base | PDATA_SAMPLE_PERIOD | PDATA_SAMPLE_CALLCHAIN |
					PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER |
					PDATA_SAMPLE_ADDR | PDATA_SAMPLE_DATA_SRC);
	CHECK_U(a->sample_stack_user, 4096);
	CHECK_U(a->sample_regs_user, rec_regs_all_user());
	CHECK(pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_CALLCHAIN_USER));
	CHECK(pdata_attr_flag(a, PDATA_ATTR_MMAP_DATA));
}

TEST(g_does_not_change_the_mode_of_call_graph)
{
	struct setup before = CONFIG("--call-graph", "dwarf,4096", "-g", "-e", "cpu-clock");
	struct setup after = CONFIG("-g", "--call-graph", "dwarf,4096", "-e", "cpu-clock");

	CHECK_U(before.l.ev[0].attr.sample_stack_user, 4096);
	CHECK_U(before.l.ev[0].attr.sample_type, after.l.ev[0].attr.sample_type);
}

TEST(a_term_overrules_the_option)
{
	struct setup s =
		CONFIG("-g", "-F", "99", "-e", "cpu-clock/period=7,call-graph=no,no-inherit/");

	CHECK_U(s.l.ev[0].attr.sample_period, 7);
	CHECK_U(s.l.ev[0].attr.sample_type, base);
	CHECK(!pdata_attr_flag(&s.l.ev[0].attr, PDATA_ATTR_INHERIT));
}

TEST(the_last_term_of_period_and_freq_counts)
{
	struct setup s = CONFIG("-e", "cpu-clock/freq=50,period=1000/,cpu-clock/period=9,freq=70/");

	CHECK_U(s.l.ev[0].attr.sample_period, 1000);
	CHECK_U(s.l.ev[0].attr.flags & BIT(FREQ), 0);
	CHECK_U(s.l.ev[0].attr.sample_type & PDATA_SAMPLE_PERIOD, 0);
	CHECK_U(s.l.ev[1].attr.sample_period, 70);
	CHECK_U(s.l.ev[1].attr.flags & BIT(FREQ), BIT(FREQ));
}

TEST(stack_terms_of_0_have_no_effect)
{
	struct setup off = CONFIG("-e", "cpu-clock/max-stack=0,stack-size=0/");
	struct setup on = CONFIG("-g", "-e", "cpu-clock/stack-size=0,max-stack=5,max-stack=0/");

	CHECK(!(off.l.ev[0].attr.sample_type & PDATA_SAMPLE_CALLCHAIN));
	CHECK(on.l.ev[0].attr.sample_type & PDATA_SAMPLE_CALLCHAIN);
	CHECK_U(on.l.ev[0].attr.sample_max_stack, 0);
}

TEST(members_of_a_read_group_do_not_sample)
{
	struct setup s = CONFIG("-c", "1000", "-e", "{task-clock,cs}:S");

	CHECK_U(s.l.ev[0].attr.read_format & PDATA_FORMAT_GROUP, PDATA_FORMAT_GROUP);
	CHECK_U(s.l.ev[1].attr.read_format & PDATA_FORMAT_GROUP, PDATA_FORMAT_GROUP);
	CHECK_U(s.l.ev[0].attr.sample_period, 1000);
	CHECK_U(s.l.ev[1].attr.sample_period, 0);
	CHECK_U(s.l.ev[1].attr.sample_type, s.l.ev[0].attr.sample_type);
	CHECK(!pdata_attr_flag(&s.l.ev[1].attr, PDATA_ATTR_DISABLED));
	CHECK(!pdata_attr_flag(&s.l.ev[0].attr, PDATA_ATTR_INHERIT));
}

TEST(a_delay_leaves_side_band_on)
{
	struct setup s = CONFIG("-D", "100", "-e", "cpu-clock");

	CHECK_U(s.l.nr, 2);
	CHECK(!pdata_attr_flag(&s.l.ev[0].attr, PDATA_ATTR_ENABLE_ON_EXEC));
	CHECK(pdata_attr_flag(&s.l.ev[1].attr, PDATA_ATTR_ENABLE_ON_EXEC));
}

TEST(a_thread_alone_has_no_times_unless_asked)
{
	CHECK_U(CONFIG("--per-thread", "-c", "1", "-e", "cs").l.ev[0].attr.sample_type,
		PDATA_SAMPLE_IP | PDATA_SAMPLE_TID);
	CHECK_U(CONFIG("--per-thread", "-T", "-c", "1", "-e", "cs").l.ev[0].attr.sample_type, base);
}

TEST(options_are_read_in_every_spelling)
{
	struct rec_evlist l = { .arena = &arena };
	struct rec_opts o = { 0 };
	char *argv[] = { (char[]){ "x" },     (char[]){ "-agF99" }, (char[]){ "--cpu=0-1" },
			 (char[]){ "--pid" }, (char[]){ "12" },	    (char[]){ "--no-inh" },
			 (char[]){ "-m" },    (char[]){ "3" },	    (char[]){ "--" },
			 (char[]){ "cmd" },   (char[]){ "-g" },	    NULL };

	CHECK_I(rec_opts_parse(&o, &l, 11, argv), 0);
	CHECK(o.target->system_wide && o.target->no_inherit &&
	      o.sample->callchain.mode == REC_CG_FP);
	CHECK_U(o.count->freq, 99);
	CHECK_S(o.target->cpu_list, "0-1");
	CHECK_S(o.target->pid_list, "12");
	CHECK_U(o.ring->mmap_bytes % 4096, 0);
	CHECK_U(o.ring->mmap_bytes & (o.ring->mmap_bytes - 1), 0);
	CHECK_I(o.target->argc, 2);
	CHECK_S(o.target->argv[0], "cmd");
}

TEST(options_that_make_no_sense_are_refused)
{
	static const char *const rows[][2] = {
		{ "-F", "0" },
		{ "-F", "x" },
		{ "-F", "" },
		{ "-F", "-5" },
		{ "-c", "0" },
		{ "-c", "1x" },
		{ "-m", "0" },
		{ "-m", "1Q" },
		{ "-m", "99999999999999999999" },
		{ "-m", "16384T" },
		{ "--call-graph", "foo" },
		{ "--call-graph", "dwarf,65536" },
		{ "--call-graph", "fp,12" },
		{ "-D", "x" },
		{ "-k", "nothing" },
		{ "--flush", "0" },
		{ "--nosuch", NULL },
		{ "--no", NULL },
		{ "-Z", NULL },
		{ "-e", NULL },
		{ "-o", "" },
		{ "--user-regs=bogus", NULL },
		{ "-j", "bogus" },
		{ "--inherit=1", NULL },
		{ "--no-inherit=1", NULL },
		{ "--filter", "a==1" },
	};

	for (size_t i = 0; i < REC_NR(rows); i++) {
		struct rec_evlist l = { .arena = &arena };
		struct rec_opts o = { 0 };
		char *argv[] = { (char[]){ "x" }, rec_strdup(&arena, rows[i][0]),
				 rows[i][1] ? rec_strdup(&arena, rows[i][1]) : NULL, NULL };

		if (rec_opts_parse(&o, &l, rows[i][1] ? 3 : 2, argv) != -1)
			test_fail(__FILE__, __LINE__, "%s %s is taken", rows[i][0],
				  rows[i][1] ? rows[i][1] : "");
	}
}

TEST(what_old_kernels_lack_goes_one_by_one_the_newest_first)
{
	const uint64_t all_flags =
		UINT64_C(1) << PDATA_ATTR_BUILD_ID | UINT64_C(1) << PDATA_ATTR_CGROUP |
		UINT64_C(1) << PDATA_ATTR_MMAP2 | UINT64_C(1) << PDATA_ATTR_COMM_EXEC |
		UINT64_C(1) << PDATA_ATTR_NAMESPACES | UINT64_C(1) << PDATA_ATTR_CONTEXT_SWITCH |
		UINT64_C(1) << PDATA_ATTR_INHERIT;
	struct rec_event e = {
		.name = "e",
		.attr = { .flags = all_flags,
			  .read_format = PDATA_FORMAT_LOST | PDATA_FORMAT_ID,
			  .sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_WEIGHT_STRUCT |
					 PDATA_SAMPLE_CODE_PAGE_SIZE | PDATA_SAMPLE_CGROUP }
	};
	unsigned int steps = 0;

	CHECK(rec_drop_newest(&e));
	CHECK_U(e.attr.read_format, PDATA_FORMAT_ID);
	CHECK_U(e.attr.flags, all_flags);
	CHECK(rec_drop_newest(&e));
	CHECK_U(e.attr.sample_type & (PDATA_SAMPLE_WEIGHT | PDATA_SAMPLE_WEIGHT_STRUCT),
		PDATA_SAMPLE_WEIGHT);
	for (steps = 2; rec_drop_newest(&e); steps++)
		CHECK(steps < 32);
	CHECK_U(steps, 8);
	/* What every kernel has stays. */
	CHECK_U(e.attr.flags, UINT64_C(1) << PDATA_ATTR_INHERIT);
	CHECK_U(e.attr.sample_type, PDATA_SAMPLE_IP | PDATA_SAMPLE_WEIGHT);
	CHECK_U((unsigned int)__builtin_popcount(e.dropped), 8);
}
