/* SPDX-License-Identifier: BSD-2-Clause */
/* Ids to events: the first one stays, 0 is nobody's, and no pattern of ids makes it slow. */

#include "reader/idmap.h"
#include "test.h"

#define IDS 200000u

TEST(an_id_stays_with_the_event_that_had_it_first)
{
	struct pd_idmap m = { 0 };
	int a, b;

	CHECK(pd_idmap_find(&m, 5) == NULL);
	CHECK_I(pd_idmap_add(&m, 5, &a), 0);
	CHECK_I(pd_idmap_add(&m, 5, &b), 0);
	CHECK_I(pd_idmap_add(&m, 0, &b), 0);
	CHECK(pd_idmap_find(&m, 5) == &a);
	CHECK(pd_idmap_find(&m, 0) == NULL);
	CHECK(pd_idmap_find(&m, 6) == NULL);
	pd_idmap_free(&m);
	CHECK(pd_idmap_find(&m, 5) == NULL);
}

/* Ids that differ in few bits only, wherever those are. */
TEST(ids_of_any_pattern_are_found_quickly)
{
	static char event[IDS];
	double begun = test_cpu_seconds();

	for (unsigned shift = 0; shift <= 44; shift += 4)
		for (unsigned factor = 1; factor < 4; factor++) {
			struct pd_idmap m = { 0 };

			for (uint64_t i = 1; i < IDS; i++)
				CHECK_I(pd_idmap_add(&m, i * factor << shift, &event[i]), 0);
			for (uint64_t i = 1; i < IDS; i++)
				CHECK(pd_idmap_find(&m, i * factor << shift) == &event[i]);
			pd_idmap_free(&m);
			CHECK(test_cpu_seconds() - begun < 60);
		}
}
