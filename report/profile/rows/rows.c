/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds the rows of a report from resolved hist entries: applies filters by name, merges entries
 * with equal keys, and adds callers for --children.
 */
#include "profile/rows/rows.h"

#include "base/memory.h"
#include "common/hash_table.h"
#include "profile/callgraph/callgraph_trie.h"
#include "profile/callgraph/chain_walk.h"
#include "profile/callgraph/report_history.h"
#include "profile/callgraph/report_parent.h"
#include "profile/filter/filter_expr.h"
#include "profile/model/keys.h"
#include "profile/rows/row_index.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_IN_BLOCK 256

/* Size of a row in a block, rounded up so that each row begins at a cache line. */
#define ROW_STRIDE ((sizeof(struct rep_row) + 63) / 64 * 64)

struct row_block {
	struct row_block *next;
	char room[ROWS_IN_BLOCK * ROW_STRIDE + 63];
};

/* A cached result of group_of(): the group number of a thread context, extra and parent. */
struct group_memo {
	uint32_t event, who, extra, group;
	const struct sym *parent;
};

#define NR_MEMO 4096u

/* An entry of the hash table from (group, part) to row; row is NULL in a free entry. */
struct row_key {
	uint32_t group, part;
	struct rep_row *row;
};

/* The part number and level of the row of one frame. */
struct frame_step {
	uint32_t part;
	char level;
	bool added; /* no row had this part before */
};

/* The numbers that no row had before the row of a hist entry. */
struct added_numbers {
	bool group, part;
};

struct row_map {
	struct row_index groups, parts;
	struct group_memo memo[NR_MEMO];
	/* cached part numbers: of a sample by location; of a frame by class, and by location */
	uint32_t *part_of_place, *part_of_class, *part_of_frame;
	uint32_t cap_place, cap_class, cap_frame;
	struct row_key *index; /* by (group, part) */
	size_t mask;
	uint64_t nr;
	struct row_block *blocks;
	uint32_t used; /* rows of the first block */
	uint32_t serial;
	/* scratch arrays for one chain, an element for each frame */
	uint32_t *classes;
	struct frame_step *steps;
	struct rep_row **rows;
	struct rep_row *added; /* the rows of new parts, until they are added */
	uint32_t cap_frames, cap_added;
	/* the row that is used if memory for a new row is exhausted */
	struct rep_row spare;
	struct row_more spare_more;
};

static struct rep_row *block_row(struct row_block *b, uint32_t i)
{
	uintptr_t first = ((uintptr_t)b->room + 63) & ~(uintptr_t)63;

	return (struct rep_row *)(first + i * ROW_STRIDE);
}

struct rep_row *row_alloc(struct row_map *m)
{
	if (!m->blocks || m->used == ROWS_IN_BLOCK) {
		struct row_block *b = mem_alloc(1, sizeof(*b));

		if (!b)
			return NULL;
		b->next = m->blocks;
		m->blocks = b;
		m->used = 0;
	}
	return block_row(m->blocks, m->used++);
}

/* ---- group and part numbers -------------------------------------------------------------- */

static uint32_t group_of(struct report *rp, const struct rep_row *r, const struct hist_entry *slot,
			 bool *added)
{
	uint64_t h = hash_mix(hash_mix(hash_mix(slot->who, slot->extra), hist_entry_event(slot)),
			      (uintptr_t)r->parent);
	struct group_memo *m = &rp->map->memo[h >> 11 & (NR_MEMO - 1)];

	*added = false;
	if (!m->group || m->event != hist_entry_event(slot) || m->who != slot->who ||
	    m->extra != slot->extra || m->parent != r->parent)
		*m = (struct group_memo){ .event = hist_entry_event(slot),
					  .who = slot->who,
					  .extra = slot->extra,
					  .parent = r->parent,
					  .group = row_index_find(rp, &rp->map->groups, r, added) };
	return m->group;
}

static bool grow_memo(struct report *rp, uint32_t **memo, uint32_t *cap, uint32_t number)
{
	const uint32_t want = number * 2 + 1024;
	uint32_t *grown = mem_grow(*memo, want, sizeof(*grown));

	if (!grown) {
		report_no_memory(rp);
		return false;
	}
	memset(grown + *cap, 0, (want - *cap) * sizeof(*grown));
	*memo = grown;
	*cap = want;
	return true;
}

/*
 * Return the part number of @r, cached in (*memo)[number] because many samples have the same
 * location or class. Returns 0 if memory is exhausted.
 */
