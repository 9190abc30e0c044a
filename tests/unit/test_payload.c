/* SPDX-License-Identifier: BSD-2-Clause */
/* Bytes that follow records: AUX data and tracing data; and facts that come as records. */

#include "t_file.h"
#include "test.h"

static void put_sample(struct t_file *f, uint64_t n)
{
	t_sample_of(f, &t_two_events[0], n, n);
}

static void put_aux(struct t_file *f, uint64_t size, const void *data, size_t n)
{
	struct pdata_value v = { .u.auxtrace = { .blob_size = size, .cpu = 1 } };

	t_record(f, PDATA_RECORD_AUXTRACE, 0, &v, NULL);
	t_put(f, data, n);
}

/* AUX data that looks like records. */
static void file_with_aux(struct t_file *f, int swap, int pipe)
{
	struct t_file fake = { .swap = swap };

	for (unsigned i = 0; i < 20; i++)
		put_sample(&fake, 666);
	t_file_begin(f, t_two_events, 2, swap, pipe);
	put_sample(f, 1);
	put_aux(f, fake.len, fake.bytes, fake.len);
	put_sample(f, 2);
	t_file_data_end(f);
	t_file_free(&fake);
}

TEST(aux_data_is_stepped_over_in_either_order)
{
	for (int way = 0; way < 8; way++) {
		const struct pdata_open_opts o = { .size = sizeof(o), .order = (uint32_t)way >> 2 };
		struct pdata_damage d;
		struct t_file f;
		uint64_t ips[9];

		file_with_aux(&f, way & 1, way >> 1 & 1);
		CHECK_I(t_read(&f, &o, ips, 9, &d), 2);
		CHECK_U(ips[0], 1);
		CHECK_U(ips[1], 2);
		CHECK_U(d.nr, 0);
		t_file_free(&f);
	}
}

/* Read @chunk bytes at a time, at most @max. Return: how many there were. */
static size_t read_payload(struct pdata_reader *r, uint8_t *out, size_t chunk, size_t max)
{
	size_t n = 0;
	int64_t got;

	while (n < max &&
	       (got = pdata_reader_payload(r, out + n, n + chunk < max ? chunk : max - n)) > 0)
		n += (size_t)got;
	return n;
}

TEST(aux_data_is_read_in_pieces_of_any_size)
{
	for (size_t chunk = 1; chunk < 2000; chunk = chunk * 3 + 1)
		for (size_t max = 0; max <= 1200; max += 400) {
			struct pdata_reader *r;
			struct pdata_record rec;
			uint8_t data[1200], got[1300];
			struct t_file f;
			uint64_t ips[3];

			for (unsigned i = 0; i < 1200; i++)
				data[i] = (uint8_t)(i * 7);
			t_file_begin(&f, t_two_events, 2, 0, 0);
			put_aux(&f, 1200, data, 1200);
			put_sample(&f, 9);
			t_file_data_end(&f);
			r = t_open(&f, NULL);
			CHECK_I(pdata_reader_next(r, &rec), 1);
			CHECK_U(rec.payload, 1200);
			CHECK_U(read_payload(r, got, chunk, max), max);
			CHECK_M(got, data, max);
			CHECK_U(t_ips(r, ips, 3), 1);
			CHECK_U(pdata_reader_damage(r)->nr, 0);
			pdata_reader_close(r);
			t_file_free(&f);
		}
}

TEST(aux_data_is_read_in_time_order_while_samples_wait)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .order = PDATA_ORDER_TIME };
	struct pdata_reader *r;
	struct pdata_record rec;
	uint8_t data[3000], got[3000];
	struct t_file f;
	uint64_t ips[3];

	for (unsigned i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)(i * 7);
	t_file_begin(&f, t_two_events, 2, 0, 0);
	put_sample(&f, 9);
	put_aux(&f, sizeof(data), data, sizeof(data));
	put_sample(&f, 8);
	t_file_data_end(&f);
	r = t_open(&f, &o);
	CHECK_I(pdata_reader_payload(r, got, sizeof(got)), 0);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_U(rec.type, PDATA_RECORD_AUXTRACE);
	CHECK_U(rec.payload, sizeof(data));
	CHECK_U(read_payload(r, got, 1000, sizeof(got)), sizeof(data));
	CHECK_M(got, data, sizeof(data));
	CHECK_U(t_ips(r, ips, 3), 2);
	CHECK_U(ips[0], 8);
	CHECK_U(ips[1], 9);
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	pdata_reader_close(r);
	t_file_free(&f);
}

