/* SPDX-License-Identifier: BSD-2-Clause */
/* What a file's header may say, true and false. */

#include "t_file.h"
#include "test.h"

static void three_samples(struct t_file *f, int swap)
{
	t_file_begin(f, t_two_events, 2, swap, 0);
	for (unsigned i = 1; i <= 3; i++)
		t_sample_of(f, &t_two_events[1], i, i);
	t_file_data_end(f);
}

static int open_code(const struct t_file *f)
{
	struct pdata_error err = { 0 };
	struct pdata_reader *r;
	int ret = pdata_reader_open_mem(&r, f->bytes, f->len, NULL, &err);

	CHECK_I(err.code, ret);
	CHECK(!ret == !!r);
	pdata_reader_close(r);
	return ret;
}

TEST(what_is_no_perf_data_is_said_to_be_none)
{
	struct t_file f = { 0 };

	CHECK_I(open_code(&f), PDATA_E_MAGIC);
	t_put(&f, "PERFILE3 and more of it, all of it text", 39);
	CHECK_I(open_code(&f), PDATA_E_MAGIC);
	memcpy(f.bytes, "PERFILE2", 8);
	for (f.len = 0; f.len < 16; f.len++)
		CHECK_I(open_code(&f), PDATA_E_MAGIC);
	f.len = 39;
	CHECK_I(open_code(&f), PDATA_E_HEADER);
	t_file_free(&f);
}

static void with_word(int swap, size_t at, uint64_t v, int want)
{
	struct t_file f;

	three_samples(&f, swap);
	t_set64(&f, at, v);
	CHECK_I(open_code(&f), want);
	t_file_free(&f);
}

TEST(lies_about_the_attrs_are_said)
{
	for (int swap = 0; swap <= 1; swap++) {
		with_word(swap, 8, 0, PDATA_E_HEADER);
		with_word(swap, 8, 103, PDATA_E_HEADER);
		with_word(swap, 32, 1ull << 63, PDATA_E_HEADER);
	}
}

/* The attrs say themselves how long they are. */
TEST(a_wrong_attr_size_is_noted_and_all_is_read)
{
	static const uint64_t sizes[] = { 0,   1,   16,	 48,	     79,	 88,   128,
					  136, 152, 288, 1ull << 16, 1ull << 63, ~0ull };

	for (int swap = 0; swap <= 1; swap++)
		for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			const struct pdata_error *e;
			struct pdata_reader *r;
			struct pdata_damage d;
			uint64_t ips[9], right;
			struct t_file f;

			three_samples(&f, swap);
			r = t_open(&f, NULL);
			right = pdata_reader_info(r)->attr_size;
			CHECK(!pdata_reader_notice(r, 0));
			pdata_reader_close(r);
			t_set64(&f, 16, sizes[i] == right ? right + 8 : sizes[i]);
			CHECK_I(t_read(&f, NULL, ips, 9, &d), 3);
			CHECK_U(d.nr, 0);
			r = t_open(&f, NULL);
			CHECK_U(pdata_reader_info(r)->attr_size, right);
			CHECK_U(pdata_reader_nr_events(r), 2);
			e = pdata_reader_notice(r, 0);
			CHECK(e && e->code == PDATA_E_HEADER && e->off == 16);
			CHECK(!pdata_reader_notice(r, 1));
			pdata_reader_close(r);
			t_file_free(&f);
		}
}

/* Offsets at which arithmetic or reading could go wrong; what can be read still is. */
TEST(lies_about_places_and_sizes_are_damage_at_most)
{
	static const uint64_t nasty[] = { 0,	     1,		 1ull << 31, 1ull << 32,
					  INT64_MAX, 1ull << 63, ~0ull - 7,  ~0ull };

	for (int swap = 0; swap <= 1; swap++)
		for (size_t at = 24; at < 72; at += 8)
			for (unsigned i = 0; i < 8; i++) {
				struct pdata_damage d = { 0 };
				uint64_t ips[9];
				struct t_file f;
				int n;

				three_samples(&f, swap);
				t_set64(&f, at, nasty[i]);
				n = t_read(&f, NULL, ips, 9, &d);
				CHECK(n == 3 || d.nr || n < 0 || at == 32 || nasty[i] <= 1);
				t_file_free(&f);
			}
}

