/* SPDX-License-Identifier: BSD-2-Clause */
/* Perf maps and jitdumps: what is kept of them, and in how much memory. */
#include "base/util.h"
#include "file/bundle.h"
#include "test.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define ADDRS 64u
#define MB (1u << 20)

struct jit {
	struct rec_collect c;
	struct rec_jit_users users;
	struct pdata_object object;
	struct rec_point hit;
	struct rec_points p;
	uint64_t addr[ADDRS];
	char path[64];
	FILE *f;
};

static const char *map_path; /* of this process, removed however the test ends */

static void remove_map(void)
{
	unlink(map_path);
}

/* Each sixteenth function was hit: those have 256 bytes. */
#define FUNCTION(i) (0x10000u + (i)*256u)

static void begin(struct jit *j, enum rec_bundle_mode mode, const char *path)
{
	memset(j, 0, sizeof(*j));
	j->c.users = &j->users;
	j->c.mode = mode;
	j->c.max_bytes = 16 * MB;
	j->object.pid = (uint32_t)getpid();
	j->object.exec = 1;
	j->hit.pid = j->object.pid;
	j->p = (struct rec_points){ &j->object, &j->hit, j->addr, ADDRS, 1 };
	for (uint32_t i = 0; i < ADDRS; i++)
		j->addr[i] = FUNCTION(16 * i) + i;
	if (path)
		snprintf(j->path, sizeof(j->path), "%s", path);
	else
		snprintf(j->path, sizeof(j->path), "/tmp/perf-%d.map", (int)getpid());
	map_path = j->path;
	atexit(remove_map);
	j->f = fopen(j->path, "w");
	CHECK(j->f);
}

static const struct pdata_bundle_file *bundle(struct jit *j, const char *jitdump)
{
	CHECK_I(fclose(j->f), 0);
	rec_bundle_jit(&j->c, &j->p, jitdump);
	unlink(j->path);
	return j->c.nr ? &j->c.files[0] : NULL;
}

static uint64_t peak_bytes(void)
{
	struct rusage u;

	CHECK_I(getrusage(RUSAGE_SELF, &u), 0);
	return (uint64_t)u.ru_maxrss * 1024;
}

/* What should be kept is put together beside the file. */
static char expected[4 * MB];
static size_t expected_len;

