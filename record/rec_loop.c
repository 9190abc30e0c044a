/* SPDX-License-Identifier: BSD-2-Clause */
#include "rec.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* epoll's data for descriptors that are no ring's; others are ring numbers */
#define EV_SIGNAL UINT32_MAX
#define EV_EXEC (UINT32_MAX - 1)
#define EV_CONTROL (UINT32_MAX - 2)

/*
 * A round mark lets readers sort what came before it. They sort a few hundred kilobytes as easily as
 * a few; marks after every small pass would be a good part of a quiet recording.
 */
#define MARK_BYTES 262144u
#define SMALL_RING 65536u /* bytes; a ring that one burst fills */

struct loop {
	struct rec *r;
	uint64_t unmarked; /* bytes since the last round mark */
	bool busy;	   /* rings fill so fast that waiting for them would be late */
	int epoll, signals;
	uint32_t live;	    /* rings with a descriptor that can still deliver */
	bool dump;	    /* asked for what the rings keep, or for the next file */
	bool done;	    /* asked to end, or the command has ended */
	uint64_t flush_ns;  /* between two commits, at most */
	uint64_t committed; /* when */
	uint64_t end_at;    /* --duration; 0: nothing ends it */
	uint64_t enable_at; /* -D: when to switch the events on; 0: they are */
};

/* What ends a recording, or its file. An interrupt does even where a shell has its background ignore it. */
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

/* These signals are read from a descriptor: nothing interrupts a write. */
void rec_loop_signals(const struct rec_opts *o)
{
	sigset_t set;

	ours(&set, o);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

void rec_loop_ignore(const struct rec_opts *o)
{
	signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of write */
	signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow */
	if (!rec_switch_takes_signal(o))
		signal(SIGUSR2, SIG_IGN);
}

/* A ring that keeps the latest is read when asked for: its end is all that is waited for. */
static int add_fd(struct loop *l, int fd, uint32_t data)
{
	bool backward = data < l->r->nr_rings && l->r->rings[data].backward;
	struct epoll_event e = { .events = backward ? 0 : EPOLLIN, .data.u32 = data };

	if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, fd, &e))
		return rec_error("cannot wait for events: %s", strerror(errno));
	return 0;
}

static int setup(struct loop *l)
{
	sigset_t set;

	ours(&set, &l->r->o);
	l->epoll = epoll_create1(EPOLL_CLOEXEC);
	l->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (l->epoll < 0 || l->signals < 0)
		return rec_error("cannot wait for events: %s", strerror(errno));
	if (add_fd(l, l->signals, EV_SIGNAL) ||
	    (l->r->control.ctl >= 0 && add_fd(l, l->r->control.ctl, EV_CONTROL)))
		return -1;
	for (uint32_t i = 0; i < l->r->nr_rings; i++) {
		struct rec_ring *ring = &l->r->rings[i];

		if (!ring->nr_fds)
			continue;
		if (add_fd(l, ring->fds[0], i))
			return -1;
		l->live++;
	}
	return 0;
}

/*
 * Every event of a ring wakes all of them, so one descriptor is watched. When its own task has
 * ended it would report that for ever: another one takes over, and when none is left the ring
 * has nothing more to come.
 */
