/* SPDX-License-Identifier: BSD-2-Clause */
/* Samples: the layouts that depend on the event, counts that lie, cuts, and asking for less. */

#include "t_values.h"
#include "test.h"
#include "wire/plan.h"

static uint64_t state = 88172645463325252ull;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Words in a byte order, as a record. */
struct words {
	uint64_t w[64];
	unsigned nr;
	int swap;
};

static void put(struct words *r, uint64_t v)
{
	r->w[r->nr++] = r->swap ? __builtin_bswap64(v) : v;
}

static struct words begin(int swap)
{
	return (struct words){ .nr = 1, .swap = swap };
}

static int decode(const struct words *r, const struct pdata_attr *a, struct pdata_sample *s)
{
	static struct pdata_event ev;
	struct pdata_record rec = { .type = PDATA_RECORD_SAMPLE,
				    .size = (uint16_t)(8 * r->nr),
				    .event = &ev,
				    .swap = (uint32_t)r->swap };
	static uint8_t *guarded;
	static size_t len;

	if (guarded)
		t_unguard(guarded, len);
	len = rec.size;
	rec.data = guarded = t_guarded(r->w, len);
	ev = (struct pdata_event){ .attr = *a };
	memset(s, 0xa5, sizeof(*s));
	return pdata_sample_decode(&rec, ~0ull, s, NULL);
}

static void check_read(const struct pdata_read *r, uint64_t format, unsigned nr)
{
	CHECK_U(r->nr, nr);
	CHECK_U(r->time_enabled, format & PDATA_FORMAT_TOTAL_TIME_ENABLED ? 500 : 0);
	CHECK_U(r->time_running, format & PDATA_FORMAT_TOTAL_TIME_RUNNING ? 400 : 0);
	for (unsigned i = 0; i < nr; i++) {
		struct pdata_read_entry e = pdata_read_entry_at(r, i);

		CHECK_U(e.value, 10 + i);
		CHECK_U(e.id, format & PDATA_FORMAT_ID ? 20 + i : 0);
		CHECK_U(e.lost, format & PDATA_FORMAT_LOST ? 30 + i : 0);
	}
}

/* As perf_event_open(2) says for each read_format. */
static void put_read(struct words *r, uint64_t format, unsigned nr)
{
	int group = (format & PDATA_FORMAT_GROUP) != 0;

	put(r, group ? nr : 10);
	if (format & PDATA_FORMAT_TOTAL_TIME_ENABLED)
		put(r, 500);
	if (format & PDATA_FORMAT_TOTAL_TIME_RUNNING)
		put(r, 400);
	for (unsigned i = 0; i < nr; i++) {
		if (group)
			put(r, 10 + i);
		if (format & PDATA_FORMAT_ID)
			put(r, 20 + i);
		if (format & PDATA_FORMAT_LOST)
			put(r, 30 + i);
	}
}

TEST(every_read_format_is_read)
{
	for (int swap = 0; swap <= 1; swap++)
		for (uint64_t format = 0; format < 32; format++)
			for (unsigned nr = 0; nr <= 4; nr++) {
				struct pdata_attr a =
					t_attr(PDATA_SAMPLE_READ | PDATA_SAMPLE_DATA_SRC);
				struct words r = begin(swap);
				struct pdata_sample s;

				if (!(format & PDATA_FORMAT_GROUP) && nr != 1)
					continue;
				a.read_format = format;
				put_read(&r, format, nr);
				put(&r, 77);
				CHECK_I(decode(&r, &a, &s), 0);
				check_read(&s.read, format, nr);
				CHECK_U(s.data_src, 77);
				r.nr -= 2;
				CHECK_I(decode(&r, &a, &s), s.have ? PDATA_E_TRUNCATED
							    : format & PDATA_FORMAT_GROUP && nr
								    ? PDATA_E_COUNT
								    : PDATA_E_TRUNCATED);
			}
}

/* The place of the fields after the counter values is not known. */
TEST(fields_before_counter_values_of_an_unknown_format_are_read)
{
	for (int swap = 0; swap <= 1; swap++)
		for (unsigned bit = 5; bit < 64; bit++) {
			struct pdata_attr a =
				t_attr(PDATA_SAMPLE_IP | PDATA_SAMPLE_READ | PDATA_SAMPLE_DATA_SRC);
			struct words r = begin(swap);
			struct pdata_sample s;
			uint8_t buf[64];

			a.read_format = PDATA_FORMAT_ID | 1ull << bit;
			put(&r, 55);
			put_read(&r, a.read_format, 1);
			put(&r, 66); /* what the bit adds */
			put(&r, 77);
			CHECK_I(decode(&r, &a, &s), PDATA_E_FORMAT);
			CHECK_U(s.have, PDATA_SAMPLE_IP);
			CHECK_U(s.ip, 55);
			s.read = (struct pdata_read){ .format = a.read_format, .nr = 1 };
			CHECK_I(pdata_sample_encode(0, &s, &a, swap, buf, sizeof(buf)),
				PDATA_E_ARG);
		}
}

