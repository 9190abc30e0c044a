/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cache of a sample's fixed fields, filled in the side-band pass as compact differences, so
 * that compressed or long records are read once.
 */
#include "session/sample_cache.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BLOCKS 1024u
#define HEAD_MAX 64u /* bytes of the largest encoded head; readable after the last head */
#define BLOCK_BYTES (65536u - 8u - HEAD_MAX)

/*
 * Storing and reading back a head takes as long as reading and decoding a record of this many
 * bytes, so heads of shorter records are not kept.
 */
#define WORTH 80u
#define WORTH_COMPRESSED 24u

struct sample_cache_block {
	uint32_t nr, used;
	uint8_t data[BLOCK_BYTES + HEAD_MAX];
};

#define SLAB_BLOCKS 32u /* blocks for one allocation: two megabytes */

/*
 * An encoded head is one byte of these flags, then the members that differ from the head before.
 * Times, addresses and sequence numbers are stored as differences, the period as the XOR with the
 * old value. put_known() stores threads and events.
 */
enum {
	SAME_THREAD = 1,
	SAME_EVENT = 2, /* event and misc */
	NEXT_SEQ = 4,
	SAME_PERIOD = 8,
	TIME_SHIFT = 4, /* two bits: how many bytes */
	IP_SHIFT = 6	/* the same */
};

#define SLOT_BYTES 2u /* of an index in sample_cache_words */
/* Values in place of such an index: the word itself follows, in 4 or 8 bytes. */
#define SHORT_WORD SAMPLE_CACHE_NR_WORDS
#define LONG_WORD (SAMPLE_CACHE_NR_WORDS + 1u)

#define SEQ_BYTES 8u
#define PERIOD_BYTES 8u

static const uint8_t time_sizes[4] = { 2, 3, 4, 8 }, ip_sizes[4] = { 1, 4, 6, 8 };

struct sample_cache *sample_cache_new(void)
{
	return mem_alloc(1, sizeof(struct sample_cache));
}

static void free_blocks(struct sample_cache *k)
{
	for (uint32_t i = 0; i < k->nr; i += SLAB_BLOCKS)
		free(k->blocks[i]);
	free(k->blocks);
	k->blocks = NULL;
	k->nr = k->cap = 0;
}

void sample_cache_free(struct sample_cache *k)
{
	if (!k)
		return;
	free_blocks(k);
	free(k->events);
	free(k);
}

void sample_cache_drop(struct sample_cache *k)
{
	free_blocks(k);
	k->dropped = true;
}

/* ---- in ---------------------------------------------------------------------------------- */

/* Zigzag encoding of the difference: small for small steps in either direction. */
static uint64_t fold(uint64_t to, uint64_t from)
{
	const uint64_t d = to - from;

	return d << 1 ^ (uint64_t)((int64_t)d >> 63);
}

static uint64_t unfold(uint64_t v, uint64_t from)
{
	return from + (v >> 1 ^ -(v & 1));
}

/* Return the index of the smallest of the @sizes that holds @v. */
static inline unsigned size_class(const uint8_t sizes[4], uint64_t v)
{
	return (v >> 8 * sizes[0] != 0) + (v >> 8 * sizes[1] != 0) + (v >> 8 * sizes[2] != 0);
}

/* The thread as one word; the upper half is 0 in the main thread of a process. */
static inline uint64_t thread_word(const struct pdata_sample_head *s)
{
	return (uint64_t)(s->pid ^ s->tid) << 32 | s->tid;
}

/*
 * The event's index and the record's misc as one word; 0 without an event, i.e. before a block's
 * first head.
 */
static inline uint64_t event_word(const struct pdata_sample_head *s)
{
	return s->event ? (uint64_t)s->event->index << 16 | s->misc : 0;
}

/* Writes all eight bytes without a branch; the next append overwrites those beyond @size. */
static inline uint8_t *append_word(uint8_t *p, uint64_t v, unsigned size)
{
	memcpy(p, &v, sizeof(v));
	return p + size;
}

/* Append the change @v; a change of 0 takes no bytes and sets @flag instead. */
static inline uint8_t *put_change(uint8_t *p, uint64_t v, unsigned size, unsigned flag,
				  unsigned *flags)
{
	*flags |= v ? 0 : flag;
	return append_word(p, v, v ? size : 0);
}

/* Return the index of @w in sample_cache_words.known. */
static inline uint32_t known_slot(uint64_t w)
{
	const uint64_t hash = w * 0x9e3779b97f4a7c15u >> 32;

	return (uint32_t)(hash * SAMPLE_CACHE_NR_WORDS >> 32);
}

/*
 * Append the word @w of a head, unless it is equal to @last, the same word of the head before; then
 * set @flag instead. A word that is in @words takes two bytes, its index there. Any other word
 * follows SHORT_WORD or LONG_WORD, and is put into @words.
 */
