/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_NAMES_H
#define PDATA_NAMES_H

/*
 * Reads files other than ELF that have symbols of code: perf-PID.map and jitdump files, which
 * language runtimes write, and the kernel's kallsyms. The functions read a file in parts through a
 * small buffer, which a struct pdata_window describes, and check every size and offset that they
 * read against the size of the file.
 *
 * Threads: Only one thread at a time may use a struct pdata_window.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the bytes of a file ------------------------------------------------------------------ */

/*
 * A function of the caller that copies up to @len bytes at file offset @off to @buf; @arg is
 * pdata_window.arg. It returns the count of bytes copied, which is below @len at the end of the
 * file or after an error.
 */
typedef size_t (*pdata_window_fn)(void *arg, uint64_t off, void *buf, size_t len);

/*
 * A window: a file that is read in parts. The caller sets @len, and either @mem or all of @read,
 * @arg, @buf and @size, and sets all other members to 0. The memory of @mem and @buf remains the
 * caller's. A window needs no function to free it.
 */
struct pdata_window {
	uint64_t len;	      /* size of the file in bytes; bytes after this size are not read */
	const void *mem;      /* complete file in memory; NULL: @read copies parts of the file */
	pdata_window_fn read; /* function that copies a part of the file to @buf */
	void *arg;	      /* first argument of @read */
	void *buf;	      /* memory for the part of the file that was read last */
	size_t size;	      /* size of @buf in bytes, at least PDATA_WINDOW_MIN */
	/* private: pointer into @mem or @buf, to the part of the file that was read last */
	const char *at;
	/* private; @from: file offset of the bytes at @at; @have: number of these bytes */
	uint64_t from, have;
	uint64_t reserved[2]; /* 0 */
};

/* Minimum size in bytes of the buffer pdata_window.buf. */
#define PDATA_WINDOW_MIN 64u

/**
 * pdata_window_find - find a byte in a file
 * @w: the file
 * @off: file offset of the first byte to look at
 * @end: file offset after the last byte to look at
 * @c: value of the byte to find
 *
 * Return: file offset of the first byte with the value @c from @off on; @end if there is no such
 * byte before @end, or if the file ends or cannot be read before @end.
 */
PDATA_API uint64_t pdata_window_find(struct pdata_window *w, uint64_t off, uint64_t end, int c);

/**
 * pdata_window_copy - copy bytes of a file to memory
 * @w: the file
 * @off: file offset of the bytes
 * @to: receives up to @len bytes
 *
 * Return: count of bytes copied. The count is below @len if the file has fewer bytes after @off, or
 * if a read fails.
 */
PDATA_API size_t pdata_window_copy(struct pdata_window *w, uint64_t off, void *to, size_t len);

/* ---- perf-PID.map -------------------------------------------------------------------------- */

/* A line of a perf map (perf-PID.map): START SIZE NAME, with hexadecimal numbers. */
struct pdata_perf_map_line {
	/*
	 * @off: file offset of the first byte of the line. @end: file offset of the newline. If the
	 * last line of the file has no newline, @end is the file offset of the last character of
	 * this line, so the name lacks this character, as in perf
	 */
	uint64_t off, end;
	/* address of the code, and its size in bytes; start + size can overflow */
	uint64_t start, size;
	/*
	 * file offset of the first byte of the name. The name ends before the first NUL byte; if
	 * there is no NUL byte before the file offset @end, the name ends before @end
	 */
	uint64_t name;
	uint64_t reserved[2];
};

/**
 * pdata_perf_map_line - read a line of a perf map (perf-PID.map)
 * @w: the file
 * @off: file offset of the line; the next line starts at out->end + 1
 * @out: receives the line; if the line has no name, only out->off and out->end are valid
 *
 * A line has the form START SIZE NAME. The function reads it in the same way as perf. START and
 * SIZE are hexadecimal numbers in any form that strtoull(3) accepts; a number without digits is 0.
 * After each number the
 * function skips one character of any kind; the rest of the line is the name. If the last line of
 * the file has no newline, the last character of the file counts as the newline. The caller has to
 * ignore names of fewer than three characters if it wants the same symbols as perf.
 *
 * Return: 1 for a line with a name; 0 for a line without a name; PDATA_E_CUT if @off is not in the
 * file.
 */
PDATA_API int pdata_perf_map_line(struct pdata_window *w, uint64_t off,
				  struct pdata_perf_map_line *out);

/* ---- jitdump ------------------------------------------------------------------------------- */

/*
 * The header of a jitdump file. Source: Linux, tools/perf/Documentation/jitdump-specification.txt.
 */
struct pdata_jitdump {
	uint32_t swap;	      /* not 0: the file's byte order is not the host's */
	uint32_t version;     /* version of the jitdump format, 1 */
	uint32_t header_size; /* size of the header in bytes; the first record follows it */
	uint32_t machine;     /* machine of the compiled code, as e_machine in ELF headers */
	uint32_t pid;	      /* pid of the process that wrote the file, in its pid namespace */
	uint32_t reserved32;
	/*
	 * @time_ns: time at which the file was created, in ns. @flags: if bit 0 is set
	 * (JITDUMP_FLAGS_ARCH_TIMESTAMP in the specification of the format), @time_ns and the
	 * times of all records are not in ns, but values of the machine's own time stamp counter
	 */
	uint64_t time_ns, flags;
	uint64_t reserved[2];
};

/**
 * pdata_jitdump_header - read the header of a jitdump file
 * @w: the file
 * @out: receives the header, also with PDATA_E_HEADER
 *
 * Return: 0; PDATA_E_KIND if the file is not a jitdump file or is shorter than 40 bytes;
 * PDATA_E_HEADER if out->header_size is below 40 or larger than the file.
 */
