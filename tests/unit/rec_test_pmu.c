/* SPDX-License-Identifier: BSD-2-Clause */
/* Events and terms of units that a tree of files describes, as the kernels of other machines do. */
#include "base/rec_event.h"
#include "base/util.h"
#include "event/events.h"
#include "kernel/pmu.h"
#include "test.h"

#include <stdio.h>
#include <sys/stat.h>

static struct rec_arena arena;

/* What Linux shows on machines with these units: PATH, its line. */
static const char *const tree[][2] = {
	/* x86 */
	{ "cpu/type", "4" },
	{ "cpu/format/event", "config:0-7" },
	{ "cpu/format/umask", "config:8-15" },
	{ "cpu/format/edge", "config:18" },
	{ "cpu/format/inv", "config:23" },
	{ "cpu/format/cmask", "config:24-31" },
	{ "cpu/format/ldlat", "config1:0-15" },
	{ "cpu/format/offcore_rsp", "config1:0-63" },
	{ "cpu/events/cpu-cycles", "event=0x3c" },
	{ "cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3" },
	{ "cpu/events/topdown-x", "event=0x0,umask=?" },
	/* AMD's wide event number, in two places */
	{ "amd/type", "5" },
	{ "amd/format/event", "config:0-7,32-35" },
	{ "amd/format/umask", "config:8-15" },
	/* an uncore unit, of one cpu in each package */
	{ "uncore_imc_0/type", "14" },
	{ "uncore_imc_0/cpumask", "0,18" },
	{ "uncore_imc_0/format/event", "config:0-7" },
	{ "uncore_imc_0/events/cas_count_read", "event=0x04" },
	/* hybrid x86: one unit for each kind of core */
	{ "cpu_core/type", "4" },
	{ "cpu_core/cpus", "0-15" },
	{ "cpu_core/format/event", "config:0-7" },
	{ "cpu_atom/type", "10" },
	{ "cpu_atom/cpus", "16-23" },
	{ "cpu_atom/format/event", "config:0-7" },
	/* arm64 */
	{ "armv8_cortex_a53/type", "8" },
	{ "armv8_cortex_a53/cpus", "0-3" },
	{ "armv8_cortex_a53/format/event", "config:0-15" },
	{ "armv8_cortex_a53/format/long", "config1:0" },
	{ "armv8_cortex_a53/format/rdpmc", "config1:1" },
	{ "armv8_cortex_a53/format/threshold", "config1:5-16" },
	{ "armv8_cortex_a53/format/threshold_compare", "config1:3-4" },
	{ "armv8_cortex_a53/events/cpu_cycles", "event=0x0011" },
	{ "arm_spe_0/type", "9" },
	{ "arm_spe_0/format/ts_enable", "config:0" },
	{ "arm_spe_0/format/event_filter", "config1:0-63" },
	{ "arm_spe_0/format/inv_event_filter", "config3:0-63" },
	/* what no kernel should show */
	{ "odd/type", "77" },
	{ "odd/format/bits", "config:0-99" },
	{ "odd/format/word", "config9:0" },
	{ "odd/events/bad", "nosuch=1" },
	{ "notype/format/event", "config:0-7" },
};

static void write_line(const char *dir, const char *path, const char *line)
{
	char name[512];

	for (const char *s = path; (s = strchr(s, '/')); s++) {
		snprintf(name, sizeof(name), "%s/%.*s", dir, (int)(s - path), path);
		mkdir(name, 0700);
	}
	snprintf(name, sizeof(name), "%s/%s", dir, path);
	FILE *f = fopen(name, "w");

	CHECK(f);
	fprintf(f, "%s\n", line);
	fclose(f);
}

/* Those for which @wanted is NULL or the beginning of the path. */
static void use_part(const char *const *wanted)
{
	char *dir = rec_strdup(&arena, test_dir());

	for (size_t i = 0; i < REC_NR(tree); i++)
		for (size_t k = 0; !wanted || wanted[k]; k++) {
			if (wanted && strncmp(tree[i][0], wanted[k], strlen(wanted[k])) != 0)
				continue;
			write_line(dir, tree[i][0], tree[i][1]);
			break;
		}
	rec_pmu_dir = dir;
}

static void use_tree(void)
{
	use_part(NULL);
}

