/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arrays that grow: what is in them stays, new elements are zero where that is asked for. Memory
 * that is given back.
 */
#include "base/memory.h"
#include "common/heap.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

TEST(elements_stay_while_an_array_grows)
{
	uint32_t *with_cap = NULL, *without = NULL, cap = 0;

	for (uint32_t i = 0; i < 1000; i++) {
		CHECK(mem_room(&with_cap, &cap, i, sizeof(*with_cap)));
		CHECK(mem_room_at_end(&without, i, sizeof(*without)));
		CHECK(i < cap);
		with_cap[i] = without[i] = i;
	}
	for (uint32_t i = 0; i < 1000; i++)
		CHECK(with_cap[i] == i && without[i] == i);
	free(with_cap);
	free(without);
}

TEST(new_elements_are_zero)
{
	uint64_t *all = NULL;
	uint32_t cap = 0;

	for (uint32_t n = 3; n < 5000; n = n * 5 + 1) {
		const uint32_t was = cap;

		CHECK(mem_room_zeroed(&all, &cap, n, sizeof(*all)));
		CHECK(n < cap);
		for (uint32_t i = was; i < cap; i++)
			CHECK(!all[i]);
		memset(all, 0xff, cap * sizeof(*all));
	}
	free(all);
}

TEST(an_array_too_long_for_its_numbers_is_a_failed_allocation)
{
	const unsigned before = mem_failures();
	char *all = NULL;
	uint32_t cap = 0;

	CHECK(!mem_room(&all, &cap, UINT32_MAX - 1, 1));
	CHECK(!all && !cap && mem_failures() == before + 1);
}

TEST(a_reserved_array_keeps_its_elements_and_can_still_grow)
{
	uint64_t *all = NULL;
	uint32_t cap = 0;

	CHECK(mem_reserve(&all, &cap, 10, sizeof(*all)));
	CHECK_U(cap, 10);
	for (uint32_t i = 0; i < cap; i++)
		all[i] = i;
	CHECK(mem_reserve(&all, &cap, 5, sizeof(*all)));
	CHECK_U(cap, 10);
	CHECK(mem_reserve(&all, &cap, UINT64_MAX, sizeof(*all)));
	CHECK_U(cap, MEM_RESERVE_MAX / sizeof(*all));
	for (uint32_t i = 0; i < 10; i++)
		CHECK_U(all[i], i);
	all[cap - 1] = 7;
	CHECK(mem_room(&all, &cap, cap, sizeof(*all)));
	CHECK_U(all[MEM_RESERVE_MAX / sizeof(*all) - 1], 7);
	free(all);
}

/* Return the number of those of the @size bytes from @p on that are in pages with memory. */
static size_t resident_bytes(char *p, size_t size)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	unsigned char pages[4096];
	size_t n = 0;

	CHECK(size / page <= sizeof(pages) && !mincore(p, size, pages));
	for (size_t i = 0; i < size / page; i++)
		n += pages[i] & 1;
	return n * page;
}

TEST(memory_is_given_back_in_steps_up_to_the_last_whole_huge_page)
{
	const size_t size = 4 * PD_HUGE_PAGE;
	char *block = mem_big_alloc(1, size); /* begins with a huge page */

	memset(block, 1, size);
	mem_give_back(block, 0, PD_HUGE_PAGE / 2);
	CHECK_U(resident_bytes(block, size), size);
	mem_give_back(block, PD_HUGE_PAGE / 2, 2 * PD_HUGE_PAGE + 1);
	CHECK_U(resident_bytes(block, 2 * PD_HUGE_PAGE), 0);
	mem_give_back(block, 2 * PD_HUGE_PAGE + 1, 3 * PD_HUGE_PAGE + 1);
	CHECK_U(resident_bytes(block, size), PD_HUGE_PAGE);
	for (size_t i = 3 * PD_HUGE_PAGE; i < size; i++)
		if (block[i] != 1)
			CHECK_U(block[i], 1);
	free(block);
}

TEST(memory_in_front_of_the_first_whole_huge_page_is_kept)
{
	const size_t size = 4 * PD_HUGE_PAGE;
	char *block = mem_big_alloc(1, size), *inside = block + 64;

	memset(block, 1, size);
	mem_give_back(inside, 0, size - 64);
	CHECK_U(resident_bytes(block, PD_HUGE_PAGE), PD_HUGE_PAGE);
	CHECK_U(resident_bytes(block + PD_HUGE_PAGE, size - PD_HUGE_PAGE), 0);
	free(block);
}
