/* SPDX-License-Identifier: BSD-2-Clause */
/* Every record and every sample field: encode, decode, encode again; cut at every byte. */

#include "t_values.h"
#include "test.h"

#define ID_TYPE                                                                                    \
	(PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_ID | PDATA_SAMPLE_CPU |               \
	 PDATA_SAMPLE_IDENTIFIER)

static const struct pdata_sample_id trailer = {
	.have = ID_TYPE, .pid = 11, .tid = 12, .time = 13, .id = 14, .cpu = 15, .identifier = 14
};

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

/* READ is decoded by the read_format of its event. */
static struct pdata_event event_of(const struct t_value *t, uint64_t sample_type)
{
	struct pdata_event ev = { .attr = t_attr(sample_type) };

	if (t->type == PDATA_RECORD_READ)
		ev.attr.read_format = t->v.u.read.read.format;
	return ev;
}

static void check_trailer(const struct pdata_sample_id *id)
{
	CHECK_U(id->have, trailer.have);
	CHECK_U(id->pid, 11);
	CHECK_U(id->tid, 12);
	CHECK_U(id->time, 13);
	CHECK_U(id->id, 14);
	CHECK_U(id->cpu, 15);
	CHECK_U(id->identifier, 14);
}

static void same_after_decoding(const struct t_value *t, uint64_t sample_type, int swap)
{
	struct pdata_event ev = event_of(t, sample_type);
	static uint8_t first[65536], second[65536];
	struct pdata_value in = t->v, out;
	struct pdata_error err = { 0 };
	struct pdata_record rec;
	int n;

	if (sample_type)
		in.id = trailer;
	n = pdata_record_encode(t->type, t->misc, &in, &ev.attr, swap, first, sizeof(first));
	CHECK(n >= 8);
	rec = wrap(first, n, t->type, t->misc, &ev, swap);
	if (pdata_record_decode(&rec, &out, &err))
		test_fail(__FILE__, __LINE__, "type %u misc %#x swap %d: error %d in %s", t->type,
			  t->misc, swap, err.code, err.field ? err.field : "?");
	if (sample_type && t->type < PDATA_RECORD_USER_START)
		check_trailer(&out.id);
	CHECK_I(pdata_record_encode(t->type, t->misc, &out, &ev.attr, swap, second, sizeof(second)),
		n);
	CHECK_M(second, first, (size_t)n);
}

TEST(a_record_of_every_type_is_the_same_after_decoding_and_encoding)
{
	struct t_value t[T_VALUES_MAX];
	size_t nr;

	for (int swap = 0; swap <= 1; swap++) {
		nr = t_values(t, swap);
		CHECK(nr > 40);
		for (size_t i = 0; i < nr; i++) {
			same_after_decoding(&t[i], 0, swap);
			same_after_decoding(&t[i], ID_TYPE, swap);
		}
	}
}

TEST(examples_cover_every_record_type_with_a_name)
{
	struct t_value t[T_VALUES_MAX];
	size_t nr = t_values(t, 0);

	for (uint32_t type = 1; type < PDATA_RECORD_SIMPLEPERF_MAX; type++) {
		int found = 0;

		/* SAMPLE has its own tests, these three are made of whole files. */
		if (!pdata_record_name(type) || type == PDATA_RECORD_SAMPLE ||
		    type == PDATA_RECORD_HEADER_ATTR || type == PDATA_RECORD_COMPRESSED ||
		    type == PDATA_RECORD_COMPRESSED2)
			continue;
		for (size_t i = 0; i < nr; i++)
			found |= t[i].type == type;
		if (!found)
			test_fail(__FILE__, __LINE__, "no example of %s", pdata_record_name(type));
	}
}

TEST(a_foreign_record_says_the_same_as_a_native_one)
{
	static uint8_t native[65536], foreign[65536], again[65536];
	struct t_value t[T_VALUES_MAX];
	size_t nr = t_values(t, 0);

	for (size_t i = 0; i < nr; i++) {
		struct pdata_event ev = event_of(&t[i], ID_TYPE);
		struct pdata_value in = t[i].v, out;
		struct pdata_record rec;
		int n;

		if (t[i].has_view)
			continue;
		in.id = trailer;
		n = pdata_record_encode(t[i].type, t[i].misc, &in, &ev.attr, 0, native,
					sizeof(native));
		CHECK_I(pdata_record_encode(t[i].type, t[i].misc, &in, &ev.attr, 1, foreign,
					    sizeof(foreign)),
			n);
		rec = wrap(foreign, n, t[i].type, t[i].misc, &ev, 1);
		CHECK_I(pdata_record_decode(&rec, &out, NULL), 0);
		CHECK_I(pdata_record_encode(t[i].type, t[i].misc, &out, &ev.attr, 0, again,
					    sizeof(again)),
			n);
		CHECK_M(again, native, (size_t)n);
	}
}

/* The record's size says what is left of it, and memory ends there. */
static void cut_everywhere(const uint8_t *data, int n, uint32_t type, uint16_t misc,
			   const struct pdata_event *ev, int swap)
{
	for (int cut = 0; cut < n; cut++) {
		uint8_t *p = t_guarded(data, (size_t)cut);
		struct pdata_record rec = wrap(p, cut, type, misc, ev, swap);
		struct pdata_sample s;
		struct pdata_value v;
		int rc = type == PDATA_RECORD_SAMPLE ? pdata_sample_decode(&rec, ~0ull, &s, NULL)
						     : pdata_record_decode(&rec, &v, NULL);

		CHECK(rc <= 0);
		t_unguard(p, (size_t)cut);
	}
}

