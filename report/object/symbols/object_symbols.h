/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Loads the symbols of objects (struct pdata_object) and answers questions about symbols, source
 * lines and code. The first question about an object loads its symbols. Symbols are read only from
 * a file that an option names, or from a file that has the recorded build id; if no build id was
 * recorded, device and inode of the file must be the recorded ones.
 */

#include "object/elf/sym_table.h"

#include <pdata/tasks.h>
#include <stdbool.h>

struct symfs_roots;

struct symbols;

/*
 * Where symbols are searched, and how they are named: options of the user, and facts from the
 * recording.
 */
struct sym_opts {
	const char *symfs;	   /* --symfs: directory that is put before all paths; or NULL */
	const char *kallsyms;	   /* --kallsyms: file; NULL: option not set */
	const char *kallsyms_name; /* name of @kallsyms in messages; NULL: @kallsyms itself */
	const char *vmlinux;	   /* --vmlinux: file; NULL: option not set */
	const char *kcore;	   /* core file with the kernel's code; NULL: none */
	const char *modules;	   /* --modules: directory with kernel modules; or NULL */
	/* symfs directory of each object; must outlive the symbols; NULL: use @symfs */
	const struct symfs_roots *roots;
	/* symbols in the bundle of the recording; must outlive struct symbols; NULL: none */
	const struct pdata_symbols *bundle;
	bool no_demangle, demangle_kernel, ignore_vmlinux;
	/* symbols_inlines() names functions as debugging information does, not as perf does */
	bool true_inlines;
	bool lines;	/* also fill sym_frame.file and sym_frame.line */
	bool any_owner; /* read perf maps and jitdumps even if another user owns the file */
	/* The members below are facts from the recording. */
	/* path of the recording if its trailer may have symbols; otherwise NULL */
	const char *with_trailer;
	const uint8_t *kernel_build_id; /* NULL: no build id of the kernel was recorded */
	uint32_t kernel_build_id_size;
	uint64_t kernel_text;		       /* run-time address of @kernel_ref; 0: not known */
	const char *kernel_ref;		       /* name of a symbol: "_text" or "_stext" */
	const char *hostname, *release, *arch; /* facts of the machine; NULL: not recorded */
	/* the build id section of the recording; must outlive struct symbols; NULL: none */
	const struct pdata_build_ids *build_ids;
	/* thread that loads the kernel's symbols, owned by struct symbols; NULL: none */
	struct kernel_prefetch *ahead;
};

struct kernel_prefetch;
struct sym_build_id;

/*
 * Create the symbols of all objects in @tasks; no symbol is loaded yet. Return: NULL: memory is
 * exhausted, and the thread @o->ahead is joined and freed.
 */
struct symbols *symbols_new(const struct sym_opts *o, const struct pdata_tasks *tasks);
void symbols_free(struct symbols *s);

/*
 * Set *@id to the recorded build id of @obj; its size is 0 if no build id was recorded. A vdso
 * without a recorded build id gets the build id of this process's vdso, if the recording was made
 * on this machine since its last boot, because the same kernel provides both.
 */
void symbols_build_id(struct symbols *s, const struct pdata_object *obj, struct sym_build_id *id);

/*
 * Return: the number of symbols of @obj. This function and the functions up to symbols_index() load
 * the symbols of @obj if they are not loaded yet. Only one thread at a time may call these
 * functions.
 */
uint32_t symbols_nr(struct symbols *s, const struct pdata_object *obj);
/* Return: path of the file with the symbols of @obj; NULL: no file was found. */
const char *symbols_path(struct symbols *s, const struct pdata_object *obj);
/* Return: one line of text that says why @obj has no symbols; NULL: no reason is known. */
const char *symbols_why(struct symbols *s, const struct pdata_object *obj);
/*
 * Get the start of the first symbol and the end of the last symbol of @obj. Return: false: @obj has
 * no symbols.
 */
bool symbols_bounds(struct symbols *s, const struct pdata_object *obj, uint64_t *start,
		    uint64_t *end);
/*
 * Return: the symbol of @obj with index @i, which is less than symbols_nr(); its name is demangled.
 * NULL: the name cannot be read.
 */
const struct sym *symbols_get(struct symbols *s, const struct pdata_object *obj, uint32_t i);
/* Return: the index of the symbol @sym of @obj, for symbols_get(). */
uint32_t symbols_index(struct symbols *s, const struct pdata_object *obj, const struct sym *sym);

/*
 * Return: whether loading the symbols of @obj uses data that is also used for other objects; true
 * for all objects except files and code that the kernel made. Several threads may load symbols and
 * debugging information at the same time, each for another object. In this rule, all objects for
 * which this function returns true count as one object.
 */
