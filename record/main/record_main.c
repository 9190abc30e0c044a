/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The main function of pdata-record: parses options, opens events, synthesises existing tasks,
 * runs the loop and finishes the file.
 */
#include "base/recorder.h"
#include "event/count_opts.h"
#include "event/events.h"
#include "kernel/cgroup.h"
#include "kernel/target_opts.h"
#include "main/file_content.h"
#include "main/loop.h"
#include "main/output_file.h"
#include "main/record_html.h"
#include "main/status.h"
#include "main/switch_output.h"
#include "main/workload_cmd.h"
#include "options/options.h"
#include "options/run_opts.h"
#include "ring/offcpu.h"
#include "ring/open_events.h"
#include "ring/ring_threads.h"
#include "synth/synth.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define DRY_RUN 256 /* differs from all exit statuses of a command */

static int prepare_recording(struct rec *r)
{
	if (rec_output_plan(r) || rec_page_check(r) || rec_targets_init(&r->t, &r->o, &r->arena) ||
	    rec_threads_check(r))
		return -1;
	if (r->o.run->control && rec_control_open(&r->control, r->o.run->control, &r->arena))
		return -1;
	if (!r->ev.nr)
		rec_events_default(&r->ev);
	if (r->o.target->cgroups_of && rec_cgroup_open(r))
		return -1;
	if (rec_attr_config(&r->o, &r->ev, &r->t))
		return -1;
	if (r->o.run->dry_run)
		return DRY_RUN;
	rec_loop_signals(r);
	if (r->t.workload && rec_workload_prepare(r))
		return -1;
	rec_loop_ignore(&r->o);
	if (r->o.run->realtime) {
		struct sched_param sp = { .sched_priority = r->o.run->realtime };

		/* Call it by number, because musl's sched_setscheduler() always fails. */
		if (syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &sp))
			return rec_error("-r %d: the real-time priority cannot be set: %s; "
					 "CAP_SYS_NICE or a higher limit (ulimit -r) allows it",
					 r->o.run->realtime, strerror(errno));
	}
	r->phase_ns[REC_PHASE_OPEN] = rec_now_ns();
	if (rec_offcpu_open(r) || rec_open_all(r))
		return -1;
	r->phase_ns[REC_PHASE_FACTS] = rec_now_ns();
	return rec_start_open(r) || rec_start_content(r) ? -1 : 0;
}

/*
 * Set the highest priority, nice -20, if that is allowed. Among many runnable tasks the rings could
 * overflow before the recorder is scheduled; the recorder needs only a small share of the time.
 */
static void go_first(const struct rec *r)
{
	if (r->o.run->realtime)
		return;
	if (setpriority(PRIO_PROCESS, 0, -20))
		rec_note("the recorder cannot raise its own priority, which needs CAP_SYS_NICE: "
			 "events may be lost if many tasks run");
}

/*
 * Start all threads of the recorder before events are enabled, so that --exclude-perf also excludes
 * what threads do when they start.
 */
static int start_threads(struct rec *r)
{
	return rec_output_start_thread(r) || rec_threads_start(r) || rec_filter_recorder(r) ? -1
											    : 0;
}

static int record(struct rec *r)
{
	go_first(r);
	if (start_threads(r))
		return -1;
	/*
	 * Events of a command start with its exec; others start here, after the records of running
	 * tasks are written.
	 */
	if (!r->t.command_only && !r->o.count->delay_ms && rec_enable_all(r, true))
		return -1;
	if (!r->t.attached && rec_synth_child(r))
		return -1;
	if (rec_start_done(r))
		return -1;
	r->file_ns = r->phase_ns[REC_PHASE_RECORD] = rec_now_ns();
	int err = rec_loop(r);

	r->phase_ns[REC_PHASE_FINISH] = rec_now_ns();
	return err;
}

static void die_of(int sig)
{
	sigset_t set;

	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
}

/*
 * As in perf, the recorder ends by the signal that ended the recording or the command; else the
 * exit status is the command's.
 */
static int last_status(const struct rec *r)
{
	if (r->signal)
		die_of(r->signal);
	if (r->child <= 0)
		return 0;
	if (r->enough) /* the recorder ended the command, which is no failure */
		return 0;
	if (WIFSIGNALED(r->child_status))
		die_of(WTERMSIG(r->child_status));
	return WEXITSTATUS(r->child_status);
}

/*
 * Open /dev/null for closed standard descriptors. Else a file of the recorder could get their
 * number, and the command would inherit it. The command inherits /dev/null, which it can read and
 * write.
 */
static void fill_fds_of_command(struct rec *r)
{
	r->no_stdout = fcntl(STDOUT_FILENO, F_GETFD) < 0;
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd)
			return;
}

int main(int argc, char **argv)
{
	struct rec r = { .child_go = -1,
			 .child_err = -1,
			 .control = { .ctl = -1, .ack = -1 },
			 .start_ns = rec_now_ns() };

	fill_fds_of_command(&r);
	r.ev.arena = &r.arena;
	int err = rec_opts_parse(&r.o, &r.ev, argc, argv), page_err;

	if (err) {
		rec_arena_free(&r.arena);
		return err > 0 ? 0 : 1;
	}
	rec_overhead_open(&r);
	err = prepare_recording(&r);
	if (!err)
		err = record(&r);
	if (err) {
		rec_threads_stop(&r);
		rec_say_failed(&r);
	}
	rec_workload_reap(&r, err || r.signal || r.enough);
	/* After a failed write nothing is added to the file; its whole records stay. */
	if (!err) {
		err = rec_start_finish(&r);
		if (err)
			rec_say_failed(&r);
		else
			err = rec_switch_end(&r);
		if (!err)
			err = rec_output_check_name(&r);
	}
	if (!err)
		rec_print_summary(&r, NULL);
	page_err = err ? 0 : rec_page_write(&r);
	rec_overhead_close(&r);
	rec_offcpu_close(&r);
	rec_close_all(&r);
	rec_output_close(&r);
	rec_output_free(&r);
	if (!err)
		err = last_status(&r);
	if (!err)
		err = page_err;
	if (err == DRY_RUN)
		err = 0;
	rec_arena_free(&r.known_files);
	rec_arena_free(&r.arena);
	return err ? (err < 0 ? 1 : err) : 0;
}
