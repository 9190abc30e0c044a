/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_HEADS_THREAD_H
#define REP_HEADS_THREAD_H

/* Heads of samples are put down in a thread of its own, while more are read. */

#include "heads.h"

struct heads_thread;

/* Return: NULL where there can be none. Until it has ended nothing but heads_put() looks at what is kept. */
struct heads_thread *heads_thread_new(struct heads *k);

/* As heads_room(). */
struct pdata_sample_head *heads_thread_room(struct heads_thread *t, uint32_t *nr);

/* Let it put down what is there. Return: false when it cannot keep more. */
bool heads_thread_add(struct heads_thread *t, uint32_t nr);

/* Wait until all is put down. Return: as above. */
bool heads_thread_end(struct heads_thread *t);

#endif
