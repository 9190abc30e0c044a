/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/recorder.h"
#include "event/aux_opts.h"
#include "event/aux_unit.h"
#include "ring/rings.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* A ring whose AUX area a simulated unit fills with numbered bytes, none of them zero. */
#define AUX_SIZE 4096u

struct fake {
	struct rec r;
	struct rec_aux_opts opts;
	struct rec_ring ring;
	_Alignas(8) uint8_t page[4096];
	uint8_t area[AUX_SIZE];
};

static uint8_t pattern(uint64_t pos)
{
	return (uint8_t)(pos * 31 + (pos >> 8)) | 1;
}

static uint64_t word(const struct fake *f, size_t off)
{
	uint64_t v;

	memcpy(&v, f->page + off, sizeof(v));
	return v;
}

static void fake_init(struct fake *f, uint64_t start, bool latest)
{
	memset(f, 0, sizeof(*f));
	f->r.o.aux = &f->opts;
	f->ring.page = f->page;
	f->ring.aux = (struct rec_aux){
		.data = f->area, .size = AUX_SIZE, .tail = start, .latest = latest, .fd = -1
	};
	memcpy(f->page + 1056, &start, sizeof(start));
}

/* @bytes more; @mod: the head is told as a place in the area, as some units do. */
static void fake_trace(struct fake *f, uint64_t *pos, uint64_t bytes, bool mod)
{
	for (uint64_t i = 0; i < bytes; i++)
		f->area[(*pos + i) % AUX_SIZE] = pattern(*pos + i);
	*pos += bytes;
	uint64_t head = mod ? *pos % AUX_SIZE : *pos;

	memcpy(f->page + 1056, &head, sizeof(head));
}

/* The spans are the @len bytes that end at @end. */
static void expect(const struct pdata_span *spans, uint32_t nr, uint64_t end, uint64_t len)
{
	uint64_t pos = end - len;

	for (uint32_t i = 0; i < nr; i++) {
		CHECK(spans[i].len > 0);
		for (size_t k = 0; k < spans[i].len; k++)
			CHECK_U(((const uint8_t *)spans[i].data)[k], pattern(pos++));
	}
	CHECK_U(pos, end);
}

TEST(aux_data_wraps_at_every_offset)
{
	static struct fake f;

	for (uint64_t start = 0; start < AUX_SIZE; start += 3)
		for (uint64_t len = 1; len <= AUX_SIZE; len += 409) {
			struct pdata_span spans[2];
			uint64_t pos = start, head;

			fake_init(&f, start, false);
			CHECK_U(rec_aux_spans(&f.ring, spans, &head), 0);
			fake_trace(&f, &pos, len, false);
			expect(spans, rec_aux_spans(&f.ring, spans, &head), pos, len);
			rec_aux_consume(&f.ring, head);
			CHECK_U(word(&f, 1064), pos);
			CHECK_U(rec_aux_spans(&f.ring, spans, &head), 0);
		}
}

TEST(of_more_aux_data_than_there_is_room_for_the_end_is_taken)
{
	static struct fake f;
	struct pdata_span spans[2];
	uint64_t pos = 100, head;

	fake_init(&f, pos, false);
	fake_trace(&f, &pos, AUX_SIZE + 777, false);
	expect(spans, rec_aux_spans(&f.ring, spans, &head), pos, AUX_SIZE);
	rec_aux_consume(&f.ring, head);
	CHECK_U(f.ring.aux.tail, pos);
}

TEST(an_area_that_keeps_the_latest_is_whole_once_it_came_around)
{
	static struct fake f;

	for (int mod = 0; mod <= 1; mod++)
		for (uint64_t len = 5; len < 3 * AUX_SIZE; len += 611) {
			struct pdata_span spans[2];
			uint64_t pos = 0, head, want = len < AUX_SIZE ? len : AUX_SIZE;

			fake_init(&f, 0, true);
			fake_trace(&f, &pos, len, mod);
			expect(spans, rec_aux_latest(&f.ring, 0, spans, &head), pos, want);
			expect(spans, rec_aux_latest(&f.ring, 1000, spans, &head), pos,
			       want < 1000 ? want : 1000);
			rec_aux_consume(&f.ring, head);
			CHECK_U(word(&f, 1064), 0); /* its tail is nobody's */
			CHECK_U(rec_aux_latest(&f.ring, 0, spans, &head), 0);
		}
}

/* What the file holds of it: AUXTRACE records with the bytes after them. */
static void expect_file(const char *path, uint64_t total)
{
	struct pdata_reader *reader;
	struct pdata_record rec;
	struct pdata_value v;
	uint64_t pos = 0, records = 0;

	CHECK_I(pdata_reader_open(&reader, path, NULL, NULL), 0);
	while (pdata_reader_next(reader, &rec) == 1) {
		static uint8_t data[2 * AUX_SIZE];

		CHECK_U(rec.type, PDATA_RECORD_AUXTRACE);
		CHECK_I(pdata_record_decode(&rec, &v, NULL), 0);
		CHECK_U(v.u.auxtrace.offset, pos);
		CHECK_U(v.u.auxtrace.blob_size % 8, 0);
		CHECK_U(v.u.auxtrace.cpu, 3);
		int64_t len = pdata_reader_payload(reader, data, sizeof(data));

		CHECK_I(len, v.u.auxtrace.blob_size);
		for (int64_t i = 0; i < len && pos < total && (data[i] || i + 8 < len); i++)
			CHECK_U(data[i], pattern(pos++));
		records++;
	}
	CHECK_U(pos, total);
	CHECK(records > 1);
	CHECK_U(pdata_reader_damage(reader)->nr, 0);
	pdata_reader_close(reader);
}

TEST(aux_data_reaches_the_file_with_its_place_and_padding)
{
	const struct pdata_attr attr = { .type = 1, .size = 128, .sample_type = PDATA_SAMPLE_IP };
	const struct pdata_writer_opts o = { .size = sizeof(o) };
	static struct fake f;
	struct rec_stream s = { .path = "aux" };
	char path[256];
	uint64_t pos = 0;

	snprintf(path, sizeof(path), "%s/aux.data", test_dir());
	int fd = open(path, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600);

	CHECK_I(pdata_writer_open_fd(&s.w, fd, &o), 0);
	CHECK_I(pdata_writer_event(s.w, &attr, "unit", NULL, 0), 0);
	CHECK_I(pdata_writer_begin(s.w), 0);
	fake_init(&f, 0, false);
	f.ring.cpu = 3;
	f.ring.out = &s;
	f.r.rings = &f.ring;
	for (unsigned int i = 0; i < 40; i++) {
		fake_trace(&f, &pos, 1 + i * 97 % AUX_SIZE, false);
		CHECK_I(rec_aux_drain(&f.r, &f.ring), 0);
		CHECK_U(word(&f, 1064), pos);
	}
	CHECK_U(f.r.nr_aux_index, 40);
	CHECK_I(pdata_writer_finish(s.w), 0);
	pdata_writer_close(s.w);
	close(fd);
	expect_file(path, pos);
	rec_arena_free(&f.r.arena);
}

TEST(units_that_fill_aux_areas_are_known_by_name)
{
	CHECK(rec_aux_unit("intel_pt"));
	CHECK(rec_aux_unit("arm_spe_0"));
	CHECK(!rec_aux_unit("cpu"));
	CHECK(!rec_aux_unit(NULL));
}
