/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/rec_event.h"
#include "base/util.h"
#include "event/events.h"
#include "file/sample_times.h"
#include "test.h"

#include <stdio.h>
#include <unistd.h>

#define DATA 128u /* where the data of the made-up file begins */

static struct rec_arena arena;

/* A record of @size bytes with @time where a sample of IP, TID, TIME has it. */
static void put(FILE *f, uint32_t type, uint16_t size, uint64_t time)
{
	uint8_t rec[256] = { 0 };

	memcpy(rec, &type, sizeof(type));
	memcpy(rec + 6, &size, sizeof(size));
	memcpy(rec + 24, &time, sizeof(time));
	CHECK_U(fwrite(rec, 1, size, f), size);
}

static FILE *new_file(const char *name)
{
	char path[256];
	const uint64_t data = DATA;

	snprintf(path, sizeof(path), "%s/%s", test_dir(), name);
	FILE *f = fopen(path, "w+");

	CHECK(f);
	fseek(f, 40, SEEK_SET);
	fwrite(&data, sizeof(data), 1, f);
	fseek(f, DATA, SEEK_SET);
	return f;
}

static struct rec_evlist event(uint64_t sample_type)
{
	struct rec_evlist l = { .arena = &arena };
	const struct pdata_attr at = { .type = 1, .sample_type = sample_type };

	rec_event_add(&l, &at, "e");
	return l;
}

static const uint64_t plain = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME;

TEST(first_and_last_sample_of_a_long_file_are_found_at_its_ends)
{
	struct rec_evlist l = event(plain);
	struct rec_sample_times t = { 0 };
	struct pdata_sample_time out;
	FILE *f = new_file("long");
	uint64_t bytes = 0;

	put(f, PDATA_RECORD_MMAP2, 64, 5); /* synthesised: before the rings */
	bytes += 64;
	for (uint64_t pass = 0; pass < 300; pass++) {
		rec_sample_times_pass(&t, bytes);
		for (uint64_t i = 0; i < 1000; i++, bytes += 40)
			put(f, PDATA_RECORD_SAMPLE, 40, 1000000 + (pass * 1000 + (i ^ 1)) * 10);
		put(f, PDATA_RECORD_COMM, 40, 1); /* of another layout: not looked into */
		bytes += 40;
	}
	fflush(f);
	CHECK(rec_sample_times_find(&t, &l, fileno(f), bytes, &out));
	CHECK_U(out.first, 1000000);
	CHECK_U(out.last, 1000000 + 299999 * 10);
	fclose(f);
}

TEST(without_samples_or_times_nothing_is_said)
{
	struct rec_evlist l = event(plain), none = event(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID);
	struct rec_sample_times t = { 0 };
	struct pdata_sample_time out;
	FILE *f = new_file("none");

	CHECK(!rec_sample_times_find(&t, &l, fileno(f), 0, &out));
	rec_sample_times_pass(&t, 0);
	put(f, PDATA_RECORD_COMM, 40, 7);
	fflush(f);
	CHECK(!rec_sample_times_find(&t, &l, fileno(f), 40, &out));
	put(f, PDATA_RECORD_SAMPLE, 40, 7);
	fflush(f);
	CHECK(rec_sample_times_find(&t, &l, fileno(f), 80, &out));
	CHECK(!rec_sample_times_find(&t, &none, fileno(f), 80, &out));
	fclose(f);
}

TEST(damage_ends_the_search_and_not_the_program)
{
	struct rec_evlist l = event(plain);
	struct rec_sample_times t = { 0 };
	struct pdata_sample_time out;
	FILE *f = new_file("damage");
	const uint8_t junk[64] = { PDATA_RECORD_SAMPLE };

	rec_sample_times_pass(&t, 0);
	put(f, PDATA_RECORD_SAMPLE, 40, 9);
	fwrite(junk, sizeof(junk), 1, f); /* size 0 */
	fflush(f);
	CHECK(rec_sample_times_find(&t, &l, fileno(f), 40 + sizeof(junk), &out));
	CHECK_U(out.last, 9);
	fclose(f);
}
