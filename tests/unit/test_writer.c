/* SPDX-License-Identifier: BSD-2-Clause */
/* What the writer writes, the reader reads: in both byte orders, as file and as pipe, at any moment. */

#include "t_values.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SAMPLE_TYPE                                                                                \
	(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_ID |                \
	 PDATA_SAMPLE_PERIOD)

struct written {
	int fd;
	uint32_t container;
	struct pdata_attr attr[2];
	struct pdata_writer *w;
};

static void start(struct written *f, uint32_t container, uint32_t swap)
{
	const struct pdata_writer_opts o = { .size = sizeof(o),
					     .container = container,
					     .swap = swap };
	static const uint64_t ids[] = { 5, 6, 7, 8 };
	char path[4200];

	f->container = container;
	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	f->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	CHECK(f->fd >= 0);
	f->attr[0] = t_attr(SAMPLE_TYPE);
	f->attr[1] = t_attr(SAMPLE_TYPE);
	f->attr[1].config = 1;
	CHECK_I(pdata_writer_open_fd(&f->w, f->fd, &o), 0);
	CHECK_I(pdata_writer_event(f->w, &f->attr[0], "cpu-clock", ids, 2), 0);
	CHECK_I(pdata_writer_event(f->w, &f->attr[1], "task-clock", ids + 2, 2), 0);
	CHECK_I(pdata_writer_begin(f->w), 0);
}

static void write_comm(struct written *f, const char *comm)
{
	struct pdata_value v = { .id = { .pid = 1, .tid = 2, .time = 10, .id = 5 } };

	v.u.comm = (struct pdata_comm){ 1, 2, comm };
	CHECK_I(pdata_writer_record(f->w, PDATA_RECORD_COMM, 0, &v, 0), 0);
}

static void write_sample(struct written *f, uint64_t ip, uint64_t id, int swap)
{
	struct pdata_sample s = { .ip = ip, .pid = 1, .tid = 2, .time = 20, .id = id, .period = 1 };
	uint8_t buf[256];
	int n = pdata_sample_encode(2, &s, &f->attr[0], swap, buf, sizeof(buf));

	CHECK(n > 0);
	CHECK_I(pdata_writer_raw(f->w, buf, (size_t)n), 0);
}

static struct pdata_reader *reopen(const struct written *f)
{
	struct pdata_reader *r;
	struct pdata_error err = { 0 };

	CHECK_I(lseek(f->fd, 0, SEEK_SET), 0);
	if (pdata_reader_open_fd(&r, f->fd, NULL, &err))
		test_fail(__FILE__, __LINE__, "error %d: %s", err.code, err.text);
	return r;
}

/* Records of one type, with the last of them. */
static unsigned count(struct pdata_reader *r, uint32_t type, struct pdata_record *last)
{
	struct pdata_record rec;
	unsigned n = 0;
	int rc;

	while ((rc = pdata_reader_next(r, &rec)) == 1) {
		if (rec.type != type)
			continue;
		*last = rec;
		n++;
	}
	CHECK_I(rc, 0);
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	return n;
}

static void finish_and_check(struct written *f, int swap)
{
	struct pdata_feature feat = { .bit = PDATA_FEAT_HOSTNAME };
	const struct pdata_feature *got;
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_sample s;
	uint64_t bytes;

	feat.u.str = "target";
	write_comm(f, "worker");
	write_sample(f, 0x1000, 5, swap);
	write_sample(f, 0x2000, 8, swap);
	if (f->container == PDATA_CONTAINER_FILE)
		CHECK_I(pdata_writer_feature(f->w, &feat), 0);
	bytes = pdata_writer_bytes(f->w);
	CHECK_I(pdata_writer_finish(f->w), 0);
	CHECK_U(pdata_writer_bytes(f->w), bytes);
	pdata_writer_close(f->w);

	r = reopen(f);
	CHECK_U(pdata_reader_info(r)->swap != 0, swap != 0);
	CHECK_U(count(r, PDATA_RECORD_SAMPLE, &rec), 2);
	CHECK_U(pdata_reader_nr_events(r), 2);
	CHECK_I(pdata_reader_rewind(r), 0);
	while (pdata_reader_next(r, &rec) == 1 && rec.type != PDATA_RECORD_SAMPLE)
		;
	CHECK_I(pdata_sample_decode(&rec, ~0ull, &s, NULL), 0);
	CHECK_U(s.ip, 0x1000);
	CHECK_U(rec.event->index, 0);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_U(rec.event->index, 1);
	if (pdata_reader_info(r)->container == PDATA_CONTAINER_FILE) {
		CHECK_S(pdata_reader_event(r, 1)->name, "task-clock");
		CHECK_I(pdata_reader_feature(r, PDATA_FEAT_HOSTNAME, &got, NULL), 0);
		CHECK_S(got->u.str, "target");
		CHECK_I(pdata_reader_feature(r, PDATA_FEAT_CPUID, &got, NULL), PDATA_N_FEATURE);
	}
	pdata_reader_close(r);
	close(f->fd);
}

