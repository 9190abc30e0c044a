/* SPDX-License-Identifier: BSD-2-Clause */
/* The order of calls on a writer, and copies of recordings. */

#include "t_file.h"
#include "t_values.h"
#include "test.h"

#include <pdata/copy.h>
#include <pdata/tasks.h>

#include <stdio.h>
#include <unistd.h>

static struct pdata_writer *writer(FILE *f, uint32_t container, uint32_t swap)
{
	struct pdata_writer_opts o = PDATA_WRITER_OPTS_INIT;
	struct pdata_writer *w;

	CHECK(f != NULL);
	o.container = container;
	o.swap = swap;
	CHECK_I(pdata_writer_open_fd(&w, fileno(f), &o), 0);
	return w;
}

enum call { EVENT, BEGIN, RECORD, RAW, COMMIT, HEADER_FEATURE, TRACING, AUX, FEATURE, FINISH };

static int call(struct pdata_writer *w, enum call what)
{
	static const uint8_t round[8] = { PDATA_RECORD_FINISHED_ROUND, 0, 0, 0, 0, 0, 8, 0 };
	const struct pdata_feature host = { .bit = PDATA_FEAT_HOSTNAME, .u.str = "h" };
	const struct pdata_attr attr = t_attr(PDATA_SAMPLE_TID);
	const struct pdata_value v = { .u.comm = { 1, 1, "c" } };

	switch (what) {
	case EVENT:
		return pdata_writer_event(w, &attr, "e", NULL, 0);
	case BEGIN:
		return pdata_writer_begin(w);
	case RECORD:
		return pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, -1);
	case RAW:
		return pdata_writer_raw(w, round, sizeof(round));
	case COMMIT:
		return pdata_writer_commit(w);
	case HEADER_FEATURE:
		return pdata_writer_header_feature(w, &host);
	case TRACING:
		return pdata_writer_tracing_data(w, round, sizeof(round));
	case AUX:
		return pdata_writer_auxtrace(w, &v, NULL, 0);
	case FEATURE:
		return pdata_writer_feature(w, &host);
	case FINISH:
		return pdata_writer_finish(w);
	}
	return 0;
}

/* Begin, or begin and finish, then a call that comes too early or too late. */
static void out_of_order(int before, enum call what, uint32_t container)
{
	FILE *f = tmpfile();
	struct pdata_writer *w = writer(f, container, 0);

	if (before > 0)
		CHECK_I(pdata_writer_begin(w), 0);
	if (before > 1)
		CHECK_I(pdata_writer_finish(w), 0);
	if (call(w, what) != PDATA_E_ARG)
		test_fail(__FILE__, __LINE__, "call %d behind %d others is taken", (int)what,
			  before);
	CHECK_I(pdata_writer_error(w)->code, PDATA_E_ARG);
	CHECK(pdata_writer_error(w)->text[0] != 0);
	pdata_writer_close(w);
	fclose(f);
}

TEST(calls_on_a_writer_that_come_out_of_order_are_refused)
{
	static const enum call data[] = { RECORD, RAW, COMMIT, HEADER_FEATURE, AUX, FINISH };

	for (unsigned i = 0; i < sizeof(data) / sizeof(data[0]); i++) {
		out_of_order(0, data[i], PDATA_CONTAINER_FILE);
		out_of_order(2, data[i], PDATA_CONTAINER_FILE);
		out_of_order(0, data[i], PDATA_CONTAINER_PIPE);
		out_of_order(2, data[i], PDATA_CONTAINER_PIPE);
	}
	for (int before = 1; before <= 2; before++) {
		out_of_order(before, EVENT, PDATA_CONTAINER_FILE);
		out_of_order(before, BEGIN, PDATA_CONTAINER_FILE);
	}
	out_of_order(2, FEATURE, PDATA_CONTAINER_FILE);
}

TEST(what_a_container_does_not_have_is_refused)
{
	for (int before = 0; before <= 2; before++)
		out_of_order(before, TRACING, PDATA_CONTAINER_FILE);
}

TEST(a_record_of_an_event_that_was_not_announced_is_refused)
{
	static const int wrong[] = { 1, 2, 1000, -2, INT32_MAX, INT32_MIN };
	const struct pdata_value v = { .u.comm = { 1, 1, "c" } };

	for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		FILE *f = tmpfile();
		struct pdata_writer *w = writer(f, PDATA_CONTAINER_FILE, 0);

		CHECK_I(call(w, EVENT), 0);
		CHECK_I(call(w, BEGIN), 0);
		CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, 0), 0);
		CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, wrong[i]), PDATA_E_ARG);
		CHECK_I(call(w, FINISH), PDATA_E_ARG); /* who looks at the end only is told there */
		pdata_writer_close(w);
		fclose(f);
	}
}

