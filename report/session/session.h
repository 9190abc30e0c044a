/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Holds the open input file of a command: reader, threads and maps, symbols, and exit status. */

#include "base/exit_status.h"
#include "base/option_rows.h"
#include "base/progress.h"
#include "object/symbols/symfs.h"

#include <pdata/deferred.h>
#include <pdata/pdata.h>
#include <pdata/tasks.h>
#include <pdata/tracing.h>

#include <stdatomic.h>

struct sample_cache;
struct kernel_prefetch;
struct symbols;

/*
 * Options that are common to all commands that read a recording. The macro REP_SESSION_OPTS adds
 * rows with these options to a table of options.
 */
struct rep_input {
	const char *path; /* file of option -i; NULL: "perf.data" */
	/*
	 * The operand of the command; some commands take it as the path of the recording. NULL:
	 * none.
	 */
	const char *operand;
	bool force; /* -f: use perf maps and jitdump files of any owner */
	struct rep_list symfs;
	const char *kallsyms;
	const char *vmlinux;
	const char *modules;
	/*
	 * --debuginfod: URLs of servers; "": the URLs in the environment variable DEBUGINFOD_URLS
	 */
	const char *debuginfod;
	/* show inlined functions in unwound chains: --inline, the default */
	bool inline_frames;
	/* --inline-all: show inlined functions also where perf shows none */
	bool inline_all;
	bool lines; /* find the source lines of addresses and of inlined functions */
	bool no_demangle, demangle_kernel, ignore_vmlinux;
	struct progress_receiver progress; /* receiver of progress reports; zeroed: no receiver */
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
 * Use the operand argv[first] as the input of a command that has no other operands, if the operand
 * exists and -i is not given. Return: 0; REP_FAIL: there is an extra operand, and one line about it
 * was printed.
 */
int rep_input_operand(struct rep_input *in, const char *command, int argc, char **argv, int first);

/*
 * Same as rep_input_operand(), for a command whose operand is the function to show: sets
 * in->operand.
 */
int rep_function_operand(struct rep_input *in, const char *command, int argc, char **argv,
			 int first);

/* Number of buckets, by a hash of pid and tid, in which the samples of threads are counted. */
#define SESSION_THREAD_BUCKETS 256u

static inline uint32_t session_thread_bucket(uint32_t pid, uint32_t tid)
{
	return (pid * 0x9e3779b1u ^ tid * 0x85ebca6bu) >> 24;
}

struct rep_session {
	const char *path;
	struct symfs_roots roots; /* directories of --symfs */
	struct pdata_reader *reader;
	/* after rep_session_tasks(): deferred user parts of call chains */
	struct pdata_deferred *deferred;
	struct pdata_tasks *tasks; /* threads and maps; set by rep_session_tasks() */
	struct symbols *syms;	   /* symbols; set by rep_session_symbols() */
	/*
	 * Cache of sample heads. The caller allocates the cache before rep_session_tasks() to keep
	 * the heads. NULL after rep_session_tasks(): the heads were dropped.
	 */
	struct sample_cache *sample_cache;
	/* after rep_session_tasks(): number of records of each type */
	uint64_t nr_by_type[PDATA_RECORD_MAX];
	/*
	 * after rep_session_tasks(): number of samples of the threads in each
	 * session_thread_bucket()
	 */
	uint64_t samples_in_bucket[SESSION_THREAD_BUCKETS];
	/* time of the last record that rep_session_tasks() has read, in file order */
	uint64_t last_time;
	/*
	 * after rep_session_tasks(): the order of the records in the file is not the order of time
	 */
	bool unsorted;
	/* after rep_session_tasks(): total size of the AUX data in AUXTRACE records, in bytes */
	uint64_t aux_size;
	uint32_t aux_type; /* type of the AUX data, from the AUXTRACE_INFO record; 0: none */
	int status;	   /* exit status of the command so far, enum rep_exit */
	atomic_int err;	   /* 0 or a negative errno, see session_err() */
	int open_err;	   /* PDATA_E_ code if the recording could not be opened; else 0 */
	/*
	 * The command only needs the header: damaged data is reported, but does not change the exit
	 * status.
	 */
	bool header_only;
	uint32_t bad_features; /* number of header features that could not be read */
	/* error of the first header feature that could not be read */
	struct pdata_error feature_error;
	/*
	 * The following two members are set by rep_session_tasks(): reference symbol of the kernel
	 * map.
	 */
	uint64_t kernel_text; /* address of the reference symbol; 0: not recorded */
	char kernel_ref[16];  /* name of the reference symbol: "_text" or "_stext" */
	/* options for the prefetch thread, see rep_session_prefetch_kernel() */
	const struct rep_input *ahead_in;
	/* the thread that prefetches kernel symbols, until @syms takes it over */
	struct kernel_prefetch *ahead;
	uint64_t size; /* size of the input in bytes; 0: not known */
	/* trailer of the file with bundled symbols; NULL: none */
	struct pdata_trailer *trailer;
	/* file descriptor from which @trailer is read; -1: none */
	int trailer_fd;
	const struct pdata_symbols *bundle; /* symbols in @trailer; NULL: none */
	struct progress_receiver progress;  /* receiver of progress reports, from the options */
	/* file descriptor of a copy of an input that cannot be read twice; -1: no copy */
	int spool_fd;
	struct pdata_tracepoints *tracing; /* result of rep_session_tracing() */
	/* Event names that rep_event_name() made, by event index. */
	char **names;
	uint32_t nr_names;
};

/*
 * Open the input file. Standard input is copied to a temporary file, so that it can be read twice.
 * On failure, one line is printed. Return: enum rep_exit; if it is not REP_OK, the session is
 * closed.
 */
int rep_session_open(struct rep_session *s, const struct rep_input *in);

/*
 * Let rep_session_tasks() start a thread that reads the kernel's symbols as soon as the kernel map
 * is known. Call this function before rep_session_tasks(), if symbols are needed afterwards. The
 * function does nothing if a thread would not pay off, or if options or the recording name sources
 * of kernel symbols that the thread does not read.
 */
void rep_session_prefetch_kernel(struct rep_session *s, const struct rep_input *in);

/*
 * Run the side-band pass: read all records once, fill s->tasks with threads, maps and build ids,
 * seal s->tasks, and rewind the reader. The reader is not rewound if sample heads were kept,
 * because the records are then not read again. Return: enum rep_exit.
 */
int rep_session_tasks(struct rep_session *s);

/*
 * Print a line on stderr if the recording has AUX data, which pdata does not decode. Call this
 * function after rep_session_tasks().
 */
void rep_session_warn_aux(const struct rep_session *s);

/*
 * Drop the cached sample heads and rewind the reader, for a command that needs the records again.
 * Return: enum rep_exit.
 */
int rep_session_reread(struct rep_session *s);

/*
 * Return the first error that makes the answer of the command incomplete: 0, or a negative errno
 * (-ENOMEM). A command must check it before printing or storing its answer. rep_session_close()
 * prints the error as one line and returns REP_FAIL.
 */
int session_err(const struct rep_session *s);

/*
 * Make @err the error that session_err() returns, unless an earlier error is set. Code outside the
 * session calls this function for its own errors. If @err is 0, nothing changes.
 */
void session_set_err(struct rep_session *s, int err);

/*
 * Handle an error that pdata_reader_next() returned: print it, and change the exit status REP_OK to
 * REP_PART, because the answer is partial. Exhausted memory is not printed here; session_err() then
 * returns the error.
 */
void rep_session_failed(struct rep_session *s);

/*
 * Count a header feature that could not be read because of @err, for the line that
 * rep_session_close() prints. If @err says that memory is exhausted, the feature is not counted,
 * and session_err() returns the error.
 */
void rep_session_bad_feature(struct rep_session *s, const struct pdata_error *err);

/*
 * Same as pdata_reader_feature(), but without the position of the error. If memory is exhausted,
 * session_err() also returns the error.
 */
int session_feature(struct rep_session *s, uint32_t bit, const struct pdata_feature **f);

/*
 * Return the build id of the recorded kernel, and set *@size to the size of the build id in bytes.
 * Return: NULL if the build id is not known. Call this function after rep_session_tasks().
 */
const uint8_t *rep_session_kernel_id(struct rep_session *s, uint32_t *size);

/*
 * Create s->syms and set up the sources of symbols; no symbols are loaded yet. Call this function
 * after rep_session_tasks(). Return: enum rep_exit.
 */
int rep_session_symbols(struct rep_session *s, const struct rep_input *in);

/*
 * Print one line about everything that could not be read, and free the session. Return: the exit
 * status of the command.
 */
int rep_session_close(struct rep_session *s);

/*
 * Report one line about everything that could not be read until now, and one line for each notice
 * of the reader. rep_session_close() reports the same lines; this function is for a session that
 * stays open.
 */
void rep_session_say_damage(struct rep_session *s);

/*
 * Return the tracepoints of the recording; the first call creates them. If the tracing data is
 * damaged, only complete tracepoints are returned. Return: NULL if the recording has none, or if
 * memory is exhausted; then session_err() returns the error.
 */
struct pdata_tracepoints *rep_session_tracing(struct rep_session *s);

/*
 * Open the recording again; if it is a directory, open its first data file, which has the trailer.
 * Return: a file descriptor that the caller closes; -1: the file cannot be opened.
 */
int session_open_first(const struct rep_session *s);
