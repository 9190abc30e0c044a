/* SPDX-License-Identifier: BSD-2-Clause */
/* The walk over a process's maps. */
#include "test.h"

#include <pdata/tasks.h>

static void map(struct pdata_tasks *t, uint64_t start, uint64_t end, const char *name)
{
	static uint8_t data[512];
	static struct pdata_event event;
	struct pdata_record rec = {
		.type = PDATA_RECORD_MMAP, .misc = PDATA_CPUMODE_USER, .data = data, .event = &event
	};
	struct pdata_value v = {
		.u.mmap = { .pid = 7, .tid = 7, .addr = start, .len = end - start, .filename = name }
	};
	int n;

	event.attr = (struct pdata_attr){ .size = 128, .sample_type = PDATA_SAMPLE_IP };
	n = pdata_record_encode(rec.type, rec.misc, &v, &event.attr, 0, data, sizeof(data));
	CHECK(n >= 8);
	rec.size = (uint16_t)n;
	CHECK_I(pdata_tasks_add(t, &rec, NULL), 0);
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
