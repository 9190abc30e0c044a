/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes symbol tables in three steps. A reader of symbols adds the symbols in the order of their
 * file (sym_build_add()). sym_build_settle() sorts them, sets ends that the file does not give,
 * and chooses one of several names of one address. sym_build_finish() fills the table.
 */

#include "object/elf/sym_table.h"
#include "object/elf/sym_tree.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct sym_elf;
struct sym_ranges;

/* Memory for strings; sym_strs_free() frees all strings in it at the same time. */
struct sym_strs {
	struct sym_strs_chunk *chunk;
	size_t left;
};

/*
 * Return: a NUL-terminated copy of the @len bytes at @text; the copy is valid until
 * sym_strs_free(). NULL: memory is exhausted.
 */
char *sym_strs_add(struct sym_strs *s, const char *text, size_t len);
void sym_strs_free(struct sym_strs *s);

/*
 * Bits that say how the stored name of a symbol has to be changed before the name is printed.
 * sym_table_find() changes the name at the first look-up of the symbol.
 */
enum sym_name_state {
	SYM_NAME_DONE = 0, /* nothing has to be done with the name */
	SYM_NAME_RAW = 1,  /* the name may be mangled, so it has to be demangled */
	SYM_NAME_PLT = 2,  /* the name lacks the suffix "@plt", which has to be appended */
};

/*
 * Data for demangling the names of a table. A name is demangled at the first look-up of its
 * symbol, because most symbols of a table are never looked up.
 */
struct sym_lazy {
	pthread_mutex_t lock;
	struct sym_strs strs;
	bool demangle;
	/* bits of enum sym_name_state for each symbol of the table, indexed as sym_table.syms */
	atomic_uchar *state;
};

/*
 * An open file or memory into which names of a symbol table point. sym_table_free() calls
 * @release(@what) to free it.
 */
struct sym_held {
	struct sym_held *next;
	void *what;
	void (*release)(void *what);
};

struct sym_table_priv {
	/*
	 * the public part of the table; must be the first member, because functions cast a pointer
	 * to @pub to a pointer to the whole struct sym_table_priv
	 */
	struct sym_table pub;
	struct sym_tree tree; /* tree of all symbols; @tree.node is NULL if no symbols overlap */
	/*
	 * data for demangling names and for appending "@plt" at the first look-up, and memory for
	 * copied names; NULL: no name has a bit of enum sym_name_state, and no name was copied
	 */
	struct sym_lazy *lazy;
	/* symbols of a perf map or jitdump; NULL: the symbols are in @pub.syms */
	struct sym_ranges *ranges;
	struct sym_held *held;
	/*
	 * If the table is about a user-space object (a file or the vdso) whose symbols were loaded
	 * from an ELF file: the ELF file that was mapped; an element of the list @held owns it.
	 * Otherwise NULL.
	 */
	const struct sym_elf *runtime;
	char *path, *why;
	/* 0; -ENOMEM: memory was exhausted, so the table lacks symbols or names */
	atomic_int err;
};

/*
 * Return: whether @t has a function that starts at or before @addr, and the last such function is
 * no entry of the PLT. This last function may end before @addr.
 */
bool sym_table_function_below(const struct sym_table *t, uint64_t addr);

/* Return: an empty table, which sym_table_free() frees; NULL: memory is exhausted. */
struct sym_table_priv *sym_table_new(void);
void sym_table_free(struct sym_table_priv *t);
/*
 * Store @r, the symbols of a perf map or jitdump, as the symbols of @t, which must have no symbols
 * yet. @t owns @r afterwards; sym_table_free() frees it.
 */
void sym_table_set_ranges(struct sym_table_priv *t, struct sym_ranges *r);
/*
 * Make sym_table_free() call @release(@what) when it frees @t. If memory is exhausted, the
 * function calls @release(@what) itself, sets @t->err to -ENOMEM and removes all symbols from @t.
 */
