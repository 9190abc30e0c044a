/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --threads: groups of cpus, each with a thread that empties their rings into files of their own.
 * The main thread keeps signals, commands and the file that says what all this is.
 */
#include "ring/ring_threads.h"
#include "base/output_opts.h"
#include "base/recorder.h"
#include "file/output_stream.h"
#include "kernel/perf_syscall.h"
#include "kernel/topology.h"
#include "options/ring_opts.h"
#include "ring/drain.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define EV_CALL UINT32_MAX /* epoll's data of the descriptor that wakes a lane; others are rings */

enum call { CALL_NONE, CALL_DUMP, CALL_STOP };

struct rec_thread {
	struct rec *r;
	struct rec_drain d;
	pthread_t thread;
	bool running;
	const int *cpus; /* where it runs; NULL: anywhere */
	uint32_t nr_cpus;
	uint32_t *rings, nr_rings;
	struct rec_writer_thread *worker;
	int wake;		     /* eventfd: something is wanted */
	uint32_t call, live, failed; /* atomic; call: enum call, back to none when it was done */
};

/* ---- who belongs together ---- */

static bool contains(const int *cpus, uint32_t nr, int cpu)
{
	for (uint32_t i = 0; i < nr; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

static struct rec_thread *add_lane(struct rec *r, const int *cpus, uint32_t nr)
{
	uint32_t at = r->nr_lanes;

	r->lanes = rec_push(&r->arena, r->lanes, &r->nr_lanes, sizeof(*r->lanes));
	r->lanes[at] = (struct rec_thread){ .r = r, .cpus = cpus, .nr_cpus = nr, .wake = -1 };
	return &r->lanes[at];
}

/* Rings of these cpus that no lane has yet; @cpus NULL: all such rings. */
static void take_rings(struct rec *r, struct rec_thread *lane, const int *cpus, uint32_t nr)
{
	for (uint32_t i = 0; i < r->nr_rings; i++) {
		struct rec_ring *ring = &r->rings[i];
		uint32_t at = lane->nr_rings;

		if (!ring->nr_fds || ring->has_lane || (cpus && !contains(cpus, nr, ring->cpu)))
			continue;
		ring->has_lane = true;
		lane->rings =
			rec_push(&r->arena, lane->rings, &lane->nr_rings, sizeof(*lane->rings));
		lane->rings[at] = i;
	}
}

/* "0-1/0-1:2-3/2": cpus whose rings a thread empties, and cpus it runs on. */
static int plan_masks(struct rec *r, const char *text)
{
	while (*text) {
		size_t len = strcspn(text, ":"), rings = strcspn(text, "/:");
		const char *word = rec_strndup(&r->arena, text, rings);
		int *of, *on;
		uint32_t nr_of, nr_on;

		if (rings >= len || rec_parse_cpu_list(&r->arena, word, &of, &nr_of))
			return rec_error("--threads=%s: not cpu, core, package, numa, nor "
					 "CPUS/CPUS[:CPUS/CPUS ...]",
					 r->o.ring->threads);
		word = rec_strndup(&r->arena, text + rings + 1, len - rings - 1);
		if (rec_parse_cpu_list(&r->arena, word, &on, &nr_on))
			return rec_error("--threads=%s: '%s' is not a list of cpus",
					 r->o.ring->threads, word);
		struct rec_thread *lane = add_lane(r, on, nr_on);

		take_rings(r, lane, of, nr_of);
		if (!lane->nr_rings)
			return rec_error("--threads=%s: cpus %.*s are not recorded, or in two "
					 "groups",
					 r->o.ring->threads, (int)rings, text);
		text += len + (text[len] == ':');
	}
	return 0;
}

static void plan_topology(struct rec *r, enum rec_cpu_group kind)
{
	for (uint32_t i = 0; i < r->nr_rings; i++) {
		const struct rec_ring *ring = &r->rings[i];
		int *cpus;
		uint32_t nr;

		if (!ring->nr_fds || ring->has_lane)
			continue;
		rec_host_cpus_in_group(&r->arena, ring->cpu, kind, &cpus, &nr);
		take_rings(r, add_lane(r, cpus, nr), cpus, nr);
	}
}

int rec_threads_plan(struct rec *r)
{
	static const struct {
		const char *name;
		enum rec_cpu_group kind;
	} words[] = { { "cpu", REC_GROUP_CPU },
		      { "core", REC_GROUP_CORE },
		      { "package", REC_GROUP_PACKAGE },
		      { "numa", REC_GROUP_NODE } };
	uint32_t left = 0;

	if (!r->o.ring->threads)
		return 0;
	if (r->t.cpus[0] < 0)
		return rec_error("--threads goes by cpus, --per-thread does not");
	for (size_t i = 0; i < REC_NR(words); i++)
		if (!strcmp(r->o.ring->threads, words[i].name)) {
			plan_topology(r, words[i].kind);
			return 0;
		}
	if (plan_masks(r, r->o.ring->threads))
		return -1;
	for (uint32_t i = 0; i < r->nr_rings; i++)
		left += r->rings[i].nr_fds && !r->rings[i].has_lane;
	if (left) {
		rec_warn("--threads=%s: one more thread for the cpus that are not named",
			 r->o.ring->threads);
		take_rings(r, add_lane(r, NULL, 0), NULL, 0);
	}
	return 0;
}

/* ---- one thread ---- */

static int commit_ring_thread(struct rec_thread *lane)
{
	if (rec_drain_pass(&lane->d, true))
		return -1;
	for (uint32_t i = 0; i < lane->nr_rings; i++)
		if (rec_stream_commit(lane->r->rings[lane->rings[i]].out))
			return -1;
	rec_drain_committed(&lane->d, rec_now_ns());
	return 0;
}

/* Everything there is, into the files. */
static int empty(struct rec_thread *lane)
{
	if (rec_drain_latest(&lane->d) || commit_ring_thread(lane))
		return -1;
	for (uint32_t i = 0; i < lane->nr_rings; i++)
		if (rec_stream_wait(lane->r->rings[lane->rings[i]].out))
			return -1;
	return 0;
}

static void notify_main_thread(const struct rec_thread *lane)
{
	const uint64_t one = 1;
	ssize_t n = write(lane->r->lanes_event, &one, sizeof(one));

	(void)n; /* it cannot fail but by being full: then it is heard anyway */
}

static int wait_ring_thread(struct rec_thread *lane, int ms)
{
	struct epoll_event ev[32];
	int n = epoll_wait(lane->d.epoll, ev, REC_NR(ev), ms);
	uint64_t count;

	if (n < 0 && errno != EINTR)
		return rec_error("cannot wait for events: %s", strerror(errno));
	for (int i = 0; i < n; i++) {
		uint32_t what = ev[i].data.u32;

		if (what == EV_CALL) {
			if (read(lane->wake, &count, sizeof(count)) < 0 && errno != EAGAIN)
				return -1;
		} else if (ev[i].events & (EPOLLHUP | EPOLLERR)) {
			if (rec_drain_hung_up(&lane->d, what))
				return -1;
			__atomic_store_n(&lane->live, lane->d.live, __ATOMIC_RELEASE);
			if (!lane->d.live)
				notify_main_thread(lane);
		}
	}
	return 0;
}

static int run_ring_thread(struct rec_thread *lane)
{
	const uint64_t flush_ns = lane->r->o.ring->flush_ms * 1000000 / 2;

	for (;;) {
		uint64_t now = rec_now_ns(), due = lane->d.committed + flush_ns;
		int ms = now < due && !lane->d.busy ? (int)((due - now) / 1000000 + 1) : 0;

		if (wait_ring_thread(lane, ms))
			return -1;
		uint32_t call = __atomic_load_n(&lane->call, __ATOMIC_ACQUIRE);

		if (call == CALL_STOP)
			return empty(lane);
		if (call == CALL_DUMP) {
			if (empty(lane))
				return -1;
			/* Unless a stop has taken its place. */
			__atomic_compare_exchange_n(&lane->call, &call, CALL_NONE, false,
						    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
		}
		if (rec_drain_pass(&lane->d, false))
			return -1;
		if (rec_now_ns() >= due && commit_ring_thread(lane))
			return -1;
	}
}

static void *lane_main(void *arg)
{
	struct rec_thread *lane = arg;

	if (lane->nr_cpus)
		rec_sys_pin(lane->cpus, lane->nr_cpus);
	if (run_ring_thread(lane)) {
		__atomic_store_n(&lane->failed, 1, __ATOMIC_RELEASE);
		notify_main_thread(lane);
	}
	return NULL;
}

/* ---- all of them, from the main thread ---- */

static int start_lane(struct rec *r, struct rec_thread *lane)
{
	if (rec_drain_open(&lane->d, r, lane->rings, lane->nr_rings))
		return -1;
	lane->live = lane->d.live;
	lane->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (lane->wake < 0 || rec_drain_watch(&lane->d, lane->wake, EV_CALL))
		return rec_error("cannot start a thread: %s", strerror(errno));
	if (r->o.out->compress_level && !(lane->worker = rec_writer_thread_start()))
		return rec_error("cannot start a thread: %s", strerror(errno));
	for (uint32_t i = 0; i < lane->nr_rings; i++)
		r->rings[lane->rings[i]].out->worker = lane->worker;
	int err = pthread_create(&lane->thread, NULL, lane_main, lane);

	if (err)
		return rec_error("cannot start a thread: %s", strerror(err));
	lane->running = true;
	return 0;
}

int rec_threads_start(struct rec *r)
{
	for (uint32_t i = 0; i < r->nr_lanes; i++)
		if (start_lane(r, &r->lanes[i]))
			return -1;
	return 0;
}

int rec_threads_fd(struct rec *r)
{
	r->lanes_event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return r->lanes_event;
}

int rec_threads_handle_event(struct rec *r)
{
	uint64_t count;

	if (read(r->lanes_event, &count, sizeof(count)) < 0 && errno != EAGAIN)
		return -1;
	for (uint32_t i = 0; i < r->nr_lanes; i++)
		if (__atomic_load_n(&r->lanes[i].failed, __ATOMIC_ACQUIRE))
			return -1; /* it has said why */
	return 0;
}

bool rec_threads_live(const struct rec *r)
{
	for (uint32_t i = 0; i < r->nr_lanes; i++)
		if (__atomic_load_n(&r->lanes[i].live, __ATOMIC_ACQUIRE))
			return true;
	return false;
}

void rec_threads_sum(const struct rec *r, struct rec_drain *sum)
{
	for (uint32_t i = 0; i < r->nr_lanes; i++)
		rec_drain_add(sum, &r->lanes[i].d);
}

static void call_lane(struct rec_thread *lane, enum call what)
{
	const uint64_t one = 1;

	__atomic_store_n(&lane->call, (uint32_t)what, __ATOMIC_RELEASE);
	if (write(lane->wake, &one, sizeof(one)) < 0)
		rec_note("a thread is told late: %s", strerror(errno));
}

int rec_threads_dump(struct rec *r)
{
	for (uint32_t i = 0; i < r->nr_lanes; i++)
		call_lane(&r->lanes[i], CALL_DUMP);
	return 0;
}

int rec_threads_stop(struct rec *r)
{
	int err = 0;

	for (uint32_t i = 0; i < r->nr_lanes; i++)
		if (r->lanes[i].running)
			call_lane(&r->lanes[i], CALL_STOP);
	for (uint32_t i = 0; i < r->nr_lanes; i++) {
		struct rec_thread *lane = &r->lanes[i];

		if (lane->running)
			pthread_join(lane->thread, NULL);
		lane->running = false;
		if (lane->failed)
			err = -1;
		rec_writer_thread_stop(lane->worker);
		lane->worker = NULL;
		rec_drain_close(&lane->d);
		if (lane->wake >= 0)
			close(lane->wake);
		lane->wake = -1;
		for (uint32_t k = 0; k < lane->nr_rings; k++)
			r->rings[lane->rings[k]].out->worker = NULL;
	}
	return err;
}