/* A pipe of two events with a name, a feature, a build id and samples. */
static void put_pipe(struct t_file *f, int swap)
{
	const struct pdata_feature hf = { .bit = PDATA_FEAT_HOSTNAME, .u.str = "target" };
	static const uint8_t id[PDATA_BUILD_ID_MAX] = { 1, 2, 3 };
	struct pdata_value v = {
		.u.build_id = { .pid = -1, .build_id = id, .id_size = 20, .filename = "/bin/a" }
	};
	uint8_t *data;
	int64_t n = pdata_feature_encode(&hf, swap, &data);

	CHECK(n > 0);
	t_file_begin(f, t_two_events, 2, swap, 1);
	t_record(f, PDATA_RECORD_BUILD_ID, PDATA_CPUMODE_USER | PDATA_MISC_BUILD_ID_SIZE, &v, NULL);
	v.u.header_feature = (struct pdata_header_feature){ PDATA_FEAT_HOSTNAME,
							    { data, (uint64_t)n, (uint32_t)swap } };
	t_record(f, PDATA_RECORD_HEADER_FEATURE, 0, &v, NULL);
	v.u.comm = (struct pdata_comm){ 7, 7, "seven" };
	t_record(f, PDATA_RECORD_COMM, 0, &v, &t_two_events[0]);
	for (unsigned i = 0; i < 10; i++)
		t_sample_of(f, &t_two_events[i & 1], 0x1000 + i, 100 + i);
	pdata_free(data);
}

