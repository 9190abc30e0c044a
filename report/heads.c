/* SPDX-License-Identifier: BSD-2-Clause */
#include "heads.h"

#include "rep.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES 65536u
#define MOST_BLOCKS 1024u
#define HEAD_MAX 64u /* bytes that one takes at most, and may be read behind the last */

/* To keep a head and find it again takes as long as to read and take apart a record of so many bytes. */
#define WORTH 80u
#define WORTH_COMPRESSED 24u

struct heads_block {
	uint32_t nr, used;
	uint8_t data[BLOCK_BYTES + HEAD_MAX];
};

/* A head is a byte of these, then what is not as before; numbers that change are differences. */
enum {
	SAME_THREAD = 1,
	SAME_EVENT = 2, /* event and misc */
	NEXT_SEQ = 4,
	SAME_PERIOD = 8,
	TIME_SHIFT = 4, /* two bits: how many bytes */
	IP_SHIFT = 6	/* the same */
};

static const uint8_t time_sizes[4] = { 2, 3, 4, 8 }, ip_sizes[4] = { 1, 4, 6, 8 };

struct heads *heads_new(void)
{
	return rep_alloc(1, sizeof(struct heads));
}

static void free_blocks(struct heads *k)
{
	for (uint32_t i = 0; i < k->nr; i++)
		free(k->blocks[i]);
	free(k->blocks);
	k->blocks = NULL;
	k->nr = k->cap = 0;
}

void heads_free(struct heads *k)
{
	if (k)
		free_blocks(k);
	free(k);
}

void heads_drop(struct heads *k)
{
	free_blocks(k);
	k->dropped = true;
}

/* ---- in ---------------------------------------------------------------------------------- */

/* The difference, so that what is near in either direction is small. */
static uint64_t fold(uint64_t to, uint64_t from)
{
	const uint64_t d = to - from;

	return d << 1 ^ (uint64_t)((int64_t)d >> 63);
}

static uint64_t unfold(uint64_t v, uint64_t from)
{
	return from + (v >> 1 ^ -(v & 1));
}

static unsigned size_class(const uint8_t *sizes, uint64_t v)
{
	unsigned c = 0;

	while (c < 3 && v >> 8 * sizes[c])
		c++;
	return c;
}

/* All eight bytes are written; what follows goes over those that are not needed. */
static uint8_t *put(uint8_t *p, uint64_t v, unsigned size)
{
	memcpy(p, &v, sizeof(v));
	return p + size;
}

static uint8_t *put_head(uint8_t *p, const struct pdata_sample_head *s, const struct pdata_sample_head *last)
{
	const uint64_t time = fold(s->time, last->time), ip = fold(s->ip, last->ip);
	const unsigned t = size_class(time_sizes, time), i = size_class(ip_sizes, ip);
	unsigned flags = t << TIME_SHIFT | i << IP_SHIFT;
	uint8_t *first = p++;

	p = put(p, time, time_sizes[t]);
	p = put(p, ip, ip_sizes[i]);
	if (s->pid == last->pid && s->tid == last->tid)
		flags |= SAME_THREAD;
	else
		p = put(p, (uint64_t)s->pid << 32 | s->tid, 8);
	if (s->event == last->event && s->misc == last->misc) {
		flags |= SAME_EVENT;
	} else {
		p = put(p, (uintptr_t)s->event, 8);
		p = put(p, s->misc, 4);
	}
	if (s->seq == last->seq + 1)
		flags |= NEXT_SEQ;
	else
		p = put(p, s->seq, 8);
	if (s->period == last->period)
		flags |= SAME_PERIOD;
	else
		p = put(p, s->period, 8);
	*first = (uint8_t)flags;
	return p;
}

/* Return: the block that is being filled, or NULL when there are to be no more. */
static struct heads_block *block_with_room(struct heads *k)
{
	struct heads_block *b = k->nr ? k->blocks[k->nr - 1] : NULL;
	const uint64_t worth = k->compressed ? WORTH_COMPRESSED : WORTH;

