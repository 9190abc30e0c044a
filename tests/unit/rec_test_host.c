/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/util.h"
#include "cli/numbers.h"
#include "kernel/build_id.h"
#include "test.h"

static struct rec_arena arena;

TEST(cpu_lists_are_ranges_and_numbers)
{
	static const char *const wrong[] = { "",   "x",	 "1-",	"-1",		"2-1",
					     "1,", ",1", "1;2", "0-4294967295", "1-2-3" };
	int *cpus;
	uint32_t nr;

	CHECK_I(rec_parse_cpu_list(&arena, "0-2,7,1", &cpus, &nr), 0);
	CHECK_U(nr, 4);
	CHECK_I(cpus[2], 2);
	CHECK_I(cpus[3], 7);
	for (size_t i = 0; i < REC_NR(wrong); i++)
		CHECK_I(rec_parse_cpu_list(&arena, wrong[i], &cpus, &nr), -1);
}

TEST(a_build_id_is_found_among_notes_cut_anywhere)
{
	/* A note of another kind, then the build id, both in this machine's byte order. */
	uint32_t words[] = { 4, 4, 1, 0x00554e47, 0xdead, 4, 20, 3, 0x00554e47, 1, 2, 3, 4, 5 };
	const uint8_t *notes = (const uint8_t *)words;
	struct rec_build_id id;

	memcpy(&words[3], "GNU", 4);
	memcpy(&words[8], "GNU", 4);
	CHECK(rec_build_id_notes(notes, sizeof(words), 4, &id));
	CHECK_U(id.size, 20);
	CHECK_M(id.id, notes + 36, 20);
	for (size_t n = 0; n < sizeof(words); n++)
		CHECK(!rec_build_id_notes(notes, n, 4, &id));
	words[5] = UINT32_MAX;
	CHECK(!rec_build_id_notes(notes, sizeof(words), 4, &id));
	words[5] = 4;
	words[6] = UINT32_MAX - 2;
	CHECK(!rec_build_id_notes(notes, sizeof(words), 4, &id));
}

TEST(a_long_build_id_is_cut_to_what_the_format_keeps)
{
	uint8_t notes[12 + 4 + 64] = { 0 };
	const uint32_t head[3] = { 4, 64, 3 };
	struct rec_build_id id;

	memcpy(notes, head, sizeof(head));
	memcpy(notes + 12, "GNU", 4);
	CHECK(rec_build_id_notes(notes, sizeof(notes), 4, &id));
	CHECK_U(id.size, 20);
}

TEST(sizes_have_units)
{
	uint64_t v;

	CHECK_I(cli_parse_size("64K", &v), 0);
	CHECK_U(v, 65536);
	CHECK_I(cli_parse_size("2m", &v), 0);
	CHECK_U(v, 2u << 20);
	CHECK_I(cli_parse_size("17", &v), 0);
	CHECK_U(v, 17);
	CHECK_I(cli_parse_size("", &v), -1);
	CHECK_I(cli_parse_size("K", &v), -1);
	CHECK_I(cli_parse_size("1KK", &v), -1);
	CHECK_I(cli_parse_size("18446744073709551615G", &v), -1);
}

TEST(pushed_elements_stay)
{
	uint32_t *list = NULL, nr = 0;

	for (uint32_t i = 0; i < 1000; i++) {
		list = rec_push(&arena, list, &nr, sizeof(*list));
		list[i] = i;
	}
	CHECK_U(nr, 1000);
	for (uint32_t i = 0; i < 1000; i++)
		CHECK_U(list[i], i);
}