TEST(a_written_file_is_read_back)
{
	struct written f;

	start(&f, PDATA_CONTAINER_FILE, 0);
	finish_and_check(&f, 0);
}

TEST(a_file_written_in_the_other_byte_order_is_read_back)
{
	struct written f;

	start(&f, PDATA_CONTAINER_FILE, 1);
	finish_and_check(&f, 1);
}

TEST(a_written_pipe_is_read_back)
{
	struct written f;

	start(&f, PDATA_CONTAINER_PIPE, 0);
	finish_and_check(&f, 0);
}

TEST(a_pipe_written_in_the_other_byte_order_is_read_back)
{
	struct written f;

	start(&f, PDATA_CONTAINER_PIPE, 1);
	finish_and_check(&f, 1);
}

/* A recorder that is killed leaves what it had committed, without a word of damage. */
/* The header of a file is written last, to its beginning. */
TEST(a_descriptor_that_cannot_hold_a_file_is_refused)
{
	const int flags[] = { O_RDWR | O_CREAT | O_CLOEXEC, O_WRONLY | O_APPEND | O_CLOEXEC };
	const struct pdata_writer_opts pipe_opts = { .size = sizeof(pipe_opts),
						     .container = PDATA_CONTAINER_PIPE };
	struct pdata_writer *w;
	char path[4200];
	int ends[2];

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
		int fd = open(path, flags[i], 0600);

		CHECK(fd >= 0);
		if (!i)
			CHECK_I(write(fd, "x", 1), 1);
		CHECK_I(pdata_writer_open_fd(&w, fd, NULL), PDATA_E_ARG);
		CHECK(!w);
		CHECK_I(pdata_writer_open_fd(&w, fd, &pipe_opts), 0);
		pdata_writer_close(w);
		close(fd);
	}
	CHECK_I(pipe(ends), 0);
	CHECK_I(pdata_writer_open_fd(&w, ends[1], NULL), PDATA_E_ARG);
	CHECK_I(pdata_writer_open_fd(&w, ends[1], &pipe_opts), 0);
	pdata_writer_close(w);
	close(ends[0]);
	close(ends[1]);
}

/* A pipe has features as records, a file data.N of a directory has none. */
TEST(a_feature_that_cannot_be_a_section_is_refused)
{
	const struct pdata_feature feat = { .bit = PDATA_FEAT_HOSTNAME, .u.str = "target" };
	const uint32_t containers[] = { PDATA_CONTAINER_PIPE, PDATA_CONTAINER_DIR };

	for (size_t i = 0; i < sizeof(containers) / sizeof(*containers); i++) {
		struct written f;

		start(&f, containers[i], 0);
		CHECK_I(pdata_writer_feature(f.w, &feat), PDATA_E_ARG);
		CHECK_I(pdata_writer_error(f.w)->code, PDATA_E_ARG);
		CHECK_I(pdata_writer_finish(f.w), PDATA_E_ARG);
		pdata_writer_close(f.w);
		close(f.fd);
	}
}

TEST(what_was_committed_is_read_from_a_file_nobody_finished)
{
	struct written f;
	struct pdata_reader *r;
	struct pdata_record rec;

	start(&f, PDATA_CONTAINER_FILE, 0);
	for (unsigned i = 1; i <= 5; i++) {
		write_sample(&f, 0x1000 * i, 5, 0);
		CHECK_I(pdata_writer_commit(f.w), 0);
		r = reopen(&f);
		CHECK_U(count(r, PDATA_RECORD_SAMPLE, &rec), i);
		pdata_reader_close(r);
		CHECK(lseek(f.fd, 0, SEEK_END) > 0);
	}
	pdata_writer_close(f.w);
	close(f.fd);
}

TEST(a_finished_file_without_records_is_not_an_unfinished_one)
{
	struct pdata_record rec;
	struct pdata_reader *r;
	struct written f;

	start(&f, PDATA_CONTAINER_FILE, 0);
	CHECK_I(pdata_writer_finish(f.w), 0);
	pdata_writer_close(f.w);
	r = reopen(&f);
	CHECK_I(pdata_reader_info(r)->unfinished, 0);
	while (pdata_reader_next(r, &rec) == 1)
		CHECK_I(rec.type, PDATA_RECORD_FINISHED_ROUND);
	CHECK_I(pdata_reader_damage(r)->nr, 0);
	pdata_reader_close(r);
	close(f.fd);
}

