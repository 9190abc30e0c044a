/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Numbers the locations of a report. Each distinct address of an address space is collected once
 * and gets a number; locations_resolve() resolves the names of all collected locations, in several
 * threads, and afterwards the other functions only read. Locations that a call graph does not
 * distinguish (one function of one object, or one address without a symbol) share a class.
 */

#include "base/message.h"
#include "object/symbols/object_symbols.h"
#include "profile/hist/hists.h"
#include "session/session.h"

struct hist_location {
	const struct pdata_map *map; /* NULL: nothing is mapped there */
	const struct sym *sym;	     /* NULL: no symbol, or not resolved yet */
	uint64_t ip;
	uint64_t addr; /* address in the object; without a map the ip itself */
	char level;    /* perf's letter for the cpumode: 'k', '.', 'H' */
	bool guest;    /* in a guest of a virtual machine; reports exclude these */
	bool called;   /* a frame of a call chain: the address is a return address */
	bool own;      /* see location_wishes.lines */
	uint8_t frame; /* position from 1 in location_inlines() with by_address or line; else 0 */
	/*
	 * With ip the key of a collected location: its cpumode and the epoch of its address space,
	 * 0 for kernel addresses, which do not depend on the process; or LOCATION_IN_OBJECT and the
	 * object's index.
	 */
	uint8_t mode;
	uint32_t epoch;
	uint32_t cls; /* number from 1, of its location_class */
	/*
	 * Index: called, see location_inlines(). Number of the list in locations.lists; 0: none;
	 * LOCATION_ASKED: locations_resolve() has to make the list.
	 */
	uint32_t around[2];
};

#define LOCATION_ASKED UINT32_MAX
/* hist_location.mode of addresses in objects; greater than all cpumodes. */
#define LOCATION_IN_OBJECT 8u

/* The common properties of the locations of a class; place is the number of one of them. */
struct location_class {
	uint32_t place;
	/* rank of the object, 0 without an object; see location_class_compare() */
	uint32_t order_object;
	bool named, inlined;
	uint32_t name_id; /* equal for equal names; 0: no name */
	uint32_t level;	  /* without a name: see location_class_of() */
	const char *name;
	uint64_t start; /* with a name: the symbol's start in the object */
	uint64_t ip;
	const char *line; /* with places.line */
};

struct report;

/*
 * A request for the inlined functions at location place. It was made when the next location's
 * number was before, which gives its position in the order of collecting.
 */
struct location_ask {
	uint32_t place, before;
	bool called;
};

/* The results of locations_resolve() beyond the symbols of all locations. */
struct location_wishes {
	bool classes; /* find the location_class of each location */
	/* read source lines for symbols_line(): for locations with .own set, or for all */
	enum location_lines { LOCATION_NO_LINES, LOCATION_LINES_OWN, LOCATION_LINES } lines;
	uint64_t jobs; /* number of threads; 0: as many as pay off */
};

struct locations {
	struct symbols *syms;
	const struct pdata_tasks *tasks;
	struct location_wishes wishes;
	uint32_t *ranks; /* by object: rank of the first mention in the file */
	struct hist_location *all;
	uint32_t nr, cap;
	uint32_t nr_resolved; /* locations from this number on were only collected */
	/* See location_note(). */
	uint32_t *notes;
	size_t nr_notes, cap_notes, nr_replayed;
	struct location_ask *asks;
	uint32_t nr_asks, cap_asks;
	/*
	 * Messages about loading the kernel's symbols, held back until those of the locations
	 * before the first one that needs these symbols were printed.
	 */
	struct rep_messages kernel_said;
	uint32_t kernel_said_at;    /* number of that location */
	struct pd_hash_index index; /* of all; holds the number + 1 */
	struct pd_hash_index class_index;
	uint32_t nr_classes;		/* numbers in use are lower */
	struct location_class *classes; /* by number */
	uint32_t cap_classes;
	bool by_address; /* a class is an address, not a function */
	/* If set, a class is the source line that it returns; if that is NULL, a function. */
	const char *(*line)(const struct report *rp, const struct hist_location *p);
	const struct report *line_of;
	struct interner lists; /* arrays of location numbers, see location_inlines() */
	struct interner names; /* names of classes */
	int err;	       /* 0 or -ENOMEM: see locations_err() */
};

/* Return: 0 or -ENOMEM. The caller calls locations_free() also after a failure. */
int locations_init(struct locations *p, struct rep_session *s);
void locations_free(struct locations *p);

