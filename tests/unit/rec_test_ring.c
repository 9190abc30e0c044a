/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/rec_counts.h"
#include "base/ring_state.h"
#include "base/util.h"
#include "ring/rings.h"
#include "test.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

/*
 * A ring without a kernel: a page of which only head and tail matter, and 4096 bytes of data. The
 * "kernel" writes numbered bytes; what the spans deliver must be these numbers in order.
 */
#define RING_SIZE 4096u

struct fake {
	struct rec_ring ring;
	uint64_t head;
	_Alignas(8) uint8_t page[4096 + RING_SIZE];
};

static uint64_t word(struct fake *f, size_t off)
{
	uint64_t v;

	memcpy(&v, f->page + off, sizeof(v));
	return v;
}

static void fake_init(struct fake *f, uint64_t start)
{
	memset(f, 0, sizeof(*f));
	f->ring.page = f->page;
	f->ring.data = f->page + 4096;
	f->ring.size = RING_SIZE;
	f->ring.tail = f->head = start;
}

static uint8_t pattern(uint64_t pos)
{
	return (uint8_t)(pos * 31 + (pos >> 8));
}

static void fake_write(struct fake *f, uint64_t bytes)
{
	for (uint64_t i = 0; i < bytes; i++)
		f->ring.data[(f->head + i) % RING_SIZE] = pattern(f->head + i);
	f->head += bytes;
	memcpy(f->page + 1024, &f->head, sizeof(f->head));
}

static void expect(struct fake *f, uint64_t bytes)
{
	struct pdata_span spans[2];
	uint64_t head, pos = f->ring.tail, left = bytes;
	uint32_t nr = rec_ring_spans(&f->ring, spans, &head);

	for (uint32_t i = 0; i < nr; i++) {
		CHECK(spans[i].len > 0);
		CHECK(spans[i].len <= left);
		for (size_t k = 0; k < spans[i].len; k++)
			CHECK_U(((const uint8_t *)spans[i].data)[k], pattern(pos++));
		left -= spans[i].len;
	}
	CHECK_U(left, 0);
	CHECK_U(head, f->head);
	rec_ring_consume(&f->ring, head);
	CHECK_U(word(f, 1032), f->head);
}

TEST(an_empty_ring_has_no_spans)
{
	struct fake f;
	struct pdata_span spans[2];
	uint64_t head;

	fake_init(&f, 0);
	CHECK_U(rec_ring_spans(&f.ring, spans, &head), 0);
	CHECK_U(head, 0);
}

TEST(spans_wrap_at_every_offset)
{
	static struct fake f;

	for (uint64_t start = 0; start < RING_SIZE; start += 8)
		for (uint64_t len = 8; len <= RING_SIZE; len += 8 * 37) {
			fake_init(&f, start);
			fake_write(&f, len);
			expect(&f, len);
		}
}

TEST(a_full_ring_is_one_or_two_spans)
{
	static struct fake f;
	struct pdata_span spans[2];
	uint64_t head;

	fake_init(&f, 0);
	fake_write(&f, RING_SIZE);
	CHECK_U(rec_ring_spans(&f.ring, spans, &head), 1);
	CHECK_U(spans[0].len, RING_SIZE);
	fake_init(&f, 8);
	fake_write(&f, RING_SIZE);
	CHECK_U(rec_ring_spans(&f.ring, spans, &head), 2);
	CHECK_U(spans[1].len, 8);
}

TEST(positions_wrap_around_64_bits)
{
	static struct fake f;

	fake_init(&f, UINT64_MAX - 15);
	fake_write(&f, 64);
	expect(&f, 64);
	CHECK_U(f.ring.tail, 48);
}

TEST(what_arrives_while_reading_waits_for_the_next_pass)
{
	static struct fake f;
	struct pdata_span spans[2];
	uint64_t head;

	fake_init(&f, 4000);
	fake_write(&f, 200);
	CHECK_U(rec_ring_spans(&f.ring, spans, &head), 2);
	fake_write(&f, 80);
	rec_ring_consume(&f.ring, head);
	CHECK_U(word(&f, 1032), 4200);
	expect(&f, 80);
}

TEST(a_head_that_cannot_be_is_not_followed)
{
	static struct fake f;
	struct pdata_span spans[2];
	uint64_t head = 100000;

	fake_init(&f, 0);
	memcpy(f.page + 1024, &head, sizeof(head));
	CHECK_U(rec_ring_spans(&f.ring, spans, &head), 0);
}

