/* SPDX-License-Identifier: BSD-2-Clause */
#include "heads_thread.h"

#include "rep.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define NR_PARCELS 4u
#define PARCEL_HEADS 2048u /* few are handed over too often, many do not stay in a cache */

struct parcel {
	struct pdata_sample_head heads[PARCEL_HEADS];
	uint32_t nr;
};

struct heads_thread {
	struct heads *k;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t more, room;
	uint32_t nr_full; /* parcels from next on that wait */
	uint32_t next;
	uint32_t filling; /* the one behind them; of the thread that fills it */
	bool end;
	bool full; /* not all could be kept */
	struct parcel parcels[NR_PARCELS];
};

static void *work(void *arg)
{
	struct heads_thread *t = arg;

	pthread_mutex_lock(&t->lock);
	while (t->nr_full || !t->end) {
		struct parcel *p = &t->parcels[t->next];
		bool kept;

		if (!t->nr_full) {
			pthread_cond_wait(&t->more, &t->lock);
			continue;
		}
		pthread_mutex_unlock(&t->lock);
		kept = heads_put(t->k, p->heads, p->nr);
		p->nr = 0;
		pthread_mutex_lock(&t->lock);
		t->full |= !kept;
		t->next = (t->next + 1) % NR_PARCELS;
		t->nr_full--;
		pthread_cond_signal(&t->room);
	}
	pthread_mutex_unlock(&t->lock);
	return NULL;
}

static void free_thread(struct heads_thread *t)
{
	pthread_mutex_destroy(&t->lock);
	pthread_cond_destroy(&t->more);
	pthread_cond_destroy(&t->room);
	free(t);
}

struct heads_thread *heads_thread_new(struct heads *k)
{
	struct heads_thread *t;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		return NULL;
	t = rep_alloc(1, sizeof(*t));
	t->k = k;
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->more, NULL);
	pthread_cond_init(&t->room, NULL);
	if (!pthread_create(&t->thread, NULL, work, t))
		return t;
	free_thread(t);
	return NULL;
}

/* The parcel that is being filled is full: hand it over, and wait for room for another. */
static bool hand_over(struct heads_thread *t)
{
	bool full;

	pthread_mutex_lock(&t->lock);
	t->nr_full++;
	pthread_cond_signal(&t->more);
	t->filling = (t->filling + 1) % NR_PARCELS;
	while (t->nr_full == NR_PARCELS)
		pthread_cond_wait(&t->room, &t->lock);
	full = t->full;
	pthread_mutex_unlock(&t->lock);
	return !full;
}

struct pdata_sample_head *heads_thread_room(struct heads_thread *t, uint32_t *nr)
{
	struct parcel *p = &t->parcels[t->filling];

	*nr = PARCEL_HEADS - p->nr;
	return p->heads + p->nr;
}

bool heads_thread_add(struct heads_thread *t, uint32_t nr)
{
	struct parcel *p = &t->parcels[t->filling];

	p->nr += nr;
	return p->nr < PARCEL_HEADS || hand_over(t);
}

bool heads_thread_end(struct heads_thread *t)
{
	bool full;

	if (t->parcels[t->filling].nr)
		hand_over(t);
	pthread_mutex_lock(&t->lock);
	t->end = true;
	pthread_cond_signal(&t->more);
	pthread_mutex_unlock(&t->lock);
	pthread_join(t->thread, NULL);
	full = t->full;
	free_thread(t);
	return !full;
}
