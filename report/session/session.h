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
 * Values of the options that all commands that read a recording have in common. The macro
 * REP_SESSION_OPTS adds the rows of these options to a command's table of options.
 */
struct rep_input {
	/*
	 * option -i: path of the recording; NULL: "perf.data", or standard input if that is a pipe
	 */
	const char *path;
	/*
	 * operand of the command line, for example the function that pdata annotate shows; NULL:
	 * no operand was given. The user may have meant the operand as the path of the recording:
	 * if rep_session_open() finds no perf.data and the operand is a file, the error message
	 * suggests -i with this file.
	 */
	const char *operand;
	bool force; /* option -f: read perf maps and jitdumps even if another user owns the file */
	struct rep_list symfs;
	const char *kallsyms;
	const char *vmlinux;
	const char *modules;
	/*
	 * option --debuginfod: URLs of the servers; "": the option was given without URLs, so the
	 * environment variable DEBUGINFOD_URLS has them; NULL: the option was not given
	 */
	const char *debuginfod;
	/*
	 * option --inline, which is the default: show inlined functions in call chains that are
	 * unwound from stack copies
	 */
	bool inline_frames;
	/* option --inline-all: show inlined functions also in call chains where perf shows none */
	bool inline_all;
	bool lines; /* the command needs the source lines of addresses and of inlined functions */
	bool no_demangle, demangle_kernel, ignore_vmlinux;
	/*
	 * receiver of progress reports, which the command or the browser sets;
	 * zeroed: there is none
	 */
	struct progress_receiver progress;
};

/* clang-format off */
#define REP_SESSION_OPTS(type, member)                                                             \
	{ "input", 'i', REP_STR, offsetof(type, member.path), "FILE",                              \
	  "read FILE; - is standard input (default perf.data)", 0 },                               \
	REP_SYMBOL_OPTS(type, member)

/* The rows of REP_SESSION_OPTS, without the row of the option --input. */
#define REP_SYMBOL_OPTS(type, member)                                                              \
	{ "force", 'f', REP_FLAG, offsetof(type, member.force), NULL,                              \
	  "read perf-PID.map and jitdump files of any user", 0 },                                   \
	{ "symfs", 0, REP_LIST, offsetof(type, member.symfs), "DIR[,pid=N|,mntns=N]",              \
	  "look below DIR for files of the recorded machine. With pid= or mntns=, DIR is used only for files that this process, or processes in this mount namespace, had mapped. The option may be repeated: the last DIR that has the file is used", 0 }, \
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
 * Handle the operands of a command whose only operand is the path of the recording: if -i is not
 * given and there is an operand @argv[@first], set @in->path to it. @command is the name of the
 * command for messages. Return: REP_OK; REP_FAIL if there are too many operands: the function has
 * then printed an error message.
 */
int rep_input_operand(struct rep_input *in, const char *command, int argc, char **argv, int first);

/*
 * Handle the operands of a command whose only operand is the function to show: if there is an
 * operand @argv[@first], set @in->operand to it. @command and the result are as in
 * rep_input_operand().
 */
int rep_function_operand(struct rep_input *in, const char *command, int argc, char **argv,
			 int first);

/* Number of elements of rep_session.samples_in_bucket; a hash of pid and tid is the index. */
#define SESSION_THREAD_BUCKETS 256u

static inline uint32_t session_thread_bucket(uint32_t pid, uint32_t tid)
{
	return (pid * 0x9e3779b1u ^ tid * 0x85ebca6bu) >> 24;
}

