/* SPDX-License-Identifier: BSD-2-Clause */
/* What is said of records whose fields do not fit: counted, by kind, once, in either order. */

#include "t_file.h"
#include "test.h"

#include <stdio.h>

static const struct t_event chain_event = {
	.attr = { .type = 1,
		  .size = PDATA_ATTR_SIZE_VER7,
		  .sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_TIME | PDATA_SAMPLE_CALLCHAIN },
	.ids = { 1 },
	.nr_ids = 1,
};

static size_t put_sample(struct t_file *f, uint64_t ip, uint64_t time, uint64_t nr)
{
	size_t at = t_raw(f, PDATA_RECORD_SAMPLE, "", 0);

	t_put64(f, ip);
	t_put64(f, time);
	t_put64(f, nr);
	t_put64(f, ip);
	t_set16(f, at + 6, 40);
	return at;
}

static size_t put_namespaces(struct t_file *f, uint64_t nr)
{
	size_t at = t_raw(f, PDATA_RECORD_NAMESPACES, "", 0);

	t_put64(f, 0);
	t_put64(f, nr);
	t_set16(f, at + 6, 24);
	return at;
}

/* Two good samples, two with a chain that is too long, and a list that is. */
static void make(struct t_file *f, int swap, int pipe, size_t at[3])
{
	t_file_begin(f, &chain_event, 1, swap, pipe);
	put_sample(f, 1, 1, 1);
	at[0] = put_sample(f, 2, 3, 2);
	at[1] = put_namespaces(f, 1ull << 60);
	at[2] = put_sample(f, 3, 2, ~0ull);
	put_sample(f, 4, 4, 1);
	t_file_data_end(f);
}

static void check_counts(const struct pdata_reader *r, const size_t at[3])
{
	const struct pdata_damage *d = pdata_reader_damage(r);
	const struct pdata_damage_kind *k;

	CHECK_U(d->nr, 3);
	CHECK_U(d->cut_samples, 2);
	CHECK_U(d->skipped_records, 1);
	CHECK_U(d->skipped_bytes, 0);
	CHECK_U(d->first.off, at[0] + 32);
	k = pdata_reader_damage_kind(r, 0);
	CHECK(k != NULL);
	CHECK_I(k->first.code, PDATA_E_COUNT);
	CHECK_U(k->first.rec_type, PDATA_RECORD_SAMPLE);
	CHECK_S(k->first.field, "ips");
	CHECK_U(k->nr, 2);
	k = pdata_reader_damage_kind(r, 1);
	CHECK(k != NULL);
	CHECK_U(k->first.rec_type, PDATA_RECORD_NAMESPACES);
	CHECK_S(k->first.field, "links");
	CHECK_U(k->first.off, at[1] + 24);
	CHECK_U(k->nr, 1);
	CHECK(!pdata_reader_damage_kind(r, 2));
}

TEST(lying_counts_are_told_once_by_kind_and_every_record_is_delivered)
{
	for (int way = 0; way < 4; way++) {
		struct pdata_reader *r;
		uint64_t ips[8];
		struct t_file f;
		size_t at[3];

		make(&f, way & 1, way >> 1, at);
		r = t_open(&f, NULL);
		CHECK_U(t_ips(r, ips, 8), 4);
		check_counts(r, at);
		/* Again, and in the order of time: no record is counted twice. */
		for (int order = 0; order <= 1; order++) {
			CHECK_I(pdata_reader_rewind(r), 0);
			CHECK_I(pdata_reader_set_order(r,
						       order ? PDATA_ORDER_TIME : PDATA_ORDER_FILE),
				0);
			CHECK_U(t_ips(r, ips, 8), 4);
			check_counts(r, at);
		}
		pdata_reader_close(r);
		t_file_free(&f);
	}
}

TEST(records_that_are_trusted_are_not_looked_at)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .trust_records = 1 };
	struct pdata_damage d;
	uint64_t ips[8];
	struct t_file f;
	size_t at[3];

	make(&f, 0, 0, at);
	CHECK_I(t_read(&f, &o, ips, 8, &d), 4);
	CHECK_U(d.nr, 0);
	t_file_free(&f);
}

