/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Debugging information of all objects, and what was found in it. */

#include "base/interner.h"
#include "object/dwarf/dwarf_file.h"
#include "object/elf/symbol_sources.h"

#define SYM_HANDLES_MAX 16u

/* The debugging information of one object. A handle belongs to one thread at a time. */
struct sym_debug {
	struct dwarf_file *file; /* NULL: there is none */
	/* More handles of the same file, each for the units that one thread has read; or NULL. */
	struct dwarf_file *more[SYM_HANDLES_MAX - 1];
	uint8_t *handle_of_unit; /* 0: file, else 1 + index in more; NULL: always 0 */
	const struct sym_elf *runtime;
	bool asked;
	bool kernel;	/* addresses are those of the running kernel */
	uint64_t moved; /* and so much higher than the file's */
};

/* Names as they are printed; each is demangled once. */
struct sym_texts {
	struct interner all; /* terminated */
	struct text_memo *memo;
	size_t mask;
	uint32_t nr;
};

struct sym_inlines {
	unsigned how; /* for dwarf_file_levels() */
	bool demangle;
	struct sym_debug *objects;  /* by index */
	struct sym_answer *answers; /* by object and address */
	size_t mask;
	uint32_t nr;
	struct interner lists; /* arrays of struct sym_frame */
	struct interner lines; /* struct sym_line */
	struct interner syms;  /* struct sym: inlined functions, each once */
	struct sym_texts texts;
	struct dwarf_level *levels;
	struct sym_frame *frames; /* scratch */
};

/* A source line, as dwarf_file_line() has it. */
struct sym_line {
	const char *path;
	uint64_t line;
};

void sym_inlines_free(struct sym_inlines *in, uint32_t nr_objects);

/*
 * Functions at @addr, which is one of object @index's own, as symbols_inlines() has them. Some lack
 * where memory does, which mem_failures() tells.
 */
uint32_t sym_inlines_find(struct sym_inlines *in, uint32_t index, uint64_t addr,
			  const struct sym *base, const struct sym_frame **frames);

/* The source line of @addr of object @index. Return: whether it is known. */
bool sym_inlines_line(struct sym_inlines *in, uint32_t index, uint64_t addr, const char **path,
		      uint32_t *line);

/* The address in the file with debugging information of what is at @addr of object @index. */
bool sym_inlines_addr(const struct sym_inlines *in, uint32_t index, uint64_t addr, uint64_t *pc);
/* The same, and the handle that is asked about it; NULL: there is none. */
struct dwarf_file *sym_inlines_file(const struct sym_inlines *in, uint32_t index, uint64_t addr,
				    uint64_t *pc);

/*
 * The functions at @addr out of @d, a handle of object @index, into @levels, which has room for
 * DWARF_LEVELS; their names are as they are printed and live as long as @texts, NULL: that of
 * @base. Any number of threads with handles and texts of their own. Return: how many.
 */
uint32_t sym_inlines_read(const struct sym_inlines *in, uint32_t index, struct dwarf_file *d,
			  uint64_t addr, const struct sym *base, struct sym_texts *texts,
			  struct dwarf_level *levels);
void sym_texts_free(struct sym_texts *t);

/* Keep what was found at @addr, as sym_inlines_find() and sym_inlines_line() give it. */
void sym_inlines_keep(struct sym_inlines *in, uint32_t index, uint64_t addr, const struct sym *base,
		      const struct dwarf_level *levels, uint32_t nr);
void sym_inlines_keep_line(struct sym_inlines *in, uint32_t index, uint64_t addr,
			   const struct sym_line *line);
/* Whether that is known already. @line: the source line. */
bool sym_inlines_has(const struct sym_inlines *in, uint32_t index, uint64_t addr, bool line);
