/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Numbered locations of a report. Each distinct address of an address space is collected once and
 * is a number from then on; locations_resolve() finds the names of all that were collected, in
 * threads, and afterwards the other functions only read. Locations that a call graph does not tell
 * apart (one function of one object, or one address without a symbol) share a class.
 */

#include "base/message.h"
#include "object/symbols/object_symbols.h"
#include "profile/hist/hists.h"
#include "session/session.h"

struct hist_location {
	const struct pdata_map *map; /* NULL: nothing is mapped there */
	const struct sym *sym;	     /* NULL: no name */
	uint64_t ip;
	uint64_t addr; /* address in the object; without a map the ip itself */
	char level;    /* 'k', '.', 'H': where perf puts it by cpumode */
	bool guest;    /* in a virtual machine's guest, which reports leave out */
	bool called;   /* a frame: the address is where a call returns to */
	bool own;      /* see location_wishes.lines */
	uint8_t frame; /* position from 1 in location_inlines(), with lines or by address; else 0 */
	uint32_t cls;  /* number from 1, of its location_class */
	/* see location_inlines(): number of the list, 0: none, LOCATION_ASKED: to be made */
	uint32_t around[2];
};

#define LOCATION_ASKED UINT32_MAX

/* What the locations of a class have in common; @place is the number of one of them. */
struct location_class {
	uint32_t place;
	/* classes are ordered by object, then address: see location_class_compare() */
	uint32_t order_object;
	bool named, inlined;
	uint32_t name_id; /* equal for equal names; 0: no name */
	const char *name;
	uint64_t start; /* with a name: the symbol's start in the object */
	uint64_t ip;
	const char *line; /* with places.line */
};

struct report;

/* Inlined functions are wanted at a location, which was asked for before number @before was. */
struct location_ask {
	uint32_t place, before;
	bool called;
};

/* What locations_resolve() finds beside the names of all locations. */
struct location_wishes {
	bool classes; /* location_class of each */
	/* source lines, for symbols_line(): of those that are marked as own, or of all */
	enum location_lines { LOCATION_NO_LINES, LOCATION_LINES_OWN, LOCATION_LINES } lines;
	uint64_t jobs; /* number of threads, 0: as many as pay off */
};

struct locations {
	struct symbols *syms;
	const struct pdata_tasks *tasks;
	struct location_wishes wishes;
	uint32_t *ranks; /* by object: rank of the first mention in the file */
	struct hist_location *all;
	uint32_t nr, cap;
	uint32_t nr_resolved; /* the others were collected only */
	/* See location_note(). */
	uint32_t *notes;
	size_t nr_notes, cap_notes, nr_replayed;
	struct location_ask *asks;
	uint32_t nr_asks, cap_asks;
	/* What was said when an address needed the kernel's names, and for which location. */
	struct rep_messages kernel_said;
	uint32_t kernel_said_at;
	struct location_key *index;
	size_t index_mask;
	struct interner class_keys;
	struct location_class *classes; /* by number */
	uint32_t cap_classes;
	bool by_address; /* classes are addresses, not functions */
	/* Not NULL: classes are what this gives, and functions where that is NULL. */
	const char *(*line)(const struct report *rp, const struct hist_location *p);
	const struct report *line_of;
	struct interner lists; /* arrays of numbers of locations */
	struct interner names; /* of classes */
	int err;	       /* 0 or -ENOMEM: see locations_err() */
};

/* Return: 0 or -ENOMEM; locations_free() in any case. */
int locations_init(struct locations *p, struct rep_session *s);
void locations_free(struct locations *p);

/*
 * Return: -ENOMEM when memory was exhausted since locations_init(): some numbers that were
 * returned are 0 instead of the location's. Else 0.
 */
int locations_err(const struct locations *p);

/* The time and address space in which an ip is resolved. */
struct hist_resolve_ctx {
	const struct thread_ctx *who;
	uint64_t time, seq;
};

/*
 * Collect the location of @ip under @cpumode. Return: its number. It has a map, but no name before
 * locations_resolve(). Pointers to locations hold until the next call.
 */
uint32_t location_collect(struct locations *p, const struct hist_resolve_ctx *at, unsigned cpumode,
			  uint64_t ip);
/* The same for an address of unknown cpumode, as branch stacks have them: user, then kernel. */
uint32_t location_collect_any(struct locations *p, const struct hist_resolve_ctx *at, uint64_t ip);
/* Collect what location_inlines() gives for location @n. */
void location_collect_inlines(struct locations *p, uint32_t n, bool called);
/* Collect the location of a hist entry. */
uint32_t hist_entry_collect(struct locations *p, const struct hists *h, uint32_t slot);

/*
 * Note that location @n was collected. Whoever collects and looks up in the same order is spared
 * the search: location_replay() gives the numbers in the order of the notes.
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
 * The number of the location of @ip under @cpumode, which was collected. Nothing is resolved: of
 * another address the answer is 0.
 */
uint32_t location_find(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip);
/* As location_collect_any() collected it. */
uint32_t location_find_any(const struct locations *p, const struct hist_resolve_ctx *at,
			   uint64_t ip);
/* The number of the location of a hist entry. */
uint32_t hist_entry_location(const struct locations *p, const struct hists *h, uint32_t slot);
void hist_entry_prefetch(const struct locations *p, const struct hists *h, uint32_t slot);

/* Whose and when a sum's earliest sample is. */
struct hist_resolve_ctx hist_entry_resolve_ctx(const struct hists *h, uint32_t slot);

/* Prefetch the memory that a location_find() call soon after this will read. */
void location_prefetch(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip);

/*
 * The functions that the code at place @n belongs to, innermost first, as places: those that are
 * inlined there and the one with a symbol; they were collected. @called: it is where a call returns
 * to. Return: how many, 1 with @n itself where nothing is inlined, 0 without memory.
 */
uint32_t location_inlines(const struct locations *p, uint32_t n, bool called,
			  const uint32_t **list);

/*
 * Order of branches of a call graph: by object, then of functions by start, else by address; a
 * function that is inlined and another by name. Over both kinds that is no order, and equal does
 * not mean one class.
 */
int location_class_compare(const struct location_class *a, const struct location_class *b);

/* Locations ahead that are fetched. */
#define REPLAY_AHEAD 16u

static inline uint32_t location_replay(struct locations *p)
{
	if (p->nr_replayed == p->nr_notes)
		return 0;
	if (p->nr_notes - p->nr_replayed > REPLAY_AHEAD)
		__builtin_prefetch(&p->all[p->notes[p->nr_replayed + REPLAY_AHEAD]]);
	return p->notes[p->nr_replayed++];
}

/* Short name of the object of a map, or NULL for no map. */
static inline const char *location_dso(const struct locations *p, const struct pdata_map *map)
{
	return map ? symbols_dso_short(p->syms, map->object) : NULL;
}