/* The kernel adds the fields of new bits before AUX. Bit 64 stands for no unknown bit. */
TEST(fields_that_an_unknown_bit_may_precede_are_not_read)
{
	for (int swap = 0; swap <= 1; swap++)
		for (unsigned bit = 25; bit <= 64; bit++) {
			struct pdata_attr a = t_attr(PDATA_SAMPLE_IP | PDATA_SAMPLE_CODE_PAGE_SIZE |
						     PDATA_SAMPLE_AUX);
			struct words r = begin(swap);
			struct pdata_sample s;

			put(&r, 55);
			put(&r, 66);
			put(&r, bit < 64 ? 0xfff : 8); /* field of the bit, or size of AUX */
			put(&r, 0);
			a.sample_type |= bit < 64 ? 1ull << bit : 0;
			CHECK_I(decode(&r, &a, &s), 0);
			CHECK_U(s.ip, 55);
			CHECK_U(s.code_page_size, 66);
			CHECK_U(s.have & PDATA_SAMPLE_AUX, bit < 64 ? 0 : PDATA_SAMPLE_AUX);
		}
}

static void put_branches(struct words *r, unsigned nr, int hw_idx, int counters)
{
	put(r, nr);
	if (hw_idx)
		put(r, 3);
	for (unsigned i = 0; i < nr; i++) {
		put(r, 100 + i);
		put(r, 200 + i);
		/* mispred, 5 cycles; bit-fields begin at the other end on the other kind of machine */
		put(r, r->swap ? 1ull << 63 | 5ull << 44 : 1ull | 5ull << 4);
	}
	for (unsigned i = 0; counters && i < nr; i++)
		put(r, 300 + i);
}

static void check_branches(const struct pdata_sample *s, unsigned nr, int hw_idx, int counters)
{
	CHECK_U(s->branch.nr, nr);
	CHECK_U(s->branch.hw_idx, hw_idx ? 3 : ~0ull);
	CHECK_U(s->branch.counters.nr, counters ? nr : 0);
	for (unsigned i = 0; i < nr; i++) {
		struct pdata_branch b = pdata_branch_at(&s->branch.entries, i);

		CHECK_U(b.from, 100 + i);
		CHECK_U(b.to, 200 + i);
		CHECK_U(b.flags, 1 | 5 << 4);
		CHECK(!counters || pdata_u64_at(&s->branch.counters, i) == 300 + i);
	}
	CHECK_U(s->regs_user.abi, PDATA_REGS_ABI_NONE);
	CHECK_U(s->weight, 55);
}

TEST(branch_stacks_have_three_forms)
{
	const uint16_t one = 1;

	if (!*(const uint8_t *)&one)
		return; /* the flags above are laid out for little-endian hosts */
	for (int swap = 0; swap <= 1; swap++)
		for (unsigned form = 0; form < 4; form++)
			for (unsigned nr = 0; nr < 5; nr++) {
				struct pdata_attr a =
					t_attr(PDATA_SAMPLE_BRANCH_STACK | PDATA_SAMPLE_REGS_USER |
					       PDATA_SAMPLE_WEIGHT);
				struct words r = begin(swap);
				struct pdata_sample s;

				a.branch_sample_type = form & 1 ? PDATA_BRANCH_HW_INDEX : 0;
				a.branch_sample_type |= form & 2 ? PDATA_BRANCH_COUNTERS : 0;
				put_branches(&r, nr, form & 1, form >> 1);
				put(&r, PDATA_REGS_ABI_NONE);
				put(&r, 55);
				CHECK_I(decode(&r, &a, &s), 0);
				check_branches(&s, nr, form & 1, form >> 1);
			}
}

TEST(the_kernels_empty_branch_stack_has_no_index)
{
	for (int swap = 0; swap <= 1; swap++) {
		struct pdata_attr a = t_attr(PDATA_SAMPLE_IP | PDATA_SAMPLE_BRANCH_STACK |
					     PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_WEIGHT);
		struct words r = begin(swap);
		struct pdata_sample s;

		a.branch_sample_type = PDATA_BRANCH_HW_INDEX;
		put(&r, 0x1234);
		put(&r, 0);
		put(&r, PDATA_REGS_ABI_NONE);
		put(&r, 55);
		CHECK_I(decode(&r, &a, &s), 0);
		CHECK_U(s.ip, 0x1234);
		check_branches(&s, 0, 0, 0);
		/* Alone at the end of the record. */
		a.sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_BRANCH_STACK;
		r.nr = 3;
		CHECK_I(decode(&r, &a, &s), 0);
		CHECK_U(s.have, a.sample_type);
		CHECK_U(s.branch.nr, 0);
	}
}

