/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The state of a recording, which all rooms of the recorder share. The data's way through them:
 *
 *   options/  command line -> struct rec_opts; who is recorded -> lists of cpus and threads
 *   event/    event text -> struct rec_event and its attr; kernel/ knows names and formats
 *   ring/     events x cpus x threads -> descriptors and rings; spans of whole records out of them
 *   synth/    records about what already runs, facts about the machine
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
	int *cpus; /* {-1}: any */
	uint32_t nr_cpus;
	pid_t *threads; /* {-1}: all */
	uint32_t nr_threads;
	bool has_cpu;	   /* -a or -C */
	bool workload;	   /* a command is started */
	bool attached;	   /* threads were named */
	bool command_only; /* the command is all that is recorded; its pid is the only thread */
};

struct rec_control {
	int ctl, ack; /* -1: none */
	size_t len;   /* bytes of a command that is not complete */
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
	uint64_t lost;	   /* records the kernel had no room for, as the file says */
	uint64_t lost_now; /* and those that it will say later */
	bool no_stdout;	   /* standard output was closed */
	pid_t child;
	int child_go;  /* writing a byte starts the command; closing ends it */
	int child_err; /* errno of a failed exec comes here */
	bool child_reaped;
	int child_status;
	int signal;	   /* that asked us to end; 0: none did */
	bool enough;	   /* --duration or --max-size ended the recording */
	sigset_t old_mask; /* of signals, as we were started */
	uint64_t start_ns;
	struct rec_arena known_files; /* whose build ids are known */
	uint32_t nr_files;	      /* finished ones */
	uint64_t file_ns;	      /* when this one began */
	const char *
		*stamped; /* names of the latest sw.max_files ones, in a circle, or of the first */
	uint32_t nr_stamped;		 /* all that had one */
	const char *last_name;		 /* what the last one ended up as */
	bool has_backward;		 /* some rings keep the latest */
	struct rec_thread *ring_threads; /* --threads */
	uint32_t nr_ring_threads;
	struct pdata_auxtrace_index_entry *aux_index; /* of data, not yet of the file */
	uint32_t nr_aux_index;
	struct rec_ring *triggers; /* of --switch-output-event */
	uint32_t nr_triggers;
	int ring_threads_event; /* eventfd: a ring thread has something to say */
	struct rec_dir *dir;
	struct rec_drain done; /* what was counted by the loop, and by ring threads that ended */
	uint64_t phase_ns[REC_PHASES]; /* when each began */
	struct rec_overhead *self;
	struct rec_offcpu *offcpu; /* NULL: without */
};
