/* SPDX-License-Identifier: BSD-2-Clause */
/* Attr images against the compiler's layout of the kernel's own struct. */

#include "t_values.h"
#include "test.h"

#if __has_include(<linux/perf_event.h>)
#include <linux/perf_event.h>

TEST(an_encoded_attr_is_the_kernels_struct)
{
	struct pdata_attr a = {
		.type = 1,
		.size = sizeof(struct perf_event_attr),
		.config = 2,
		.sample_period = 3,
		.sample_type = 4,
		.read_format = 5,
		.wakeup_events = 6,
		.bp_type = 7,
		.bp_addr = 8,
		.bp_len = 9,
		.branch_sample_type = 10,
		.sample_regs_user = 11,
		.sample_stack_user = 12,
		.clockid = -13,
		.sample_regs_intr = 14,
		.aux_watermark = 15,
		.sample_max_stack = 16,
		.aux_sample_size = 17,
		.sig_data = 18,
		.flags = 1ull << PDATA_ATTR_DISABLED | 1ull << PDATA_ATTR_FREQ |
			 2ull << PDATA_ATTR_PRECISE_IP | 1ull << PDATA_ATTR_SAMPLE_ID_ALL |
			 1ull << PDATA_ATTR_MMAP2 | 1ull << PDATA_ATTR_USE_CLOCKID |
			 1ull << PDATA_ATTR_BPF_EVENT,
	};
	struct perf_event_attr k;
	uint8_t buf[sizeof(k)];

	memset(&k, 0, sizeof(k));
	k.type = 1;
	k.size = sizeof(k);
	k.config = 2;
	k.sample_period = 3;
	k.sample_type = 4;
	k.read_format = 5;
	k.wakeup_events = 6;
	k.bp_type = 7;
	k.bp_addr = 8;
	k.bp_len = 9;
	k.branch_sample_type = 10;
	k.sample_regs_user = 11;
	k.sample_stack_user = 12;
	k.clockid = -13;
	k.sample_regs_intr = 14;
	k.aux_watermark = 15;
	k.sample_max_stack = 16;
	k.aux_sample_size = 17;
	k.sig_data = 18;
	k.disabled = k.freq = k.sample_id_all = k.mmap2 = k.use_clockid = k.bpf_event = 1;
	k.precise_ip = 2;

	CHECK_I(pdata_attr_encode(&a, buf, sizeof(buf), 0), (int)sizeof(k));
	CHECK_M(buf, &k, sizeof(k));
}
#endif

static struct pdata_attr with_every_flag(void)
{
	struct pdata_attr a = t_attr(~0ull);

	a.size = PDATA_ATTR_SIZE_MAX;
	a.flags = 0x5aa5a55a5aull;
	a.config3 = 19;
	a.config4 = 20;
	a.aux_action = 5;
	return a;
}

TEST(a_foreign_attr_says_the_same_as_a_native_one)
{
	struct pdata_attr a = with_every_flag(), b;
	uint8_t buf[PDATA_ATTR_SIZE_MAX];

	for (int swap = 0; swap <= 1; swap++) {
		CHECK_I(pdata_attr_encode(&a, buf, sizeof(buf), swap), (int)sizeof(buf));
		CHECK_I(pdata_attr_decode(buf, sizeof(buf), swap, &b, NULL), (int)sizeof(buf));
		CHECK_M(&b, &a, sizeof(a));
	}
}

/* Big-endian compilers put the first bit-field into the highest bit of the first byte. */
TEST(flags_of_the_other_byte_order_start_at_the_other_end_of_each_byte)
{
	struct pdata_attr a = t_attr(0);
	uint8_t buf[PDATA_ATTR_SIZE_VER8];
	const uint16_t one = 1;
	int host_be = !*(const uint8_t *)&one;

	a.flags = 1ull << PDATA_ATTR_DISABLED;
	CHECK_I(pdata_attr_encode(&a, buf, sizeof(buf), !host_be), (int)sizeof(buf));
	CHECK_U(buf[40], 0x80);
	CHECK_I(pdata_attr_encode(&a, buf, sizeof(buf), host_be), (int)sizeof(buf));
	CHECK_U(buf[40], 1);
}

TEST(an_attr_of_any_size_is_decoded_as_far_as_it_goes)
{
	struct pdata_attr a = with_every_flag(), b;
	uint8_t image[4096] = { 0 };

	CHECK_I(pdata_attr_encode(&a, image, sizeof(image), 0), (int)PDATA_ATTR_SIZE_MAX);
	for (uint32_t size = 0; size <= 200; size++) {
		uint8_t *p = t_guarded(image, size);
		int rc;

		if (size >= 8)
			memcpy(p + 4, &size, 4);
		rc = pdata_attr_decode(p, size, 0, &b, NULL);
		if (size >= PDATA_ATTR_SIZE_VER0)
			CHECK_I(rc, (int)size);
		if (rc > 0) {
			CHECK_U(b.flags, a.flags);
			CHECK_U(b.config3, size >= PDATA_ATTR_SIZE_VER8 ? 19 : 0);
		}
		t_unguard(p, size);
	}
}

TEST(attr_size_0_means_the_first_published_size)
{
	struct pdata_attr a = t_attr(PDATA_SAMPLE_IP), b;
	uint8_t image[PDATA_ATTR_SIZE_VER8];

	CHECK_I(pdata_attr_encode(&a, image, sizeof(image), 0), (int)sizeof(image));
	memset(image + 4, 0, 4);
	CHECK_I(pdata_attr_decode(image, sizeof(image), 0, &b, NULL), (int)PDATA_ATTR_SIZE_VER0);
	CHECK_U(b.sample_type, PDATA_SAMPLE_IP);
	CHECK_U(b.sample_stack_user, 0);
}