/* Nothing of the file may be lost to a size that cannot be. */
TEST(a_payload_that_ends_behind_the_file_is_damage_and_records_behind_it_are_found)
{
	static const uint64_t sizes[] = { 100000, 1ull << 62, ~0ull };

	for (unsigned i = 0; i < 3; i++)
		for (int pipe = 0; pipe <= 1; pipe++) {
			struct pdata_damage d;
			struct t_file f;
			uint64_t ips[40];

			t_file_begin(&f, t_two_events, 2, 0, pipe);
			put_sample(&f, 1);
			put_aux(&f, sizes[i], "", 0);
			for (unsigned k = 2; k <= 30; k++)
				put_sample(&f, k);
			t_file_data_end(&f);
			CHECK_I(t_read(&f, NULL, ips, 40, &d), 30);
			CHECK_U(ips[29], 30);
			CHECK_U(d.nr, 1);
			CHECK_I(d.first.code, PDATA_E_CUT);
			t_file_free(&f);
		}
}

TEST(a_cut_payload_gives_what_is_there)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	uint8_t got[100];
	struct t_file f;

	t_file_begin(&f, t_two_events, 2, 0, 0);
	put_aux(&f, 64, "0123456789", 10);
	t_file_data_end(&f);
	r = t_open(&f, NULL);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_I(pdata_reader_payload(r, got, sizeof(got)), 10);
	CHECK_M(got, "0123456789", 10);
	CHECK_I(pdata_reader_payload(r, got, sizeof(got)), 0);
	CHECK_I(pdata_reader_next(r, &rec), 0);
	CHECK_U(pdata_reader_damage(r)->nr, 1);
	pdata_reader_close(r);
	t_file_free(&f);
}

