/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stores branch stacks in front of call chains in a hist, for LBR call stacks and
 * --branch-history, and removes repeated loop turns.
 */
#include "profile/hist/chain_branches.h"

#include <string.h>

#define WORDS_EACH 3u
#define IS_STACK (1ull << 63)

#define FLAG_PREDICTED (1ull << 1)
#define FLAG_ABORT (1ull << 3)
#define FLAGS_SHOWN (FLAG_PREDICTED | FLAG_ABORT | 0xffffull << 4 | 0xfull << 20 | 0xfull << 26)

/* ---- in a hist --------------------------------------------------------------------------- */

bool chain_branches_any_stack(const struct pdata_reader *r)
{
	for (uint32_t i = 0; i < pdata_reader_nr_events(r); i++) {
		const struct pdata_attr *a = &pdata_reader_event(r, i)->attr;

		if (a->sample_type & PDATA_SAMPLE_CALLCHAIN &&
		    a->sample_type & PDATA_SAMPLE_BRANCH_STACK &&
		    a->branch_sample_type & PDATA_BRANCH_CALL_STACK)
			return true;
	}
	return false;
}

uint64_t chain_branches_size(const struct pdata_sample *s)
{
	return 1 + (s->have & PDATA_SAMPLE_BRANCH_STACK ? s->branch.nr * WORDS_EACH : 0);
}

/* Set @at to the index of PERF_CONTEXT_USER in the chain: branches replace the user part. */
static bool find_user(const struct pdata_sample *s, uint64_t max_stack, uint64_t *at)
{
	const uint64_t nr = s->nr_ips < max_stack ? s->nr_ips : max_stack;

	if (!(s->have & PDATA_SAMPLE_CALLCHAIN))
		return false;
	for (*at = 0; *at < nr; ++*at)
		if (pdata_u64_at(&s->ips, *at) == PDATA_CONTEXT_USER)
			return true;
	return false;
}

uint64_t chain_branches_store(uint64_t *w, const struct pdata_sample *s,
			      const struct pdata_attr *attr, enum chain_branches_kind kind,
			      uint64_t max_stack, uint64_t *nr_ips)
{
	const uint64_t have = s->have & PDATA_SAMPLE_BRANCH_STACK ? s->branch.nr : 0;
	uint64_t user, nr = 0;
	bool stack;

	stack = s->have & PDATA_SAMPLE_BRANCH_STACK &&
		attr->branch_sample_type & PDATA_BRANCH_CALL_STACK &&
		find_user(s, max_stack, &user);
	if (stack)
		*nr_ips = user + 1;
	if (stack || (kind == CHAIN_HISTORY && have <= CHAIN_BRANCHES_MAX))
		nr = have;
	*w++ = nr | (stack ? IS_STACK : 0);
	for (uint64_t i = 0; i < nr; i++) {
		const struct pdata_branch b = pdata_branch_at(&s->branch.entries, i);

		/* A call stack keeps only the addresses of frames, so more chains are equal. */
		*w++ = b.from;
		*w++ = kind == CHAIN_HISTORY || !i ? b.to : 0;
		*w++ = kind == CHAIN_HISTORY ? b.flags & FLAGS_SHOWN : 0;
	}
	return 1 + nr * WORDS_EACH;
}

uint32_t chain_branches_load(struct chain_branches *b, const uint64_t *w, uint32_t nr)
{
	*b = (struct chain_branches){ .words = w + 1 };
	if (!nr)
		return 0;
	b->nr = (uint32_t)(w[0] & ~IS_STACK);
	b->stack = w[0] >> 63;
	return 1 + b->nr * WORDS_EACH;
}

/* ---- loops ------------------------------------------------------------------------------- */

#define NR_SEEN 127u
#define NOT_SEEN 0xffu

/* perf's hash. As in perf, addresses with the same hash collide, so some loops are not removed. */
static uint32_t seen_slot(uint64_t from)
{
	return (uint32_t)(from * 0x61c8864680b583ebull >> (64 - 7)) % NR_SEEN;
}

static bool repeats(const struct chain_branch *b, uint32_t first, uint32_t again, uint32_t nr)
{
	for (uint32_t i = 0; first + i < again && again + i < nr; i++)
		if (b[first + i].from != b[again + i].from)
			return false;
	return true;
}

/*
 * Remove a repeated loop turn of @len branches that begins at @b[@at]. The branches after it move
 * up, and the first of them counts the turn. Returns the new number of branches.
 */
static uint32_t remove_loop_turn(struct chain_branch *b, uint32_t nr, uint32_t at, uint32_t len)
{
	struct chain_branch *next = &b[at + len];

	if (nr <= at + len)
		return nr - len;
	next->iterations++;
	next->iteration_cycles = 0;
	for (uint32_t i = 0; i < len; i++)
		next->iteration_cycles += b[at + i].flags >> 4 & 0xffff;
	memmove(&b[at], next, (nr - at - len) * sizeof(*b));
	return nr - len;
}

static uint32_t without_loops(struct chain_branch *b, uint32_t nr)
{
	uint8_t seen[NR_SEEN];

	memset(seen, NOT_SEEN, sizeof(seen));
	for (uint32_t i = 0; i < nr; i++) {
		uint8_t *s = &seen[seen_slot(b[i].from)];

		if (*s == NOT_SEEN) {
			*s = (uint8_t)i;
		} else if (b[*s].from == b[i].from && repeats(b, *s, i, nr)) {
			uint32_t len = i - *s;

			/* The last turn may be cut off by the end of the list. */
			nr = remove_loop_turn(b, nr, i, len < nr - i ? len : nr - i);
		}
	}
	return nr;
}

uint32_t chain_branches_list(const struct chain_branches *b, bool caller, uint64_t max,
			     struct chain_branch *out)
{
	uint32_t nr = b->nr < max ? b->nr : (uint32_t)max;

	for (uint32_t i = 0; i < nr; i++) {
		const uint64_t *w = b->words + (caller ? b->nr - 1 - i : i) * WORDS_EACH;

		out[i] = (struct chain_branch){ .from = w[0], .to = w[1], .flags = w[2] };
	}
	return without_loops(out, nr);
}
