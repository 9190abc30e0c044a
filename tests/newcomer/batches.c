/* SPDX-License-Identifier: BSD-2-Clause */
/* batches FILE - samples and the sum of their addresses, counted by four threads that share batches */
#include <pdata/pdata.h>

#include <pthread.h>
#include <stdio.h>

#define THREADS 4
#define QUEUE 16

/*
 * The reading thread holds batches, passes them to the other threads, gets them back and releases
 * them.
 */
struct queue {
	struct pdata_batch batch[QUEUE];
	unsigned first, nr;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct queue todo, done;
static int at_end;
static uint64_t samples, sum;

static void put(struct queue *q, const struct pdata_batch *b)
{
	q->batch[(q->first + q->nr++) % QUEUE] = *b;
	pthread_cond_broadcast(&changed);
}

static struct pdata_batch get(struct queue *q)
{
	struct pdata_batch b = q->batch[q->first++ % QUEUE];

	q->nr--;
	return b;
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	while (1) {
		uint64_t nr = 0, ips = 0;
		struct pdata_batch b, left;
		struct pdata_record rec;
		struct pdata_sample s;

		while (!todo.nr && !at_end)
			pthread_cond_wait(&changed, &lock);
		if (!todo.nr)
			break;
		b = left = get(&todo);
		pthread_mutex_unlock(&lock);
		while (pdata_batch_next(&left, &rec)) {
			nr++;
			if (!pdata_sample_decode(&rec, PDATA_SAMPLE_IP, &s, NULL) &&
			    s.have & PDATA_SAMPLE_IP)
				ips += s.ip;
		}
		pthread_mutex_lock(&lock);
		samples += nr;
		sum += ips;
		put(&done, &b);
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

/* Release the batches that threads have finished; the lock is held. */
static unsigned release(struct pdata_reader *r)
{
	unsigned n = 0;

	for (; done.nr; n++) {
		struct pdata_batch b = get(&done);

		pdata_batch_release(r, &b);
	}
	return n;
}

int main(int argc, char **argv)
{
	pthread_t thread[THREADS];
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_batch b;
	unsigned held = 0;
	int got;

	if (argc != 2 || pdata_reader_open(&r, argv[1], NULL, NULL))
		return 1;
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, work, NULL))
			return 1;
	while ((got = pdata_reader_next_batch(r, &rec, &b)) > 0) {
		if (got == 1) { /* one record, also a SAMPLE that is in no batch */
			struct pdata_sample s;

			if (rec.type != PDATA_RECORD_SAMPLE)
				continue;
			pthread_mutex_lock(&lock);
			samples++;
			if (!pdata_sample_decode(&rec, PDATA_SAMPLE_IP, &s, NULL) &&
			    s.have & PDATA_SAMPLE_IP)
				sum += s.ip;
			pthread_mutex_unlock(&lock);
			continue;
		}
		pdata_batch_hold(&b);
		pthread_mutex_lock(&lock);
		held -= release(r);
		while (held == QUEUE) {
			pthread_cond_wait(&changed, &lock);
			held -= release(r);
		}
		put(&todo, &b);
		held++;
		pthread_mutex_unlock(&lock);
	}
	pthread_mutex_lock(&lock);
	at_end = 1;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	release(r);
	pdata_reader_close(r);
	printf("%llu samples, sum of addresses %llx\n", (unsigned long long)samples,
	       (unsigned long long)sum);
	return got < 0;
}
