/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Defines the state of a recording, which all source directories of the recorder share. The
 * directories, in the order of the data flow:
 *
 *   options/  command line -> struct rec_opts; targets -> lists of cpus and threads
 *   event/    event text -> struct rec_event and its attr; kernel/ knows names and formats
 *   ring/     events x cpus x threads -> descriptors and rings -> spans (whole records in a ring)
 *   synth/    records of running tasks, facts about the machine
 *   file/     records and spans -> streams: the output file, or the files of a directory
 *   main/     start, loop, end
 */

#include "base/rec_event.h"
#include "base/rec_opts.h"
#include "base/ring_state.h"
#include "base/util.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct rec_dir;
struct rec_offcpu;
struct rec_overhead;
struct rec_sink;
struct rec_thread;

struct rec_targets {
	/*
	 * CPUs on which events are opened; one element with the value -1: each event counts a
	 * thread on any CPU
	 */
	int *cpus;
	uint32_t nr_cpus;
	/*
	 * tids of the threads for which events are opened; one element with the value -1: all tasks
	 */
	pid_t *threads;
	uint32_t nr_threads;
	bool has_cpu;	   /* -a or -C: whole CPUs are recorded */
	bool workload;	   /* the recorder starts a command */
	bool attached;	   /* -p, -t or -u: existing threads are recorded */
	bool command_only; /* only the command is recorded; @threads has only its pid */
};

struct rec_control {
	/* --control: descriptors of commands (@ctl) and of replies (@ack); -1: none */
	int ctl, ack;
	int ack_error; /* errno of the failed reply that was reported last; 0: none failed */
	size_t len;    /* number of bytes in @line, the beginning of an incomplete command */
	char line[512];
};

enum rec_phase { REC_PHASE_OPEN, REC_PHASE_FACTS, REC_PHASE_RECORD, REC_PHASE_FINISH, REC_PHASES };

struct rec {
	struct rec_arena arena;
	struct rec_opts o;
	struct rec_evlist ev;
	struct rec_targets t;
	struct rec_ring *rings;
	uint32_t nr_rings;
	uint64_t ring_bytes;
	struct rec_sink *sink;
	struct rec_control control;
	/*
	 * number of samples that were lost because a ring buffer was full, and that the recorder
	 * has reported in LOST_SAMPLES records so far
	 */
	uint64_t lost;
	/*
	 * number of all lost samples at the last call of rec_count_lost(): those in @lost, and
	 * those that no LOST_SAMPLES record had reported yet
	 */
	uint64_t lost_now;
	bool no_stdout; /* standard output was closed at the start */
	pid_t child;	/* process of the command */
	/*
	 * Pipe to the process that will execute the command. Before the exec, that process waits
	 * until the recorder writes a byte to the pipe. If the recorder closes the pipe without
	 * writing a byte, that process ends.
	 */
	int child_go;
	int child_err; /* pipe from which the recorder reads the errno of a failed exec */
	bool child_reaped;
	int child_status;
	int signal; /* number of the signal that ended the recording; 0: none */
	/* --duration, --max-size, the last range of -D or the command "stop" ended the recording */
	bool enough;
	sigset_t old_mask; /* signal mask at the start of the program */
	/* SIGCHLD was ignored at the start of the program; the command inherits this */
	bool ignored_sigchld;
	uint64_t start_ns;
	struct rec_arena known_files; /* memory of the cache that has the build ids of files */
	uint32_t nr_files;	      /* --switch-output: number of finished files */
	uint64_t file_ns;	      /* rec_now_ns() at the time when the current file began */
	/*
	 * Names of finished output files; each name ends with a timestamp. With --switch-max-files,
	 * this is a circular array with the names of the latest files. Without this option, it has
	 * the names of the first files, and the names of later files are not stored.
	 */
	const char **stamped;
	/* number of files that got a name with a timestamp, also those that were removed since */
	uint32_t nr_stamped;
	const char *last_name; /* name of the last finished file, with timestamp */
	int64_t last_stamp;    /* this timestamp: hundredths of a second since the epoch */
	bool has_backward;     /* at least one ring is in overwrite mode */
	struct rec_thread *ring_threads; /* --threads: the threads that drain rings */
	uint32_t nr_ring_threads;
	/*
	 * Positions of the AUXTRACE records of the current file, for the AUXTRACE feature: offsets
	 * from the start of the data. When the file ends, the recorder converts these offsets to
	 * file offsets.
	 */
	struct pdata_auxtrace_index_entry *aux_index;
	uint32_t nr_aux_index;
	/* rings of --switch-output-event, one for each event descriptor */
	struct rec_ring *triggers;
	uint32_t nr_triggers;
	/*
	 * eventfd, which becomes readable when a ring thread has failed, or when a ring thread has
	 * no ring left that can get more data
	 */
	int ring_threads_event;
	struct rec_dir *dir;
	/*
	 * Totals for the commits (writes of all ring data to the output files) of the main loop
	 * and of all ring threads, set when the main loop ends: done.late is the number of commits
	 * that came later than --flush allows; done.longest is the longest time between two
	 * commits. Other members are not used.
	 */
	struct rec_drain done;
	/* array, indexed by enum rec_phase: rec_now_ns() when the phase began */
	uint64_t phase_ns[REC_PHASES];
	struct rec_overhead *self;
	struct rec_offcpu *offcpu; /* BPF maps of --off-cpu; NULL: option not given */
};