void sym_table_hold(struct sym_table_priv *t, void *what, void (*release)(void *what));
void sym_table_set_why(struct sym_table_priv *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void sym_table_set_path(struct sym_table_priv *t, const char *path);

/*
 * Values of sym.binding of the symbols in a struct sym_build. The values are equal to the STB_
 * constants of ELF; sym_build_finish() replaces them by letters. Three other members of these
 * symbols have a special meaning, too: sym.end is equal to sym.start if the end is not known;
 * sym.state has bits of enum sym_name_state; sym.bracketed is true if kallsyms has a module name
 * in brackets after the name of the symbol.
 */
enum { SYM_LOCAL = 0, SYM_GLOBAL = 1, SYM_WEAK = 2 };

/*
 * Maximum number of batches of symbols in a struct sym_build. A batch is the symbols that are
 * added between two calls of sym_build_settle().
 */
#define SYM_BATCHES 4

struct sym_build {
	struct sym *syms; /* all symbols, in the order in which sym_build_add() was called */
	uint32_t nr, cap;
	/* indexes in @syms of the symbols that are not removed, sorted by start address */
	uint32_t *order;
	uint32_t nr_order;
	/*
	 * indexes in @syms of the removed symbols, in the order of their removal, because the
	 * structure of the sym_tree depends on this order
	 */
	uint32_t *gone;
	uint32_t nr_gone, cap_gone;
	unsigned nr_batches;
	struct {
		/*
		 * values that sym_build.nr and sym_build.nr_gone had when sym_build_settle() ended
		 * this batch (the symbols added between two calls of sym_build_settle())
		 */
		uint32_t nr, nr_gone;
	} batch[SYM_BATCHES];
	bool demangle;
	struct sym_strs strs;
	/*
	 * 0, or -ENOMEM if memory was exhausted. After -ENOMEM the struct has no symbols, and none
	 * can be added
	 */
	int err;
};

enum sym_settle {
	SYM_SETTLE_PLAIN, /* only sort the symbols */
	/*
	 * sort the symbols, set the ends that are not known, and keep one symbol for each start
	 * address
	 */
	SYM_SETTLE_ELF,
	/*
	 * do the same as SYM_SETTLE_ELF, with one exception: if the end of the last symbol before
	 * the gap between the addresses of the kernel and those of its modules is not known, set
	 * this end to at most two pages after the symbol's start, so that the symbol does not cover
	 * the gap
	 */
	SYM_SETTLE_KALLSYMS
};

void sym_build_init(struct sym_build *b, bool demangle);
/*
 * Allocate memory for @nr more symbols in advance, so that sym_build_add() need not allocate it.
 */
void sym_build_reserve(struct sym_build *b, uint32_t nr);
/*
 * Add a copy of @s to @b. The caller sets @s->name to NULL if it had no memory for the name; the
 * function then removes all symbols from @b and sets @b->err.
 */
void sym_build_add(struct sym_build *b, const struct sym *s);
/*
 * Sort the symbols that were added since the last call of this function (a batch), and merge them
 * with the symbols of earlier batches. If symbols have equal start addresses, those of earlier
 * batches come first. @how says what else is done with the merged symbols.
 */
void sym_build_settle(struct sym_build *b, enum sym_settle how);
/*
 * Remove the symbols for which @keep returns false. @keep is called with the argument @arg once
 * for each symbol of @b that sym_build_settle() has sorted and not removed, in the order of start
 * addresses.
 */
void sym_build_keep(struct sym_build *b, bool (*keep)(void *arg, const struct sym *s), void *arg);
/*
 * Move the symbols of @b, which sym_build_settle() has sorted, to the empty table @t, and free @b.
 * If @b->err is set or memory is exhausted, @t gets no symbols, and @t->err is set to -ENOMEM.
 */
void sym_build_finish(struct sym_build *b, struct sym_table_priv *t);
void sym_build_free(struct sym_build *b);

/*
 * Sort @order, an array of @nr indexes in @syms, by the start address of the symbols. Indexes of
 * symbols with equal start addresses keep their order. Return: 0; -ENOMEM: memory is exhausted,
 * and @order is unchanged.
 */
int sym_sort(const struct sym *syms, uint32_t *order, uint32_t nr);
