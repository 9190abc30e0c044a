/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Loads the symbols of objects (struct pdata_object) and answers questions about symbols, source
 * lines and code. The first question about an object loads its symbols. If a build id was recorded
 * for an object, ELF files with another build id are not used. If no build id was recorded, the
 * mapped file is used only if an option names the file or the directory of the file, or if the
 * file has the recorded device and inode.
 */

#include "object/elf/sym_table.h"

#include <pdata/tasks.h>
#include <stdbool.h>

struct symfs_roots;

struct symbols;

/*
 * Options of the user and facts from the recording: they say where the functions of struct symbols
 * look for symbols, and which names these functions give to the symbols.
 */
struct sym_opts {
	/*
	 * --symfs: root directory below which the files of the kernel are searched and, if there is
	 * no @roots, also the files of all other objects; NULL: option not set
	 */
	const char *symfs;
	const char *kallsyms; /* path of the kallsyms file that is read; NULL: not given */
	/* name of the kallsyms file in messages; NULL: messages print the path @kallsyms */
	const char *kallsyms_name;
	const char *vmlinux; /* --vmlinux: path of the vmlinux file; NULL: option not set */
	/*
	 * path of a copy of /proc/kcore, an ELF core file with the kernel's code at its run-time
	 * addresses; NULL: there is no copy
	 */
	const char *kcore;
	const char *modules; /* --modules: directory with module files; NULL: not set */
	/*
	 * the --symfs directory of each object; must outlive struct symbols; NULL: @symfs is the
	 * directory of all objects
	 */
	const struct symfs_roots *roots;
	/*
	 * the symbols that pdata has appended to the recording (bundle); must outlive struct
	 * symbols; NULL: there are none, or they are not used
	 */
	const struct pdata_symbols *bundle;
	bool no_demangle, demangle_kernel, ignore_vmlinux;
	/*
	 * true: symbols_inlines() takes the names of inlined functions from debugging information;
	 * false: it gives inlined functions the names that perf prints
	 */
	bool true_inlines;
	bool lines;	/* symbols_inlines() also sets sym_frame.file and sym_frame.line */
	bool any_owner; /* read perf maps and jitdumps even if another user owns the file */
	/*
	 * The members from @of_pdata to @build_ids are facts from the recording, not options.
	 * @of_pdata: path of the recording, if pdata has made it, or has appended data (trailer) to
	 * it; a message then reports that symbols of the kernel are missing. NULL: neither.
	 */
	const char *of_pdata;
	const uint8_t *kernel_build_id; /* NULL: no build id of the kernel was recorded */
	uint32_t kernel_build_id_size;
	uint64_t kernel_text; /* recorded address of the symbol @kernel_ref; 0: not known */
	/* symbol in the name of the kernel's map record: "_text" or "_stext"; NULL: not known */
	const char *kernel_ref;
	/*
	 * texts of the header features HOSTNAME, OSRELEASE and ARCH of the recording; NULL: not
	 * recorded
	 */
	const char *hostname, *release, *arch;
	/* the header feature BUILD_ID; must outlive struct symbols; NULL: not recorded */
	const struct pdata_build_ids *build_ids;
	/*
	 * handle of the thread that already loads the kernel's symbols; struct symbols joins the
	 * thread and frees the handle; NULL: there is no such thread
	 */
	struct kernel_prefetch *ahead;
};

struct kernel_prefetch;
struct sym_build_id;

/*
 * Create a struct symbols for all objects in @tasks; no symbol is loaded yet. symbols_free() frees
 * the struct. Return: the struct, which owns @o->ahead now; NULL if memory is exhausted. If the
 * result is NULL, the function has joined the thread of @o->ahead and freed @o->ahead. The caller
 * must not use @o->ahead in either case.
 */
struct symbols *symbols_new(const struct sym_opts *o, const struct pdata_tasks *tasks);
void symbols_free(struct symbols *s);
/*
 * Look up source lines as if sym_opts.lines had been set. If debugging information was read without
 * lines before, it is read again, and arrays and paths that symbols_inlines() and symbols_line()
 * returned are no longer valid. No other thread may use @s meanwhile.
 */
void symbols_want_lines(struct symbols *s);

/*
 * Set *@id to the recorded build id of @obj; if none was recorded, @id->size becomes 0. Exception:
 * a vdso without a recorded build id gets the build id of this process's vdso if the recording was
 * made on this machine since its last boot, because the running kernel then provided both vdsos.
 */
