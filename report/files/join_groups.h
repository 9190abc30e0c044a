/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Joins the event groups of several recordings for `pdata merge`. */

#include "session/session.h"

/* The groups of the output. A zeroed struct has none. */
struct recording_groups {
	struct pdata_feature feature; /* GROUP_DESC; the groups are in the order of their leaders */
};

/*
 * Add the groups of @s. Element i of @target is the index in the output of the event i of @s. A
 * group is left out if its events do not follow each other in the output, or if one of them is in
 * a group already. The names of groups stay in the memory of @s.
 */
void recording_groups_add(struct recording_groups *g, struct rep_session *s,
			  const uint32_t *target);
void recording_groups_free(struct recording_groups *g);
