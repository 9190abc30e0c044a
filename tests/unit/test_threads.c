/* SPDX-License-Identifier: BSD-2-Clause */
/* What the headers let several threads do at once: a reader each; batches of one reader; questions to sealed tasks. */
#include "t_file.h"
#include "t_values.h"
#include "test.h"

#include <pdata/tasks.h>

#include <pthread.h>

#define THREADS 4u
#define SAMPLES 20000u
#define BATCHES_MAX 256u

struct work {
	const struct t_file *f;
	const struct pdata_tasks *tasks;
	struct pdata_batch *b; /* every THREADS-th is this one's */
	unsigned nr, first;
	uint64_t samples, sum, found;
	pthread_t thread;
};

static void make_file(struct t_file *f, struct t_event *ev, int swap)
{
	struct pdata_value map = { .u.mmap2 = { .addr = 0, .len = 1 << 20, .filename = "/bin/x" } };

	*ev = (struct t_event){ t_attr(PDATA_SAMPLE_IDENTIFIER | PDATA_SAMPLE_IP |
				       PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME),
				{ 11 },
				1 };
	t_file_begin(f, ev, 1, swap, 0);
	t_record(f, PDATA_RECORD_MMAP2, PDATA_CPUMODE_USER, &map, ev);
	for (unsigned i = 0; i < SAMPLES; i++)
		t_sample_of(f, ev, 1 + i % 1000, 500 + i);
	t_file_data_end(f);
}

static uint64_t sum_wanted(void)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < SAMPLES; i++)
		sum += 1 + i % 1000;
	return sum;
}

static void add_sample(struct work *w, const struct pdata_record *rec)
{
	struct pdata_thread_at who;
	struct pdata_sample s;

	if (rec->type != PDATA_RECORD_SAMPLE || pdata_sample_decode(rec, ~0ull, &s, NULL))
		return;
	w->samples++;
	w->sum += s.ip;
	if (!w->tasks)
		return;
	pdata_tasks_at(w->tasks, s.pid, s.tid, s.time, rec->seq, &who);
	w->found += who.maps != NULL;
}

/* A reader and tasks of its own. */
static void *read_alone(void *arg)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .order = PDATA_ORDER_TIME };
	struct pdata_tasks *tasks = NULL;
	struct pdata_reader *r = NULL;
	struct work *w = arg;
	struct pdata_record rec;

	if (!pdata_reader_open_mem(&r, w->f->bytes, w->f->len, &o, NULL) &&
	    !pdata_tasks_new(&tasks)) {
		while (pdata_reader_next(r, &rec) == 1) {
			pdata_tasks_add(tasks, &rec, NULL);
			add_sample(w, &rec);
		}
		w->found = !pdata_tasks_seal(tasks);
	}
	pdata_tasks_free(tasks);
	pdata_reader_close(r);
	return NULL;
}

static void *read_batches(void *arg)
{
	struct work *w = arg;
	struct pdata_record rec;

	for (unsigned i = w->first; i < w->nr; i += THREADS)
		while (pdata_batch_next(&w->b[i], &rec))
			add_sample(w, &rec);
	return NULL;
}

static void run_all(struct work *w, void *(*fn)(void *))
{
	for (unsigned i = 0; i < THREADS; i++)
		CHECK_I(pthread_create(&w[i].thread, NULL, fn, &w[i]), 0);
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(w[i].thread, NULL);
}

TEST(readers_in_threads_of_their_own_read_the_same)
{
	struct work w[THREADS] = { 0 };
	struct t_event ev;
	struct t_file f;

	for (int swap = 0; swap <= 1; swap++) {
		make_file(&f, &ev, swap);
		for (unsigned i = 0; i < THREADS; i++)
			w[i] = (struct work){ .f = &f };
		run_all(w, read_alone);
		for (unsigned i = 0; i < THREADS; i++) {
			CHECK_U(w[i].samples, SAMPLES);
			CHECK_U(w[i].sum, sum_wanted());
			CHECK_U(w[i].found, 1);
		}
		t_file_free(&f);
	}
}

/* A sample between two windows comes alone, to @alone. Return: how many batches @r gave, which are held. */
static unsigned hold_batches(struct pdata_reader *r, struct pdata_tasks *tasks,
			     struct pdata_batch *b, struct work *alone)
{
	struct pdata_record rec;
	unsigned nr = 0;
	int rc;

	while ((rc = pdata_reader_next_batch(r, &rec, &b[nr])) > 0) {
		struct pdata_batch copy = b[nr];

		if (rc == 1) {
			CHECK_I(pdata_tasks_add(tasks, &rec, NULL), 0);
			add_sample(alone, &rec);
			continue;
		}
		CHECK_I(pdata_tasks_add_batch(tasks, &copy), 0);
		pdata_batch_hold(&b[nr++]);
		CHECK(nr < BATCHES_MAX);
	}
	CHECK_I(rc, 0);
	return nr;
}

TEST(batches_and_sealed_tasks_are_shared_by_threads)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .window = 65536 };
	static struct pdata_batch b[BATCHES_MAX];
	struct work w[THREADS], alone = { 0 };
	uint64_t samples, sum;
	struct pdata_tasks *tasks;
	struct pdata_reader *r;
	struct t_event ev;
	struct t_file f;
	unsigned nr;

	make_file(&f, &ev, 0);
	CHECK_I(pdata_tasks_new(&tasks), 0);
	CHECK_I(pdata_reader_open_mem(&r, f.bytes, f.len, &o, NULL), 0);
	nr = hold_batches(r, tasks, b, &alone);
	CHECK(nr >= 1);
	CHECK_I(pdata_tasks_seal(tasks), 0);
	for (unsigned i = 0; i < THREADS; i++)
		w[i] = (struct work){ .tasks = tasks, .b = b, .nr = nr, .first = i };
	run_all(w, read_batches);
	samples = alone.samples;
	sum = alone.sum;
	for (unsigned i = 0; i < THREADS; i++) {
		samples += w[i].samples;
		sum += w[i].sum;
		CHECK_U(w[i].found, w[i].samples);
	}
	CHECK_U(samples, SAMPLES);
	CHECK_U(sum, sum_wanted());
	for (unsigned i = 0; i < nr; i++)
		pdata_batch_release(r, &b[i]);
	pdata_reader_close(r);
	pdata_tasks_free(tasks);
	t_file_free(&f);
}
