/* SPDX-License-Identifier: BSD-2-Clause */
/* Which event a record belongs to: by an id that events carry at the same or at different places. */

#include "t_file.h"
#include "t_values.h"
#include "test.h"

#define ID_ALL (1ull << PDATA_ATTR_SAMPLE_ID_ALL)

static struct t_event event(uint64_t bits, uint64_t flags, uint64_t id)
{
	struct t_event e = { .attr = t_attr(bits), .ids = { id }, .nr_ids = 1 };

	e.attr.flags = flags;
	return e;
}

static void put_comm(struct t_file *f, const struct t_event *e, uint64_t id)
{
	struct pdata_value v = { .id = { .pid = 1,
					 .tid = 2,
					 .time = 77,
					 .id = id,
					 .identifier = id,
					 .cpu = 3,
					 .stream_id = 4 } };

	v.u.comm = (struct pdata_comm){ 1, 2, "name" };
	t_record(f, PDATA_RECORD_COMM, 0, &v, e);
}

/* Each event's COMM and SAMPLE come back as its own, with their times. */
static void told_apart(const struct t_event *ev, unsigned nr, int swap, int pipe)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	struct t_file f;
	unsigned n = 0;

	t_file_begin(&f, ev, nr, swap, pipe);
	for (unsigned i = 0; i < nr; i++) {
		put_comm(&f, &ev[i], ev[i].ids[0]);
		t_sample_of(&f, &ev[i], i, 100 + i);
	}
	t_file_data_end(&f);
	r = t_open(&f, NULL);
	while (pdata_reader_next(r, &rec) == 1) {
		int sample = rec.type == PDATA_RECORD_SAMPLE;
		int timed = (ev[n / 2].attr.sample_type & PDATA_SAMPLE_TIME) != 0;

		if (rec.type >= PDATA_RECORD_USER_START)
			continue;
		CHECK_U(rec.event->index, n / 2);
		CHECK_U(rec.time, !timed ? 0 : sample ? 100 + n / 2 : 77);
		n++;
	}
	CHECK_U(n, 2 * nr);
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	CHECK_U(pdata_reader_damage(r)->unknown_ids, 0);
	pdata_reader_close(r);
	t_file_free(&f);
}

static void told_apart_in_all_ways(const struct t_event *ev, unsigned nr)
{
	for (int way = 0; way < 4; way++)
		told_apart(ev, nr, way & 1, way >> 1);
}

/* The identifier is first in samples and last elsewhere, whatever else there is. */
TEST(identifiers_tell_events_of_different_layouts_apart)
{
	const uint64_t with = PDATA_SAMPLE_IDENTIFIER;
	const struct t_event ev[] = {
		event(with | PDATA_SAMPLE_IP, ID_ALL, 5),
		event(with | PDATA_SAMPLE_TIME | PDATA_SAMPLE_CPU, ID_ALL, 6),
		event(with | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_ID |
			      PDATA_SAMPLE_CPU | PDATA_SAMPLE_CALLCHAIN,
		      ID_ALL, 7),
	};

	told_apart_in_all_ways(ev, 3);
}

TEST(every_set_of_trailer_bits_that_has_an_id_tells_events_apart)
{
	static const uint64_t bit[] = { PDATA_SAMPLE_TID, PDATA_SAMPLE_TIME,
					PDATA_SAMPLE_ID,  PDATA_SAMPLE_STREAM_ID,
					PDATA_SAMPLE_CPU, PDATA_SAMPLE_IDENTIFIER };

	for (unsigned set = 0; set < 64; set++) {
		uint64_t bits = PDATA_SAMPLE_IP;
		struct t_event ev[2];

		for (unsigned i = 0; i < 6; i++)
			bits |= set >> i & 1 ? bit[i] : 0;
		if (!(bits & (PDATA_SAMPLE_ID | PDATA_SAMPLE_IDENTIFIER)))
			continue;
		ev[0] = event(bits, ID_ALL, 1000);
		ev[1] = event(bits, ID_ALL, 1001);
		told_apart_in_all_ways(ev, 2);
	}
}

TEST(ids_at_different_places_tell_events_apart)
{
	const struct t_event ev[] = {
		event(PDATA_SAMPLE_IP | PDATA_SAMPLE_ID, ID_ALL, 1ull << 40),
		event(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_ID,
		      ID_ALL, (1ull << 40) + 1),
		event(PDATA_SAMPLE_IDENTIFIER | PDATA_SAMPLE_TIME, ID_ALL, (1ull << 40) + 2),
		event(PDATA_SAMPLE_TIME | PDATA_SAMPLE_ID | PDATA_SAMPLE_CPU, ID_ALL,
		      (1ull << 40) + 3),
	};

	told_apart_in_all_ways(ev, 4);
}

TEST(an_unknown_id_counts_and_the_record_is_the_first_events)
{
	for (int way = 0; way < 4; way++) {
		struct t_event foreign = t_two_events[1];
		struct pdata_damage d;
		struct pdata_reader *r;
		struct pdata_record rec;
		struct t_file f;

		foreign.ids[0] = 999;
		t_file_begin(&f, t_two_events, 2, way & 1, way >> 1);
		t_sample_of(&f, &foreign, 1, 1);
		t_file_data_end(&f);
		r = t_open(&f, NULL);
		while (pdata_reader_next(r, &rec) == 1)
			if (rec.type == PDATA_RECORD_SAMPLE)
				CHECK_U(rec.event->index, 0);
		d = *pdata_reader_damage(r);
		CHECK_U(d.unknown_ids, 1);
		CHECK_U(d.nr, 1);
		CHECK_I(d.first.code, PDATA_E_NOEVENT);
		pdata_reader_close(r);
		t_file_free(&f);
	}
}