/* A record below the ones before it, as the kernel writes where the latest are kept. */
static void write_backward(struct fake *f, uint16_t size, uint64_t number)
{
	f->head -= size;
	memcpy(f->ring.data + (f->head + 6) % RING_SIZE, &size, sizeof(size));
	memcpy(f->ring.data + (f->head + 8) % RING_SIZE, &number, sizeof(number));
	memcpy(f->page + 1024, &f->head, sizeof(f->head));
}

/* The spans are whole records, @latest first and one less each. Return: how many. */
static uint64_t count_backward(struct fake *f, uint64_t latest)
{
	static uint8_t flat[RING_SIZE];
	struct pdata_span spans[2];
	uint64_t head, number, nr = 0;
	size_t len = 0, at = 0;
	uint32_t n = rec_ring_latest(&f->ring, spans, &head);

	for (uint32_t i = 0; i < n; i++) {
		CHECK(spans[i].len <= RING_SIZE - len);
		memcpy(flat + len, spans[i].data, spans[i].len);
		len += spans[i].len;
	}
	while (at < len) {
		uint16_t size;

		memcpy(&size, flat + at + 6, sizeof(size));
		memcpy(&number, flat + at + 8, sizeof(number));
		CHECK_U(number, latest - nr);
		nr++;
		CHECK(size >= 16 && size <= len - at);
		at += size;
	}
	CHECK_U(head, f->head);
	rec_ring_consume(&f->ring, head);
	return nr;
}

TEST(a_ring_that_keeps_the_latest_delivers_whole_records_once)
{
	static struct fake f;

	for (uint64_t start = 0; start < RING_SIZE; start += 8) {
		uint64_t n = 0;

		fake_init(&f, start);
		f.ring.backward = true;
		memcpy(f.page + 1024, &f.head, sizeof(f.head));
		CHECK_U(count_backward(&f, 0), 0);
		while (n < 50)
			n++, write_backward(&f, (uint16_t)(16 + n % 5 * 8), n);
		CHECK_U(count_backward(&f, n), 50); /* all: they fit */
		write_backward(&f, 24, ++n);
		CHECK_U(count_backward(&f, n), 1); /* only what is new */
		for (unsigned i = 0; i < 1000; i++)
			write_backward(&f, (uint16_t)(16 + i % 5 * 8), ++n);
		/* 32 bytes on average: as many as fit, but for the one that is cut. */
		uint64_t got = count_backward(&f, n);

		CHECK(got >= RING_SIZE / 32 - 2 && got <= RING_SIZE / 32 + 2);
		CHECK_U(word(&f, 1032), 0); /* its page cannot be written to */
	}
}

/* Records of these types, from 8 bytes to 64; a LOST one loses 7, an AUX one is truncated. */
static uint64_t write_records(struct fake *f, const uint32_t *types, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		uint8_t rec[64] = { 0 };
		const uint16_t size = types[i] == PDATA_RECORD_LOST ? 24
								    : (uint16_t)(8 + i % 8 * 8);
		const uint64_t seven = 7;

		memcpy(rec, &types[i], 4);
		memcpy(rec + 6, &size, 2);
		memcpy(rec + 16, &seven, sizeof(seven));
		memcpy(rec + 24, &seven, sizeof(seven));
		for (uint16_t k = 0; k < size; k++)
			f->ring.data[(f->head + k) % RING_SIZE] = rec[k];
		f->head += size;
	}
	memcpy(f->page + 1024, &f->head, sizeof(f->head));
	return f->head;
}

TEST(records_are_counted_wherever_the_ring_wraps)
{
	static const uint32_t types[] = { PDATA_RECORD_SAMPLE,	 PDATA_RECORD_LOST,
					  PDATA_RECORD_SAMPLE,	 PDATA_RECORD_MMAP2,
					  PDATA_RECORD_THROTTLE, PDATA_RECORD_SAMPLE,
					  PDATA_RECORD_LOST,	 PDATA_RECORD_AUX };
	static struct fake f;

	for (uint64_t start = 0; start < RING_SIZE; start += 8) {
		struct rec_counts c = { 0 };
		struct rec_walk walk = { 0 };
		struct pdata_span spans[2];
		uint64_t head;

		fake_init(&f, start);
		write_records(&f, types, REC_NR(types));
		rec_count_spans(&walk, &c, spans, rec_ring_spans(&f.ring, spans, &head));
		CHECK_U(c.samples, 3);
		CHECK_U(c.lost, 14);
		CHECK_U(c.throttled, 1);
		CHECK_U(c.truncated, 1);
	}
}

