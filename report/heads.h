/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_HEADS_H
#define REP_HEADS_H

/*
 * Heads of samples that a pass over the file keeps for a later one, in a tenth of their records' bytes:
 * what is compressed or long need not be read twice. Where records are short, and where heads would take
 * much memory, they are not kept.
 */

#include <pdata/pdata.h>

#include <stdbool.h>

struct heads_block;
struct heads_thread;

struct heads {
	struct heads_block **blocks;
	uint32_t nr, cap;
	uint64_t nr_heads;		   /* that were added */
	uint64_t look;			   /* at so many: whether they are worth it */
	uint64_t bytes;			   /* of their records */
	uint64_t lost_samples;		   /* sum over LOST_SAMPLES records */
	bool compressed;		   /* to read the records again is dear */
	bool dropped;			   /* they were not worth it, or not all could be kept */
	struct pdata_sample_head last;	   /* added */
	const struct pdata_event **events; /* by index */
	uint32_t nr_events;
	struct pdata_sample_head room[32]; /* without a thread */
	struct heads_thread *thread;	   /* that puts them down, or NULL */
	bool alone;			   /* there is to be none */
};

/* @alone: no other thread is to be started. */
struct heads *heads_new(bool alone);
void heads_free(struct heads *k);

/*
 * Where the heads of the samples that are next are to be put, up to @nr of them, which is at least 1. Those that
 * are there heads_add() keeps; their records have so many bytes.
 */
struct pdata_sample_head *heads_room(struct heads *k, uint32_t *nr);
void heads_add(struct heads *k, uint32_t nr, uint64_t bytes);

/* After the last of them. */
void heads_end(struct heads *k);

/* What heads_add() does with them, in some thread. Return: false when they cannot be kept. */
bool heads_put(struct heads *k, const struct pdata_sample_head *s, uint32_t nr);

/* Keep what a record says that is not in a batch: SAMPLE, LOST_SAMPLES. */
void heads_record(struct heads *k, const struct pdata_record *rec);

void heads_drop(struct heads *k);

/* Where a block is read; filled by heads_begin(). Several may be read at a time. */
struct heads_reader {
	const uint8_t *at;
	uint32_t left;
	struct pdata_sample_head last;
	const struct pdata_event *const *events;
};

/* Block @i of @k->nr, in the order of the file. */
void heads_begin(const struct heads *k, uint32_t i, struct heads_reader *r);

/* The next ones of the block. Return: how many, 0 at its end. */
uint32_t heads_next(struct heads_reader *r, struct pdata_sample_head *s, uint32_t max);

/* A sample without one of these that its event has is none; without others it is a sample that was cut. */
#define HEADS_NEED                                                                                 \
	(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_PERIOD |            \
	 PDATA_SAMPLE_ID | PDATA_SAMPLE_IDENTIFIER)

/* The fields @want, HEADS_NEED among them, of a SAMPLE with an event. Return: false when it is none. */
bool heads_decode(const struct pdata_record *rec, uint64_t want, struct pdata_sample *s);

/* The head of what heads_decode() gave. */
struct pdata_sample_head heads_from(const struct pdata_record *rec, const struct pdata_sample *s);

#endif