void symbols_build_id(struct symbols *s, const struct pdata_object *obj, struct sym_build_id *id);

/*
 * Return: the number of symbols of @obj. This function and the functions below, up to and
 * including symbols_index(), load the symbols of @obj if they are not loaded yet. Only one thread
 * at a time may call these functions.
 */
/*
 * Return: the symbol of the running kernel at @addr, if @obj is the recorded kernel, runs on this
 * machine, and only some of its symbols are stored in the recording; otherwise NULL. The symbol is
 * not in the symbol table of @obj, so the caller must not pass the symbol to symbols_index(). Any
 * number of threads may call this function at the same time.
 */
const struct sym *symbols_unstored(struct symbols *s, const struct pdata_object *obj,
				   uint64_t addr);

uint32_t symbols_nr(struct symbols *s, const struct pdata_object *obj);
/* Return: path of the file from which the symbols of @obj were read; NULL: no file was found. */
const char *symbols_path(struct symbols *s, const struct pdata_object *obj);
/*
 * Return: one line of text without a newline that says why @obj has no symbols; NULL: @obj has
 * symbols, or no reason is known.
 */
const char *symbols_why(struct symbols *s, const struct pdata_object *obj);
/*
 * Set *@start to the start of the first symbol of @obj, and *@end to the end of its last symbol.
 * Return: true; false if @obj has no symbols.
 */
bool symbols_bounds(struct symbols *s, const struct pdata_object *obj, uint64_t *start,
		    uint64_t *end);
/*
 * Return: the symbol of @obj with index @i, with its demangled name; NULL: the name cannot be
 * read. @i is less than symbols_nr() and counts symbols in the order of their start addresses.
 */
const struct sym *symbols_get(struct symbols *s, const struct pdata_object *obj, uint32_t i);
/* Return: the index for which symbols_get() returns @sym, a symbol of @obj. */
uint32_t symbols_index(struct symbols *s, const struct pdata_object *obj, const struct sym *sym);

/*
 * Return: whether loading the symbols of @obj uses data that is also used for other objects: the
 * symbols in kallsyms, or the result of sym_same_boot(). The result is false for user files and for
 * code that the kernel made at run time (BPF, trampolines), and true for all other objects. Several
 * threads may load symbols and debugging information at the same time under two conditions: no two
 * of them load the same object, and all objects for which this function returns true are loaded by
 * the same thread.
 */
bool symbols_are_shared(const struct pdata_object *obj);

/*
 * Return: whether several threads may load symbols at the same time, each for a different object,
 * see symbols_are_shared(). The result is false if debuginfod servers are used, because pdata
 * sends them only one request at a time.
 */
bool symbols_may_share(const struct symbols *s);

/*
 * Function that is called before the symbol table of an object is loaded, see
 * symbols_before_load(). It returns true if the table has to be loaded. If it returns false, the
 * table is not loaded now, and the look-up that needs the table finds no symbols.
 */
typedef bool symbols_load_fn(void *ctx);
/*
 * Make @fn the function that is called, with the argument @ctx, before each load of a symbol table
 * of @s. If @fn is NULL, no function is called. If @fn makes threads wait, so that only one thread
 * at a time loads a table, any number of threads may resolve addresses of any objects at the same
 * time.
 */
void symbols_before_load(struct symbols *s, symbols_load_fn *fn, void *ctx);

/*
 * Return: -ENOMEM if memory was exhausted since symbols_new(), in any part of the program, so that
 * symbols may be missing; otherwise 0. Call this function only while no other thread looks up
 * symbols.
 */
int symbols_error(const struct symbols *s);

/*
 * One of the functions that contain an address: a function that is inlined there, or the function
 * with the symbol. @file and @line are, for the innermost function, the source line of the
 * address; for each other function, the line of the inlined call in this function.
 */
struct sym_frame {
	const struct sym *sym;
	const char *file; /* path of the source file, as the compiler wrote it; NULL: not known */
	uint32_t line;
};

/*
 * Set *@frames to an array of the functions that contain @addr of @obj, innermost first: first the
 * functions that are inlined at @addr, and last the function with the symbol @base. The caller
 * passes as @base the symbol that covers @addr. The array is valid until symbols_free(). Only one
 * thread at a time may call this function. Return: number of functions in the array; 0 if
 * debugging information is missing or does not cover @addr, or if @obj is the kernel.
 */
