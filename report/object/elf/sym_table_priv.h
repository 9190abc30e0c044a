/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes symbol tables: sources add symbols in the order of their file, settle them (sort, set ends
 * that an ELF file or kallsyms does not have, choose among several names of one address), and
 * finish the table.
 */

#include "object/elf/sym_table.h"
#include "object/elf/sym_tree.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct sym_elf;
struct sym_ranges;

/* Strings that are freed together. */
struct sym_strs {
	struct sym_strs_chunk *chunk;
	size_t left;
};

/* Copy @text, terminated; NULL: memory is exhausted. */
char *sym_strs_add(struct sym_strs *s, const char *text, size_t len);
void sym_strs_free(struct sym_strs *s);

/* The state of a stored name, which is demangled or completed when it is first asked for. */
enum sym_name_state {
	SYM_NAME_DONE = 0,
	SYM_NAME_RAW = 1, /* may be mangled */
	SYM_NAME_PLT = 2, /* "@plt" has to be appended */
};

/* Names are demangled when they are first asked for, because few names of a table ever are. */
struct sym_lazy {
	pthread_mutex_t lock;
	struct sym_strs strs;
	bool demangle;
	atomic_uchar *state; /* enum sym_name_state of each symbol */
};

/* Files and memory to which the names of a table point, and the function that frees them. */
struct sym_held {
	struct sym_held *next;
	void *what;
	void (*release)(void *what);
};

struct sym_table_priv {
	/* must be first: a pointer to it is cast to struct sym_table_priv */
	struct sym_table pub;
	struct sym_tree tree;	   /* node is NULL if no symbols overlap */
	struct sym_lazy *lazy;	   /* NULL: all names are done */
	struct sym_ranges *ranges; /* used instead of pub.syms; or NULL */
	struct sym_held *held;
	/* User object: the file that was mapped, which the table holds; or NULL. */
	const struct sym_elf *runtime;
	char *path, *why;
	/* 0; -ENOMEM: symbols or names are missing */
	atomic_int err;
};

/*
 * Whether the last function that starts at or before @addr, wherever it ends, is in the file
 * itself and not in the PLT.
 */
bool sym_table_function_below(const struct sym_table *t, uint64_t addr);

struct sym_table_priv *sym_table_new(void); /* NULL: no memory */
void sym_table_free(struct sym_table_priv *t);
/* Give the symbols of @r to the empty table, which frees @r from now on. */
void sym_table_set_ranges(struct sym_table_priv *t, struct sym_ranges *r);
/*
 * Let the table release @what when it is freed. If memory is exhausted, @what is released at once,
 * and the table keeps the error and no symbols.
 */
void sym_table_hold(struct sym_table_priv *t, void *what, void (*release)(void *what));
void sym_table_set_why(struct sym_table_priv *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void sym_table_set_path(struct sym_table_priv *t, const char *path);

/*
 * Bindings while a table is made, as in ELF. In that time an end equal to the start means that the
 * end is unknown, state is of enum sym_name_state, and bracketed marks names of kallsyms that
 * contain a "[".
 */
enum { SYM_LOCAL = 0, SYM_GLOBAL = 1, SYM_WEAK = 2 };

/* Most batches of symbols in a table. */
#define SYM_BATCHES 3

struct sym_build {
	struct sym *syms; /* symbols in the order in which they were added */
	uint32_t nr, cap;
	uint32_t *order; /* indexes of the symbols that are kept, ascending by start */
	uint32_t nr_order;
	/* Indexes of symbols that another of the same start replaced, in order of replacement. */
	uint32_t *gone;
	uint32_t nr_gone, cap_gone;
	unsigned nr_batches;
	struct {
		/* number of symbols, and of replaced symbols, at the end of the batch */
		uint32_t nr, nr_gone;
	} batch[SYM_BATCHES];
	bool demangle;
	struct sym_strs strs;
	int err; /* 0; -ENOMEM: no symbols are kept, and none are added */
};

enum sym_settle {
	SYM_SETTLE_PLAIN,   /* change nothing */
	SYM_SETTLE_ELF,	    /* set ends, keep one symbol for each address */
	SYM_SETTLE_KALLSYMS /* as SYM_SETTLE_ELF, with perf's rule for the last symbol */
};

void sym_build_init(struct sym_build *b, bool demangle);
/* Make room for @nr more symbols at once. */
void sym_build_reserve(struct sym_build *b, uint32_t nr);
/* Add @s. Its name is NULL if there was no memory for it. */
void sym_build_add(struct sym_build *b, const struct sym *s);
/* End a batch: sort its symbols, and put them after the symbols of earlier batches. */
void sym_build_settle(struct sym_build *b, enum sym_settle how);
/* Remove the settled symbols that @keep rejects; @keep is called once for each, in order. */
void sym_build_keep(struct sym_build *b, bool (*keep)(void *arg, const struct sym *s), void *arg);
/* Fill @t, which takes the error of @b, and free @b. */
void sym_build_finish(struct sym_build *b, struct sym_table_priv *t);
void sym_build_free(struct sym_build *b);

/*
 * Sort the indexes of @nr symbols in @order by start; equal ones keep their order. Return: 0;
 * -ENOMEM: @order is unchanged.
 */
int sym_sort(const struct sym *syms, uint32_t *order, uint32_t nr);
