/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stores the maps of a process over time: versions of an address space, as segments that know
 * which version changed them, or as trees.
 */
#include "tasks/addr_space.h"

#include "common/binary_search.h"
#include "common/prefetch.h"

#include <string.h>

/* ---- segments ---------------------------------------------------------------------------- */

/*
 * The addresses between two neighbouring bounds of maps: in any version one map, or none, covers
 * all of them. The newest state comes first: @map from version @from on, and before that
 * history[older].
 */
struct pd_segment {
	uint64_t end;
	const struct pdata_map *map; /* NULL: nothing is mapped from that version on */
	uint32_t from;
	uint32_t older; /* 0: nothing was mapped before */
};

struct pd_segment_history {
	const struct pdata_map *map;
	uint32_t from, older;
};

struct pd_segments {
	const struct pdata_mapset *versions;
	uint32_t nr;
	const uint64_t *starts; /* ascending */
	const struct pd_segment *segments;
	const struct pd_segment_history *history; /* from 1 */
};

/*
 * Limits of segments, above which a space gets trees: entries for each change, and versions of one
 * segment, which are searched one after the other.
 */
#define ENTRIES_PER_CHANGE 2u
#define ENTRIES_FREE 64u
#define HISTORY_MAX 64u

/* Most changes that a copy of a space repeats; copies of larger spaces share trees. */
#define COPY_MAX 256u

/* Working memory while the segments of a space are made. */
struct segments_build {
	uint64_t *bounds; /* starts and ends of changes, ascending */
	size_t nr_bounds;
	struct pd_segment *segments; /* between bounds */
	bool *covered;		     /* for each segment: a change covers it */
	uint8_t *depth;
	struct pd_segment_history *history;
	size_t nr_history, max_history;
};

/* Merge the ascending elements @from to @mid - 1 and @mid to @end - 1 of @all into @out. */
static void merge_addresses(const uint64_t *all, uint64_t *out, size_t from, size_t mid, size_t end)
{
	size_t a = from, b = mid;

	for (size_t to = from; to < end; to++)
		out[to] = b == end || (a < mid && all[a] <= all[b]) ? all[a++] : all[b++];
}

/*
 * Sort the @nr addresses @all. @spare: memory for as many addresses. A merge sort of integers is
 * three times as fast here as qsort(3), which calls a function for each comparison.
 */
static void sort_addresses(uint64_t *all, uint64_t *spare, size_t nr)
{
	uint64_t *was = all, *is = spare;

	for (size_t width = 1; width < nr; width *= 2) {
		uint64_t *next = was;

		for (size_t from = 0; from < nr; from += 2 * width) {
			const size_t mid = nr - from < width ? nr : from + width;

			merge_addresses(was, is, from, mid, nr - mid < width ? nr : mid + width);
		}
		was = is;
		is = next;
	}
	if (was != all)
		memcpy(all, was, nr * sizeof(*all));
}

/* Count how many of the ascending @starts are at most @addr. */
static size_t count_starts(const uint64_t *starts, size_t nr, uint64_t addr)
{
	return pd_first_number(starts, nr, sizeof(*starts), 0, addr, true);
}

static void collect_bounds(struct segments_build *b, const struct pd_addr_space *s)
{
	size_t all = 0, nr = 0;
	bool sorted = true;

	for (size_t i = 0; i < s->nr_changes; i++) {
		const struct pdata_map *map = s->changes[i].map;

		sorted &= !all || b->bounds[all - 1] <= map->start;
		/* Most maps begin where the map before ends: fewer addresses are sorted faster. */
		if (!all || b->bounds[all - 1] != map->start)
			b->bounds[all++] = map->start;
		b->bounds[all++] = map->end;
	}
	if (!sorted)
		/* Nothing is in the history yet, and it is larger than all bounds. */
		sort_addresses(b->bounds, (uint64_t *)b->history, all);
	for (size_t i = 0; i < all; i++)
		if (!i || b->bounds[i] != b->bounds[nr - 1])
			b->bounds[nr++] = b->bounds[i];
	b->nr_bounds = nr;
}

/*
 * Add a change to segment @i. Return: false if the segment would have too many versions, or all of
 * them too many entries.
 */
