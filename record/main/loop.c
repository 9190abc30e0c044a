/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The recorder's main loop: drains the rings, handles signals, control commands and time limits,
 * and commits the output until recording ends.
 */
#include "main/loop.h"
#include "base/output_opts.h"
#include "base/recorder.h"
#include "event/count_opts.h"
#include "file/sink.h"
#include "main/status.h"
#include "main/switch_output.h"
#include "main/workload_cmd.h"
#include "options/ring_opts.h"
#include "options/run_opts.h"
#include "ring/drain.h"
#include "ring/offcpu.h"
#include "ring/open_events.h"
#include "ring/ring_threads.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* epoll's data for descriptors that do not belong to rings; other values are ring indices. */
#define EV_SIGNAL UINT32_MAX
#define EV_EXEC (UINT32_MAX - 1)
#define EV_CONTROL (UINT32_MAX - 2)
#define EV_RING_THREADS (UINT32_MAX - 3)
#define EV_TRIGGERS 0x80000000u /* plus the index of the trigger */

/*
 * FINISHED_ROUND is written after this many bytes. It lets readers sort the records before it.
 * Sorting some hundred kilobytes costs readers no more than sorting a few, but a mark after each
 * small pass would be a good part of a recording with few samples.
 */
#define MARK_BYTES 262144u
#define COMMIT_BYTES 16777216u /* commit after this many bytes, even before --flush asks for it */
#define STATUS_NS 1000000000u

struct loop {
	struct rec *r;
	struct rec_drain d; /* all rings; no ring if ring threads drain them */
	int signals;
	uint64_t committed_bytes;
	bool dump;	    /* write what overwrite rings keep, or switch to the next file */
	bool done;	    /* end the recording: by request, or the command has ended */
	uint64_t flush_ns;  /* longest time between two commits */
	uint64_t end_at;    /* time at which --duration ends the recording; 0: no limit */
	uint64_t start;	    /* time at which the recording started */
	uint32_t toggled;   /* how many of -D's times are over */
	uint64_t status_at; /* time of the next status line; 0: never */
};

/*
 * Set the signals that end a recording or its file. SIGINT is one of them even if it is ignored, as
 * shells do for background jobs.
 */
static void ours(sigset_t *set, const struct rec_opts *o)
{
	struct sigaction hup;

	sigemptyset(set);
	if (rec_switch_takes_signal(o))
		sigaddset(set, SIGUSR2);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGCHLD);
	if (sigaction(SIGHUP, NULL, &hup) || hup.sa_handler != SIG_IGN) /* nohup(1) */
		sigaddset(set, SIGHUP);
}

/* Block these signals. They are read from a signalfd, so that none interrupts a write. */
void rec_loop_signals(struct rec *r)
{
	sigset_t set;

	ours(&set, &r->o);
	sigprocmask(SIG_BLOCK, &set, &r->old_mask);
	/* If SIGCHLD is ignored, the kernel neither sends it nor keeps the status of a child. */
	r->ignored_sigchld = signal(SIGCHLD, SIG_DFL) == SIG_IGN;
}

void rec_loop_ignore(const struct rec_opts *o)
{
	signal(SIGPIPE, SIG_IGN); /* write(2) returns an error if the pipe is closed */
	signal(SIGXFSZ, SIG_IGN); /* and if the file has reached its size limit */
	if (!rec_switch_takes_signal(o))
		signal(SIGUSR2, SIG_IGN);
}

static int setup(struct loop *l)
{
	struct rec *r = l->r;
	uint32_t *rings = rec_alloc(&r->arena, r->nr_rings * sizeof(*rings));
	sigset_t set;

	for (uint32_t i = 0; i < r->nr_rings; i++)
		rings[i] = i;
	if (rec_drain_open(&l->d, r, rings, r->nr_ring_threads ? 0 : r->nr_rings))
		return -1;
	ours(&set, &r->o);
	l->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (l->signals < 0)
		return rec_error("cannot wait for signals such as Ctrl-C (signalfd): %s",
				 strerror(errno));
	if (rec_drain_watch(&l->d, l->signals, EV_SIGNAL) ||
	    (r->control.ctl >= 0 && rec_drain_watch(&l->d, r->control.ctl, EV_CONTROL)))
		return -1;
	for (uint32_t i = 0; i < r->nr_triggers; i++)
		if (rec_drain_watch(&l->d, r->triggers[i].fds[0], EV_TRIGGERS + i))
			return -1;
	return r->nr_ring_threads ? rec_drain_watch(&l->d, r->ring_threads_event, EV_RING_THREADS)
				  : 0;
}

