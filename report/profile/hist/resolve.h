/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Collects and resolves the locations of a report. Each distinct address of an address space is
 * collected once. A location is identified by its index in locations.all. locations_resolve() then
 * finds the symbols of all collected locations, in several threads. Afterwards locations are only
 * read. Locations that a call graph does not distinguish share a class: all addresses of one
 * function of one object, or one address without a symbol.
 */

#include "base/message.h"
#include "object/symbols/object_symbols.h"
#include "profile/hist/hists.h"
#include "session/session.h"

struct hist_location {
	const struct pdata_map *map; /* map that covers @ip; NULL: nothing is mapped there */
	/* symbol that covers @addr; NULL: no symbol, or not resolved yet */
	const struct sym *sym;
	uint64_t ip;
	uint64_t addr; /* address in the mapped object; if @map is NULL, the same as @ip */
	/* perf's letter for the cpumode: 'k' kernel, '.' user, 'H' hypervisor, guest or unknown */
	char level;
	/* the sample was taken in a guest of a virtual machine; reports leave such samples out */
	bool guest;
	/* @ip is a return address, because the location is a frame of a call chain */
	bool called;
	bool own; /* the caller needs this location's source line, see location_wishes.lines */
	/*
	 * If locations.by_address or locations.line is set: position of this location in its list
	 * of location_inlines(), from 1. Otherwise 0.
	 */
	uint8_t frame;
	/*
	 * Key of a collected location, together with @ip. @mode is the cpumode, and @epoch is the
	 * id of the address space; @epoch is 0 for kernel addresses, which do not depend on the
	 * process. If @mode is LOCATION_IN_OBJECT, @epoch is the index of the object.
	 */
	uint8_t mode;
	uint32_t epoch;
	/*
	 * Ids of lists of inlined functions in the interner locations.lists, see
	 * location_inlines(). around[1]: list for @ip as a return address; around[0]: list for @ip
	 * as any other address. Id 0: no list was requested; LOCATION_ASKED: locations_resolve()
	 * has to make the list.
	 */
	uint32_t around[2];
};

#define LOCATION_ASKED UINT32_MAX
/* Value of hist_location.mode for an address in an object; greater than all cpumodes. */
#define LOCATION_IN_OBJECT 8u

/*
 * A class of locations: the properties that the locations of the class have in common. @place is
 * the index in locations.all of one location of the class.
 */
struct location_class {
	uint32_t place;
	/* rank of the object in the order of location_class_compare(); 0: no object */
	uint32_t order_object;
	bool named, inlined;
	/* id of @name in the interner locations.names; equal names have equal ids; 0: no name */
	uint32_t name_id;
	uint32_t level; /* if @name is NULL: level from location_class_of(); else 0 */
	const char *name;
	uint64_t start; /* start address of the symbol in the object; 0 if @name is NULL */
	uint64_t ip;
	/* source line of the class, if locations.line is set; NULL: the class has no known line */
	const char *line;
};

struct report;

/*
 * A request for the functions that are inlined at the location locations.all[@place]. @before is
 * the value of locations.nr at the time of the request: the locations with lower indexes were
 * collected before the request was made.
 */
struct location_ask {
	uint32_t place, before;
	bool called;
};

/* Selects what locations_resolve() finds in addition to symbols. */
struct location_wishes {
	bool classes; /* find the location_class of each location */
	/*
	 * the locations whose source lines are read for symbols_line(): no location, only locations
	 * with hist_location.own, or all locations
	 */
	enum location_lines { LOCATION_NO_LINES, LOCATION_LINES_OWN, LOCATION_LINES } lines;
	uint64_t jobs; /* number of threads; 0: choose the number by the amount of work */
};