static bool segment_push(struct segments_build *b, size_t i, const struct pd_map_change *c)
{
	struct pd_segment *g = &b->segments[i];

	if (b->covered[i] && g->from != c->version) {
		if (b->nr_history == b->max_history || b->depth[i] == HISTORY_MAX)
			return false;
		b->depth[i]++;
		b->history[++b->nr_history] =
			(struct pd_segment_history){ g->map, g->from, g->older };
		g->older = (uint32_t)b->nr_history;
	}
	b->covered[i] = true;
	g->map = c->unmap ? NULL : c->map;
	g->from = c->version;
	return true;
}

static bool push_changes(struct segments_build *b, const struct pd_addr_space *s)
{
	size_t entries = ENTRIES_FREE + ENTRIES_PER_CHANGE * s->nr_changes;

	for (size_t i = 0; i < s->nr_changes; i++) {
		const struct pd_map_change *c = &s->changes[i];
		size_t at = count_starts(b->bounds, b->nr_bounds, c->map->start) - 1;

		for (; b->bounds[at] < c->map->end; at++)
			if (!entries-- || !segment_push(b, at, c))
				return false;
	}
	return true;
}

/* ---- hashes ------------------------------------------------------------------------------ */

/*
 * Add @by to the hash of each version with an index from @from to @end - 1. While segments are
 * added, the array holds the difference of each hash to the hash of the version before, so only two
 * elements change.
 */
static void add_hash(struct pdata_mapset *versions, size_t nr, size_t from, size_t end, uint32_t by)
{
	versions[from].hash += by;
	if (end < nr)
		versions[end].hash -= by;
}

/* Compute the hash of each of the @nr versions. The caller has set all hashes to 0. */
static void hash_versions(const struct pd_segments *s, struct pdata_mapset *versions, size_t nr)
{
	for (uint32_t i = 0; i < s->nr; i++) {
		const struct pd_segment *g = &s->segments[i];
		struct pd_segment_history h = { g->map, g->from, g->older };
		size_t end = nr;

		for (;; h = s->history[h.older]) {
			if (h.map)
				add_hash(versions, nr, h.from, end,
					 pd_map_hash(h.map, s->starts[i], g->end));
			end = h.from;
			if (!h.older)
				break;
		}
	}
	/* a bit-field of 31 bits is promoted to int, whose overflow is undefined */
	for (size_t i = 1; i < nr; i++)
		versions[i].hash += (uint32_t)versions[i - 1].hash;
}

/* ---- segments, kept ---------------------------------------------------------------------- */

/*
 * Copy versions, and the segments that a change covers, into memory of the arena: what a question
 * reads is next to each other.
 */
static int keep_segments(const struct segments_build *b, struct pd_arena *arena,
			 struct pd_addr_space *s)
{
	const size_t versions_size = s->nr * sizeof(*s->versions);
	struct pd_segment_history *history;
	struct pdata_mapset *versions;
	struct pd_segment *segments;
	struct pd_segments *out;
	uint64_t *starts;
	uint32_t nr = 0;

	for (size_t i = 0; i + 1 < b->nr_bounds; i++)
		nr += b->covered[i];
	versions = pd_arena_array(arena, 1,
				  versions_size + sizeof(*out) +
					  nr * (sizeof(*starts) + sizeof(*segments)));
	history = b->nr_history ? pd_arena_array(arena, b->nr_history + 1, sizeof(*history)) : NULL;
	if (!versions || (b->nr_history && !history))
		return PDATA_E_NOMEM;
	out = (struct pd_segments *)(versions + s->nr);
	starts = (uint64_t *)(out + 1);
	segments = (struct pd_segment *)(starts + nr);
	nr = 0;
	for (size_t i = 0; i + 1 < b->nr_bounds; i++) {
		if (!b->covered[i])
			continue;
		starts[nr] = b->bounds[i];
		segments[nr] = b->segments[i];
		segments[nr++].end = b->bounds[i + 1];
	}
	for (size_t i = 1; i <= b->nr_history; i++)
		history[i] = b->history[i];
	*out = (struct pd_segments){ versions, nr, starts, segments, history };
	memcpy(versions, s->versions, versions_size);
	for (size_t i = 0; i < s->nr; i++) {
		versions[i].segments = out;
		versions[i].segmented = true;
	}
	hash_versions(out, versions, s->nr);
	pd_free(s->versions);
	s->versions = versions;
	s->cap = 0;
	return 0;
}

