/* SPDX-License-Identifier: BSD-2-Clause */
/* Values whose counts, masks or pointers contradict each other are refused, not written. */

#include "t_values.h"
#include "test.h"

static const uint64_t words[4] = { 1, 2, 3, 4 };

static struct pdata_view view(uint64_t nr)
{
	return (struct pdata_view){ (const uint8_t *)words, nr, 0 };
}

static int encode(const struct pdata_sample *s, const struct pdata_attr *a, int swap)
{
	static uint8_t buf[65536];

	return pdata_sample_encode(1, s, a, swap, buf, sizeof(buf));
}

/* The sample is refused in both byte orders. */
#define REFUSED(s, a)                                                                              \
	do {                                                                                       \
		CHECK_I(encode(&(s), &(a), 0), PDATA_E_ARG);                                       \
		CHECK_I(encode(&(s), &(a), 1), PDATA_E_ARG);                                       \
	} while (0)

TEST(a_call_chain_has_as_many_addresses_as_its_count)
{
	const struct pdata_attr a = t_attr(PDATA_SAMPLE_CALLCHAIN);
	struct pdata_sample s = { .nr_ips = 2, .ips = view(2) };

	CHECK_I(encode(&s, &a, 0), 8 + 8 + 16);
	s.nr_ips = 0;
	REFUSED(s, a);
	s.nr_ips = 3;
	REFUSED(s, a);
	s.nr_ips = 2;
	s.ips.data = NULL;
	REFUSED(s, a);
	s.nr_ips = s.ips.nr = 0;
	CHECK_I(encode(&s, &a, 0), 8 + 8);
	/* A size that could wrap around. */
	s.nr_ips = UINT64_MAX / 8 + 2;
	s.ips = view(1);
	REFUSED(s, a);
	/* The event has no call chains. */
	CHECK_I(encode(&s, &(struct pdata_attr){ .sample_type = PDATA_SAMPLE_IP }, 0), 16);
}

TEST(a_branch_stack_has_as_many_entries_and_counters_as_its_count)
{
	struct pdata_attr a = t_attr(PDATA_SAMPLE_BRANCH_STACK);
	struct pdata_sample s = { .branch = { .nr = 1, .entries = view(1) } };

	CHECK_I(encode(&s, &a, 0), 8 + 8 + 24);
	s.branch.nr = 0;
	REFUSED(s, a);
	s.branch.nr = 2;
	REFUSED(s, a);
	s.branch.nr = 1;
	a.branch_sample_type = PDATA_BRANCH_COUNTERS;
	REFUSED(s, a);
	s.branch.counters = view(1);
	CHECK_I(encode(&s, &a, 0), 8 + 8 + 24 + 8);
	s.branch.counters.data = NULL;
	REFUSED(s, a);
	s.branch.counters.data = s.branch.entries.data;
	s.branch.entries.data = NULL;
	REFUSED(s, a);
}

TEST(counter_values_have_the_format_of_the_attr_and_as_many_entries_as_their_count)
{
	struct pdata_attr a = t_attr(PDATA_SAMPLE_READ);
	struct pdata_sample s = { .read = { .nr = 1, .single.value = 5 } };

	a.read_format = PDATA_FORMAT_ID;
	REFUSED(s, a);
	s.read.format = a.read_format;
	CHECK_I(encode(&s, &a, 0), 8 + 16);
	s.read.format = a.read_format = PDATA_FORMAT_GROUP;
	REFUSED(s, a);
	s.read.entries = view(1);
	CHECK_I(encode(&s, &a, 0), 8 + 16);
	s.read.nr = 4;
	REFUSED(s, a);
	s.read.nr = 1;
	s.read.entries.data = NULL;
	REFUSED(s, a);
}

static void check_regs(const struct pdata_attr *a, struct pdata_sample *s, struct pdata_regs *r)
{
	*r = (struct pdata_regs){ PDATA_REGS_ABI_64, 3, view(2) };
	CHECK_I(encode(s, a, 0), 8 + 8 + 16);
	r->mask = 0;
	REFUSED(*s, *a);
	r->mask = 1;
	REFUSED(*s, *a);
	r->mask = 3;
	r->values.nr = 0;
	REFUSED(*s, *a);
	r->values.nr = 1;
	REFUSED(*s, *a);
	r->values = (struct pdata_view){ NULL, 2, 0 };
	REFUSED(*s, *a);
	r->values = view(2);
	r->abi = PDATA_REGS_ABI_64 + 1;
	REFUSED(*s, *a);
	*r = (struct pdata_regs){ .abi = PDATA_REGS_ABI_NONE };
	CHECK_I(encode(s, a, 0), 8 + 8);
}

TEST(registers_have_the_mask_of_the_attr_and_a_value_for_each_of_its_bits)
{
	struct pdata_attr a = t_attr(PDATA_SAMPLE_REGS_USER);
	struct pdata_sample s = { 0 };

	a.sample_regs_user = 3;
	check_regs(&a, &s, &s.regs_user);
	a = t_attr(PDATA_SAMPLE_REGS_INTR);
	a.sample_regs_intr = 3;
	check_regs(&a, &s, &s.regs_intr);
}

