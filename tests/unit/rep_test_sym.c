/* SPDX-License-Identifier: BSD-2-Clause */
/* Symbols of a recording: from its records to names. */

#include "object/symbols/location.h"
#include "object/symbols/object_symbols_int.h"
#include "test.h"

#include <stdio.h>
#include <sys/stat.h>

#define TEXT 0xffffffff81000000u
#define MODULE 0xffffffffc0001000u
#define PROG 0xffffffffc0100000u

static struct pdata_tasks *tasks;
static uint64_t seq;

static void feed(uint32_t type, uint16_t misc, const struct pdata_value *v)
{
	static uint8_t data[4096];
	static struct pdata_event event;
	struct pdata_record rec = {
		.type = type, .misc = misc, .data = data, .event = &event, .time = seq, .seq = seq
	};
	int n;

	event.attr = (struct pdata_attr){ .size = 128,
					  .sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_TIME };
	seq++;
	n = pdata_record_encode(type, misc, v, &event.attr, 0, data, sizeof(data));
	CHECK(n >= 8);
	rec.size = (uint16_t)n;
	CHECK_I(pdata_tasks_add(tasks, &rec, NULL), 0);
}

static void map(uint32_t pid, uint16_t mode, uint64_t start, uint64_t len, uint64_t pgoff,
		const char *name)
{
	struct pdata_value v = { .u.mmap = { .pid = pid,
					     .tid = pid,
					     .addr = start,
					     .len = len,
					     .pgoff = pgoff,
					     .filename = name } };

	feed(PDATA_RECORD_MMAP, mode, &v);
}

static const char *file(const char *name, const char *text)
{
	static char path[2][4096];
	static int turn;
	char *p = path[turn++ & 1];
	FILE *f;

	snprintf(p, sizeof(path[0]), "%s/%s", test_dir(), name);
	f = fopen(p, "w");
	CHECK(f && fputs(text, f) >= 0 && !fclose(f));
	return p;
}

static void record(void)
{
	struct pdata_value prog = { .u.ksymbol = { PROG, 0x100, PDATA_KSYMBOL_TYPE_BPF, 0,
						   "bpf_prog_1" } };

	seq = 0;
	CHECK_I(pdata_tasks_new(&tasks), 0);
	map(UINT32_MAX, PDATA_CPUMODE_KERNEL, TEXT, 0x1000, TEXT, "[kernel.kallsyms]_text");
	map(UINT32_MAX, PDATA_CPUMODE_KERNEL, MODULE, 0x1000, 0, "/lib/modules/1/nf-nat.ko");
	feed(PDATA_RECORD_KSYMBOL, PDATA_CPUMODE_KERNEL, &prog);
	map(7, PDATA_CPUMODE_USER, 0x10000, 0x1000, 0, "//anon");
	map(7, PDATA_CPUMODE_USER, 0x20000, 0x1000, 0x400, "/no/such/file");
	CHECK_I(pdata_tasks_seal(tasks), 0);
}

static const char kallsyms[] = "ffffffff82000000 T _text\n"
			       "ffffffff82000010 T work\n"
			       "ffffffff82002000 t start_kernel\n"
			       "ffffffffc0001000 t early\t[nf_nat]\n"
			       "ffffffffc0001100 t late\t[nf_nat]\n"
			       "ffffffffc0002000 t foreign\t[other]\n";

/* Name, distance and object of @ip in the kernel, as "name+0x10 (object)". */
static const char *at_kernel(struct symbols *s, uint64_t ip)
{
	static char text[256];
	const struct resolve_ctx at = { .time = seq, .seq = seq };
	const struct pdata_map *m = resolve_map(s, &at, PDATA_CPUMODE_KERNEL, ip);
	const struct sym *y;
	uint64_t addr;

	if (!m)
		return NULL;
	addr = resolve_object_addr(m, ip);
	CHECK_U(resolve_memory_addr(m, addr), ip);
	y = sym_table_find(symbols_table(s, m->object), addr);
	snprintf(text, sizeof(text), "%s+0x%llx (%s)", y ? y->name : "?",
		 (unsigned long long)(y ? addr - y->start : 0), symbols_dso_long(s, m->object));
	return text;
}