TEST(strict_readers_get_the_error_of_the_first_record_that_lies)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .on_damage = PDATA_DAMAGE_STRICT };
	struct pdata_record rec;
	struct pdata_reader *r;
	struct t_file f;
	size_t at[3];

	make(&f, 0, 0, at);
	r = t_open(&f, &o);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_I(pdata_reader_next(r, &rec), PDATA_E_COUNT);
	CHECK_U(pdata_reader_error(r)->off, at[0] + 32);
	CHECK_I(pdata_reader_next(r, &rec), PDATA_E_COUNT);
	pdata_reader_close(r);
	t_file_free(&f);
}

/* A strict reader ends with @code behind @samples samples, and does so again after a rewind. */
static void check_strict(const struct t_file *f, unsigned samples, int code)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .on_damage = PDATA_DAMAGE_STRICT };
	struct pdata_error err = { .code = 1 };
	struct pdata_reader *r;
	struct pdata_record rec;
	uint64_t ips[8];

	CHECK_I(pdata_reader_open_mem(&r, f->bytes, f->len, &o, &err), 0);
	CHECK_I(err.code, 0);
	for (int pass = 0; pass < 3; pass++) {
		CHECK_U(t_ips(r, ips, 8), samples);
		CHECK_I(pdata_reader_next(r, &rec), code);
		CHECK_I(pdata_reader_next(r, &rec), code);
		CHECK_I(pdata_reader_error(r)->code, code);
		CHECK_U(pdata_reader_damage(r)->nr, 1);
		CHECK_I(pdata_reader_rewind(r), 0);
	}
	pdata_reader_close(r);
}

/* @f becomes a file of two events, with three samples of the first. */
static void make_two_events(struct t_file *f)
{
	t_file_begin(f, t_two_events, 2, 0, 0);
	for (unsigned i = 0; i < 3; i++)
		t_sample_of(f, &t_two_events[0], i, i + 1);
	t_file_data_end(f);
}

/* The 64 bits at @at of a file get the value @v. */
static void check_strict_u64(size_t at, uint64_t v, int code)
{
	struct t_file f;

	make_two_events(&f);
	t_set64(&f, at, v);
	check_strict(&f, 0, code);
	t_file_free(&f);
}

TEST(strict_readers_get_damage_that_was_found_while_opening)
{
	const size_t attrs = PDATA_HEADER_SIZE, element = PDATA_ATTR_SIZE_VER8 + 16;
	struct t_file f;

	make_two_events(&f);
	f.len -= 8;
	check_strict(&f, 0, PDATA_E_CUT);
	t_file_free(&f);

	make_two_events(&f);
	t_set32(&f, attrs + element + 4, 5); /* the size of the attr of the second event */
	check_strict(&f, 0, PDATA_E_ATTR);
	t_file_free(&f);

	check_strict_u64(48, 1ull << 40, PDATA_E_CUT);
	check_strict_u64(48, 0, PDATA_E_UNFINISHED);
	check_strict_u64(attrs + element - 8, 1ull << 40,
			 PDATA_E_COUNT); /* the size of the ids of the first event */
}

TEST(strict_readers_get_damage_of_records_that_opening_read)
{
	struct t_file f;

	t_file_begin(&f, t_two_events, 2, 0, 1);
	t_raw(&f, PDATA_RECORD_HEADER_FEATURE, "", 1);
	for (unsigned i = 0; i < 3; i++)
		t_sample_of(&f, &t_two_events[0], i, i + 1);
	check_strict(&f, 0, PDATA_E_TRUNCATED);
	t_file_free(&f);
}

static void count_damaged(void *ctx, const struct pdata_error *e)
{
	unsigned *nr = ctx;

	CHECK(e->code);
	++*nr;
}

