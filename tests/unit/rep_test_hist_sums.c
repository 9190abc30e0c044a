/* SPDX-License-Identifier: BSD-2-Clause */
/* What the sample pass keeps of samples. */
#include "profile/hist/hists.h"
#include "session/session.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define PROCESSES 50u
#define ADDRESSES 8u

static const struct pdata_attr attr = {
	.type = PDATA_TYPE_SOFTWARE,
	.size = PDATA_ATTR_SIZE_VER7,
	.sample_period = 3,
	.sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME,
	.flags = 1ull << PDATA_ATTR_SAMPLE_ID_ALL,
};

/* A process with one program, mapped where no other has it, but for a page in the middle. */
static void write_process(struct pdata_writer *w, uint32_t pid, uint64_t start)
{
	const struct pdata_sample_id id = { .pid = pid, .tid = pid, .time = pid };
	struct pdata_value v = { .id = id };

	v.u.comm.pid = v.u.comm.tid = pid;
	v.u.comm.comm = "many";
	CHECK_I(pdata_writer_record(w, PDATA_RECORD_COMM, 0, &v, 0), 0);
	v = (struct pdata_value){ .id = id };
	v.u.mmap = (struct pdata_mmap){ .pid = pid,
					.tid = pid,
					.addr = start,
					.len = 0x10000,
					.pgoff = 0x2000,
					.filename = "/usr/bin/many" };
	CHECK_I(pdata_writer_record(w, PDATA_RECORD_MMAP, PDATA_CPUMODE_USER, &v, 0), 0);
	v.u.mmap = (struct pdata_mmap){ .pid = pid,
					.tid = pid,
					.addr = start + 0x4000,
					.len = 0x1000,
					.filename = "/usr/lib/patch.so" };
	CHECK_I(pdata_writer_record(w, PDATA_RECORD_MMAP, PDATA_CPUMODE_USER, &v, 0), 0);
}

static void write_sample(struct pdata_writer *w, uint32_t pid, uint64_t ip, unsigned mode)
{
	const struct pdata_sample s = { .ip = ip, .pid = pid, .tid = pid, .time = 1000 + pid };
	uint8_t buf[64];
	int n = pdata_sample_encode(mode, &s, &attr, 0, buf, sizeof(buf));

	CHECK(n > 0);
	CHECK_I(pdata_writer_raw(w, buf, (size_t)n), 0);
}

/* Begin a recording with one event. */
static struct pdata_writer *begin_recording(char *path, size_t size, int *fd)
{
	const uint64_t id = 1;
	struct pdata_writer *w;

	snprintf(path, size, "%s/perf.data", test_dir());
	*fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	CHECK(*fd >= 0);
	CHECK_I(pdata_writer_open_fd(&w, *fd, NULL), 0);
	CHECK_I(pdata_writer_event(w, &attr, "cpu-clock", &id, 1), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	return w;
}

static struct pdata_reader *finish_recording(struct pdata_writer *w, int fd, const char *path)
{
	struct pdata_reader *r;

	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	close(fd);
	CHECK_I(pdata_reader_open(&r, path, NULL, NULL), 0);
	return r;
}

/* Later processes come first, so that the earliest sample of a sum is not the first of the file. */
static struct pdata_reader *make_reader(uint32_t rounds)
{
	char path[4200];
	int fd;
	struct pdata_writer *w = begin_recording(path, sizeof(path), &fd);

	for (uint32_t i = 0; i < rounds * PROCESSES; i++) {
		const uint32_t pid = PROCESSES - i % PROCESSES;
		const uint64_t start = 0x400000 + pid * 0x100000ull;

		if (i < PROCESSES)
			write_process(w, pid, start);
		for (uint64_t k = 0; k < ADDRESSES; k++) {
			write_sample(w, pid, start + k * 0x1000 + 8, PDATA_CPUMODE_USER);
			write_sample(w, pid, 0xffffffff81000000ull + k, PDATA_CPUMODE_KERNEL);
		}
	}
	return finish_recording(w, fd, path);
}

static struct hists *gather(struct pdata_reader *r, struct pdata_tasks *t, bool in_objects,
			    bool by_comm)
{
	const struct hists_opts o = { .in_objects = in_objects, .by_comm = by_comm };
	struct hists *h = hists_new(&o, r, t);
	struct pdata_record rec;

	CHECK_I(pdata_reader_rewind(r), 0);
	while (pdata_reader_next(r, &rec) > 0)
		hists_add_record(h, &rec);
	hists_finish(h);
	return h;
}

static struct pdata_tasks *make_tasks(struct pdata_reader *r)
{
	struct pdata_tasks *t;
	struct pdata_record rec;

