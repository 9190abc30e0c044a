/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Resolves the addresses of a report to locations (address, map and symbol) in two steps. The first
 * step, collecting, adds each distinct address of an address space once to locations.all; the index
 * there identifies the location. In the second step, locations_resolve() finds the symbols of all
 * locations, in several threads. Afterwards locations are only read. Locations that a call graph
 * shows as one frame share a class: all addresses of one function of one object, all addresses of
 * one source line, or one address without a symbol.
 */

#include "base/message.h"
#include "common/prefetch.h"
#include "object/symbols/object_symbols.h"
#include "profile/hist/hists.h"
#include "session/session.h"

struct hist_location {
	const struct pdata_map *map; /* map that covers @ip; NULL: nothing is mapped there */
	union {
		/*
		 * symbol that covers @addr; NULL: no symbol covers @addr, or locations_resolve()
		 * has not resolved this location yet
		 */
		const struct sym *sym;
		/*
		 * after locations_defer_maps(): the maps in which locations_find_maps() has to look
		 * up the user address @ip; NULL: @map is known
		 */
		const struct pdata_mapset *maps;
	};
	uint64_t ip;
	uint64_t addr; /* address in the mapped object; if @map is NULL, the same as @ip */
	/* perf's letter for the cpumode: 'k' kernel, '.' user, 'H' hypervisor, guest or unknown */
	char level;
	/*
	 * true: the address is in a guest (virtual machine); reports leave out samples with such
	 * an address
	 */
	bool guest;
	/*
	 * true: the location is the address of a sample or an end of a branch, and not only a
	 * frame of a call chain. With LOCATION_LINES_OWN, source lines are read only for locations
	 * with @own.
	 */
	bool own;
	/*
	 * Position, from 1, of this location in the list that location_inlines() returns for its
	 * address (the functions at the address, innermost first). 0 if the list has only one
	 * location or more than 255, or if neither locations.by_address nor locations.line is set.
	 */
	uint8_t frame;
	/*
	 * @ip, @mode and @epoch are the key by which a collected location is found. @mode is the
	 * cpumode, or LOCATION_IN_OBJECT. @epoch is the id of the address space if @mode is
	 * PDATA_CPUMODE_USER, and the index of the object if @mode is LOCATION_IN_OBJECT. In all
	 * other modes @epoch is 0, because the address does not depend on the process.
	 */
	uint8_t mode;
	uint32_t epoch;
	/*
	 * id of the list of inlined functions in the interner locations.lists, see
	 * location_inlines(); 0: no list was requested; LOCATION_ASKED: locations_resolve() has to
	 * make the list
	 */
	uint32_t around;
};

#define LOCATION_ASKED UINT32_MAX
/* Value of hist_location.mode for an address in an object; greater than all cpumodes. */
#define LOCATION_IN_OBJECT 8u

/*
 * A class of locations: a call graph shows all locations of one class as one function, address or
 * source line, with one name. @location is the index in locations.all of the first location of the
 * class; the other members describe this location.
 */
struct location_class {
	uint32_t location;
	/*
	 * rank, from locations.ranks, of the object of the location; 0: it is in no object.
	 * location_class_compare() compares the ranks of two classes.
	 */
	uint32_t order_object;
	bool named, inlined;
	/* id of @name in the interner locations.names; equal names have equal ids; 0: no name */
	uint32_t name_id;
	/*
	 * position of the location in the list that location_inlines() returns for its address,
	 * counted from the outermost function, which has position 0 if hist_location.frame is 0,
	 * otherwise position 1; 0 if the location is in no such list, or if @name is not NULL
	 */
	uint32_t level;
	const char *name;
	uint64_t start; /* start address of the symbol in the object; 0 if @name is NULL */
	uint64_t ip;
	/* source line of @location, if locations.line is set; NULL: the line is not known */
	const char *line;
	/*
	 * Classes that have one address or line, but show different functions, form a group; with
	 * locations.each_location, so do all locations of what would be one class. A call graph
	 * joins such callees of one frame, but each keeps its name below other frames: code of one
	 * line may be inlined in several functions.
	 */
	uint32_t group; /* the first class of the group; 0: the class is the first, or alone */
	uint32_t next;	/* another class of the group; 0: none */
};