TEST(registers_follow_their_abi_word_unless_it_is_none)
{
	for (int swap = 0; swap <= 1; swap++)
		for (uint64_t abi = 0; abi <= 2; abi++) {
			struct pdata_attr a =
				t_attr(PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER |
				       PDATA_SAMPLE_REGS_INTR | PDATA_SAMPLE_CGROUP);
			struct words r = begin(swap);
			struct pdata_sample s;

			a.sample_regs_user = 1ull << 63 | 1 | 0x100;
			a.sample_regs_intr = 0;
			put(&r, abi);
			for (unsigned i = 0; abi && i < 3; i++)
				put(&r, 40 + i);
			put(&r, 0); /* no stack, and so no dyn_size */
			put(&r, PDATA_REGS_ABI_64);
			put(&r, 99);
			CHECK_I(decode(&r, &a, &s), 0);
			CHECK_U(s.regs_user.abi, abi);
			CHECK_U(s.regs_user.mask, a.sample_regs_user);
			CHECK_U(s.regs_user.values.nr, abi ? 3 : 0);
			CHECK(!abi || pdata_u64_at(&s.regs_user.values, 2) == 42);
			CHECK_U(s.stack.size, 0);
			CHECK_U(s.stack.dyn_size, 0);
			CHECK_U(s.regs_intr.abi, PDATA_REGS_ABI_64);
			CHECK_U(s.cgroup, 99);
		}
}

TEST(counts_that_lie_are_said)
{
	static const struct {
		uint64_t bit;
		unsigned before; /* words in front of the count */
	} t[] = { { PDATA_SAMPLE_CALLCHAIN, 0 },
		  { PDATA_SAMPLE_BRANCH_STACK, 0 },
		  { PDATA_SAMPLE_STACK_USER, 0 },
		  { PDATA_SAMPLE_AUX, 0 },
		  { PDATA_SAMPLE_READ, 0 } };
	static const uint64_t nasty[] = { 9,	      65536,	      UINT32_MAX,     1ull << 32,
					  1ull << 60, 1ull << 61,     1ull << 61 | 1, 1ull << 63,
					  ~0ull / 24, ~0ull / 24 + 1, ~0ull };

	for (int swap = 0; swap <= 1; swap++)
		for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++)
			for (unsigned k = 0; k < sizeof(nasty) / sizeof(nasty[0]); k++) {
				struct pdata_attr a = t_attr(PDATA_SAMPLE_IP | t[i].bit);
				struct words r = begin(swap);
				struct pdata_sample s;

				a.read_format = PDATA_FORMAT_GROUP;
				put(&r, 4711);
				put(&r, nasty[k]);
				put(&r, 1);
				/* 9 bytes of stack or AUX would not be there either. */
				CHECK_I(decode(&r, &a, &s), PDATA_E_COUNT);
				CHECK_U(s.have, PDATA_SAMPLE_IP);
				CHECK_U(s.ip, 4711);
			}
}

TEST(raw_data_has_any_size)
{
	for (int swap = 0; swap <= 1; swap++)
		for (uint32_t size = 0; size < 40; size++) {
			struct pdata_attr a = t_attr(PDATA_SAMPLE_RAW);
			struct words r = begin(swap);
			uint32_t wire = swap ? __builtin_bswap32(size) : size;
			struct pdata_sample s;

			for (unsigned i = 0; i < 3; i++)
				put(&r, 0);
			memcpy(&r.w[1], &wire, 4);
			memcpy((char *)&r.w[1] + 4, "payload of 20 bytes.", 20);
			if (size > 20) {
				CHECK_I(decode(&r, &a, &s), PDATA_E_COUNT);
				continue;
			}
			CHECK_I(decode(&r, &a, &s), 0);
			CHECK_U(s.raw_size, size);
			CHECK_M(s.raw, "payload of 20 bytes.", size);
		}
}