bool symbols_are_shared(const struct pdata_object *obj);

/*
 * Return: whether several threads may load symbols at the same time, each of another object. False
 * if a debuginfod server is used, because servers get only one request at a time.
 */
bool symbols_may_share(const struct symbols *s);

/*
 * Function that is called before the symbol table of an object is loaded, see
 * symbols_before_load(). Return: false: the table is not loaded, and the object has no symbols.
 */
typedef bool symbols_load_fn(void *ctx);
/*
 * Let struct symbols call @fn(@ctx) before it loads a symbol table; @fn NULL: no call. If @fn
 * returns in only one thread at a time, any number of threads may resolve addresses of any objects.
 */
void symbols_before_load(struct symbols *s, symbols_load_fn *fn, void *ctx);

/*
 * Return: 0; -ENOMEM: memory was exhausted since symbols_new(), in any part of the program, so
 * symbols may be missing. Call this function only while no other thread looks symbols up.
 */
int symbols_error(const struct symbols *s);

/*
 * A function around an address, with a source line: for the innermost function the line of the
 * address; for each outer function the line of the inlined call in it.
 */
struct sym_frame {
	const struct sym *sym;
	const char *file; /* path of the source file, as the compiler wrote it; NULL: not known */
	uint32_t line;
};

/*
 * Set *@frames to the functions around @addr of @obj, innermost first: the functions that are
 * inlined at @addr, then @base, the symbol that covers @addr. *@frames lives as long as @s. Only
 * one thread at a time may call this function. Return: number of functions; 0: debugging
 * information is missing or does not cover @addr.
 */
uint32_t symbols_inlines(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 const struct sym *base, const struct sym_frame **frames);

/*
 * Get source file and line number of @addr of @obj. *@path: path of the file, as the compiler wrote
 * it. Return: whether the line is known.
 */
bool symbols_line(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
		  const char **path, uint32_t *line);
/*
 * Return: whether addr2line, which perf runs for files, finds a function name for @addr of @obj. If
 * so, addr2line prints ??:? for an unknown line, otherwise ??:0. If no function covers @addr,
 * addr2line takes the last function before @addr, but it does not know symbols of the PLT.
 */
bool symbols_known_function(struct symbols *s, const struct pdata_object *obj, uint64_t addr);
/*
 * Return: the directory in which the compiler ran. Paths of symbols_line() that do not begin with a
 * slash are relative to this directory. NULL: not known.
 */
const char *symbols_line_dir(struct symbols *s, const struct pdata_object *obj, uint64_t addr);
/*
 * Return: @path, a path from symbols_line() for @addr, as an absolute path: in @buf if @path is
 * relative, otherwise @path itself. If the directory of the compiler is not known, return @path.
 */
const char *symbols_line_path(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			      const char *path, char *buf, size_t size);

struct disasm_bytes;
struct disasm_machine;

/*
 * Read up to @b->max bytes of machine code at @addr of @obj into @b, and set *@m to the machine of
 * the code. Return: NULL: success; otherwise the end of a sentence that says why the code cannot be
 * read.
 */
const char *symbols_code(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 struct disasm_bytes *b, struct disasm_machine *m);

struct sym_elf;
/* Maximum number of files that symbols_files() returns. */
#define SYMBOLS_FILES 3
/*
 * Open the ELF files of @obj: the file that was mapped, the file with the symbols, and the file
 * with debugging information. A file with several of these roles is opened only once. The caller
 * closes them with sym_elf_close(). Return: number of files in @file.
 */
uint32_t symbols_files(struct symbols *s, const struct pdata_object *obj,
		       struct sym_elf *file[SYMBOLS_FILES]);

/*
 * The files that describe the data types of an object. The caller closes them with sym_elf_close().
 */
struct sym_type_files {
	struct sym_elf *runtime; /* the file that was mapped; NULL: the same file as @debug */
	struct sym_elf *debug;	 /* the file with debugging information */
	struct sym_elf *shared;	 /* dwz supplementary file of @debug; NULL: none is needed */
	uint64_t moved;		 /* kernel: address in memory minus address in @debug */
};

/* Open the files with type information of @obj. Return: false: they were not found. */
bool symbols_type_files(struct symbols *s, const struct pdata_object *obj,
			struct sym_type_files *f);

/*
 * Return: a name of @obj, which lives as long as @s. symbols_dso_short() returns the name in the
 * column dso of perf report, symbols_dso_long() the name in the parentheses of perf script.
 */
const char *symbols_dso_short(struct symbols *s, const struct pdata_object *obj);
const char *symbols_dso_long(struct symbols *s, const struct pdata_object *obj);
