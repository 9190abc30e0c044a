/* SPDX-License-Identifier: BSD-2-Clause */
/* Every allocation fails once: no crash, no leak (with a sanitizer), and the failure is said. */

#define PD_FAULT
#include "base/alloc.h"
#include "t_file.h"
#include "t_values.h"
#include "test.h"

#include <pdata/deferred.h>
#include <pdata/tasks.h>
#include <pdata/text.h>
#include <pdata/trailer.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static int nomem; /* some call said so */

static int said(int ret)
{
	nomem |= ret == PDATA_E_NOMEM;
	return ret;
}

static void put_map(struct t_file *f, uint32_t pid, uint64_t time)
{
	struct pdata_value v = { .id = { .pid = pid, .tid = pid, .time = time, .id = 11 } };

	v.u.mmap2 = (struct pdata_mmap2){ .pid = pid,
					  .tid = pid,
					  .addr = 0x1000 * (pid % 7),
					  .len = 0x2000,
					  .prot = 5,
					  .ino = pid,
					  .filename = "/bin/a" };
	t_record(f, PDATA_RECORD_MMAP2, PDATA_CPUMODE_USER, &v, &t_two_events[0]);
}

static void put_tasks(struct t_file *f)
{
	struct pdata_value v = { .id = { .pid = 1, .tid = 1, .time = 3, .id = 11 } };
	char name[16];

	for (uint32_t i = 1; i <= 40; i++) {
		snprintf(name, sizeof(name), "task-%u", i);
		v.id.time = 10 * i;
		v.u.task = (struct pdata_task){ .pid = i, .ppid = i / 2, .tid = i, .ptid = i / 2 };
		t_record(f, PDATA_RECORD_FORK, 0, &v, &t_two_events[0]);
		v.u.comm = (struct pdata_comm){ i, i, name };
		t_record(f, PDATA_RECORD_COMM, 0, &v, &t_two_events[0]);
		put_map(f, i, 10 * i + 1);
		t_sample_of(f, &t_two_events[1], i, 1000 - i);
		v.u.callchain_deferred = (struct pdata_callchain_deferred){ .cookie = i };
		t_record(f, PDATA_RECORD_CALLCHAIN_DEFERRED, 0, &v, &t_two_events[0]);
		if (i % 16 == 0)
			t_raw(f, PDATA_RECORD_FINISHED_ROUND, NULL, 0);
	}
}

static void put_features(struct t_file *f)
{
	static struct pdata_feat_event ev[2];
	static struct pdata_feat_build_id ids[] = {
		{ PDATA_MISC_BUILD_ID_SIZE | PDATA_CPUMODE_USER, -1, 20, { 1 }, "/bin/a" }
	};
	struct pdata_feature feat[] = { { .bit = PDATA_FEAT_BUILD_ID, .u.build_ids = { 1, ids } },
					{ .bit = PDATA_FEAT_HOSTNAME, .u.str = "target" },
					{ .bit = PDATA_FEAT_EVENT_DESC,
					  .u.event_desc = { 2, 136, ev } } };
	struct t_section s[3];
	uint8_t *data[3];

	for (unsigned i = 0; i < 2; i++)
		ev[i] = (struct pdata_feat_event){ t_two_events[i].attr, 2, "event",
						   t_two_events[i].ids };
	for (unsigned i = 0; i < 3; i++) {
		int64_t n = pdata_feature_encode(&feat[i], 0, &data[i]);

		CHECK(n > 0);
		s[i] = (struct t_section){ feat[i].bit, data[i], (size_t)n };
	}
	if (f->pipe)
		for (unsigned i = 0; i < 3; i++) {
			size_t at = t_raw(f, PDATA_RECORD_HEADER_FEATURE, "", 0);

			t_put64(f, s[i].bit);
			t_put(f, s[i].data, s[i].len);
			t_set16(f, at + 6, (uint16_t)(16 + s[i].len));
		}
	else
		t_file_features(f, s, 3);
	for (unsigned i = 0; i < 3; i++)
		pdata_free(data[i]);
}

static void make(struct t_file *f, int pipe)
{
	t_file_begin(f, t_two_events, 2, 0, pipe);
	if (pipe)
		put_features(f);
	put_tasks(f);
	t_file_data_end(f);
	if (!pipe)
		put_features(f);
}

static void ask(const struct pdata_tasks *t)
{
	struct pdata_thread_at at;

	for (uint32_t i = 0; i < 45; i++) {
		pdata_tasks_at(t, i, i, 500, 0, &at);
		(void)pdata_mapset_find(at.maps, 0x1800);
	}
}