/* Allocate working memory, which is in one piece at b->history. Return: 0 or PDATA_E_NOMEM. */
static int alloc_segments_build(struct segments_build *b, size_t nr_changes)
{
	const size_t nr = 2 * nr_changes;
	char *memory;

	b->max_history = ENTRIES_FREE + ENTRIES_PER_CHANGE * nr_changes;
	memory = pd_calloc(1, (b->max_history + 1) * sizeof(*b->history) +
				      nr * (sizeof(*b->bounds) + sizeof(*b->segments) +
					    sizeof(*b->covered) + sizeof(*b->depth)));
	if (!memory)
		return PDATA_E_NOMEM;
	b->history = (struct pd_segment_history *)memory;
	b->bounds = (uint64_t *)(b->history + b->max_history + 1);
	b->segments = (struct pd_segment *)(b->bounds + nr);
	b->covered = (bool *)(b->segments + nr);
	b->depth = (uint8_t *)(b->covered + nr);
	return 0;
}

/* Make the segments of a space. Return: 1; 0 if a limit is exceeded; PDATA_E_NOMEM. */
static int make_segments(struct pd_arena *arena, struct pd_addr_space *s)
{
	struct segments_build b = { 0 };
	int ret = 0;

	if (alloc_segments_build(&b, s->nr_changes))
		return PDATA_E_NOMEM;
	collect_bounds(&b, s);
	if (push_changes(&b, s))
		ret = keep_segments(&b, arena, s) ? PDATA_E_NOMEM : 1;
	pd_free(b.history);
	return ret;
}

static const struct pdata_map *segment_map(const struct pd_segments *s, size_t i, size_t version)
{
	const struct pd_segment *g = &s->segments[i];

	if (g->from <= version)
		return g->map;
	for (uint32_t h = g->older; h; h = s->history[h].older)
		if (s->history[h].from <= version)
			return s->history[h].map;
	return NULL;
}

/* ---- versions ---------------------------------------------------------------------------- */

static int replay_in_tree(struct pd_addr_space_builder *mk, const struct pd_node **root,
			  const struct pd_map_change *c)
{
	return pd_maps_tree_replace(&mk->tree, root, c->map->start, c->map->end,
				    c->unmap ? NULL : c->map);
}

/* Make the trees of all versions; later changes are made in the trees. */
static int make_trees(struct pd_addr_space_builder *mk, struct pd_addr_space *s)
{
	const struct pd_node *root = NULL;
	size_t c = 0;

	if (s->tree)
		return 0;
	for (size_t i = 0; i < s->nr; i++) {
		mk->tree.open_epoch = s->versions[i].epoch;
		for (; c < s->nr_changes && s->changes[c].version == i; c++)
			if (replay_in_tree(mk, &root, &s->changes[c]))
				return PDATA_E_NOMEM;
		s->versions[i].root = root;
	}
	pd_free(s->changes);
	s->changes = NULL;
	s->nr_changes = s->changes_cap = 0;
	s->tree = true;
	return 0;
}

/*
 * Get a version for (time, seq): the last one if there can be no query for a moment between them,
 * else a new one.
 */
static struct pdata_mapset *open_version(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
					 uint64_t time, uint64_t seq)
{
	struct pdata_mapset *last = s->nr ? &s->versions[s->nr - 1] : NULL;

	if (last && !last->time && !time && seq < mk->first_sample) {
		/*
		 * Synthesised records come before the first sample, so that one version is enough
		 * for them.
		 */
		mk->tree.open_epoch = last->epoch;
		return last;
	}
	if (pd_grow(&s->versions, &s->cap, s->nr + 1, sizeof(*s->versions)))
		return NULL;
	s->versions[s->nr] = (struct pdata_mapset){
		.time = time,
		.seq = seq,
		.root = s->tree && s->nr ? s->versions[s->nr - 1].root : NULL,
		.epoch = mk->epochs++,
	};
	mk->tree.open_epoch = s->versions[s->nr].epoch;
	return &s->versions[s->nr++];
}

