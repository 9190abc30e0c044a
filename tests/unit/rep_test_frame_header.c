/* SPDX-License-Identifier: BSD-2-Clause */
/* Header facts as text: the same lines from both byte orders, from files and from pipes. */
#include "session/describe/header.h"
#include "session/describe/stats.h"
#include "session/event_names.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static const uint64_t ids[] = { 5, 6, 7, 8 };

static struct pdata_attr plain_attr(uint64_t config)
{
	return (struct pdata_attr){ .type = PDATA_TYPE_SOFTWARE,
				    .size = PDATA_ATTR_SIZE_VER7,
				    .config = config,
				    .sample_period = 99,
				    .sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID |
						   PDATA_SAMPLE_ID,
				    .flags = 1ull << PDATA_ATTR_SAMPLE_ID_ALL };
}

/* Bytes in the file's order. */
struct image {
	uint8_t b[512];
	int swap;
};

static void set32(struct image *im, size_t at, uint32_t v)
{
	v = im->swap ? __builtin_bswap32(v) : v;
	memcpy(im->b + at, &v, 4);
}

static void set64(struct image *im, size_t at, uint64_t v)
{
	v = im->swap ? __builtin_bswap64(v) : v;
	memcpy(im->b + at, &v, 8);
}

/* A program of two parts; data: ksyms at 0, lengths at 16, tags at 24, function info at 40. */
static struct pdata_bpf_prog two_part_prog(struct image *info, struct image *data)
{
	set32(info, 4, 7); /* id */
	memcpy(info->b + 64, "whole", 5);
	set32(info, 104, 2);
	set32(info, 108, 2);
	set64(info, 112, 0);
	set64(info, 120, 16);
	set32(info, 128, 3); /* BTF */
	set32(info, 132, 8);
	set64(info, 136, 40);
	set32(info, 144, 2);
	set32(info, 180, 2);
	set64(info, 184, 24);
	set64(data, 0, 0xffffffffc0000000);
	set64(data, 8, 0xffffffffc0001000);
	set32(data, 16, 100);
	set32(data, 20, 200);
	memcpy(data->b + 24, "\1\2\3\4\5\6\7\10\21\22\23\24\25\26\27\30", 16);
	set32(data, 44, 2); /* type of the first function, 1 is an integer */
	set32(data, 52, 9); /* of the second: there is none */
	return (struct pdata_bpf_prog){ 192, 56, 0x138, info->b, data->b };
}

/* A program that is its only part, without BTF. */
static struct pdata_bpf_prog one_part_prog(struct image *info, struct image *data)
{
	set32(info, 4, 4);
	memcpy(info->b + 64, "sixteen_letters_", 16);
	set32(info, 104, 1);
	set32(info, 108, 1);
	set64(info, 112, 0);
	set64(info, 120, 8);
	set32(info, 180, 1);
	set64(info, 184, 16);
	set64(data, 0, 0x1000);
	set32(data, 8, 64);
	memset(data->b + 16, 0xab, 8);
	return (struct pdata_bpf_prog){ 192, 24, 0x118, info->b, data->b };
}

/* Types: 1 an integer, 2 a function called "fn". */
static struct pdata_btf small_btf(struct image *im)
{
	uint16_t magic = im->swap ? 0x9feb : 0xeb9f;

	memcpy(im->b, &magic, 2);
	set32(im, 4, 24);
	set32(im, 8, 0);
	set32(im, 12, 28);
	set32(im, 16, 28);
	set32(im, 20, 8);
	set32(im, 24, 4);
	set32(im, 28, 1u << 24);
	set32(im, 40, 1);
	set32(im, 44, 12u << 24);
	memcpy(im->b + 52, "\0fn\0int", 8);
	return (struct pdata_btf){ 3, 60, im->b };
}

static void add(struct pdata_writer *w, int pipe, const struct pdata_feature *f)
{
	CHECK_I(pipe ? pdata_writer_header_feature(w, f) : pdata_writer_feature(w, f), 0);
}

static void add_simple(struct pdata_writer *w, int pipe)
{
	static const char *argv[] = { "perf", "record", "it's" };
	struct pdata_feature f = { .bit = PDATA_FEAT_HOSTNAME };

	f.u.str = "target";
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_NRCPUS;
	f.u.nrcpus = (struct pdata_nrcpus){ .available = 2, .online = 1 };
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_TOTAL_MEM;
	f.u.total_mem = 2048;
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_CMDLINE;
	f.u.cmdline = (struct pdata_strlist){ 3, argv };
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_CLOCKID;
	f.u.clockid_res = 1;
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_CLOCK_DATA;
	f.u.clock_data = (struct pdata_clock_data){ 1, 1, 1000000001000, 5000000006 };
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_COMPRESSED;
	f.u.compressed = (struct pdata_comp_info){ 1, 1, 3, 5, 4096 };
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_SAMPLE_TIME;
	f.u.sample_time = (struct pdata_sample_time){ 1000000001, 1002500001 };
	add(w, pipe, &f);
}