static void read_features(struct pdata_reader *r, struct pdata_tasks *t)
{
	const struct pdata_feature *f;

	for (uint32_t bit = 0; bit < PDATA_NR_FEATURES; bit++)
		if (!said(pdata_reader_feature(r, bit, &f, NULL)) && bit == PDATA_FEAT_BUILD_ID)
			said(pdata_tasks_build_id(t, f->u.build_ids.ids[0].filename,
						  PDATA_CPUMODE_USER,
						  f->u.build_ids.ids[0].build_id, 20));
}

static void everything(const struct t_file *f)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .order = PDATA_ORDER_TIME };
	struct pdata_deferred *d = NULL;
	struct pdata_tasks *t = NULL;
	struct pdata_reader *r = NULL;
	struct pdata_record rec;
	struct pdata_error err = { 0 };

	if (!said(pdata_reader_open_mem(&r, f->bytes, f->len, &o, &err)) &&
	    !said(pdata_tasks_new(&t)) && !said(pdata_deferred_new(&d))) {
		while (said(pdata_reader_next(r, &rec)) == 1) {
			said(pdata_tasks_add(t, &rec, &err));
			said(pdata_deferred_add(d, &rec));
		}
		CHECK(!pdata_reader_error(r)->code || pdata_reader_error(r)->code == PDATA_E_NOMEM);
		read_features(r, t);
		if (!said(pdata_tasks_seal(t)))
			ask(t);
	}
	pdata_deferred_free(d);
	pdata_tasks_free(t);
	pdata_reader_close(r);
}

static void each_allocation_fails(int pipe, int wrapped)
{
	struct t_file f;
	long n;

	make(&f, pipe);
	if (wrapped)
		t_file_gzip(&f);
	for (n = 0;; n++) {
		nomem = 0;
		pd_alloc_fail_after = n;
		everything(&f);
		if (pd_alloc_fail_after >= 0)
			break; /* there were no more */
		if (!nomem)
			test_fail(__FILE__, __LINE__, "nobody said that allocation %ld failed", n);
	}
	pd_alloc_fail_after = -1;
	CHECK(!nomem);
	CHECK(n > 50);
	t_file_free(&f);
}

TEST(every_allocation_of_reading_a_file_may_fail)
{
	each_allocation_fails(0, 0);
}

TEST(every_allocation_of_reading_a_pipe_may_fail)
{
	each_allocation_fails(1, 0);
}

TEST(every_allocation_of_reading_a_compressed_file_may_fail)
{
#ifdef HAVE_ZLIB
	each_allocation_fails(0, 1);
#endif
}

static int write_file(int fd, uint32_t container)
{
	const struct pdata_writer_opts o = { .size = sizeof(o), .container = container };
	struct pdata_feature feat = { .bit = PDATA_FEAT_HOSTNAME, .u.str = "target" };
	struct pdata_value v = { .u.comm = { 1, 2, "name" } };
	struct pdata_writer *w = NULL;
	int ret = pdata_writer_open_fd(&w, fd, &o);

	for (unsigned i = 0; !ret && i < 20; i++)
		ret = pdata_writer_event(w, &t_two_events[0].attr, "event", t_two_events[0].ids, 2);
	if (!ret)
		ret = pdata_writer_begin(w);
	if (!ret && container == PDATA_CONTAINER_PIPE)
		ret = pdata_writer_header_feature(w, &feat);
	if (!ret)
		ret = pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, 0);
	if (!ret && container == PDATA_CONTAINER_FILE)
		ret = pdata_writer_feature(w, &feat);
	if (!ret)
		ret = pdata_writer_finish(w);
	pdata_writer_close(w);
	return ret;
}

TEST(every_allocation_of_writing_may_fail)
{
	for (uint32_t container = PDATA_CONTAINER_FILE; container <= PDATA_CONTAINER_PIPE;
	     container++)
		for (long n = 0, more = 1; more; n++) {
			int fd = memfd_create("written", MFD_CLOEXEC), ret;

			CHECK(fd >= 0);
			pd_alloc_fail_after = n;
			ret = write_file(fd, container);
			more = pd_alloc_fail_after < 0;
			pd_alloc_fail_after = -1;
			CHECK_I(ret, more ? PDATA_E_NOMEM : 0);
			CHECK(more || n > 5);
			close(fd);
		}
}

static int drop(void *ctx, const char *text, size_t len)
{
	(void)ctx, (void)text, (void)len;
	return 0;
}