TEST(a_data_size_past_the_end_is_damage_and_all_is_read)
{
	struct pdata_damage d;
	uint64_t ips[9];
	struct t_file f;

	three_samples(&f, 0);
	t_set64(&f, 48, 1ull << 63);
	CHECK_I(t_read(&f, NULL, ips, 9, &d), 3);
	CHECK_U(d.nr, 1);
	CHECK_I(d.first.code, PDATA_E_CUT);
	t_file_free(&f);
}

/* A table says where it is: too small, too large, past the end, in the features, none. */
TEST(a_wrong_data_size_is_found_out_by_the_feature_table)
{
	const struct t_section s[] = { { PDATA_FEAT_HOSTNAME, "\0\0\0\0\0\0\0\0", 8 },
				       { PDATA_FEAT_OSRELEASE, "\0\0\0\0\0\0\0\0", 8 },
				       { PDATA_FEAT_VERSION, "", 0 },
				       { PDATA_FEAT_ARCH, "", 0 } };

	for (int swap = 0; swap <= 1; swap++) {
		const struct pdata_feature *got;
		uint64_t right, ips[9];
		struct t_file f;

		three_samples(&f, swap);
		right = f.len - f.data_off;
		t_file_features(&f, s, 4);
		for (uint64_t size = 0; size <= f.len + 16; size += size < f.len - 16 ? 1 : 8) {
			struct pdata_reader *r;

			t_set64(&f, 48, size < f.len ? size : ~0ull - (size - f.len));
			r = t_open(&f, NULL);
			CHECK_U(pdata_reader_info(r)->data_size, right);
			CHECK_U(pdata_reader_damage(r)->nr, size != right);
			if (size != right)
				CHECK_I(pdata_reader_damage(r)->first.code, PDATA_E_HEADER);
			CHECK_U(t_ips(r, ips, 9), 3);
			CHECK_I(pdata_reader_feature(r, PDATA_FEAT_OSRELEASE, &got, NULL), 0);
			CHECK_U(pdata_reader_damage(r)->skipped_bytes, 0);
			pdata_reader_close(r);
		}
		t_file_free(&f);
	}
}

/* What looks like a table in every place, so that each would have to be looked at. */
TEST(a_file_full_of_what_may_be_feature_tables_is_opened_at_once)
{
	struct pdata_damage d;
	uint64_t ips[9];
	struct t_file f;

	three_samples(&f, 0);
	t_set64(&f, 72, ~0ull);
	t_set64(&f, 48, 0);
	while (f.len < 4u << 20)
		t_put64(&f, f.len + 64 * 16);
	CHECK(t_read(&f, NULL, ips, 9, &d) >= 3);
	CHECK_I(d.first.code, PDATA_E_UNFINISHED);
	t_file_free(&f);
}

