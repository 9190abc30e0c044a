/* SPDX-License-Identifier: BSD-2-Clause */
/* Records other than samples: trailers of every kind, counts that lie, layouts that grew. */

#include "t_values.h"
#include "test.h"
#include "wire/elems.h"

static struct pdata_record wrap(const uint8_t *data, int size, uint32_t type, uint16_t misc,
				const struct pdata_event *ev, int swap)
{
	return (struct pdata_record){ .type = type,
				      .misc = misc,
				      .size = (uint16_t)size,
				      .data = data,
				      .event = ev,
				      .swap = (uint32_t)swap };
}

static void check_trailer(const struct pdata_sample_id *id, const struct pdata_sample_id *want,
			  uint64_t bits)
{
	CHECK_U(id->have, bits & PDATA_SAMPLE_ID_BITS);
	if (bits & PDATA_SAMPLE_TID) {
		CHECK_U(id->pid, want->pid);
		CHECK_U(id->tid, want->tid);
	}
	if (bits & PDATA_SAMPLE_TIME)
		CHECK_U(id->time, want->time);
	if (bits & PDATA_SAMPLE_ID)
		CHECK_U(id->id, want->id);
	if (bits & PDATA_SAMPLE_STREAM_ID)
		CHECK_U(id->stream_id, want->stream_id);
	if (bits & PDATA_SAMPLE_CPU) {
		CHECK_U(id->cpu, want->cpu);
		CHECK_U(id->cpu_res, want->cpu_res);
	}
	if (bits & PDATA_SAMPLE_IDENTIFIER)
		CHECK_U(id->identifier, want->identifier);
}

/* Bits of samples only do not make trailers longer. */
static void with_trailer(const struct t_value *t, uint64_t bits, int swap)
{
	const struct pdata_sample_id id = { .pid = 0xfffffff1,
					    .tid = 12,
					    .time = 1ull << 63 | 13,
					    .id = 14,
					    .stream_id = 15,
					    .cpu = 0xffffffff,
					    .cpu_res = 7,
					    .identifier = ~0ull };
	struct pdata_event ev = { .attr = t_attr(bits | PDATA_SAMPLE_CALLCHAIN) };
	static uint8_t data[65536], bare[65536];
	struct pdata_value in = t->v, out;
	struct pdata_record rec;
	int n, without;

	if (t->type == PDATA_RECORD_READ)
		ev.attr.read_format = t->v.u.read.read.format;
	in.id = id;
	n = pdata_record_encode(t->type, t->misc, &in, &ev.attr, swap, data, sizeof(data));
	without = pdata_record_encode(t->type, t->misc, &in, NULL, swap, bare, sizeof(bare));
	CHECK_I(n - without, 8 * __builtin_popcountll(bits));
	CHECK_M(data + 8, bare + 8, (size_t)without - 8);
	rec = wrap(data, n, t->type, t->misc, &ev, swap);
	CHECK_I(pdata_record_decode(&rec, &out, NULL), 0);
	check_trailer(&out.id, &id, bits);
	CHECK_I(pdata_record_encode(t->type, t->misc, &out, NULL, swap, data, sizeof(data)),
		without);
	CHECK_M(data, bare, (size_t)without);
}

TEST(every_kernel_record_has_every_trailer)
{
	static const uint64_t bit[] = { PDATA_SAMPLE_TID, PDATA_SAMPLE_TIME,
					PDATA_SAMPLE_ID,  PDATA_SAMPLE_STREAM_ID,
					PDATA_SAMPLE_CPU, PDATA_SAMPLE_IDENTIFIER };
	struct t_value t[T_VALUES_MAX];

	for (int swap = 0; swap <= 1; swap++) {
		size_t nr = t_values(t, swap);

		for (size_t i = 0; i < nr; i++)
			for (unsigned set = 0; set < 64 && t[i].type < PDATA_RECORD_USER_START;
			     set++) {
				uint64_t bits = 0;

				for (unsigned k = 0; k < 6; k++)
					bits |= set >> k & 1 ? bit[k] : 0;
				with_trailer(&t[i], bits, swap);
			}
	}
}