/* Copy all of @r, and open the copy. */
static struct pdata_reader *copy_of(FILE *out, struct pdata_reader *r, uint32_t container,
				    uint32_t swap)
{
	struct pdata_open_opts strict = PDATA_OPEN_OPTS_INIT;
	struct pdata_writer *w = writer(out, container, swap);
	struct pdata_record rec;

	while (pdata_reader_next(r, &rec) == 1)
		;
	CHECK_I(pdata_reader_rewind(r), 0);
	CHECK_I(pdata_writer_copy_events(w, r), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	if (container == PDATA_CONTAINER_PIPE)
		CHECK_I(pdata_writer_copy_features(w, r, NULL), 0);
	while (pdata_reader_next(r, &rec) == 1)
		CHECK(pdata_writer_copy_record(w, r, &rec) >= 0);
	if (container == PDATA_CONTAINER_FILE)
		CHECK_I(pdata_writer_copy_features(w, r, NULL), 0);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	pdata_reader_close(r);
	rewind(out);
	strict.on_damage = PDATA_DAMAGE_STRICT;
	CHECK_I(pdata_reader_open_fd(&r, fileno(out), &strict, NULL), 0);
	return r;
}

static struct pdata_reader *copied(FILE *out, const struct t_file *f, uint32_t swap)
{
	struct pdata_reader *r;

	CHECK_I(pdata_reader_open_mem(&r, f->bytes, f->len, NULL, NULL), 0);
	return copy_of(out, r, PDATA_CONTAINER_FILE, swap);
}

TEST(a_pipe_is_copied_to_a_file_in_either_byte_order)
{
	for (int from = 0; from <= 1; from++)
		for (uint32_t to = 0; to <= 1; to++) {
			const struct pdata_feature *f;
			FILE *out = tmpfile();
			struct pdata_reader *r;
			struct pdata_record rec;
			struct pdata_sample s;
			struct t_file in;
			unsigned nr = 0;

			put_pipe(&in, from);
			r = copied(out, &in, to);
			CHECK_U(pdata_reader_info(r)->container, PDATA_CONTAINER_FILE);
			CHECK_U(pdata_reader_info(r)->swap, to);
			CHECK_U(pdata_reader_nr_events(r), 2);
			CHECK_I(pdata_reader_feature(r, PDATA_FEAT_HOSTNAME, &f, NULL), 0);
			CHECK_S(f->u.str, "target");
			CHECK_I(pdata_reader_feature(r, PDATA_FEAT_BUILD_ID, &f, NULL), 0);
			CHECK_U(f->u.build_ids.nr, 1);
			CHECK_S(f->u.build_ids.ids[0].filename, "/bin/a");
			while (pdata_reader_next(r, &rec) == 1) {
				CHECK(rec.type == PDATA_RECORD_SAMPLE ||
				      rec.type == PDATA_RECORD_COMM);
				if (rec.type != PDATA_RECORD_SAMPLE)
					continue;
				CHECK_U(rec.event->index, nr & 1);
				CHECK_I(pdata_sample_decode(&rec, ~0ull, &s, NULL), 0);
				CHECK_U(s.ip, 0x1000 + nr++);
			}
			CHECK_U(nr, 10);
			CHECK_U(pdata_reader_damage(r)->nr, 0);
			pdata_reader_close(r);
			t_file_free(&in);
			fclose(out);
		}
}

/* Programs take a feature BUILD_ID for a list of all objects. */
TEST(build_ids_beside_maps_with_build_ids_stay_records)
{
	for (int listed = 0; listed <= 1; listed++) {
		static const uint8_t id[PDATA_BUILD_ID_MAX] = { 1, 2, 3 };
		struct pdata_attr attr = t_attr(PDATA_SAMPLE_TID);
		struct pdata_feat_build_id list[] = {
			{ .pid = -1, .build_id = { 1 }, .size = 20, .filename = "/bin/a" }
		};
		const struct pdata_feature ids = { .bit = PDATA_FEAT_BUILD_ID,
						   .u.build_ids = { 1, list } };
		const struct pdata_value v = { .u.build_id = { -1, id, 20, 0, 0, "[vdso]" } };
		FILE *from = tmpfile(), *out = tmpfile();
		struct pdata_writer *w = writer(from, PDATA_CONTAINER_FILE, 0);
		const struct pdata_feature *f;
		struct pdata_reader *r;
		struct pdata_record rec;
		unsigned nr = 0;

		attr.flags |= 1ull << PDATA_ATTR_BUILD_ID;
		CHECK_I(pdata_writer_event(w, &attr, "e", NULL, 0), 0);
		CHECK_I(pdata_writer_begin(w), 0);
		CHECK_I(pdata_writer_record(w, PDATA_RECORD_BUILD_ID, PDATA_MISC_BUILD_ID_SIZE, &v,
					    -1),
			0);
		if (listed)
			CHECK_I(pdata_writer_feature(w, &ids), 0);
		CHECK_I(pdata_writer_finish(w), 0);
		pdata_writer_close(w);
		rewind(from);
		CHECK_I(pdata_reader_open_fd(&r, fileno(from), NULL, NULL), 0);
		r = copy_of(out, r, PDATA_CONTAINER_FILE, 1);
		CHECK_I(pdata_reader_feature(r, PDATA_FEAT_BUILD_ID, &f, NULL),
			listed ? 0 : PDATA_N_FEATURE);
		while (pdata_reader_next(r, &rec) == 1)
			nr += rec.type == PDATA_RECORD_BUILD_ID;
		CHECK_U(nr, !listed);
		CHECK_I(pdata_reader_feature(r, PDATA_FEAT_BUILD_ID, &f, NULL), 0);
		CHECK_U(f->u.build_ids.nr, listed ? 2 : 1);
		CHECK_S(f->u.build_ids.ids[0].filename, "[vdso]");
		pdata_reader_close(r);
		fclose(from);
		fclose(out);
	}
}

/* perf leaves old memory between the NUL of a file name and the next multiple of 8. */
TEST(padding_of_text_does_not_prevent_a_copy_in_the_other_byte_order)
{
	for (int from = 0; from <= 1; from++) {
		const struct pdata_value v = { .u.comm = { 7, 7, "padded" } };
		FILE *out = tmpfile();
		struct pdata_reader *r;
		struct pdata_record rec;
		struct pdata_value got;
		struct t_file in;
		uint8_t *text;

		put_pipe(&in, from);
		t_record(&in, PDATA_RECORD_COMM, 0, &v, &t_two_events[0]);
		text = memmem(in.bytes, in.len, "padded\0", 8);
		CHECK(text != NULL);
		text[7] = 'x';
		r = copied(out, &in, !from);
		while (pdata_reader_next(r, &rec) == 1)
			if (rec.type == PDATA_RECORD_COMM)
				CHECK_I(pdata_record_decode(&rec, &got, NULL), 0);
		CHECK_S(got.u.comm.comm, "padded");
		pdata_reader_close(r);
		t_file_free(&in);
		fclose(out);
	}
}

/* Make a file with two events that have ids; the second event has no name. */
static struct pdata_reader *two_named(FILE *out, uint32_t swap)
{
	const struct pdata_attr attr = t_attr(PDATA_SAMPLE_IDENTIFIER | PDATA_SAMPLE_IP);
	struct pdata_writer *w = writer(out, PDATA_CONTAINER_FILE, swap);
	const uint64_t ids[] = { 5, 6, 7 };
	struct pdata_reader *r;

	CHECK_I(pdata_writer_event(w, &attr, "my_clock", ids, 2), 0);
	CHECK_I(pdata_writer_event(w, &attr, NULL, ids + 2, 1), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	rewind(out);
	CHECK_I(pdata_reader_open_fd(&r, fileno(out), NULL, NULL), 0);
	return r;
}

/* Programs that read a pipe take names from EVENT_UPDATE records. */
TEST(a_pipe_has_the_name_of_each_event_once)
{
	for (uint32_t swap = 0; swap <= 1; swap++) {
		FILE *from = tmpfile(), *once = tmpfile(), *twice = tmpfile();
		struct pdata_reader *r = two_named(from, swap);
		struct pdata_record rec;
		struct pdata_value v;
		unsigned nr = 0;

		r = copy_of(once, r, PDATA_CONTAINER_PIPE, 0);
		r = copy_of(twice, r, PDATA_CONTAINER_PIPE, !swap);
		while (pdata_reader_next(r, &rec) == 1) {
			if (rec.type != PDATA_RECORD_EVENT_UPDATE)
				continue;
			CHECK_I(pdata_record_decode(&rec, &v, NULL), 0);
			CHECK_U(v.u.event_update.type, PDATA_EVENT_UPDATE_NAME);
			CHECK_U(v.u.event_update.id, 5);
			CHECK_S(v.u.event_update.text, "my_clock");
			nr++;
		}
		CHECK_U(nr, 1);
		CHECK_S(pdata_reader_event(r, 0)->name, "my_clock");
		pdata_reader_close(r);
		fclose(from);
		fclose(once);
		fclose(twice);
	}
}

/* perf refuses an entry whose size is not that of the record without its AUX data. */
TEST(the_feature_auxtrace_of_a_copy_has_the_sizes_of_the_records)
{
	const struct pdata_value v = { .u.auxtrace = { .blob_size = 16, .tid = 7 } };
	const struct pdata_feature *f;
	FILE *out = tmpfile();
	struct pdata_reader *r;
	struct pdata_record rec;
	struct t_file in;

	put_pipe(&in, 0);
	t_record(&in, PDATA_RECORD_AUXTRACE, 0, &v, NULL);
	t_put(&in, "0123456789abcdef", 16);
	r = copied(out, &in, 0);
	CHECK_I(pdata_reader_feature(r, PDATA_FEAT_AUXTRACE, &f, NULL), 0);
	CHECK_U(f->u.auxtrace.nr, 1);
	do
		CHECK_I(pdata_reader_next(r, &rec), 1);
	while (rec.type != PDATA_RECORD_AUXTRACE);
	CHECK_U(f->u.auxtrace.entries[0].file_offset, rec.off);
	CHECK_U(f->u.auxtrace.entries[0].size, rec.size);
	CHECK_U(rec.payload, 16);
	pdata_reader_close(r);
	t_file_free(&in);
	fclose(out);
}

#ifdef HAVE_ZSTD
/* Nothing follows an AUXTRACE record in compressed data; readers of a copy would skip what does. */
TEST(an_auxtrace_record_without_its_data_is_left_out)
{
	const struct pdata_value aux = { .u.auxtrace = { .blob_size = 1 << 20, .tid = 7 } },
				 comm = { .u.comm = { .pid = 1, .tid = 1, .comm = "a" } };
	const struct pdata_writer_opts o = { .size = sizeof(o), .compress_level = 1 };
	struct pdata_attr attr = t_attr(PDATA_SAMPLE_TID);
	FILE *from = tmpfile(), *out = tmpfile();
	struct pdata_writer *w;
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_span span;
	uint8_t buf[48];
	unsigned nr = 0;

	attr.flags = 0;
	CHECK_I(pdata_writer_open_fd(&w, fileno(from), &o), 0);
	CHECK_I(pdata_writer_event(w, &attr, "e", NULL, 0), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	CHECK_I(pdata_record_encode(PDATA_RECORD_AUXTRACE, 0, &aux, NULL, 0, buf, sizeof(buf)), 48);
	span = (struct pdata_span){ buf, sizeof(buf) };
	CHECK_I(pdata_writer_rawv(w, &span, 1), 0);
	for (int i = 0; i < 3; i++)
		CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMM, 0, &comm, -1), 0);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	rewind(from);
	CHECK_I(pdata_reader_open_fd(&r, fileno(from), NULL, NULL), 0);
	r = copy_of(out, r, PDATA_CONTAINER_FILE, 0);
	while (pdata_reader_next(r, &rec) == 1) {
		CHECK(rec.type != PDATA_RECORD_AUXTRACE);
		nr += rec.type == PDATA_RECORD_COMM;
	}
	CHECK_U(nr, 3);
	pdata_reader_close(r);
	fclose(from);
	fclose(out);
}
#endif

/* perf refuses a file of perf stat without the feature. */
TEST(a_file_copied_from_a_pipe_of_perf_stat_has_the_feature_stat)
{
	const struct pdata_value v = { .u.stat_config = { .nr = 0 } };
	const struct pdata_feature *f;

	for (int stat = 0; stat <= 1; stat++) {
		FILE *out = tmpfile();
		struct pdata_reader *r;
		struct t_file in;

		put_pipe(&in, 0);
		if (stat)
			t_record(&in, PDATA_RECORD_STAT_CONFIG, 0, &v, NULL);
		r = copied(out, &in, 0);
		CHECK_I(pdata_reader_feature(r, PDATA_FEAT_STAT, &f, NULL),
			stat ? 0 : PDATA_N_FEATURE);
		pdata_reader_close(r);
		t_file_free(&in);
		fclose(out);
	}
}

TEST(records_that_belong_to_pipes_only_are_not_copied_into_a_file_as_they_are)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	struct t_file in;

	put_pipe(&in, 0);
	CHECK_I(pdata_reader_open_mem(&r, in.bytes, in.len, NULL, NULL), 0);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_U(rec.type, PDATA_RECORD_HEADER_ATTR);
	for (int raw = 0; raw <= 1; raw++) {
		FILE *out = tmpfile();
		struct pdata_writer *w = writer(out, PDATA_CONTAINER_FILE, 0);
		struct pdata_value v;

		CHECK_I(pdata_writer_begin(w), 0);
		CHECK_I(pdata_record_decode(&rec, &v, NULL), 0);
		CHECK_I(raw ? pdata_writer_raw(w, rec.data, rec.size)
			    : pdata_writer_record(w, rec.type, rec.misc, &v, -1),
			PDATA_E_ARG);
		CHECK_I(pdata_writer_finish(w), PDATA_E_ARG);
		pdata_writer_close(w);
		fclose(out);
	}
	pdata_reader_close(r);
	t_file_free(&in);
}

