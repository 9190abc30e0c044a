/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Keeps a compact copy of the fixed fields (heads) of all samples. A command reads the recording
 * first for threads and maps, and then for samples. The first of these passes makes the copy, so
 * that the second pass need not read compressed or long records again. The copy takes about a
 * tenth of the records' bytes. The cache drops the copy if the records are short, or if the heads
 * would need much memory.
 */

#include <pdata/pdata.h>

#include <stdbool.h>

struct sample_cache_block;

/* The table takes 8 KiB of the first-level cache; two values of 10 bits mark new words. */
#define SAMPLE_CACHE_NR_WORDS 1022u

/*
 * Words (a thread, or an event with the record's misc) that the encoded heads of a block have used.
 * The index of a word is its hash. A new word replaces the word with the same hash.
 */
struct sample_cache_words {
	uint64_t known[SAMPLE_CACHE_NR_WORDS];
};

struct sample_cache {
	struct sample_cache_block **blocks;
	uint32_t nr, cap;
	/* number of sample heads (fixed fields of one sample each) added so far */
	uint64_t nr_heads;
	/*
	 * total size in bytes of the SAMPLE records whose fixed fields (heads) were added to the
	 * cache
	 */
	uint64_t bytes;
	uint64_t lost_samples; /* number of lost samples that LOST_SAMPLES records report */
	/* records of the recording are compressed, so it takes long to read them again */
	bool compressed;
	/*
	 * the cache has no sample heads (fixed fields of samples) any more: either it could not
	 * keep the heads of all samples, or keeping them would save no time
	 */
	bool dropped;
	struct pdata_sample_head last;	   /* the head (fixed fields) of the sample added last */
	struct sample_cache_words words;   /* words of the block that is being filled */
	const struct pdata_event **events; /* array of the events, indexed by pdata_event.index */
	uint32_t nr_events;
};

struct sample_cache *sample_cache_new(void);
void sample_cache_free(struct sample_cache *k);

/*
 * Append the @nr sample heads @s to @k; a sample head has the fixed fields of one sample. The
 * caller adds heads in file order. @bytes is the total size in bytes of the SAMPLE records from
 * which the heads were made.
 */
void sample_cache_add(struct sample_cache *k, const struct pdata_sample_head *s, uint32_t nr,
		      uint64_t bytes);

/*
 * If @rec is a SAMPLE record, append its sample head (the fixed fields of the sample) to @k. If
 * @rec is a LOST_SAMPLES record, add the number of lost samples to @k->lost_samples. Ignore all
 * other records. This function is for records whose heads pdata_batch_heads() has not returned.
 */
void sample_cache_add_record(struct sample_cache *k, const struct pdata_record *rec);

void sample_cache_drop(struct sample_cache *k);

/*
 * A read position in one block of a sample cache; sample_cache_begin() sets it. The cache keeps
 * its sample heads (the fixed fields of one sample each) in several blocks of memory. Several
 * threads may read different blocks at the same time.
 */
struct sample_cache_reader {
	const uint8_t *at;
	uint32_t left;
	struct pdata_sample_head last;
	struct sample_cache_words words;
	const struct pdata_event *const *events;
};

/*
 * Set @r to the first sample head (the fixed fields of one sample) in @k->blocks[@i]; @i is less
 * than @k->nr. The blocks are in file order: all samples of block @i are before the samples of
 * block @i + 1 in the file.
 */
void sample_cache_begin(const struct sample_cache *k, uint32_t i, struct sample_cache_reader *r);

/*
 * Read the next sample heads (fixed fields of one sample each), at most @max, into the array @s.
 * They come from the block of memory that sample_cache_begin() has chosen for @r. Return: number
 * of heads that were read; 0 if all heads of the block have been read.
 */
uint32_t sample_cache_next(struct sample_cache_reader *r, struct pdata_sample_head *s,
			   uint32_t max);

/*
 * PDATA_SAMPLE_ bits of the fields that a damaged SAMPLE record must have. A damaged record is
 * ignored if it ends before one of these fields and attr.sample_type of its event has the field. A
 * damaged record that lacks only other fields is used as a sample without the other fields.
 */
#define SAMPLE_CACHE_FIELDS                                                                        \
	(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_PERIOD |            \
	 PDATA_SAMPLE_ID | PDATA_SAMPLE_IDENTIFIER)

/*
 * Decode the fields @want (PDATA_SAMPLE_ bits) of the SAMPLE record @rec, whose event is known,
 * into *@s. @want must contain SAMPLE_CACHE_FIELDS. Return: true; false if the record is so
 * damaged that it must be ignored, see SAMPLE_CACHE_FIELDS.
 */
bool sample_cache_decode(const struct pdata_record *rec, uint64_t want, struct pdata_sample *s);

/*
 * Return the sample head (the fixed fields: event, address, time, thread ...) of the sample @s,
 * which sample_cache_decode() has decoded from @rec.
 */
struct pdata_sample_head sample_cache_make_head(const struct pdata_record *rec,
						const struct pdata_sample *s);