struct rep_session {
	const char *path;
	/*
	 * the directories of the options --symfs, and the files that pdata has appended to the
	 * recording (bundle)
	 */
	struct symfs_roots roots;
	struct pdata_reader *reader;
	/*
	 * user frames of call chains, which the CALLCHAIN_DEFERRED records of the recording
	 * contain; set by rep_session_tasks()
	 */
	struct pdata_deferred *deferred;
	struct pdata_tasks *tasks; /* threads and maps; set by rep_session_tasks() */
	struct symbols *syms;	   /* symbols of all objects; set by rep_session_symbols() */
	/*
	 * Cache of sample heads (the fixed fields of samples). A command that wants to have the
	 * heads allocates an empty cache before rep_session_tasks(), which fills the cache. If
	 * this pointer is NULL after rep_session_tasks(), there are no heads, and the command has
	 * to read the records again.
	 */
	struct sample_cache *sample_cache;
	/*
	 * keep @sample_cache only if session_samples_distinct() returns true; set by the command
	 * that allocates the cache
	 */
	bool cache_if_distinct;
	/* number of records of each type; set by rep_session_tasks() */
	uint64_t nr_by_type[PDATA_RECORD_MAX];
	/*
	 * The element i is the number of samples of all threads for which session_thread_bucket()
	 * returns i. Only samples that are passed to session_ingest_samples() are counted. Set by
	 * rep_session_tasks().
	 */
	uint64_t samples_in_bucket[SESSION_THREAD_BUCKETS];
	/* time in ns of the last record in the file; set by rep_session_tasks() */
	uint64_t last_time;
	/*
	 * some record in the file has a lower time than the record before it, or has no time; set
	 * by rep_session_tasks()
	 */
	bool unsorted;
	/* total size in bytes of the AUX data of AUXTRACE records; set by rep_session_tasks() */
	uint64_t aux_size;
	uint32_t aux_type; /* type of the AUX data, from the AUXTRACE_INFO record; 0: none */
	int status;	   /* exit status of the command so far, enum rep_exit */
	atomic_int err;	   /* negative errno that session_set_err() has stored; 0: no error */
	int open_err;	   /* PDATA_E_ code if the recording could not be opened; otherwise 0 */
	/*
	 * The command answers from the header only, so damage in the data section is reported, but
	 * does not change the exit status.
	 */
	bool header_only;
	bool warned_stacks;    /* unwind_warn() has printed its line */
	uint32_t bad_features; /* number of header features that could not be read */
	uint64_t bad_bits[PDATA_NR_FEATURES / 64]; /* bitmap of these features */
	/* error of the first header feature that could not be read; valid if @bad_features > 0 */
	struct pdata_error feature_error;
	/*
	 * Copy of pdata_reader_damage() after the earlier pass over the data that found the most
	 * damage. pdata_reader_rewind() resets the reader's number of damaged places.
	 */
	struct pdata_damage earlier_damage;
	/*
	 * rep_session_tasks() sets @kernel_text and @kernel_ref from the map record of the kernel,
	 * which names a reference symbol of the kernel.
	 */
	uint64_t kernel_text; /* run-time address of the reference symbol; 0: not recorded */
	char kernel_ref[16];  /* name of the reference symbol: "_text" or "_stext" */
	/*
	 * options with which the thread that loads kernel symbols early will be started, set by
	 * rep_session_prefetch_kernel(); NULL: no thread has to be started, or the thread was
	 * started already
	 */
	const struct rep_input *ahead_in;
	/*
	 * handle of the thread that loads kernel symbols early, until rep_session_symbols() passes
	 * it to @syms; NULL: there is no such thread
	 */
	struct kernel_prefetch *ahead;
	uint64_t size; /* size in bytes of the recording's file; 0: not known */
	/* the header announces the feature BUILD_ID; build ids may be in records, too */
	bool header_has_build_ids;
	/*
	 * the data that pdata has appended to the recording (trailer), opened by session_bundle();
	 * NULL: none, or not opened
	 */
	struct pdata_trailer *trailer;
	const struct pdata_symbols *bundle; /* symbols that @trailer contains; NULL: none */
	bool bundle_asked;		    /* session_bundle() was called */
	struct progress_receiver progress;  /* receives progress reports, see struct rep_input */
	/* descriptor of a temporary copy of an input that can be read only once; -1: no copy */
	int copy_fd;
	struct pdata_tracepoints *tracing; /* result of rep_session_tracing(); NULL: not called */
	/* names that rep_event_name() has made for events, indexed by pdata_event.index */
	char **names;
	uint32_t nr_names;
};

/*
 * Set up the session @s and open the recording that @in names. An input that cannot be read twice,
 * such as a pipe at standard input, is copied to a temporary file. Return: REP_OK: the caller
 * closes @s with rep_session_close(). REP_FAIL: the function has printed an error message and
 * closed @s.
 */
int rep_session_open(struct rep_session *s, const struct rep_input *in);

/*
 * Make rep_session_tasks() start a thread that loads the kernel's symbols as soon as the map record
 * of the kernel is read. A command that needs symbols calls this function before
 * rep_session_tasks(). The function does nothing if a thread would save no time, if the recording
 * is not a plain file, or if the kernel's symbols may come from a source that the thread does not
 * read. These sources are the symbols that pdata has appended to the recording, --kallsyms,
 * --vmlinux and debuginfod servers.
 */
void rep_session_prefetch_kernel(struct rep_session *s, const struct rep_input *in);

