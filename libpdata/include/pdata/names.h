/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_NAMES_H
#define PDATA_NAMES_H

/*
 * Reads files other than ELF that have names of code: perf-PID.map and jitdump files, which
 * language runtimes write, and the kernel's kallsyms. The functions read files in parts through a
 * small buffer, and check every size and offset that they read against the size of the file.
 *
 * Threads: one thread at a time for each struct pdata_window.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the bytes of a file ------------------------------------------------------------------ */

/*
 * Copies up to @len bytes at file offset @off to @buf; @arg is pdata_window.arg. Returns the count
 * of bytes copied, which is below @len at the end of the file or after an error.
 */
typedef size_t (*pdata_window_fn)(void *arg, uint64_t off, void *buf, size_t len);

/*
 * A file that is read in parts. The caller sets @len, and either @mem or all of @read, @arg, @buf
 * and @size, and sets all other members to 0. The memory of @mem and @buf remains the
 * caller's. A window needs no function to free it.
 */
struct pdata_window {
	uint64_t len;	      /* size of the file in bytes; bytes after this size are not read */
	const void *mem;      /* the complete file in memory; NULL: @read copies parts of it */
	pdata_window_fn read; /* gets a part of the file */
	void *arg;	      /* passed to @read as its first argument */
	void *buf;	      /* memory for a part of the file */
	size_t size;	      /* size of @buf in bytes, at least PDATA_WINDOW_MIN */
	const char *at;	      /* private: the part in memory */
	uint64_t from, have;  /* private: file offset, and size in bytes, of the part in @buf */
	uint64_t reserved[2]; /* 0 */
};

/* Minimum size of the buffer of a window, in bytes. */
#define PDATA_WINDOW_MIN 64u

/**
 * pdata_window_find - find a byte
 * @w: the file
 * @off: file offset to start at
 * @end: file offset to stop at
 * @c: the byte
 *
 * Return: file offset of the first byte @c at or after @off; @end if there is none before @end.
 */
PDATA_API uint64_t pdata_window_find(struct pdata_window *w, uint64_t off, uint64_t end, int c);

/**
 * pdata_window_copy - copy bytes of the file
 * @w: the file
 * @off: file offset of the bytes
 * @to: receives up to @len bytes
 *
 * Return: bytes copied, fewer than @len at the end of the file.
 */
PDATA_API size_t pdata_window_copy(struct pdata_window *w, uint64_t off, void *to, size_t len);

/* ---- perf-PID.map -------------------------------------------------------------------------- */

/* A line of a perf map: START SIZE NAME, with hexadecimal numbers. */
struct pdata_perf_map_line {
	uint64_t off, end;    /* file offsets of the line's first byte and of its newline */
	uint64_t start, size; /* address and size of the code; start + size can overflow */
	uint64_t name;	      /* file offset of the name, which ends at a NUL or at @end */
	uint64_t reserved[2];
};

/**
 * pdata_perf_map_line - read a line of a perf map
 * @w: the file
 * @off: file offset of the line; the next line starts at out->end + 1
 * @out: receives the line; if the line has no name, only out->off and out->end are set
 *
 * The function reads a line as perf does. It reads START and SIZE as strtoull(3) does; a number
 * without digits is 0. It skips one character of any kind after each number; the rest is the name.
 * If the last line of the file has no newline, the last character of the file counts as the
 * newline. (perf ignores names of fewer than three characters.)
 *
 * Return: 1 a line with a name, 0 a line without a name; PDATA_E_CUT if @off is not in the file.
 */
PDATA_API int pdata_perf_map_line(struct pdata_window *w, uint64_t off,
				  struct pdata_perf_map_line *out);

/* ---- jitdump ------------------------------------------------------------------------------- */

/*
 * The header of a jitdump file. Source: Linux, tools/perf/Documentation/jitdump-specification.txt.
 */
struct pdata_jitdump {
	uint32_t swap;	      /* not 0: the file's byte order is not the host's */
	uint32_t version;     /* version of the format, 1 */
	uint32_t header_size; /* bytes of the header; the first record starts after them */
	uint32_t machine;     /* e_machine of the code, as in ELF */
	uint32_t pid;	      /* process that wrote the file, in its own pid namespace */
	uint32_t reserved32;
	uint64_t time_ns, flags; /* time of creation, and flags of the format */
	uint64_t reserved[2];
};

/**
 * pdata_jitdump_header - read the header of a jitdump file
 * @w: the file
 * @out: receives the header, also with PDATA_E_HEADER
 *
 * Return: 0; PDATA_E_MAGIC (not a jitdump file, or shorter than a header), PDATA_E_HEADER
 * (header_size is smaller than a header or larger than the file).
 */
