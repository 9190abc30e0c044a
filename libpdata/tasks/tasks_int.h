/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares what the files that implement pdata/tasks.h share. */

#include "base/alloc.h"
#include "base/err.h"
#include "common/hash_table.h"
#include "tasks/addr_space.h"
#include <stdbool.h>

#define PD_SEEN_CACHE 1024u

/* The fields of a side-band record that the tracking of tasks needs. */
struct pd_side {
	uint64_t time, seq;
	union {
		/* MMAP, MMAP2, KSYMBOL: the map to add, or to remove if @remove is set */
		struct pdata_map *map;
		uint32_t comm; /* COMM: index of the new name in pdata_tasks.comms */
		struct {
			uint32_t ppid, ptid; /* FORK: pid and tid of the parent */
		};
	};
	uint32_t pid, tid;
	uint16_t type, misc;
	bool remove; /* KSYMBOL: the symbol was unregistered; false: registered */
};

/* A thread whose pid and tid occur in samples. */
struct pd_seen {
	uint32_t pid, tid;
	bool used; /* false: this element of the hash table is free */
};

/*
 * Alignment in bytes of each struct pdata_map: the size of a cache line, so that a map is in only
 * one cache line.
 */
#define PD_MAP_ALIGN 64u
#define PD_MAPS_TOGETHER 64u

union pd_map_slot {
	struct pdata_map map;
	char size[PD_MAP_ALIGN];
};

/*
 * A name of a thread, valid from (@time, @seq) on. @comm: index of the name in pdata_tasks.comms.
 */
struct pd_named {
	uint64_t time, seq;
	uint32_t comm;
};

/*
 * A point that gives records without a time their place in the order of time: if a record has no
 * time, and its sequence number is at least @seq, the record comes after all records whose time is
 * at most @time.
 */
struct pd_moment {
	uint64_t seq, time;
};

/*
 * A life: one thread, from its start to the start of the next thread with the same tid. The
 * threads of a process share one address space. If the process of the thread (@pid) is unknown
 * when the life begins, the life gets an address space of its own. When a record gives the
 * process, the life gets the address space that this process has at the time of the record.
 */
struct pd_life {
	/* time and sequence number of the record with which the life of the thread begins */
	uint64_t time, seq;
	uint32_t pid, tid;
	bool named;  /* a COMM record or the parent has given the thread a name */
	bool forked; /* the life of the thread began with a FORK record */
	/*
	 * names of the thread, ascending by time; names[0] may be ":TID", the name before the
	 * first COMM record
	 */
	struct pd_named *names;
	size_t nr_names, names_cap;
	struct pd_addr_space *space;
};

/*
 * All threads that had the thread id @tid, one after the other. @lives has a struct pd_life for
 * each of these threads, in order of time.
 */
struct pd_tid {
	uint32_t tid;
	uint32_t unnamed; /* index of the name ":TID" in pdata_tasks.comms */
	struct pd_life **lives;
	size_t nr, cap;
};

struct pd_strings {
	const char **str; /* the strings by index */
	size_t nr, cap;
	struct pd_hash_index index; /* hash table that gives a string's index in @str, plus 1 */
};

struct pd_build_id {
	struct pd_build_id *next;
	const char *name;
	bool kernel;
	uint8_t size, id[PDATA_BUILD_ID_MAX];
};

struct pdata_tasks {
	struct pd_arena arena;
	/* seed of the hash tables: a random integer that the author of the input cannot know */
	uint64_t seed;
	struct pd_strings comms, names; /* @comms: names of threads; @names: names of objects */
	struct pd_side *sides;
	size_t nr_sides, sides_cap;
	struct pdata_object **objects;
	size_t nr_objects, objects_cap;
	/* hash table that gives an object's index in @objects, plus 1 */
	struct pd_hash_index object_index;
	uint32_t nr_maps;
	/* array of @nr_map_slots elements that are not used yet, for maps that will be added */
	union pd_map_slot *map_slots;
	uint32_t nr_map_slots;
	struct pd_build_id *build_ids;

	struct pd_tid *tids; /* hash table by tid; an element whose .nr is 0 is free */
	size_t nr_tids, tids_mask;
	struct pd_addr_space_builder maker;
	struct pd_addr_space kernel;
	struct pd_addr_space **spaces;
	size_t nr_spaces, spaces_cap;
	struct pdata_mapset no_maps;
	bool sealed;
	bool wide; /* an address above 4 GiB is mapped: the machine has 64 bits */

	/*
	 * The following members give records without a time their place in time order;
	 * pd_tasks_moment() returns this place as a time.
	 */
	bool file_order; /* pdata_tasks_file_order() was called: times are ignored */
	/*
	 * At least one record lacks a time. A SAMPLE record lacks a time if its time is 0 or -1.
	 * An MMAP, MMAP2, KSYMBOL, COMM or FORK record lacks a time if its time is -1, or if its
	 * time is 0 and its event has no times. (If the event has times, a side-band record with
	 * the time 0 is synthesised: it describes the state at the start.) A record of any other
	 * type lacks a time if its time is -1.
	 */
	bool untimed;
	/*
	 * @max_time: latest time of all records so far; @limit: value of @max_time at the last
	 * FINISHED_ROUND record; @first_sample: sequence number of the first SAMPLE
	 */
	uint64_t max_time, limit, first_sample;
	struct pd_moment *moments;
	size_t nr_moments, moments_cap;

	/*
	 * Threads that occur in samples. @seen: hash table of all of them. @seen_cache: small
	 * cache that saves most look-ups in @seen; an element has pid and tid of one thread, and
	 * its index is a hash of these two.
	 */
	uint64_t seen_cache[PD_SEEN_CACHE];
	struct pd_seen *seen;
	size_t nr_seen, seen_mask;
};

/*
 * intern.c: add the string @text to @s unless @s has it already. Return: the index of the string
 * in s->str; UINT32_MAX: memory is exhausted.
 */
uint32_t pd_string(struct pdata_tasks *t, struct pd_strings *s, const char *text);
uint64_t pd_hash(const void *data, size_t len, uint64_t seed);

/*
 * tasks_find.c: return the time at which the record with the sequence number @seq takes effect.
 * @time: time in the record; 0 or UINT64_MAX: the record has no time. The first case that applies
 * gives the result:
 * 0 if pdata_tasks_file_order() was called;
 * @time, without a change, if the record has a time, if t->untimed is not set (no record lacks a
 * time), or if @seq is UINT64_MAX;
 * in all other cases the time of the last record that perf delivers before the record (0: none).
 */
uint64_t pd_tasks_moment(const struct pdata_tasks *t, uint64_t time, uint64_t seq);

/*
 * sides_sort.c: sort side-band records by time, and records of equal time by their order in the
 * file. Return: 0 or PDATA_E_NOMEM.
 */
int pd_sides_sort(struct pd_side *sides, size_t nr);

/*
 * tasks_replay.c: from the sorted side-band records, make the address spaces, and one struct
 * pd_life for each thread (a new thread with the tid of an older thread gets a new struct).
 * Return: 0 or PDATA_E_NOMEM.
 */
int pd_tasks_replay(struct pdata_tasks *t);
/*
 * Return the struct that has one struct pd_life for each thread that had the thread id @tid; NULL:
 * there was no such thread.
 */
struct pd_tid *pd_tid_find(const struct pdata_tasks *t, uint32_t tid);
/*
 * Add the name ":TID", in which TID is the number @tid, to t->comms. This name stands for the
 * missing name of a thread. Return: index of the name; UINT32_MAX: memory is exhausted.
 */
uint32_t pd_tid_name(struct pdata_tasks *t, uint32_t tid);
