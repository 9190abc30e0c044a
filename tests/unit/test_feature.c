/* SPDX-License-Identifier: BSD-2-Clause */
/* Header features: every layout there and back, cut at every byte, with counts that lie. */

#include "t_values.h"
#include "test.h"
#include "wire/feature.h"

#define ALL_MAX 48

static const char *strs[] = { "0-3", "", "4-7,9" };
static uint64_t bits[2] = { 1, 1ull << 63 };
static uint8_t blob[] = { 1, 2, 3, 4, 5 };

static struct pdata_feature *add(struct pdata_feature *all, size_t *nr, uint32_t bit)
{
	CHECK(*nr < ALL_MAX);
	all[*nr] = (struct pdata_feature){ .bit = bit };
	return &all[(*nr)++];
}

static size_t plain_features(struct pdata_feature *all)
{
	static const uint32_t text[] = { PDATA_FEAT_HOSTNAME, PDATA_FEAT_OSRELEASE,
					 PDATA_FEAT_VERSION,  PDATA_FEAT_ARCH,
					 PDATA_FEAT_CPUDESC,  PDATA_FEAT_CPUID };
	size_t nr = 0;

	for (unsigned i = 0; i < 6; i++)
		add(all, &nr, text[i])->u.str = i ? "a text that is longer than the 64 bytes to "
						    "which writers pad all texts"
						  : "";
	add(all, &nr, PDATA_FEAT_NRCPUS)->u.nrcpus = (struct pdata_nrcpus){ 3, 2 };
	add(all, &nr, PDATA_FEAT_TOTAL_MEM)->u.total_mem = 1ull << 40 | 5;
	add(all, &nr, PDATA_FEAT_SAMPLE_TIME)->u.sample_time =
		(struct pdata_sample_time){ 1, ~0ull };
	add(all, &nr, PDATA_FEAT_CLOCKID)->u.clockid_res = 7;
	add(all, &nr, PDATA_FEAT_DIR_FORMAT)->u.dir_format = 1;
	add(all, &nr, PDATA_FEAT_COMPRESSED)->u.compressed =
		(struct pdata_comp_info){ 1, 1, 3, 40, 528384 };
	add(all, &nr, PDATA_FEAT_CLOCK_DATA)->u.clock_data =
		(struct pdata_clock_data){ 1, 4, 1ull << 60, 99 };
	add(all, &nr, PDATA_FEAT_E_MACHINE)->u.e_machine = (struct pdata_e_machine){ 62, 1 };
	add(all, &nr, PDATA_FEAT_CLN_SIZE)->u.cln_size = 64;
	add(all, &nr, PDATA_FEAT_CMDLINE)->u.cmdline = (struct pdata_strlist){ 3, strs };
	return nr;
}