TEST(an_attr_larger_than_a_page_is_refused_by_name)
{
	struct pdata_attr attr = t_attr(SAMPLE_TYPE);
	struct written f;

	start(&f, PDATA_CONTAINER_PIPE, 0);
	attr.size = 3813908431u;
	CHECK_I(pdata_writer_event(f.w, &attr, "huge", NULL, 0), PDATA_E_ARG);
	CHECK_I(pdata_writer_error(f.w)->code, PDATA_E_ARG);
	CHECK_S(pdata_writer_error(f.w)->field, "attr.size");
	pdata_writer_close(f.w);
	close(f.fd);
}

TEST(after_a_failed_begin_no_call_of_the_writer_succeeds)
{
	const struct pdata_value v = { .id = { .have = 0 } };

	for (uint32_t container = PDATA_CONTAINER_FILE; container <= PDATA_CONTAINER_PIPE;
	     container++) {
		const struct pdata_writer_opts o = { .size = sizeof(o), .container = container };
		struct pdata_attr attr = t_attr(SAMPLE_TYPE);
		int fd = memfd_create("attr", MFD_CLOEXEC);
		struct pdata_writer *w;

		attr.size = 63;
		CHECK_I(pdata_writer_open_fd(&w, fd, &o), 0);
		CHECK_I(pdata_writer_event(w, &attr, "short", NULL, 0), 0);
		CHECK_I(pdata_writer_begin(w), PDATA_E_ARG);
		CHECK_I(pdata_writer_error(w)->code, PDATA_E_ARG);
		CHECK_I(pdata_writer_record(w, PDATA_RECORD_FINISHED_ROUND, 0, &v, -1),
			PDATA_E_ARG);
		CHECK_I(pdata_writer_finish(w), PDATA_E_ARG);
		pdata_writer_close(w);
		close(fd);
	}
}

TEST(attrs_are_not_made_larger_than_readers_accept)
{
	struct pdata_writer_opts o = { .size = sizeof(o), .attr_size = 4097 };
	struct pdata_writer *w;

	CHECK_I(pdata_writer_open_fd(&w, -1, &o), PDATA_E_ARG);
	o.attr_size = UINT32_MAX;
	CHECK_I(pdata_writer_open_fd(&w, -1, &o), PDATA_E_ARG);
	o.attr_size = 4096;
	CHECK_I(pdata_writer_open_fd(&w, -1, &o), 0);
	pdata_writer_close(w);
}

/* Announce 65536 events to a new writer. */
static void start_with_most_events(struct written *f, uint32_t container)
{
	const struct pdata_writer_opts o = { .size = sizeof(o), .container = container };

	f->fd = memfd_create("events", MFD_CLOEXEC);
	CHECK(f->fd >= 0);
	f->attr[0] = t_attr(SAMPLE_TYPE);
	CHECK_I(pdata_writer_open_fd(&f->w, f->fd, &o), 0);
	for (unsigned i = 0; i < 65536; i++)
		CHECK_I(pdata_writer_event(f->w, &f->attr[0], NULL, NULL, 0), 0);
}

TEST(a_file_of_more_events_than_readers_accept_is_refused)
{
	struct pdata_reader *r;
	struct written f;

	start_with_most_events(&f, PDATA_CONTAINER_FILE);
	CHECK_I(pdata_writer_begin(f.w), 0);
	CHECK_I(pdata_writer_finish(f.w), 0);
	pdata_writer_close(f.w);
	CHECK_I(pdata_reader_open_fd(&r, f.fd, NULL, NULL), 0);
	CHECK_U(pdata_reader_nr_events(r), 65536);
	pdata_reader_close(r);
	close(f.fd);

	for (uint32_t c = PDATA_CONTAINER_FILE; c <= PDATA_CONTAINER_PIPE; c++) {
		start_with_most_events(&f, c);
		CHECK_I(pdata_writer_event(f.w, &f.attr[0], NULL, NULL, 0),
			c == PDATA_CONTAINER_PIPE ? 0 : PDATA_E_ARG);
		pdata_writer_close(f.w);
		close(f.fd);
	}
}

