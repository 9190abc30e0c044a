/* SPDX-License-Identifier: BSD-2-Clause */
#include "object/symbols/dso_kind.h"
#include "test.h"

TEST(names_of_objects_are_perfs)
{
	static const struct {
		struct pdata_object obj;
		enum dso_kind kind;
		const char *name, *brief;
	} cases[] = {
		{ { .name = "/usr/bin/ls" }, DSO_KIND_FILE, "/usr/bin/ls", "ls" },
		{ { .name = "/usr/lib//" }, DSO_KIND_FILE, "/usr/lib//", "lib" },
		{ { .name = "relative" }, DSO_KIND_FILE, "relative", "relative" },
		{ { .name = "/" }, DSO_KIND_FILE, "/", "/" },
		{ { .name = "" }, DSO_KIND_FILE, "", "." },
		{ { .name = "[vdso]" }, DSO_KIND_VDSO, "[vdso]", "[vdso]" },
		{ { .name = "//anon", .anon = 1, .pid = 7, .exec = 1 },
		  DSO_KIND_PERF_MAP,
		  "/tmp/perf-7.map",
		  "[JIT] tid 7" },
		{ { .name = "//anon", .anon = 1, .pid = 7 }, DSO_KIND_NONE, "//anon", "anon" },
		{ { .name = "[heap]", .anon = 1, .pid = 9, .exec = 1 },
		  DSO_KIND_PERF_MAP,
		  "/tmp/perf-9.map",
		  "[JIT] tid 9" },
		{ { .name = "/memfd:x (deleted)", .anon = 1, .pid = 9, .exec = 1 },
		  DSO_KIND_FILE,
		  "/memfd:x (deleted)",
		  "memfd:x (deleted)" },
		{ { .name = "/tmp/perf-12.dump" },
		  DSO_KIND_PERF_MAP,
		  "/tmp/perf-12.dump",
		  "[JIT] tid 12" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pdata_object obj = cases[i].obj;
		const struct dso_id_names none = { 0 };
		struct sym_strs strs = { 0 };
		struct dso_names d;

		obj.cpumode = PDATA_CPUMODE_USER;
		CHECK_I(dso_kind_of(&obj), cases[i].kind);
		d = dso_names_of(&obj, &none, &strs);
		CHECK_S(d.name, cases[i].name);
		CHECK_S(d.brief, cases[i].brief);
		sym_strs_free(&strs);
	}
}

TEST(modules_are_named_by_their_files)
{
	static const struct {
		const char *path, *name;
		bool module;
	} cases[] = {
		{ "/lib/modules/6.1/kernel/nf-nat.ko", "[nf_nat]", true },
		{ "/lib/modules/6.1/kernel/nf-nat.ko.xz", "[nf_nat]", true },
		{ "/lib/modules/6.1/kernel/nf-nat.ko.zst", "nf_nat.ko.zst", false },
		{ "[nf_nat]", "[nf_nat]", true },
		{ "[aaa.bbb]", "[aaa.bbb]", true },
		{ "[kernel.kallsyms]_text", "[kernel.kallsyms]_text", false },
		{ "/boot/vm-linux", "vm-linux", false },
		{ "/boot/vm-linux.1", "vm_linux.1", false },
		{ ".gz", ".gz", false },
	};
	char buf[64];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		CHECK_I(dso_module_name(cases[i].path, buf, sizeof(buf)), cases[i].module);
		CHECK_S(buf, cases[i].name);
	}
}

TEST(kernel_objects_keep_their_name_of_the_build_id_section)
{
	static struct pdata_feat_build_id id[] = {
		{ .misc = PDATA_CPUMODE_USER, .filename = "/boot/vmlinux-user" },
		{ .misc = PDATA_CPUMODE_KERNEL, .filename = "/lib/modules/6.1/nf-nat.ko" },
		{ .misc = PDATA_CPUMODE_KERNEL, .filename = "[nf_nat]" },
		{ .misc = PDATA_CPUMODE_KERNEL, .filename = "/usr/lib/debug/vmlinux-6.1" },
	};
	const struct pdata_build_ids section = { 4, id };
	struct dso_id_names none, ids;
	struct pdata_object kernel = { .name = "[kernel.kallsyms]_text",
				       .cpumode = PDATA_CPUMODE_KERNEL };
	struct pdata_object module = { .name = "/lib/modules/6.1/nf-nat.ko",
				       .cpumode = PDATA_CPUMODE_KERNEL };
	struct pdata_object code = { .name = "bpf_prog_1",
				     .cpumode = PDATA_CPUMODE_KERNEL,
				     .ksymbol = 1 };
	struct sym_strs strs = { 0 };
	struct dso_names d;

	dso_id_names_init(&none, NULL, &strs);
	dso_id_names_init(&ids, &section, &strs);
	d = dso_names_of(&kernel, &none, &strs);
	CHECK_S(d.name, "[kernel.kallsyms]");
	CHECK_S(d.brief, "[kernel.kallsyms]");
	d = dso_names_of(&kernel, &ids, &strs);
	CHECK_S(d.name, "/usr/lib/debug/vmlinux-6.1");
	CHECK_S(d.brief, "[kernel.vmlinux]");
	d = dso_names_of(&module, &none, &strs);
	CHECK_S(d.name, "[nf_nat]");
	d = dso_names_of(&module, &ids, &strs);
	CHECK_S(d.name, "/lib/modules/6.1/nf-nat.ko");
	CHECK_S(d.brief, "[nf_nat]");
	d = dso_names_of(&code, &ids, &strs);
	CHECK_S(d.name, "bpf_prog_1");
	CHECK_I(dso_kind_of(&kernel), DSO_KIND_KERNEL);
	CHECK_I(dso_kind_of(&module), DSO_KIND_MODULE);
	CHECK_I(dso_kind_of(&code), DSO_KIND_CODE);
	dso_id_names_free(&ids);
	sym_strs_free(&strs);
}
