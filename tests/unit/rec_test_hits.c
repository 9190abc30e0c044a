/* SPDX-License-Identifier: BSD-2-Clause */
#include "file/bundle.h"
#include "kernel/sample_regs.h"
#include "test.h"

#include <stdlib.h>

#define CHAIN_TYPE                                                                                 \
	(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_CPU |               \
	 PDATA_SAMPLE_CALLCHAIN)
#define KERNEL UINT64_C(0xffffffff81000000)

static struct pdata_event event_of(uint64_t sample_type, uint32_t index)
{
	struct pdata_event e = { .attr = { .size = PDATA_ATTR_SIZE_VER7,
					   .sample_type = sample_type } };

	e.index = index;
	return e;
}

static void hit(struct rec_hit_addresses *h, const struct pdata_event *e, uint32_t pid,
		const uint64_t *ips, uint64_t nr, uint64_t time)
{
	struct pdata_sample s = {
		.ip = ips[0], .pid = pid, .tid = pid, .time = time, .addr = 0x7000
	};
	struct pdata_record rec = { .type = PDATA_RECORD_SAMPLE, .event = e, .time = time };
	uint8_t bytes[2048];
	int n;

	s.nr_ips = nr;
	s.ips = (struct pdata_view){ .data = (const uint8_t *)ips, .nr = nr };
	n = pdata_sample_encode(0, &s, &e->attr, 0, bytes, sizeof(bytes));
	CHECK(n > 0);
	rec.data = bytes;
	rec.size = (uint16_t)n;
	rec_hit_addresses_add(h, &rec);
}

static const struct rec_hit_address *find(const struct rec_hit_address *hits, uint32_t nr,
					  uint32_t pid, uint64_t ip)
{
	for (uint32_t i = 0; i < nr; i++)
		if (hits[i].ip == ip && hits[i].pid == pid)
			return &hits[i];
	test_fail(__FILE__, __LINE__, "no hit of %u at %#llx", pid, (unsigned long long)ip);
	return NULL;
}

TEST(chains_wait_until_there_is_time_for_them)
{
	struct rec_hit_addresses *h = rec_hit_addresses_new();
	const struct pdata_event e = event_of(CHAIN_TYPE, 0);
	uint64_t left_out, ips[100];
	const struct rec_hit_address *hits;
	uint32_t nr;

	for (uint64_t i = 0; i < 1000; i++) {
		for (uint64_t k = 0; k < 10; k++)
			ips[k] = 0x1000 + 16 * i + k;
		hit(h, &e, 5, ips, 10, 100 + i);
	}
	/* But those that are known as a whole. */
	const size_t waiting = rec_hit_addresses_settle(h);

	CHECK(waiting >= 9000 && waiting < 10000);
	CHECK_U(rec_hit_addresses_settle(h), 0);
	/* Longer than what is known as a whole. */
	for (uint64_t k = 0; k < 100; k++)
		ips[k] = 0x100000 + k;
	hit(h, &e, 5, ips, 100, 2000);
	CHECK_U(rec_hit_addresses_settle(h), 100);
	/* More than may wait: 5000 chains of 103 words. */
	for (uint64_t i = 0; i < 5000; i++) {
		ips[99] = 0x200000 + i;
		hit(h, &e, 5, ips, 100, 3000 + i);
	}
	CHECK(rec_hit_addresses_settle(h) < 131072);
	hits = rec_hit_addresses_finish(h, &nr, &left_out);
	CHECK_U(nr, 10000 + 100 + 5000);
	CHECK_U(find(hits, nr, 5, 0x1000 + 16 * 999 + 9)->last, 1099);
	CHECK_U(find(hits, nr, 5, 0x100000)->last, 7999);
	CHECK_U(find(hits, nr, 5, 0x200000)->first, 3000);
	CHECK_U(left_out, 0);
	rec_hit_addresses_free(h);
}

TEST(every_address_of_every_chain_is_there_with_its_first_and_last_time)
{
	struct rec_hit_addresses *h = rec_hit_addresses_new();
	const struct pdata_event e = event_of(CHAIN_TYPE, 0);
	const struct rec_hit_address *hits;
	uint64_t left_out;
	uint32_t nr;

	/* More chains than are known at once, of two processes, each three times; the last time is the earliest. */
	for (uint64_t round = 0; round < 3; round++)
		for (uint64_t i = 0; i < 1000; i++) {
			const uint64_t ips[4] = { KERNEL + i, 0x1000 + i, 0x5000 + i % 7, 0x9000 };

			hit(h, &e, 1 + i % 2, ips, 4, (round == 2 ? 100 : 1000 * (round + 1)) + i);
		}
	hits = rec_hit_addresses_finish(h, &nr, &left_out);
	CHECK_U(left_out, 0);
	CHECK_U(nr, 1000 + 1000 + 14 + 2);
	for (uint64_t i = 0; i < 1000; i++) {
		const struct rec_hit_address *user = find(hits, nr, 1 + i % 2, 0x1000 + i);
		const struct rec_hit_address *kernel = find(hits, nr, REC_NO_PID, KERNEL + i);

		CHECK_U(user->first, 100 + i);
		CHECK_U(user->last, 2000 + i);
		CHECK_U(kernel->first, 100 + i);
		CHECK_U(kernel->last, 2000 + i);
	}
	CHECK_U(find(hits, nr, 1, 0x9000)->last, 2998);
	CHECK_U(find(hits, nr, 2, 0x9000)->first, 101);
	rec_hit_addresses_free(h);
}

