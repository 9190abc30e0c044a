/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernel/counter.h"
#include "test.h"

/* A page as the kernel fills it in, and a cpu of which the test says what it shows. */
static struct {
	_Alignas(8) uint8_t page[4096];
	uint64_t pmc, cycles;
	uint32_t asked;	      /* which counter was read */
	unsigned int changes; /* so many times the kernel writes while we read */
} sim;

static void set(size_t off, uint64_t v, size_t size)
{
	const uint32_t v32 = (uint32_t)v;
	const uint16_t v16 = (uint16_t)v;

	memcpy(sim.page + off,
	       size == 8   ? (const void *)&v
	       : size == 4 ? (const void *)&v32
			   : &v16,
	       size);
}

static bool sim_pmc(uint32_t index, uint64_t *value)
{
	uint32_t lock;

	sim.asked = index;
	*value = sim.pmc;
	if (sim.changes) {
		sim.changes--;
		memcpy(&lock, sim.page + 8, sizeof(lock));
		set(8, lock + 2, 4);
		set(16, 5000, 8); /* offset */
		sim.pmc = 42;
	}
	return true;
}

static uint64_t sim_clock(void)
{
	return sim.cycles;
}

static const struct rec_count_ops ops = { sim_pmc, sim_clock };

/* Counter 3 of 48 bits, 1000 in the page, usable from user code. */
static void start(void)
{
	memset(&sim, 0, sizeof(sim));
	set(12, 3, 4);
	set(16, 1000, 8);
	set(24, 700, 8);
	set(32, 700, 8);
	set(40, 1 << 2, 8);
	set(48, 48, 2);
}

TEST(a_counter_is_what_the_page_has_and_what_the_cpu_has)
{
	struct rec_count c;

	start();
	sim.pmc = 234;
	CHECK(rec_count_page(sim.page, &ops, &c));
	CHECK_U(c.value, 1234);
	CHECK_U(sim.asked, 2);
	CHECK_U(c.enabled_ns, 700);
	CHECK_U(rec_count_scaled(&c), 1234);
}

TEST(the_sign_of_a_counter_is_its_highest_bit_at_every_width)
{
	struct rec_count c;

	for (unsigned int width = 1; width <= 64; width++) {
		start();
		set(48, width, 2);
		/* All ones: -1. What stands above its bits is not its own. */
		sim.pmc = UINT64_MAX;
		CHECK(rec_count_page(sim.page, &ops, &c));
		CHECK_U(c.value, 999);
		if (width < 2)
			continue;
		sim.pmc = UINT64_C(1) << (width - 2) | (width < 64 ? UINT64_MAX << width : 0);
		CHECK(rec_count_page(sim.page, &ops, &c));
		CHECK_U(c.value, 1000 + (UINT64_C(1) << (width - 2)));
	}
	set(48, 65, 2);
	CHECK(!rec_count_page(sim.page, &ops, &c));
	set(48, 0, 2);
	CHECK(!rec_count_page(sim.page, &ops, &c));
}

TEST(what_the_kernel_changes_meanwhile_is_read_again)
{
	struct rec_count c;

	start();
	sim.pmc = 7;
	sim.changes = 3;
	CHECK(rec_count_page(sim.page, &ops, &c));
	CHECK_U(c.value, 5042);
	CHECK_U(sim.changes, 0);
	start();
	sim.changes = UINT32_MAX; /* for ever */
	CHECK(!rec_count_page(sim.page, &ops, &c));
}

TEST(times_go_on_since_the_page_was_written)
{
	struct rec_count c;

	start();
	set(40, 1 << 2 | 1 << 3, 8);
	set(50, 10, 2);	    /* shift */
	set(52, 2048, 4);   /* mult: 2 ns a cycle */
	set(56, 100000, 8); /* offset */
	sim.cycles = UINT64_C(0x123456789abcd);
	CHECK(rec_count_page(sim.page, &ops, &c));
	CHECK_U(c.enabled_ns, 700 + 100000 + 2 * sim.cycles);
	CHECK_U(c.running_ns, c.enabled_ns);
	/* A clock of few bits counts on from where it was. */
	set(40, 1 << 2 | 1 << 3 | 1 << 5, 8);
	set(80, UINT64_C(0xfffffff0), 8);
	set(88, UINT64_C(0xffffffff), 8);
	sim.cycles = 0x10;
	CHECK(rec_count_page(sim.page, &ops, &c));
	CHECK_U(c.enabled_ns, 700 + 100000 + 2 * UINT64_C(0x100000010));
}

TEST(a_counter_that_shares_its_place_is_scaled)
{
	struct rec_count c;

	start();
	set(24, 900, 8);
	set(32, 300, 8);
	set(12, 0, 4); /* not on the cpu now */
	CHECK(rec_count_page(sim.page, &ops, &c));
	CHECK_U(c.value, 1000);
	CHECK_U(rec_count_scaled(&c), 3000);
	set(40, 1 << 2 | 1 << 3, 8);
	set(52, 1, 4);
	sim.cycles = 60; /* its time goes on, the time it counts does not */
	CHECK(rec_count_page(sim.page, &ops, &c));
	CHECK_U(c.enabled_ns, 960);
	CHECK_U(c.running_ns, 300);
	c.running_ns = 0;
	CHECK_U(rec_count_scaled(&c), 1000);
}

TEST(where_user_code_may_not_read_the_kernel_is_asked)
{
	struct rec_count c;

	start();
	set(40, 0, 8);
	CHECK(!rec_count_page(sim.page, &ops, &c));
	start();
	CHECK(!rec_count_page(sim.page, NULL, &c));
	CHECK(!rec_count_page(NULL, &ops, &c));
	CHECK(rec_count_fd(-1, &c) < 0);
}