uint32_t symbols_inlines(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 const struct sym *base, const struct sym_frame **frames);

/*
 * Find the source line of the code at @addr of @obj. Set *@path to the path of the source file, as
 * the compiler wrote it, and *@line to the line number. Return: whether the line is known; if it
 * is not, nothing is set.
 */
bool symbols_line(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
		  const char **path, uint32_t *line);
/*
 * Return: whether the program addr2line, which perf runs for user files, finds a function name for
 * @addr of @obj. If no function covers @addr, addr2line takes the last function that begins before
 * @addr. addr2line does not know symbols of the PLT.
 * true: the function sets *@file to the name of the source file in the symbol table, or to "??" if
 * the symbol table does not tell the file. For an unknown source line, addr2line prints the name in
 * *@file and then ":?", for example "main.c:?".
 * false: *@file is not set. For an unknown source line, addr2line prints "??:0".
 */
bool symbols_known_function(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			    const char **file);
/*
 * Return: the address that perf gives to addr2line for @addr of @obj, and prints as OBJECT[ADDRESS]
 * if addr2line knows nothing about it: the address in the ELF file (as p_vaddr). If @obj has no
 * ELF file with a symbol table, return @addr.
 */
uint64_t symbols_addr2line_addr(struct symbols *s, const struct pdata_object *obj, uint64_t addr);
/*
 * Return: the directory in which the compiler ran when it compiled the code at @addr of @obj;
 * NULL: not known. A path from symbols_line() that does not begin with a slash is relative to this
 * directory.
 */
const char *symbols_line_dir(struct symbols *s, const struct pdata_object *obj, uint64_t addr);
/*
 * Convert @path, which symbols_line() returned for @addr of @obj, to the path that is printed. If
 * @full is false, return the last component of @path. If @full is true, return the absolute path,
 * which the function writes to the buffer @buf of @size bytes if @path is relative. Exception: if
 * the directory of the compiler is not known, or if @buf is too small, return @path itself.
 */
const char *symbols_line_path(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			      const char *path, bool full, char *buf, size_t size);

struct disasm_bytes;
struct disasm_machine;

/*
 * Read up to @b->max bytes of machine code at @addr of @obj into @b, and set *@m to the machine of
 * the code. Return: NULL if code was read; otherwise a text that says why the code cannot be read,
 * such as "is not in a file".
 */
const char *symbols_code(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 struct disasm_bytes *b, struct disasm_machine *m);

struct sym_elf;
/* Maximum number of ELF files that symbols_files() opens for one object. */
#define SYMBOLS_FILES 3
/*
 * Open the ELF files of the user object @obj and store them in @file: the file that was mapped,
 * the file with the symbol table, and the file with debugging information. A file with several of
 * these roles is opened only once. The caller closes the files with sym_elf_close(). Return:
 * number of elements of @file that were set; 0 also if @obj is neither a user file nor a vdso.
 */
uint32_t symbols_files(struct symbols *s, const struct pdata_object *obj,
		       struct sym_elf *file[SYMBOLS_FILES]);

/*
 * The open ELF files that describe the data types of an object. The caller of symbols_type_files()
 * closes them with sym_elf_close().
 */
struct sym_type_files {
	/* the file that was mapped; NULL: the object is the kernel, so the caller uses @debug */
	struct sym_elf *runtime;
	struct sym_elf *debug;	/* the file with debugging information; never NULL */
	struct sym_elf *shared; /* dwz supplementary file of @debug; NULL: @debug needs none */
	uint64_t moved;		/* kernel: run-time address minus address in @debug; else 0 */
};

/*
 * Open the files with type information of @obj and store them in @f. Return: true; false if they
 * were not found, or if @obj is neither the kernel nor a user file.
 */
bool symbols_type_files(struct symbols *s, const struct pdata_object *obj,
			struct sym_type_files *f);

/*
 * Return: a name of @obj, a string that is valid until symbols_free(). symbols_dso_short() returns
 * the name that perf report prints in its column dso, symbols_dso_long() the name that perf script
 * prints in parentheses.
 */
const char *symbols_dso_short(struct symbols *s, const struct pdata_object *obj);
const char *symbols_dso_long(struct symbols *s, const struct pdata_object *obj);
