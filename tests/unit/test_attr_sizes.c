/* SPDX-License-Identifier: BSD-2-Clause */
/* Attrs of every published size, shorter and longer ones, in both byte orders; flags bit by bit. */

#include "t_values.h"
#include "test.h"

static const uint16_t one = 1;
#define HOST_BE (!*(const uint8_t *)&one)

static struct pdata_attr full(uint32_t size)
{
	return (struct pdata_attr){
		.type = 1,
		.size = size,
		.config = 0x0102030405060708,
		.sample_period = 4000,
		.sample_type = 0x1ffffff,
		.read_format = 31,
		.flags = 0xa5c3e10f5a ^ 1ull << 63,
		.wakeup_events = 7,
		.bp_type = 8,
		.bp_addr = 9ull << 40,
		.bp_len = size >= 72 ? 10 : 0,
		.branch_sample_type = size >= 80 ? 11 : 0,
		.sample_regs_user = size >= 96 ? 12 : 0,
		.sample_stack_user = size >= 96 ? 13 : 0,
		.clockid = size >= 96 ? -14 : 0,
		.sample_regs_intr = size >= 104 ? 15 : 0,
		.aux_watermark = size >= 112 ? 16 : 0,
		.sample_max_stack = size >= 112 ? 17 : 0,
		.reserved_2 = size >= 112 ? 18 : 0,
		.aux_sample_size = size >= 120 ? 19 : 0,
		.aux_action = size >= 120 ? 5 : 0,
		.sig_data = size >= 128 ? 20 : 0,
		.config3 = size >= 136 ? 21 : 0,
		.config4 = size >= 144 ? 22 : 0,
	};
}

TEST(attrs_of_every_size_are_the_same_after_encoding_and_decoding)
{
	static const uint32_t sizes[] = { 64,  72,  80,	 96,  104, 112, 120,
					  128, 136, 144, 152, 256, 4096 };

	for (int swap = 0; swap <= 1; swap++)
		for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			struct pdata_attr a = full(sizes[i]), b;
			uint8_t *p = t_guarded(NULL, sizes[i]);

			CHECK_I(pdata_attr_encode(&a, p, sizes[i], swap), (int)sizes[i]);
			CHECK_I(pdata_attr_encode(&a, p, sizes[i] - 1, swap), PDATA_E_ARG);
			CHECK_I(pdata_attr_decode(p, sizes[i], swap, &b, NULL), (int)sizes[i]);
			CHECK_M(&b, &a, sizeof(a));
			for (uint32_t k = PDATA_ATTR_SIZE_MAX; k < sizes[i]; k++)
				CHECK_U(p[k], 0);
			t_unguard(p, sizes[i]);
		}
}

/* An image may be longer than what there is of it, or too short to be one. */
TEST(attr_sizes_that_lie_are_said_or_bounded)
{
	struct pdata_attr a = full(PDATA_ATTR_SIZE_VER8), b;
	uint8_t image[PDATA_ATTR_SIZE_VER8];

	for (int swap = 0; swap <= 1; swap++) {
		static const uint32_t sizes[] = { 0, 1, 63, 65, 137, 1u << 31, UINT32_MAX };

		CHECK_I(pdata_attr_encode(&a, image, sizeof(image), swap), (int)sizeof(image));
		for (unsigned i = 0; i < 7; i++) {
			uint32_t v = swap ? __builtin_bswap32(sizes[i]) : sizes[i];
			struct pdata_error err = { 0 };
			uint8_t *p = t_guarded(image, 100);
			int want = i == 0 ? 64 : i < 3 ? PDATA_E_ATTR : i == 3 ? 65 : 100;

			memcpy(p + 4, &v, 4);
			CHECK_I(pdata_attr_decode(p, 100, swap, &b, &err), want);
			CHECK_I(err.code, want < 0 ? want : 0);
			CHECK_U(b.bp_len, i < 4 ? 0 : 10);
			CHECK_U(b.sample_regs_intr, 0);
			t_unguard(p, 100);
		}
	}
	for (uint32_t size = 0; size < 64; size++) {
		a.size = size;
		CHECK_I(pdata_attr_encode(&a, image, sizeof(image), 0), PDATA_E_ARG);
	}
}

/* Compilers of big-endian machines fill bit-fields from the highest bit of the lowest byte on. */
TEST(every_flag_has_its_bit_in_either_byte_order)
{
	for (unsigned bit = 0; bit < 64; bit++) {
		struct pdata_attr a = full(PDATA_ATTR_SIZE_VER8);
		uint8_t image[PDATA_ATTR_SIZE_VER8], want[8] = { 0 };

		if (bit == PDATA_ATTR_PRECISE_IP || bit == PDATA_ATTR_PRECISE_IP + 1)
			continue;
		a.flags = 1ull << bit;
		pdata_attr_encode(&a, image, sizeof(image), HOST_BE);
		want[bit / 8] = (uint8_t)(1u << bit % 8);
		CHECK_M(image + 40, want, 8);
		pdata_attr_encode(&a, image, sizeof(image), !HOST_BE);
		want[bit / 8] = (uint8_t)(0x80u >> bit % 8);
		CHECK_M(image + 40, want, 8);
	}
}

TEST(precise_ip_is_a_number_of_two_bits_in_either_byte_order)
{
	static const uint8_t be[4][2] = { { 0, 0 }, { 0, 0x80 }, { 1, 0 }, { 1, 0x80 } };

	for (unsigned n = 0; n < 4; n++) {
		struct pdata_attr a = full(PDATA_ATTR_SIZE_VER8), b;
		uint8_t image[PDATA_ATTR_SIZE_VER8];

		a.flags = (uint64_t)n << PDATA_ATTR_PRECISE_IP;
		pdata_attr_encode(&a, image, sizeof(image), !HOST_BE);
		CHECK_M(image + 41, be[n], 2);
		pdata_attr_decode(image, sizeof(image), !HOST_BE, &b, NULL);
		CHECK_U(b.flags, a.flags);
	}
}