struct report;

/*
 * A request, made by location_collect_inlines(), for the functions that are inlined at the
 * location locations.all[@location]. @before is the value of locations.nr at the time of the
 * request: the locations with lower indexes were collected before the request was made.
 */
struct location_ask {
	uint32_t location, before;
};

/* Selects what locations_resolve() finds in addition to symbols. */
struct location_wishes {
	/* group the locations that a call graph shows as one frame, see struct location_class */
	bool classes;
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
	 * Array indexed by the index of an object. An element is the rank of the object, from 1,
	 * in the order in which the recording first mentions the objects.
	 */
	uint32_t *ranks;
	struct hist_location *all;
	uint32_t nr, cap;
	/* locations with this index or a higher index are collected, but not resolved yet */
	uint32_t nr_resolved;
	/*
	 * locations of the frames of call chains, as indexes in @all, in the order in which
	 * location_note() stored them
	 */
	uint32_t *notes;
	size_t nr_notes, cap_notes;
	struct location_ask *asks;
	uint32_t nr_asks, cap_asks;
	/*
	 * true: locations_init_part() has set up this struct to hold the locations of only some
	 * hist entries. For an address that is not a user address, location_collect() then looks
	 * up no map, and stores @entry, the index of a hist entry, in hist_location.addr.
	 * locations_add_part() later looks up the map for the thread and the time of this hist
	 * entry, and replaces hist_location.addr by the address.
	 */
	bool is_part;
	/*
	 * true: locations_defer_maps() was called, so location_collect() looks up no map for a user
	 * address. locations_find_maps() later looks up the maps of all locations with the index
	 * @first_deferred or a higher one, and sets this member to false.
	 */
	bool defers_maps;
	uint32_t first_deferred;
	/* index in hists.entries of the hist entry whose locations are being collected */
	uint32_t entry;
	/*
	 * Messages about loading the kernel's symbols. locations_resolve() prints them after the
	 * messages of all locations with an index lower than @kernel_said_at, and before the
	 * messages of the location with this index.
	 */
	struct rep_messages kernel_said;
	/*
	 * Index in @all of the location that location_collect() or locations_add_part() was adding
	 * when it loaded the kernel's symbols, which caused the messages in @kernel_said.
	 */
	uint32_t kernel_said_at;
	/* hash index of @all; an entry holds 1 + index in @all */
	struct pd_hash_index index;
	struct pd_hash_index class_index;
	uint32_t nr_classes;		/* 1 + index of the last class in @classes */
	struct location_class *classes; /* used from element 1 */
	uint32_t cap_classes;
	/*
	 * Array indexed like @all. An element is the index in @classes of the class of a location
	 * (class: the locations that a call graph shows as one frame), see location_class().
	 */
	uint32_t *class_of;
	uint32_t cap_class_of;
	/*
	 * true: a call graph shows each address as a frame of its own; false: a call graph shows
	 * all addresses of one function as one frame
	 */
	bool by_address;
	/*
	 * true: each location has a class of its own, in one group with the other locations that a
	 * call graph shows as the same frame, because a sort key distinguishes them
	 */
	bool each_location;
	/*
	 * Function that returns the source line of a location; NULL: call graphs do not depend on
	 * source lines. A call graph shows all locations with the same line as one frame.
	 * Exception: if the function returns NULL, the location has no known line, and @by_address
	 * says which locations the call graph shows as one frame.
	 */
	const char *(*line)(const struct report *rp, const struct hist_location *p);
	const struct report *line_of;
	/* lists of inlined functions: arrays of indexes in @all, see location_inlines() */
	struct interner lists;
	/* names of functions; location_class.name_id is an id in this interner */
	struct interner names;
	int err; /* 0, or -ENOMEM if memory was exhausted, see locations_err() */
};