#define SAME(BIT, field)                                                                           \
	if (bits & PDATA_SAMPLE_##BIT)                                                             \
		CHECK_U(some->field, all->field);

static void check_same(const struct pdata_sample *some, const struct pdata_sample *all,
		       uint64_t bits)
{
	SAME(IDENTIFIER, identifier)
	SAME(IP, ip)
	SAME(TID, pid)
	SAME(TID, tid)
	SAME(TIME, time)
	SAME(ADDR, addr)
	SAME(ID, id)
	SAME(STREAM_ID, stream_id)
	SAME(CPU, cpu)
	SAME(PERIOD, period)
	SAME(READ, read.nr)
	SAME(READ, read.time_enabled)
	SAME(CALLCHAIN, nr_ips)
	SAME(CALLCHAIN, ips.data - (const uint8_t *)0)
	SAME(RAW, raw_size)
	SAME(RAW, raw - (const uint8_t *)0)
	SAME(BRANCH_STACK, branch.nr)
	SAME(BRANCH_STACK, branch.hw_idx)
	SAME(BRANCH_STACK, branch.entries.data - (const uint8_t *)0)
	SAME(REGS_USER, regs_user.abi)
	SAME(REGS_USER, regs_user.values.data - (const uint8_t *)0)
	SAME(STACK_USER, stack.size)
	SAME(STACK_USER, stack.dyn_size)
	SAME(WEIGHT, weight)
	SAME(WEIGHT_STRUCT, weight)
	SAME(DATA_SRC, data_src)
	SAME(TRANSACTION, transaction)
	SAME(REGS_INTR, regs_intr.values.data - (const uint8_t *)0)
	SAME(PHYS_ADDR, phys_addr)
	SAME(CGROUP, cgroup)
	SAME(DATA_PAGE_SIZE, data_page_size)
	SAME(CODE_PAGE_SIZE, code_page_size)
	SAME(AUX, aux_size)
}

static struct pdata_attr random_attr(void)
{
	struct pdata_attr a = t_attr(next_random() & PDATA_SAMPLE_KNOWN);

	if (next_random() & 1)
		a.read_format |= PDATA_FORMAT_GROUP;
	a.branch_sample_type = next_random() & (PDATA_BRANCH_HW_INDEX | PDATA_BRANCH_COUNTERS);
	return a;
}

/* As events of a reader have it. */
static void use_plan(struct pdata_event *ev)
{
	static struct pdata_sample_plan plan;

	pd_plan_make(&plan, ev->attr.sample_type);
	ev->plan = &plan;
}

TEST(any_choice_of_fields_has_the_values_of_them_all)
{
	static uint8_t data[65536];

	for (int i = 0; i < 4000; i++) {
		int swap = i & 1;
		struct pdata_event ev = { .attr = random_attr() };
		struct pdata_record rec = { .type = PDATA_RECORD_SAMPLE,
					    .data = data,
					    .event = &ev,
					    .swap = (uint32_t)swap };
		struct pdata_sample in, all, some;
		uint64_t want = next_random() & next_random();

		t_sample(&in, &ev.attr, swap);
		rec.size =
			(uint16_t)pdata_sample_encode(2, &in, &ev.attr, swap, data, sizeof(data));
		CHECK_I(pdata_sample_decode(&rec, ~0ull, &all, NULL), 0);
		CHECK_U(all.have, ev.attr.sample_type);
		use_plan(&ev);
		memset(&some, 0x5a, sizeof(some));
		CHECK_I(pdata_sample_decode(&rec, want, &some, NULL), 0);
		CHECK_U(some.have & want & ev.attr.sample_type, want & ev.attr.sample_type);
		check_same(&some, &all, some.have);
	}
}

/* What a cut sample still says of itself is true. */
TEST(a_cut_sample_has_the_fields_before_the_cut)
{
	static uint8_t data[65536];

	for (int i = 0; i < 200; i++) {
		int swap = i & 1;
		struct pdata_event ev = { .attr = random_attr() };
		struct pdata_record rec = { .type = PDATA_RECORD_SAMPLE,
					    .data = data,
					    .event = &ev,
					    .swap = (uint32_t)swap };
		struct pdata_sample in, all, some;
		int n;

		t_sample(&in, &ev.attr, swap);
		n = pdata_sample_encode(2, &in, &ev.attr, swap, data, sizeof(data));
		rec.size = (uint16_t)n;
		CHECK_I(pdata_sample_decode(&rec, ~0ull, &all, NULL), 0);
		if (i & 2)
			use_plan(&ev);
		for (rec.size = 0; rec.size < n; rec.size++) {
			struct pdata_error err = { 0 };
			int ret = pdata_sample_decode(&rec, ~0ull, &some, &err);

			CHECK_I(err.code, ret);
			CHECK(ret < 0 || all.have == 0 || n - rec.size < 8);
			check_same(&some, &all, some.have);
		}
	}
}