TEST(records_are_counted_in_pieces_that_cut_them_anywhere)
{
	static const uint32_t types[] = { PDATA_RECORD_LOST,   PDATA_RECORD_SAMPLE,
					  PDATA_RECORD_SAMPLE, PDATA_RECORD_THROTTLE,
					  PDATA_RECORD_LOST,   PDATA_RECORD_AUX };
	static struct fake f;

	fake_init(&f, 0);
	const uint64_t len = write_records(&f, types, REC_NR(types));

	for (size_t piece = 1; piece <= len; piece++) {
		struct rec_counts c = { 0 };
		struct rec_walk walk = { 0 };

		for (size_t at = 0; at < len; at += piece) {
			const size_t n = len - at < piece ? len - at : piece;
			const struct pdata_span spans[2] = {
				{ f.ring.data + at, n / 2 }, { f.ring.data + at + n / 2, n - n / 2 }
			};

			rec_count_spans(&walk, &c, spans, 2);
		}
		CHECK_U(walk.have, 0);
		CHECK_U(c.samples, 2);
		CHECK_U(c.lost, 14);
		CHECK_U(c.throttled, 1);
		CHECK_U(c.truncated, 1);
	}
}

TEST(what_is_no_record_ends_the_count)
{
	static const uint16_t sizes[] = { 0, 7, 12, 4096 };
	const uint32_t sample = PDATA_RECORD_SAMPLE;

	for (size_t i = 0; i < REC_NR(sizes); i++) {
		uint8_t bytes[64] = { 0 };
		const struct pdata_span span = { bytes, sizeof(bytes) };
		const uint16_t size = 16;
		struct rec_counts c = { 0 };
		struct rec_walk walk = { 0 };

		memcpy(bytes, &sample, 4);
		memcpy(bytes + 6, &size, 2);
		memcpy(bytes + 16, &sample, 4);
		memcpy(bytes + 22, &sizes[i], 2);
		rec_count_spans(&walk, &c, &span, 1);
		CHECK_U(c.samples, 1);
	}
}

/* The kernel of another cpu: writes numbered words as fast as the tail allows. */
#define RACE_WORDS UINT64_C(400000)

static void *race_writer(void *arg)
{
	struct fake *f = arg;
	uint64_t *head = (uint64_t *)(void *)(f->page + 1024),
		 *tail = (uint64_t *)(void *)(f->page + 1032);

	for (uint64_t n = 0; n < RACE_WORDS;) {
		uint64_t used = f->head - __atomic_load_n(tail, __ATOMIC_ACQUIRE);
		uint64_t batch = 1 + n * 7 % 40;

		if (used + 8 * batch > RING_SIZE) {
			sched_yield();
			continue;
		}
		for (; batch && n < RACE_WORDS; batch--, n++, f->head += 8)
			memcpy(f->ring.data + f->head % RING_SIZE, &n, sizeof(n));
		__atomic_store_n(head, f->head, __ATOMIC_RELEASE);
	}
	return NULL;
}

TEST(a_ring_that_fills_while_it_is_read_delivers_everything_once_and_in_order)
{
	static struct fake f;
	pthread_t writer;
	uint64_t next = 0;

	fake_init(&f, 0);
	CHECK_I(pthread_create(&writer, NULL, race_writer, &f), 0);
	while (next < RACE_WORDS) {
		struct pdata_span spans[2];
		uint64_t head;
		uint32_t nr = rec_ring_spans(&f.ring, spans, &head);

		for (uint32_t i = 0; i < nr; i++)
			for (size_t k = 0; k < spans[i].len; k += 8, next++) {
				uint64_t v;

				memcpy(&v, (const uint8_t *)spans[i].data + k, sizeof(v));
				CHECK_U(v, next);
			}
		rec_ring_consume(&f.ring, head);
		if (!nr)
			sched_yield();
	}
	pthread_join(writer, NULL);
	CHECK_U(next, RACE_WORDS);
}
