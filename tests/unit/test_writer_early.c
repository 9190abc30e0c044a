/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"

#include <pdata/pdata.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

/* A bit without a layout: its bytes are ours to choose. */
#define EARLY 200u

static const char blob[] = "what readers need before the first record";

static const struct pdata_feature *feature(struct pdata_reader *r, uint32_t bit)
{
	const struct pdata_feature *f;

	return pdata_reader_feature(r, bit, &f, NULL) == 0 ? f : NULL;
}

/* The file as a reader finds it now: so many records, and the early feature whole. */
static void expect(const char *path, uint32_t records)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_value v;
	uint32_t n = 0;

	CHECK_I(pdata_reader_open(&r, path, NULL, NULL), 0);
	for (; pdata_reader_next(r, &rec) == 1; n++) {
		CHECK_U(rec.type, PDATA_RECORD_COMM);
		CHECK_I(pdata_record_decode(&rec, &v, NULL), 0);
		CHECK_U(v.u.comm.pid, n);
	}
	CHECK_U(n, records);
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	if (pdata_reader_notice(r, 0))
		test_fail(__FILE__, __LINE__, "%s", pdata_reader_notice(r, 0)->text);
	const struct pdata_feature *f = feature(r, EARLY);

	CHECK(f);
	CHECK_U(f->len, sizeof(blob));
	CHECK_M(f->data, blob, sizeof(blob));
	pdata_reader_close(r);
}

static uint64_t unflushed(const char *path)
{
	struct pdata_reader *r;
	uint64_t size;

	CHECK_I(pdata_reader_open(&r, path, NULL, NULL), 0);
	size = pdata_reader_info(r)->unflushed_size;
	pdata_reader_close(r);
	return size;
}

static struct pdata_writer *start(int fd)
{
	const struct pdata_attr attr = { .type = 1, .size = 128, .sample_type = PDATA_SAMPLE_IP };
	struct pdata_feature f = { .bit = EARLY,
				   .data = (const uint8_t *)blob,
				   .len = sizeof(blob) };
	const uint64_t id = 7;
	struct pdata_writer *w;

	CHECK_I(pdata_writer_open_fd(&w, fd, NULL), 0);
	CHECK_I(pdata_writer_event(w, &attr, "e", &id, 1), 0);
	CHECK_I(pdata_writer_feature(w, &f), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	return w;
}

static void comm(struct pdata_writer *w, uint32_t n)
{
	struct pdata_value v = { .u.comm = { n, n, "name" } };

	CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, -1), 0);
}

TEST(a_feature_from_before_the_data_is_there_after_every_commit)
{
	/* Records between two commits: fewer bytes than a table, as many, more, and very many. */
	static const uint32_t steps[] = { 1, 1, 2, 5, 1, 0, 3, 20000, 1, 1 };
	struct pdata_feature host = { .bit = PDATA_FEAT_HOSTNAME, .u.str = "target" };
	char path[256];
	uint32_t n = 0;

	snprintf(path, sizeof(path), "%s/early.data", test_dir());
	FILE *f = fopen(path, "w+");
	struct pdata_writer *w = start(fileno(f));

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		for (uint32_t k = 0; k < steps[i]; k++)
			comm(w, n++);
		CHECK_I(pdata_writer_commit(w), 0);
		expect(path, n);
	}
	/* What is written but not committed does not show. */
	for (uint32_t k = 0; k < 20000; k++)
		comm(w, n + k);
	expect(path, n);
	CHECK(unflushed(path) > 100000);
	n += 20000;
	CHECK_I(pdata_writer_feature(w, &host), 0);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	expect(path, n);
	struct pdata_reader *r;

	CHECK_I(pdata_reader_open(&r, path, NULL, NULL), 0);
	CHECK(feature(r, PDATA_FEAT_HOSTNAME));
	CHECK_S(feature(r, PDATA_FEAT_HOSTNAME)->u.str, "target");
	CHECK(feature(r, PDATA_FEAT_EVENT_DESC));
	pdata_reader_close(r);
	fclose(f);
}