/* perf refuses a file of perf stat without the feature. A pipe has no such mark. */
TEST(a_file_with_records_of_perf_stat_has_the_feature_stat)
{
	const struct pdata_value v = { .u.stat_config = { .nr = 0 } };
	const struct pdata_feature *got;

	for (unsigned i = 0; i < 4; i++) {
		const uint32_t container = i < 3 ? PDATA_CONTAINER_FILE : PDATA_CONTAINER_PIPE;
		struct pdata_reader *r;
		struct pdata_record rec;
		struct written f;
		uint8_t buf[64];
		int n = pdata_record_encode(PDATA_RECORD_STAT_CONFIG, 0, &v, NULL, 0, buf,
					    sizeof(buf));

		start(&f, container, 0);
		write_comm(&f, "worker");
		CHECK(n > 0);
		if (i == 1 || i == 3)
			CHECK_I(pdata_writer_record(f.w, PDATA_RECORD_STAT_CONFIG, 0, &v, -1), 0);
		if (i == 2)
			CHECK_I(pdata_writer_raw(f.w, buf, (size_t)n), 0);
		CHECK_I(pdata_writer_finish(f.w), 0);
		pdata_writer_close(f.w);
		r = reopen(&f);
		CHECK_U(count(r, PDATA_RECORD_COMM, &rec), 1);
		CHECK_I(pdata_reader_feature(r, PDATA_FEAT_STAT, &got, NULL),
			i == 1 || i == 2 ? 0 : PDATA_N_FEATURE);
		pdata_reader_close(r);
		close(f.fd);
	}
}

TEST(the_end_of_features_bears_the_number_it_is_given)
{
	const uint32_t marks[] = { PDATA_FEAT_END_PERF, PDATA_FEAT_MAX };

	for (unsigned i = 0; i < 2; i++) {
		struct pdata_record rec = { 0 };
		struct pdata_reader *r;
		struct pdata_value v;
		struct written f;

		start(&f, PDATA_CONTAINER_PIPE, 0);
		CHECK_I(pdata_writer_header_feature_end(f.w, 0), PDATA_E_ARG);
		CHECK_I(pdata_writer_header_feature_end(f.w, marks[i]), 0);
		CHECK_I(pdata_writer_finish(f.w), 0);
		pdata_writer_close(f.w);
		r = reopen(&f);
		CHECK_U(count(r, PDATA_RECORD_HEADER_FEATURE, &rec), 1);
		CHECK_U(rec.size, 16);
		CHECK_I(pdata_record_decode(&rec, &v, NULL), 0);
		CHECK_U(v.u.header_feature.feat_id, marks[i]);
		pdata_reader_close(r);
		close(f.fd);
	}
}

/* The blob lies after its record, whose size says nothing of it; perf fills it up to a multiple of 8. */
TEST(tracing_data_of_a_pipe_is_read_back)
{
	static const size_t lens[] = { 1, 8, 4093, 70001 };
	static uint8_t blob[70001];

	for (size_t i = 0; i < sizeof(blob); i++)
		blob[i] = (uint8_t)(i * 7 + 1);
	for (unsigned i = 0; i < 8; i++) {
		const size_t len = lens[i / 2];
		static uint8_t back[sizeof(blob) + 8];
		struct pdata_record rec;
		struct pdata_reader *r;
		struct written f;

		start(&f, PDATA_CONTAINER_PIPE, i % 2);
		CHECK_I(pdata_writer_tracing_data(f.w, blob, len), 0);
		write_sample(&f, 0x1000, 5, i % 2);
		CHECK_I(pdata_writer_finish(f.w), 0);
		pdata_writer_close(f.w);
		r = reopen(&f);
		CHECK_U(count(r, PDATA_RECORD_SAMPLE, &rec), 1);
		CHECK_U(pdata_reader_damage(r)->nr, 0);
		CHECK_I(pdata_reader_rewind(r), 0);
		while (pdata_reader_next(r, &rec) == 1 && rec.type != PDATA_RECORD_TRACING_DATA)
			;
		CHECK_U(rec.payload, (len + 7) / 8 * 8);
		CHECK_I(pdata_reader_payload(r, back, sizeof(back)), (long long)rec.payload);
		CHECK_M(back, blob, len);
		pdata_reader_close(r);
		close(f.fd);
	}
}

/* What a tap saw: the bytes of the file from the first on. */
struct seen {
	uint64_t off;
	size_t len;
	uint8_t bytes[4 << 20];
};

static void see(void *arg, uint64_t off, const void *data, size_t len)
{
	struct seen *s = arg;

	s->off = s->len ? s->off : off;
	CHECK_U(off, s->off + s->len);
	CHECK(len <= sizeof(s->bytes) - s->len);
	memcpy(s->bytes + s->len, data, len);
	s->len += len;
}

