/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* An open input file of a command: its reader, threads and maps, symbols, and exit status. */

#include "base/exit_status.h"
#include "base/option_rows.h"
#include "base/progress.h"
#include "object/symbols/symfs.h"

#include <pdata/deferred.h>
#include <pdata/pdata.h>
#include <pdata/tasks.h>
#include <pdata/tracing.h>

struct sample_cache;
struct kernel_prefetch;
struct symbols;

/* Options that the reading commands share; REP_SESSION_OPTS adds their rows to a table. */
struct rep_input {
	const char *path; /* -i; NULL: "perf.data" */
	/* The command's operand, for some commands the path of the recording; NULL: none. */
	const char *operand;
	bool force; /* -f: perf maps and jitdumps of any user */
	struct rep_list symfs;
	const char *kallsyms;
	const char *vmlinux;
	const char *modules;
	const char *debuginfod; /* URLs; "": the URLs in DEBUGINFOD_URLS */
	bool inline_frames;	/* the default; --no-inline */
	bool inline_all;	/* inlined functions also where perf shows none */
	bool lines;		/* source lines of inlined functions */
	bool no_demangle, demangle_kernel, ignore_vmlinux;
	struct progress_receiver progress; /* receiver of progress reports; zeros: none */
};

/* clang-format off */
#define REP_SESSION_OPTS(type, member)                                                             \
	{ "input", 'i', REP_STR, offsetof(type, member.path), "FILE",                              \
	  "read FILE; - is standard input (default perf.data)", 0 },                               \
	{ "force", 'f', REP_FLAG, offsetof(type, member.force), NULL,                              \
	  "read perf-PID.map and jitdump files of any user", 0 },                                   \
	{ "symfs", 0, REP_LIST, offsetof(type, member.symfs), "DIR[,pid=N|,mntns=N]",              \
	  "look for files of the recorded machine below DIR; pid, mntns: only for files that this process, or processes in this mount namespace, had mapped; may be repeated: the last DIR that has the file is used", 0 }, \
	{ "kallsyms", 0, REP_STR, offsetof(type, member.kallsyms), "FILE",                         \
	  "take kernel symbols from FILE", 0 },                                                    \
	{ "vmlinux", 'k', REP_STR, offsetof(type, member.vmlinux), "FILE",                         \
	  "take kernel symbols from this vmlinux", 0 },                                            \
	{ "ignore-vmlinux", 0, REP_FLAG, offsetof(type, member.ignore_vmlinux), NULL,              \
	  "use no vmlinux but that of --vmlinux", 0 },                                               \
	{ "no-demangle", 0, REP_FLAG, offsetof(type, member.no_demangle), NULL,                    \
	  "print linkage names, not demangled ones", 0 },                                                \
	{ "demangle-kernel", 0, REP_FLAG, offsetof(type, member.demangle_kernel), NULL,            \
	  "demangle names of the kernel and its modules, too", 0 },                                \
	{ "modules", 0, REP_STR, offsetof(type, member.modules), "DIR",                            \
	  "look for kernel modules below DIR", 0 },                                                \
	{ "debuginfod", 0, REP_STR, offsetof(type, member.debuginfod), "[=URLS]",                  \
	  "ask these servers for files by build id (default: those of DEBUGINFOD_URLS)", 0 },      \
	{ "inline", 0, REP_FLAG, offsetof(type, member.inline_frames), NULL,                       \
	  "show inlined functions in call chains unwound from stack copies (default)", 0 },         \
	{ "inline-all", 0, REP_FLAG, offsetof(type, member.inline_all), NULL,                      \
	  "show inlined functions in all user call chains, each by its own name", 0 }
/* clang-format on */

/*
 * Take the operand at argv[first], if there is one and -i is not given, as the input of a command
 * that has no other operands. Return: 0, or REP_FAIL after printing one line about an extra
 * operand.
 */
int rep_input_operand(struct rep_input *in, const char *command, int argc, char **argv, int first);

/*
 * As rep_input_operand(), for a command whose operand is the function to show: sets in->operand.
 */
int rep_function_operand(struct rep_input *in, const char *command, int argc, char **argv,
			 int first);

/* Threads are counted by a hash of pid and tid. */
#define SESSION_THREAD_BUCKETS 256u

static inline uint32_t session_thread_bucket(uint32_t pid, uint32_t tid)
{
	return (pid * 0x9e3779b1u ^ tid * 0x85ebca6bu) >> 24;
}

