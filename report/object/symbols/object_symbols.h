/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SYM_H
#define REP_SYM_H

/*
 * Names for addresses. Objects are those of pdata/tasks.h; each is loaded at the first question
 * about it, from files that match it by build id (where the recording has none: by device and
 * inode), or that an option names. Nothing else of this machine is used.
 */

#include <pdata/tasks.h>
#include <stdbool.h>

struct symfs_roots;

struct sym {
	uint64_t start, end; /* in the object's own numbers: file offsets; kernel: addresses */
	const char *name;    /* demangled unless told otherwise */
	char binding;	     /* 'g', 'l' or 'w' for the column that perf prints after the address */
	bool object;	     /* data, not code */
	bool inlined;	     /* start and end are those of the function that it is inlined into */
	bool bracketed;	     /* these two are the table's own, while it is made */
	uint8_t state;
};

/* One loaded object. */
struct sym_table {
	/* Ascending by start. Some may overlap; names may still be mangled: ask sym_table_find(). */
	struct sym *syms;
	uint32_t nr;
	const char *path; /* the file the names are from, or NULL: nothing was found */
	const char *why;  /* one line: why there are no names, or NULL */
};

struct symbols;

/* How the recording's kernel is to be named. */
struct sym_opts {
	const char *symfs;    /* directory before all paths, or NULL */
	const char *kallsyms; /* file, or NULL */
	const char *vmlinux;  /* file, or NULL */
	const char *kcore;    /* a core file with the kernel's code at its addresses, or NULL */
	const char *modules;  /* directory with kernel modules, or NULL */
	const struct symfs_roots
		*roots; /* directories by object, which must outlive the symbols, or NULL */
	const struct pdata_symbols
		*bundle; /* names that the recording carries, or NULL; must outlive the symbols */
	bool no_demangle, demangle_kernel, ignore_vmlinux;
	bool true_inlines; /* names of inlined functions as they are, not as perf has them */
	bool lines;	   /* struct sym_frame is wanted with files and lines */
	/* From the recording: */
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

struct symbols *symbols_new(const struct sym_opts *o, const struct pdata_tasks *tasks);
void symbols_free(struct symbols *s);

/*
 * The build id of @obj as recorded. A vdso of which none is recorded has that of this machine's, where the
 * recording was made in this run of it: both are parts of the same kernel. Of size 0: not known.
 */
void symbols_build_id(struct symbols *s, const struct pdata_object *obj, struct sym_build_id *id);

/* The table of an object, loaded now if it was not. Never NULL; one thread at a time. */
const struct sym_table *symbols_table(struct symbols *s, const struct pdata_object *obj);

/* The symbol that covers @addr in the object's own numbers, or NULL. Any number of threads. */
const struct sym *sym_table_find(const struct sym_table *t, uint64_t addr);

/* Address of @ip in the object's own numbers for sym_table_find(). */
uint64_t sym_object_addr(const struct pdata_map *m, uint64_t ip);

/* The address in memory of what has the number @addr in the map's object: the way back. */
uint64_t sym_memory_addr(const struct pdata_map *m, uint64_t addr);

/*
 * The kernel, module or BPF map that covers @addr, as pdata_tasks_kernel_map(). The kernel's map is
 * recorded with its text only; its symbols, loaded for an address behind that, make it reach further.
 */
const struct pdata_map *symbols_kernel_map(struct symbols *s, uint64_t addr, uint64_t time,
					   uint64_t seq);

/* A function around an address, and where in its source. */
struct sym_frame {
	const struct sym *sym;
	const char *file; /* as the compiler had it; NULL: not known */
	uint32_t line;
};

/*
 * The functions that the code at @addr of @obj belongs to, innermost first: those inlined into @base,
 * the symbol that covers @addr, and that itself. They live as long as the symbols. Return: how many,
 * 0: the object's debugging information does not say. One thread at a time.
 */
uint32_t symbols_inlines(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 const struct sym *base, const struct sym_frame **frames);

/* The source line of @addr of @obj, path as the compiler had it. Return: whether it is known. */
bool symbols_line(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
		  const char **path, uint32_t *line);
/*
 * Does addr2line, which perf asks, have the name of a function for @addr of @obj, so that it answers ??:? and not
 * ??:0? It takes the one before from where there is none, knows no calls through the PLT, and is not asked about
 * what is no file.
 */
bool symbols_known_function(struct symbols *s, const struct pdata_object *obj, uint64_t addr);
/* The directory in which the compiler ran: where paths of source lines begin that have no root. NULL: not known. */
const char *symbols_line_dir(struct symbols *s, const struct pdata_object *obj, uint64_t addr);
/* @path of such a line from the root on, in @buf where that is needed. */
const char *symbols_line_path(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			      const char *path, char *buf, size_t size);

/*
 * Up to @max bytes of the code at @addr of @obj as its file has them, into @code: @len of them, of
 * address @file_addr there. Return: NULL, or why there are none.
 */
struct disasm_machine;
const char *symbols_code(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 uint8_t *code, size_t max, size_t *len, uint64_t *file_addr,
			 struct disasm_machine *m);

/*
 * The files that @obj's names, frames and lines are from, to be closed with sym_elf_close(): first what was
 * mapped. Return: how many.
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

#endif