static size_t list_features(struct pdata_feature *all, size_t nr)
{
	static struct pdata_pmu_mapping pmus[] = { { 0, "cpu" }, { 77, "" } };
	static struct pdata_group groups[] = { { "{a,b}", 1, 2 }, { "", 0, 1 } };
	static struct pdata_auxtrace_index_entry aux[] = { { 4096, 100 }, { ~0ull, 0 } };
	static struct pdata_cache_level caches[] = { { 1, 64, 64, 8, "Data", "32K", "0-1" } };
	static struct pdata_mem_node nodes[] = { { 0, 66, 66, 2, bits }, { 1, 0, 0, 0, bits } };
	static struct pdata_bpf_prog progs[] = { { 5, 3, 9, blob, blob }, { 0, 0, 0, blob, blob } };
	static struct pdata_btf btfs[] = { { 4, 5, blob } };
	static struct pdata_cap caps[] = { { "branches", "32" }, { "", "" } };
	static struct pdata_pmu_caps_entry pmu_caps[] = { { 2, caps, "cpu_core" },
							  { 0, caps, "" } };
	static struct pdata_hybrid_node hybrid[] = { { "cpu_core", "0-3" } };
	static struct pdata_numa_node numa[] = { { 0, 5, 4, "0-3" }, { 1, 1ull << 63, 0, "" } };

	add(all, &nr, PDATA_FEAT_PMU_MAPPINGS)->u.pmu_mappings =
		(struct pdata_pmu_mappings){ 2, pmus };
	add(all, &nr, PDATA_FEAT_GROUP_DESC)->u.group_desc = (struct pdata_group_desc){ 2, groups };
	add(all, &nr, PDATA_FEAT_AUXTRACE)->u.auxtrace = (struct pdata_auxtrace_index){ 2, aux };
	add(all, &nr, PDATA_FEAT_CACHE)->u.cache = (struct pdata_cache){ 1, 1, caches };
	add(all, &nr, PDATA_FEAT_MEM_TOPOLOGY)->u.mem_topology =
		(struct pdata_mem_topology){ 1, 1 << 27, 2, nodes };
	add(all, &nr, PDATA_FEAT_BPF_PROG_INFO)->u.bpf_prog_info =
		(struct pdata_bpf_prog_info){ 2, progs };
	add(all, &nr, PDATA_FEAT_BPF_BTF)->u.bpf_btf = (struct pdata_bpf_btf){ 1, btfs };
	add(all, &nr, PDATA_FEAT_CPU_PMU_CAPS)->u.cpu_pmu_caps =
		(struct pdata_cpu_pmu_caps){ 2, caps };
	add(all, &nr, PDATA_FEAT_PMU_CAPS)->u.pmu_caps = (struct pdata_pmu_caps){ 2, pmu_caps };
	add(all, &nr, PDATA_FEAT_HYBRID_TOPOLOGY)->u.hybrid_topology =
		(struct pdata_hybrid_topology){ 1, hybrid };
	add(all, &nr, PDATA_FEAT_NUMA_TOPOLOGY)->u.numa_topology =
		(struct pdata_numa_topology){ 2, numa };
	return nr;
}

static size_t large_features(struct pdata_feature *all, size_t nr)
{
	static struct pdata_feat_event events[2];
	static struct pdata_cpu_id cpus[] = { { 0, 0 }, { 1, 0 }, { 2, 1 } };
	static uint32_t dies[] = { 0, 0, 1 };
	static struct pdata_feat_build_id ids[] = {
		{ PDATA_MISC_BUILD_ID_SIZE | 1, -1, 20, { 1, 2, 3 }, "[kernel.kallsyms]" },
		{ PDATA_MISC_BUILD_ID_SIZE | 2, 5, 16, { 4, 5, 6 }, "/bin/a" },
	};
	struct pdata_cpu_topology topology = { { 2, strs }, { 1, strs }, 3,   cpus,
					       { 1, strs }, 3,		 dies };

	events[0] = (struct pdata_feat_event){ t_attr(PDATA_SAMPLE_IP), 2, "cycles", bits };
	events[1] = (struct pdata_feat_event){ t_attr(PDATA_SAMPLE_ADDR), 0, "", bits };
	add(all, &nr, PDATA_FEAT_EVENT_DESC)->u.event_desc =
		(struct pdata_event_desc){ 2, 136, events };
	add(all, &nr, PDATA_FEAT_CPU_TOPOLOGY)->u.cpu_topology = topology;
	topology.dies.nr = topology.nr_die_ids = 0; /* before 5.2, or of machines without dies */
	add(all, &nr, PDATA_FEAT_CPU_TOPOLOGY)->u.cpu_topology = topology;
	topology.nr_cpus = 0; /* before 4.2 */
	add(all, &nr, PDATA_FEAT_CPU_TOPOLOGY)->u.cpu_topology = topology;
	add(all, &nr, PDATA_FEAT_BUILD_ID)->u.build_ids = (struct pdata_build_ids){ 2, ids };
	return nr;
}

static size_t all_features(struct pdata_feature *all)
{
	return large_features(all, list_features(all, plain_features(all)));
}