static void add_lists(struct pdata_writer *w, int pipe)
{
	static const char *cores[] = { "0-1" }, *threads[] = { "0", "1" };
	struct pdata_cpu_id cpus[] = { { 0, 0 }, { 1, 0 } };
	uint32_t die_ids[] = { 0, 0 };
	struct pdata_numa_node nodes[] = { { 0, 100, 50, "1,0" }, { 2, 7, 3, "" } };
	struct pdata_pmu_mapping pmus[] = { { 1, "software" }, { 4, "cpu" } };
	struct pdata_cache_level cache = { 1, 64, 64, 8, "Data", "32K", "0-1" };
	uint64_t bits[] = { 0xf0, 1 };
	struct pdata_mem_node mem = { 3, 128, 128, 2, bits };
	struct pdata_cap caps[] = { { "branches", "32" }, { "max_precise", "3" } };
	struct pdata_pmu_caps_entry pmu = { 2, caps, "cpu_core" };
	struct pdata_feature f = { .bit = PDATA_FEAT_CPU_TOPOLOGY };

	f.u.cpu_topology = (struct pdata_cpu_topology){ { 1, cores }, { 2, threads }, 2,
							cpus,	      { 0, NULL },    2,
							die_ids };
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_NUMA_TOPOLOGY;
	f.u.numa_topology = (struct pdata_numa_topology){ 2, nodes };
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_PMU_MAPPINGS;
	f.u.pmu_mappings = (struct pdata_pmu_mappings){ 2, pmus };
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_CACHE;
	f.u.cache = (struct pdata_cache){ 1, 1, &cache };
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_MEM_TOPOLOGY;
	f.u.mem_topology = (struct pdata_mem_topology){ 1, 1 << 20, 1, &mem };
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_PMU_CAPS;
	f.u.pmu_caps = (struct pdata_pmu_caps){ 1, &pmu };
	add(w, pipe, &f);
}

static void add_bpf(struct pdata_writer *w, int pipe, int swap)
{
	static struct image info[2], data[2], types;
	struct pdata_bpf_prog progs[2];
	struct pdata_btf btf;
	struct pdata_feature f = { .bit = PDATA_FEAT_BPF_BTF };

	info[0].swap = info[1].swap = data[0].swap = data[1].swap = types.swap = swap;
	progs[0] = two_part_prog(&info[0], &data[0]);
	progs[1] = one_part_prog(&info[1], &data[1]);
	btf = small_btf(&types);
	f.u.bpf_btf = (struct pdata_bpf_btf){ 1, &btf };
	add(w, pipe, &f);
	f.bit = PDATA_FEAT_BPF_PROG_INFO;
	f.u.bpf_prog_info = (struct pdata_bpf_prog_info){ 2, progs };
	add(w, pipe, &f);
}

/* Write a file of two events and every feature that has text; returns its path. */
static const char *write_file(int pipe, int swap)
{
	static char path[4200];
	const struct pdata_writer_opts o = { .size = sizeof(o),
					     .container = pipe ? PDATA_CONTAINER_PIPE
							       : PDATA_CONTAINER_FILE,
					     .swap = (uint32_t)swap };
	const struct pdata_attr attr[] = { plain_attr(0), plain_attr(1) };
	struct pdata_value v = { .id = { .pid = 1, .tid = 1, .id = 5 },
				 .u.comm = { 1, 1, "work" } };
	struct pdata_writer *w;
	int fd;

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	CHECK(fd >= 0);
	CHECK_I(pdata_writer_open_fd(&w, fd, &o), 0);
	CHECK_I(pdata_writer_event(w, &attr[0], "cpu-clock", ids, 2), 0);
	CHECK_I(pdata_writer_event(w, &attr[1], "task-clock", ids + 2, 2), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	add_simple(w, pipe);
	add_lists(w, pipe);
	add_bpf(w, pipe, swap);
	CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, 0), 0);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	close(fd);
	return path;
}

/* The lines, NUL-terminated, of a file. */
static void print_header(struct out *o, const char *path, bool full)
{
	struct rep_session s;

	CHECK_I(rep_session_open(&s, &(struct rep_input){ .path = path }), REP_OK);
	out_open(o, -1);
	if (rep_header_print(&s, o, full) != REP_OK)
		test_fail(__FILE__, __LINE__, "%s", s.feature_error.text);
	CHECK_I(rep_session_close(&s), REP_OK);
	out_char(o, '\0');
}