static inline uint8_t *put_known(uint8_t *p, struct sample_cache_words *words, uint64_t w,
				 uint64_t last, unsigned flag, unsigned *flags)
{
	const uint32_t slot = known_slot(w);
	const bool same = w == last, new = !same && words->known[slot] != w;

	*flags |= same ? flag : 0;
	if (!new)
		return append_word(p, slot, same ? 0 : SLOT_BYTES);
	words->known[slot] = w;
	p = append_word(p, w >> 32 ? LONG_WORD : SHORT_WORD, SLOT_BYTES);
	return append_word(p, w, w >> 32 ? 8 : 4);
}

static inline uint8_t *append_sample_head(uint8_t *p, struct sample_cache_words *words,
					  const struct pdata_sample_head *s,
					  const struct pdata_sample_head *last)
{
	const uint64_t time = fold(s->time, last->time), ip = fold(s->ip, last->ip);
	const unsigned t = size_class(time_sizes, time), i = size_class(ip_sizes, ip);
	unsigned flags = t << TIME_SHIFT | i << IP_SHIFT;
	uint8_t *first = p++;

	p = append_word(p, time, time_sizes[t]);
	p = append_word(p, ip, ip_sizes[i]);
	p = put_known(p, words, thread_word(s), thread_word(last), SAME_THREAD, &flags);
	p = put_known(p, words, event_word(s), event_word(last), SAME_EVENT, &flags);
	p = put_change(p, s->seq - last->seq - 1, SEQ_BYTES, NEXT_SEQ, &flags);
	p = put_change(p, s->period ^ last->period, PERIOD_BYTES, SAME_PERIOD, &flags);
	*first = (uint8_t)flags;
	return p;
}

/*
 * Enter @ev by its index, which stands for the event in encoded heads. Return: false when another
 * event has the same index, or memory is exhausted.
 */
static bool note_event(struct sample_cache *k, const struct pdata_event *ev)
{
	if (!mem_room_zeroed(&k->events, &k->nr_events, ev->index, sizeof(*k->events)))
		return false;
	if (!k->events[ev->index])
		k->events[ev->index] = ev;
	return k->events[ev->index] == ev;
}

/* Return: the new last block, or NULL when memory is exhausted. */
static struct sample_cache_block *add_cache_block(struct sample_cache *k)
{
	struct sample_cache_block *b;

	if (!mem_room(&k->blocks, &k->cap, k->nr, sizeof(*k->blocks)))
		return NULL;
	b = k->nr % SLAB_BLOCKS ? k->blocks[k->nr - 1] + 1 : mem_big_alloc(SLAB_BLOCKS, sizeof(*b));
	if (!b)
		return NULL;
	b->nr = b->used = 0;
	k->words = (struct sample_cache_words){ { 0 } };
	memset(b->data + BLOCK_BYTES, 0, HEAD_MAX);
	k->blocks[k->nr++] = b;
	return b;
}

/*
 * Return: the block being filled. NULL, with the cache dropped: memory is exhausted, the limit of
 * blocks is reached, or the records are too short to be worth it.
 */
static struct sample_cache_block *block_with_room(struct sample_cache *k)
{
	struct sample_cache_block *b = k->nr ? k->blocks[k->nr - 1] : NULL;
	const uint64_t worth = k->compressed ? WORTH_COMPRESSED : WORTH;

	if (b && b->used < BLOCK_BYTES)
		return b;
	b = k->nr == MOST_BLOCKS || k->bytes / worth < k->nr_heads ? NULL : add_cache_block(k);
	if (!b)
		sample_cache_drop(k);
	return b;
}

void sample_cache_add(struct sample_cache *k, const struct pdata_sample_head *s, uint32_t nr,
		      uint64_t bytes)
{
	static const struct pdata_sample_head none;
	/* Refer to each head in place: a copy just written is slow to read back. */
	const struct pdata_sample_head *last = &k->last;

	if (k->dropped)
		return;
	k->bytes += bytes;
	k->nr_heads += nr;
	for (uint32_t i = 0; i < nr; last = &s[i++]) {
		struct sample_cache_block *b = block_with_room(k);

		if (!b)
			return;
		if (s[i].event != last->event && !note_event(k, s[i].event)) {
			sample_cache_drop(k);
			return;
		}
		b->used = (uint32_t)(append_sample_head(b->data + b->used, &k->words, &s[i],
							b->nr ? last : &none) -
				     b->data);
		b->nr++;
	}
	if (nr)
		k->last = *last;
}

/* ---- out --------------------------------------------------------------------------------- */

