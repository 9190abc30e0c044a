/* SPDX-License-Identifier: BSD-2-Clause */
/* Address spaces over time against a model that keeps every version in full. */

#include "tasks/addr_space.h"
#include "test.h"

#define CELLS 64 /* addresses of the model */
#define VERSIONS 400
#define SPACES 4
#define CUTS 100000u
#define COPIES 10000

struct model {
	const struct pdata_map *at[VERSIONS][SPACES][CELLS];
};

struct world {
	struct pd_arena arena;
	struct pd_addr_space_builder mk;
	struct pd_addr_space space[SPACES];
	uint64_t random;
};

static uint64_t next_random(struct world *w)
{
	w->random ^= w->random << 13;
	w->random ^= w->random >> 7;
	w->random ^= w->random << 17;
	return w->random;
}

static void start(struct world *w, uint64_t seed)
{
	memset(w, 0, sizeof(*w));
	w->mk = (struct pd_addr_space_builder){ .tree = { .arena = &w->arena, .seed = seed },
						.epochs = 1,
						.first_sample = UINT64_MAX,
						.copies_left = COPIES };
	w->random = 88172645463325252ull + seed;
}

static void end(struct world *w)
{
	for (unsigned i = 0; i < SPACES; i++)
		pd_addr_space_free(&w->space[i]);
	pd_arena_free(&w->arena);
}

static void seal(struct world *w)
{
	for (unsigned i = 0; i < SPACES; i++)
		CHECK_I(pd_addr_space_seal(&w->mk, &w->space[i]), 0);
}

static bool has_trees(const struct pd_addr_space *s)
{
	return s->nr && !s->versions[0].segmented;
}

static const struct pdata_object object; /* of all maps */

/* Changes of all kinds. With @forks, spaces are copied to new ones only, as forks do. */
static void step(struct world *w, bool forks, const struct pdata_map *now[SPACES][CELLS],
		 uint64_t time)
{
	unsigned s = (unsigned)(next_random(w) % SPACES),
		 from = (unsigned)(next_random(w) % SPACES);
	uint64_t a = next_random(w) % CELLS, len = next_random(w) % (CELLS - a) + 1;
	unsigned kind = (unsigned)(next_random(w) % 8);
	struct pdata_map *m = pd_arena_array(&w->arena, 1, sizeof(*m));

	m->object = &object;
	m->start = a;
	m->end = a + len;
	if (kind == 0 && forks && w->space[s].nr)
		kind = 1;
	if (kind == 0) {
		CHECK_I(pd_addr_space_copy(&w->mk, &w->space[s], &w->space[from], time, time), 0);
		/* Nothing to copy is not the same as copying nothing. */
		if (w->space[from].nr)
			memcpy(now[s], now[from], sizeof(now[s]));
		return;
	}
	if (kind == 1) {
		CHECK_I(pd_addr_space_unmap(&w->mk, &w->space[s], m, time, time), 0);
		m = NULL;
	} else {
		CHECK_I(pd_addr_space_map(&w->mk, &w->space[s], m, time, time), 0);
	}
	for (uint64_t i = a; i < a + len; i++)
		now[s][i] = m;
}

/* The same answers for all addresses at once. */
static void compare_many(const struct pdata_mapset *v, const struct pdata_map *const *at)
{
	struct pdata_map_at q[CELLS];
	uint32_t hash = 0;

	for (uint64_t i = 0; i < CELLS; i++)
		q[i] = (struct pdata_map_at){ .maps = v, .addr = i };
	pdata_mapset_prefetch(v);
	pdata_mapset_find_many(q, CELLS);
	for (uint64_t i = 0; i < CELLS; i++) {
		CHECK(q[i].map == at[i]);
		for (uint64_t k = q[i].start; k < q[i].end; k++)
			CHECK(at[k] == at[i]);
		CHECK(at[i] ? q[i].start <= i && i < q[i].end : q[i].start == q[i].end);
		hash += at[i] ? pd_map_hash(at[i], i, i + 1) : 0;
	}
	CHECK_U(pdata_mapset_hash(v), hash & INT32_MAX);
}

static void compare(const struct world *w, const struct model *m)
{
	for (uint64_t t = 1; t < VERSIONS; t++)
		for (unsigned s = 0; s < SPACES; s++) {
			const struct pdata_mapset *v = pd_addr_space_find(&w->space[s], t, t);

			for (uint64_t i = 0; i < CELLS; i++)
				CHECK((v ? pdata_mapset_find(v, i) : NULL) == m->at[t][s][i]);
			if (v)
				compare_many(v, m->at[t][s]);
		}
}

static void play(uint64_t seed, unsigned steps, bool forks, unsigned trees)
{
	static struct model m;
	struct world w;
	unsigned nr = 0;

	start(&w, seed);
	memset(&m, 0, sizeof(m));
	for (uint64_t t = 1; t < VERSIONS; t++) {
		memcpy(m.at[t], m.at[t - 1], sizeof(m.at[t]));
		if (t < steps)
			step(&w, forks, m.at[t], t);
	}
	seal(&w);
	for (unsigned i = 0; i < SPACES; i++)
		nr += has_trees(&w.space[i]);
	CHECK_U(nr, trees);
	compare(&w, &m);
	end(&w);
}

TEST(every_version_of_a_space_stays_as_it_was)
{
	for (uint64_t seed = 1; seed <= 20; seed++)
		play(seed, VERSIONS, false, SPACES);
}