/*
 * Set up @p without locations. Return: 0 or -ENOMEM. The caller calls locations_free() also after a
 * failure.
 */
int locations_init(struct locations *p, struct rep_session *s);
/*
 * Allocate memory for @nr locations in one piece, because an array that grows step by step is
 * copied at each step. Memory for locations that are never stored stays unused. If memory is
 * exhausted, locations_err() returns -ENOMEM.
 */
void locations_reserve(struct locations *p, uint64_t nr);
void locations_free(struct locations *p);

/*
 * Return -ENOMEM if memory was exhausted since locations_init(); else 0. After -ENOMEM, a returned
 * location index 0 may be wrong: functions also return 0 when they cannot add a location.
 */
int locations_err(const struct locations *p);
/*
 * Set up @part to collect the locations of some hist entries, while other threads collect the
 * locations of other entries. location_collect() looks up the map of a user address at once;
 * exception: after locations_defer_maps(@part), locations_find_maps() looks it up. The map of any
 * other address is looked up later, by locations_add_part(), because this look-up may load the
 * symbols of the kernel. In @part, the caller must not collect branches, data addresses, inlined
 * functions, or, with hists_opts.in_objects, a hist entry whose hist_entry.object is not 0. Return:
 * 0 or -ENOMEM.
 */
int locations_init_part(struct locations *part, const struct locations *p);
/*
 * Add the locations of @part to @p in the order in which they were collected, append
 * locations.notes (the locations of call-chain frames) of @part to locations.notes of @p, and free
 * @part. The locations of the hist entries @from to @end - 1 of @h were collected in @part; the
 * function changes hist_entry.location and hist_entry.note of these entries to the indexes in @p.
 */
void locations_add_part(struct locations *p, struct locations *part, struct hists *h, uint32_t from,
			uint32_t end);

/*
 * The values with which an address is resolved: the thread with its maps (@who), and the time and
 * the sequence number of a sample, which say at which moment the maps are looked at.
 */
struct hist_resolve_ctx {
	const struct thread_ctx *who;
	uint64_t time, seq;
};

/*
 * Collect the location of address @ip with @cpumode: add the location to locations.all if it is
 * new. The location's map is known at once, its symbol only after locations_resolve(). There are
 * two exceptions: if @p is a part (see locations_init_part()), the maps of kernel addresses are not
 * known at once; if locations_defer_maps() was called for @p, the maps of user addresses are not
 * known until locations_find_maps() was called. Pointers to locations are valid until the next
 * location is added. Return: the index of the location in locations.all.
 */
uint32_t location_collect(struct locations *p, const struct hist_resolve_ctx *at, unsigned cpumode,
			  uint64_t ip);
/*
 * Postpone looking up the maps of user addresses that are collected from now on.
 * locations_find_maps() then looks up these maps, many at a time, which is faster than one at a
 * time because look-ups mostly wait for memory. Between the two calls, location_collect_any() must
 * not be called, because it needs the maps.
 */
void locations_defer_maps(struct locations *p);
void locations_find_maps(struct locations *p);
/*
 * Same as location_collect(), for an address without cpumode, such as the end of a branch. The
 * function tries @ip as a user address, then as a kernel address, then as an address of a guest's
 * kernel, and stops as soon as a map covers @ip. If no map covers @ip, the result is the location
 * of the last attempt.
 */
uint32_t location_collect_any(struct locations *p, const struct hist_resolve_ctx *at, uint64_t ip);
/*
 * Request the list of inlined functions that location_inlines() will return for @n, the index of a
 * location in locations.all. locations_resolve() makes the list.
 */