TEST(an_early_feature_may_be_replaced_at_the_end)
{
	static const char newer[] = "newer";
	struct pdata_feature f = { .bit = EARLY,
				   .data = (const uint8_t *)newer,
				   .len = sizeof(newer) };
	struct pdata_reader *r;
	char path[256];

	snprintf(path, sizeof(path), "%s/replaced.data", test_dir());
	FILE *file = fopen(path, "w+");
	struct pdata_writer *w = start(fileno(file));

	comm(w, 0);
	CHECK_I(pdata_writer_commit(w), 0);
	comm(w, 1);
	CHECK_I(pdata_writer_feature(w, &f), 0);
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	CHECK_I(pdata_reader_open(&r, path, NULL, NULL), 0);
	CHECK(feature(r, EARLY));
	CHECK_U(feature(r, EARLY)->len, sizeof(newer));
	pdata_reader_close(r);
	fclose(file);
}

/* What a reader finds while the file grows: nothing yet, or whole records and the early feature. */
static void expect_some(const char *path, uint32_t *before)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	uint32_t n = 0;

	if (pdata_reader_open(&r, path, NULL, NULL))
		return;
	while (pdata_reader_next(r, &rec) == 1)
		n++;
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	CHECK(n >= *before);
	CHECK(!n || feature(r, EARLY));
	*before = n;
	pdata_reader_close(r);
}

/* Some records at a time: less than a table's bytes and more. */
static void write_growing(const char *path)
{
	int fd = open(path, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600);
	struct pdata_writer *w = start(fd);

	for (uint32_t step = 0, n = 0; step < 6; step++) {
		for (uint32_t k = 0; k < step % 3; k++)
			comm(w, n++);
		CHECK_I(pdata_writer_commit(w), 0);
	}
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	close(fd);
}

TEST(whoever_is_killed_in_a_system_call_leaves_a_file_with_its_features)
{
	char path[256];
	uint32_t records = 0, stops = 0;
	int status;

	snprintf(path, sizeof(path), "%s/killed.data", test_dir());
	pid_t pid = fork();

	CHECK(pid >= 0);
	if (!pid) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(77); /* a sandbox, or a machine that is emulated */
		raise(SIGSTOP);
		write_growing(path);
		_exit(0);
	}
	CHECK_I(waitpid(pid, &status, 0), pid);
	while (WIFSTOPPED(status)) {
		stops++;
		expect_some(path, &records);
		if (ptrace(PTRACE_SYSCALL, pid, NULL, NULL))
			break;
		CHECK_I(waitpid(pid, &status, 0), pid);
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
		return;
	CHECK_I(status, 0);
	CHECK(stops > 50);
	CHECK_U(records, 6);
}

TEST(the_first_records_tell_what_the_early_features_do_not)
{
	struct pdata_feature host = { .bit = PDATA_FEAT_HOSTNAME, .u.str = "target" },
			     zstd = { .bit = PDATA_FEAT_COMPRESSED };
	const struct pdata_attr attr = { .type = 1, .size = 128, .sample_type = PDATA_SAMPLE_IP };
	struct pdata_writer *w;
	struct pdata_reader *r;
	char path[256];

	snprintf(path, sizeof(path), "%s/told.data", test_dir());
	FILE *file = fopen(path, "w+");

	CHECK_I(pdata_writer_open_fd(&w, fileno(file), NULL), 0);
	CHECK_I(pdata_writer_event(w, &attr, "e", NULL, 0), 0);
	CHECK_I(pdata_writer_feature(w, &zstd), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	CHECK_I(pdata_writer_header_feature(w, &host), 0);
	comm(w, 1);
	CHECK_I(pdata_writer_commit(w), 0);
	CHECK_I(pdata_reader_open(&r, path, NULL, NULL), 0);
	CHECK(feature(r, PDATA_FEAT_COMPRESSED));
	CHECK(feature(r, PDATA_FEAT_HOSTNAME));
	CHECK_S(feature(r, PDATA_FEAT_HOSTNAME)->u.str, "target");
	pdata_reader_close(r);
	pdata_writer_close(w);
	fclose(file);
}
