/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A compact copy of the fixed fields (heads) of samples, made in the side-band pass, so that the
 * sample pass need not read compressed or long records again. It takes about a tenth of the
 * records' bytes. The cache is dropped where records are short or heads would need much memory.
 */

#include <pdata/pdata.h>

#include <stdbool.h>

struct sample_cache_block;

struct sample_cache {
	struct sample_cache_block **blocks;
	uint32_t nr, cap;
	uint64_t nr_heads;     /* number of heads that were added */
	uint64_t bytes;	       /* bytes of the records of these heads */
	uint64_t lost_samples; /* sum over LOST_SAMPLES records */
	bool compressed;       /* reading the records again is expensive */
	bool dropped;	       /* not all heads could be kept, or keeping them saved no time */
	struct pdata_sample_head last;	   /* head that was added last */
	const struct pdata_event **events; /* by index */
	uint32_t nr_events;
};

struct sample_cache *sample_cache_new(void);
void sample_cache_free(struct sample_cache *k);

/* Append the heads of the next @nr samples, whose records have @bytes bytes in total. */
void sample_cache_add(struct sample_cache *k, const struct pdata_sample_head *s, uint32_t nr,
		      uint64_t bytes);

/* Add a record that did not come in a batch; only SAMPLE and LOST_SAMPLES count. */
void sample_cache_add_record(struct sample_cache *k, const struct pdata_record *rec);

void sample_cache_drop(struct sample_cache *k);

/* A position in a block, set by sample_cache_begin(). Several blocks may be read at a time. */
struct sample_cache_reader {
	const uint8_t *at;
	uint32_t left;
	struct pdata_sample_head last;
	const struct pdata_event *const *events;
};

/* Start reading block @i, which is less than @k->nr; blocks are in file order. */
void sample_cache_begin(const struct sample_cache *k, uint32_t i, struct sample_cache_reader *r);

/* Read up to @max heads of the block into @s. Return: their number, 0 at the end of the block. */
uint32_t sample_cache_next(struct sample_cache_reader *r, struct pdata_sample_head *s,
			   uint32_t max);

/*
 * A record that is cut before one of these fields, if its event has the field, is no sample; a
 * record that lacks only other fields is a cut sample.
 */
#define SAMPLE_CACHE_FIELDS                                                                        \
	(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_PERIOD |            \
	 PDATA_SAMPLE_ID | PDATA_SAMPLE_IDENTIFIER)

/*
 * Decode the fields @want, which include SAMPLE_CACHE_FIELDS, of a SAMPLE record with an event.
 * Return: false when the record is no sample.
 */
bool sample_cache_decode(const struct pdata_record *rec, uint64_t want, struct pdata_sample *s);

/* Make the head of a sample that sample_cache_decode() decoded. */
struct pdata_sample_head sample_cache_make_head(const struct pdata_record *rec,
						const struct pdata_sample *s);