TEST(terms_of_a_unit_go_where_its_format_says)
{
	static const struct {
		const char *text;
		uint32_t type;
		uint64_t config, config1;
	} rows[] = {
		{ "cpu/event=0x3c/", 4, 0x3c, 0 },
		{ "cpu/event=0x3c,umask=0x1/", 4, 0x13c, 0 },
		{ "cpu/umask=1,event=60/", 4, 0x13c, 0 },
		{ "cpu/event=0xb1,umask=0x1,cmask=0x2,inv,edge/", 4, 0x28401b1, 0 },
		{ "cpu/event=0xcd,umask=0x1,ldlat=30/", 4, 0x1cd, 30 },
		{ "cpu/event=0xb7,umask=0x1,offcore_rsp=0xffffffffffffffff/", 4, 0x1b7,
		  UINT64_MAX },
		{ "cpu/config=0x3c,config1=7/", 4, 0x3c, 7 },
		{ "cpu/r1a8/", 4, 0x1a8, 0 },
		{ "armv8_cortex_a53/r11,long/", 8, 0x11, 1 },
		{ "cpu/cpu-cycles/", 4, 0x3c, 0 },
		{ "cpu/mem-loads/", 4, 0x1cd, 3 },
		{ "cpu/mem-loads,ldlat=50/", 4, 0x1cd, 50 },
		{ "cpu/topdown-x,umask=0x80/", 4, 0x8000, 0 },
		{ "cpu/cpu-cycles/u", 4, 0x3c, 0 },
		{ "amd/event=0x1cd,umask=2/", 5, 0x1000002cd, 0 },
		{ "uncore_imc_0/cas_count_read/", 14, 4, 0 },
		{ "cpu_core/event=0xc0/", 4, 0xc0, 0 },
		{ "cpu_atom/event=0xc0/", 10, 0xc0, 0 },
		{ "armv8_cortex_a53/cpu_cycles/", 8, 0x11, 0 },
		{ "armv8_cortex_a53/event=0x11,long/", 8, 0x11, 1 },
		{ "armv8_cortex_a53/cpu_cycles,long=1,rdpmc=1/", 8, 0x11, 3 },
		{ "armv8_cortex_a53/event=0x23,threshold=2,threshold_compare=3/", 8, 0x23, 0x58 },
		{ "arm_spe_0/ts_enable=1,event_filter=0x2/", 9, 1, 2 },
	};

	use_tree();
	for (size_t i = 0; i < REC_NR(rows); i++) {
		struct rec_evlist l = { .arena = &arena };

		CHECK_I(rec_events_parse(&l, rows[i].text), 0);
		CHECK_U(l.nr, 1);
		CHECK_U(l.ev[0].attr.type, rows[i].type);
		CHECK_U(l.ev[0].attr.config, rows[i].config);
		CHECK_U(l.ev[0].attr.bp_addr, rows[i].config1);
		CHECK_S(l.ev[0].name, rows[i].text);
	}
	struct rec_evlist l = { .arena = &arena };

	CHECK_I(rec_events_parse(&l, "arm_spe_0/inv_event_filter=6/"), 0);
	CHECK_U(l.ev[0].attr.config3, 6);
}

TEST(terms_of_a_unit_and_of_perf_stand_side_by_side)
{
	struct rec_evlist l = { .arena = &arena };

	use_tree();
	CHECK_I(rec_events_parse(&l, "{cpu/event=0x3c,period=1000,name=c/u,cpu/mem-loads,freq=9,"
				     "call-graph=fp/pp}:S,cpu_atom/event=1/k"),
		0);
	CHECK_U(l.nr, 3);
	CHECK_S(l.ev[0].name, "c");
	CHECK_U(l.ev[0].terms.period, 1000);
	CHECK_U(l.ev[1].terms.freq, 9);
	CHECK_U(l.ev[1].leader, 0);
	CHECK_U(l.ev[1].attr.flags >> PDATA_ATTR_PRECISE_IP & 3, 2);
	CHECK(l.ev[1].sample_read && !l.ev[2].sample_read);
	CHECK_U(l.ev[2].leader, 2);
	CHECK(pdata_attr_flag(&l.ev[2].attr, PDATA_ATTR_EXCLUDE_USER));
}

TEST(a_unit_tells_on_which_cpus_it_counts)
{
	struct rec_evlist l = { .arena = &arena };

	use_tree();
	CHECK_I(rec_events_parse(&l, "uncore_imc_0/event=4/,cpu_core/event=1/,cpu_atom/event=1/,"
				     "cpu/event=1/"),
		0);
	CHECK_U(l.ev[0].nr_own_cpus, 2);
	CHECK_I(l.ev[0].own_cpus[0], 0);
	CHECK_I(l.ev[0].own_cpus[1], 18);
	CHECK_U(l.ev[1].nr_own_cpus, 16);
	CHECK_U(l.ev[2].nr_own_cpus, 8);
	CHECK_I(l.ev[2].own_cpus[0], 16);
	CHECK(!l.ev[3].own_cpus);
}

