/* SPDX-License-Identifier: BSD-2-Clause */
/* Records and samples that were decoded from one byte order and are encoded in the other. */

#include "t_values.h"
#include "test.h"

#define ID_TYPE (PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_ID | PDATA_SAMPLE_CPU)

static struct pdata_record wrap(const uint8_t *data, int size, const struct t_value *t,
				const struct pdata_event *ev, int swap)
{
	return (struct pdata_record){ .type = t->type,
				      .misc = t->misc,
				      .size = (uint16_t)size,
				      .data = data,
				      .event = ev,
				      .swap = (uint32_t)swap };
}

/* Bytes whose numbers no layout describes. */
static int is_opaque(uint32_t type)
{
	return type == PDATA_RECORD_HEADER_FEATURE || type == PDATA_RECORD_SIMPLEPERF_SPLIT;
}

static void convert(const struct t_value *from, const struct t_value *to, int swap)
{
	struct pdata_event ev = { .attr = t_attr(ID_TYPE) };
	static uint8_t in[65536], want[65536], got[65536];
	struct pdata_record rec;
	struct pdata_value v;
	int n;

	if (from->type == PDATA_RECORD_READ)
		ev.attr.read_format = from->v.u.read.read.format;
	n = pdata_record_encode(from->type, from->misc, &from->v, &ev.attr, swap, in, sizeof(in));
	CHECK(n >= 8);
	CHECK_I(pdata_record_encode(to->type, to->misc, &to->v, &ev.attr, !swap, want,
				    sizeof(want)),
		n);
	rec = wrap(in, n, from, &ev, swap);
	CHECK_I(pdata_record_decode(&rec, &v, NULL), 0);
	if (is_opaque(from->type)) {
		CHECK_I(pdata_record_encode(from->type, from->misc, &v, &ev.attr, !swap, got,
					    sizeof(got)),
			PDATA_E_ARG);
		return;
	}
	CHECK_I(pdata_record_encode(from->type, from->misc, &v, &ev.attr, !swap, got, sizeof(got)),
		n);
	if (memcmp(got, want, (size_t)n))
		test_fail(__FILE__, __LINE__, "%s is not the same in the other byte order",
			  pdata_record_name(from->type));
}

static void convert_all(int swap)
{
	static struct t_value from[T_VALUES_MAX], to[T_VALUES_MAX];
	size_t nr;

	/* The values of each call lie in the same memory: one value at a time. */
	nr = t_values(from, swap);
	for (size_t i = 0; i < nr; i++) {
		static uint8_t native[65536];
		struct pdata_event ev = { .attr = t_attr(ID_TYPE) };
		struct pdata_record rec;
		struct t_value other;
		int n;

		t_values(to, !swap);
		if (to[i].type == PDATA_RECORD_READ)
			ev.attr.read_format = to[i].v.u.read.read.format;
		n = pdata_record_encode(to[i].type, to[i].misc, &to[i].v, &ev.attr, !swap, native,
					sizeof(native));
		other = to[i];
		rec = wrap(native, n, &to[i], &ev, !swap);
		CHECK_I(pdata_record_decode(&rec, &other.v, NULL), 0);
		t_values(from, swap);
		convert(&from[i], &other, swap);
	}
}

TEST(a_record_of_every_type_is_encoded_in_the_other_byte_order)
{
	convert_all(0);
	convert_all(1);
}

/* What encodes to the same bytes from values made in that byte order. */
static void convert_sample(const struct pdata_attr *attr, int swap)
{
	const struct t_value t = { .type = PDATA_RECORD_SAMPLE, .misc = 1 };
	struct pdata_event ev = { .attr = *attr };
	static uint8_t in[65536], want[65536], got[65536];
	struct pdata_sample s;
	struct pdata_record rec;
	int n;

	t_sample(&s, attr, !swap);
	n = pdata_sample_encode(1, &s, attr, !swap, want, sizeof(want));
	t_sample(&s, attr, swap);
	CHECK_I(pdata_sample_encode(1, &s, attr, swap, in, sizeof(in)), n);
	rec = wrap(in, n, &t, &ev, swap);
	CHECK_I(pdata_sample_decode(&rec, ~0ull, &s, NULL), 0);
	CHECK_I(pdata_sample_encode(1, &s, attr, !swap, got, sizeof(got)), n);
	if (memcmp(got, want, (size_t)n))
		test_fail(__FILE__, __LINE__,
			  "sample_type %#llx is not the same in the other byte order",
			  (unsigned long long)attr->sample_type);
}

TEST(a_sample_of_any_fields_is_encoded_in_the_other_byte_order)
{
	/*
	 * Stack and AUX of the examples are words, which no sample says they are; flags of their branches are
	 * not where the other byte order has them.
	 */
	const uint64_t opaque = PDATA_SAMPLE_STACK_USER | PDATA_SAMPLE_AUX |
				PDATA_SAMPLE_BRANCH_STACK;

	for (int swap = 0; swap <= 1; swap++) {
		for (unsigned bit = 0; bit < 25; bit++)
			for (unsigned more = 0; more < 8; more++) {
				struct pdata_attr a = t_attr((1ull << bit) & ~opaque);

				a.read_format |= more & 1 ? PDATA_FORMAT_GROUP : 0;
				a.branch_sample_type = more & 2 ? PDATA_BRANCH_HW_INDEX : 0;
				a.branch_sample_type |= more & 4 ? PDATA_BRANCH_COUNTERS : 0;
				convert_sample(&a, swap);
			}
	}
}