TEST(a_tap_sees_the_data_and_nothing_else)
{
	static struct seen s;
	static uint64_t large[3 << 17]; /* records of 8 bytes */
	const struct pdata_feature host = { .bit = PDATA_FEAT_HOSTNAME, .u.str = "h" };
	struct written f;
	uint64_t section[2];
	uint8_t *file;

	for (int small = 0; small < 2; small++) {
		memset(&s, 0, sizeof(s));
		start(&f, PDATA_CONTAINER_FILE, 0);
		pdata_writer_tap(f.w, see, &s);
		write_comm(&f, "seen");
		for (size_t i = 0; i < sizeof(large) / 8; i++)
			large[i] = PDATA_RECORD_FINISHED_ROUND | UINT64_C(8) << 48;
		CHECK_I(pdata_writer_raw(f.w, large, small ? 64 : sizeof(large)), 0);
		CHECK_I(pdata_writer_commit(f.w), 0);
		write_sample(&f, 0x1000, 5, 0);
		CHECK_I(pdata_writer_feature(f.w, &host), 0);
		CHECK_I(pdata_writer_finish(f.w), 0);
		CHECK_I(pread(f.fd, section, sizeof(section), 40), sizeof(section));
		CHECK_U(s.off, section[0]);
		CHECK_U(s.len, section[1]);
		file = malloc(s.len);
		CHECK_I(pread(f.fd, file, s.len, (off_t)s.off), (long long)s.len);
		CHECK_I(memcmp(file, s.bytes, s.len), 0);
		free(file);
		pdata_writer_close(f.w);
		close(f.fd);
	}
}

TEST(a_full_disk_is_said_by_the_writer)
{
	struct written f;
	uint8_t zeros[4096] = { 0 };
	int rc = 0, full = open("/dev/full", O_WRONLY | O_CLOEXEC);
	const struct pdata_writer_opts o = { .size = sizeof(o), .container = PDATA_CONTAINER_PIPE };

	if (full < 0)
		return;
	f.attr[0] = t_attr(SAMPLE_TYPE);
	CHECK_I(pdata_writer_open_fd(&f.w, full, &o), 0);
	CHECK_I(pdata_writer_event(f.w, &f.attr[0], "x", NULL, 0), 0);
	rc = pdata_writer_begin(f.w);
	for (unsigned i = 0; i < 4096 && !rc; i++)
		rc = pdata_writer_raw(f.w, zeros, sizeof(zeros));
	if (!rc)
		rc = pdata_writer_finish(f.w);
	CHECK_I(rc, PDATA_E_SYS);
	CHECK_I(pdata_writer_error(f.w)->code, PDATA_E_SYS);
	CHECK(pdata_writer_error(f.w)->sys_errno != 0);
	pdata_writer_close(f.w);
	close(full);
}

TEST(calls_after_a_failed_write_return_its_error)
{
	for (uint32_t container = 0; container <= PDATA_CONTAINER_PIPE; container++) {
		const struct pdata_writer_opts o = { .size = sizeof(o), .container = container };
		const struct pdata_feature host = { .bit = PDATA_FEAT_HOSTNAME, .u.str = "h" };
		const struct pdata_feature none = { .bit = 0 };
		const struct pdata_value v = { .u.comm = { 1, 1, "c" } };
		const struct pdata_attr attr = t_attr(SAMPLE_TYPE);
		struct pdata_writer *w;
		int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);

		CHECK_I(pdata_writer_open_fd(&w, fd, &o), 0);
		CHECK_I(pdata_writer_begin(w), 0);
		close(fd);
		CHECK_I(pdata_writer_commit(w), PDATA_E_SYS);
		CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, -1), PDATA_E_SYS);
		CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, 5), PDATA_E_SYS);
		CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMPRESSED, 0, &v, -1), PDATA_E_SYS);
		CHECK_I(pdata_writer_header_feature(w, &none), PDATA_E_SYS);
		CHECK_I(pdata_writer_raw(w, &v, 0), PDATA_E_SYS);
		CHECK_I(pdata_writer_feature(w, &host), PDATA_E_SYS);
		CHECK_I(pdata_writer_event(w, &attr, "x", NULL, 0), PDATA_E_SYS);
		CHECK_I(pdata_writer_begin(w), PDATA_E_SYS);
		CHECK_I(pdata_writer_finish(w), PDATA_E_SYS);
		CHECK_I(pdata_writer_finish(w), PDATA_E_SYS);
		CHECK_I(pdata_writer_commit(w), PDATA_E_SYS);
		CHECK_I(pdata_writer_header_feature(w, &host), PDATA_E_SYS);
		CHECK_I(pdata_writer_error(w)->code, PDATA_E_SYS);
		pdata_writer_close(w);
	}
}