PDATA_API int pdata_jitdump_header(struct pdata_window *w, struct pdata_jitdump *out);

/* Types of jitdump records. */
enum pdata_jit_type {
	PDATA_JIT_CODE_LOAD = 0, /* a function was compiled */
	PDATA_JIT_CODE_MOVE = 1, /* the code of a function was moved */
};

/* A record of a jitdump file. */
struct pdata_jit_record {
	uint64_t off;	  /* file offset of the record; the next one starts at @off + @size */
	uint32_t type;	  /* PDATA_JIT_; the library does not decode other types */
	uint32_t size;	  /* bytes */
	uint64_t time_ns; /* time of the record */
	/*
	 * not 0: the record is a CODE_LOAD record with a name, or a complete CODE_MOVE record, and
	 * the members below are set
	 */
	uint32_t is_whole;
	uint32_t pid, tid; /* process and thread that compiled the code */
	uint32_t reserved32;
	uint64_t addr;		 /* CODE_LOAD: address of the code; CODE_MOVE: new address */
	uint64_t old_addr;	 /* CODE_MOVE: old address of the code */
	uint64_t code_size;	 /* bytes of the code; addr + code_size can overflow */
	uint64_t index;		 /* id of the code; its CODE_LOAD and CODE_MOVE have the same id */
	uint64_t name, name_len; /* CODE_LOAD: file offset, and length in bytes, of the name */
	uint64_t reserved[2];
};

/**
 * pdata_jitdump_record - read a record of a jitdump file
 * @w: the file
 * @d: header of the file
 * @off: file offset of the record
 * @out: receives the record
 *
 * Return: 1 a record, 0 the end of the file; PDATA_E_SIZE if the record's size is smaller than its
 * header or goes past the end of the file, for example because the record is still being written.
 */
PDATA_API int pdata_jitdump_record(struct pdata_window *w, const struct pdata_jitdump *d,
				   uint64_t off, struct pdata_jit_record *out);

/* ---- kallsyms ------------------------------------------------------------------------------ */

/* A line of kallsyms: ADDRESS TYPE NAME; for symbols of modules, a tab and [MODULE] follow. */
struct pdata_kallsym {
	uint64_t addr;	    /* address of the symbol */
	const char *line;   /* the line without its newline, not NUL-terminated */
	size_t line_len;    /* bytes of the line */
	const char *name;   /* name of the symbol; points into @line */
	size_t name_len;    /* bytes of the name */
	const char *module; /* the module, "[nf_nat]"; points into @line. NULL: the kernel itself */
	size_t module_len;  /* bytes of the module */
	uint32_t type;	    /* letter of the symbol type, as in nm(1) */
	/* not 0: perf uses this symbol (text, weak or data; not a mapping symbol like "$x") */
	uint32_t is_symbol;
	uint64_t reserved[2];
};

/**
 * pdata_kallsyms_line - parse a line of kallsyms
 * @line: @len bytes without newline
 * @out: receives the symbol; the pointers in it point into @line
 *
 * Return: 1 a symbol, 0 not a line of kallsyms.
 * Threads: any.
 */
PDATA_API int pdata_kallsyms_line(const char *line, size_t len, struct pdata_kallsym *out);

/* The source that pdata_kallsyms_walk() reads, and the function that gets the symbols. */
struct pdata_kallsyms {
	/*
	 * Puts the next bytes into @buf, at most @len. Returns the count of these bytes; 0 at the
	 * end.
	 */
	size_t (*read)(void *arg, void *buf, size_t len);
	/*
	 * Called with each line that has a symbol; @sym is valid during the call. Returns 0 to
	 * continue; another value stops the walk.
	 */
	int (*symbol)(void *arg, const struct pdata_kallsym *sym);
	void *arg; /* passed as the first argument to the callbacks @read and @symbol */
	/* if @read is NULL: the complete text, which is not changed; otherwise memory for @read */
	char *buf;
	size_t size;	      /* size of @buf in bytes; lines longer than this are ignored */
	uint64_t reserved[2]; /* 0 */
};

/**
 * pdata_kallsyms_walk - call a function with each symbol of a kallsyms text
 * @k: the text and the function
 *
 * The function reads the text only once, from start to end, because the kernel generates
 * /proc/kallsyms while the file is read.
 *
 * Return: 0, or the value with which k->symbol() stopped the walk.
 * Threads: any, for different @k.
 */
PDATA_API int pdata_kallsyms_walk(const struct pdata_kallsyms *k);

#ifdef __cplusplus
}
#endif
#endif