/*
 * Return -ENOMEM if memory was exhausted since locations_init(), else 0. After -ENOMEM some of the
 * returned numbers are 0 instead of the location's number.
 */
int locations_err(const struct locations *p);

/* The time and address space in which an ip is resolved. */
struct hist_resolve_ctx {
	const struct thread_ctx *who;
	uint64_t time, seq;
};

/*
 * Collect the location of @ip under @cpumode and return its number. The location has its map now,
 * and its symbol after locations_resolve(). Pointers to locations are valid until the next call.
 */
uint32_t location_collect(struct locations *p, const struct hist_resolve_ctx *at, unsigned cpumode,
			  uint64_t ip);
/* As location_collect() for an address without cpumode, as in branch stacks: user, then kernel. */
uint32_t location_collect_any(struct locations *p, const struct hist_resolve_ctx *at, uint64_t ip);
/* Request the functions that location_inlines() returns for location @n. */
void location_collect_inlines(struct locations *p, uint32_t n, bool called);
/* Collect the location of a hist entry and set hist_entry.location. */
uint32_t hist_entry_collect(struct locations *p, struct hists *h, uint32_t slot);

/*
 * Note that location @n was collected. A caller that looks locations up in the order of collecting
 * needs no search: location_replay() returns the numbers in the order of the notes.
 */
bool locations_grow_notes(struct locations *p);
static inline void location_note(struct locations *p, uint32_t n)
{
	if (p->nr_notes < p->cap_notes || locations_grow_notes(p))
		p->notes[p->nr_notes++] = n;
}
void locations_forget_notes(struct locations *p);

/*
 * Resolve all locations collected since the last call: symbols in bulk, objects in parallel
 * threads, then inlined functions and source lines, then classes. Messages to the user are printed
 * in the order in which the locations were collected.
 */
void locations_resolve(struct locations *p);

/* Give the locations with a note their classes, without location_wishes.classes. */
void locations_class_notes(struct locations *p);

/*
 * Return the number of the collected location of @ip under @cpumode. Nothing is resolved here: for
 * an address that was not collected, the result is 0.
 */
uint32_t location_find(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip);
/* As location_find() for an address that location_collect_any() collected. */
uint32_t location_find_any(const struct locations *p, const struct hist_resolve_ctx *at,
			   uint64_t ip);
/* Prefetch the memory that hist_entry_collect() soon after this will read. */
void hist_entry_prefetch(const struct locations *p, const struct hists *h, uint32_t slot);
/* Free the memory that the functions above need, after the last call of one of them. */
void locations_forget_index(struct locations *p);

/* Return the thread context, time and sequence number of a hist entry's earliest sample. */
struct hist_resolve_ctx hist_entry_resolve_ctx(const struct hists *h, uint32_t slot);

/* Prefetch the memory that a location_find() call soon after this will read, in two steps. */
void location_prefetch(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip, unsigned step);

/*
 * Set @list to the locations of the functions that contain the code at location @n, innermost
 * first: the inlined functions, then the function with a symbol. location_collect_inlines() must
 * have requested them. @called: the address is a return address. Returns the number of locations:
 * 1 with @n itself if nothing is inlined, 0 if memory is exhausted.
 */
uint32_t location_inlines(const struct locations *p, uint32_t n, bool called,
			  const uint32_t **list);

/*
 * Compare branches of a call graph: by object, then functions by start, else by address. If one of
 * two functions is inlined, they are compared by name. The mixture of both comparisons is not
 * transitive, and a result of 0 does not mean that both are one class.
 */
int location_class_compare(const struct location_class *a, const struct location_class *b);

/* location_replay() prefetches this many locations ahead. */
#define REPLAY_AHEAD 16u

static inline uint32_t location_replay(struct locations *p)
{
	if (p->nr_replayed == p->nr_notes)
		return 0;
	if (p->nr_notes - p->nr_replayed > REPLAY_AHEAD)
		__builtin_prefetch(&p->all[p->notes[p->nr_replayed + REPLAY_AHEAD]]);
	return p->notes[p->nr_replayed++];
}

/* Return the short name of the object of a map, or NULL if @map is NULL. */
static inline const char *location_dso(const struct locations *p, const struct pdata_map *map)
{
	return map ? symbols_dso_short(p->syms, map->object) : NULL;
}
