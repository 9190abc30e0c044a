/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The state of a recording, which all rooms (source directories) of the recorder share. The rooms,
 * in the order of the data flow:
 *
 *   options/  command line -> struct rec_opts; targets -> lists of cpus and threads
 *   event/    event text -> struct rec_event and its attr; kernel/ knows names and formats
 *   ring/     events x cpus x threads -> descriptors and rings -> spans of whole records
 *   synth/    records of running tasks, facts about the machine
 *   file/     streams that take records and spans: the file, or a member of a directory
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
	int *cpus; /* {-1}: per thread, on any CPU */
	uint32_t nr_cpus;
	pid_t *threads; /* {-1}: all tasks */
	uint32_t nr_threads;
	bool has_cpu;	   /* -a or -C */
	bool workload;	   /* a command is started */
	bool attached;	   /* -p, -t or -u: existing threads are recorded */
	bool command_only; /* only the command is recorded; its pid is the only thread */
};

struct rec_control {
	int ctl, ack; /* descriptors; -1: none */
	size_t len;   /* bytes in line: a command that is not complete yet */
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
	uint64_t lost; /* records that the kernel dropped, by the LOST records in the file */
	/* the member lost, plus the lost records that the file does not report yet */
	uint64_t lost_now;
	bool no_stdout; /* standard output was closed */
	pid_t child;
	int child_go;  /* pipe: a byte starts the command; closing the pipe ends the child */
	int child_err; /* pipe: the child writes the errno of a failed exec */
	bool child_reaped;
	int child_status;
	int signal;	   /* the signal that ended the recording; 0: none */
	bool enough;	   /* --duration, --max-size or "stop" ended the recording */
	sigset_t old_mask; /* signal mask at the start of the program */
	uint64_t start_ns;
	struct rec_arena known_files; /* memory of the cache of build ids */
	uint32_t nr_files;	      /* finished files */
	uint64_t file_ns;	      /* time at which the current file began */
	/*
	 * Names of files with timestamps. If sw.max_files is set, a circular array of the latest
	 * names, else an array of the first names.
	 */
	const char **stamped;
	uint32_t nr_stamped;		 /* number of files that got a name with a timestamp */
	const char *last_name;		 /* name of the last finished file, with its timestamp */
	bool has_backward;		 /* some rings are in overwrite mode */
	struct rec_thread *ring_threads; /* --threads */
	uint32_t nr_ring_threads;
	/*
	 * Offsets of AUXTRACE records, counted from the start of the data. At the end of the
	 * recording they become file offsets.
	 */
	struct pdata_auxtrace_index_entry *aux_index;
	uint32_t nr_aux_index;
	struct rec_ring *triggers; /* rings of --switch-output-event */
	uint32_t nr_triggers;
	int ring_threads_event; /* eventfd: a ring thread failed, or its rings ended */
	struct rec_dir *dir;
	/* late commits of the main loop, and of the ring threads that have ended */
	struct rec_drain done;
	uint64_t phase_ns[REC_PHASES]; /* time at which each phase began */
	struct rec_overhead *self;
	struct rec_offcpu *offcpu; /* NULL without --off-cpu */
};