static void check_line(const char *text, const char *line)
{
	size_t n = strlen(line);
	const char *p = text;

	while ((p = strstr(p, line))) {
		if ((p == text || p[-1] == '\n') && p[n] == '\n')
			return;
		p++;
	}
	test_fail(__FILE__, __LINE__, "no line \"%s\" in:\n%s", line, text);
}

static const char *const simple_lines[] = {
	"# hostname : target",
	"# nrcpus online : 1",
	"# nrcpus avail : 2",
	"# total memory : 2048 kB",
	"# cmdline : perf record it\\'s ",
	"# clockid frequency: 1000 MHz",
	"# clockid: monotonic (1)",
	"# compressed : Zstd, level = 3, ratio = 5",
	"# time of first sample : 1.000000",
	"# time of last sample : 1.002500",
	"# sample duration :      2.500 ms",
	"# pmu mappings: software = 1, cpu = 4",
	"# cpu_core pmu capabilities: branches=32, max_precise=3",
	"# bpf_prog_info 4: bpf_prog_abababababababab_sixteen_letters_ addr 0x1000 size 64",
	"# bpf_prog_info 7:",
	"# \tsub_prog 0: bpf_prog_0102030405060708_fn addr 0xffffffffc0000000 size 100",
	"# \tsub_prog 1: bpf_prog_1112131415161718_F addr 0xffffffffc0001000 size 200",
	"# btf info of id 3",
};

static const char *const long_lines[] = {
	"# sibling sockets : 0-1",
	"# sibling threads : 0",
	"# sibling threads : 1",
	"# CPU 0: Core ID 0, Socket ID 0",
	"# CPU 1: Core ID 1, Socket ID 0",
	"# node0 meminfo  : total = 100 kB, free = 50 kB",
	"# node0 cpu list : 0-1",
	"# node2 cpu list : -1",
	"# CPU cache info:",
	"#  L1 Data                 32K [0-1]",
	"# memory nodes (nr 1, block size 0x100000):",
	"#    3 [5M]: 4-7,64",
};

#define NR(a) (sizeof(a) / sizeof((a)[0]))

TEST(every_fact_is_a_line_in_both_byte_orders_and_containers)
{
	for (int i = 0; i < 4; i++) {
		struct out o;

		print_header(&o, write_file(i & 1, i >> 1), true);
		for (size_t j = 0; j < NR(simple_lines); j++)
			check_line(o.buf, simple_lines[j]);
		for (size_t j = 0; j < NR(long_lines); j++)
			check_line(o.buf, long_lines[j]);
		out_close(&o);
	}
}

TEST(long_facts_are_only_mentioned_unless_asked_for)
{
	struct out o;

	print_header(&o, write_file(0, 0), false);
	for (size_t j = 0; j < NR(simple_lines); j++)
		check_line(o.buf, simple_lines[j]);
	check_line(o.buf, "# CPU_TOPOLOGY info available, use -I to display");
	check_line(o.buf, "# NUMA_TOPOLOGY info available, use -I to display");
	check_line(o.buf, "# CACHE info available, use -I to display");
	check_line(o.buf, "# MEM_TOPOLOGY info available, use -I to display");
	CHECK(!strstr(o.buf, "Core ID"));
	out_close(&o);
}

TEST(types_without_records_have_no_line)
{
	struct rep_session s;
	struct out o;

	CHECK_I(rep_session_open(&s, &(struct rep_input){ .path = write_file(0, 0) }), REP_OK);
	out_open(&o, -1);
	CHECK_I(rep_stats_print(&s, &o, true), REP_OK);
	out_char(&o, '\0');
	CHECK_S(o.buf, "\nAggregated stats:\n"
		       "           TOTAL events:          1\n"
		       "            COMM events:          1  (100.0%)\n");
	out_close(&o);
	CHECK_I(rep_session_close(&s), REP_OK);
}

TEST(names_are_the_files_own_or_made_from_the_attr)
{
	struct rep_session s;
	struct pdata_event ev = { .index = 9, .attr = plain_attr(9) };

	CHECK_I(rep_session_open(&s, &(struct rep_input){ .path = write_file(0, 1) }), REP_OK);
	CHECK_S(rep_event_name(&s, pdata_reader_event(s.reader, 1)), "task-clock");
	CHECK_S(rep_event_name(&s, &ev), "dummy:HG");
	CHECK(rep_event_name(&s, &ev) == rep_event_name(&s, &ev));
	CHECK_I(rep_session_close(&s), REP_OK);
}