static int add_change(struct pd_addr_space *s, const struct pdata_map *map, bool unmap)
{
	if (pd_grow(&s->changes, &s->changes_cap, s->nr_changes + 1, sizeof(*s->changes)))
		return PDATA_E_NOMEM;
	s->changes[s->nr_changes++] = (struct pd_map_change){ .map = map,
							      .version = (uint32_t)(s->nr - 1),
							      .unmap = unmap };
	return 0;
}

static int change_maps(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		       const struct pdata_map *map, bool unmap, uint64_t time, uint64_t seq)
{
	struct pdata_mapset *v;

	if (map->start >= map->end)
		return 0;
	v = open_version(mk, s, time, seq);
	if (!v)
		return PDATA_E_NOMEM;
	return s->tree ? pd_maps_tree_replace(&mk->tree, &v->root, map->start, map->end,
					      unmap ? NULL : map)
		       : add_change(s, map, unmap);
}

int pd_addr_space_map(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		      const struct pdata_map *map, uint64_t time, uint64_t seq)
{
	return change_maps(mk, s, map, false, time, seq);
}

int pd_addr_space_unmap(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
			const struct pdata_map *map, uint64_t time, uint64_t seq)
{
	return change_maps(mk, s, map, true, time, seq);
}

/* Copy the changes that led to version @src of @from to @s, a new space, as its first ones. */
static int repeat_changes(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
			  const struct pd_addr_space *from, size_t src, uint64_t time, uint64_t seq)
{
	if (!open_version(mk, s, time, seq))
		return PDATA_E_NOMEM;
	for (size_t i = 0; i < from->nr_changes && from->changes[i].version <= src; i++) {
		const struct pd_map_change *c = &from->changes[i];

		if (add_change(s, c->map, c->unmap))
			return PDATA_E_NOMEM;
		mk->copies_left--;
	}
	return 0;
}

int pd_addr_space_copy(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		       struct pd_addr_space *from, uint64_t time, uint64_t seq)
{
	const struct pdata_mapset *found = from == s ? NULL : pd_addr_space_find(from, time, seq);
	struct pdata_mapset *v;
	size_t src;

	if (!found)
		return 0;
	src = (size_t)(found - from->versions);
	if (!s->nr && !from->tree && from->nr_changes <= COPY_MAX &&
	    from->nr_changes <= mk->copies_left)
		return repeat_changes(mk, s, from, src, time, seq);
	if (make_trees(mk, from) || make_trees(mk, s))
		return PDATA_E_NOMEM;
	/* The new epoch keeps both spaces from changing the nodes that they share in place. */
	from->versions[src].epoch = mk->epochs++;
	v = open_version(mk, s, time, seq);
	if (!v)
		return PDATA_E_NOMEM;
	v->root = from->versions[src].root;
	return 0;
}

int pd_addr_space_seal(struct pd_addr_space_builder *mk, struct pd_addr_space *s)
{
	int ret;

	if (s->tree || !s->nr_changes)
		return 0;
	ret = make_segments(mk->tree.arena, s);
	if (!ret)
		return make_trees(mk, s);
	pd_free(s->changes);
	s->changes = NULL;
	s->nr_changes = s->changes_cap = 0;
	return ret < 0 ? ret : 0;
}

void pd_addr_space_free(struct pd_addr_space *s)
{
	if (s->cap)
		pd_free(s->versions);
	pd_free(s->changes);
}

const struct pdata_mapset *pd_addr_space_find(const struct pd_addr_space *s, uint64_t time,
					      uint64_t seq)
{
	size_t lo = 0, hi = s->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const struct pdata_mapset *v = &s->versions[mid];

		if (v->time < time || (v->time == time && v->seq <= seq))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? &s->versions[lo - 1] : NULL;
}

/* ---- questions --------------------------------------------------------------------------- */

/* Questions that wait for memory together. */
#define GROUP 16u

#define PREFETCH_LINES 9u /* for about 60 maps */

/* Answer a question when the number of starts up to its address, @nr_below, is known. */
static void answer_from_segment(struct pdata_map_at *q, size_t nr_below)
{
	const struct pd_segments *s = q->maps->segments;
	const size_t i = nr_below - 1;

	if (!nr_below || q->addr >= s->segments[i].end)
		return;
	q->map = segment_map(s, i, (size_t)(q->maps - s->versions));
	if (!q->map)
		return;
	q->start = s->starts[i];
	q->end = s->segments[i].end;
}