TEST(a_chain_of_any_length_is_noted)
{
	const struct pdata_event e = event_of(CHAIN_TYPE, 3);
	uint64_t ips[200];

	for (uint64_t i = 0; i < 200; i++)
		ips[i] = 0x1000 + 16 * i;
	for (uint32_t len = 1; len <= 200; len++) {
		struct rec_hit_addresses *h = rec_hit_addresses_new();
		uint64_t left_out;
		uint32_t nr;

		hit(h, &e, 5, ips, len, 1);
		rec_hit_addresses_finish(h, &nr, &left_out);
		CHECK_U(nr, len);
		rec_hit_addresses_free(h);
	}
}

TEST(addresses_of_data_and_of_single_samples_are_noted)
{
	const struct pdata_event plain =
		event_of(PDATA_SAMPLE_IDENTIFIER | PDATA_SAMPLE_IP | PDATA_SAMPLE_TID, 1);
	const struct pdata_event with_addr =
		event_of(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_ADDR, 17);
	struct rec_hit_addresses *h = rec_hit_addresses_new();
	const struct rec_hit_address *hits;
	uint64_t left_out, ip;
	uint32_t nr;

	for (uint64_t i = 0; i < 50000; i++) {
		ip = 0x1000 + i / 10;
		hit(h, &plain, 1, &ip, 0, i);
		hit(h, &with_addr, 1, &ip, 0, i); /* takes the same place as the other event */
	}
	hits = rec_hit_addresses_finish(h, &nr, &left_out);
	CHECK_U(nr, 5001);
	for (uint64_t i = 0; i < 5000; i++) {
		CHECK_U(find(hits, nr, 1, 0x1000 + i)->first, 10 * i);
		CHECK_U(find(hits, nr, 1, 0x1000 + i)->last, 10 * i + 9);
	}
	CHECK_U(find(hits, nr, 1, 0x7000)->last, 49999);
	rec_hit_addresses_free(h);
}

/* A sample in the kernel, of a task with registers of @abi. Its user ip is @user_ip. */
static void hit_kernel(struct rec_hit_addresses *h, uint64_t sample_type, uint64_t abi,
		       uint64_t user_ip, uint32_t pid)
{
	const uint64_t mask = rec_regs_all_user();
	uint64_t regs[64] = { 0 }, chain[2] = { PDATA_CONTEXT_KERNEL, KERNEL };
	struct pdata_event e = event_of(sample_type, pid); /* each call needs its own index */
	struct pdata_sample s = { .ip = KERNEL, .pid = pid, .tid = pid, .nr_ips = 2 };
	struct pdata_record rec = { .type = PDATA_RECORD_SAMPLE, .event = &e, .time = 7 };
	uint8_t bytes[2048];

	e.attr.sample_regs_user = mask;
	regs[__builtin_popcountll(mask & (rec_regs_ip() - 1))] = user_ip;
	s.ips = (struct pdata_view){ .data = (const uint8_t *)chain, .nr = 2 };
	s.regs_user.abi = abi;
	if (abi != PDATA_REGS_ABI_NONE) {
		s.regs_user.mask = mask;
		s.regs_user.values =
			(struct pdata_view){ .data = (const uint8_t *)regs,
					     .nr = (uint64_t)__builtin_popcountll(mask) };
	}
	const int n = pdata_sample_encode(0, &s, &e.attr, 0, bytes, sizeof(bytes));

	CHECK(n > 0);
	rec.data = bytes;
	rec.size = (uint16_t)n;
	rec_hit_addresses_add(h, &rec);
}

TEST(the_user_ip_of_a_sample_in_the_kernel_with_a_user_stack_is_noted)
{
	const uint64_t regs = CHAIN_TYPE | PDATA_SAMPLE_REGS_USER;
	const uint64_t stack = regs | PDATA_SAMPLE_STACK_USER;
	struct rec_hit_addresses *h = rec_hit_addresses_new();
	const struct rec_hit_address *hits;
	uint64_t left_out;
	uint32_t nr;

	hit_kernel(h, regs, PDATA_REGS_ABI_64, 0x1000, 4); /* without a stack */
	hit_kernel(h, stack, PDATA_REGS_ABI_NONE, 0x1000, 5);
	hit_kernel(h, stack, PDATA_REGS_ABI_64, 0x1000, 6);
	hit_kernel(h, stack | PDATA_SAMPLE_RAW, PDATA_REGS_ABI_64, 0x1000, 7);
	hits = rec_hit_addresses_finish(h, &nr, &left_out);
	CHECK(find(hits, nr, REC_NO_PID, KERNEL));
	if (rec_regs_ip()) {
		CHECK_U(nr, 3);
		CHECK_U(find(hits, nr, 6, 0x1000)->last, 7);
		CHECK_U(find(hits, nr, 7, 0x1000)->last, 7);
	}
	rec_hit_addresses_free(h);
}
