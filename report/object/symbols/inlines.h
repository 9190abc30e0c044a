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
 * The open debugging information of one object. Several threads may read it at the same time, each
 * with its own struct dwarf_file of the same ELF file.
 */
struct sym_debug {
	/*
	 * handle that the first thread has opened; @more has the handles of other threads. NULL:
	 * no debugging information is open
	 */
	struct dwarf_file *file;
	/*
	 * further handles of the same ELF file as @file: one for each additional thread that has
	 * read compilation units of this file; NULL: the element is not used
	 */
	struct dwarf_file *more[SYM_HANDLES_MAX - 1];
	/*
	 * Array that says which handle must be used to read each unit. The index is the number of
	 * the unit from dwarf_file_unit(). The value 0 stands for @file, and the value N > 0
	 * stands for @more[N - 1]. If the array is NULL, all units are read with @file.
	 */
	uint8_t *handle_of_unit;
	const struct sym_elf *runtime;
	/*
	 * names of source files from the STT_FILE symbols, for functions for which the object has
	 * no debugging information; NULL: not read yet
	 */
	struct sym_source_names *names;
	bool asked;
	bool kernel;	/* the object is the kernel, so its symbol table has memory addresses */
	uint64_t moved; /* kernel: run-time address minus address in the ELF file; else 0 */
};

/* Cache of demangled names of functions, so that each name is demangled only once. */
struct sym_texts {
	struct interner all; /* the demangled names; each string includes its terminating NUL */
	struct text_memo *memo;
	size_t mask;
	uint32_t nr;
};

struct sym_inlines {
	unsigned how; /* DWARF_LINES and DWARF_AS_PERF bits for dwarf_file_levels() */
	bool demangle;
	/* debugging information of each object, indexed by pdata_object.index */
	struct sym_debug *objects;
	/* hash table of the results of earlier look-ups; object and address are the key */
	struct sym_answer *answers;
	size_t mask;
	uint32_t nr;
	/*
	 * results of sym_inlines_find(): each string of the interner has the bytes of an array of
	 * struct sym_frame
	 */
	struct interner lists;
	/*
	 * results that sym_inlines_keep_line() has stored: each string of the interner has the
	 * bytes of a struct sym_line
	 */
	struct interner lines;
	/*
	 * symbols of inlined functions: each string of the interner has the bytes of a struct sym
	 */
	struct interner syms;
	struct sym_texts texts;
	struct dwarf_level *levels;
	struct sym_frame *frames; /* temporary array with DWARF_LEVELS elements */
};

/* A result of dwarf_file_line(): the path of a source file, and a line number in this file. */
struct sym_line {
	const char *path;
	uint64_t line;
};

void sym_inlines_free(struct sym_inlines *in, uint32_t nr_objects);
/*
 * Close the debugging information of all objects and drop the results of earlier look-ups. Symbols
 * of inlined functions stay valid.
 */
void sym_inlines_forget(struct sym_inlines *in, uint32_t nr_objects);

/*
 * Set *@frames to an array of the functions that contain @addr, innermost first. @in owns the
 * array, which is valid until sym_inlines_free(). symbols_inlines() calls this function, and
 * passes the array on to its caller. @addr is an address in the symbol table of an object, @index
 * the pdata_object.index of this object, and @base the symbol that covers @addr. Return: number of
 * functions in the array; 0: no function is known. If memory is exhausted, functions may be
 * missing, and mem_failures() increases.
 */
uint32_t sym_inlines_find(struct sym_inlines *in, uint32_t index, uint64_t addr,
			  const struct sym *base, const struct sym_frame **frames);

/*
 * Set *@path and *@line to source file and line number of @addr in the object with the
 * pdata_object.index @index. Return: whether the line is known; if it is not, nothing is set.
 */
bool sym_inlines_line(struct sym_inlines *in, uint32_t index, uint64_t addr, const char **path,
		      uint32_t *line);

/*
 * Set *@pc to the address in the ELF file with debugging information that corresponds to @addr.
 * @addr is an address as in the symbol table of the object with the pdata_object.index @index.
 * Return: true; false if no ELF file with debugging information is open for the object, or if no
 * segment of the file that was mapped contains @addr.
 */
bool sym_inlines_addr(const struct sym_inlines *in, uint32_t index, uint64_t addr, uint64_t *pc);
/*
 * Call sym_inlines_addr(), which converts @addr to *@pc, an address in the ELF file with debugging
 * information. Return: the struct dwarf_file with which the caller has to look up *@pc; NULL if
 * sym_inlines_addr() returned false.
 */
struct dwarf_file *sym_inlines_file(const struct sym_inlines *in, uint32_t index, uint64_t addr,
				    uint64_t *pc);

/*
 * Read the functions that contain @addr, innermost first, into @levels, an array of DWARF_LEVELS
 * elements. @index is the pdata_object.index of the object of @addr, @d a struct dwarf_file of
 * this object, and @base the symbol that covers @addr. The names in @levels are demangled and
 * valid until sym_texts_free(); a name NULL stands for the name of @base. Any number of threads
 * may call this function at the same time, each with its own @d and @texts. Return: number of
 * functions; 0: no function is known.
 */
uint32_t sym_inlines_read(const struct sym_inlines *in, uint32_t index, struct dwarf_file *d,
			  uint64_t addr, const struct sym *base, struct sym_texts *texts,
			  struct dwarf_level *levels);
void sym_texts_free(struct sym_texts *t);

/*
 * Store the result of a look-up for @addr in the object with the pdata_object.index @index.
 * sym_inlines_keep() stores functions that sym_inlines_read() has found. @levels is an array of
 * @nr functions, innermost first; @base is the symbol that covers @addr, and gives its name to the
 * functions without a name in @levels. Later calls of sym_inlines_find() return these functions.
 * If @nr is 0, no function is known. sym_inlines_keep_line() stores @line, which later calls of
 * sym_inlines_line() return; if @line is NULL, the line is not known.
 */
void sym_inlines_keep(struct sym_inlines *in, uint32_t index, uint64_t addr, const struct sym *base,
		      const struct dwarf_level *levels, uint32_t nr);
void sym_inlines_keep_line(struct sym_inlines *in, uint32_t index, uint64_t addr,
			   const struct sym_line *line);
/*
 * Return: whether the result of a look-up for @addr is stored. If @line is true, the look-up is
 * that of sym_inlines_line(); otherwise it is that of sym_inlines_find(). @index is the
 * pdata_object.index of the object of @addr.
 */
bool sym_inlines_has(const struct sym_inlines *in, uint32_t index, uint64_t addr, bool line);