static uint32_t get_row_part(struct report *rp, uint32_t **memo, uint32_t *cap, uint32_t number,
			     const struct rep_row *r, bool *added)
{
	*added = false;
	if (number >= *cap && !grow_memo(rp, memo, cap, number))
		return 0;
	if (!(*memo)[number])
		(*memo)[number] = row_index_find(rp, &rp->map->parts, r, added);
	return (*memo)[number];
}

/* ---- rows -------------------------------------------------------------------------------- */

PD_HASH_TABLE(row_key, struct row_key, s->row, s->part == k->part && s->group == k->group,
	      hash_mix(k->group, k->part) >> 7)

static struct row_key *find_row_key(const struct row_map *m, uint32_t group, uint32_t part)
{
	const struct row_key key = { .group = group, .part = part };

	return row_key_slot(m->index, m->mask, &key, 0);
}

static bool grow_row_map(struct row_map *m)
{
	return mem_check(!row_key_grow(&m->index, &m->mask, 4096, 0));
}

static bool grow_event_rows(struct event_rows *ev)
{
	const uint32_t cap = ev->cap ? ev->cap * 2 : 64;
	struct rep_row **rows = mem_grow(ev->rows, cap, sizeof(struct rep_row *));

	if (!rows)
		return false;
	ev->rows = rows;
	ev->cap = cap;
	return true;
}

bool row_before(const struct rep_row *a, const struct rep_row *b)
{
	if (a->first_time != b->first_time)
		return a->first_time < b->first_time;
	if (a->first_seq != b->first_seq)
		return a->first_seq < b->first_seq;
	return a->first_pos < b->first_pos;
}

static bool is_inlined(const struct rep_row *r)
{
	return r->sym && r->sym->inlined;
}

/* Make a copy of @r the first row of its new numbers. */
static void set_copy_first(struct report *rp, const struct rep_row *r, struct added_numbers added)
{
	struct row_map *m = rp->map;
	struct rep_row *copy = added.group || added.part ? row_alloc(m) : NULL;

	if (!copy && (added.group || added.part)) {
		report_no_memory(rp);
		copy = &m->spare;
	}
	if (copy) {
		*copy = *r;
		copy->more = NULL;
		copy->pairs = NULL;
	}
	if (added.group)
		row_index_set_first(&m->groups, r->group, copy);
	if (added.part)
		row_index_set_first(&m->parts, r->part, copy);
}

/*
 * Members that no key compares are those of the earliest sample: copy them if @like is earlier.
 * Inlined functions are equal if they overlap, so with another one the first row of a part would
 * have other equals.
 */
static void row_earlier(struct report *rp, struct rep_row *r, const struct rep_row *like)
{
	if (!row_before(like, r))
		return;
	if (r->sym != like->sym && (is_inlined(r) || is_inlined(like)) && r->part &&
	    rp->map->parts.firsts[r->part] == r)
		set_copy_first(rp, r, (struct added_numbers){ .part = true });
	r->first_time = like->first_time;
	r->first_seq = like->first_seq;
	r->first_pos = like->first_pos;
	r->who = like->who;
	r->extra = like->extra;
	r->level = like->level;
	r->map = like->map;
	r->sym = like->sym;
	r->dso = like->dso;
	r->addr = like->addr;
	r->from = like->from;
	r->to = like->to;
	r->mode = like->mode;
	r->filtered = like->filtered;
}

static void prefetch_row(const struct row_map *m, uint32_t group, uint32_t part)
{
	if (m->mask)
		__builtin_prefetch(&m->index[hash_mix(group, part) >> 7 & m->mask]);
}

static struct rep_row *row_known(const struct row_map *m, uint32_t group, uint32_t part)
{
	return m->mask ? find_row_key(m, group, part)->row : NULL;
}

static struct rep_row *spare_row(struct report *rp, const struct rep_row *like)
{
	struct row_map *m = rp->map;

	report_no_memory(rp);
	m->spare = *like;
	m->spare.more = rp->more ? &m->spare_more : NULL;
	return &m->spare;
}

/* Append a copy of @like to the rows of its event. Returns NULL if memory is exhausted. */
static struct rep_row *add_row(struct report *rp, const struct rep_row *like)
{
	struct event_rows *ev = &rp->ev[like->event];
	struct rep_row *row = row_alloc(rp->map);