/*
 * Read all records once, fill @s->tasks with threads, maps and build ids, and call
 * pdata_tasks_seal(). If @s->sample_cache has kept the fixed fields of all samples, the reader
 * stays at the end of the recording, because the command need not read the records again.
 * Otherwise call rep_session_reread(), which frees the cache and rewinds the reader. If the reader
 * returns an error other than exhausted memory, the function only changes @s->status and returns
 * REP_OK. Return: REP_OK; REP_FAIL if memory is exhausted or the reader cannot be rewound.
 */
int rep_session_tasks(struct rep_session *s);

/*
 * Return true if probably most samples have addresses or call chains that no other sample of their
 * thread has, as in a recording of many short threads. The records counted so far decide.
 */
bool session_samples_distinct(const struct rep_session *s);

/*
 * If the recording has AUX data, which pdata does not decode, print a line about it on stderr. The
 * command calls this function after rep_session_tasks().
 */
void rep_session_warn_aux(const struct rep_session *s);

/*
 * Free the sample cache (fixed fields of samples) and rewind the reader, for a command that has to
 * read the records again. The function keeps the damage that this pass has found;
 * pdata_reader_rewind() alone does not. Return: REP_OK; REP_FAIL if the reader cannot be rewound.
 */
int rep_session_reread(struct rep_session *s);
/*
 * Return the damage of this pass over the data, or of a pass before it that found more: a command
 * may read only a part of the data, or nothing, after it has read the tasks. The result is valid
 * until the next call of a function that reads records.
 */
const struct pdata_damage *rep_session_damage(const struct rep_session *s);

/*
 * Return 0 if no error has made the output of the command incomplete; otherwise the negative errno
 * of the first such error, which is -ENOMEM. A command must check this result before it prints or
 * stores its output. If the result is not 0, rep_session_close() prints the error as one line and
 * returns REP_FAIL.
 */
int session_err(const struct rep_session *s);

/*
 * Make the negative errno @err the error that session_err() returns, unless an earlier error is
 * set. Functions that use the session call this function for their own errors. If @err is 0,
 * nothing changes.
 */
void session_set_err(struct rep_session *s, int err);

/*
 * Handle an error that pdata_reader_next() has returned: print it, and change @s->status from
 * REP_OK to REP_PART, because the output of the command is incomplete. If memory was exhausted,
 * print nothing, but make session_err() return -ENOMEM.
 */
void rep_session_failed(struct rep_session *s);

/*
 * Count the header feature @bit, which the command needs, and which could not be read because of
 * the error @err; rep_session_close() prints the count. A feature is counted once. Change
 * @s->status from REP_OK to REP_PART. If @err says that memory is exhausted, do not count the
 * feature, but make session_err() return -ENOMEM.
 */
void rep_session_bad_feature(struct rep_session *s, uint32_t bit, const struct pdata_error *err);

/*
 * Call pdata_reader_feature() for the header feature @bit, without a struct pdata_error for
 * details, and return the result. If memory is exhausted, also make session_err() return -ENOMEM.
 */
int session_feature(struct rep_session *s, uint32_t bit, const struct pdata_feature **f);

/*
 * Return the build id of the recorded kernel, and set *@size to its size in bytes; NULL, with
 * *@size 0, if the build id was not recorded. The command calls this function after
 * rep_session_tasks().
 */
const uint8_t *rep_session_kernel_id(struct rep_session *s, uint32_t *size);

/*
 * Create @s->syms, with which the command finds the symbols of addresses in the files that the
 * options @in name; no symbols are loaded yet. The command calls this function after
 * rep_session_tasks(). Return: REP_OK; REP_FAIL if a file that an option names cannot be read (the
 * function has printed an error message), or if memory is exhausted.
 */
int rep_session_symbols(struct rep_session *s, const struct rep_input *in);

/*
 * If session_err() returns an error, print it; otherwise print one line that summarizes what could
 * not be read of the recording, if anything. Then free the contents of @s. Return: the exit status
 * of the command, enum rep_exit.
 */
int rep_session_close(struct rep_session *s);

/*
 * Print one line that summarizes what could not be read of the recording until now, and one line
 * for each notice of the reader. rep_session_close() prints the same lines; this function is for a
 * command whose session stays open.
 */
void rep_session_say_damage(struct rep_session *s);

/*
 * Return the tracepoints that the header feature TRACING_DATA describes; the first call reads
 * them. If the feature is damaged, the result has only the tracepoints that could be read
 * completely, and the exit status will be REP_PART or REP_FAIL. Return: NULL if the recording has
 * no tracing data, or if memory is exhausted: in the latter case, session_err() returns -ENOMEM.
 */
struct pdata_tracepoints *rep_session_tracing(struct rep_session *s);