struct locations {
	struct symbols *syms;
	const struct pdata_tasks *tasks;
	struct location_wishes wishes;
	/*
	 * by object index: rank of the object in the order in which the recording first mentions
	 * objects
	 */
	uint32_t *ranks;
	struct hist_location *all;
	uint32_t nr, cap;
	/* locations with this index or a higher index are collected, but not resolved yet */
	uint32_t nr_resolved;
	/* indexes in @all that location_note() stored, in the order of the calls */
	uint32_t *notes;
	size_t nr_notes, cap_notes;
	struct location_ask *asks;
	uint32_t nr_asks, cap_asks;
	/*
	 * The locations are those of some hist entries only, see locations_init_part(). @entry: index
	 * in hists.slots of the entry whose locations are being collected. For locations without a
	 * map yet, hist_location.addr is the index of the first entry that has the location.
	 */
	bool is_part;
	uint32_t entry;
	/*
	 * Messages about loading the kernel's symbols. locations_resolve() prints them after the
	 * messages of all locations with an index lower than @kernel_said_at, and before the
	 * messages of the location with this index.
	 */
	struct rep_messages kernel_said;
	/* index in @all of the first location that needed the kernel's symbols */
	uint32_t kernel_said_at;
	/* hash index of @all; an entry holds 1 + index in @all */
	struct pd_hash_index index;
	struct pd_hash_index class_index;
	uint32_t nr_classes;		/* 1 + index of the last class in @classes */
	struct location_class *classes; /* used from element 1 */
	uint32_t cap_classes;
	/* indexed like @all: index in @classes of the location's class, see location_class() */
	uint32_t *class_of;
	uint32_t cap_class_of;
	/* each address is a class of its own; false: all addresses of a function are one class */
	bool by_address;
	/*
	 * Function that returns the source line of a location; NULL: classes do not depend on
	 * source lines. Locations with the same line are one class. A location without a line (the
	 * function returns NULL) belongs to the class of its function.
	 */
	const char *(*line)(const struct report *rp, const struct hist_location *p);
	const struct report *line_of;
	/* lists of inlined functions: arrays of indexes in @all, see location_inlines() */
	struct interner lists;
	struct interner names; /* names of classes, see location_class.name_id */
	int err;	       /* 0, or -ENOMEM if memory was exhausted, see locations_err() */
};

/*
 * Set up @p without locations. Return: 0 or -ENOMEM. The caller calls locations_free() also after a
 * failure.
 */
int locations_init(struct locations *p, struct rep_session *s);
void locations_free(struct locations *p);

/*
 * Return -ENOMEM if memory was exhausted since locations_init(); else 0. After -ENOMEM, a returned
 * location index 0 may be wrong: functions also return 0 when they cannot add a location.
 */
int locations_err(const struct locations *p);
/*
 * Set up @part to collect the locations of some hist entries, while other threads collect those of
 * other entries. Maps of user addresses are looked up; those of other addresses are left to
 * locations_add_part(), because they may load the symbols of the kernel. Branches, data addresses
 * and inlined functions cannot be collected in a part. Return: 0 or -ENOMEM.
 */
int locations_init_part(struct locations *part, const struct locations *p);
/*
 * Add the locations of @part to @p in the order in which they were collected, append the notes of
 * @part to those of @p, and free @part. The hist entries @from to @end - 1 of @h, which were
 * collected in @part, get the indexes of @p.
 */
void locations_add_part(struct locations *p, struct locations *part, struct hists *h, uint32_t from,
			uint32_t end);

/*
 * The thread context, the time and the sequence number with which an address is resolved. The three
 * values select the maps of the thread.
 */
struct hist_resolve_ctx {
	const struct thread_ctx *who;
	uint64_t time, seq;
};

/*
 * Collect the location of address @ip with @cpumode: add the location if it is new. The location's
 * map is known at once, its symbol only after locations_resolve(). Pointers to locations are valid
 * until the next location is collected. Return: the index of the location in locations.all.
 */
uint32_t location_collect(struct locations *p, const struct hist_resolve_ctx *at, unsigned cpumode,
			  uint64_t ip);
/*
 * Same as location_collect(), for an address without cpumode, such as the end of a branch. @ip is
 * taken as a user address if a user map covers @ip; otherwise as a kernel address.
 */
uint32_t location_collect_any(struct locations *p, const struct hist_resolve_ctx *at, uint64_t ip);
/*
 * Request the list of inlined functions that location_inlines() will return for location @n and
 * @called. locations_resolve() makes the list.
 */
void location_collect_inlines(struct locations *p, uint32_t n, bool called);
/*
 * Collect the location of the hist entry with index @slot. Set hist_entry.location to the index of
 * the location in locations.all, and return the index.
 */