TEST(records_of_the_recorder_have_no_trailer)
{
	struct pdata_event ev = { .attr = t_attr(PDATA_SAMPLE_ID_BITS) };
	struct t_value t[T_VALUES_MAX];
	static uint8_t with[65536], without[65536];
	size_t nr = t_values(t, 0);

	for (size_t i = 0; i < nr; i++) {
		int n;

		if (t[i].type < PDATA_RECORD_USER_START)
			continue;
		n = pdata_record_encode(t[i].type, t[i].misc, &t[i].v, &ev.attr, 0, with,
					sizeof(with));
		CHECK_I(pdata_record_encode(t[i].type, t[i].misc, &t[i].v, NULL, 0, without,
					    sizeof(without)),
			n);
		CHECK_M(with, without, (size_t)n);
	}
}

/* A record of 8 byte words, one of which is a count. */
struct lie {
	uint32_t type;
	unsigned count_at; /* word */
};

TEST(counts_of_records_that_lie_are_said)
{
	static const struct lie lies[] = {
		{ PDATA_RECORD_NAMESPACES, 2 },	 { PDATA_RECORD_CALLCHAIN_DEFERRED, 2 },
		{ PDATA_RECORD_ID_INDEX, 1 },	 { PDATA_RECORD_THREAD_MAP, 1 },
		{ PDATA_RECORD_STAT_CONFIG, 1 }, { PDATA_RECORD_BPF_METADATA, 65 }
	};
	static const uint64_t nasty[] = { 9,	      4096,	      UINT32_MAX,      1ull << 32,
					  1ull << 58, 1ull << 59,     1ull << 60,      1ull << 61,
					  1ull << 63, ~0ull / 24 + 1, ~0ull / 320 + 1, ~0ull };

	for (int swap = 0; swap <= 1; swap++)
		for (unsigned i = 0; i < sizeof(lies) / sizeof(lies[0]); i++)
			for (unsigned k = 0; k < sizeof(nasty) / sizeof(nasty[0]); k++) {
				size_t n = 8 * (lies[i].count_at + 2);
				uint8_t *p = t_guarded(NULL, n);
				uint64_t v = swap ? __builtin_bswap64(nasty[k]) : nasty[k];
				struct pdata_event ev = { 0 };
				struct pdata_record rec =
					wrap(p, (int)n, lies[i].type, 0, &ev, swap);
				struct pdata_error err = { 0 };
				struct pdata_value out;

				memcpy(p + 8 * lies[i].count_at, &v, 8);
				CHECK_I(pdata_record_decode(&rec, &out, &err), PDATA_E_COUNT);
				CHECK_I(err.code, PDATA_E_COUNT);
				CHECK(*err.field != 0);
				t_unguard(p, n);
			}
}

TEST(an_attr_record_that_lies_about_its_size_is_said)
{
	static const uint32_t nasty[] = { 1, 63, 65, 137, 65536, 1u << 31, UINT32_MAX };

	for (int swap = 0; swap <= 1; swap++)
		for (unsigned k = 0; k < sizeof(nasty) / sizeof(nasty[0]); k++) {
			uint8_t *p = t_guarded(NULL, 8 + 64);
			uint32_t v = swap ? __builtin_bswap32(nasty[k]) : nasty[k];
			struct pdata_record rec =
				wrap(p, 8 + 64, PDATA_RECORD_HEADER_ATTR, 0, NULL, swap);
			struct pdata_value out;

			memcpy(p + 12, &v, 4);
			CHECK_I(pdata_record_decode(&rec, &out, NULL), PDATA_E_ATTR);
			t_unguard(p, 8 + 64);
		}
}

TEST(text_without_an_end_is_said)
{
	static const uint32_t types[] = { PDATA_RECORD_COMM,   PDATA_RECORD_MMAP,
					  PDATA_RECORD_MMAP2,  PDATA_RECORD_KSYMBOL,
					  PDATA_RECORD_CGROUP, PDATA_RECORD_BUILD_ID };

	for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		uint8_t *p = t_guarded(NULL, 104);
		struct pdata_event ev = { 0 };
		struct pdata_record rec = wrap(p, 104, types[i], 0, &ev, 0);
		struct pdata_value out;

		memset(p, 'x', 104);
		CHECK_I(pdata_record_decode(&rec, &out, NULL), PDATA_E_STRING);
		p[103] = 0;
		CHECK_I(pdata_record_decode(&rec, &out, NULL), 0);
		t_unguard(p, 104);
	}
}