	if (!row || (ev->nr == ev->cap && !grow_event_rows(ev)))
		return NULL;
	*row = *like;
	if (rp->more && !(row->more = mem_alloc(1, sizeof(*row->more))))
		return NULL;
	ev->rows[ev->nr++] = row;
	return row;
}

/* Return the row with the group and part of @like; add it if there is none. */
static struct rep_row *find_or_add_row(struct report *rp, const struct rep_row *like)
{
	struct row_map *m = rp->map;
	struct rep_row *row;
	struct row_key *k;

	if (m->nr * 2 >= m->mask && !grow_row_map(m))
		return spare_row(rp, like);
	k = find_row_key(m, like->group, like->part);
	if (k->row) {
		row_earlier(rp, k->row, like);
		return k->row;
	}
	row = add_row(rp, like);
	if (!row)
		return spare_row(rp, like);
	*k = (struct row_key){ .group = like->group, .part = like->part, .row = row };
	m->nr++;
	return row;
}

static void stat_add(struct row_stat *st, unsigned mode, const struct hist_entry *slot)
{
	st->nr += slot->nr;
	st->period += slot->period;
	if (mode == PDATA_CPUMODE_KERNEL)
		st->sys += slot->period;
	else if (mode == PDATA_CPUMODE_USER)
		st->us += slot->period;
	else if (mode == PDATA_CPUMODE_GUEST_KERNEL)
		st->guest_sys += slot->period;
	else if (mode == PDATA_CPUMODE_GUEST_USER)
		st->guest_us += slot->period;
}

/*
 * The entry's share of wall-clock time, in thousandths of the period's unit: if N threads run at
 * once, a sample counts 1/N of its period.
 */
static uint64_t entry_latency(const struct report *rp, const struct hist_entry *slot)
{
	const uint64_t threads = hist_extra(rp->hist, slot->extra)->parallelism;

	return threads ? slot->period / threads * 1000 + slot->period % threads * 1000 / threads
		       : 0;
}

static void acc_add(const struct report *rp, struct rep_row *r, const struct hist_entry *slot)
{
	r->acc.period += slot->period;
	if (r->more)
		r->more->acc_latency += entry_latency(rp, slot);
}

static void more_add(const struct report *rp, struct rep_row *r, const struct hist_entry *slot)
{
	const struct hist_extra *x = hist_extra(rp->hist, slot->extra);

	r->more->latency += entry_latency(rp, slot);
	r->more->weight[0] += x->weight * slot->nr;
	r->more->weight[1] += x->ins_lat * slot->nr;
	r->more->weight[2] += x->p_stage_cyc * slot->nr;
}

int row_more_add(struct rep_row *r, const struct row_more *more)
{
	if (!more)
		return 0;
	if (!r->more)
		r->more = mem_alloc(1, sizeof(*r->more));
	if (!r->more)
		return -ENOMEM;
	r->more->latency += more->latency;
	for (int i = 0; i < 3; i++)
		r->more->weight[i] += more->weight[i];
	return 0;
}

static void row_names(struct report *rp, struct rep_row *r, const struct hist_location *p)
{
	r->map = p->map;
	r->sym = p->sym;
	r->dso = location_dso(&rp->places, p->map);
}

/* ---- filters ----------------------------------------------------------------------------- */

static bool is_location_filtered(const struct report *rp, const struct rep_row *r)
{
	char addr[32];

	if (rp->dsos.nr &&
	    (!r->map || (!word_list_has(&rp->dsos, r->dso) &&
			 !word_list_has(&rp->dsos, symbols_dso_long(rp->s->syms, r->map->object)))))
		return true;
	if (!rp->syms.nr)
		return false;
	if (!r->sym)
		return true;
	snprintf(addr, sizeof(addr), "0x%llx",
		 (unsigned long long)r->sym->start - r->map->pgoff + r->map->start);
	return !word_list_has(&rp->syms, r->sym->name) && !word_list_has(&rp->syms, addr);
}

static bool row_filtered(const struct report *rp, const struct rep_row *r,
			 const struct hist_location *p)
{
	if (p->guest || is_location_filtered(rp, r))
		return true;
	return (rp->comms.nr && !word_list_has(&rp->comms, r->who->comm)) ||
	       !number_list_has(&rp->pids, r->who->pid) || !number_list_has(&rp->tids, r->who->tid);
}

