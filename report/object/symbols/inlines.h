/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Finds inlined functions and source lines in the debugging information of all objects, and stores
 * the answers.
 */

#include "base/interner.h"
#include "object/dwarf/dwarf_file.h"
#include "object/elf/symbol_sources.h"

#define SYM_HANDLES_MAX 16u

/*
 * The debugging information of one object. Several threads may read it, each with its own handle
 * (struct dwarf_file) of the same ELF file.
 */
struct sym_debug {
	struct dwarf_file *file; /* the first handle; NULL: no debugging information */
	/* more handles, each for the units that one thread has read; NULL: not used */
	struct dwarf_file *more[SYM_HANDLES_MAX - 1];
	/*
	 * Array, indexed by unit. The value 0 means that the unit is read with @file, a value N > 0
	 * that it is read with @more[N - 1]. NULL: all units are read with @file.
	 */
	uint8_t *handle_of_unit;
	const struct sym_elf *runtime;
	bool asked;
	bool kernel;	/* the object is the kernel: its addresses are memory addresses */
	uint64_t moved; /* kernel: address in memory minus address in the ELF file */
};

/* Cache of demangled names, so that each name is demangled once. */
struct sym_texts {
	struct interner all; /* the demangled names, each with a NUL at the end */
	struct text_memo *memo;
	size_t mask;
	uint32_t nr;
};

struct sym_inlines {
	unsigned how; /* DWARF_LINES and DWARF_AS_PERF bits for dwarf_file_levels() */
	bool demangle;
	struct sym_debug *objects;  /* array, indexed by pdata_object.index */
	struct sym_answer *answers; /* hash table of answers, by object and address */
	size_t mask;
	uint32_t nr;
	/*
	 * answers about functions: the bytes of an array of struct sym_frame are interned as a
	 * string
	 */
	struct interner lists;
	/* answers about lines: the bytes of a struct sym_line are interned as a string */
	struct interner lines;
	/* the inlined functions: the bytes of a struct sym are interned as a string */
	struct interner syms;
	struct sym_texts texts;
	struct dwarf_level *levels;
	struct sym_frame *frames; /* scratch memory for DWARF_LEVELS frames */
};

/* A source line: path and line number that dwarf_file_line() has found. */
struct sym_line {
	const char *path;
	uint64_t line;
};

void sym_inlines_free(struct sym_inlines *in, uint32_t nr_objects);

/*
 * Set *@frames to the functions around @addr of the object with index @index, innermost first, for
 * symbols_inlines(). @base: the symbol that covers @addr. Return: number of functions; 0: not
 * known. If memory is exhausted, functions are missing, and mem_failures() increases.
 */
uint32_t sym_inlines_find(struct sym_inlines *in, uint32_t index, uint64_t addr,
			  const struct sym *base, const struct sym_frame **frames);

/*
 * Get source file and line number of @addr of the object with index @index. Return: whether the
 * line is known.
 */
bool sym_inlines_line(struct sym_inlines *in, uint32_t index, uint64_t addr, const char **path,
		      uint32_t *line);

/*
 * Convert @addr of the object with index @index to *@pc, an address in its ELF file with debugging
 * information. Return: false: the object has no such file, or the file does not have the address.
 */
bool sym_inlines_addr(const struct sym_inlines *in, uint32_t index, uint64_t addr, uint64_t *pc);
/*
 * Convert @addr to *@pc as sym_inlines_addr() does. Return: the struct dwarf_file for look-ups of
 * *@pc; NULL: the object has no debugging information for @addr.
 */
struct dwarf_file *sym_inlines_file(const struct sym_inlines *in, uint32_t index, uint64_t addr,
				    uint64_t *pc);

/*
 * Read the functions around @addr of the object with index @index into @levels, which has room for
 * DWARF_LEVELS elements. @d: a struct dwarf_file of the object. @base: the symbol that covers
 * @addr. Names are demangled and live as long as @texts; a name NULL stands for the name of @base.
 * Any number of threads may call this function at a time, each with its own @d and @texts. Return:
 * number of functions.
 */
uint32_t sym_inlines_read(const struct sym_inlines *in, uint32_t index, struct dwarf_file *d,
			  uint64_t addr, const struct sym *base, struct sym_texts *texts,
			  struct dwarf_level *levels);
void sym_texts_free(struct sym_texts *t);

/*
 * Store the @nr functions in @levels as the answer of sym_inlines_find() for @addr; @nr 0: no
 * functions are known. sym_inlines_keep_line() stores @line as the answer of sym_inlines_line();
 * @line NULL: not known.
 */
void sym_inlines_keep(struct sym_inlines *in, uint32_t index, uint64_t addr, const struct sym *base,
		      const struct dwarf_level *levels, uint32_t nr);
void sym_inlines_keep_line(struct sym_inlines *in, uint32_t index, uint64_t addr,
			   const struct sym_line *line);
/*
 * Return: whether an answer about @addr is stored. @line true: an answer of sym_inlines_line();
 * false: an answer of sym_inlines_find().
 */
bool sym_inlines_has(const struct sym_inlines *in, uint32_t index, uint64_t addr, bool line);