void location_collect_inlines(struct locations *p, uint32_t n);
/*
 * Resolve the addresses of all entries of @h without locations: set hist_entry.sym and the struct
 * hist_entry_first of each entry. This takes less memory than locations, and is for reports in
 * which nothing but rows reads addresses. Needs hists_opts.in_objects. Symbols are loaded and
 * messages are printed as by locations_resolve(). Each kernel address is looked up in the maps at
 * the time of its entry.
 */
void hist_entries_resolve(struct locations *p, struct hists *h);
/* For hist_entry_location(): the location of an entry whose hist_entry.object is 0. */
struct hist_location hist_entry_location_by_map(const struct hists *h, uint32_t entry);
/*
 * Return the location of the address of the hist entry with the index @entry. The caller has
 * called hist_entries_resolve(). The result is in no array, so it has no index.
 */
static inline struct hist_location hist_entry_location(const struct hists *h, uint32_t entry)
{
	const struct hist_entry *s = &h->entries[entry];

	if (!s->object)
		return hist_entry_location_by_map(h, entry);
	return (struct hist_location){ .map = h->firsts[entry].map,
				       .sym = s->sym,
				       .ip = s->ip,
				       .addr = s->ip,
				       .level = '.',
				       .mode = LOCATION_IN_OBJECT,
				       .epoch = s->object - 1 };
}

/*
 * Add the location of the address of a hist entry to locations.all, if the location is new. @entry
 * is the index of the entry in hists.entries. Set hist_entry.location of the entry to the index of
 * the location in locations.all, and return this index.
 */
uint32_t hist_entry_collect(struct locations *p, struct hists *h, uint32_t entry);

/*
 * Enlarge locations.notes (the locations of call-chain frames), so that location_note() can append
 * a further element. Return: false if memory is exhausted.
 */
bool locations_grow_notes(struct locations *p);
/*
 * Append @n, the index in locations.all of the location of a call-chain frame, to locations.notes.
 * location_replay() later returns the indexes in the order of the calls of location_note(), so that
 * the addresses need not be searched again.
 */
static inline void location_note(struct locations *p, uint32_t n)
{
	if (p->nr_notes < p->cap_notes || locations_grow_notes(p))
		p->notes[p->nr_notes++] = n;
}
void locations_forget_notes(struct locations *p);

/*
 * Resolve all locations that were added to locations.all since the last call of this function. The
 * function first finds the symbols in bulk, using several threads for different objects. Then it
 * finds inlined functions and source lines, and then the classes of locations (class: the locations
 * that a call graph shows as one frame). It prints messages in the order in which the locations
 * were added.
 */
void locations_resolve(struct locations *p);

/*
 * Find the class of each location in locations.notes, which lists the locations of call-chain
 * frames (class: the locations that a call graph shows as one frame). The caller needs this
 * function only if location_wishes.classes was false when locations_resolve() ran.
 */
void locations_class_notes(struct locations *p);

/*
 * Return the index in locations.all of the location that location_collect() added for @ip and
 * @cpumode in the address space of @at->who. The function adds and resolves nothing. Return 0 if
 * there is no such location.
 */
uint32_t location_find(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip);
/* Same as location_find(), for an address that location_collect_any() added. */
uint32_t location_find_any(const struct locations *p, const struct hist_resolve_ctx *at,
			   uint64_t ip);
/*
 * Prefetch the memory that hist_entry_collect() will read for the hist entry with index @entry.
 * Call this function with @step 0, and later with @step 1.
 */
void hist_entry_prefetch(const struct locations *p, const struct hists *h, uint32_t entry,
			 unsigned step);
/* Free the hash index of addresses. Afterwards the caller must not collect or look up locations. */
void locations_forget_index(struct locations *p);
/* Free the array locations.all. Afterwards the caller must not use an index of a location. */
void locations_forget_all(struct locations *p);

/*
 * Return the thread (with its comm and maps), the time and the sequence number of the earliest
 * sample of the hist entry with index @entry in hists.entries.
 */