TEST(every_version_of_a_space_with_segments_stays_as_it_was)
{
	for (uint64_t seed = 1; seed <= 200; seed++)
		play(seed, 14, true, 0);
}

TEST(spaces_whose_maps_overlap_often_get_trees_when_they_are_sealed)
{
	for (uint64_t seed = 1; seed <= 20; seed++)
		play(seed, VERSIONS, true, SPACES);
}

/* Records without a time share a version, which copies of it must not see changing. */
TEST(maps_without_a_time_do_not_change_what_was_copied_before)
{
	static const struct pdata_map *now[SPACES][CELLS];
	struct world w;

	for (uint64_t seed = 1; seed <= 50; seed++) {
		start(&w, seed);
		memset(now, 0, sizeof(now));
		for (unsigned i = 0; i < 60; i++)
			step(&w, i % 2, now, 0);
		seal(&w);
		for (unsigned s = 0; s < SPACES; s++) {
			const struct pdata_mapset *v = pd_addr_space_find(&w.space[s], 0, 0);

			for (uint64_t i = 0; i < CELLS; i++)
				CHECK((v ? pdata_mapset_find(v, i) : NULL) == now[s][i]);
		}
		end(&w);
	}
}

/* The same range mapped anew for each version: its versions are not searched one after the other. */
TEST(a_range_mapped_very_often_stays_quick_to_ask)
{
	static struct pdata_map maps[CUTS];
	double begun = test_cpu_seconds();
	struct world w;

	start(&w, 7);
	for (uint64_t i = 0; i < CUTS; i++) {
		maps[i].object = &object;
		maps[i].start = 4096;
		maps[i].end = 8192;
		CHECK_I(pd_addr_space_map(&w.mk, &w.space[0], &maps[i], i + 1, i), 0);
	}
	seal(&w);
	CHECK(has_trees(&w.space[0]));
	for (uint64_t i = 0; i < CUTS; i++)
		CHECK(pdata_mapset_find(pd_addr_space_find(&w.space[0], i + 1, i), 5000) ==
		      &maps[i]);
	CHECK(test_cpu_seconds() - begun < 10);
	end(&w);
}

/* Forks of a process with many maps share them. */
TEST(copies_of_large_spaces_share_their_maps)
{
	static struct pdata_map maps[3000];
	struct pd_addr_space child[1000] = { 0 };
	struct world w;

	start(&w, 8);
	for (uint64_t i = 0; i < 3000; i++) {
		maps[i].object = &object;
		maps[i].start = i * 4096;
		maps[i].end = i * 4096 + 4096;
		CHECK_I(pd_addr_space_map(&w.mk, &w.space[0], &maps[i], 0, i), 0);
	}
	for (unsigned i = 0; i < 1000; i++) {
		CHECK_I(pd_addr_space_copy(&w.mk, &child[i], &w.space[0], 5, i), 0);
		CHECK_I(pd_addr_space_seal(&w.mk, &child[i]), 0);
		CHECK(has_trees(&child[i]));
		CHECK(pdata_mapset_find(&child[i].versions[0], 4096 * 77) == &maps[77]);
		pd_addr_space_free(&child[i]);
	}
	CHECK_U(w.mk.copies_left, COPIES);
	end(&w);
}

/* One large map and a great many small ones inside it, as runtimes that compile code make them. */
TEST(a_map_cut_very_often_stays_quick_to_change)
{
	static struct pdata_map big = { .start = 0, .end = 1ull << 40, .object = &object },
				small[CUTS];
	double begun = test_cpu_seconds();
	struct world w;

	/* With this seed the large map is always the root of the tree. */
	start(&w, 0x89a5850e63c5f8aaull);
	CHECK_I(pd_addr_space_map(&w.mk, &w.space[0], &big, 0, 0), 0);
	for (uint64_t i = 0; i < CUTS; i++) {
		small[i].object = &object;
		small[i].start = i * 8192 + 4096;
		small[i].end = small[i].start + 64;
		CHECK_I(pd_addr_space_map(&w.mk, &w.space[0], &small[i], 0, i), 0);
	}
	seal(&w);
	for (uint64_t i = 0; i < CUTS; i++) {
		CHECK(pdata_mapset_find(&w.space[0].versions[0], i * 8192 + 4100) == &small[i]);
		CHECK(pdata_mapset_find(&w.space[0].versions[0], i * 8192 + 5000) == &big);
	}
	CHECK(test_cpu_seconds() - begun < 10);
	end(&w);
}

/* A runtime that maps code all the time has as many versions as maps. */
TEST(the_hash_of_each_of_many_versions_is_quick)
{
	static struct pdata_map big = { .start = 0, .end = 1ull << 40, .object = &object },
				small[CUTS];
	double begun = test_cpu_seconds();
	struct world w;

	start(&w, 1);
	CHECK_I(pd_addr_space_map(&w.mk, &w.space[0], &big, 1, 1), 0);
	for (uint64_t i = 0; i < CUTS; i++) {
		small[i].object = &object;
		small[i].start = (i + 1) * 4096;
		small[i].end = big.end - (i + 1) * 4096;
		CHECK_I(pd_addr_space_map(&w.mk, &w.space[0], &small[i], i + 2, i + 2), 0);
	}
	seal(&w);
	CHECK(!w.space[0].versions[0].segmented);
	for (size_t i = 1; i < w.space[0].nr; i++)
		CHECK(pdata_mapset_hash(&w.space[0].versions[i]) !=
		      pdata_mapset_hash(&w.space[0].versions[i - 1]));
	CHECK(test_cpu_seconds() - begun < 10);
	end(&w);
}