static inline uint64_t read_word(const uint8_t **p, unsigned size)
{
	static const uint64_t masks[9] = {
		0,	    0xff,	  0xffff,	  0xffffff,
		0xffffffff, 0xffffffffff, 0xffffffffffff, 0xffffffffffffff,
		UINT64_MAX
	};
	uint64_t v;

	memcpy(&v, *p, sizeof(v));
	*p += size;
	return v & masks[size];
}

/*
 * Read the word that put_known() has appended, and store it in *@w. Before the call, *@w is the
 * word of the head before.
 */
static inline const uint8_t *get_known(const uint8_t *p, struct sample_cache_words *words,
				       unsigned same, uint64_t *w)
{
	uint32_t slot;

	if (same)
		return p;
	slot = (uint32_t)read_word(&p, SLOT_BYTES);
	if (slot < SAMPLE_CACHE_NR_WORDS) {
		*w = words->known[slot];
	} else {
		*w = read_word(&p, slot == LONG_WORD ? 8 : 4);
		words->known[known_slot(*w)] = *w;
	}
	return p;
}

/* Decodes numbers without branches on the flags, because they are hard to predict. */
static inline const uint8_t *get_head(const uint8_t *p, struct sample_cache_reader *r,
				      const struct pdata_sample_head *last,
				      struct pdata_sample_head *s)
{
	const unsigned flags = *p++;
	uint64_t thread = thread_word(last), event = event_word(last);

	s->time = unfold(read_word(&p, time_sizes[flags >> TIME_SHIFT & 3]), last->time);
	s->ip = unfold(read_word(&p, ip_sizes[flags >> IP_SHIFT & 3]), last->ip);
	p = get_known(p, &r->words, flags & SAME_THREAD, &thread);
	s->tid = (uint32_t)thread;
	s->pid = (uint32_t)(thread >> 32) ^ s->tid;
	p = get_known(p, &r->words, flags & SAME_EVENT, &event);
	s->event = r->events[event >> 16];
	s->misc = (uint16_t)event;
	s->seq = last->seq + 1 + read_word(&p, flags & NEXT_SEQ ? 0 : SEQ_BYTES);
	s->period = last->period ^ read_word(&p, flags & SAME_PERIOD ? 0 : PERIOD_BYTES);
	return p;
}

void sample_cache_begin(const struct sample_cache *k, uint32_t i, struct sample_cache_reader *r)
{
	*r = (struct sample_cache_reader){ .at = k->blocks[i]->data,
					   .left = k->blocks[i]->nr,
					   .events = k->events };
}

uint32_t sample_cache_next(struct sample_cache_reader *r, struct pdata_sample_head *s, uint32_t max)
{
	const uint32_t n = r->left < max ? r->left : max;
	const struct pdata_sample_head *last = &r->last;

	for (uint32_t i = 0; i < n; last = &s[i++])
		r->at = get_head(r->at, r, last, &s[i]);
	if (n)
		r->last = *last;
	r->left -= n;
	return n;
}

/* ---- records ----------------------------------------------------------------------------- */

bool sample_cache_decode(const struct pdata_record *rec, uint64_t want, struct pdata_sample *s)
{
	return !pdata_sample_decode(rec, want, s, NULL) ||
	       !(rec->event->attr.sample_type & SAMPLE_CACHE_FIELDS & ~s->have);
}

struct pdata_sample_head sample_cache_make_head(const struct pdata_record *rec,
						const struct pdata_sample *s)
{
	const bool tid = s->have & PDATA_SAMPLE_TID;

	return (struct pdata_sample_head){
		.event = rec->event,
		.seq = rec->seq,
		.ip = s->have & PDATA_SAMPLE_IP ? s->ip : 0,
		.time = rec->time,
		.period = s->have & PDATA_SAMPLE_PERIOD ? s->period
							: rec->event->attr.sample_period,
		.pid = tid ? s->pid : UINT32_MAX,
		.tid = tid ? s->tid : UINT32_MAX,
		.misc = rec->misc,
	};
}

static bool decode_sample_head(const struct pdata_record *rec, struct pdata_sample_head *head)
{
	struct pdata_sample s;

	if (!sample_cache_decode(rec, SAMPLE_CACHE_FIELDS, &s))
		return false;
	*head = sample_cache_make_head(rec, &s);
	return true;
}

void sample_cache_add_record(struct sample_cache *k, const struct pdata_record *rec)
{
	struct pdata_sample_head s;
	struct pdata_value v;

	if (rec->type == PDATA_RECORD_SAMPLE && decode_sample_head(rec, &s))
		sample_cache_add(k, &s, 1, rec->size);
	else if (rec->type == PDATA_RECORD_LOST_SAMPLES && !pdata_record_decode(rec, &v, NULL))
		k->lost_samples += v.u.lost_samples.lost;
}
