/* SPDX-License-Identifier: BSD-2-Clause */
/* Tracing data as trace-cmd lays it out: names and fields of tracepoints, and inputs read once. */
#include "session/event_names.h"
#include "session/session.h"
#include "t_tracing.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char format_a[] = "name: wakeup\nID: 300\nformat:\n"
			       "\tfield:unsigned short "
			       "common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
			       "\n"
			       "\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:1;\n"
			       "\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;\n"
			       "\tfield:__data_loc char[] why;\toffset:28;\tsize:4;\tsigned:1;\n"
			       "\nprint fmt: \"pid=%d\", REC->pid\n";
static const char format_b[] = "name: exit\nID: 7\nformat:\n\nprint fmt: \"\"\n";

static struct t_tracing make_blob(bool big_endian)
{
	struct t_tracing t = { .be = big_endian };

	t_tracing_begin(&t, "\tfield: u64 timestamp;\n", 2);
	t_tracing_system(&t, "sched", format_a);
	t_tracing_system(&t, "task", format_b);
	return t;
}

/* A file whose tracing data are the first @len bytes of the blob. */
static const char *write_file(const struct t_tracing *t, size_t len)
{
	static char path[4200];
	const struct pdata_writer_opts o = { .size = sizeof(o), .swap = (uint32_t)t->be };
	const struct pdata_feature f = { .bit = PDATA_FEAT_TRACING_DATA, .data = t->b, .len = len };
	const struct pdata_attr attr = { .type = PDATA_TYPE_TRACEPOINT,
					 .size = PDATA_ATTR_SIZE_VER7,
					 .config = 300 };
	const struct pdata_value v = { .u.comm = { 1, 1, "work" } };
	struct pdata_writer *w;
	uint64_t id = 1;
	int fd;

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	CHECK(fd >= 0);
	CHECK_I(pdata_writer_open_fd(&w, fd, &o), 0);
	CHECK_I(pdata_writer_event(w, &attr, NULL, &id, 1), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, 0), 0);
	CHECK_I(pdata_writer_feature(w, &f), 0);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	close(fd);
	return path;
}

static void check_fields(struct pdata_tracepoints *t, uint64_t id, const char *want)
{
	const struct pdata_tracepoint *tp = pdata_tracepoints_find(t, id);
	char list[64] = "";

	CHECK(tp);
	for (uint32_t i = 0; i < tp->nr_fields; i++)
		snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s;",
			 tp->fields[i].is_common ? "-" : "", tp->fields[i].name);
	CHECK_S(list, want);
}

TEST(tracepoints_are_named_by_the_tracing_data_of_either_byte_order)
{
	for (int be = 0; be <= 1; be++) {
		struct t_tracing blob = make_blob(be);
		struct rep_session s;
		struct pdata_tracepoints *t;

		CHECK_I(rep_session_open(
				&s, &(struct rep_input){ .path = write_file(&blob, blob.len) }),
			REP_OK);
		t = rep_session_tracing(&s);
		CHECK(t);
		CHECK(!pdata_tracepoints_find(t, 8));
		check_fields(t, 300, "-common_type;comm;pid;why;");
		check_fields(t, 7, "");
		CHECK_S(rep_event_name(&s, pdata_reader_event(s.reader, 0)), "sched:wakeup");
		CHECK_I(rep_session_close(&s), REP_OK);
	}
}

TEST(tracing_data_cut_anywhere_name_what_is_whole)
{
	struct t_tracing blob = make_blob(false);

	for (size_t n = 1; n < blob.len; n++) {
		struct rep_session s;
		struct pdata_tracepoints *t;

		CHECK_I(rep_session_open(&s, &(struct rep_input){ .path = write_file(&blob, n) }),
			REP_OK);
		t = rep_session_tracing(&s);
		CHECK(!t || !pdata_tracepoints_find(t, 7));
		CHECK((t && pdata_tracepoints_find(t, 300)) ==
		      (n >= blob.len - strlen(format_b) - 8 - 4 - 5));
		rep_session_close(&s);
	}
}

TEST(an_input_that_can_be_read_once_is_read_twice)
{
	struct t_tracing blob = make_blob(false);
	char fifo[4200], buf[4096];
	const char *path = write_file(&blob, blob.len);
	struct rep_session s;
	pid_t child;

	snprintf(fifo, sizeof(fifo), "%s/fifo", test_dir());
	CHECK_I(mkfifo(fifo, 0600), 0);
	child = fork();
	CHECK(child >= 0);
	if (!child) {
		int from = open(path, O_RDONLY), to = open(fifo, O_WRONLY);
		ssize_t n;

		while ((n = read(from, buf, sizeof(buf))) > 0)
			if (write(to, buf, (size_t)n) != n)
				_exit(1);
		_exit(n < 0);
	}
	CHECK_I(rep_session_open(&s, &(struct rep_input){ .path = fifo }), REP_OK);
	CHECK_I(rep_session_tasks(&s), REP_OK);
	CHECK_U(s.nr_by_type[PDATA_RECORD_COMM], 1);
	CHECK_U(pdata_reader_nr_events(s.reader), 1);
	for (int i = 0; i < 2; i++) {
		struct pdata_record rec;

		CHECK_I(pdata_reader_next(s.reader, &rec), 1);
		CHECK_U(rec.type, PDATA_RECORD_COMM);
		CHECK_I(pdata_reader_next(s.reader, &rec), 0);
		CHECK_I(pdata_reader_rewind(s.reader), 0);
	}
	CHECK_I(rep_session_close(&s), REP_OK);
	CHECK_I(waitpid(child, NULL, 0), child);
}

TEST(a_record_that_is_too_short_for_its_type_is_left_out_and_said)
{
	static const struct {
		uint32_t type;
		uint16_t misc, size;
		uint32_t pid, tid;
	} comm = { PDATA_RECORD_COMM, 0, 16, 5, 6 };
	const struct pdata_attr attr = { .type = PDATA_TYPE_SOFTWARE,
					 .size = PDATA_ATTR_SIZE_VER7 };
	const struct pdata_value v = { .u.comm = { 1, 1, "work" } };
	const struct pdata_writer_opts o = { .size = sizeof(o) };
	struct pdata_thread_at at;
	struct pdata_writer *w;
	struct rep_session s;
	char path[4200];
	uint64_t id = 1;
	int fd;

	snprintf(path, sizeof(path), "%s/perf.data", test_dir());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	CHECK_I(pdata_writer_open_fd(&w, fd, &o), 0);
	CHECK_I(pdata_writer_event(w, &attr, "cpu-clock", &id, 1), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	CHECK_I(pdata_writer_raw(w, &comm, sizeof(comm)), 0);
	CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, 0), 0);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	close(fd);
	CHECK_I(rep_session_open(&s, &(struct rep_input){ .path = path }), REP_OK);
	CHECK_I(rep_session_tasks(&s), REP_OK);
	CHECK_U(s.nr_by_type[PDATA_RECORD_COMM], 2);
	CHECK_U(pdata_reader_damage(s.reader)->skipped_records, 1);
	pdata_tasks_at(s.tasks, 1, 1, 0, 9, &at);
	CHECK_S(at.comm, "work");
	CHECK_I(rep_session_close(&s), REP_PART);
}