TEST(branches_of_a_sample_are_encoded_in_the_other_byte_order)
{
	const struct t_value t = { .type = PDATA_RECORD_SAMPLE, .misc = 1 };

	for (int swap = 0; swap <= 1; swap++) {
		struct pdata_attr attr = t_attr(PDATA_SAMPLE_BRANCH_STACK | PDATA_SAMPLE_TIME);
		struct pdata_event ev = { .attr = attr };
		static uint8_t in[65536], out[65536];
		struct pdata_sample a, b;
		struct pdata_record rec;
		int n;

		ev.attr.branch_sample_type = PDATA_BRANCH_HW_INDEX | PDATA_BRANCH_COUNTERS;
		t_sample(&a, &ev.attr, swap);
		n = pdata_sample_encode(1, &a, &ev.attr, swap, in, sizeof(in));
		rec = wrap(in, n, &t, &ev, swap);
		CHECK_I(pdata_sample_decode(&rec, ~0ull, &a, NULL), 0);
		CHECK_I(pdata_sample_encode(1, &a, &ev.attr, !swap, out, sizeof(out)), n);
		rec = wrap(out, n, &t, &ev, !swap);
		CHECK_I(pdata_sample_decode(&rec, ~0ull, &b, NULL), 0);
		CHECK_U(b.branch.nr, 2);
		CHECK_U(b.branch.hw_idx, a.branch.hw_idx);
		for (unsigned i = 0; i < 2; i++) {
			const struct pdata_branch x = pdata_branch_at(&a.branch.entries, i),
						  y = pdata_branch_at(&b.branch.entries, i);

			CHECK_U(y.from, x.from);
			CHECK_U(y.to, x.to);
			CHECK_U(y.flags, x.flags);
			CHECK(x.flags);
			CHECK_U(pdata_u64_at(&b.branch.counters, i),
				pdata_u64_at(&a.branch.counters, i));
		}
	}
}

TEST(payloads_stacks_and_aux_data_of_a_sample_keep_their_bytes)
{
	const struct pdata_attr attr =
		t_attr(PDATA_SAMPLE_RAW | PDATA_SAMPLE_STACK_USER | PDATA_SAMPLE_AUX);
	const struct t_value t = { .type = PDATA_RECORD_SAMPLE, .misc = 1 };
	struct pdata_event ev = { .attr = attr };
	static uint8_t in[65536], out[65536];
	struct pdata_sample a, b;
	struct pdata_record rec;
	int n;

	t_sample(&a, &attr, 1);
	n = pdata_sample_encode(1, &a, &attr, 1, in, sizeof(in));
	rec = wrap(in, n, &t, &ev, 1);
	CHECK_I(pdata_sample_decode(&rec, ~0ull, &a, NULL), 0);
	n = pdata_sample_encode(1, &a, &attr, 0, out, sizeof(out));
	rec = wrap(out, n, &t, &ev, 0);
	CHECK_I(pdata_sample_decode(&rec, ~0ull, &b, NULL), 0);
	CHECK_U(b.raw_size, a.raw_size);
	CHECK_M(b.raw, a.raw, a.raw_size);
	CHECK_U(b.stack.size, a.stack.size);
	CHECK_U(b.stack.dyn_size, 40);
	CHECK_M(b.stack.data, a.stack.data, a.stack.size);
	CHECK_U(b.aux_size, a.aux_size);
	CHECK_M(b.aux, a.aux, a.aux_size);
}

TEST(a_header_attr_is_encoded_in_the_other_byte_order)
{
	static const uint64_t id[2] = { 0x0102030405060708, 9 };
	struct pdata_attr a = t_attr(ID_TYPE), b;
	uint8_t image[PDATA_ATTR_SIZE_MAX + 8] = { 0 }, out[1024];
	struct pdata_value v = { .u.header_attr = { .ids = { (const uint8_t *)id, 2, 0 } } };

	a.flags |= 2ull << PDATA_ATTR_PRECISE_IP | 1;
	CHECK(pdata_attr_encode(&a, image, sizeof(image), 0) > 0);
	v.u.header_attr.attr = (struct pdata_bytes){ image, PDATA_ATTR_SIZE_VER8, 0 };
	CHECK_I(pdata_record_encode(PDATA_RECORD_HEADER_ATTR, 0, &v, NULL, 1, out, sizeof(out)),
		8 + PDATA_ATTR_SIZE_VER8 + 16);
	CHECK_I(pdata_attr_decode(out + 8, PDATA_ATTR_SIZE_VER8, 1, &b, NULL),
		PDATA_ATTR_SIZE_VER8);
	CHECK_M((const uint8_t *)&b, (const uint8_t *)&a, sizeof(a));
	for (unsigned i = 0; i < 2; i++) {
		uint64_t x;

		memcpy(&x, out + 8 + PDATA_ATTR_SIZE_VER8 + 8 * i, sizeof(x));
		CHECK_U(__builtin_bswap64(x), id[i]);
	}

	/* A member that nobody here knows. */
	a.size = sizeof(image);
	CHECK(pdata_attr_encode(&a, image, sizeof(image), 0) > 0);
	image[sizeof(image) - 1] = 1;
	v.u.header_attr.attr.len = sizeof(image);
	CHECK_I(pdata_record_encode(PDATA_RECORD_HEADER_ATTR, 0, &v, NULL, 1, out, sizeof(out)),
		PDATA_E_ARG);
	CHECK(pdata_record_encode(PDATA_RECORD_HEADER_ATTR, 0, &v, NULL, 0, out, sizeof(out)) > 0);
}