	CHECK_I(pdata_tasks_new(&t), 0);
	while (pdata_reader_next(r, &rec) > 0)
		CHECK_I(pdata_tasks_add(t, &rec, NULL), 0);
	CHECK_I(pdata_tasks_seal(t), 0);
	return t;
}

/* Each address of the program, and of what lies over a page of it, from all processes. */
static void check_alike(const struct hists *h, const struct pdata_tasks *t)
{
	CHECK_U(h->nr_entries, 2 * ADDRESSES);
	for (uint32_t i = 0; i < h->nr_entries; i++) {
		const struct hist_entry *s = &h->entries[i];
		const struct hist_entry_first *f = &h->firsts[i];
		const char *name;

		CHECK_U(s->nr, PROCESSES);
		CHECK_U(s->period, 3 * PROCESSES);
		CHECK_U(s->first_time, 1001);
		CHECK_U(h->whos[f->who].pid, 1);
		CHECK_S(h->whos[s->who].comm, "many");
		CHECK_U(!s->object, hist_entry_cpumode(s) == PDATA_CPUMODE_KERNEL);
		if (!s->object)
			continue;
		name = pdata_tasks_object(t, s->object - 1)->name;
		CHECK_S(name, s->ip == 8 ? "/usr/lib/patch.so" : "/usr/bin/many");
		CHECK_U(f->map->start, 0x500000 + (s->ip == 8 ? 0x4000 : 0));
	}
}

/* Sum the samples of a share of the threads; each seventh sample only without shares. */
static struct hists *gather_share(struct pdata_reader *r, struct pdata_tasks *t, bool in_objects,
				  const uint8_t *share_of, uint8_t share)
{
	const struct hists_opts o = { .in_objects = in_objects,
				      .share_of = share_of,
				      .share = share };
	struct hists *h = hists_new(&o, r, t);
	struct pdata_record rec;
	uint32_t nr = 0;

	CHECK_I(pdata_reader_rewind(r), 0);
	while (pdata_reader_next(r, &rec) > 0)
		if (rec.type != PDATA_RECORD_SAMPLE || !(nr++ % 7) == !share_of)
			hists_add_record(h, &rec);
	hists_finish(h);
	return h;
}

static void check_join(bool in_objects)
{
	struct pdata_reader *r = make_reader(3);
	struct pdata_tasks *t = make_tasks(r);
	struct hists *h = gather(r, t, in_objects, false), *parts[3], *joined;
	uint8_t share_of[SESSION_THREAD_BUCKETS];

	for (uint32_t i = 0; i < SESSION_THREAD_BUCKETS; i++)
		share_of[i] = i % 2;
	parts[0] = gather_share(r, t, in_objects, NULL, 0);
	parts[1] = gather_share(r, t, in_objects, share_of, 0);
	parts[2] = gather_share(r, t, in_objects, share_of, 1);
	CHECK(parts[0]->nr_entries && parts[1]->nr_entries && parts[2]->nr_entries);
	joined = hists_new(&h->opts, r, t);
	hists_join(joined, parts, 3);
	CHECK_I(hists_err(joined), 0);
	CHECK_U(joined->nr_entries, h->nr_entries);
	for (uint32_t i = 0; i < h->nr_entries; i++) {
		const struct hist_entry *a = &h->entries[i], *b = &joined->entries[i];

		CHECK_U(b->ip, a->ip);
		CHECK_U(b->seq, a->seq);
		CHECK_U(b->nr, a->nr);
		CHECK_U(b->period, a->period);
		CHECK_U(b->first_time, a->first_time);
		CHECK_U(b->first_seq, a->first_seq);
		CHECK_U(b->event_mode, a->event_mode);
		CHECK_U(b->object, a->object);
		CHECK_U(joined->whos[b->who].tid, h->whos[a->who].tid);
		CHECK(!a->object || joined->firsts[i].map == h->firsts[i].map);
		CHECK_U(in_objects ? joined->firsts[i].who : b->who, b->who);
	}
	hists_free(joined);
	hists_free(h);
	pdata_tasks_free(t);
	pdata_reader_close(r);
}

TEST(joined_hists_are_those_of_one_thread)
{
	check_join(false);
	check_join(true);
}

TEST(threads_have_entries_of_their_own_for_addresses_in_objects)
{
	struct pdata_reader *r = make_reader(1);
	struct pdata_tasks *t = make_tasks(r);
	struct hists *h = gather(r, t, true, false);
	uint32_t nr_in_objects = 0;

	CHECK_U(h->nr_entries, 2 * ADDRESSES * PROCESSES);
	for (uint32_t i = 0; i < h->nr_entries; i++) {
		const struct hist_entry *s = &h->entries[i];

		CHECK_U(h->firsts[i].who, s->who);
		if (!s->object)
			continue;
		nr_in_objects++;
		CHECK(s->ip < 0x100000);
		CHECK_U(h->whos[s->who].maps == h->whos[h->entries[0].who].maps,
			s->who == h->entries[0].who);
	}
	CHECK_U(nr_in_objects, ADDRESSES * PROCESSES);
	hists_free(h);
	pdata_tasks_free(t);
	pdata_reader_close(r);
}

TEST(processes_that_run_one_program_are_one_where_they_are_alike)
{
	struct pdata_reader *r = make_reader(1);
	struct pdata_tasks *t = make_tasks(r);
	struct hists *h = gather(r, t, true, true), *parts[2], *merged;

	check_alike(h, t);
	parts[0] = h;
	parts[1] = gather(r, t, true, true);
	merged = hists_new(&h->opts, r, t);
	hists_merge(merged, parts, 2);
	CHECK_U(merged->nr_entries, 2 * ADDRESSES);
	CHECK_U(merged->entries[0].nr, 2 * PROCESSES);
	CHECK_U(merged->whos[merged->firsts[0].who].pid, 1);
	hists_free(merged);
	h = gather(r, t, false, false);
	CHECK_U(h->nr_entries, 2 * ADDRESSES * PROCESSES);
	hists_free(h);
	pdata_tasks_free(t);
	pdata_reader_close(r);
}

static uint32_t join_space(struct hist_spaces *spaces, struct pdata_tasks *t, uint32_t pid,
			   uint32_t maps_of, uint32_t epoch)
{
	struct pdata_thread_at who;

	pdata_tasks_at(t, maps_of, maps_of, UINT64_MAX, UINT64_MAX, &who);
	CHECK(who.maps);
	CHECK_I(hist_spaces_join(spaces, pid, who.maps, &epoch), 0);
	return epoch;
}

TEST(address_spaces_of_a_process_with_equal_maps_have_one_number)
{
	struct hist_spaces of_pids = { 0 }, of_all = { 0 };
	char path[4200];
	int fd;
	struct pdata_writer *w = begin_recording(path, sizeof(path), &fd);
	struct pdata_reader *r;
	struct pdata_tasks *t;

	write_process(w, 1, 0x400000);
	write_process(w, 2, 0x400000);
	write_process(w, 3, 0x401000);
	r = finish_recording(w, fd, path);
	t = make_tasks(r);

	CHECK_U(join_space(&of_all, t, 0, 1, 4), 4);
	CHECK_U(join_space(&of_all, t, 0, 2, 6), 4);
	CHECK_U(join_space(&of_all, t, 0, 3, 8), 8);
	CHECK_U(join_space(&of_all, t, 0, 2, 6), 4);

	CHECK_U(join_space(&of_pids, t, 1, 1, 4), 4);
	CHECK_U(join_space(&of_pids, t, 2, 2, 6), 6);
	CHECK_U(join_space(&of_pids, t, 1, 2, 7), 4);
	CHECK_U(join_space(&of_pids, t, 1, 3, 9), 9);

	hist_spaces_free(&of_all);
	hist_spaces_free(&of_pids);
	pdata_tasks_free(t);
	pdata_reader_close(r);
}