/* Evaluate the filter expression for @r, a row of a single hist entry, with the entry's names. */
static bool expr_holds(const struct report *rp, const struct rep_row *r)
{
	const struct filter_names names = {
		.event = rp->ev[r->event].name,
		.comm = r->who->comm,
		.sym = r->sym ? r->sym->name : NULL,
		.dso = r->dso ? r->dso : "[unknown]",
		.path = r->map ? symbols_dso_long(rp->s->syms, r->map->object) : "[unknown]",
	};

	const int rc = filter_expr_holds(rp->expr, r->extra->numbers, &names);

	if (rc < 0)
		report_no_memory(rp);
	return rc > 0;
}

/* ---- one hist entry ---------------------------------------------------------------------- */

/* Make room for @nr frames in the scratch arrays, without their contents. Return: 0 or -ENOMEM. */
static int grow_frames_room(struct row_map *m, uint32_t nr)
{
	const uint32_t cap = nr < 256 ? 256 : nr;

	free(m->classes);
	free(m->steps);
	free(m->rows);
	free(m->added);
	m->added = NULL;
	m->cap_added = 0;
	m->classes = mem_alloc(cap, sizeof(*m->classes));
	m->steps = mem_alloc(cap, sizeof(*m->steps));
	m->rows = mem_alloc(cap, sizeof(struct rep_row *));
	m->cap_frames = m->classes && m->steps && m->rows ? cap : 0;
	return m->cap_frames ? 0 : -ENOMEM;
}

/* Keep @like, the row of frame @i, for comparisons until it is added. */
static void keep_added(struct report *rp, uint32_t i, const struct rep_row *like)
{
	struct row_map *m = rp->map;

	if (!m->cap_added && (m->added = mem_alloc(m->cap_frames, sizeof(*m->added))))
		m->cap_added = m->cap_frames;
	if (!m->cap_added)
		report_no_memory(rp);
	else
		m->added[i] = *like;
	row_index_set_first(&m->parts, m->steps[i].part, m->cap_added ? &m->added[i] : &m->spare);
}

/* Set the members of @like that describe frame @i of the current chain. */
static void frame_like(struct report *rp, struct rep_row *like, uint32_t i)
{
	const struct hist_location *p = &rp->places.all[rp->walked[i]];

	row_names(rp, like, p);
	like->addr = p->ip;
	like->level = rp->map->steps[i].level;
	like->part = rp->map->steps[i].part;
	like->first_pos = i + 1;
}

/*
 * First step for the frames of a chain: find the part number and level of each. For an unmapped
 * address perf keeps the level of the frame before.
 */
static void frame_parts(struct report *rp, const struct rep_row *self, uint32_t n)
{
	struct row_map *m = rp->map;
	struct rep_row like = *self;
	char level = self->level;

	for (uint32_t i = 0; i < n; i++) {
		const struct hist_location *p = &rp->places.all[rp->walked[i]];
		struct frame_step *s = &m->steps[i];

		if (p->map)
			level = p->level;
		s->level = level;
		s->part = p->cls < m->cap_class ? m->part_of_class[p->cls] : 0;
		s->added = false;
		if (rp->by_place) {
			frame_like(rp, &like, i);
			s->part = get_row_part(rp, &m->part_of_frame, &m->cap_frame, rp->walked[i],
					       &like, &s->added);
		} else if (!s->part) {
			frame_like(rp, &like, i);
			s->part = get_row_part(rp, &m->part_of_class, &m->cap_class, p->cls, &like,
					       &s->added);
		}
		if (s->added)
			keep_added(rp, i, &like);
		prefetch_row(m, self->group, s->part);
	}
}

/* Second step for the frames of a chain: find or add the row of each. */
static void frame_rows(struct report *rp, const struct rep_row *self, uint32_t n)
{
	struct row_map *m = rp->map;
	struct rep_row like = *self;

	for (uint32_t i = 0; i < n; i++) {
		m->rows[i] = row_known(m, self->group, m->steps[i].part);
		if (m->rows[i]) {
			__builtin_prefetch(m->rows[i], 1);
			continue;
		}
		frame_like(rp, &like, i);
		m->rows[i] = find_or_add_row(rp, &like);
		if (m->steps[i].added)
			row_index_set_first(&m->parts, like.part, m->rows[i]);
	}
}