static void take_signals(struct loop *l)
{
	struct signalfd_siginfo si;
	struct rec *r = l->r;

	while (read(l->signals, &si, sizeof(si)) == (ssize_t)sizeof(si)) {
		if (si.ssi_signo == SIGUSR2) {
			l->dump = true;
			continue;
		}
		if (si.ssi_signo != SIGCHLD) {
			l->done = true;
			r->signal = (int)si.ssi_signo;
			continue;
		}
		if (r->child > 0 && !r->child_reaped &&
		    waitpid(r->child, &r->child_status, WNOHANG) == r->child) {
			r->child_reaped = true;
			l->done = true;
		}
	}
}

static int write_round_mark(struct loop *l)
{
	if (!l->d.unmarked)
		return 0;
	l->d.unmarked = 0;
	return rec_sink_round(l->r);
}

/*
 * Write FINISHED_ROUND unless there are overwrite rings: they are written last, although their
 * records can be older than all records before them in the file.
 */
static int mark_if_ordered(struct loop *l)
{
	return l->r->has_backward ? 0 : write_round_mark(l);
}

/* Drain the rings. FINISHED_ROUND may follow only if all of them were drained. */
static int drain(struct loop *l, bool all)
{
	if (rec_drain_pass(&l->d, all))
		return -1;
	return l->d.unmarked >= MARK_BYTES && (all || l->r->o.ring->mmap_flush < 2)
		       ? mark_if_ordered(l)
		       : 0;
}

/* Write what rings and AUX areas in overwrite mode keep. */
static int write_latest(struct loop *l)
{
	return rec_threads_dump(l->r) || rec_drain_latest(&l->d) || drain(l, true) ||
			       write_round_mark(l)
		       ? -1
		       : 0;
}

/* At SIGUSR2 or a trigger: write what is kept; with --switch-output go on with the next file. */
static int dump(struct loop *l)
{
	l->dump = false;
	if (write_latest(l))
		return -1;
	return l->r->o.out->sw.enabled ? rec_switch_next(l->r) : rec_sink_commit(l->r);
}

static int take_snapshot(void *arg)
{
	struct loop *l = arg;

	return write_latest(l) || rec_sink_commit(l->r) ? -1 : 0;
}

static int take_command(struct loop *l)
{
	struct rec_control_loop c = { .snapshot = take_snapshot, .arg = l };
	int ret = rec_control_read(l->r, &c);

	if (ret > 0)
		rec_drain_unwatch(&l->d, l->r->control.ctl);
	if (c.stop)
		l->done = l->r->enough = true;
	return ret < 0 ? ret : 0;
}

static int commit_output(struct loop *l, uint64_t now)
{
	if (drain(l, true) || mark_if_ordered(l) || rec_sink_commit(l->r))
		return -1;
	rec_drain_committed(&l->d, now);
	l->committed_bytes = rec_sink_bytes(l->r);
	return 0;
}

/* Return the time at which -D next enables or disables events; 0: never. */
static uint64_t toggle_at(const struct loop *l)
{
	const struct rec_opts *o = &l->r->o;

	return l->toggled < o->count->nr_toggles
		       ? l->start + o->count->toggles[l->toggled].ms * 1000000
		       : 0;
}

/* Enable or disable events at the times of -D; the end of its last range ends the recording. */
static int toggle(struct loop *l, uint64_t now)
{
	const struct rec_count_opts *o = l->r->o.count;

	while (toggle_at(l) && now >= toggle_at(l)) {
		const bool on = o->toggles[l->toggled++].on;

		if (rec_enable_samples(l->r, on))
			return -1;
		if (!on && l->toggled == o->nr_toggles)
			l->done = l->r->enough = true;
	}
	return 0;
}

static void print_status_if_due(struct loop *l, uint64_t now)
{
	if (!l->status_at || now < l->status_at)
		return;
	rec_print_status(l->r);
	l->status_at = now + STATUS_NS;
}

/* Return the milliseconds until the next thing to do is due. */
static int timeout(const struct loop *l, uint64_t now)
{
	const uint64_t times[] = { rec_switch_at(l->r), l->end_at, toggle_at(l), l->status_at };
	uint64_t due = l->d.committed + l->flush_ns;

	for (size_t i = 0; i < REC_NR(times); i++)
		if (times[i] && times[i] < due)
			due = times[i];
	return due > now && !l->d.busy ? (int)((due - now) / 1000000 + 1) : 0;
}

static void take_trigger(struct loop *l, uint32_t index, uint32_t events)
{
	if (rec_trigger_fired(l->r, index))
		l->dump = true;
	if (events & (EPOLLHUP | EPOLLERR)) /* the task of the trigger has ended */
		rec_drain_unwatch(&l->d, l->r->triggers[index].fds[0]);
}