TEST(a_record_cut_at_any_byte_is_never_read_past_its_end)
{
	static uint8_t data[65536];
	struct t_value t[T_VALUES_MAX];

	for (int swap = 0; swap <= 1; swap++) {
		size_t nr = t_values(t, swap);

		for (size_t i = 0; i < nr; i++) {
			struct pdata_event ev = event_of(&t[i], ID_TYPE);
			int n = pdata_record_encode(t[i].type, t[i].misc, &t[i].v, &ev.attr, swap,
						    data, sizeof(data));

			cut_everywhere(data, n, t[i].type, t[i].misc, &ev, swap);
		}
	}
}

TEST(a_short_buffer_is_said_and_never_written_past_its_end)
{
	struct t_value t[T_VALUES_MAX];
	size_t nr = t_values(t, 0);
	static uint8_t data[65536];

	for (size_t i = 0; i < nr; i++) {
		struct pdata_event ev = event_of(&t[i], ID_TYPE);
		int n = pdata_record_encode(t[i].type, t[i].misc, &t[i].v, &ev.attr, 0, data,
					    sizeof(data));

		for (int len = 0; len < n; len++) {
			uint8_t *p = t_guarded(NULL, (size_t)len);

			CHECK_I(pdata_record_encode(t[i].type, t[i].misc, &t[i].v, &ev.attr, 0, p,
						    (size_t)len),
				PDATA_L_RECORD);
			t_unguard(p, (size_t)len);
		}
	}
}

static void sample_same_after_decoding(const struct pdata_attr *attr, int swap)
{
	struct pdata_event ev = { .attr = *attr };
	static uint8_t first[65536], second[65536];
	struct pdata_sample in, out;
	struct pdata_error err = { 0 };
	struct pdata_record rec;
	int n;

	t_sample(&in, attr, swap);
	n = pdata_sample_encode(1, &in, attr, swap, first, sizeof(first));
	CHECK(n >= 8);
	rec = wrap(first, n, PDATA_RECORD_SAMPLE, 1, &ev, swap);
	if (pdata_sample_decode(&rec, ~0ull, &out, &err))
		test_fail(__FILE__, __LINE__, "sample_type %#llx swap %d: error %d in %s",
			  (unsigned long long)attr->sample_type, swap, err.code,
			  err.field ? err.field : "?");
	CHECK_U(out.have, attr->sample_type);
	CHECK_I(pdata_sample_encode(1, &out, attr, swap, second, sizeof(second)), n);
	CHECK_M(second, first, (size_t)n);
	cut_everywhere(first, n, PDATA_RECORD_SAMPLE, 1, &ev, swap);
}

TEST(a_sample_of_any_fields_is_the_same_after_decoding_and_encoding)
{
	uint64_t state = 88172645463325252ull;

	for (int swap = 0; swap <= 1; swap++) {
		for (unsigned bit = 0; bit < 25; bit++) {
			struct pdata_attr a = t_attr(1ull << bit);

			sample_same_after_decoding(&a, swap);
		}
		for (unsigned i = 0; i < 60; i++) {
			struct pdata_attr a;

			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			a = t_attr(state & PDATA_SAMPLE_KNOWN);
			if (state >> 40 & 1)
				a.read_format |= PDATA_FORMAT_GROUP;
			a.branch_sample_type = state >> 41 & 1 ? PDATA_BRANCH_HW_INDEX : 0;
			a.branch_sample_type |= state >> 42 & 1 ? PDATA_BRANCH_COUNTERS : 0;
			sample_same_after_decoding(&a, swap);
		}
	}
}

TEST(fewer_wanted_sample_fields_are_the_same_fields)
{
	struct pdata_attr a = t_attr(PDATA_SAMPLE_KNOWN);
	struct pdata_event ev = { .attr = a };
	static uint8_t data[65536];
	struct pdata_sample in, all, some;
	struct pdata_record rec;

	t_sample(&in, &a, 0);
	rec = wrap(data, pdata_sample_encode(2, &in, &a, 0, data, sizeof(data)),
		   PDATA_RECORD_SAMPLE, 2, &ev, 0);
	CHECK_I(pdata_sample_decode(&rec, ~0ull, &all, NULL), 0);
	CHECK_I(pdata_sample_decode(&rec, PDATA_SAMPLE_IP | PDATA_SAMPLE_TIME | PDATA_SAMPLE_PERIOD,
				    &some, NULL),
		0);
	CHECK((some.have & (PDATA_SAMPLE_IP | PDATA_SAMPLE_TIME | PDATA_SAMPLE_PERIOD)) ==
	      (PDATA_SAMPLE_IP | PDATA_SAMPLE_TIME | PDATA_SAMPLE_PERIOD));
	CHECK_U(some.ip, all.ip);
	CHECK_U(some.time, all.time);
	CHECK_U(some.period, all.period);
	CHECK_U(all.ip, 0x400010);
	CHECK_U(all.code_page_size, 8192);
}