TEST(every_feature_is_the_same_after_decoding_and_encoding)
{
	struct pdata_feature all[ALL_MAX];
	size_t nr = all_features(all);

	for (int swap = 0; swap <= 1; swap++)
		for (size_t i = 0; i < nr; i++) {
			struct pdata_feature back = { .bit = all[i].bit };
			struct pdata_error err = { .text = "" };
			struct pd_arena arena = { 0 };
			uint8_t *first, *second;
			int64_t n = pdata_feature_encode(&all[i], swap, &first);

			CHECK(n > 0);
			back.data = first;
			back.len = (uint64_t)n;
			if (pd_feature_decode(&back, swap, 3, &arena, &err))
				test_fail(__FILE__, __LINE__, "%s (%zu): %s",
					  pdata_feature_name(all[i].bit), i, err.text);
			CHECK_I(pdata_feature_encode(&back, swap, &second), n);
			CHECK_M(second, first, (size_t)n);
			pdata_free(first);
			pdata_free(second);
			pd_arena_free(&arena);
		}
}

TEST(a_foreign_feature_says_the_same_as_a_native_one)
{
	struct pdata_feature all[ALL_MAX];
	size_t nr = all_features(all);

	for (size_t i = 0; i < nr; i++) {
		struct pdata_feature back = { .bit = all[i].bit };
		struct pd_arena arena = { 0 };
		uint8_t *native, *foreign, *again;
		int64_t n = pdata_feature_encode(&all[i], 0, &native);

		CHECK_I(pdata_feature_encode(&all[i], 1, &foreign), n);
		back.data = foreign;
		back.len = (uint64_t)n;
		CHECK_I(pd_feature_decode(&back, 1, 3, &arena, NULL), 0);
		CHECK_I(pdata_feature_encode(&back, 0, &again), n);
		CHECK_M(again, native, (size_t)n);
		pdata_free(native);
		pdata_free(foreign);
		pdata_free(again);
		pd_arena_free(&arena);
	}
}

TEST(examples_cover_every_feature_with_a_layout)
{
	struct pdata_feature all[ALL_MAX];
	size_t nr = all_features(all);

	for (uint32_t bit = PDATA_FEAT_BUILD_ID; bit < PDATA_FEAT_CPU_DOMAIN_INFO; bit++) {
		int found = bit == PDATA_FEAT_BRANCH_STACK ||
			    bit == PDATA_FEAT_STAT; /* have no bytes */

		for (size_t i = 0; i < nr; i++)
			found |= all[i].bit == bit;
		if (!found)
			test_fail(__FILE__, __LINE__, "no example of %s", pdata_feature_name(bit));
	}
}

/* A topology of a file without NRCPUS: its bytes give the number of CPUs. */
TEST(a_topology_without_nrcpus_is_the_same_after_decoding_and_encoding)
{
	struct pdata_feature all[ALL_MAX];
	size_t nr = all_features(all);
	unsigned found = 0;

	for (size_t i = 0; i < 2 * nr; i++) {
		struct pdata_feature back = { .bit = PDATA_FEAT_CPU_TOPOLOGY };
		struct pdata_error err = { .text = "" };
		struct pd_arena arena = { 0 };
		uint8_t *first, *second;
		int64_t n;

		if (all[i / 2].bit != PDATA_FEAT_CPU_TOPOLOGY)
			continue;
		found++;
		n = pdata_feature_encode(&all[i / 2], i & 1, &first);
		back.data = first;
		back.len = (uint64_t)n;
		CHECK_I(pd_feature_decode(&back, i & 1, 0, &arena, &err), 0);
		CHECK_U(back.u.cpu_topology.nr_cpus, all[i / 2].u.cpu_topology.nr_cpus);
		CHECK_U(back.u.cpu_topology.nr_die_ids, all[i / 2].u.cpu_topology.nr_die_ids);
		CHECK_I(pdata_feature_encode(&back, i & 1, &second), n);
		CHECK_M(second, first, (size_t)n);
		/* No number of CPUs gives these bytes. */
		back.len = (uint64_t)n - 1;
		if (all[i / 2].u.cpu_topology.nr_cpus)
			CHECK_I(pd_feature_decode(&back, i & 1, 0, &arena, &err), PDATA_E_FEATURE);
		pdata_free(first);
		pdata_free(second);
		pd_arena_free(&arena);
	}
	CHECK_U(found, 6);
}

