/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Finds names for addresses. Objects are those of pdata/tasks.h. An object's names are loaded when
 * they are first asked for, from files that match it by build id (by device and inode if none is
 * recorded), or that an option names. No other file of this machine is used.
 */

#include "object/elf/sym_table.h"

#include <pdata/tasks.h>
#include <stdbool.h>

struct symfs_roots;

struct symbols;

/* Says where names are looked for: options of the user, and facts from the recording. */
struct sym_opts {
	const char *symfs;	   /* directory before all paths, or NULL */
	const char *kallsyms;	   /* file, or NULL */
	const char *kallsyms_name; /* name that the user gave, for messages; or NULL */
	const char *vmlinux;	   /* file, or NULL */
	const char *kcore;	   /* core file with the kernel's code at its addresses, or NULL */
	const char *modules;	   /* directory with kernel modules, or NULL */
	/* Directories by object, which must outlive the symbols, or NULL. */
	const struct symfs_roots *roots;
	/* Names in the bundle of the recording, which must outlive the symbols, or NULL. */
	const struct pdata_symbols *bundle;
	bool no_demangle, demangle_kernel, ignore_vmlinux;
	bool true_inlines; /* inlined functions have their own names, not perf's */
	bool lines;	   /* struct sym_frame is wanted with files and lines */
	bool any_owner;	   /* read perf maps and jitdumps of processes, whoever owns them */
	/* From the recording: */
	/* Path of the recording if it may have names in its trailer, else NULL. */
	const char *with_trailer;
	const uint8_t *kernel_build_id; /* NULL: none is recorded */
	uint32_t kernel_build_id_size;
	uint64_t kernel_text;		       /* run-time address of kernel_ref; 0: not known */
	const char *kernel_ref;		       /* "_text" or "_stext" */
	const char *hostname, *release, *arch; /* facts of the recorded machine, or NULL */
	/* The build id section, which must outlive the symbols, or NULL. */
	const struct pdata_build_ids *build_ids;
	/* Thread that reads the kernel's names, or NULL. The symbols own it and join it. */
	struct kernel_prefetch *ahead;
};

struct kernel_prefetch;
struct sym_build_id;

/* Return: NULL if memory is exhausted; the thread o->ahead is then joined. */
struct symbols *symbols_new(const struct sym_opts *o, const struct pdata_tasks *tasks);
void symbols_free(struct symbols *s);

/*
 * Get the recorded build id of @obj, of size 0 if it is not known. A vdso without a recorded build
 * id has that of this machine's vdso if the recording was made since this machine was booted,
 * because both belong to the same kernel.
 */
void symbols_build_id(struct symbols *s, const struct pdata_object *obj, struct sym_build_id *id);

/*
 * Facts about the names of an object. Names are loaded at the first question; one thread at a
 * time. For the symbol of an address see location.h.
 */
uint32_t symbols_nr(struct symbols *s, const struct pdata_object *obj);
/* Return: the file that has the names; NULL: nothing was found. */
const char *symbols_path(struct symbols *s, const struct pdata_object *obj);
/* Return: one line that says why there are no names, or NULL. */
const char *symbols_why(struct symbols *s, const struct pdata_object *obj);
/*
 * Get the start of the first symbol and the end of the last one. Return: false if there are none.
 */
bool symbols_bounds(struct symbols *s, const struct pdata_object *obj, uint64_t *start,
		    uint64_t *end);
/*
 * Return: symbol @i of symbols_nr(), with the name that is printed. NULL: its name cannot be read.
 */
const struct sym *symbols_get(struct symbols *s, const struct pdata_object *obj, uint32_t i);
/* Return: the index of a symbol of the object, for symbols_get(). */
uint32_t symbols_index(struct symbols *s, const struct pdata_object *obj, const struct sym *sym);

/*
 * Whether the object shares data with others: objects of the kernel, or of processes since this
 * machine was booted. Any thread may load the table of an object and its debugging information
 * while no other thread asks about the same object; all objects for which this returns true count
 * as one object then.
 */