struct hist_resolve_ctx hist_entry_resolve_ctx(const struct hists *h, uint32_t entry);

/*
 * Prefetch the memory that a later call of location_collect() or location_find() with the same
 * arguments will read. Call this function with @step 0, and later with @step 1.
 */
void location_prefetch(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip, unsigned step);

/*
 * Set *@list to the indexes in locations.all of the locations of the functions that contain the
 * code at location @n, innermost first: the inlined functions, then the function that has the
 * symbol. The caller must have called location_collect_inlines() for @n before
 * locations_resolve(). Return: the number of elements of *@list. The result is 1 if no function is
 * inlined; *@list then contains only @n. The result is 0 if memory was exhausted, or if the list
 * was not requested.
 */
uint32_t location_inlines(const struct locations *p, uint32_t n, const uint32_t **list);

/*
 * Compare two branches of a call graph by their first frames (each is a class: the locations that
 * the graph shows as one frame). perf prints branches with equal weight in the reverse of this
 * order. The first of these rules that applies gives the order:
 * if both frames have a name, and at least one of the two functions is inlined, only the names are
 * compared;
 * if both frames have a source line, only the lines are compared;
 * if only one frame has a source line, this frame is before the other;
 * in all other cases, the objects are compared by location_class.order_object, and frames of one
 * object by the start of the function, or by address if at least one of the two frames has no name.
 *
 * Return: negative if @a is before @b, positive if @a is after @b, 0 if the order does not
 * distinguish them. Because of the first rule the order is not transitive, and the result 0 does
 * not mean that both classes are the same.
 */
int location_class_compare(const struct location_class *a, const struct location_class *b);

/*
 * Return the index in locations.classes of the class of location @n (class: the locations that a
 * call graph shows as one frame); 0: the location has no class. A report with call chains calls
 * this function for each frame; it reads 4 bytes from the array locations.class_of instead of a
 * member of the larger struct hist_location.
 */
static inline uint32_t location_class(const struct locations *p, uint32_t n)
{
	return n < p->cap_class_of ? p->class_of[n] : 0;
}

/* Return the first class of the group of class @cls: equal for all classes of the group. */
static inline uint32_t location_class_group(const struct locations *p, uint32_t cls)
{
	return p->classes[cls].group ? p->classes[cls].group : cls;
}

/*
 * location_replay() prefetches the element of locations.class_of for the location that it will
 * return after this many further calls.
 */
#define REPLAY_AHEAD 16u

/*
 * Return the element with index *@at of locations.notes, and add 1 to *@at. The element is the
 * location of a call-chain frame, as an index in locations.all. Return 0 if locations.notes has no
 * such element.
 */
static inline uint32_t location_replay(const struct locations *p, size_t *at)
{
	if (*at >= p->nr_notes)
		return 0;
	if (p->nr_notes - *at > REPLAY_AHEAD && p->class_of)
		pd_prefetch(&p->class_of[p->notes[*at + REPLAY_AHEAD]]);
	return p->notes[(*at)++];
}

/*
 * Return the object that @pl->map maps; NULL: nothing is mapped. If the key of the location has the
 * index of the object (LOCATION_IN_OBJECT), the function does not dereference @pl->map, because the
 * map is mostly not in the cache.
 */
static inline const struct pdata_object *location_object(const struct locations *p,
							 const struct hist_location *pl)
{
	if (!pl->map)
		return NULL;
	return pl->mode == LOCATION_IN_OBJECT ? pdata_tasks_object(p->tasks, pl->epoch)
					      : pl->map->object;
}

/* Return the short name of the object that @pl->map maps; NULL: nothing is mapped. */
static inline const char *location_dso(const struct locations *p, const struct hist_location *pl)
{
	const struct pdata_object *object = location_object(p, pl);

	return object ? symbols_dso_short(p->syms, object) : NULL;
}
