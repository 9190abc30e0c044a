/* SPDX-License-Identifier: BSD-2-Clause */
/* The walk over a process's maps, and their hash. */
#include "test.h"

#include <pdata/tasks.h>

static void map_at(struct pdata_tasks *t, uint32_t pid, uint64_t time, uint64_t start, uint64_t end,
		   const char *name)
{
	static uint8_t data[512];
	static struct pdata_event event;
	struct pdata_record rec = {
		.type = PDATA_RECORD_MMAP,
		.misc = PDATA_CPUMODE_USER,
		.data = data,
		.event = &event,
		.time = time,
		.seq = time,
	};
	struct pdata_value v = { .u.mmap = { .pid = pid,
					     .tid = pid,
					     .addr = start,
					     .len = end - start,
					     .filename = name } };
	int n;

	event.attr = (struct pdata_attr){ .size = 128, .sample_type = PDATA_SAMPLE_IP };
	n = pdata_record_encode(rec.type, rec.misc, &v, &event.attr, 0, data, sizeof(data));
	CHECK(n >= 8);
	rec.size = (uint16_t)n;
	CHECK_I(pdata_tasks_add(t, &rec, NULL), 0);
}

static void map(struct pdata_tasks *t, uint64_t start, uint64_t end, const char *name)
{
	map_at(t, 7, 0, start, end, name);
}

static void next(const struct pdata_mapset *m, uint64_t *at, uint64_t end, const char *name)
{
	const struct pdata_map *is = pdata_mapset_next(m, at);

	CHECK(is);
	CHECK_S(is->object->name, name);
	CHECK_U(*at, end);
}

TEST(maps_are_walked_in_order_of_address_as_far_as_they_are_visible)
{
	struct pdata_thread_at th;
	struct pdata_tasks *t;
	uint64_t at = 0;

	CHECK_I(pdata_tasks_new(&t), 0);
	map(t, 0x8000, 0x9000, "/c");
	map(t, 0x1000, 0x5000, "/a");
	map(t, 0x2000, 0x3000, "/b");
	map(t, 0x4000, 0x4000, "/nothing"); /* as of a kernel that hides where it is */
	CHECK_I(pdata_tasks_seal(t), 0);
	pdata_tasks_at(t, 7, 7, 1, 1, &th);
	next(th.maps, &at, 0x2000, "/a");
	next(th.maps, &at, 0x3000, "/b");
	next(th.maps, &at, 0x5000, "/a");
	next(th.maps, &at, 0x9000, "/c");
	CHECK(!pdata_mapset_next(th.maps, &at));
	at = 0x2800;
	next(th.maps, &at, 0x3000, "/b");
	pdata_tasks_at(t, 8, 8, 1, 1, &th);
	at = 0;
	CHECK(!pdata_mapset_next(th.maps, &at));
	pdata_tasks_free(t);
}

static uint32_t hash_at(const struct pdata_tasks *t, uint32_t pid, uint64_t time)
{
	struct pdata_thread_at th;

	pdata_tasks_at(t, pid, pid, time, time, &th);
	return pdata_mapset_hash(th.maps);
}

/* More changes of one range than the versions of a segment may be. */
#define MANY_CHANGES 200u

TEST(equal_maps_have_equal_hashes_whatever_records_made_them)
{
	const char *names[] = { "/a", "/b", "/c", "/d" };
	struct pdata_tasks *t;

	CHECK_I(pdata_tasks_new(&t), 0);
	map_at(t, 1, 10, 0x1000, 0x5000, "/a");
	map_at(t, 1, 20, 0x2000, 0x3000, "/b");
	/* process 2: another order, one map again, and later a map that splits a range */
	map_at(t, 2, 10, 0x2000, 0x3000, "/b");
	map_at(t, 2, 11, 0x1000, 0x5000, "/a");
	map_at(t, 2, 20, 0x2000, 0x3000, "/b");
	map_at(t, 2, 30, 0x4000, 0x4800, "/c");
	/* process 3: in a tree */
	for (uint32_t i = 0; i < MANY_CHANGES; i++)
		map_at(t, 3, i, 0x0, 0x6000, names[i % 4]);
	map_at(t, 3, MANY_CHANGES, 0x0, 0x6000, "/d");
	map_at(t, 4, 10, 0x0, 0x6000, "/d");
	/* processes 5 and 6 differ from 1 in the object of a map, and in the end of a map */
	map_at(t, 5, 10, 0x1000, 0x5000, "/d");
	map_at(t, 5, 20, 0x2000, 0x3000, "/b");
	map_at(t, 6, 10, 0x1000, 0x5001, "/a");
	map_at(t, 6, 20, 0x2000, 0x3000, "/b");
	CHECK_I(pdata_tasks_seal(t), 0);

	CHECK_U(hash_at(t, 1, 25), hash_at(t, 2, 25));
	CHECK_U(hash_at(t, 1, 15), hash_at(t, 2, 15));
	CHECK(hash_at(t, 1, 15) != hash_at(t, 1, 25));
	CHECK(hash_at(t, 1, 25) != hash_at(t, 2, 35));
	CHECK(hash_at(t, 1, 25) != hash_at(t, 5, 25));
	CHECK(hash_at(t, 1, 25) != hash_at(t, 6, 25));
	CHECK_U(hash_at(t, 3, MANY_CHANGES), hash_at(t, 4, 10));
	CHECK(hash_at(t, 3, MANY_CHANGES - 2) != hash_at(t, 4, 10));
	CHECK_U(hash_at(t, 1, 5), hash_at(t, 2, 5)); /* no maps yet */
	pdata_tasks_free(t);
}