bool symbols_are_shared(const struct pdata_object *obj);

/*
 * Whether several threads may load objects. False with debuginfod servers, which are asked one
 * question at a time.
 */
bool symbols_may_share(const struct symbols *s);

/*
 * Call @fn(@ctx) before the table of an object is loaded; NULL: call nothing. If @fn returns in one
 * thread at a time, any number of threads may resolve addresses of any objects. A table is not
 * loaded if @fn returns false; the object has no symbols then.
 */
typedef bool symbols_load_fn(void *ctx);
void symbols_before_load(struct symbols *s, symbols_load_fn *fn, void *ctx);

/*
 * Return: 0; -ENOMEM: memory was exhausted, so some names were returned as unknown. Each
 * allocation counts that failed anywhere since symbols_new(). Call it when no thread asks for
 * symbols.
 */
int symbols_error(const struct symbols *s);

/* A function around an address, and a position in its source. */
struct sym_frame {
	const struct sym *sym;
	const char *file; /* path as the compiler had it; NULL: not known */
	uint32_t line;
};

/*
 * Get the functions to which the code at @addr of @obj belongs, innermost first: those that are
 * inlined into @base, the symbol that covers @addr, and @base itself. They live as long as the
 * symbols. Return: how many functions; 0: debugging information does not tell. One thread at a
 * time.
 */
uint32_t symbols_inlines(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 const struct sym *base, const struct sym_frame **frames);

/*
 * Get the source line of @addr of @obj, with the path as the compiler had it. Return: whether it
 * is known.
 */
bool symbols_line(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
		  const char **path, uint32_t *line);
/*
 * Whether addr2line, which perf asks, has a function name for @addr of @obj, and so prints ??:?
 * instead of ??:0 for an unknown line. If no function covers the address, addr2line takes the one
 * before it. It knows no calls through the PLT, and is only asked about files.
 */
bool symbols_known_function(struct symbols *s, const struct pdata_object *obj, uint64_t addr);
/*
 * Return: the directory in which the compiler ran, to which paths of source lines without a
 * leading slash are relative; NULL: not known.
 */
const char *symbols_line_dir(struct symbols *s, const struct pdata_object *obj, uint64_t addr);
/* Return: @path of a source line as an absolute path, in @buf if it had to be made. */
const char *symbols_line_path(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			      const char *path, char *buf, size_t size);

struct disasm_bytes;
struct disasm_machine;

/*
 * Read up to @b->max bytes of the code at @addr of @obj into @b. Return: NULL, or a text that says
 * why there are none.
 */
const char *symbols_code(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 struct disasm_bytes *b, struct disasm_machine *m);

/*
 * Open the files that have names, frames and lines of @obj, first the one that was mapped. The
 * caller closes them with sym_elf_close(). Return: number of files.
 */
struct sym_elf;
#define SYMBOLS_FILES 3
uint32_t symbols_files(struct symbols *s, const struct pdata_object *obj,
		       struct sym_elf *file[SYMBOLS_FILES]);

/* The files with the types of an object's data, which the caller closes with sym_elf_close(). */
struct sym_type_files {
	struct sym_elf *runtime; /* the file that was mapped; NULL: same as debug */
	struct sym_elf *debug;	 /* with debugging information */
	struct sym_elf *shared;	 /* dwz supplementary file of debug, or NULL */
	uint64_t moved;		 /* address in memory minus address in debug */
};

/* Get the files with type information of @obj. Return: false if there are none. */
bool symbols_type_files(struct symbols *s, const struct pdata_object *obj,
			struct sym_type_files *f);

/*
 * Get a name of the object as it is printed: in perf's dso column, or in the parentheses of perf
 * script.
 */
const char *symbols_dso_short(struct symbols *s, const struct pdata_object *obj);
const char *symbols_dso_long(struct symbols *s, const struct pdata_object *obj);