/* Each CPU could be the last one before a list of dies: the test would take minutes. */
TEST(a_topology_that_looks_like_dies_everywhere_is_decoded_in_linear_time)
{
	static uint32_t words[1000001];
	struct pdata_feature f = { .bit = PDATA_FEAT_CPU_TOPOLOGY,
				   .data = (const uint8_t *)words,
				   .len = sizeof(words) };
	struct pd_arena arena = { 0 };

	for (unsigned i = 2; i < 1000001; i++)
		words[i] = i & 1 ? 4 : 0x10020; /* a length, or a number of strings and " " */
	CHECK_I(pd_feature_decode(&f, 0, 0, &arena, NULL), PDATA_E_FEATURE);
	pd_arena_free(&arena);
}

static int decode_guarded(uint32_t bit, const uint8_t *data, size_t n, int swap, uint32_t cpus)
{
	struct pdata_feature f = { .bit = bit, .len = n };
	struct pdata_error err = { 0 };
	struct pd_arena arena = { 0 };
	uint8_t *p = t_guarded(data, n);
	int ret;

	f.data = p;
	ret = pd_feature_decode(&f, swap, cpus, &arena, &err);
	CHECK(ret == 0 || ret == PDATA_E_FEATURE);
	CHECK_I(err.code, ret);
	t_unguard(p, n);
	pd_arena_free(&arena);
	return ret;
}

TEST(a_feature_cut_at_any_byte_is_never_read_past_its_end)
{
	struct pdata_feature all[ALL_MAX];
	size_t nr = all_features(all);

	for (int swap = 0; swap <= 1; swap++)
		for (size_t i = 0; i < nr; i++) {
			unsigned whole = 0;
			uint8_t *data;
			int64_t n = pdata_feature_encode(&all[i], swap, &data);

			for (int64_t cut = 0; cut < n; cut++)
				whole += !decode_guarded(all[i].bit, data, (size_t)cut, swap, 3);
			/* Only those that grew, and lists without a count, end in more than one place. */
			if (all[i].bit != PDATA_FEAT_CPU_TOPOLOGY &&
			    all[i].bit != PDATA_FEAT_BUILD_ID)
				CHECK_U(whole, 0);
			pdata_free(data);
		}
}

TEST(any_word_of_a_feature_may_lie)
{
	static const uint32_t nasty[] = {
		0, 1, 63, 65536, 1u << 31, UINT32_MAX / 4, UINT32_MAX - 3, UINT32_MAX
	};
	struct pdata_feature all[ALL_MAX];
	size_t nr = all_features(all);

	for (int swap = 0; swap <= 1; swap++)
		for (size_t i = 0; i < nr; i++) {
			uint8_t *data;
			int64_t n = pdata_feature_encode(&all[i], swap, &data);

			for (int64_t at = 0; at + 4 <= n; at += 4)
				for (unsigned k = 0; k < 8; k++) {
					uint32_t v = swap ? __builtin_bswap32(nasty[k]) : nasty[k],
						 old;

					memcpy(&old, data + at, 4);
					memcpy(data + at, &v, 4);
					decode_guarded(all[i].bit, data, (size_t)n, swap, 3);
					decode_guarded(all[i].bit, data, (size_t)n, swap,
						       UINT32_MAX);
					memcpy(data + at, &old, 4);
				}
			pdata_free(data);
		}
}

TEST(text_without_a_nul_ends_with_its_length)
{
	static const uint8_t data[] = { 3, 0, 0, 0, 'a', 'b', 'c' },
			     be[] = { 0, 0, 0, 3, 'a', 'b', 'c' };
	const uint16_t one = 1;
	int host_be = !*(const uint8_t *)&one;

	for (int swap = 0; swap <= 1; swap++) {
		struct pdata_feature f = { .bit = PDATA_FEAT_ARCH,
					   .data = swap != host_be ? be : data,
					   .len = 7 };
		struct pd_arena arena = { 0 };

		CHECK_I(pd_feature_decode(&f, swap, 0, &arena, NULL), 0);
		CHECK_S(f.u.str, "abc");
		pd_arena_free(&arena);
	}
}