uint32_t hist_entry_collect(struct locations *p, struct hists *h, uint32_t slot);

/*
 * Make room in locations.notes for a further call of location_note(). Return: false if memory is
 * exhausted.
 */
bool locations_grow_notes(struct locations *p);
/*
 * Append @n, an index in locations.all, to locations.notes. location_replay() later returns the
 * indexes in the order of the calls of location_note(), so that the addresses need not be searched
 * again.
 */
static inline void location_note(struct locations *p, uint32_t n)
{
	if (p->nr_notes < p->cap_notes || locations_grow_notes(p))
		p->notes[p->nr_notes++] = n;
}
void locations_forget_notes(struct locations *p);

/*
 * Resolve all locations that were collected since the last call of this function. First find the
 * symbols in bulk, with objects in parallel threads; then inlined functions and source lines; then
 * classes. Messages are printed in the order in which the locations were collected.
 */
void locations_resolve(struct locations *p);

/*
 * Find the class of each location in locations.notes. Needed only if location_wishes.classes was
 * not set when locations_resolve() ran.
 */
void locations_class_notes(struct locations *p);

/*
 * Return the index in locations.all of the location that location_collect() collected for @ip and
 * @cpumode. The function adds and resolves nothing. Return 0 if @ip was not collected.
 */
uint32_t location_find(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip);
/* Same as location_find(), for an address that location_collect_any() collected. */
uint32_t location_find_any(const struct locations *p, const struct hist_resolve_ctx *at,
			   uint64_t ip);
/* Prefetch the memory that hist_entry_collect() will read for the hist entry with index @slot. */
void hist_entry_prefetch(const struct locations *p, const struct hists *h, uint32_t slot);
/* Free the hash index of addresses. Afterwards the caller must not collect or look up locations. */
void locations_forget_index(struct locations *p);

/*
 * Return the thread context, time and sequence number of the earliest sample of the hist entry with
 * index @slot.
 */
struct hist_resolve_ctx hist_entry_resolve_ctx(const struct hists *h, uint32_t slot);

/*
 * Prefetch the memory that a later call of location_find() with the same arguments will read. Call
 * this function with @step 0, and later with @step 1.
 */
void location_prefetch(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip, unsigned step);

/*
 * Set *@list to the locations of the functions that contain the code at location @n, innermost
 * first: the inlined functions, then the function that has the symbol. The caller must have called
 * location_collect_inlines() for @n and @called before locations_resolve(). @called: the address is
 * a return address. Return: the number of locations; 1: *@list contains only @n, because nothing is
 * inlined; 0: memory is exhausted.
 */
uint32_t location_inlines(const struct locations *p, uint32_t n, bool called,
			  const uint32_t **list);

/*
 * Compare two branches of a call graph in perf's order of branches with equal weight. Order: by
 * source line if classes have lines; else by rank of the object; within one object by the start of
 * the function, or by address if there is no symbol. If one of two functions is inlined, both are
 * compared by name. Because of this exception the order is not transitive, and the result 0 does
 * not mean that both locations are in one class.
 */
int location_class_compare(const struct location_class *a, const struct location_class *b);

/*
 * Return the index in locations.classes of the class of location @n; 0: the location has no class.
 * These indexes are in an array of their own, because a report with call chains reads one for each
 * frame.
 */
static inline uint32_t location_class(const struct locations *p, uint32_t n)
{
	return n < p->cap_class_of ? p->class_of[n] : 0;
}

/*
 * location_replay() prefetches the class index of the location that it will return after this many
 * further calls.
 */
#define REPLAY_AHEAD 16u

/* Return the element *@at of locations.notes, and add 1 to *@at; 0: there is no such element. */
static inline uint32_t location_replay(const struct locations *p, size_t *at)
{
	if (*at >= p->nr_notes)
		return 0;
	if (p->nr_notes - *at > REPLAY_AHEAD && p->class_of)
		__builtin_prefetch(&p->class_of[p->notes[*at + REPLAY_AHEAD]]);
	return p->notes[(*at)++];
}

/* Return the short name of the object that @map maps; NULL if @map is NULL. */
static inline const char *location_dso(const struct locations *p, const struct pdata_map *map)
{
	return map ? symbols_dso_short(p->syms, map->object) : NULL;
}