/* The callback is called once for the damage of @f, although opening reads it, too. */
static void check_told_once(const struct t_file *f)
{
	unsigned nr = 0;
	const struct pdata_open_opts o = { .size = sizeof(o),
					   .damaged = count_damaged,
					   .damaged_ctx = &nr };
	struct pdata_reader *r = t_open(f, &o);
	uint64_t ips[8];

	t_ips(r, ips, 8);
	CHECK_U(pdata_reader_damage(r)->nr, 1);
	CHECK_U(nr, 1);
	pdata_reader_close(r);
}

TEST(damage_of_the_first_records_of_a_pipe_is_told_once)
{
	static const uint8_t content[64] = { PDATA_FEAT_HOSTNAME };
	struct t_file f;

	t_file_begin(&f, t_two_events, 2, 0, 1);
	t_raw(&f, PDATA_RECORD_HEADER_FEATURE, content, sizeof(content));
	f.len -= 32; /* the file ends in the record */
	check_told_once(&f);
	t_file_free(&f);

	t_file_begin(&f, t_two_events, 2, 0, 1);
	t_raw(&f, PDATA_RECORD_HEADER_FEATURE, "", 1); /* the record ends in a field */
	t_sample_of(&f, &t_two_events[0], 1, 1);
	check_told_once(&f);
	t_file_free(&f);
}

TEST(strict_readers_end_at_the_same_record_after_a_rewind)
{
	struct t_file f;
	size_t at[3];

	for (int pipe = 0; pipe <= 1; pipe++) {
		make(&f, 0, pipe, at);
		check_strict(&f, 1, PDATA_E_COUNT);
		t_file_free(&f);
	}
}

TEST(more_kinds_than_are_kept_apart_still_count)
{
	const struct pdata_damage_kind *k;
	struct pdata_reader *r;
	uint64_t ips[8], sum = 0;
	unsigned want = 0;
	struct t_file f;
	uint32_t n = 0;

	t_file_begin(&f, &chain_event, 1, 0, 0);
	/* Records without content end inside their first field, each type in its own. */
	for (uint32_t type = 1; type < PDATA_RECORD_MAX; type++)
		for (unsigned len = 0; len <= 8; len += 8) {
			struct pdata_record rec = { .type = type, .size = (uint16_t)(8 + len) };
			uint8_t bytes[16] = { 0 };
			struct pdata_value v;
			int ret;

			rec.data = bytes;
			ret = type == PDATA_RECORD_SAMPLE ? 0 : pdata_record_decode(&rec, &v, NULL);
			/* A compressed record that cannot be opened is a place, not a record. */
			if (!ret || ret == PDATA_N_RECORD || type == PDATA_RECORD_COMPRESSED2)
				continue;
			t_raw(&f, type, bytes, len);
			want++;
		}
	t_file_data_end(&f);
	r = t_open(&f, NULL);
	CHECK_U(t_ips(r, ips, 8), 0);
	CHECK(want > 48);
	CHECK_U(pdata_reader_damage(r)->nr, want);
	CHECK_U(pdata_reader_damage(r)->skipped_records, want);
	while ((k = pdata_reader_damage_kind(r, n))) {
		sum += k->nr;
		n++;
	}
	CHECK_U(n, 48);
	CHECK(sum < want);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(what_a_sample_that_is_cut_does_not_have_is_empty)
{
	struct pdata_sample s;
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_error err;
	struct t_file f;
	size_t at[3];

	make(&f, 0, 0, at);
	r = t_open(&f, NULL);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	memset(&s, 0xa5, sizeof(s));
	CHECK_I(pdata_sample_decode(&rec, ~0ull, &s, &err), PDATA_E_COUNT);
	CHECK_U(s.have, PDATA_SAMPLE_IP | PDATA_SAMPLE_TIME);
	CHECK_U(s.ip, 2);
	CHECK_U(s.time, 3);
	CHECK_U(s.ips.nr, 0);
	CHECK_U(s.raw_size, 0);
	CHECK_U(s.branch.nr, 0);
	CHECK_U(s.regs_user.values.nr, 0);
	CHECK_U(s.regs_intr.values.nr, 0);
	CHECK_U(s.stack.size, 0);
	CHECK_U(s.aux_size, 0);
	CHECK_U(s.read.nr, 0);
	pdata_reader_close(r);
	t_file_free(&f);
}