TEST(zeros_may_follow_the_last_build_id)
{
	struct pdata_feat_build_id id = { 1, -1, 20, { 9 }, "/bin/a" };
	struct pdata_feature f = { .bit = PDATA_FEAT_BUILD_ID, .u.build_ids = { 1, &id } };
	struct pd_arena arena = { 0 };
	uint8_t padded[256] = { 0 }, *data;
	int64_t n = pdata_feature_encode(&f, 0, &data);

	memcpy(padded, data, (size_t)n);
	f.data = padded;
	f.len = sizeof(padded);
	CHECK_I(pd_feature_decode(&f, 0, 0, &arena, NULL), 0);
	CHECK_U(f.u.build_ids.nr, 1);
	CHECK_S(f.u.build_ids.ids[0].filename, "/bin/a");
	pdata_free(data);
	pd_arena_free(&arena);
}

static struct pdata_feature again(const struct pdata_feature *in, struct pd_arena *arena, int swap,
				  uint8_t **bytes)
{
	struct pdata_feature out = { .bit = in->bit };
	int64_t n = pdata_feature_encode(in, swap, bytes);

	CHECK(n > 0);
	out.data = *bytes;
	out.len = (uint64_t)n;
	CHECK_I(pd_feature_decode(&out, swap, 0, arena, NULL), 0);
	for (uint64_t cut = 0; cut < (uint64_t)n; cut++) {
		struct pdata_feature part = { .bit = in->bit, .data = *bytes, .len = cut };

		(void)pd_feature_decode(&part, swap, 0, arena, NULL);
	}
	return out;
}

TEST(records_of_init_map_are_decoded_as_they_were_encoded)
{
	static struct pdata_sp_init_record records[] = { { 3, 0, 12, (const uint8_t *)"abcd" },
							 { 10, 2, 8, NULL } };

	for (int swap = 0; swap < 2; swap++) {
		struct pdata_feature in = { .bit = PDATA_FEAT_SIMPLEPERF_INIT_MAP }, out;
		struct pd_arena arena = { 0 };
		uint8_t *bytes;

		in.u.sp_init_map = (struct pdata_sp_init_map){ 2, records };
		out = again(&in, &arena, swap, &bytes);
		CHECK_U(out.len, 20);
		CHECK_U(out.u.sp_init_map.nr, 2);
		CHECK_U(out.u.sp_init_map.records[0].type, 3);
		CHECK_U(out.u.sp_init_map.records[0].size, 12);
		CHECK(!memcmp(out.u.sp_init_map.records[0].payload, "abcd", 4));
		CHECK_U(out.u.sp_init_map.records[1].misc, 2);
		CHECK_U(out.u.sp_init_map.records[1].size, 8);
		pdata_free(bytes);
		pd_arena_free(&arena);
	}
}

TEST(an_init_map_ends_before_a_record_whose_size_lies)
{
	static const uint8_t bytes[][16] = { { 3, 0, 0, 0, 0, 0, 7, 0 },
					     { 3, 0, 0, 0, 0, 0, 17, 0 } };
	struct pd_arena arena = { 0 };
	struct pdata_error err;

	for (unsigned i = 0; i < 2; i++) {
		struct pdata_feature f = { .bit = PDATA_FEAT_SIMPLEPERF_INIT_MAP,
					   .data = bytes[i],
					   .len = 16 };

		CHECK_I(pd_feature_decode(&f, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, 0, &arena,
					  &err),
			PDATA_E_FEATURE);
	}
	pd_arena_free(&arena);
}