PDATA_API int pdata_jitdump_header(struct pdata_window *w, struct pdata_jitdump *out);

/* Types of jitdump records that the library decodes. */
enum pdata_jit_type {
	PDATA_JIT_CODE_LOAD = 0, /* the process compiled a function */
	PDATA_JIT_CODE_MOVE = 1, /* the process moved the code of a function */
};

/* A record of a jitdump file. */
struct pdata_jit_record {
	uint64_t off;  /* file offset of the record; the next record starts at @off + @size */
	uint32_t type; /* enum pdata_jit_type, or a type that the library does not decode */
	uint32_t size; /* size of the record in bytes, its header of 16 bytes included */
	/*
	 * time in ns at which the record was made; if bit 0 of pdata_jitdump.flags is set, the time
	 * is a count of the processor's time counter instead
	 */
	uint64_t time_ns;
	/*
	 * not 0: the record is a CODE_LOAD record with a complete name, or a complete CODE_MOVE
	 * record, and the members below are set; 0: the members below are 0
	 */
	uint32_t is_whole;
	uint32_t pid, tid; /* process and thread that generated the code */
	uint32_t reserved32;
	/* CODE_LOAD: address of the code in memory; CODE_MOVE: address after the move */
	uint64_t addr;
	uint64_t old_addr;  /* CODE_MOVE: address of the code before the move */
	uint64_t code_size; /* size of the code in bytes; addr + code_size can overflow */
	/* id of the code: the CODE_LOAD and CODE_MOVE records of the same code have the same id */
	uint64_t index;
	uint64_t name, name_len; /* CODE_LOAD: file offset, and length in bytes, of the name */
	uint64_t reserved[2];
};

/**
 * pdata_jitdump_record - read a record of a jitdump file
 * @w: the file
 * @d: header of the file, from pdata_jitdump_header()
 * @off: file offset of the record
 * @out: receives the record
 *
 * Return: 1 if there is a record; 0 if fewer than the 16 bytes of a record header are left in the
 * file; PDATA_E_SIZE if the size of the record is below 16 or the record goes past the end of the
 * file, for example because the process is still writing it.
 */
PDATA_API int pdata_jitdump_record(struct pdata_window *w, const struct pdata_jitdump *d,
				   uint64_t off, struct pdata_jit_record *out);

/* ---- kallsyms ------------------------------------------------------------------------------ */

/*
 * A line of kallsyms: ADDRESS TYPE NAME; if the symbol belongs to a module, a tab and [MODULE]
 * follow.
 */
struct pdata_kallsym {
	uint64_t addr;	  /* address of the symbol */
	const char *line; /* the line without its newline, not NUL-terminated */
	size_t line_len;  /* length of the line in bytes, without the newline */
	const char *name; /* name of the symbol in @line, not NUL-terminated */
	size_t name_len;  /* length of the name in bytes */
	/*
	 * name of the symbol's module in @line with its brackets, for example "[nf_nat]", not
	 * NUL-terminated; NULL: the symbol belongs to the kernel itself
	 */
	const char *module;
	size_t module_len; /* length of @module in bytes, brackets included */
	uint32_t type;	   /* letter of the symbol type, as in nm(1) */
	/*
	 * not 0: perf uses this symbol, because its type is text, weak, data or bss (T, W, D or B
	 * in either case), and it is not a mapping symbol like "$x"
	 */
	uint32_t is_symbol;
	uint64_t reserved[2];
};

/**
 * pdata_kallsyms_line - parse a line of kallsyms
 * @line: the line, @len bytes without newline
 * @out: receives the symbol; the pointers in @out point into @line. Unchanged if 0 is returned
 *
 * Return: 1 if the line has a symbol; 0 if it is not a line of kallsyms.
 * Threads: any.
 */
PDATA_API int pdata_kallsyms_line(const char *line, size_t len, struct pdata_kallsym *out);

/* The kallsyms text that pdata_kallsyms_walk() reads, and the function that receives symbols. */
struct pdata_kallsyms {
	/*
	 * A function of the caller that copies the next bytes of the text to its parameter @buf,
	 * at most @len bytes. The function returns the count of these bytes; it returns 0 at the
	 * end of the text or after an error. If this member is NULL, the complete text is in the
	 * member @buf of this struct.
	 */
	size_t (*read)(void *arg, void *buf, size_t len);
	/*
	 * A function of the caller that pdata_kallsyms_walk() calls with each line that has a
	 * symbol; @sym is valid during the call. The function returns 0 to get the next symbol;
	 * any other value ends pdata_kallsyms_walk().
	 */
	int (*symbol)(void *arg, const struct pdata_kallsym *sym);
	void *arg; /* first argument of the callbacks @read and @symbol */
	/*
	 * if @read is NULL: the complete text, which pdata_kallsyms_walk() does not change;
	 * otherwise memory of the caller, to which @read copies parts of the text
	 */
	char *buf;
	/* size of @buf in bytes; if @read is not NULL, lines of @size bytes or more are ignored */
	size_t size;
	uint64_t reserved[2]; /* 0 */
};

/**
 * pdata_kallsyms_walk - call a function with each symbol of a kallsyms text
 * @k: the text, and the function k->symbol() to call
 *
 * The function reads the text only once, from start to end, because the kernel generates
 * /proc/kallsyms while the file is read.
 *
 * Return: 0 at the end of the text; if k->symbol() returned a value other than 0, this value.
 * Threads: any, if each thread uses a different @k.
 */
PDATA_API int pdata_kallsyms_walk(const struct pdata_kallsyms *k);

#ifdef __cplusplus
}
#endif
#endif
