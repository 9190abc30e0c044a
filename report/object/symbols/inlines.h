/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The debugging information of all objects, and the answers that were found in it. */

#include "base/interner.h"
#include "object/dwarf/dwarf_file.h"
#include "object/elf/symbol_sources.h"

#define SYM_HANDLES_MAX 16u

/* The debugging information of one object. A handle is used by one thread at a time. */
struct sym_debug {
	struct dwarf_file *file; /* NULL: no debugging information */
	/* Other handles of the same file, each for the units that one thread has read; or NULL. */
	struct dwarf_file *more[SYM_HANDLES_MAX - 1];
	uint8_t *handle_of_unit; /* 0: file; else index in more + 1; NULL: file for all units */
	const struct sym_elf *runtime;
	bool asked;
	bool kernel;	/* addresses are those of the running kernel */
	uint64_t moved; /* address in memory minus address in the file */
};

/* Names as they are printed, so that each is demangled once. */
struct sym_texts {
	struct interner all; /* terminated */
	struct text_memo *memo;
	size_t mask;
	uint32_t nr;
};

struct sym_inlines {
	unsigned how; /* flags for dwarf_file_levels() */
	bool demangle;
	struct sym_debug *objects;  /* by index of the object */
	struct sym_answer *answers; /* hash table by object and address */
	size_t mask;
	uint32_t nr;
	struct interner lists; /* arrays of struct sym_frame */
	struct interner lines; /* struct sym_line */
	struct interner syms;  /* the inlined functions, each stored once as a struct sym */
	struct sym_texts texts;
	struct dwarf_level *levels;
	struct sym_frame *frames; /* scratch */
};

/* A source line, as dwarf_file_line() returns it. */
struct sym_line {
	const char *path;
	uint64_t line;
};

void sym_inlines_free(struct sym_inlines *in, uint32_t nr_objects);

/*
 * Get the functions at @addr, an address of object @index, as symbols_inlines() does. If memory is
 * exhausted, some are missing, and mem_failures() tells.
 */
uint32_t sym_inlines_find(struct sym_inlines *in, uint32_t index, uint64_t addr,
			  const struct sym *base, const struct sym_frame **frames);

/* Get the source line of @addr of object @index. Return: whether it is known. */
bool sym_inlines_line(struct sym_inlines *in, uint32_t index, uint64_t addr, const char **path,
		      uint32_t *line);

/*
 * Convert @addr of object @index to an address in the object's file with debugging information.
 * Return: whether there is such a file.
 */
bool sym_inlines_addr(const struct sym_inlines *in, uint32_t index, uint64_t addr, uint64_t *pc);
/*
 * As sym_inlines_addr(), but return the handle for questions about the address; NULL: there is no
 * debugging information.
 */
struct dwarf_file *sym_inlines_file(const struct sym_inlines *in, uint32_t index, uint64_t addr,
				    uint64_t *pc);

/*
 * Read the functions at @addr from @d, a handle of object @index, into @levels, which has room for
 * DWARF_LEVELS. The names are as printed and live as long as @texts; a NULL name stands for
 * the name of @base. Any number of threads may call this at a time, with handles and texts
 * of their own. Return: number of functions.
 */
uint32_t sym_inlines_read(const struct sym_inlines *in, uint32_t index, struct dwarf_file *d,
			  uint64_t addr, const struct sym *base, struct sym_texts *texts,
			  struct dwarf_level *levels);
void sym_texts_free(struct sym_texts *t);

/* Store the answer about @addr, which sym_inlines_find() and sym_inlines_line() then return. */
void sym_inlines_keep(struct sym_inlines *in, uint32_t index, uint64_t addr, const struct sym *base,
		      const struct dwarf_level *levels, uint32_t nr);
void sym_inlines_keep_line(struct sym_inlines *in, uint32_t index, uint64_t addr,
			   const struct sym_line *line);
/* Whether an answer about @addr is stored: with @line the source line, else the functions. */
bool sym_inlines_has(const struct sym_inlines *in, uint32_t index, uint64_t addr, bool line);
