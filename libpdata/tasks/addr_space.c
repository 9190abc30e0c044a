/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stores the maps of a process over time: versions of an address space, as segments that know
 * which version changed them, or as trees.
 */
#include "tasks/addr_space.h"

#include "common/binary_search.h"

#include <stdlib.h>

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

static int compare_addresses(const void *x, const void *y)
{
	const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

	return a < b ? -1 : a > b;
}

/* Count how many of the ascending @starts are at most @addr. */
static size_t count_starts(const uint64_t *starts, size_t nr, uint64_t addr)
{
	return pd_first_number(starts, nr, sizeof(*starts), 0, addr, true);
}

static int collect_bounds(struct segments_build *b, const struct pd_addr_space *s)
{
	size_t nr = 0;

	b->bounds = pd_calloc(2 * s->nr_changes, sizeof(*b->bounds));
	if (!b->bounds)
		return PDATA_E_NOMEM;
	for (size_t i = 0; i < s->nr_changes; i++) {
		b->bounds[2 * i] = s->changes[i].start;
		b->bounds[2 * i + 1] = s->changes[i].end;
	}
	qsort(b->bounds, 2 * s->nr_changes, sizeof(*b->bounds), compare_addresses);
	for (size_t i = 0; i < 2 * s->nr_changes; i++)
		if (!i || b->bounds[i] != b->bounds[nr - 1])
			b->bounds[nr++] = b->bounds[i];
	b->nr_bounds = nr;
	return 0;
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
	g->map = c->map;
	g->from = c->version;
	return true;
}

static bool push_changes(struct segments_build *b, const struct pd_addr_space *s)
{
	size_t entries = ENTRIES_FREE + ENTRIES_PER_CHANGE * s->nr_changes;

	for (size_t i = 0; i < s->nr_changes; i++) {
		const struct pd_map_change *c = &s->changes[i];
		size_t at = count_starts(b->bounds, b->nr_bounds, c->start) - 1;

		for (; b->bounds[at] < c->end; at++)
			if (!entries-- || !segment_push(b, at, c))
				return false;
	}
	return true;
}

/* Copy the segments that a change covers into memory of the arena. */
static int keep_segments(const struct segments_build *b, struct pd_arena *arena,
			 struct pd_addr_space *s)
{
	struct pd_segments *out = pd_arena_array(arena, 1, sizeof(*out));
	struct pd_segment *segments;
	struct pd_segment_history *history;
	uint64_t *starts;
	uint32_t nr = 0;

	for (size_t i = 0; i + 1 < b->nr_bounds; i++)
		nr += b->covered[i];
	starts = pd_arena_array(arena, nr, sizeof(*starts));
	segments = pd_arena_array(arena, nr, sizeof(*segments));
	history = pd_arena_array(arena, b->nr_history + 1, sizeof(*history));
	if (!out || !starts || !segments || !history)
		return PDATA_E_NOMEM;
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
	*out = (struct pd_segments){ s->versions, nr, starts, segments, history };
	for (size_t i = 0; i < s->nr; i++) {
		s->versions[i].segments = out;
		s->versions[i].segmented = true;
	}
	return 0;
}

/* Make the segments of a space. Return: 1; 0 if a limit is exceeded; PDATA_E_NOMEM. */
static int make_segments(struct pd_arena *arena, struct pd_addr_space *s)
{
	struct segments_build b = { .max_history =
					    ENTRIES_FREE + ENTRIES_PER_CHANGE * s->nr_changes };
	int ret = collect_bounds(&b, s);

	if (!ret) {
		b.segments = pd_calloc(b.nr_bounds, sizeof(*b.segments));
		b.covered = pd_calloc(b.nr_bounds, sizeof(*b.covered));
		b.depth = pd_calloc(b.nr_bounds, sizeof(*b.depth));
		b.history = pd_calloc(b.max_history + 1, sizeof(*b.history));
		if (!b.segments || !b.covered || !b.depth || !b.history)
			ret = PDATA_E_NOMEM;
	}
	if (!ret && push_changes(&b, s))
		ret = keep_segments(&b, arena, s) ? PDATA_E_NOMEM : 1;
	pd_free(b.bounds);
	pd_free(b.segments);
	pd_free(b.covered);
	pd_free(b.depth);
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
			if (pd_maps_tree_replace(&mk->tree, &root, s->changes[c].start,
						 s->changes[c].end, s->changes[c].map))
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

static int add_change(struct pd_addr_space *s, uint64_t start, uint64_t end,
		      const struct pdata_map *map)
{
	if (pd_grow(&s->changes, &s->changes_cap, s->nr_changes + 1, sizeof(*s->changes)))
		return PDATA_E_NOMEM;
	s->changes[s->nr_changes++] = (struct pd_map_change){
		.start = start, .end = end, .map = map, .version = (uint32_t)(s->nr - 1)
	};
	return 0;
}

static int change_maps(struct pd_addr_space_builder *mk, struct pd_addr_space *s, uint64_t start,
		       uint64_t end, const struct pdata_map *map, uint64_t time, uint64_t seq)
{
	struct pdata_mapset *v;

	if (start >= end)
		return 0;
	v = open_version(mk, s, time, seq);
	if (!v)
		return PDATA_E_NOMEM;
	return s->tree ? pd_maps_tree_replace(&mk->tree, &v->root, start, end, map)
		       : add_change(s, start, end, map);
}

int pd_addr_space_map(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
		      const struct pdata_map *map, uint64_t time, uint64_t seq)
{
	return change_maps(mk, s, map->start, map->end, map, time, seq);
}

int pd_addr_space_unmap(struct pd_addr_space_builder *mk, struct pd_addr_space *s, uint64_t start,
			uint64_t end, uint64_t time, uint64_t seq)
{
	return change_maps(mk, s, start, end, NULL, time, seq);
}

/* Copy the changes that led to version @src of @from to @s, a new space, as its first ones. */
static int repeat_changes(struct pd_addr_space_builder *mk, struct pd_addr_space *s,
			  const struct pd_addr_space *from, size_t src, uint64_t time, uint64_t seq)
{
	if (!open_version(mk, s, time, seq))
		return PDATA_E_NOMEM;
	for (size_t i = 0; i < from->nr_changes && from->changes[i].version <= src; i++) {
		const struct pd_map_change *c = &from->changes[i];

		if (add_change(s, c->start, c->end, c->map))
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

const struct pdata_map *pdata_mapset_find(const struct pdata_mapset *m, uint64_t addr)
{
	const struct pd_segments *s = m->segments;
	size_t i;

	if (!m->segmented)
		return pd_maps_tree_find(m->root, addr);
	i = count_starts(s->starts, s->nr, addr);
	if (!i || addr >= s->segments[i - 1].end)
		return NULL;
	return segment_map(s, i - 1, (size_t)(m - s->versions));
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