/* Add a hist entry to each row of its chain once, even if the row occurs several times. */
static void add_chain_to_rows(struct report *rp, const struct hist_entry *slot,
			      const struct rep_row *self, uint32_t n)
{
	struct row_map *m = rp->map;
	struct rep_row like = *self;

	frame_parts(rp, self, n);
	frame_rows(rp, self, n);
	for (uint32_t i = 0; i < n; i++) {
		struct rep_row *r = m->rows[i];

		if (slot->first_time <= r->first_time) {
			frame_like(rp, &like, i);
			row_earlier(rp, r, &like);
		}
		if (r->mark == m->serial)
			continue;
		r->mark = m->serial;
		acc_add(rp, r, slot);
		if (rp->history)
			report_history_add(rp->history, r, (uint32_t)(slot - rp->hist->slots), i);
		if (n - i > r->max_depth)
			r->max_depth = n - i;
	}
}

/* Add a hist entry's chain to the rows of its frames and to the trie. @n: frames in rp->walked. */
static void add_chain_to_row(struct report *rp, const struct hist_entry *slot,
			     const struct rep_row *like, struct rep_row *own, uint32_t n)
{
	struct row_map *m = rp->map;

	if (n > m->cap_frames && grow_frames_room(m, n)) {
		report_no_memory(rp);
		return;
	}
	if (n > own->max_depth)
		own->max_depth = n;
	if (rp->children)
		add_chain_to_rows(rp, slot, like, n);
	if (!rp->trie || !n)
		return;
	if (rp->history)
		report_history_add(rp->history, own, (uint32_t)(slot - rp->hist->slots), 0);
	for (uint32_t i = 0; i < n; i++)
		m->classes[i] = rp->places.all[rp->walked[i]].cls;
	if (callgraph_trie_add(rp->trie, m->classes, rp->children ? m->rows : NULL, n, own,
			       slot->period, slot->nr))
		report_no_memory(rp);
}

/* Results of walking the chain of a hist entry, see report_parent_find(). */
struct chain_head {
	uint32_t nr, root;
	const struct sym *parent;
};

/* Fill @like from the location and thread of hist entry @i. Returns false if it gets no row. */
static bool make_entry_row(struct report *rp, uint32_t i, const struct chain_head *head,
			   struct rep_row *like, struct added_numbers *added)
{
	const struct hist_entry *slot = &rp->hist->slots[i];
	const struct hist_resolve_ctx at = hist_entry_resolve_ctx(rp->hist, i);
	const uint32_t n = head->root != UINT32_MAX ? head->root : slot->location;
	struct hist_location p = rp->places.all[n];

	*like = (struct rep_row){ .event = hist_entry_event(slot),
				  .who = at.who,
				  .level = p.level,
				  .addr = p.addr,
				  .extra = hist_extra(rp->hist, slot->extra),
				  .parent = head->parent,
				  .mode = (uint8_t)hist_entry_cpumode(slot),
				  .first_time = slot->first_time,
				  .first_seq = slot->first_seq };
	if (like->event >= rp->nr_ev || (rp->opts->select.hide_unresolved && !p.sym))
		return false;
	if (rp->hist->opts.alike && slot->object)
		p.map = rp->hist->firsts[i].map;
	row_names(rp, like, &p);
	if (rp->expr && !expr_holds(rp, like))
		return false;
	like->filtered = (head->root == UINT32_MAX && row_filtered(rp, like, &p)) ||
			 (rp->opts->select.exclude_other && !like->parent);
	like->group = group_of(rp, like, slot, &added->group);
	if (rp->mode == REPORT_NORMAL) {
		like->part = get_row_part(rp, &rp->map->part_of_place, &rp->map->cap_place, n, like,
					  &added->part);
		return true;
	}
	if (rp->mode == REPORT_MEM) {
		like->from = location_find_any(&rp->places, &at, slot->ip);
		like->to = location_find(&rp->places, &at, hist_entry_cpumode(slot),
					 like->extra->addr);
		like->part = row_index_find(rp, &rp->map->parts, like, &added->part);
		return true;
	}
	like->from = location_find_any(&rp->places, &at, like->extra->from);
	like->to = location_find_any(&rp->places, &at, like->extra->to);
	row_names(rp, like, &rp->places.all[like->to]);
	like->addr = like->extra->to;
	like->part = row_index_find(rp, &rp->map->parts, like, &added->part);
	return !rp->opts->select.hide_unresolved || (like->sym && rp->places.all[like->from].sym);
}

bool row_entry_has_chain(const struct report *rp, const struct hist_entry *slot)
{
	return rp->hist->opts.chains && slot->chain && !rp->late_chains &&
	       (rp->children || rp->trie || rp->parent);
}