TEST(events_before_a_damaged_one_are_kept)
{
	struct pdata_reader *r;
	uint64_t ips[9];
	struct t_file f;

	three_samples(&f, 0);
	t_set32(&f, PDATA_HEADER_SIZE + 152 + 4, 5); /* size of the second attr */
	r = t_open(&f, NULL);
	CHECK_U(pdata_reader_nr_events(r), 1);
	CHECK_U(t_ips(r, ips, 9), 3);
	CHECK_I(pdata_reader_damage(r)->first.code, PDATA_E_ATTR);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(version_1_is_read_in_either_byte_order)
{
	for (int swap = 0; swap <= 1; swap++) {
		struct pdata_reader *r;
		uint64_t ips[9];
		struct t_file f;

		three_samples(&f, swap);
		memcpy(f.bytes, "PERFFILE", 8);
		r = t_open(&f, NULL);
		CHECK_U(pdata_reader_info(r)->version, 1);
		CHECK_U(pdata_reader_info(r)->swap, (unsigned)swap);
		CHECK_U(t_ips(r, ips, 9), 3);
		CHECK_U(ips[2], 3);
		pdata_reader_close(r);
		t_file_free(&f);
	}
}

TEST(a_header_without_a_bitmap_has_no_features)
{
	struct pdata_reader *r;
	uint64_t ips[9];
	struct t_file f;

	three_samples(&f, 0);
	t_set64(&f, 8, PDATA_HEADER_SIZE_OLD);
	t_set64(&f, 72, ~0ull);
	r = t_open(&f, NULL);
	CHECK_U(pdata_reader_info(r)->header_size, PDATA_HEADER_SIZE_OLD);
	CHECK_U(pdata_reader_info(r)->features[0], 0);
	CHECK_U(t_ips(r, ips, 9), 3);
	pdata_reader_close(r);
	t_file_free(&f);
}

/* Attrs after the data, a stride that is longer than the attrs are, and ids somewhere else. */
TEST(attrs_may_lie_anywhere_and_be_shorter_than_their_stride)
{
	for (int swap = 0; swap <= 1; swap++) {
		struct pdata_reader *r;
		uint64_t ips[9], attrs, ids;
		uint8_t zeros[64] = { 0 }, image[256];
		struct t_file f;

		three_samples(&f, swap);
		ids = f.len;
		t_put64(&f, 21);
		t_put64(&f, 22);
		attrs = f.len;
		for (unsigned i = 0; i < 2; i++) {
			t_put(&f, image,
			      (size_t)pdata_attr_encode(&t_two_events[i].attr, image, sizeof(image),
							swap));
			t_put(&f, zeros, 24);
			t_put64(&f, ids);
			t_put64(&f, i ? 16 : 0);
		}
		t_set64(&f, 16, 136 + 24 + 16);
		t_set64(&f, 24, attrs);
		t_set64(&f, 32, f.len - attrs);
		r = t_open(&f, NULL);
		CHECK_U(pdata_reader_nr_events(r), 2);
		CHECK_U(pdata_reader_event(r, 0)->nr_ids, 0);
		CHECK_U(pdata_reader_event(r, 1)->nr_ids, 2);
		CHECK_U(pdata_reader_event(r, 1)->ids[1], 22);
		CHECK_U(pdata_reader_event(r, 1)->attr.config, 1);
		CHECK(pdata_reader_event_by_id(r, 22) == pdata_reader_event(r, 1));
		CHECK(pdata_reader_event_by_id(r, 23) == NULL);
		CHECK_U(t_ips(r, ips, 9), 3);
		CHECK_U(pdata_reader_damage(r)->unknown_ids, 0);
		pdata_reader_close(r);
		t_file_free(&f);
	}
}

TEST(ids_of_many_events_cannot_be_more_than_the_file_holds)
{
	uint64_t total = 0;
	struct pdata_reader *r;
	struct t_event ev[200];
	struct t_file f;

	for (unsigned i = 0; i < 200; i++)
		ev[i] = t_two_events[0];
	t_file_begin(&f, ev, 200, 0, 0);
	t_sample_of(&f, &ev[0], 1, 1);
	t_file_data_end(&f);
	for (unsigned i = 0; i < 200; i++) {
		size_t at = PDATA_HEADER_SIZE + 152 * i + 136;

		t_set64(&f, at, 0);
		t_set64(&f, at + 8, 1ull << 62);
	}
	r = t_open(&f, NULL);
	for (unsigned i = 0; i < 200; i++)
		total += pdata_reader_event(r, i)->nr_ids;
	CHECK(total <= f.len / 8);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(bits_that_nobody_knows_have_sections_too)
{
	const struct {
		uint32_t len;
		char text[4];
	} host = { 4, "hos" };
	const uint32_t size = 64;
	const struct t_section s[] = { { PDATA_FEAT_HOSTNAME, &host, 8 },
				       { PDATA_FEAT_CLN_SIZE, &size, 4 },
				       { 40, "forty", 5 },
				       { 200, "two hundred", 11 } };
	const struct pdata_feature *got;
	struct pdata_reader *r;
	struct t_file f;

	three_samples(&f, 0);
	t_file_features(&f, s, 4);
	r = t_open(&f, NULL);
	CHECK_I(pdata_reader_feature(r, PDATA_FEAT_HOSTNAME, &got, NULL), 0);
	CHECK_S(got->u.str, "hos");
	CHECK_I(pdata_reader_feature(r, PDATA_FEAT_CLN_SIZE, &got, NULL), 0);
	CHECK_U(got->u.cln_size, 64);
	CHECK_I(pdata_reader_feature(r, 40, &got, NULL), 0);
	CHECK_M(got->data, "forty", 5);
	CHECK_I(pdata_reader_feature(r, 200, &got, NULL), 0);
	CHECK_U(got->len, 11);
	CHECK_M(got->data, "two hundred", 11);
	CHECK_I(pdata_reader_feature(r, 41, &got, NULL), PDATA_N_FEATURE);
	CHECK_I(pdata_reader_feature(r, 100000, &got, NULL), PDATA_N_FEATURE);
	CHECK_U(pdata_reader_info(r)->features[3], 1ull << (200 - 192));
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(a_feature_table_past_the_end_leaves_the_samples)
{
	const struct pdata_feature *got;
	struct pdata_reader *r;
	uint64_t ips[9];
	struct t_file f;

	three_samples(&f, 0);
	t_set64(&f, 72, 0xff8); /* and no table */
	r = t_open(&f, NULL);
	CHECK_U(t_ips(r, ips, 9), 3);
	CHECK_I(pdata_reader_feature(r, PDATA_FEAT_HOSTNAME, &got, NULL), PDATA_N_FEATURE);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(sections_past_the_end_are_cut_and_said)
{
	static const uint64_t off[] = { 0, 1ull << 40, ~0ull - 8 };
	const struct t_section s[] = { { PDATA_FEAT_HOSTNAME, "", 0 } };

	for (unsigned i = 0; i < 3; i++) {
		const struct pdata_feature *got;
		struct pdata_error err = { 0 };
		struct pdata_reader *r;
		struct t_file f;
		size_t at;

		three_samples(&f, 0);
		at = f.len;
		t_file_features(&f, s, 1);
		t_set64(&f, at, off[i]);
		t_set64(&f, at + 8, 1ull << 62);
		r = t_open(&f, NULL);
		CHECK_I(pdata_reader_feature(r, PDATA_FEAT_HOSTNAME, &got, &err), PDATA_E_CUT);
		CHECK_I(err.code, PDATA_E_CUT);
		CHECK_U(got->len, i ? 0 : f.len);
		pdata_reader_close(r);
		t_file_free(&f);
	}
}

TEST(sections_that_lie_over_each_other_are_not_all_loaded)
{
	struct t_section s[30];
	uint64_t total = 0;
	struct pdata_reader *r;
	struct t_file f;
	size_t at;

	three_samples(&f, 0);
	at = f.len;
	for (uint32_t i = 0; i < 30; i++)
		s[i] = (struct t_section){ 100 + i, "", 0 };
	t_file_features(&f, s, 30);
	for (unsigned i = 0; i < 30; i++) {
		t_set64(&f, at + 16 * i, 0);
		t_set64(&f, at + 16 * i + 8, f.len);
	}
	r = t_open(&f, NULL);
	for (uint32_t i = 0; i < 30; i++) {
		const struct pdata_feature *got;
		int ret = pdata_reader_feature(r, 100 + i, &got, NULL);

		CHECK_I(ret, i ? PDATA_L_MEMORY : 0);
		total += got->len;
	}
	CHECK(total <= f.len);
	pdata_reader_close(r);
	t_file_free(&f);
}

/* On big-endian machines of 32 bits the bitmap's words are half as long: HOSTNAME tells. */
TEST(the_bitmap_of_a_big_endian_machine_of_32_bits_is_read)
{
	const uint16_t one = 1;
	int be_is_swapped = *(const uint8_t *)&one;
	const struct t_section s[] = { { PDATA_FEAT_HOSTNAME, "\0\0\0\2h", 6 },
				       { PDATA_FEAT_CLN_SIZE, "\0\0\0\x40", 4 } };
	const struct pdata_feature *got;
	struct pdata_reader *r;
	struct t_file f;

	three_samples(&f, be_is_swapped);
	t_file_features(&f, s, 2);
	t_set64(&f, 72, f.features[0] << 32 | f.features[0] >> 32);
	r = t_open(&f, NULL);
	CHECK_U(pdata_reader_info(r)->features[0], f.features[0]);
	CHECK_I(pdata_reader_feature(r, PDATA_FEAT_HOSTNAME, &got, NULL), 0);
	CHECK_S(got->u.str, "h");
	CHECK_I(pdata_reader_feature(r, PDATA_FEAT_CLN_SIZE, &got, NULL), 0);
	CHECK_U(got->u.cln_size, 64);
	pdata_reader_close(r);
	t_file_free(&f);
}
