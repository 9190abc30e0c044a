/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Numbered locations of a report. Each distinct address of an address space is resolved once
 * (object/symbols/location.h); afterwards it is a number. Locations that a call graph does not tell
 * apart (one function of one object, or one address without a symbol) share a class.
 */

#include "object/symbols/object_symbols.h"
#include "profile/hist/hists.h"
#include "session/session.h"

struct hist_location {
	const struct pdata_map *map; /* NULL: nothing is mapped there */
	const struct sym *sym;	     /* NULL: no name */
	uint64_t ip;
	uint64_t addr; /* in the object's own numbers; the ip itself without a map */
	char level;    /* 'k', '.', 'H': where perf puts it by cpumode */
	bool guest;    /* of a virtual machine, which is left out of reports */
	bool called;   /* of a frame: where a call returns to */
	uint8_t frame; /* position from 1 in location_inlines(), with lines or by address; else 0 */
	uint32_t cls;  /* number from 1, of its location_class */
	uint32_t around[2]; /* see location_inlines(): number of the list, 0: not asked yet */
};

/* What the locations of a class have in common; @place is the number of one of them. */
struct location_class {
	uint32_t place;
	/* classes are ordered by object, then address: see location_class_compare() */
	uint32_t order_object;
	bool named, inlined;
	uint32_t name_id; /* the same name, the same number; 0: nameless */
	const char *name;
	uint64_t start; /* with a name: of the symbol in the object */
	uint64_t ip;
	const char *line; /* with places.line */
};

struct report;

struct locations {
	struct symbols *syms;
	const struct pdata_tasks *tasks;
	const char **dso_short; /* by object, NULL: not asked yet */
	uint32_t *ranks;	/* by object: order of first mention in the file */
	struct hist_location *all;
	uint32_t nr, cap;
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

/* When and in whose address space. */
struct hist_resolve_ctx {
	const struct thread_ctx *who;
	uint64_t time, seq;
};

/*
 * The number of the location of @ip under @cpumode. Pointers to locations hold until the next call.
 */
uint32_t location_find(struct locations *p, const struct hist_resolve_ctx *at, unsigned cpumode,
		       uint64_t ip);

/* The same for @addr of the object that @map maps; the location may have any map of it. */
uint32_t location_in_object(struct locations *p, const struct pdata_map *map, uint64_t addr);

/* The number of the location of a hist entry. */
uint32_t hist_entry_location(struct locations *p, const struct hists *h, uint32_t slot);
void hist_entry_prefetch(const struct locations *p, const struct hists *h, uint32_t slot);

/* Whose and when a sum's earliest sample is. */
struct hist_resolve_ctx hist_entry_resolve_ctx(const struct hists *h, uint32_t slot);

/* Say that location_find() will be asked this soon. */
void location_prefetch(const struct locations *p, const struct hist_resolve_ctx *at,
		       unsigned cpumode, uint64_t ip);

/* The same for an address of unknown cpumode, as branch stacks have them: user, then kernel. */
uint32_t location_find_any(struct locations *p, const struct hist_resolve_ctx *at, uint64_t ip);

/*
 * The functions that the code at place @n belongs to, innermost first, as places: those that are
 * inlined there and the one with a symbol. @called: it is where a call returns to. @list holds
 * until the next call. Return: how many, 1 with @n itself where nothing is inlined, 0 without
 * memory.
 */
uint32_t location_inlines(struct locations *p, uint32_t n, bool called, const uint32_t **list);

/*
 * Order of branches of a call graph: by object, then of functions by start, else by address; a
 * function that is inlined and another by name. Over both kinds that is no order, and equal does
 * not mean one class.
 */
int location_class_compare(const struct location_class *a, const struct location_class *b);

/* Short name of the object of a map, or NULL for no map. */
const char *location_dso(struct locations *p, const struct pdata_map *map);
