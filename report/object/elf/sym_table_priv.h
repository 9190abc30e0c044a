/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Tables of symbols and how they are made: sources add symbols in the order of their file, settle
 * what an ELF file or kallsyms leaves open (ends, several names for one address), and finish.
 */

#include "object/elf/sym_table.h"
#include "object/elf/sym_tree.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct sym_elf;
struct sym_ranges;

/* Strings that live together. */
struct sym_strs {
	struct sym_strs_chunk *chunk;
	size_t left;
};

/* A copy, terminated; NULL: no memory. */
char *sym_strs_add(struct sym_strs *s, const char *text, size_t len);
void sym_strs_free(struct sym_strs *s);

/* What has still to be done to a name before anyone may see it. */
enum sym_name_state {
	SYM_NAME_DONE = 0,
	SYM_NAME_RAW = 1, /* may be mangled */
	SYM_NAME_PLT = 2, /* is followed by "@plt" */
};

/* Names are demangled when they are first asked for: few of a table's ever are. */
struct sym_lazy {
	pthread_mutex_t lock;
	struct sym_strs strs;
	bool demangle;
	atomic_uchar *state; /* enum sym_name_state of each symbol */
};

/* Files and memory that the names of a table lead into. */
struct sym_held {
	struct sym_held *next;
	void *what;
	void (*release)(void *what);
};

struct sym_table_priv {
	struct sym_table pub;	   /* first: a table is found by its public part */
	struct sym_tree tree;	   /* node is NULL while no symbols overlap */
	struct sym_lazy *lazy;	   /* NULL: all names are done */
	struct sym_ranges *ranges; /* in place of pub.syms, or NULL */
	struct sym_held *held;
	const struct sym_elf *runtime; /* of a user object, held: what was mapped; or NULL */
	char *path, *why;
	/* 0, or -ENOMEM: symbols, or the text of names, are missing */
	atomic_int err;
};

/* Is what stands last at or before @addr a function of the file's own, wherever that ends? */
bool sym_table_function_below(const struct sym_table *t, uint64_t addr);

struct sym_table_priv *sym_table_new(void); /* NULL: no memory */
void sym_table_free(struct sym_table_priv *t);
/* Give an empty table the symbols of @r, which is its from now on. */
void sym_table_set_ranges(struct sym_table_priv *t, struct sym_ranges *r);
/* Without memory, @what is released at once, and the table keeps the error and no symbols. */
void sym_table_hold(struct sym_table_priv *t, void *what, void (*release)(void *what));
void sym_table_set_why(struct sym_table_priv *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void sym_table_set_path(struct sym_table_priv *t, const char *path);

/*
 * While a table is made, the binding of its symbols is as in ELF, an end that is the start is not
 * known, state is of enum sym_name_state, and bracketed tells names of kallsyms with a "[" in them.
 */
enum { SYM_LOCAL = 0, SYM_GLOBAL = 1, SYM_WEAK = 2 };

/* Symbols come in up to so many batches. */
#define SYM_BATCHES 3

struct sym_build {
	struct sym *syms; /* as they came */
	uint32_t nr, cap;
	uint32_t *order; /* those that are left, ascending */
	uint32_t nr_order;
	uint32_t *gone; /* those that gave way to another of the same start, in that order */
	uint32_t nr_gone, cap_gone;
	unsigned nr_batches;
	struct {
		uint32_t nr, nr_gone; /* symbols and gone ones at its end */
	} batch[SYM_BATCHES];
	bool demangle;
	struct sym_strs strs;
	int err; /* 0 or -ENOMEM: no symbols are left, and none are added */
};

enum sym_settle {
	SYM_SETTLE_PLAIN,   /* leave all as it is */
	SYM_SETTLE_ELF,	    /* give ends, leave one symbol for each address */
	SYM_SETTLE_KALLSYMS /* the same with kallsyms' rule for the last of kernel and modules */
};

void sym_build_init(struct sym_build *b, bool demangle);
/* Make room for so many more at once. */
void sym_build_reserve(struct sym_build *b, uint32_t nr);
/* @s without a name: there was no memory for it. */
void sym_build_add(struct sym_build *b, const struct sym *s);
/* End a batch: put its symbols in order behind those of the batches before. */
void sym_build_settle(struct sym_build *b, enum sym_settle how);
/* Take out the settled ones that @keep, which is asked once about each in order, does not want. */
void sym_build_keep(struct sym_build *b, bool (*keep)(void *arg, const struct sym *s), void *arg);
/* Fill @t, which keeps the error of @b, and free @b. */
void sym_build_finish(struct sym_build *b, struct sym_table_priv *t);
void sym_build_free(struct sym_build *b);

/*
 * Numbers of the @nr symbols at @order in ascending order of their start; equal ones as they were.
 * Return: 0 or -ENOMEM, with @order as it was.
 */
int sym_sort(const struct sym *syms, uint32_t *order, uint32_t nr);