	if (b && b->used < BLOCK_BYTES)
		return b;
	if (k->nr == MOST_BLOCKS || k->bytes / worth < k->nr_heads) {
		heads_drop(k);
		return NULL;
	}
	if (k->nr == k->cap) {
		k->cap = k->cap ? k->cap * 2 : 16;
		k->blocks = rep_grow(k->blocks, k->cap, sizeof(*k->blocks));
	}
	b = rep_grow(NULL, 1, sizeof(*b));
	b->nr = b->used = 0;
	memset(b->data + BLOCK_BYTES, 0, HEAD_MAX);
	k->blocks[k->nr++] = b;
	k->last = (struct pdata_sample_head){ 0 };
	return b;
}

void heads_add(struct heads *k, const struct pdata_sample_head *s, uint32_t nr, uint64_t bytes)
{
	struct heads_block *b;

	if (k->dropped)
		return;
	k->bytes += bytes;
	k->nr_heads += nr;
	for (uint32_t i = 0; i < nr; i++) {
		b = block_with_room(k);
		if (!b)
			return;
		b->used = (uint32_t)(put_head(b->data + b->used, &s[i], &k->last) - b->data);
		b->nr++;
		k->last = s[i];
	}
}

/* ---- out --------------------------------------------------------------------------------- */

static uint64_t get(const uint8_t **p, unsigned size)
{
	uint64_t v;

	memcpy(&v, *p, sizeof(v));
	*p += size;
	return size == 8 ? v : v & ((1ull << 8 * size) - 1);
}

static const uint8_t *get_head(const uint8_t *p, struct pdata_sample_head *s)
{
	const unsigned flags = *p++;
	uint64_t thread;

	s->time = unfold(get(&p, time_sizes[flags >> TIME_SHIFT & 3]), s->time);
	s->ip = unfold(get(&p, ip_sizes[flags >> IP_SHIFT & 3]), s->ip);
	if (!(flags & SAME_THREAD)) {
		thread = get(&p, 8);
		s->pid = (uint32_t)(thread >> 32);
		s->tid = (uint32_t)thread;
	}
	if (!(flags & SAME_EVENT)) {
		s->event = (const struct pdata_event *)(uintptr_t)get(&p, 8);
		s->misc = (uint32_t)get(&p, 4);
	}
	s->seq = flags & NEXT_SEQ ? s->seq + 1 : get(&p, 8);
	if (!(flags & SAME_PERIOD))
		s->period = get(&p, 8);
	return p;
}

void heads_begin(const struct heads *k, uint32_t i, struct heads_reader *r)
{
	*r = (struct heads_reader){ .at = k->blocks[i]->data, .left = k->blocks[i]->nr };
}

uint32_t heads_next(struct heads_reader *r, struct pdata_sample_head *s, uint32_t max)
{
	const uint32_t n = r->left < max ? r->left : max;

	for (uint32_t i = 0; i < n; i++) {
		r->at = get_head(r->at, &r->last);
		s[i] = r->last;
	}
	r->left -= n;
	return n;
}

/* ---- records ----------------------------------------------------------------------------- */

bool heads_decode(const struct pdata_record *rec, uint64_t want, struct pdata_sample *s)
{
	return !pdata_sample_decode(rec, want, s, NULL) || !(rec->event->attr.sample_type & HEADS_NEED & ~s->have);
}

struct pdata_sample_head heads_from(const struct pdata_record *rec, const struct pdata_sample *s)
{
	const bool tid = s->have & PDATA_SAMPLE_TID;

	return (struct pdata_sample_head){
		.event = rec->event,
		.seq = rec->seq,
		.ip = s->have & PDATA_SAMPLE_IP ? s->ip : 0,
		.time = rec->time,
		.period = s->have & PDATA_SAMPLE_PERIOD ? s->period : rec->event->attr.sample_period,
		.pid = tid ? s->pid : UINT32_MAX,
		.tid = tid ? s->tid : UINT32_MAX,
		.misc = rec->misc,
	};
}

static bool head_of(const struct pdata_record *rec, struct pdata_sample_head *head)
{
	struct pdata_sample s;

	if (!heads_decode(rec, HEADS_NEED, &s))
		return false;
	*head = heads_from(rec, &s);
	return true;
}

void heads_record(struct heads *k, const struct pdata_record *rec)
{
	struct pdata_sample_head s;
	struct pdata_value v;

	if (rec->type == PDATA_RECORD_SAMPLE && head_of(rec, &s))
		heads_add(k, &s, 1, rec->size);
	else if (rec->type == PDATA_RECORD_LOST_SAMPLES && !pdata_record_decode(rec, &v, NULL))
		k->lost_samples += v.u.lost_samples.lost;
}