/* Kernels 3.12 and before: the name follows the inode. */
TEST(mmap2_without_protection_is_read)
{
	uint8_t data[8 + 64 + 16] = { 0 };
	struct pdata_event ev = { 0 };
	struct pdata_record rec = wrap(data, sizeof(data), PDATA_RECORD_MMAP2, 0, &ev, 0);
	struct pdata_value out;

	memcpy(data + 8 + 56, "/lib/libc.so.6", 15);
	CHECK_I(pdata_record_decode(&rec, &out, NULL), 0);
	CHECK_S(out.u.mmap2.filename, "/lib/libc.so.6");
	CHECK_U(out.u.mmap2.prot, 0);
}

TEST(time_conversion_has_two_sizes)
{
	uint64_t w[8] = { 0, 1, 2, 3, 4, 5 };
	struct pdata_record rec = wrap((const uint8_t *)w, 32, PDATA_RECORD_TIME_CONV, 0, NULL, 0);
	struct pdata_value out;

	CHECK_I(pdata_record_decode(&rec, &out, NULL), 0);
	CHECK_U(out.u.time_conv.time_zero, 3);
	CHECK_U(out.u.time_conv.time_mask, 0);
	memset(&w[6], 1, 1); /* bytes, not a number: the same in either byte order */
	rec.size = 64;
	CHECK_I(pdata_record_decode(&rec, &out, NULL), 0);
	CHECK_U(out.u.time_conv.time_mask, 5);
	CHECK_U(out.u.time_conv.cap_user_time_zero, 1);
	CHECK_U(out.u.time_conv.cap_user_time_short, 0);
}

TEST(elements_of_lists_are_read_in_either_byte_order)
{
	for (int swap = 0; swap <= 1; swap++) {
		uint64_t w[8];
		struct pdata_view v = { (const uint8_t *)w, 2, (uint32_t)swap };
		struct pdata_id_entry e;

		for (uint64_t i = 0; i < 8; i++)
			w[i] = swap ? __builtin_bswap64(i + 1) : i + 1;
		e = pdata_id_entry_at(&v, 1);
		CHECK_U(e.id, 5);
		CHECK_U(e.idx, 6);
		CHECK_U(e.cpu, 7);
		CHECK_U(e.tid, 8);
		CHECK_U(pdata_link_at(&v, 3).ino, 8);
		CHECK_U(pdata_id_guest_at(&v, 2).machine_pid, 5);
		CHECK_U(pdata_stat_config_entry_at(&v, 0).value, 2);
		memcpy(&w[4], "a thread whose name has no end", 16);
		CHECK_U(pdata_thread_entry_at(&v, 1).tid, 4);
		CHECK_U(pdata_thread_entry_at(&v, 1).comm.len, 16);
	}
}

/* By hand, so that a mistake of the encoder cannot hide one of the accessors. */
TEST(elements_of_views_are_read_in_both_byte_orders)
{
	uint8_t bytes[2 * 16];

	for (uint32_t swap = 0; swap < 2; swap++) {
		const struct pdata_view words = { bytes, 16, swap }, pairs = { bytes, 2, swap };

		for (uint64_t i = 0; i < 4; i++) {
			uint64_t v = 0x1122334455667700ull + i;

			v = swap ? __builtin_bswap64(v) : v;
			memcpy(bytes + 8 * i, &v, 8);
		}
		CHECK_U(pdata_sp_event_id_entry_at(&pairs, 0).attr_id, 0x1122334455667700ull);
		CHECK_U(pdata_sp_event_id_entry_at(&pairs, 0).event_id, 0x1122334455667701ull);
		CHECK_U(pdata_sp_event_id_entry_at(&pairs, 1).event_id, 0x1122334455667703ull);
		for (uint16_t i = 0; i < 16; i++) {
			uint16_t v = (uint16_t)(0x1230 + i);

			v = swap ? __builtin_bswap16(v) : v;
			memcpy(bytes + 2 * i, &v, 2);
		}
		for (uint64_t i = 0; i < 16; i++)
			CHECK_U(pdata_u16_at(&words, i), 0x1230 + i);
	}
}
