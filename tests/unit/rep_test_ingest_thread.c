/* SPDX-License-Identifier: BSD-2-Clause */
/* What a thread takes in beside decompression is what the reader's own takes in. */

#ifdef HAVE_ZSTD

#include "console/command.h"
#include "session/sample_cache.h"
#include "session/session.h"
#include "test.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SAMPLES 120000u
#define COMM_EACH 1000u
#define READ 256u

static uint64_t scramble(uint64_t v)
{
	v *= 0x9e3779b97f4a7c15ull;
	return v ^ v >> 31;
}

/* Samples that do not compress well, and a COMM now and then. */
static void write_records(struct pdata_writer *w, const struct pdata_attr *attr)
{
	for (uint64_t i = 0; i < SAMPLES; i++) {
		const uint32_t tid = 7 + (uint32_t)(i / COMM_EACH) % 50;
		struct pdata_sample s = {
			.ip = scramble(i), .pid = tid, .tid = tid, .time = 1000 + 10 * i
		};
		struct pdata_value v = { .u.comm = { tid, tid, "name" },
					 .id = { .pid = tid, .tid = tid, .time = s.time } };
		uint8_t buf[64];
		int n = pdata_sample_encode(PDATA_CPUMODE_USER, &s, attr, 0, buf, sizeof(buf));

		CHECK(n > 0);
		if (i % COMM_EACH == 0)
			CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, 0), 0);
		CHECK_I(pdata_writer_raw(w, buf, (size_t)n), 0);
	}
}

static const char *make_file(uint32_t container)
{
	static char path[4200];
	const struct pdata_writer_opts opts = { .size = sizeof(opts),
						.container = container,
						.compress_level = 1 };
	struct pdata_attr attr = {
		.type = PDATA_TYPE_SOFTWARE,
		.size = PDATA_ATTR_SIZE_VER7,
		.sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME,
		.flags = 1ull << PDATA_ATTR_SAMPLE_ID_ALL,
	};
	const uint64_t id = 1;
	struct pdata_writer *w;
	struct stat st;
	int fd;

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0);
	CHECK_I(pdata_writer_open_fd(&w, fd, &opts), 0);
	CHECK_I(pdata_writer_event(w, &attr, "cpu-clock", &id, 1), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	write_records(w, &attr);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	/* So much that a thread is worth it. */
	CHECK(!fstat(fd, &st) && st.st_size > 1 << 20);
	close(fd);
	return path;
}

static struct rep_session *read_file(const char *path)
{
	const struct rep_input in = { .path = path };
	struct rep_session *s = rep_alloc(1, sizeof(*s));

	CHECK_I(rep_session_open(s, &in), REP_OK);
	s->sample_cache = sample_cache_new();
	CHECK_I(rep_session_tasks(s), REP_OK);
	CHECK(s->sample_cache && !s->sample_cache->dropped);
	return s;
}

static void check_block(const struct rep_session *a, const struct rep_session *b, uint32_t i,
			uint64_t *nr)
{
	struct pdata_sample_head x[READ], y[READ];
	struct sample_cache_reader ra, rb;
	uint32_t n;

	sample_cache_begin(a->sample_cache, i, &ra);
	sample_cache_begin(b->sample_cache, i, &rb);
	while ((n = sample_cache_next(&ra, x, READ))) {
		CHECK_U(sample_cache_next(&rb, y, READ), n);
		for (uint32_t k = 0; k < n; k++) {
			struct pdata_thread_at in_a, in_b;

			CHECK_U(x[k].ip, scramble(*nr));
			CHECK_U(x[k].ip, y[k].ip);
			CHECK_U(x[k].time, y[k].time);
			CHECK_U(x[k].seq, y[k].seq);
			pdata_tasks_at(a->tasks, x[k].pid, x[k].tid, x[k].time, x[k].seq, &in_a);
			pdata_tasks_at(b->tasks, y[k].pid, y[k].tid, y[k].time, y[k].seq, &in_b);
			CHECK_S(in_a.comm, "name");
			CHECK_S(in_b.comm, "name");
			++*nr;
		}
	}
	CHECK_U(sample_cache_next(&rb, y, READ), 0);
}

static void count_progress(void *ctx, const char *what, uint64_t done, uint64_t size)
{
	unsigned *nr = ctx;

	CHECK(done <= size);
	CHECK(!what || !strcmp(what, "reading maps"));
	*nr += what ? 1 : 10000;
}

TEST(a_session_tells_the_function_of_its_options_how_far_it_is)
{
	unsigned nr = 0;
	const struct rep_input in = { .path = make_file(PDATA_CONTAINER_FILE),
				      .progress = { .fn = count_progress, .ctx = &nr } };
	struct rep_session s;

	CHECK_I(rep_session_open(&s, &in), REP_OK);
	CHECK_I(rep_session_tasks(&s), REP_OK);
	CHECK_U(nr / 10000, 1); /* the end, once */
	CHECK(nr % 10000 > 1 && nr % 10000 < 300);
	CHECK_I(rep_session_close(&s), REP_OK);
}

TEST(what_a_thread_takes_in_is_what_the_reader_would)
{
	const char *path = make_file(PDATA_CONTAINER_FILE);
	struct rep_session *a, *b;
	uint64_t nr = 0;
	cpu_set_t all, one;

	CHECK_I(sched_getaffinity(0, sizeof(all), &all), 0);
	b = read_file(path);
	CPU_ZERO(&one);
	for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
		if (CPU_ISSET(i, &all))
			CPU_SET(i, &one);
	CHECK_I(sched_setaffinity(0, sizeof(one), &one), 0);
	CHECK_U(rep_nr_cpus(), 1);
	a = read_file(path);
	CHECK_M(a->nr_by_type, b->nr_by_type, sizeof(a->nr_by_type));
	CHECK_U(a->nr_by_type[PDATA_RECORD_COMM], SAMPLES / COMM_EACH);
	CHECK_U(a->sample_cache->nr, b->sample_cache->nr);
	for (uint32_t i = 0; i < a->sample_cache->nr; i++)
		check_block(a, b, i, &nr);
	CHECK_U(nr, SAMPLES);
	CHECK_I(rep_session_close(a), REP_OK);
	CHECK_I(rep_session_close(b), REP_OK);
	free(a);
	free(b);
}

/* Short ones are, as those above, only where to read them again is dear. */
TEST(samples_of_a_compressed_pipe_are_kept_as_those_of_a_file)
{
	struct rep_session *s = read_file(make_file(PDATA_CONTAINER_PIPE));

	CHECK_I(rep_session_close(s), REP_OK);
	free(s);
}

#endif