static void put_line(struct jit *j, bool kept, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void put_line(struct jit *j, bool kept, const char *fmt, ...)
{
	static char line[MB];
	va_list ap;

	va_start(ap, fmt);
	const int n = vsnprintf(line, sizeof(line), fmt, ap);

	va_end(ap);
	CHECK(n > 0 && (size_t)n < sizeof(line));
	CHECK_I(fwrite(line, 1, (size_t)n, j->f), n);
	if (!kept)
		return;
	CHECK((size_t)n <= sizeof(expected) - expected_len);
	memcpy(expected + expected_len, line, (size_t)n);
	expected_len += (size_t)n;
}

static void check_kept(struct jit *j, const char *jitdump)
{
	const struct pdata_bundle_file *f = bundle(j, jitdump);

	CHECK(f);
	CHECK_U(f->size, expected_len);
	CHECK_I(memcmp(f->data, expected, expected_len), 0);
	rec_arena_free(&j->c.arena);
}

TEST(lines_of_a_perf_map_that_were_hit_are_kept)
{
	struct jit j;

	begin(&j, REC_BUNDLE_HIT, NULL);
	for (uint32_t i = 0; i < 16 * ADDRS; i++) {
		/* Names of any length, some longer than what is read at once. */
		const int width = i % 100 == 0 ? 200000 : (int)(i * 37 % 90 + 1);

		put_line(&j, i % 16 == 0, "%x 100 %*s\n", FUNCTION(i), width, "f");
		if (i % 7 == 3)
			put_line(&j, false, i % 2 ? "\n" : "no address\n");
	}
	/* The process is writing it. */
	put_line(&j, false, "90000 100 no end");
	check_kept(&j, NULL);
}

TEST(a_line_of_a_perf_map_is_kept_as_readers_understand_it)
{
	struct jit j;

	begin(&j, REC_BUNDLE_HIT, NULL);
	put_line(&j, true, " %x 100 behind a space\n", FUNCTION(0));
	put_line(&j, true, "0x%x\t0x100\tbehind tabs\n", FUNCTION(16));
	put_line(&j, false, "%x 100\n", FUNCTION(32));
	check_kept(&j, NULL);
}

TEST(a_perf_map_with_two_lines_for_a_hit_address_is_kept_as_a_whole)
{
	struct jit j;

	begin(&j, REC_BUNDLE_HIT, NULL);
	for (uint32_t i = 0; i < 16 * ADDRS; i++)
		put_line(&j, true, "%x 100 %*s\n", FUNCTION(i), i % 100 ? 9 : 100000, "f");
	put_line(&j, true, "%x 20 again", FUNCTION(160));
	check_kept(&j, NULL);
}

static void put_large_map(struct jit *j)
{
	for (uint32_t i = 0; ftell(j->f) < (long)(60 * MB); i++)
		put_line(j, i < 16 * ADDRS && i % 16 == 0, "%x 100 a function of the compiler %u\n",
			 FUNCTION(i), i);
}

TEST(a_large_perf_map_is_read_in_little_memory)
{
	struct jit j;
	uint64_t before;

	begin(&j, REC_BUNDLE_HIT, NULL);
	put_large_map(&j);
	before = peak_bytes();
	check_kept(&j, NULL);
	CHECK(peak_bytes() - before < 4 * MB);
}

TEST(a_large_perf_map_that_does_not_go_along_takes_little_memory)
{
	struct jit j;
	uint64_t before;

	begin(&j, REC_BUNDLE_HIT, NULL);
	put_large_map(&j);
	put_line(&j, false, "%x 100 again\n", FUNCTION(0));
	before = peak_bytes();
	CHECK(!bundle(&j, NULL));
	CHECK_U(j.c.nr_shortened, 1);
	CHECK(peak_bytes() - before < 4 * MB);
	rec_arena_free(&j.c.arena);
}

/* ---- jitdump ---- */

static void put_bytes(struct jit *j, bool kept, const void *data, size_t len)
{
	CHECK_I(fwrite(data, 1, len, j->f), (long long)len);
	if (!kept)
		return;
	CHECK(len <= sizeof(expected) - expected_len);
	memcpy(expected + expected_len, data, len);
	expected_len += len;
}

static void put_u32s(struct jit *j, bool kept, uint32_t a, uint32_t b)
{
	const uint32_t v[2] = { a, b };

	put_bytes(j, kept, v, sizeof(v));
}

static void put_jitdump_head(struct jit *j)
{
	static const uint8_t rest[28];

	put_u32s(j, true, 0x4a695444, 1);
	put_u32s(j, true, 48, 62);
	put_bytes(j, true, rest, 24);
	put_bytes(j, true, "any more", 8);
}

/* Type, size and time; the size is another one in what is kept. */
static void put_record_head(struct jit *j, uint32_t type, uint32_t size, uint32_t kept)
{
	put_u32s(j, kept, type, size);
	if (kept)
		memcpy(expected + expected_len - 4, &kept, 4);
	put_u32s(j, kept, 7, 0);
}

static void put_load(struct jit *j, const char *name, uint32_t code)
{
	static uint8_t zeros[MB];
	const uint32_t head = 16 + 40 + (uint32_t)strlen(name) + 1;

	put_record_head(j, 0, head + code, head);
	put_bytes(j, true, zeros, 40);
	put_bytes(j, true, name, strlen(name) + 1);
	put_bytes(j, false, zeros, code);
}

TEST(a_large_jitdump_is_read_in_little_memory_and_kept_without_its_code)
{
	static const uint8_t zeros[200000];
	char path[64], name[256];
	struct jit j;
	uint64_t before;

	snprintf(path, sizeof(path), "/tmp/jit-%d.dump", (int)getpid());
	begin(&j, REC_BUNDLE_HIT, path);
	put_jitdump_head(&j);
	for (uint32_t i = 0; ftell(j.f) < (long)(60 * MB); i++) {
		snprintf(name, sizeof(name), "%*s%u", (int)(i % 190 + 1), "f", i);
		put_load(&j, name, i % 50 == 9 ? 150000 : i * 13 % 9000);
		if (i % 20 == 3) {
			put_record_head(&j, 1, 64, 64);
			put_bytes(&j, true, zeros, 48);
		}
		if (i % 20 == 5) { /* lines of the source */
			put_record_head(&j, 2, 16 + 200000, 0);
			put_bytes(&j, false, zeros, 200000);
		}
	}
	/* The process is writing it. */
	put_record_head(&j, 0, 5000, 0);
	put_bytes(&j, false, zeros, 300);
	before = peak_bytes();
	check_kept(&j, path);
	CHECK(peak_bytes() - before < 4 * MB);
}
