/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes symbol tables in three steps. A reader of symbols adds the symbols in the order of their
 * file (sym_build_add()). sym_build_settle() sorts them, sets ends that the file does not give, and
 * chooses one of several names of one address. sym_build_finish() fills the table.
 */

#include "object/elf/sym_table.h"
#include "object/elf/sym_tree.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct sym_elf;
struct sym_ranges;

/* Memory for strings that are all freed at the same time. */
struct sym_strs {
	struct sym_strs_chunk *chunk;
	size_t left;
};

/*
 * Return: a NUL-terminated copy of the @len bytes at @text, which lives until sym_strs_free();
 * NULL: memory is exhausted.
 */
char *sym_strs_add(struct sym_strs *s, const char *text, size_t len);
void sym_strs_free(struct sym_strs *s);

/*
 * Bits that say what is still to do for a stored name. The first look-up of the symbol completes
 * the name.
 */
enum sym_name_state {
	SYM_NAME_DONE = 0, /* the name is complete */
	SYM_NAME_RAW = 1,  /* the name may be mangled */
	SYM_NAME_PLT = 2,  /* the name lacks the suffix "@plt" */
};

/*
 * State of names that are not complete. A name is demangled at the first look-up of its symbol,
 * because most symbols of a table are never looked up.
 */
struct sym_lazy {
	pthread_mutex_t lock;
	struct sym_strs strs;
	bool demangle;
	atomic_uchar *state; /* array, indexed by symbol: bits of enum sym_name_state */
};

/* A file or memory that the names of a table point into. sym_table_free() calls @release(@what). */
struct sym_held {
	struct sym_held *next;
	void *what;
	void (*release)(void *what);
};

struct sym_table_priv {
	/* must be the first member: pointers to it are cast to struct sym_table_priv */
	struct sym_table pub;
	struct sym_tree tree;	   /* tree of overlapping symbols; @tree.node NULL: no overlap */
	struct sym_lazy *lazy;	   /* NULL: all names are complete */
	struct sym_ranges *ranges; /* the symbols, in place of @pub.syms; NULL: not used */
	struct sym_held *held;
	/* user object: the file that was mapped, owned by @held; NULL: not known */
	const struct sym_elf *runtime;
	char *path, *why;
	/* 0; -ENOMEM: memory was exhausted, so symbols or names are missing */
	atomic_int err;
};

/*
 * Find the last function that starts at or before @addr, wherever the function ends. Return: true
 * if the table has such a function and it is code of the object, not an entry of the PLT.
 */
bool sym_table_function_below(const struct sym_table *t, uint64_t addr);

struct sym_table_priv *sym_table_new(void); /* returns NULL if memory is exhausted */
void sym_table_free(struct sym_table_priv *t);
/* Make @r the symbols of the empty table @t. The table takes over @r; sym_table_free() frees it. */
void sym_table_set_ranges(struct sym_table_priv *t, struct sym_ranges *r);
/*
 * Let sym_table_free() call @release(@what). If memory is exhausted, @release(@what) is called at
 * once, @t->err becomes -ENOMEM, and the table has no symbols.
 */
void sym_table_hold(struct sym_table_priv *t, void *what, void (*release)(void *what));
void sym_table_set_why(struct sym_table_priv *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void sym_table_set_path(struct sym_table_priv *t, const char *path);

/*
 * Values of sym.binding while a table is made. They are equal to the STB_ constants of ELF. While a
 * table is made, sym.end is not known if it is equal to sym.start, sym.state has bits of enum
 * sym_name_state, and sym.bracketed is set for kallsyms names with a "[" (symbols of modules).
 */
enum { SYM_LOCAL = 0, SYM_GLOBAL = 1, SYM_WEAK = 2 };

/* Maximum number of batches of symbols in a table; each call of sym_build_settle() ends one. */
#define SYM_BATCHES 3

struct sym_build {
	struct sym *syms; /* all symbols, in the order of sym_build_add() */
	uint32_t nr, cap;
	uint32_t *order; /* indexes of the symbols to keep, sorted by start address */
	uint32_t nr_order;
	/* indexes of the removed symbols, in order of removal: sym_tree needs this order */
	uint32_t *gone;
	uint32_t nr_gone, cap_gone;
	unsigned nr_batches;
	struct {
		/* values of sym_build.nr and sym_build.nr_gone at the end of the batch */
		uint32_t nr, nr_gone;
	} batch[SYM_BATCHES];
	bool demangle;
	struct sym_strs strs;
	int err; /* 0; -ENOMEM: all symbols are dropped, and new symbols are not added */
};

enum sym_settle {
	SYM_SETTLE_PLAIN,   /* only sort */
	SYM_SETTLE_ELF,	    /* sort, set unknown ends, keep one symbol for each start address */
	SYM_SETTLE_KALLSYMS /* as SYM_SETTLE_ELF; no symbol covers the gap before the modules */
};

void sym_build_init(struct sym_build *b, bool demangle);
/* Allocate memory for @nr more symbols at once. */
void sym_build_reserve(struct sym_build *b, uint32_t nr);
/*
 * Add a copy of @s. If the caller had no memory for the name, @s->name is NULL, and @b drops all
 * symbols.
 */
void sym_build_add(struct sym_build *b, const struct sym *s);
/*
 * End a batch: sort the symbols that were added since the last call, and merge them with the
 * symbols of earlier batches.
 */
void sym_build_settle(struct sym_build *b, enum sym_settle how);
/*
 * Remove the settled symbols for which @keep returns false. @keep is called once for each symbol,
 * in the order of start addresses.
 */
void sym_build_keep(struct sym_build *b, bool (*keep)(void *arg, const struct sym *s), void *arg);
/* Move the settled symbols, or the error @b->err, to @t, and free @b. */
void sym_build_finish(struct sym_build *b, struct sym_table_priv *t);
void sym_build_free(struct sym_build *b);

/*
 * Sort the @nr indexes in @order by the start address of their symbols in @syms. Indexes of symbols
 * with equal starts keep their order. Return: 0; -ENOMEM: @order is unchanged.
 */
int sym_sort(const struct sym *syms, uint32_t *order, uint32_t nr);