static int take_exec(struct loop *l)
{
	/* close(2) does not remove a descriptor from epoll if another process has it open, too. */
	rec_drain_unwatch(&l->d, l->r->child_err);
	return rec_workload_started(l->r);
}

static int wait_loop_once(struct loop *l)
{
	struct epoll_event ev[64];
	int n = epoll_wait(l->d.epoll, ev, REC_NR(ev), timeout(l, rec_now_ns()));

	if (n < 0 && errno != EINTR)
		return rec_error("the recording ends, because the recorder cannot wait for data in "
				 "the ring buffers (epoll_wait): %s",
				 strerror(errno));
	for (int i = 0; i < n; i++) {
		uint32_t what = ev[i].data.u32;
		int err = 0;

		if (what == EV_SIGNAL)
			take_signals(l);
		else if (what == EV_EXEC)
			err = take_exec(l);
		else if (what == EV_CONTROL)
			err = take_command(l);
		else if (what == EV_RING_THREADS)
			err = rec_threads_handle_event(l->r);
		else if (what >= EV_TRIGGERS)
			take_trigger(l, what - EV_TRIGGERS, ev[i].events);
		else if (ev[i].events & (EPOLLHUP | EPOLLERR))
			err = rec_drain_hung_up(&l->d, what);
		if (err)
			return err;
	}
	return 0;
}

/* Whether the recording has the size of --max-size; if so, say that it ends. */
static bool has_max_size(const struct rec *r)
{
	const uint64_t max = r->o.run->max_size, size = rec_sink_total(r);

	if (!max || size < max)
		return false;
	rec_warn("--max-size: the recording has %llu KiB and ends%s",
		 (unsigned long long)size >> 10,
		 r->t.workload && !r->child_reaped ? ", and the command is ended, too" : "");
	return true;
}

static int loop_step(struct loop *l)
{
	if (wait_loop_once(l) || drain(l, false))
		return -1;
	if (!l->d.busy)
		rec_sink_idle(l->r);
	uint64_t now = rec_now_ns();

	if (toggle(l, now))
		return -1;
	print_status_if_due(l, now);
	if (!l->done && ((l->end_at && now >= l->end_at) || has_max_size(l->r)))
		l->done = l->r->enough = true;
	if (!l->done && (l->dump || rec_switch_due(l->r, now)) && dump(l))
		return -1;
	/* flush_ns is half of --flush, so that a late wake-up does not exceed --flush. */
	if ((now >= l->d.committed + l->flush_ns ||
	     rec_sink_bytes(l->r) - l->committed_bytes > COMMIT_BYTES) &&
	    commit_output(l, now))
		return -1;
	return 0;
}

static int run_loop(struct loop *l)
{
	struct rec *r = l->r;

	/* enable_on_exec starts the events of a command, but not the programs of --off-cpu. */
	if (r->t.command_only && !r->o.count->delay_ms)
		rec_offcpu_switch(r, true);
	/* Start the command last, because rings fill fastest in its first moments. */
	if (r->t.workload &&
	    (rec_drain_watch(&l->d, r->child_err, EV_EXEC) || rec_workload_start(r)))
		return -1;
	l->start = l->d.committed = rec_now_ns();
	l->flush_ns = r->o.ring->flush_ms * 1000000 / 2;
	if (r->o.run->duration_ms)
		l->end_at = l->start + r->o.run->duration_ms * 1000000;
	if (r->o.run->status)
		l->status_at = l->start + STATUS_NS;
	/*
	 * The recording ends with the command, even if children of the command go on. It does not
	 * end before the command: the kernel removes the events of a command that gains privileges.
	 */
	while (!l->done && (l->d.live || rec_threads_live(r) || (r->child > 0 && !r->child_reaped)))
		if (loop_step(l))
			return -1;
	if (r->child_err >= 0 && r->t.workload && rec_workload_started(r))
		return -1;
	if (!r->t.command_only)
		rec_enable_all(r, false);
	return rec_threads_stop(r) || rec_drain_latest(&l->d) || drain(l, true)
		       ? -1
		       : write_round_mark(l);
}

int rec_loop(struct rec *r)
{
	struct loop l = { .r = r, .d = { .epoll = -1 }, .signals = -1 };
	int err = setup(&l);

	if (!err)
		err = run_loop(&l);
	rec_drain_add(&r->done, &l.d);
	rec_threads_sum(r, &r->done);
	rec_drain_close(&l.d);
	if (l.signals >= 0)
		close(l.signals);
	return err;
}
