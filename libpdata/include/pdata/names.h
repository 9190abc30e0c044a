/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_NAMES_H
#define PDATA_NAMES_H

/*
 * Files beside ELF that name code: perf-PID.map and jitdump, which language runtimes write, and
 * the kernel's kallsyms. They are read a part at a time, so that a large file takes little memory,
 * and every number is checked against the bytes there are.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the bytes of a file ------------------------------------------------------------------ */

/*
 * Copy up to @len bytes at offset @off to @buf. Return: how many; fewer: the file ends there, or
 * cannot be read.
 */
typedef size_t (*pdata_window_fn)(void *arg, uint64_t off, void *buf, size_t len);

/*
 * A file, of which a part is in memory. The caller fills in the length and either @mem, or @read
 * and @buf, and owns both; the rest is 0. It needs no end. Threads: one at a time.
 */
struct pdata_window {
	uint64_t len;	 /* bytes of the file; what is behind them is not read */
	const void *mem; /* all bytes; or NULL */
	pdata_window_fn read;
	void *arg; /* of @read */
	void *buf;
	size_t size; /* bytes of @buf: PDATA_WINDOW_MIN at least */
	/* the library's own: the bytes in memory, their offset and how many they are */
	const char *at;
	uint64_t from, have;
	uint64_t reserved[2]; /* 0 */
};

#define PDATA_WINDOW_MIN 64u

/**
 * pdata_window_find - the first byte @c between @off and @end. Return: its offset, or @end.
 */
PDATA_API uint64_t pdata_window_find(struct pdata_window *w, uint64_t off, uint64_t end, int c);

/**
 * pdata_window_copy - up to @len bytes at @off. Return: bytes copied, fewer at the end of the
 * file.
 */
PDATA_API size_t pdata_window_copy(struct pdata_window *w, uint64_t off, void *to, size_t len);

/* ---- perf-PID.map -------------------------------------------------------------------------- */

/* A line of a perf map: START SIZE NAME, the numbers hexadecimal. Offsets are those of the file. */
struct pdata_perf_map_line {
	uint64_t off, end;    /* where it begins and ends; its newline is at @end */
	uint64_t start, size; /* addresses of the code; their sum may overflow */
	uint64_t name;	      /* offset of the name; it ends at a NUL or at @end */
	uint64_t reserved[2];
};

/**
 * pdata_perf_map_line - the line that begins at @off
 * @out: filled; without a name only @off and @end are
 *
 * It is read as perf reads it: numbers are those of strtoull(3) and 0 where there is none, one
 * character of any kind is behind each, the name is all that follows, and of the last line of a
 * file without a newline the last character counts as one. perf passes over names of fewer than
 * three characters. The next line begins at @end + 1.
 * Return: 1, 0 (the line has no name), PDATA_E_CUT (@off is not in the file).
 */
PDATA_API int pdata_perf_map_line(struct pdata_window *w, uint64_t off,
				  struct pdata_perf_map_line *out);

/* ---- jitdump ------------------------------------------------------------------------------- */

/*
 * The header of a jitdump file. Source: tools/perf/Documentation/jitdump-specification.txt of
 * Linux.
 */
struct pdata_jitdump {
	uint32_t swap; /* not 0: its byte order is not the host's */
	uint32_t version;
	uint32_t header_size; /* bytes: the offset of the first record */
	uint32_t machine;     /* e_machine */
	uint32_t pid;	      /* the process that wrote it, by the number that it has for itself */
	uint32_t reserved32;
	uint64_t time_ns, flags;
	uint64_t reserved[2];
};

/**
 * pdata_jitdump_header - read the header
 * @out: filled, also with PDATA_E_HEADER
 *
 * Return: 0, PDATA_E_MAGIC (no jitdump, or fewer bytes than a header), PDATA_E_HEADER (it says
 * that it is smaller than a header, or larger than the file).
 */
PDATA_API int pdata_jitdump_header(struct pdata_window *w, struct pdata_jitdump *out);

enum pdata_jit_type {
	PDATA_JIT_CODE_LOAD = 0,
	PDATA_JIT_CODE_MOVE = 1,
};

/* A record of a jitdump file. Offsets are those of the file. */
struct pdata_jit_record {
	uint64_t off;  /* where it begins; the next one begins @size bytes behind */
	uint32_t type; /* PDATA_JIT_; others are not taken apart */
	uint32_t size; /* bytes */
	uint64_t time_ns;
	/* not 0: the members below are filled: a CODE_LOAD with a name, or a whole CODE_MOVE */
	uint32_t is_whole;
	uint32_t pid, tid;
	uint32_t reserved32;
	uint64_t addr;		 /* where the code is; where it was moved to */
	uint64_t old_addr;	 /* CODE_MOVE: where it was */
	uint64_t code_size;	 /* bytes; @addr + @code_size may overflow */
	uint64_t index;		 /* the writer's number of the code */
	uint64_t name, name_len; /* CODE_LOAD: offset, and bytes without the NUL */
	uint64_t reserved[2];
};

/**
 * pdata_jitdump_record - the record that begins at @off
 *
 * Return: 1, 0 (the file ends there), PDATA_E_SIZE (its size is below that of a record or leads
 * outside the file, as that of one which is being written does).
 */
PDATA_API int pdata_jitdump_record(struct pdata_window *w, const struct pdata_jitdump *d,
				   uint64_t off, struct pdata_jit_record *out);

/* ---- kallsyms ------------------------------------------------------------------------------ */

/* A line of kallsyms: ADDRESS TYPE NAME, and of a module's symbol a tab and [MODULE]. */
struct pdata_kallsym {
	uint64_t addr;
	const char *line; /* as it is, without its newline; it lives during the call */
	size_t line_len;
	const char *name;   /* in @line */
	size_t name_len;    /* bytes, without the module */
	const char *module; /* in @line, with its brackets: "[nf_nat]"; NULL: the kernel's own */
	size_t module_len;
	uint32_t type; /* the letter, as nm(1) has them */
	/* not 0: what perf takes for a symbol: text, weak or data, no mapping symbol ("$x") */
	uint32_t is_symbol;
	uint64_t reserved[2];
};

/**
 * pdata_kallsyms_line - what a line of @len bytes, without its newline, says
 *
 * Return: 1, 0 (it is none). Threads: any.
 */
PDATA_API int pdata_kallsyms_line(const char *line, size_t len, struct pdata_kallsym *out);

/* A text of such lines, and who gets them. */
struct pdata_kallsyms {
	/* Put the next bytes into @buf, @len at most. Return: how many, 0: there are no more. */
	size_t (*read)(void *arg, void *buf, size_t len);
	/* Called with each line that is one. Return: 0 to go on, else that ends the walk. */
	int (*symbol)(void *arg, const struct pdata_kallsym *sym);
	void *arg;
	/* memory of the caller for @read; without @read the whole text, which stays as it is */
	char *buf;
	size_t size;	      /* bytes of @buf; longer lines are passed over */
	uint64_t reserved[2]; /* 0 */
};

/**
 * pdata_kallsyms_walk - all lines of a text
 *
 * It is read once from front to back: the kernel makes /proc/kallsyms as it is read.
 * Return: 0, or what @k->symbol() returned.
 */
PDATA_API int pdata_kallsyms_walk(const struct pdata_kallsyms *k);

#ifdef __cplusplus
}
#endif
#endif