static int hung_up(struct loop *l, uint32_t index)
{
	struct rec_ring *ring = &l->r->rings[index];

	epoll_ctl(l->epoll, EPOLL_CTL_DEL, ring->fds[ring->polled], NULL);
	if (++ring->polled == ring->nr_fds) {
		l->live--;
		return 0;
	}
	return add_fd(l, ring->fds[ring->polled], index);
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

static int take_command(struct loop *l)
{
	bool stop = false;
	int ret = rec_control_read(l->r, &stop);

	if (ret > 0)
		epoll_ctl(l->epoll, EPOLL_CTL_DEL, l->r->control.ctl, NULL);
	if (stop)
		l->done = l->r->enough = true;
	return ret < 0 ? ret : 0;
}

static int mark(struct loop *l)
{
	if (!l->unmarked)
		return 0;
	l->unmarked = 0;
	return rec_sink_round(l->r);
}

/* What backward rings hold is older than all that comes before it in the file: no mark until then. */
static int mark_if_ordered(struct loop *l)
{
	return l->r->has_backward ? 0 : mark(l);
}

static int pause_backward(struct rec *r, bool on)
{
	for (uint32_t i = 0; i < r->nr_rings; i++)
		if (r->rings[i].page && r->rings[i].backward &&
		    rec_sys_pause(r->rings[i].fds[0], on))
			return rec_error("a ring cannot be %s: %s", on ? "paused" : "resumed",
					 strerror(errno));
	return 0;
}

/* What the backward rings hold since the last time. All stand still at one moment, and shortly. */
static int drain_backward(struct loop *l)
{
	struct rec *r = l->r;

	if (!r->has_backward)
		return 0;
	if (pause_backward(r, true))
		return -1;
	for (uint32_t i = 0; i < r->nr_rings; i++) {
		struct pdata_span spans[2];
		uint64_t head;

		if (!r->rings[i].page || !r->rings[i].backward)
			continue;
		uint32_t nr = rec_ring_latest(&r->rings[i], spans, &head);

		if (nr && rec_sink_spans(r, spans, nr))
			return -1;
		l->unmarked += nr;
		rec_ring_consume(&r->rings[i], head);
	}
	return pause_backward(r, false);
}

/* One pass over all rings that are emptied as they fill. */
static int drain(struct loop *l)
{
	struct rec *r = l->r;
	bool any = false;

	l->busy = false;
	for (uint32_t i = 0; i < r->nr_rings; i++) {
		struct pdata_span spans[2];
		uint64_t head;

		if (!r->rings[i].page || r->rings[i].backward)
			continue;
		uint32_t nr = rec_ring_spans(&r->rings[i], spans, &head);

		if (!nr)
			continue;
		if (!any)
			rec_sink_pass(r);
		any = true;
		if (rec_sink_spans(r, spans, nr))
			return -1;
		uint64_t bytes = head - r->rings[i].tail, size = r->rings[i].size;

		rec_ring_consume(&r->rings[i], head);
		l->unmarked += bytes;
		l->busy |= bytes > size / 4 * 3 || size <= SMALL_RING;
	}
	return l->unmarked >= MARK_BYTES ? mark_if_ordered(l) : 0;
}

/* What the rings keep goes to the file, and that ends if files are to be switched. */
static int dump(struct loop *l)
{
	l->dump = false;
	if (drain_backward(l) || drain(l) || mark(l))
		return -1;
	return l->r->o.sw.enabled ? rec_switch_next(l->r) : rec_sink_commit(l->r);
}

static int commit(struct loop *l, uint64_t now)
{
	l->committed = now;
	return mark_if_ordered(l) ? -1 : rec_sink_commit(l->r);
}

/* Milliseconds until something is due. */
static int timeout(const struct loop *l, uint64_t now)
{
	uint64_t due = l->committed + l->flush_ns, next = rec_switch_at(l->r);

	if (l->enable_at && l->enable_at < due)
		due = l->enable_at;
	if (next && next < due)
		due = next;
	if (l->end_at && l->end_at < due)
		due = l->end_at;
	return due > now && !l->busy ? (int)((due - now) / 1000000 + 1) : 0;
}

static int wait_once(struct loop *l)
{
	struct epoll_event ev[64];
	int n = epoll_wait(l->epoll, ev, REC_NR(ev), timeout(l, rec_now_ns()));

	if (n < 0 && errno != EINTR)
		return rec_error("cannot wait for events: %s", strerror(errno));
	for (int i = 0; i < n; i++) {
		uint32_t what = ev[i].data.u32;
		int err = 0;

		if (what == EV_SIGNAL)
			take_signals(l);
		else if (what == EV_EXEC)
			err = rec_work_started(l->r); /* closes it: it is no longer waited for */
		else if (what == EV_CONTROL)
			err = take_command(l);
		else if (ev[i].events & (EPOLLHUP | EPOLLERR))
			err = hung_up(l, what);
		if (err)
			return err;
	}
	return 0;
}

static int step(struct loop *l)
{
	if (wait_once(l) || drain(l))
		return -1;
	uint64_t now = rec_now_ns();

	if (l->enable_at && now >= l->enable_at) {
		l->enable_at = 0;
		if (rec_enable_all(l->r, true))
			return -1;
	}
	if ((l->end_at && now >= l->end_at) ||
	    (l->r->o.max_size && rec_sink_total(l->r) >= l->r->o.max_size))
		l->done = l->r->enough = true;
	if (!l->done && (l->dump || rec_switch_due(l->r, now)) && dump(l))
		return -1;
	/* Half of the time that may be lost, so that a late wake-up does not exceed it. */
	return now >= l->committed + l->flush_ns ? commit(l, now) : 0;
}

static int run(struct loop *l)
{
	struct rec *r = l->r;

	/* Last of all: a command's first moments fill rings fastest. */
	if (r->t.workload && (add_fd(l, r->child_err, EV_EXEC) || rec_work_start(r)))
		return -1;
	l->committed = rec_now_ns();
	l->flush_ns = r->o.flush_ms * 1000000 / 2;
	if (r->o.delay_ms > 0)
		l->enable_at = l->committed + (uint64_t)r->o.delay_ms * 1000000;
	if (r->o.duration_ms)
		l->end_at = l->committed + r->o.duration_ms * 1000000;
	/*
	 * A command's end is the end, although its children may go on; and it may outlive its events,
	 * which the kernel removes when it gains privileges.
	 */
	while (!l->done && (l->live || (r->child > 0 && !r->child_reaped)))
		if (step(l))
			return -1;
	if (r->child_err >= 0 && r->t.workload && rec_work_started(r))
		return -1;
	if (!r->t.workload || r->t.has_cpu)
		rec_enable_all(r, false);
	return drain_backward(l) || drain(l) ? -1 : mark(l);
}

int rec_loop(struct rec *r)
{
	struct loop l = { .r = r, .epoll = -1, .signals = -1 };
	int err = setup(&l);

	if (!err)
		err = run(&l);
	if (l.epoll >= 0)
		close(l.epoll);
	if (l.signals >= 0)
		close(l.signals);
	return err;
}