static void answer_alone(struct pdata_map_at *q)
{
	q->map = NULL;
	q->start = q->end = q->addr;
	if (q->maps->segmented)
		answer_from_segment(q, count_starts(q->maps->segments->starts,
						    q->maps->segments->nr, q->addr));
	else
		q->map = pd_maps_tree_find(q->maps->root, q->addr, &q->start, &q->end);
}

/* One step of the binary searches of all questions, each in [lo, lo + left] of its starts. */
static bool search_step(const struct pdata_map_at *q, uint32_t nr, size_t *lo, size_t *left)
{
	bool more = false;

	for (uint32_t i = 0; i < nr; i++) {
		const struct pd_segments *s = q[i].maps->segments;
		const size_t half = left[i] / 2;

		if (!left[i])
			continue;
		if (s->starts[lo[i] + half] <= q[i].addr) {
			lo[i] += half + 1;
			left[i] -= half + 1;
		} else {
			left[i] = half;
		}
		if (left[i]) {
			pd_prefetch(&s->starts[lo[i] + left[i] / 2]);
			more = true;
		}
	}
	return more;
}

/* Each loop prefetches what the next one reads: one cache line for each question. */
static void answer_group(struct pdata_map_at *q, uint32_t nr)
{
	size_t lo[GROUP], left[GROUP];

	for (uint32_t i = 0; i < nr; i++)
		pd_prefetch(q[i].maps);
	for (uint32_t i = 0; i < nr; i++)
		pd_prefetch(q[i].maps->segments);
	for (uint32_t i = 0; i < nr; i++) {
		lo[i] = 0;
		left[i] = q[i].maps->segmented ? q[i].maps->segments->nr : 0;
		if (left[i])
			pd_prefetch(&q[i].maps->segments->starts[left[i] / 2]);
	}
	while (search_step(q, nr, lo, left))
		;
	for (uint32_t i = 0; i < nr; i++)
		if (lo[i])
			pd_prefetch(&q[i].maps->segments->segments[lo[i] - 1]);
	for (uint32_t i = 0; i < nr; i++) {
		if (!q[i].maps->segmented) {
			answer_alone(&q[i]);
			continue;
		}
		q[i].map = NULL;
		q[i].start = q[i].end = q[i].addr;
		answer_from_segment(&q[i], lo[i]);
		pd_prefetch(q[i].map);
	}
}

void pdata_mapset_find_many(struct pdata_map_at *at, uint32_t nr)
{
	for (; nr > GROUP; at += GROUP, nr -= GROUP)
		answer_group(at, GROUP);
	answer_group(at, nr);
}

void pdata_mapset_prefetch(const struct pdata_mapset *m)
{
	const char *first = (const char *)m->segments;

	/* The starts of segments follow the struct. */
	for (size_t i = 0; m->segmented && i < PREFETCH_LINES; i++)
		pd_prefetch(first + 64 * i);
}

uint32_t pdata_mapset_hash(const struct pdata_mapset *m)
{
	return m->segmented ? m->hash : pd_maps_tree_hash(m->root);
}

const struct pdata_map *pdata_mapset_find(const struct pdata_mapset *m, uint64_t addr)
{
	struct pdata_map_at q = { .maps = m, .addr = addr };

	answer_alone(&q);
	return q.map;
}

const struct pdata_map *pdata_mapset_next(const struct pdata_mapset *m, uint64_t *addr)
{
	const struct pd_segments *s = m->segments;
	const size_t version = (size_t)(m - (m->segmented ? s->versions : m));
	const struct pdata_map *map = NULL;
	size_t i;

	if (!m->segmented)
		return pd_maps_tree_next(m->root, addr);
	i = count_starts(s->starts, s->nr, *addr);
	i -= i && *addr < s->segments[i - 1].end;
	while (i < s->nr && !(map = segment_map(s, i, version)))
		i++;
	if (!map)
		return NULL;
	/* Later versions have split the map into segments that are next to each other. */
	while (i + 1 < s->nr && s->starts[i + 1] == s->segments[i].end &&
	       segment_map(s, i + 1, version) == map)
		i++;
	*addr = s->segments[i].end;
	return map;
}
