/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Heads of samples that a pass over the file keeps for a later one, in a tenth of their records'
 * bytes: what is compressed or long need not be read twice. Where records are short, and where
 * heads would take much memory, they are not kept.
 */

#include <pdata/pdata.h>

#include <stdbool.h>

struct sample_cache_block;

struct sample_cache {
	struct sample_cache_block **blocks;
	uint32_t nr, cap;
	uint64_t nr_heads;		   /* that were added */
	uint64_t bytes;			   /* of their records */
	uint64_t lost_samples;		   /* sum over LOST_SAMPLES records */
	bool compressed;		   /* to read the records again is dear */
	bool dropped;			   /* they were not worth it, or not all could be kept */
	struct pdata_sample_head last;	   /* added */
	const struct pdata_event **events; /* by index */
	uint32_t nr_events;
};

struct sample_cache *sample_cache_new(void);
void sample_cache_free(struct sample_cache *k);

/* Keep the heads of these samples, which are the next; their records have so many bytes. */
void sample_cache_add(struct sample_cache *k, const struct pdata_sample_head *s, uint32_t nr,
		      uint64_t bytes);

/* Keep what a record says that is not in a batch: SAMPLE, LOST_SAMPLES. */
void sample_cache_add_record(struct sample_cache *k, const struct pdata_record *rec);

void sample_cache_drop(struct sample_cache *k);

/* Where a block is read; filled by sample_cache_begin(). Several may be read at a time. */
struct sample_cache_reader {
	const uint8_t *at;
	uint32_t left;
	struct pdata_sample_head last;
	const struct pdata_event *const *events;
};

/* Block @i of @k->nr, in the order of the file. */
void sample_cache_begin(const struct sample_cache *k, uint32_t i, struct sample_cache_reader *r);

/* The next ones of the block. Return: how many, 0 at its end. */
uint32_t sample_cache_next(struct sample_cache_reader *r, struct pdata_sample_head *s,
			   uint32_t max);

/*
 * A sample without one of these that its event has is none; without others it is a sample that was
 * cut.
 */
#define SAMPLE_CACHE_FIELDS                                                                        \
	(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_PERIOD |            \
	 PDATA_SAMPLE_ID | PDATA_SAMPLE_IDENTIFIER)

/*
 * The fields @want, SAMPLE_CACHE_FIELDS among them, of a SAMPLE with an event. Return: false when
 * it is none.
 */
bool sample_cache_decode(const struct pdata_record *rec, uint64_t want, struct pdata_sample *s);

/* The head of what sample_cache_decode() gave. */
struct pdata_sample_head sample_cache_make_head(const struct pdata_record *rec,
						const struct pdata_sample *s);