/* Return the rows of the event of a hist entry, or NULL if the event does not exist. */
static struct event_rows *event_of_entry(const struct report *rp, const struct hist_entry *slot)
{
	return hist_entry_event(slot) < rp->nr_ev ? &rp->ev[hist_entry_event(slot)] : NULL;
}

bool row_entry_is_left_out(const struct report *rp, const struct hist_entry *slot)
{
	return event_of_entry(rp, slot) &&
	       !number_list_has(&rp->parallelism, hist_extra(rp->hist, slot->extra)->parallelism);
}

static void count_left_out(struct report *rp, const struct hist_entry *slot)
{
	struct event_rows *ev = event_of_entry(rp, slot);

	ev->nr_samples += slot->nr;
	ev->period += slot->period;
	ev->latency += entry_latency(rp, slot);
}

static void add_entry_rows(struct report *rp, uint32_t i)
{
	const struct hist_entry *slot = &rp->hist->slots[i];
	struct event_rows *ev;
	const bool chain = row_entry_has_chain(rp, slot);
	struct chain_head head = { .root = UINT32_MAX };
	struct added_numbers added = { false, false };
	struct rep_row like, *own;

	if (row_entry_is_left_out(rp, slot)) {
		count_left_out(rp, slot);
		return;
	}
	if (chain)
		head.nr = chain_walk(rp, slot, CHAIN_REPLAY);
	if (chain && rp->parent)
		head.nr = report_parent_find(rp->parent, rp, head.nr, &head.parent, &head.root);
	if (!make_entry_row(rp, i, &head, &like, &added)) {
		set_copy_first(rp, &like, added);
		return;
	}
	own = find_or_add_row(rp, &like);
	if (added.group)
		row_index_set_first(&rp->map->groups, like.group, own);
	if (added.part)
		row_index_set_first(&rp->map->parts, like.part, own);
	stat_add(&own->self, hist_entry_cpumode(slot), slot);
	if (own->more)
		more_add(rp, own, slot);
	own->mark = ++rp->map->serial;
	if (rp->children)
		acc_add(rp, own, slot);
	ev = &rp->ev[like.event];
	ev->nr_samples += slot->nr;
	if (rp->entry_rows)
		rp->entry_rows[i] = own;
	if (chain)
		add_chain_to_row(rp, slot, &like, own, head.nr);
}

static void prefetch_resolved(const struct report *rp, uint32_t i)
{
	const struct hists *h = rp->hist;

	__builtin_prefetch(&rp->places.all[h->slots[i].location]);
	if (h->opts.chains && h->slots[i].chain)
		__builtin_prefetch(h->chains.all[h->slots[i].chain].data);
}

void rows_build(struct report *rp)
{
	rp->map = mem_alloc(1, sizeof(*rp->map));
	if (rp->late_chains)
		rp->entry_rows = mem_alloc(rp->hist->nr_slots, sizeof(struct rep_row *));
	if (!rp->map || (rp->late_chains && !rp->entry_rows)) {
		report_no_memory(rp);
		return;
	}
	rp->map->groups.scope = KEY_THREAD;
	rp->map->parts.scope = KEY_LOCATION;
	for (uint32_t i = 0; i < rp->hist->nr_slots; i++) {
		if (i % ROWS_LOOK == 0 && report_err(rp))
			return;
		if (i + ROWS_AHEAD < rp->hist->nr_slots)
			prefetch_resolved(rp, i + ROWS_AHEAD);
		add_entry_rows(rp, i);
	}
	locations_forget_notes(&rp->places);
}

void rows_free(struct report *rp)
{
	struct row_map *m = rp->map;
	struct row_block *next;

	free(rp->entry_rows);
	rp->entry_rows = NULL;
	if (!m)
		return;
	for (struct row_block *b = m->blocks; b; b = next) {
		next = b->next;
		for (uint32_t i = 0; i < ROWS_IN_BLOCK; i++) {
			free(block_row(b, i)->pairs);
			free(block_row(b, i)->more);
		}
		free(b);
	}
	row_index_free(&m->groups);
	row_index_free(&m->parts);
	free(m->part_of_place);
	free(m->part_of_class);
	free(m->part_of_frame);
	pd_free(m->index);
	free(m->classes);
	free(m->steps);
	free(m->rows);
	free(m->added);
	free(m);
	rp->map = NULL;
}