TEST(kernel_modules_and_programs_have_names)
{
	struct sym_opts o = { .kernel_text = TEXT, .kernel_ref = "_text" };
	struct symbols *s;

	record();
	o.kallsyms = file("kallsyms", kallsyms);
	s = symbols_new(&o, tasks);
	CHECK_S(at_kernel(s, TEXT + 0x18), "work+0x8 ([kernel.kallsyms])");
	CHECK_S(at_kernel(s, TEXT + 0x2004),
		"start_kernel+0x4 ([kernel.kallsyms])"); /* after the map */
	CHECK_S(at_kernel(s, TEXT - 1), NULL);
	CHECK_S(at_kernel(s, MODULE + 0x104), "late+0x4 ([nf_nat])");
	CHECK_S(at_kernel(s, PROG + 0xff), "bpf_prog_1+0xff (bpf_prog_1)");
	CHECK_S(at_kernel(s, PROG + 0x100), NULL);
	symbols_free(s);
	pdata_tasks_free(tasks);
}

TEST(without_a_known_kernel_none_of_this_machine_is_used)
{
	const struct sym_opts o = { .kernel_text = TEXT, .kernel_ref = "_text" };
	const uint8_t id[20] = { 1 };
	struct sym_opts other = o;
	struct symbols *s;

	record();
	s = symbols_new(&o, tasks);
	CHECK_S(at_kernel(s, TEXT + 0x18), "?+0x0 ([kernel.kallsyms])");
	CHECK_S(at_kernel(s, TEXT + 0x2004), NULL);
	symbols_free(s);
	other.kernel_build_id = id;
	other.kernel_build_id_size = sizeof(id);
	s = symbols_new(&other, tasks);
	CHECK_S(at_kernel(s, TEXT + 0x18), "?+0x0 ([kernel.kallsyms])");
	symbols_free(s);
	pdata_tasks_free(tasks);
}

TEST(a_list_of_no_names_gives_none)
{
	struct sym_opts o = { .kernel_text = TEXT, .kernel_ref = "_text", .kallsyms = "/dev/null" };
	struct symbols *s;

	record();
	s = symbols_new(&o, tasks);
	CHECK_S(at_kernel(s, TEXT + 0x18), "?+0x0 ([kernel.kallsyms])");
	CHECK_S(at_kernel(s, MODULE), "?+0x0 ([nf_nat])");
	symbols_free(s);
	pdata_tasks_free(tasks);
}

TEST(memory_with_code_is_named_by_a_file_below_the_given_directory)
{
	struct sym_opts o = { .symfs = test_dir() };
	struct pdata_thread_at who;
	const struct pdata_map *m;
	const struct sym_table *t;
	struct symbols *s;
	char tmp[4096];

	record();
	snprintf(tmp, sizeof(tmp), "%s/tmp", test_dir());
	CHECK(!mkdir(tmp, 0700));
	file("tmp/perf-7.map", "10010 20 compiled code\n");
	s = symbols_new(&o, tasks);
	pdata_tasks_at(tasks, 7, 7, seq, seq, &who);
	m = pdata_mapset_find(who.maps, 0x10018);
	CHECK(m);
	CHECK_S(symbols_dso_long(s, m->object), "/tmp/perf-7.map");
	CHECK_S(symbols_dso_short(s, m->object), "[JIT] tid 7");
	t = symbols_table(s, m->object);
	CHECK_S(sym_table_find(t, resolve_object_addr(m, 0x10018))->name, "compiled code");
	m = pdata_mapset_find(who.maps, 0x20010);
	CHECK(m);
	CHECK_U(resolve_object_addr(m, 0x20010), 0x410);
	t = symbols_table(s, m->object);
	CHECK_U(t->nr, 0);
	CHECK(t->why && !t->path);
	symbols_free(s);
	pdata_tasks_free(tasks);
}