/* What dump cannot hold it must not leave out without a word. */
static void dumping_fails(int pipe, uint32_t json)
{
	const struct pdata_dump_opts o = { .size = sizeof(o), .json = json };
	struct t_file f;
	int fd = memfd_create("dumped", MFD_CLOEXEC), ret;
	long n, more = 1;

	make(&f, pipe);
	CHECK(fd >= 0 && write(fd, f.bytes, f.len) == (ssize_t)f.len);
	for (n = 0; more; n++) {
		CHECK_I(lseek(fd, 0, SEEK_SET), 0);
		pd_alloc_fail_after = n;
		ret = pdata_dump(NULL, fd, &o, drop, NULL, NULL, NULL);
		more = pd_alloc_fail_after < 0;
		pd_alloc_fail_after = -1;
		if (ret != (more ? PDATA_E_NOMEM : 0))
			test_fail(__FILE__, __LINE__, "allocation %ld failed, and dump returned %d",
				  n, ret);
	}
	CHECK(n > 50);
	close(fd);
	t_file_free(&f);
}

TEST(every_allocation_of_dumping_may_fail)
{
	dumping_fails(0, 0);
	dumping_fails(1, 0);
}

TEST(every_allocation_of_dumping_as_json_may_fail)
{
	dumping_fails(0, 1);
}

static void put_file(const char *dir, const char *name, const void *data, size_t len)
{
	char path[4200];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "wb");
	CHECK(f && fwrite(data, 1, len, f) == len && !fclose(f));
}

TEST(every_allocation_of_reading_a_directory_may_fail)
{
	struct t_file f, bare = { .ev = t_two_events, .nr_ev = 2 };
	long n, more = 1;

	make(&f, 0);
	t_sample_of(&bare, &t_two_events[0], 1, 1);
	put_file(test_dir(), "data", f.bytes, f.len);
	put_file(test_dir(), "data.0", bare.bytes, bare.len);
	put_file(test_dir(), "data.1", bare.bytes, bare.len);
	for (n = 0; more; n++) {
		struct pdata_reader *r = NULL;
		struct pdata_record rec;
		int ret;

		pd_alloc_fail_after = n;
		ret = pdata_reader_open(&r, test_dir(), NULL, NULL);
		while (!ret && (ret = pdata_reader_next(r, &rec)) == 1)
			ret = 0;
		more = pd_alloc_fail_after < 0;
		pd_alloc_fail_after = -1;
		pdata_reader_close(r);
		CHECK_I(ret, more ? PDATA_E_NOMEM : 0);
	}
	CHECK(n > 10);
	t_file_free(&f);
	t_file_free(&bare);
}

#ifdef HAVE_XXHASH
/* Append a trailer that has a wrong checksum of the header. */
static void put_wrong_sum(struct t_file *f)
{
	struct pdata_region_sum sum = { .len = PDATA_HEADER_SIZE, .xxh3 = 1 };
	const struct pdata_feature sums = { .bit = PDATA_BLOCK_SUMS, .u.sums = { 1, 0, &sum } };
	struct pdata_block_in b = { .type = PDATA_BLOCK_SUMS };
	uint8_t *payload, *bytes;
	int64_t n = pdata_feature_encode(&sums, 0, &payload);

	CHECK(n > 0);
	b.data = payload;
	b.len = (uint64_t)n;
	n = pdata_trailer_build(&b, 1, f->len, 0, &bytes);
	CHECK(n > 0);
	t_put(f, bytes, (size_t)n);
	pdata_free(payload);
	pdata_free(bytes);
}
#endif

TEST(without_memory_no_checksum_is_taken_for_right)
{
#ifdef HAVE_XXHASH
	struct t_file f;
	bool more = true;
	long n;

	t_file_begin(&f, t_two_events, 2, 0, 0);
	t_sample_of(&f, &t_two_events[0], 1, 1);
	t_file_data_end(&f);
	put_wrong_sum(&f);
	for (n = 0; more; n++) {
		struct pdata_reader *r;
		int ret;

		pd_alloc_fail_after = n;
		ret = pdata_reader_open_mem(&r, f.bytes, f.len, NULL, NULL);
		more = pd_alloc_fail_after < 0;
		pd_alloc_fail_after = -1;
		if (ret)
			CHECK_I(ret, PDATA_E_NOMEM);
		else
			CHECK_I(pdata_reader_damage(r)->first.code, PDATA_E_CHECKSUM);
		pdata_reader_close(r);
	}
	CHECK(n > 5);
	t_file_free(&f);
#endif
}