TEST(files_of_simpleperf_are_decoded_as_they_were_encoded)
{
	static struct pdata_sp_file_symbol symbols[] = { { 0x1200, 16, "main" },
							 { 0x1300, 0, "_end" } };
	static uint64_t dex[] = { 40, 300 };
	static struct pdata_sp_file files[] = {
		{ .path = "/a.so",
		  .type = 2,
		  .min_vaddr = 0x1000,
		  .nr_symbols = 2,
		  .symbols = symbols,
		  .min_vaddr_offset = 0x2000 },
		{ .path = "[mod]", .type = 1, .min_vaddr_offset = 0xffffffffc0000000 },
		{ .path = "/c.dex", .type = 3, .nr_dex_offsets = 2, .dex_offsets = dex },
	};
	static const uint32_t forms[] = { PDATA_FEAT_SIMPLEPERF_FILE, PDATA_FEAT_SIMPLEPERF_FILE2 };

	for (unsigned i = 0; i < 4; i++) {
		struct pdata_feature in = { .bit = forms[i % 2] }, out;
		struct pd_arena arena = { 0 };
		uint8_t *bytes;

		in.u.sp_files.nr = 3;
		in.u.sp_files.files = files;
		out = again(&in, &arena, i / 2, &bytes);
		CHECK_U(out.u.sp_files.nr, 3);
		for (unsigned k = 0; k < 3; k++) {
			const struct pdata_sp_file *f = &out.u.sp_files.files[k];

			CHECK_S(f->path, files[k].path);
			CHECK_U(f->type, files[k].type);
			CHECK_U(f->min_vaddr, files[k].min_vaddr);
			CHECK_U(f->min_vaddr_offset, files[k].min_vaddr_offset);
			CHECK_U(f->nr_symbols, files[k].nr_symbols);
			CHECK_U(f->nr_dex_offsets, files[k].nr_dex_offsets);
		}
		CHECK_S(out.u.sp_files.files[0].symbols[1].name, "_end");
		CHECK_U(out.u.sp_files.files[0].symbols[0].len, 16);
		CHECK_U(out.u.sp_files.files[2].dex_offsets[1], 300);
		pdata_free(bytes);
		pd_arena_free(&arena);
	}
}

TEST(memory_ranges_have_elements_of_either_size)
{
	static struct pdata_memory_range ranges[] = { { 0, 0x1000, 0, 1, 2, 0 },
						      { 0x2000, 0x3000, -1, 3, 4, 0 } };

	for (unsigned i = 0; i < 4; i++) {
		struct pdata_feature in = { .bit = PDATA_FEAT_MEMORY_RANGES }, out;
		struct pd_arena arena = { 0 };
		uint8_t *bytes;

		in.u.memory_ranges = (struct pdata_memory_ranges){ 2, i % 2 ? 24 : 22, ranges };
		out = again(&in, &arena, i / 2, &bytes);
		CHECK_U(out.len, i % 2 ? 4 + 48 : 4 + 44);
		CHECK_U(out.u.memory_ranges.nr, 2);
		CHECK_I(out.u.memory_ranges.ranges[1].node, -1);
		CHECK_U(out.u.memory_ranges.ranges[1].length, 0x3000);
		CHECK_U(out.u.memory_ranges.ranges[1].remote_region, 4);
		pdata_free(bytes);
		pd_arena_free(&arena);
	}
}

TEST(files_to_unwind_with_are_decoded_as_they_were_encoded)
{
	static struct pdata_sp_unwind_file files[] = { { "/a.so", 4 }, { "/b.so", 1ull << 40 } };
	struct pdata_feature in = { .bit = PDATA_FEAT_SIMPLEPERF_DEBUG_UNWIND }, out;
	struct pd_arena arena = { 0 };
	uint8_t *bytes;

	in.u.sp_debug_unwind = (struct pdata_sp_debug_unwind){ 2, files };
	out = again(&in, &arena, 0, &bytes);
	CHECK_U(out.u.sp_debug_unwind.nr, 2);
	CHECK_S(out.u.sp_debug_unwind.files[1].path, "/b.so");
	CHECK_U(out.u.sp_debug_unwind.files[1].size, 1ull << 40);
	pdata_free(bytes);
	pd_arena_free(&arena);
}
