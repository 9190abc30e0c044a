/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares what the files that implement pdata/tasks.h share. */

#include "base/alloc.h"
#include "base/err.h"
#include "common/hash_table.h"
#include "tasks/addr_space.h"
#include <stdbool.h>

#define PD_SEEN_CACHE 1024u

/* The fields of a side-band record that this folder needs. */
struct pd_side {
	uint64_t time, seq;
	union {
		struct pdata_map *map; /* MMAP, MMAP2, KSYMBOL */
		uint32_t comm;	       /* COMM: index of the name */
		struct {
			uint32_t ppid, ptid; /* FORK */
		};
	};
	uint32_t pid, tid;
	uint16_t type, misc;
	bool remove; /* KSYMBOL: the symbol was unregistered */
};

/* A thread whose pid and tid occur in samples. */
struct pd_seen {
	uint32_t pid, tid;
	bool used;
};

/* Each map is aligned to a cache line, so that reading a map waits for only one line. */
#define PD_MAP_ALIGN 64u
#define PD_MAPS_TOGETHER 64u

union pd_map_slot {
	struct pdata_map map;
	char size[PD_MAP_ALIGN];
};

/* The name of a thread from (time, seq) on. */
struct pd_named {
	uint64_t time, seq;
	uint32_t comm;
};

/*
 * The place of records without a time: from record @seq on, they come after all records whose time
 * is @time or less.
 */
struct pd_moment {
	uint64_t seq, time;
};

/*
 * A life: one thread from its start to the start of the next thread with that tid. The threads of
 * a process share its address space. If the process of a thread becomes known late, the thread
 * moves to the space of that process at that time, and stays there.
 */
struct pd_life {
	uint64_t time, seq; /* start */
	uint32_t pid, tid;
	bool named;  /* a COMM record or the parent gave it a name */
	bool forked; /* a FORK record began it */
	/* ascending by time; names[0] may be the ":TID" from before the first name */
	struct pd_named *names;
	size_t nr_names, names_cap;
	struct pd_addr_space *space;
};

/* All lives of one tid, in order of time. */
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
	/* seed of the hash tables; the author of the input cannot know it */
	uint64_t seed;
	struct pd_strings comms, names; /* comms: names of threads; names: names of objects */
	struct pd_side *sides;
	size_t nr_sides, sides_cap;
	struct pdata_object **objects;
	size_t nr_objects, objects_cap;
	struct pd_hash_index object_index; /* index + 1 by hash */
	uint32_t nr_maps;
	union pd_map_slot *map_slots; /* for the next maps */
	uint32_t nr_map_slots;
	struct pd_build_id *build_ids;

	struct pd_tid *tids; /* hash table by tid; a slot with nr 0 is empty */
	size_t nr_tids, tids_mask;
	struct pd_addr_space_builder maker;
	struct pd_addr_space kernel;
	struct pd_addr_space **spaces;
	size_t nr_spaces, spaces_cap;
	struct pdata_mapset no_maps;
	bool sealed;

	/* Data for the order of records without a time: see pd_tasks_moment(). */
	bool file_order;
	/*
	 * there are records without a time; synthesised side-band records of time 0 do not count
	 */
	bool untimed;
	/* max_time and limit are times, first_sample is a seq */
	uint64_t max_time, limit, first_sample;
	struct pd_moment *moments;
	size_t nr_moments, moments_cap;

	/* Threads of samples: a hash table, and a small cache in front of it. */
	uint64_t seen_cache[PD_SEEN_CACHE];
	struct pd_seen *seen;
	size_t nr_seen, seen_mask;
};

/* intern.c: intern a text. Return: its index, or UINT32_MAX if memory is exhausted. */
uint32_t pd_string(struct pdata_tasks *t, struct pd_strings *s, const char *text);
uint64_t pd_hash(const void *data, size_t len, uint64_t seed);

/*
 * tasks_find.c: get the time at which a record takes effect: its own time or, if the record has no
 * time, the time after which perf would place the record.
 */
uint64_t pd_tasks_moment(const struct pdata_tasks *t, uint64_t time, uint64_t seq);

/*
 * sides_sort.c: sort records by time, and records of equal time by their order in the file.
 * Return: 0 or PDATA_E_NOMEM.
 */
int pd_sides_sort(struct pd_side *sides, size_t nr);

/* tasks_replay.c: replay the sorted side-band records. Return: 0 or PDATA_E_NOMEM. */
int pd_tasks_replay(struct pdata_tasks *t);
/* Get the lives of a tid, or NULL if it has none. */
struct pd_tid *pd_tid_find(const struct pdata_tasks *t, uint32_t tid);
/*
 * Intern ":TID", the name of a thread without a name. Return: index of the text, or UINT32_MAX if
 * memory is exhausted.
 */
uint32_t pd_tid_name(struct pdata_tasks *t, uint32_t tid);
