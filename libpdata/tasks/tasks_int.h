/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Inside of pdata/tasks.h, shared by the files that implement it. */

#include "base/alloc.h"
#include "base/err.h"
#include "common/hash_table.h"
#include "tasks/addr_space.h"
#include <stdbool.h>

#define PD_SEEN_CACHE 1024u

/* A side-band record, as much of it as is needed. */
struct pd_side {
	uint64_t time, seq;
	uint16_t type, misc;
	uint32_t pid, tid, ppid, ptid;
	uint32_t comm;	       /* COMM: index of the name */
	struct pdata_map *map; /* MMAP, MMAP2, KSYMBOL */
	bool remove;	       /* KSYMBOL that went */
};

/* A name from a moment on. */
struct pd_named {
	uint64_t time, seq;
	uint32_t comm;
};

/* From the record @seq on what has no time comes after all that are not later than @time. */
struct pd_moment {
	uint64_t seq, time;
};

/*
 * One thread from its start to the next thread of that tid. Threads of a process share its space;
 * a thread whose process becomes known late moves to it then, which is never taken back.
 */
struct pd_life {
	uint64_t time, seq; /* start */
	uint32_t pid, tid;
	bool named;		/* by COMM, or by its parent */
	bool forked;		/* begun by FORK */
	struct pd_named *names; /* ascending; names[0] may be the ":TID" of the start */
	size_t nr_names, names_cap;
	struct pd_addr_space *space;
};

/* All lives of one tid, ascending. */
struct pd_tid {
	uint32_t tid;
	uint32_t unnamed; /* index of ":TID" */
	struct pd_life **lives;
	size_t nr, cap;
};

struct pd_strings {
	const char **str; /* by index */
	size_t nr, cap;
	struct pd_hash_index index; /* index + 1 by hash */
};

struct pd_build_id {
	struct pd_build_id *next;
	const char *name;
	bool kernel;
	uint8_t size, id[PDATA_BUILD_ID_MAX];
};

struct pdata_tasks {
	struct pd_arena arena;
	uint64_t seed;			/* of the hash tables; input cannot know it */
	struct pd_strings comms, names; /* of threads; of objects */
	struct pd_side *sides;
	size_t nr_sides, sides_cap;
	struct pdata_object **objects;
	size_t nr_objects, objects_cap;
	struct pd_hash_index object_index; /* index + 1 by hash */
	uint32_t nr_maps;
	struct pd_build_id *build_ids;

	struct pd_tid *tids; /* hash table by tid; tid is unused where nr is 0 */
	size_t nr_tids, tids_mask;
	struct pd_addr_space_builder maker;
	struct pd_addr_space kernel;
	struct pd_addr_space **spaces;
	size_t nr_spaces, spaces_cap;
	struct pdata_mapset no_maps;
	bool sealed;

	/* Where records without a time belong: see pd_tasks_moment(). */
	bool file_order;
	bool untimed; /* there are such, apart from side-band of the time 0 */
	uint64_t max_time, limit, first_sample; /* times; a seq */
	struct pd_moment *moments;
	size_t nr_moments, moments_cap;

	/* Threads that samples speak of: a small cache in front of the list. */
	uint64_t seen_cache[PD_SEEN_CACHE];
	uint64_t *seen; /* pid << 32 | tid */
	size_t nr_seen, seen_cap;
};

/* strings.c part: index of a text, new or old; UINT32_MAX without memory. */
uint32_t pd_string(struct pdata_tasks *t, struct pd_strings *s, const char *text);
uint64_t pd_hash(const void *data, size_t len, uint64_t seed);

/* tasks_find.c: the moment of a record: its time, or what stands for it where it has none. */
uint64_t pd_tasks_moment(const struct pdata_tasks *t, uint64_t time, uint64_t seq);

/* tasks_replay.c: play the sorted records. */
int pd_tasks_replay(struct pdata_tasks *t);
/* The lives of a tid, or NULL. */
struct pd_tid *pd_tid_find(const struct pdata_tasks *t, uint32_t tid);
/* ":TID", as a thread without a name is called. Index of the name or UINT32_MAX. */
uint32_t pd_tid_name(struct pdata_tasks *t, uint32_t tid);
