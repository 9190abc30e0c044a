/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Keeps a compact copy of the fixed fields (heads) of all samples. The side-band pass makes the
 * copy, so that the sample pass need not read compressed or long records again. The copy takes
 * about a tenth of the records' bytes. The copy is dropped if the records are short, or if the
 * heads would need much memory.
 */

#include <pdata/pdata.h>

#include <stdbool.h>

struct sample_cache_block;

struct sample_cache {
	struct sample_cache_block **blocks;
	uint32_t nr, cap;
	uint64_t nr_heads;     /* number of heads that were added */
	uint64_t bytes;	       /* total size of the records of these heads, in bytes */
	uint64_t lost_samples; /* number of samples that LOST_SAMPLES records report as lost */
	/* the records are compressed, so it is expensive to read them again */
	bool compressed;
	/*
	 * the cache has no heads, because not all could be kept, or keeping them would save no time
	 */
	bool dropped;
	struct pdata_sample_head last;	   /* the head that was added last */
	const struct pdata_event **events; /* by index of the event */
	uint32_t nr_events;
};

struct sample_cache *sample_cache_new(void);
void sample_cache_free(struct sample_cache *k);

/* Append @nr heads to @k, in file order. @bytes: total size of the records of these samples. */
void sample_cache_add(struct sample_cache *k, const struct pdata_sample_head *s, uint32_t nr,
		      uint64_t bytes);

/*
 * Append the head of a record that was not read in a batch. Only SAMPLE and LOST_SAMPLES records
 * have an effect.
 */
void sample_cache_add_record(struct sample_cache *k, const struct pdata_record *rec);

void sample_cache_drop(struct sample_cache *k);

/*
 * Read position in one block of a sample cache, set by sample_cache_begin(). Several threads may
 * read different blocks at the same time.
 */
struct sample_cache_reader {
	const uint8_t *at;
	uint32_t left;
	struct pdata_sample_head last;
	const struct pdata_event *const *events;
};

/* Set @r to the beginning of block @i, which is less than @k->nr. The blocks are in file order. */
void sample_cache_begin(const struct sample_cache *k, uint32_t i, struct sample_cache_reader *r);

/*
 * Read up to @max heads from the block into @s. Return: the number of heads; 0: end of the block.
 */
uint32_t sample_cache_next(struct sample_cache_reader *r, struct pdata_sample_head *s,
			   uint32_t max);

/*
 * Sample fields that a sample must have. If a damaged record ends before one of these fields that
 * its event records, the record is no sample. If the record lacks only fields that are not in this
 * set, it is a sample without the lacking fields.
 */
#define SAMPLE_CACHE_FIELDS                                                                        \
	(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_PERIOD |            \
	 PDATA_SAMPLE_ID | PDATA_SAMPLE_IDENTIFIER)

/*
 * Decode the fields @want of a SAMPLE record whose event is known. @want must contain
 * SAMPLE_CACHE_FIELDS. Return: false if the record is no sample.
 */
bool sample_cache_decode(const struct pdata_record *rec, uint64_t want, struct pdata_sample *s);

/* Return the head of sample @s, which sample_cache_decode() decoded from @rec. */
struct pdata_sample_head sample_cache_make_head(const struct pdata_record *rec,
						const struct pdata_sample *s);
