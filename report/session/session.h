/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* An input file of a command: its reader, its processes and maps, its symbols, its exit status. */

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
	const char *path;    /* -i; NULL: "perf.data" */
	const char *operand; /* of the command, which some take for the file; NULL: none */
	bool force;	     /* -f: perf maps and jitdumps of any user */
	struct rep_list symfs;
	const char *kallsyms;
	const char *vmlinux;
	const char *modules;
	const char *debuginfod; /* URLs; "": those of the environment */
	bool inline_frames;	/* the default; --no-inline */
	bool inline_all;	/* not only where perf has them */
	bool lines;		/* of inlined functions' sources */
	bool no_demangle, demangle_kernel, ignore_vmlinux;
	struct progress_receiver progress; /* is told how far reading is; zeros: nobody */
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
 * The operand at argv[first], where there is one and no -i, is the input of a command that takes
 * nothing else. Return: 0, or REP_FAIL after one line about an operand too many.
 */
int rep_input_operand(struct rep_input *in, const char *command, int argc, char **argv, int first);

/* As that, of a command whose operand is the function to show: it is in in->operand then. */
int rep_function_operand(struct rep_input *in, const char *command, int argc, char **argv,
			 int first);

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
	uint64_t aux_size; /* with them: bytes of AUX data in AUXTRACE records */
	uint32_t aux_type; /* what AUXTRACE_INFO says of it, 0: nothing */
	int status;	   /* enum rep_exit so far */
	int err;	   /* see session_err() */
	bool header_only;  /* the command answers from the header: damaged data is said, no more */
	uint32_t bad_features;		  /* header features that could not be read */
	struct pdata_error feature_error; /* of the first of them */
	/* The kernel map's reference symbol, after rep_session_tasks(): "_text" or "_stext". */
	uint64_t kernel_text; /* its address, 0 when not recorded */
	char kernel_ref[16];
	const struct rep_input *ahead_in;   /* see rep_session_prefetch_kernel() */
	struct kernel_prefetch *ahead;	    /* until s->syms has it */
	uint64_t size;			    /* bytes of the input, 0: not known */
	struct pdata_trailer *trailer;	    /* with the names that go with it, or NULL */
	int trailer_fd;			    /* it is read from, or -1 */
	const struct pdata_symbols *bundle; /* the names in it, or NULL */
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
 * What names the symbols is wanted after that pass: read what can be told of them before,
 * meanwhile.
 */
void rep_session_prefetch_kernel(struct rep_session *s, const struct rep_input *in);

/*
 * Side-band pass: read all records once, fill tasks with build ids, seal, rewind; with heads there
 * is no need to.
 */
int rep_session_tasks(struct rep_session *s);

/* After it: a line on stderr where there is AUX data, which nothing here decodes. */
void rep_session_warn_aux(const struct rep_session *s);

/* Drop the heads and rewind: the records themselves are needed. */
int rep_session_reread(struct rep_session *s);

/*
 * The first error because of which there is no whole answer: 0, or a negative errno (-ENOMEM). A
 * command asks before it prints or stores its answer; rep_session_close() says it in one line and
 * returns REP_FAIL.
 */
int session_err(const struct rep_session *s);

/* Keep such an error of a part of the command that the session does not know; 0: there is none. */
void session_set_err(struct rep_session *s, int err);

/*
 * pdata_reader_next() returned an error: say it, and note that the answer is in part. Memory that
 * was exhausted is an error of the session.
 */
void rep_session_failed(struct rep_session *s);

/* A header feature could not be read: note it for the line of rep_session_close(). */
void rep_session_bad_feature(struct rep_session *s, const struct pdata_error *err);

/*
 * As pdata_reader_feature(), without a place of the error; that memory was exhausted is kept, too:
 * see session_err().
 */
int session_feature(struct rep_session *s, uint32_t bit, const struct pdata_feature **f);

/* The recorded kernel's build id and its bytes, or NULL. After rep_session_tasks(). */
const uint8_t *rep_session_kernel_id(struct rep_session *s, uint32_t *size);

/* Make the symbol sources known; nothing is loaded yet. After rep_session_tasks(). */
int rep_session_symbols(struct rep_session *s, const struct rep_input *in);

/* Say in one line what could not be read, free all, and return the exit status. */
int rep_session_close(struct rep_session *s);

/*
 * The tracepoints of the file, of damaged data those that are whole; NULL without, and when memory
 * is exhausted, which is an error of the session. Built once.
 */
struct pdata_tracepoints *rep_session_tracing(struct rep_session *s);

/*
 * The file itself, or the first one of a directory: it has the trailer. Return: a descriptor, the
 * caller's, or -1.
 */
int session_open_first(const struct rep_session *s);