TEST(kinds_of_cores_have_an_event_each)
{
	static const char *const hybrid[] = { "cpu_core/", "cpu_atom/", "uncore_", NULL };
	static const struct {
		const char *text, *name;
		uint32_t type;
		uint64_t config;
	} rows[] = {
		{ "cycles", "cpu_atom/cycles/", 0, UINT64_C(10) << 32 },
		{ "instructions/period=5/u", "cpu_atom/instructions/", 0, UINT64_C(10) << 32 | 1 },
		{ "L1-dcache-loads", "cpu_atom/L1-dcache-loads/", 3, UINT64_C(10) << 32 },
		{ "r1a8", "cpu_atom/r1a8/", 10, 0x1a8 },
	};

	use_part(hybrid);
	for (size_t i = 0; i < REC_NR(rows); i++) {
		struct rec_evlist l = { .arena = &arena };

		CHECK_I(rec_events_parse(&l, rows[i].text), 0);
		CHECK_U(l.nr, 2); /* the units by name: cpu_atom, cpu_core */
		CHECK_S(l.ev[0].name, rows[i].name);
		CHECK_U(l.ev[0].attr.type, rows[i].type);
		CHECK_U(l.ev[0].attr.config, rows[i].config);
		CHECK_U(l.ev[0].nr_own_cpus, 8);
		CHECK_U(l.ev[1].nr_own_cpus, 16);
		CHECK_U(l.ev[0].terms.period, l.ev[1].terms.period);
	}
	struct rec_evlist one = { .arena = &arena }, usual = { .arena = &arena };

	CHECK_I(rec_events_parse(&one, "cpu_core/cycles/,cpu-clock,cpu_atom/L1-dcache-loads/"), 0);
	CHECK_U(one.nr, 3);
	CHECK_U(one.ev[0].attr.type, 0);
	CHECK_U(one.ev[0].attr.config, UINT64_C(4) << 32);
	CHECK_U(one.ev[1].attr.config, 0);
	CHECK_U(one.ev[2].attr.type, 3);
	CHECK_U(one.ev[2].attr.config, UINT64_C(10) << 32);
	CHECK(rec_events_parse(&one, "uncore_imc_0/cycles/") < 0);
	rec_events_default(&usual);
	CHECK_U(usual.nr, 2);
	CHECK(usual.ev[0].precise_max && usual.ev[1].precise_max);
}

TEST(several_units_of_one_kind_are_meant_together)
{
	static const char *const texts[] = { "uncore_imc/event=4/", "imc/event=4/",
					     "uncore_imc/cas_count_read/" };

	use_tree();
	write_line(rec_pmu_dir, "uncore_imc_1/type", "15");
	write_line(rec_pmu_dir, "uncore_imc_1/format/event", "config:0-7");
	write_line(rec_pmu_dir, "uncore_imc_1/events/cas_count_read", "event=0x04");
	write_line(rec_pmu_dir, "uncore_imc_free/type", "16");
	for (size_t i = 0; i < REC_NR(texts); i++) {
		struct rec_evlist l = { .arena = &arena };

		CHECK_I(rec_events_parse(&l, texts[i]), 0);
		CHECK_U(l.nr, 2);
		CHECK_U(l.ev[0].attr.type, 14);
		CHECK_U(l.ev[1].attr.type, 15);
		CHECK_U(l.ev[0].attr.config, 4);
		CHECK_U(l.ev[1].attr.config, 4);
	}
	struct rec_evlist l = { .arena = &arena };

	CHECK_I(rec_events_parse(&l, "imc_[01]/event=4/u,imc_1/event=4/"), 0);
	CHECK_U(l.nr, 3);
	CHECK_U(l.ev[2].attr.type, 15);
	CHECK(rec_events_parse(&l, "imc_*/event=4/") < 0);
}

TEST(what_a_unit_does_not_know_is_refused)
{
	static const char *const texts[] = {
		"cpu/event=0x100/",
		"cpu/umask=-1/",
		"cpu/ldlat=0x10000/",
		"cpu/nosuch=1/",
		"cpu/r/",
		"cpu/rx1/",
		"cpu/nosuch/",
		"cpu/event=x/",
		"cpu/event=/",
		"cpu/event=1",
		"cpu/event=1/q",
		"cpu/../cpu/type/",
		"cpu/.=1/",
		"odd/bits=1/",
		"odd/word=1/",
		"odd/bad/",
		"notype/event=1/",
		"nosuch/event=1/",
		"../cpu/event=1/",
		"armv8_cortex_a53/long=2/",
		"armv8_cortex_a53/event=0x10000/",
		"uncore_imc_0/cas_count_write/",
	};

	use_tree();
	for (size_t i = 0; i < REC_NR(texts); i++) {
		struct rec_evlist l = { .arena = &arena };

		if (!rec_events_parse(&l, texts[i]))
			test_fail(__FILE__, __LINE__, "'%s' is taken", texts[i]);
	}
}