TEST(an_event_that_a_copy_does_not_have_is_said)
{
	FILE *out = tmpfile();
	struct pdata_writer *w = writer(out, PDATA_CONTAINER_FILE, 0);
	struct pdata_reader *r;
	struct pdata_record rec;
	struct t_file in;
	int ret = 0;

	put_pipe(&in, 0);
	CHECK_I(pdata_reader_open_mem(&r, in.bytes, in.len, NULL, NULL), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	while (ret >= 0 && pdata_reader_next(r, &rec) == 1)
		ret = pdata_writer_copy_record(w, r, &rec);
	CHECK_I(ret, PDATA_E_ARG);
	pdata_writer_close(w);
	pdata_reader_close(r);
	t_file_free(&in);
	fclose(out);
}

TEST(build_ids_of_a_reader_reach_the_objects_of_tasks)
{
	const struct pdata_object *o = NULL;
	struct pdata_value v = { .u.mmap = { 7, 7, 0x1000, 0x1000, 0, "/bin/a" } };
	struct pdata_tasks *tasks;
	struct pdata_reader *r;
	struct pdata_record rec;
	struct t_file in;

	put_pipe(&in, 0);
	t_record(&in, PDATA_RECORD_MMAP, PDATA_CPUMODE_USER, &v, &t_two_events[0]);
	CHECK_I(pdata_reader_open_mem(&r, in.bytes, in.len, NULL, NULL), 0);
	CHECK_I(pdata_tasks_new(&tasks), 0);
	while (pdata_reader_next(r, &rec) == 1)
		CHECK_I(pdata_tasks_add(tasks, &rec, NULL), 0);
	CHECK_I(pdata_tasks_build_ids(tasks, r), 0);
	CHECK_I(pdata_tasks_seal(tasks), 0);
	for (uint32_t i = 0; i < pdata_tasks_nr_objects(tasks); i++)
		if (!strcmp(pdata_tasks_object(tasks, i)->name, "/bin/a"))
			o = pdata_tasks_object(tasks, i);
	CHECK(o && o->build_id && o->build_id_size == 20 && o->build_id[2] == 3);
	pdata_tasks_free(tasks);
	pdata_reader_close(r);
	t_file_free(&in);
}