TEST(id_0_is_a_synthesised_record_of_the_first_event)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	struct t_file f;

	t_file_begin(&f, t_two_events, 2, 0, 0);
	put_comm(&f, &t_two_events[1], 0);
	t_file_data_end(&f);
	r = t_open(&f, NULL);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_U(rec.event->index, 0);
	CHECK_U(rec.time, 77);
	CHECK_U(pdata_reader_damage(r)->unknown_ids, 0);
	pdata_reader_close(r);
	t_file_free(&f);
}

/* Old kernels: nothing stands after the payload of other records. */
TEST(without_sample_id_all_records_have_no_trailer)
{
	const uint64_t bits = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME |
			      PDATA_SAMPLE_ID;
	const struct t_event ev[] = { event(bits, 0, 5), event(bits, 0, 6) };
	const struct pdata_open_opts o = { .size = sizeof(o), .order = PDATA_ORDER_TIME };

	for (int swap = 0; swap <= 1; swap++) {
		struct pdata_reader *r;
		struct pdata_record rec;
		struct pdata_value v;
		struct t_file f;

		t_file_begin(&f, ev, 2, swap, 0);
		t_sample_of(&f, &ev[1], 1, 20);
		put_comm(&f, &ev[0], 5);
		t_sample_of(&f, &ev[0], 2, 10);
		t_file_data_end(&f);
		r = t_open(&f, &o);
		/* Side-band without times: the order of the file is all there is. */
		CHECK_I(pdata_reader_next(r, &rec), 1);
		CHECK_U(rec.time, 20);
		CHECK_U(rec.event->index, 1);
		CHECK_I(pdata_reader_next(r, &rec), 1);
		CHECK_U(rec.type, PDATA_RECORD_COMM);
		CHECK_U(rec.time, 0);
		CHECK_I(pdata_record_decode(&rec, &v, NULL), 0);
		CHECK_S(v.u.comm.comm, "name");
		CHECK_U(v.id.have, 0);
		CHECK_I(pdata_reader_next(r, &rec), 1);
		CHECK_U(rec.event->index, 0);
		pdata_reader_close(r);
		t_file_free(&f);
	}
}

TEST(one_event_owns_every_record)
{
	const struct t_event ev = event(PDATA_SAMPLE_IP, 0, 0);
	uint64_t ips[4];
	struct t_file f;
	struct pdata_damage d;

	t_file_begin(&f, &ev, 1, 0, 0);
	t_sample_of(&f, &ev, 41, 0);
	t_sample_of(&f, &ev, 42, 0);
	t_file_data_end(&f);
	CHECK_I(t_read(&f, NULL, ips, 4, &d), 2);
	CHECK_U(ips[1], 42);
	CHECK_U(d.unknown_ids, 0);
	t_file_free(&f);
}

TEST(records_before_any_event_have_one_that_says_nothing)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	struct t_file f;

	t_file_begin(&f, t_two_events, 0, 0, 1);
	t_raw(&f, PDATA_RECORD_SAMPLE, "01234567", 8);
	r = t_open(&f, NULL);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK(rec.event != NULL);
	CHECK_U(rec.event->nr_ids, 0);
	CHECK_U(rec.event->attr.sample_type, 0);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(names_units_and_scales_come_late_in_pipes)
{
	for (int swap = 0; swap <= 1; swap++) {
		struct pdata_value v = { 0 };
		struct pdata_reader *r;
		uint64_t ips[4];
		struct t_file f;
		double half = 0.5;

		t_file_begin(&f, t_two_events, 2, swap, 1);
		t_sample_of(&f, &t_two_events[0], 1, 1);
		v.u.event_update = (struct pdata_event_update){ .type = PDATA_EVENT_UPDATE_NAME,
								.id = 21,
								.text = "late" };
		t_record(&f, PDATA_RECORD_EVENT_UPDATE, 0, &v, NULL);
		v.u.event_update.type = PDATA_EVENT_UPDATE_UNIT;
		v.u.event_update.text = "Joules";
		t_record(&f, PDATA_RECORD_EVENT_UPDATE, 0, &v, NULL);
		v.u.event_update.type = PDATA_EVENT_UPDATE_SCALE;
		memcpy(&v.u.event_update.scale, &half, 8);
		t_record(&f, PDATA_RECORD_EVENT_UPDATE, 0, &v, NULL);
		v.u.event_update.id = 12345; /* of nobody */
		t_record(&f, PDATA_RECORD_EVENT_UPDATE, 0, &v, NULL);
		r = t_open(&f, NULL);
		CHECK_U(pdata_reader_nr_events(r), 2);
		CHECK_S(pdata_reader_event(r, 1)->name, NULL);
		CHECK_U(t_ips(r, ips, 4), 1);
		CHECK_S(pdata_reader_event(r, 0)->name, NULL);
		CHECK_S(pdata_reader_event(r, 1)->name, "late");
		CHECK_S(pdata_reader_event(r, 1)->unit, "Joules");
		CHECK(pdata_reader_event(r, 1)->scale == 0.5);
		CHECK_U(pdata_reader_damage(r)->nr, 0);
		pdata_reader_close(r);
		t_file_free(&f);
	}
}
