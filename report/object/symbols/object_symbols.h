/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Names for addresses. Objects are those of pdata/tasks.h; each is loaded at the first question
 * about it, from files that match it by build id (where the recording has none: by device and
 * inode), or that an option names. Nothing else of this machine is used.
 */

#include "object/elf/sym_table.h"

#include <pdata/tasks.h>
#include <stdbool.h>

struct symfs_roots;

struct symbols;

/* How the recording's kernel is to be named. */
struct sym_opts {
	const char *symfs;	   /* directory before all paths, or NULL */
	const char *kallsyms;	   /* file, or NULL */
	const char *kallsyms_name; /* as the user named it, for messages; or NULL */
	const char *vmlinux;	   /* file, or NULL */
	const char *kcore;   /* a core file with the kernel's code at its addresses, or NULL */
	const char *modules; /* directory with kernel modules, or NULL */
	const struct symfs_roots
		*roots; /* directories by object, which must outlive the symbols, or NULL */
	const struct pdata_symbols
		*bundle; /* names that the recording carries, or NULL; must outlive the symbols */
	bool no_demangle, demangle_kernel, ignore_vmlinux;
	bool true_inlines; /* names of inlined functions as they are, not as perf has them */
	bool lines;	   /* struct sym_frame is wanted with files and lines */
	bool any_owner;	   /* what a process said of its code is read whoever the file belongs to */
	/* From the recording: */
	/* its path, where it has one, which could have names; else NULL */
	const char *with_trailer;
	const uint8_t *kernel_build_id; /* NULL when it has none */
	uint32_t kernel_build_id_size;
	uint64_t kernel_text;	/* run-time address of _text or _stext; 0 when not known */
	const char *kernel_ref; /* which: "_text", "_stext" */
	const char *hostname, *release, *arch; /* of the recorded machine and its kernel, or NULL */
	const struct pdata_build_ids
		*build_ids;	       /* of the section, or NULL; must outlive the symbols */
	struct kernel_prefetch *ahead; /* of the kernel, or NULL; the symbols end it */
};

struct kernel_prefetch;
struct sym_build_id;

/* NULL: no memory; o->ahead is ended. */
struct symbols *symbols_new(const struct sym_opts *o, const struct pdata_tasks *tasks);
void symbols_free(struct symbols *s);

/*
 * The build id of @obj as recorded. A vdso of which none is recorded has that of this machine's,
 * where the recording was made in this run of it: both are parts of the same kernel. Of size 0:
 * not known.
 */
void symbols_build_id(struct symbols *s, const struct pdata_object *obj, struct sym_build_id *id);

/*
 * Facts about the names of an object. They are loaded at the first question; one thread at a time.
 * location.h has the symbol of an address.
 */
uint32_t symbols_nr(struct symbols *s, const struct pdata_object *obj);
/* The file that the names are from, or NULL: nothing was found. */
const char *symbols_path(struct symbols *s, const struct pdata_object *obj);
/* One line: why there are no names, or NULL. */
const char *symbols_why(struct symbols *s, const struct pdata_object *obj);
/* Where the first symbol starts and the last one ends. Return: false when there are none. */
bool symbols_bounds(struct symbols *s, const struct pdata_object *obj, uint64_t *start,
		    uint64_t *end);
/* Symbol @i of symbols_nr() under the name that is printed. NULL: its name cannot be read. */
const struct sym *symbols_get(struct symbols *s, const struct pdata_object *obj, uint32_t i);
/* The number, as symbols_get() takes it, of a symbol of the object. */
uint32_t symbols_index(struct symbols *s, const struct pdata_object *obj, const struct sym *sym);

/*
 * The table of an object, and its debugging information, may be loaded by any thread if no other
 * thread asks about the same object; those for which this is true count as one object. They are of
 * the kernel, or are about processes of this run of the machine.
 */
bool symbols_are_shared(const struct pdata_object *obj);

/* Whether several threads may load objects at all: servers are asked one question at a time. */
bool symbols_may_share(const struct symbols *s);

/*
 * 0, or -ENOMEM: some of what was asked so far was answered as if it were not known, for want of
 * memory. An allocation that failed anywhere since symbols_new() counts. To be asked when no thread
 * asks for symbols.
 */
int symbols_error(const struct symbols *s);

/* A function around an address, and where in its source. */
struct sym_frame {
	const struct sym *sym;
	const char *file; /* as the compiler had it; NULL: not known */
	uint32_t line;
};

/*
 * The functions that the code at @addr of @obj belongs to, innermost first: those inlined into
 * @base, the symbol that covers @addr, and that itself. They live as long as the symbols. Return:
 * how many,
 * 0: the object's debugging information does not say. One thread at a time.
 */
uint32_t symbols_inlines(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 const struct sym *base, const struct sym_frame **frames);

/* The source line of @addr of @obj, path as the compiler had it. Return: whether it is known. */
bool symbols_line(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
		  const char **path, uint32_t *line);
/*
 * Does addr2line, which perf asks, have the name of a function for @addr of @obj, so that it
 * answers ??:? and not ??:0? It takes the one before from where there is none, knows no calls
 * through the PLT, and is not asked about what is no file.
 */
bool symbols_known_function(struct symbols *s, const struct pdata_object *obj, uint64_t addr);
/*
 * The directory in which the compiler ran: where paths of source lines begin that have no root.
 * NULL: not known.
 */
const char *symbols_line_dir(struct symbols *s, const struct pdata_object *obj, uint64_t addr);
/* @path of such a line from the root on, in @buf where that is needed. */
const char *symbols_line_path(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			      const char *path, char *buf, size_t size);

struct disasm_bytes;
struct disasm_machine;

/*
 * Up to @b->max bytes of the code at @addr of @obj, into @b. Return: NULL, or why there are none.
 */
const char *symbols_code(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 struct disasm_bytes *b, struct disasm_machine *m);

/*
 * The files that @obj's names, frames and lines are from, to be closed with sym_elf_close(): first
 * what was mapped. Return: how many.
 */
struct sym_elf;
#define SYMBOLS_FILES 3
uint32_t symbols_files(struct symbols *s, const struct pdata_object *obj,
		       struct sym_elf *file[SYMBOLS_FILES]);

/* The files that know the types of an object's data, to be closed with sym_elf_close(). */
struct sym_type_files {
	struct sym_elf *runtime; /* what was mapped; NULL: the same as debug */
	struct sym_elf *debug;	 /* with debugging information */
	struct sym_elf *shared;	 /* what its parts that several files share are in, or NULL */
	uint64_t moved;		 /* addresses in memory are so much higher than debug's */
};

/* Return: whether there are any. */
bool symbols_type_files(struct symbols *s, const struct pdata_object *obj,
			struct sym_type_files *f);

/* Name to print for the object, as perf's dso column and the script's parentheses have it. */
const char *symbols_dso_short(struct symbols *s, const struct pdata_object *obj);
const char *symbols_dso_long(struct symbols *s, const struct pdata_object *obj);