struct rep_session {
	const char *path;
	struct symfs_roots roots; /* --symfs */
	struct pdata_reader *reader;
	struct pdata_deferred *deferred; /* after rep_session_tasks(): user parts of call chains */
	struct pdata_tasks *tasks;	 /* after rep_session_tasks() */
	struct symbols *syms;		 /* after rep_session_symbols() */
	/*
	 * Set before rep_session_tasks() to keep the fixed fields of samples; NULL after it if they
	 * were dropped.
	 */
	struct sample_cache *sample_cache;
	uint64_t nr_by_type[PDATA_RECORD_MAX]; /* after rep_session_tasks(): records of each type */
	/* after rep_session_tasks(): samples of the threads of each session_thread_bucket() */
	uint64_t samples_in_bucket[SESSION_THREAD_BUCKETS];
	uint64_t last_time; /* of the records that rep_session_tasks() has read */
	bool unsorted;	    /* after rep_session_tasks(): file order is not time order */
	uint64_t aux_size;  /* after rep_session_tasks(): bytes of AUX data in AUXTRACE records */
	uint32_t aux_type;  /* type of the AUX data from AUXTRACE_INFO, 0: none */
	int status;	    /* enum rep_exit so far */
	int err;	    /* see session_err() */
	int open_err;	    /* PDATA_E_ code: the recording could not be opened; else 0 */
	/*
	 * The command answers from the header: damaged data is reported, without an error status.
	 */
	bool header_only;
	uint32_t bad_features;		  /* header features that could not be read */
	struct pdata_error feature_error; /* error of the first bad feature */
	/* Reference symbol of the kernel map, after rep_session_tasks(). */
	uint64_t kernel_text;		    /* address of the symbol, 0: not recorded */
	char kernel_ref[16];		    /* "_text" or "_stext" */
	const struct rep_input *ahead_in;   /* see rep_session_prefetch_kernel() */
	struct kernel_prefetch *ahead;	    /* the prefetch thread, until syms takes it over */
	uint64_t size;			    /* bytes of the input, 0: not known */
	struct pdata_trailer *trailer;	    /* trailer with bundled symbols, or NULL */
	int trailer_fd;			    /* descriptor that trailer is read from, or -1 */
	const struct pdata_symbols *bundle; /* symbols in the trailer, or NULL */
	struct progress_receiver progress;  /* of the options */
	int spool_fd;			    /* copy of an input that cannot be read twice, or -1 */
	struct pdata_tracepoints *tracing;  /* see rep_session_tracing() */
	/* Names made by rep_event_name(), by event index. */
	char **names;
	uint32_t nr_names;
};

/* Open the input; standard input is spooled so that it can be read twice. Prints one line on
 * failure. Return: enum rep_exit; on anything but REP_OK the session is closed. */
int rep_session_open(struct rep_session *s, const struct rep_input *in);

/*
 * Call before rep_session_tasks() if symbols are needed after it: that pass then starts to read
 * the kernel's symbols in another thread once the kernel map is known. Does nothing where a thread
 * would not pay, or where options or the file itself name other sources of kernel symbols.
 */
void rep_session_prefetch_kernel(struct rep_session *s, const struct rep_input *in);

/*
 * Side-band pass: read all records once, fill tasks with threads, maps and build ids, seal tasks,
 * and rewind. The reader is not rewound when sample heads were kept, as the records are then not
 * read again.
 */
int rep_session_tasks(struct rep_session *s);

/*
 * After rep_session_tasks(): print a line on stderr if the file has AUX data, which is not
 * decoded.
 */
void rep_session_warn_aux(const struct rep_session *s);

/* Drop the cached sample heads and rewind the reader, for a command that needs the records. */
int rep_session_reread(struct rep_session *s);

/*
 * The first error that makes the answer incomplete: 0, or a negative errno (-ENOMEM). A command
 * must check it before it prints or stores its answer; rep_session_close() prints it as one line
 * and returns REP_FAIL.
 */
int session_err(const struct rep_session *s);

/*
 * Make @err an error of the session, as described at session_err(), for work outside the session; 0
 * changes nothing.
 */
void session_set_err(struct rep_session *s, int err);

/*
 * Call when pdata_reader_next() returned an error: print it, and note that the answer is partial.
 * Exhausted memory becomes the session's error, see session_err().
 */
void rep_session_failed(struct rep_session *s);

/* Count a header feature that could not be read, for the line that rep_session_close() prints. */
void rep_session_bad_feature(struct rep_session *s, const struct pdata_error *err);

/*
 * As pdata_reader_feature(), but does not return where the error is. Exhausted memory also becomes
 * the session's error, see session_err().
 */
int session_feature(struct rep_session *s, uint32_t bit, const struct pdata_feature **f);

/* After rep_session_tasks(): the recorded kernel's build id of *@size bytes, or NULL. */
const uint8_t *rep_session_kernel_id(struct rep_session *s, uint32_t *size);

/* After rep_session_tasks(): set up the symbol sources of s->syms; no symbols are loaded yet. */
int rep_session_symbols(struct rep_session *s, const struct rep_input *in);

/* Print one line about everything that could not be read, free all, and return the exit status. */
int rep_session_close(struct rep_session *s);

/*
 * Get the file's tracepoints, which are created at the first call. If the tracing data is damaged,
 * only complete tracepoints are returned. Return: NULL when the file has none, or when memory is
 * exhausted, which is an error of the session.
 */
struct pdata_tracepoints *rep_session_tracing(struct rep_session *s);

/*
 * Open the file, or the first data file of a directory, which has the trailer. Return: a
 * descriptor that the caller closes, or -1.
 */
int session_open_first(const struct rep_session *s);