TEST(bytes_of_a_sample_that_have_a_count_are_there)
{
	const struct pdata_attr a =
		t_attr(PDATA_SAMPLE_RAW | PDATA_SAMPLE_STACK_USER | PDATA_SAMPLE_AUX);
	const uint8_t bytes[8] = { 0 };
	struct pdata_sample s = { 0 };

	CHECK_I(encode(&s, &a, 0), 8 + 4 + 8 + 8);
	s.raw_size = 8;
	REFUSED(s, a);
	s.raw = bytes;
	s.stack.size = 8;
	REFUSED(s, a);
	s.stack.data = bytes;
	s.aux_size = 8;
	REFUSED(s, a);
	s.aux = bytes;
	CHECK_I(encode(&s, &a, 0), 8 + 12 + 24 + 16);
}

static int encode_other(uint32_t type, const struct pdata_value *v, const struct pdata_attr *a,
			int swap)
{
	static uint8_t buf[65536];

	return pdata_record_encode(type, 0, v, a, swap, buf, sizeof(buf));
}

#define OTHER_REFUSED(type, v)                                                                     \
	do {                                                                                       \
		CHECK_I(encode_other(type, &(v), NULL, 0), PDATA_E_ARG);                           \
		CHECK_I(encode_other(type, &(v), NULL, 1), PDATA_E_ARG);                           \
	} while (0)

TEST(lists_of_a_record_have_as_many_elements_as_their_counts)
{
	struct pdata_value v = { .u.namespaces = { .nr_namespaces = 3 } };

	OTHER_REFUSED(PDATA_RECORD_NAMESPACES, v);
	v.u.namespaces.links = view(2);
	OTHER_REFUSED(PDATA_RECORD_NAMESPACES, v);
	v.u.namespaces.nr_namespaces = 0;
	OTHER_REFUSED(PDATA_RECORD_NAMESPACES, v);
	v.u.namespaces.nr_namespaces = 2;
	CHECK_I(encode_other(PDATA_RECORD_NAMESPACES, &v, NULL, 0), 8 + 16 + 32);
	v.u.namespaces.links.data = NULL;
	OTHER_REFUSED(PDATA_RECORD_NAMESPACES, v);

	v = (struct pdata_value){ .u.callchain_deferred = { .nr = 1, .ips = view(2) } };
	OTHER_REFUSED(PDATA_RECORD_CALLCHAIN_DEFERRED, v);
	v = (struct pdata_value){ .u.cpu_map = { .type = PDATA_CPU_MAP_CPUS, .nr = 2 } };
	OTHER_REFUSED(PDATA_RECORD_CPU_MAP, v);
	v = (struct pdata_value){ .u.sp_unwinding_result = {
					  .abi = 2, .mask = 3, .nr_regs = 1, .regs = view(1) } };
	OTHER_REFUSED(PDATA_RECORD_SIMPLEPERF_UNWINDING_RESULT, v);
}

TEST(guests_of_an_id_index_are_as_many_as_its_ids_or_none)
{
	struct pdata_value v = { .u.id_index = { .nr = 1, .entries = view(1) } };

	CHECK_I(encode_other(PDATA_RECORD_ID_INDEX, &v, NULL, 0), 8 + 8 + 32);
	v.u.id_index.guests = view(1);
	CHECK_I(encode_other(PDATA_RECORD_ID_INDEX, &v, NULL, 0), 8 + 8 + 32 + 16);
	v.u.id_index.guests = view(2);
	OTHER_REFUSED(PDATA_RECORD_ID_INDEX, v);
}

TEST(bytes_of_a_record_that_have_a_count_are_there)
{
	struct pdata_value v = { .u.text_poke = { .old_len = 4 } };

	OTHER_REFUSED(PDATA_RECORD_TEXT_POKE, v);
	v = (struct pdata_value){ .u.header_attr = { .attr = { NULL, 64, 0 } } };
	OTHER_REFUSED(PDATA_RECORD_HEADER_ATTR, v);
	v = (struct pdata_value){ .u.schedstat_domain = { .counts = { NULL, 2, 0 } } };
	OTHER_REFUSED(PDATA_RECORD_SCHEDSTAT_DOMAIN, v);
	v = (struct pdata_value){ .u.sp_kernel_symbol = { { NULL, 4 } } };
	OTHER_REFUSED(PDATA_RECORD_SIMPLEPERF_KERNEL_SYMBOL, v);
	/* Names and ids may be absent. */
	v = (struct pdata_value){ 0 };
	CHECK_I(encode_other(PDATA_RECORD_COMM, &v, NULL, 0), 8 + 8 + 8);
	CHECK_I(encode_other(PDATA_RECORD_BPF_EVENT, &v, NULL, 0), 8 + 8 + 8);
}

TEST(a_read_record_has_the_format_of_the_attr)
{
	struct pdata_attr a = t_attr(PDATA_SAMPLE_TID);
	struct pdata_value v = { .u.read.read = { .nr = 1, .single.value = 5 } };

	CHECK_I(encode_other(PDATA_RECORD_READ, &v, &a, 0), PDATA_E_ARG);
	CHECK_I(encode_other(PDATA_RECORD_READ, &v, NULL, 0), 8 + 8 + 8);
	a.read_format = 0;
	CHECK_I(encode_other(PDATA_RECORD_READ, &v, &a, 0), 8 + 8 + 8 + 8);
}
