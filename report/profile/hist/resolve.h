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
	/* the address is a return address, because the location is a frame of a call chain */
	bool called;
	bool own;      /* see location_wishes.lines */
	uint8_t frame; /* with by_address or line: position from 1 in location_inlines(); else 0 */
	/*
	 * A collected location is found by ip, mode and epoch. mode is the cpumode, and epoch the
	 * epoch of the address space; epoch is 0 for kernel addresses, which do not depend on the
	 * process. If mode is LOCATION_IN_OBJECT, epoch is the index of the object.
	 */
	uint8_t mode;
	uint32_t epoch;
	/*
	 * By value of called, see location_inlines(): number of the list in locations.lists; 0:
	 * none; LOCATION_ASKED: locations_resolve() has to make the list.
	 */
	uint32_t around[2];
};

#define LOCATION_ASKED UINT32_MAX
/* hist_location.mode of addresses in objects; greater than all cpumodes. */
#define LOCATION_IN_OBJECT 8u

/*
 * The common properties of the locations of a class; place is the number of one of these locations.
 */
struct location_class {
	uint32_t place;
	/* rank of the object, see location_class_compare(); 0: no object */
	uint32_t order_object;
	bool named, inlined;
	uint32_t name_id; /* number of the name, equal for equal names; 0: no name */
	uint32_t level;	  /* without a name: see location_class_of() */
	const char *name;
	uint64_t start; /* the symbol's start in the object, if there is a name */
	uint64_t ip;
	const char *line; /* with places.line */
};

struct report;

/*
 * A request for the functions that are inlined at location place. before is the number that the
 * next location had when the request was made: it gives the position of the request in the order of
 * collecting.
 */
struct location_ask {
	uint32_t place, before;
	bool called;
};

/* The results of locations_resolve() beyond the symbols of all locations. */
struct location_wishes {
	bool classes; /* find the location_class of each location */
	/*
	 * the locations whose source lines are read for symbols_line(): none, those with own set,
	 * or all
	 */
	enum location_lines { LOCATION_NO_LINES, LOCATION_LINES_OWN, LOCATION_LINES } lines;
	uint64_t jobs; /* number of threads; 0: as many as pay off */
};

struct locations {
	struct symbols *syms;
	const struct pdata_tasks *tasks;
	struct location_wishes wishes;
	/* by object: its rank in the order in which the file first mentions objects */
	uint32_t *ranks;
	struct hist_location *all;
	uint32_t nr, cap;
	/* locations with this number or a higher one were collected, but not resolved yet */
	uint32_t nr_resolved;
	/* See location_note(). */
	uint32_t *notes;
	size_t nr_notes, cap_notes, nr_replayed;
	struct location_ask *asks;
	uint32_t nr_asks, cap_asks;
	/*
	 * Messages about loading the kernel's symbols. They are printed when the messages of all
	 * locations with numbers below kernel_said_at were printed, the first location that needs
	 * these symbols.
	 */
	struct rep_messages kernel_said;
	uint32_t kernel_said_at;    /* number of that location */
	struct pd_hash_index index; /* of all; holds the number + 1 */
	struct pd_hash_index class_index;
	uint32_t nr_classes;		/* numbers in use are lower */
	struct location_class *classes; /* by number */
	uint32_t cap_classes;
	uint32_t *class_of; /* see location_class() */
	uint32_t cap_class_of;
	bool by_address; /* a class is an address, not a function */
	/*
	 * If not NULL, locations for which it returns the same source line are one class. A
	 * location for which it returns NULL belongs to the class of its function.
	 */
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
 * Return -ENOMEM if memory was exhausted since locations_init(), else 0. After -ENOMEM, functions
 * may have returned 0 in place of a location's number.
 */
int locations_err(const struct locations *p);

/* The time and address space in which an ip is resolved. */
struct hist_resolve_ctx {
	const struct thread_ctx *who;
	uint64_t time, seq;
};

/*
 * Collect the location of @ip under @cpumode and return its number. The map of the location is
 * known at once, its symbol after locations_resolve(). Pointers to locations are valid until the
 * next call.
 */
uint32_t location_collect(struct locations *p, const struct hist_resolve_ctx *at, unsigned cpumode,
			  uint64_t ip);
/*
 * As location_collect() for an address without cpumode, as in branch stacks: it is taken for a user
 * address if a user map covers it, else for a kernel address.
 */
uint32_t location_collect_any(struct locations *p, const struct hist_resolve_ctx *at, uint64_t ip);
/* Request the functions that location_inlines() returns for location @n. */
void location_collect_inlines(struct locations *p, uint32_t n, bool called);
/* Collect the location of a hist entry and set hist_entry.location. */
uint32_t hist_entry_collect(struct locations *p, struct hists *h, uint32_t slot);

/*
 * Note that location @n was collected. A caller that looks up locations in the order in which it
 * noted them calls location_replay(), which returns the numbers in that order without a search.
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

/*
 * Find the classes of the locations that location_note() noted, although location_wishes.classes is
 * not set.
 */
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
/* Prefetch the memory that the next calls of hist_entry_collect() will read. */
void hist_entry_prefetch(const struct locations *p, const struct hists *h, uint32_t slot);
/* Free the memory that the lookups above need, when no more lookups follow. */
void locations_forget_index(struct locations *p);

/* Return the thread context, time and sequence number of a hist entry's earliest sample. */
struct hist_resolve_ctx hist_entry_resolve_ctx(const struct hists *h, uint32_t slot);

/* Prefetch the memory that a later call of location_find() will read, in two steps. */
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
 * Compare branches of a call graph by object; branches of one object by the start of their
 * functions, or by address if there is no symbol. If one of two functions is inlined, they are
 * compared by name. The mixture of both comparisons is not transitive, and a result of 0 does not
 * mean that both are one class.
 */
int location_class_compare(const struct location_class *a, const struct location_class *b);

/*
 * Return the class number of location @n, counted from 1; 0: it has no class. The numbers are in
 * an array of their own, because a report with call chains reads them for each frame.
 */
static inline uint32_t location_class(const struct locations *p, uint32_t n)
{
	return n < p->cap_class_of ? p->class_of[n] : 0;
}

/* location_replay() prefetches the classes of this many locations ahead. */
#define REPLAY_AHEAD 16u

static inline uint32_t location_replay(struct locations *p)
{
	if (p->nr_replayed == p->nr_notes)
		return 0;
	if (p->nr_notes - p->nr_replayed > REPLAY_AHEAD && p->class_of)
		__builtin_prefetch(&p->class_of[p->notes[p->nr_replayed + REPLAY_AHEAD]]);
	return p->notes[p->nr_replayed++];
}

/* Return the short name of the object of a map, or NULL if @map is NULL. */
static inline const char *location_dso(const struct locations *p, const struct pdata_map *map)
{
	return map ? symbols_dso_short(p->syms, map->object) : NULL;
}
