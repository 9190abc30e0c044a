/* SPDX-License-Identifier: BSD-2-Clause */
/* Selects the chunks that a range of time needs, so that the others need not be read. */
#include "reader/chunks_int.h"

/* Records of events without a time and deferred call chains may be anywhere in the file. */
static bool can_select_by_time(const struct pdata_reader *r)
{
	for (size_t i = 0; i < r->nr_events; i++) {
		const struct pdata_attr *a = &r->events[i]->pub.attr;

		if (!(a->sample_type & PDATA_SAMPLE_TIME) ||
		    pdata_attr_flag(a, PDATA_ATTR_DEFER_CALLCHAIN))
			return false;
	}
	return r->nr_events;
}

static bool is_needed(const struct pdata_chunk *k, uint64_t from, uint64_t to)
{
	return k->last_time && k->first_time <= to && k->last_time >= from;
}

/* Mark a chunk as needed, with the chunks before it that it cannot be decompressed without. */
static void need_chunk(const struct pd_chunks *c, bool *needed, uint32_t i)
{
	while (i && !needed[i] && !(c->x->chunks[i].flags & PDATA_CHUNK_ALONE))
		needed[i--] = true;
	needed[i] = true;
}

/*
 * Mark the chunks with times from @from to @to, and those with side-band records that are
 * compressed and have no backup.
 */
static void need_chunks(const struct pd_chunks *c, bool *needed, uint64_t from, uint64_t to)
{
	const struct pdata_index *x = c->x;

	for (uint32_t i = 0; i < x->nr_chunks; i++)
		if (is_needed(&x->chunks[i], from, to))
			need_chunk(c, needed, i);
	for (uint32_t i = c->nr_copied; i < c->side->nr; i++) {
		const uint32_t k = pd_chunks_find(x, c->side->spans[i].off);

		if (x->chunks[k].flags & PDATA_CHUNK_COMPRESSED)
			need_chunk(c, needed, k);
	}
}

static int add_time_span(struct pd_chunks *c, struct pd_piece s)
{
	struct pd_piece *last = c->nr_spans ? &c->spans[c->nr_spans - 1] : NULL;

	if (last && !last->block && !s.block && last->end == s.start) {
		last->end = s.end;
		return 0;
	}
	if (pd_grow(&c->spans, &c->spans_cap, c->nr_spans + 1, sizeof(*c->spans)))
		return PDATA_E_NOMEM;
	c->spans[c->nr_spans++] = s;
	return 0;
}

/* Add the needed chunks and the side-band records of the others, in file order. */
static int add_spans(struct pd_chunks *c, const bool *needed)
{
	const struct pdata_index *x = c->x;
	uint32_t k = 0;
	int ret = 0;

	for (uint32_t i = 0; i < x->nr_chunks && !ret; i++) {
		const uint64_t end = x->chunks[i].off + x->chunks[i].len;

		if (needed[i])
			ret = add_time_span(c, (struct pd_piece){ .start = x->chunks[i].off,
								  .end = end });
		for (; k < c->side->nr && c->side->spans[k].off < end && !ret; k++) {
			const struct pdata_sideband_span *p = &c->side->spans[k];

			if (needed[i])
				continue;
			ret = add_time_span(
				c, k < c->nr_copied ? pd_chunks_backup_piece(c, k)
						    : (struct pd_piece){ .start = p->off,
									 .end = p->off + p->len });
		}
	}
	if (!ret && !c->nr_spans)
		ret = add_time_span(c,
				    (struct pd_piece){ .start = x->data_off, .end = x->data_off });
	return ret;
}

static int choose_chunks(struct pd_chunks *c, uint64_t from, uint64_t to)
{
	int ret = pd_chunks_side(c);
	bool *needed;

	if (ret)
		return ret;
	needed = pd_calloc(c->x->nr_chunks, sizeof(*needed));
	if (!needed)
		return PDATA_E_NOMEM;
	need_chunks(c, needed, from, to);
	ret = add_spans(c, needed);
	pd_free(needed);
	return ret;
}

static void forget_spans(struct pd_chunks *c)
{
	pd_free(c->spans);
	c->spans = NULL;
	c->nr_spans = c->spans_cap = 0;
}

/* Return: 1 if chunks are left out, 0 if not, or PDATA_E_NOMEM. */
static int choose_of(struct pd_chunks *c, uint64_t from, uint64_t to)
{
	int ret;

	forget_spans(c);
	ret = choose_chunks(c, from, to);
	if (ret)
		forget_spans(c);
	return ret == PDATA_E_NOMEM ? ret : !ret;
}

int pdata_reader_set_time(struct pdata_reader *r, uint64_t from, uint64_t to)
{
	bool any = false;
	int some = 0;

	if (r->started)
		return PDATA_E_ARG;
	if (!can_select_by_time(r))
		return 0;
	for (size_t i = 0; i < r->nr_members; i++) {
		struct pd_chunks *c = r->members[i].chunks;
		const int ret = c ? choose_of(c, from, to) : 0;

		if (ret < 0)
			return ret;
		any |= c != NULL;
		some |= ret;
	}
	if (!any)
		return 0;
	/* Records get other sequence numbers: the next pass has to check all of them again. */
	r->applied = 0;
	r->build_ids_at = 0;
	pd_damage_uncheck(r);
	return pdata_reader_rewind(r) ? PDATA_E_SYS : some;
}