/* Writers say 12 or 16 bytes for the record, and the blob's size with or without its padding. */
static void tracing_data(int swap, size_t blob, int short_record)
{
	uint8_t bytes[64] = "tracing data, of which the reader knows nothing but its size.";
	const struct pdata_feature *feat;
	struct pdata_reader *r;
	struct t_file f;
	uint64_t ips[9];
	size_t at;

	t_file_begin(&f, t_two_events, 2, swap, 1);
	at = t_raw(&f, PDATA_RECORD_TRACING_DATA, "", 0);
	t_put32(&f, (uint32_t)blob);
	if (!short_record)
		t_put32(&f, 0);
	t_set16(&f, at + 6, (uint16_t)(f.len - at));
	t_put(&f, bytes, (blob + 7) / 8 * 8);
	put_sample(&f, 5);
	r = t_open(&f, NULL);
	CHECK_I(pdata_reader_feature(r, PDATA_FEAT_TRACING_DATA, &feat, NULL),
		PDATA_E_FEATURE); /* these bytes are no tracing data */
	CHECK_U(feat->len, (blob + 7) / 8 * 8);
	CHECK_M(feat->data, bytes, blob);
	CHECK_U(t_ips(r, ips, 9), 1);
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(tracing_data_of_odd_sizes_becomes_a_feature)
{
	for (int swap = 0; swap <= 1; swap++)
		for (size_t blob = 1; blob <= 48; blob++) {
			tracing_data(swap, blob, 0);
			tracing_data(swap, blob, 1);
		}
}

TEST(a_caller_can_read_tracing_data_that_the_reader_has_taken)
{
	const struct pdata_feature *feat;
	struct pdata_value v = { .u.tracing_data = { .blob_size = 16 } };
	struct pdata_reader *r;
	struct pdata_record rec;
	uint8_t got[40];
	struct t_file f;
	uint64_t ips[9];

	t_file_begin(&f, t_two_events, 0, 0, 1);
	t_record(&f, PDATA_RECORD_TRACING_DATA, 0, &v, NULL);
	t_put(&f, "0123456789abcdef", 16);
	put_sample(&f, 5);
	r = t_open(&f, NULL);
	for (unsigned i = 0; i < 3; i++) {
		CHECK_I(pdata_reader_next(r, &rec), 1);
		CHECK_U(rec.payload, 16);
		CHECK_I(pdata_reader_payload(r, got, 5), 5);
		CHECK_I(pdata_reader_payload(r, got + 5, 35), 11);
		CHECK_M(got, "0123456789abcdef", 16);
		CHECK_I(pdata_reader_payload(r, got, 40), 0);
		CHECK_U(t_ips(r, ips, 9), 1); /* an event nobody announced */
		CHECK_U(pdata_reader_damage(r)->nr, 1);
		CHECK_U(pdata_reader_damage(r)->unknown_ids, 1);
		CHECK_I(pdata_reader_rewind(r), 0);
	}
	CHECK_I(pdata_reader_feature(r, PDATA_FEAT_TRACING_DATA, &feat, NULL), PDATA_E_FEATURE);
	CHECK_U(feat->len, 16);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(features_of_a_pipe_come_as_records_and_an_empty_one_ends_them)
{
	for (int swap = 0; swap <= 1; swap++) {
		struct pdata_feature hf = { .bit = PDATA_FEAT_HOSTNAME, .u.str = "target" };
		struct pdata_value v = { 0 };
		const struct pdata_feature *got;
		struct pdata_reader *r;
		struct t_file f;
		uint8_t *data;
		int64_t n = pdata_feature_encode(&hf, swap, &data);

		CHECK(n > 0);
		t_file_begin(&f, t_two_events, 2, swap, 1);
		v.u.header_feature =
			(struct pdata_header_feature){ PDATA_FEAT_HOSTNAME,
						       { data, (uint64_t)n, (uint32_t)swap } };
		t_record(&f, PDATA_RECORD_HEADER_FEATURE, 0, &v, NULL);
		v.u.header_feature =
			(struct pdata_header_feature){ 1ull << 40, { data, 3, (uint32_t)swap } };
		t_record(&f, PDATA_RECORD_HEADER_FEATURE, 0, &v, NULL);
		v.u.header_feature = (struct pdata_header_feature){ PDATA_FEAT_MAX,
								    { data, 0, (uint32_t)swap } };
		t_record(&f, PDATA_RECORD_HEADER_FEATURE, 0, &v, NULL);
		put_sample(&f, 1);
		r = t_open(&f, NULL);
		CHECK_I(pdata_reader_feature(r, PDATA_FEAT_HOSTNAME, &got, NULL), 0);
		CHECK_S(got->u.str, "target");
		CHECK_U(pdata_reader_info(r)->features[0], 1u << PDATA_FEAT_HOSTNAME);
		pdata_reader_close(r);
		pdata_free(data);
		t_file_free(&f);
	}
}

TEST(names_of_events_come_in_a_feature_of_a_pipe)
{
	for (int swap = 0; swap <= 1; swap++) {
		uint64_t id = 21;
		struct pdata_feat_event named = { t_two_events[1].attr, 1, "from the feature",
						  &id };
		struct pdata_feature desc = { .bit = PDATA_FEAT_EVENT_DESC,
					      .u.event_desc = { 1, named.attr.size, &named } };
		struct pdata_value v = { 0 };
		struct pdata_reader *r;
		struct t_file f;
		uint64_t ips[4];
		uint8_t *data;
		int64_t n = pdata_feature_encode(&desc, swap, &data);

		CHECK(n > 0);
		t_file_begin(&f, t_two_events, 2, swap, 1);
		v.u.header_feature =
			(struct pdata_header_feature){ desc.bit,
						       { data, (uint64_t)n, (uint32_t)swap } };
		t_record(&f, PDATA_RECORD_HEADER_FEATURE, 0, &v, NULL);
		put_sample(&f, 1);
		r = t_open(&f, NULL);
		CHECK_U(t_ips(r, ips, 4), 1);
		/* The id says which, not the place in the list. */
		CHECK_S(pdata_reader_event(r, 0)->name, NULL);
		CHECK_S(pdata_reader_event(r, 1)->name, "from the feature");
		CHECK_U(pdata_reader_damage(r)->nr, 0);
		pdata_reader_close(r);
		pdata_free(data);
		t_file_free(&f);
	}
}

TEST(build_ids_that_come_as_records_are_one_feature)
{
	static const uint8_t id[PDATA_BUILD_ID_MAX] = { 1, 2, 3 };

	for (int swap = 0; swap <= 1; swap++) {
		struct pdata_value v = { 0 };
		const struct pdata_feature *got;
		struct pdata_reader *r;
		struct t_file f;
		uint64_t ips[9];

		t_file_begin(&f, t_two_events, 2, swap, 1);
		for (unsigned i = 0; i < 5; i++) {
			v.u.build_id = (struct pdata_build_id){ .pid = -1,
								.build_id = id,
								.id_size = 16,
								.filename = i & 1 ? "/bin/a"
										  : "/lib/"
										    "libb.so" };
			t_record(&f, PDATA_RECORD_BUILD_ID,
				 i & 1 ? PDATA_MISC_BUILD_ID_SIZE | PDATA_CPUMODE_USER : 0, &v,
				 NULL);
		}
		put_sample(&f, 1);
		r = t_open(&f, NULL);
		CHECK_U(t_ips(r, ips, 9), 1);
		CHECK_I(pdata_reader_feature(r, PDATA_FEAT_BUILD_ID, &got, NULL), 0);
		CHECK_U(got->u.build_ids.nr, 5);
		CHECK_S(got->u.build_ids.ids[3].filename, "/bin/a");
		CHECK_U(got->u.build_ids.ids[3].size, 16);
		CHECK_U(got->u.build_ids.ids[4].size,
			20); /* the byte does not count without its bit */
		CHECK_I(got->u.build_ids.ids[4].pid, -1);
		CHECK_M(got->u.build_ids.ids[4].build_id, id, 20);
		pdata_reader_close(r);
		t_file_free(&f);
	}
}

/* Blobs of 0 bytes cost 16 bytes of file each; memory must not grow with each. */
TEST(only_the_first_tracing_data_counts)
{
	struct pdata_value v = { .u.tracing_data = { .blob_size = 8 } };
	const struct pdata_feature *got;
	struct pdata_reader *r;
	struct t_file f;

	t_file_begin(&f, t_two_events, 2, 0, 1);
	t_record(&f, PDATA_RECORD_TRACING_DATA, 0, &v, NULL);
	t_put(&f, "first...", 8);
	t_record(&f, PDATA_RECORD_TRACING_DATA, 0, &v, NULL);
	t_put(&f, "second..", 8);
	put_sample(&f, 1);
	r = t_open(&f, NULL);
	CHECK_I(pdata_reader_feature(r, PDATA_FEAT_TRACING_DATA, &got, NULL), PDATA_E_FEATURE);
	CHECK_M(got->data, "first...", 8);
	pdata_reader_close(r);
	t_file_free(&f);
}

/* simpleperf has 32 bits for the size of its own records, of which misc are the upper ones. */
static void long_record(int swap, uint32_t type, size_t len)
{
	const struct pdata_feature *feat;
	uint8_t *bytes = calloc(len, 1);
	struct pdata_record rec;
	struct pdata_reader *r;
	struct t_file f;
	size_t at;

	CHECK(bytes);
	t_file_begin(&f, t_two_events, 2, swap, 0);
	put_sample(&f, 4);
	at = t_raw(&f, type, "", 0);
	t_set16(&f, at + 4, (uint16_t)((8 + len) >> 16));
	t_set16(&f, at + 6, (uint16_t)(8 + len));
	memset(bytes, 'x', len);
	t_put(&f, bytes, len);
	put_sample(&f, 5);
	t_file_data_end(&f);
	r = t_open(&f, NULL);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_U(rec.type, type);
	CHECK_U(rec.size, 8);
	CHECK_U(rec.payload, len);
	CHECK_I(pdata_reader_payload(r, bytes, len), (long long)len);
	CHECK(bytes[0] == 'x' && bytes[len - 1] == 'x');
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_U(rec.type, PDATA_RECORD_SAMPLE);
	CHECK_I(pdata_reader_next(r, &rec), 0);
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	if (type == PDATA_RECORD_SIMPLEPERF_TRACING_DATA) {
		CHECK_I(pdata_reader_feature(r, PDATA_FEAT_TRACING_DATA, &feat, NULL),
			PDATA_E_FEATURE);
		CHECK_U(feat->len, len - 4); /* after the length word */
	}
	pdata_reader_close(r);
	t_file_free(&f);
	free(bytes);
}

TEST(records_of_simpleperf_may_be_longer_than_a_size_of_16_bits)
{
	for (int swap = 0; swap <= 1; swap++) {
		long_record(swap, PDATA_RECORD_SIMPLEPERF_KERNEL_SYMBOL, 65548);
		long_record(swap, PDATA_RECORD_SIMPLEPERF_TRACING_DATA, 65536 - 8); /* size0 is 0 */
		long_record(swap, PDATA_RECORD_SIMPLEPERF_SPLIT, 200000);
	}
}

/* The reader reads the payload into memory, over the block that had the record. */
TEST(a_record_with_large_tracing_data_keeps_its_bytes)
{
	for (int swap = 0; swap < 2; swap++) {
		static uint8_t payload[600000];
		struct pdata_value v = { .u.tracing_data = { .blob_size = sizeof(payload) } };
		struct pdata_reader *r;
		struct pdata_record rec;
		struct t_file f;
		size_t at;

		memset(payload, 'A', sizeof(payload));
		t_file_begin(&f, t_two_events, 2, swap, 1);
		put_sample(&f, 1);
		at = f.len;
		t_record(&f, PDATA_RECORD_TRACING_DATA, 0, &v, NULL);
		t_put(&f, payload, sizeof(payload));
		put_sample(&f, 2);
		t_file_data_end(&f);
		r = t_open(&f, NULL);
		do
			CHECK_I(pdata_reader_next(r, &rec), 1);
		while (rec.type != PDATA_RECORD_TRACING_DATA);
		CHECK_M(rec.data, f.bytes + at, rec.size);
		CHECK_I(pdata_record_decode(&rec, &v, NULL), 0);
		CHECK_U(v.u.tracing_data.blob_size, sizeof(payload));
		CHECK_I(pdata_reader_payload(r, payload, sizeof(payload)), sizeof(payload));
		CHECK_M(rec.data, f.bytes + at, rec.size);
		pdata_reader_close(r);
		t_file_free(&f);
	}
}
