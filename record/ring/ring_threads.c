/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements --threads: each thread drains the rings of a group of CPUs into files of their own.
 * The main thread handles signals and commands and writes the main file of the directory.
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

#define EV_CALL                                                                                    \
	UINT32_MAX /* epoll's data of the wake-up descriptor; other values are ring indices */

enum call { CALL_NONE, CALL_DUMP, CALL_STOP };

struct rec_thread {
	struct rec *r;
	struct rec_drain d;
	pthread_t thread;
	bool running;
	const int *cpus; /* the CPUs it runs on; NULL: any */
	uint32_t nr_cpus;
	uint32_t *rings, nr_rings;
	struct rec_writer_thread *writer_thread;
	int wake;		     /* eventfd: the main thread has set call */
	uint32_t call, live, failed; /* atomic; call: enum call, CALL_NONE again when done */
};

/* ---- assignment of rings to threads ---- */

static bool contains(const int *cpus, uint32_t nr, int cpu)
{
	for (uint32_t i = 0; i < nr; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

static struct rec_thread *add_ring_thread(struct rec *r, const int *cpus, uint32_t nr)
{
	uint32_t at = r->nr_ring_threads;

	r->ring_threads =
		rec_push(&r->arena, r->ring_threads, &r->nr_ring_threads, sizeof(*r->ring_threads));
	r->ring_threads[at] = (struct rec_thread){
		.r = r, .d = { .epoll = -1 }, .cpus = cpus, .nr_cpus = nr, .wake = -1
	};
	return &r->ring_threads[at];
}

/* Give @thread the rings of @cpus that no ring thread has yet; @cpus NULL: of all CPUs. */
static void take_rings(struct rec *r, struct rec_thread *thread, const int *cpus, uint32_t nr)
{
	for (uint32_t i = 0; i < r->nr_rings; i++) {
		struct rec_ring *ring = &r->rings[i];
		uint32_t at = thread->nr_rings;

		if (!ring->nr_fds || ring->has_thread || (cpus && !contains(cpus, nr, ring->cpu)))
			continue;
		ring->has_thread = true;
		thread->rings = rec_push(&r->arena, thread->rings, &thread->nr_rings,
					 sizeof(*thread->rings));
		thread->rings[at] = i;
	}
}

/* A group of --threads=CPUS/CPUS[:CPUS/CPUS ...]. */
struct cpu_mask {
	const char *text; /* the group and all groups that follow it */
	int len;	  /* length of the first CPUS in @text */
	int *of, *on;	  /* CPUs whose rings the thread drains; CPUs on which the thread runs */
	uint32_t nr_of, nr_on;
};

/* Parse the first group of *@text into @m, and move *@text behind it. */
static int next_mask(struct rec *r, const char **text, struct cpu_mask *m)
{
	size_t len = strcspn(*text, ":"), rings = strcspn(*text, "/:");
	const char *word = rec_strndup(&r->arena, *text, rings);

	*m = (struct cpu_mask){ .text = *text, .len = (int)rings };
	if (rings >= len || rec_parse_cpu_list(&r->arena, word, &m->of, &m->nr_of))
		return rec_error("--threads=%s: expected cpu, core, package, numa or "
				 "CPUS/CPUS[:CPUS/CPUS ...]",
				 r->o.ring->threads);
	word = rec_strndup(&r->arena, *text + rings + 1, len - rings - 1);
	if (rec_parse_cpu_list(&r->arena, word, &m->on, &m->nr_on))
		return rec_error("--threads=%s: '%s' is not a list of cpus", r->o.ring->threads,
				 word);
	*text += len + ((*text)[len] == ':');
	return 0;
}

static int no_rings_of_mask(const struct rec *r, const struct cpu_mask *m)
{
	return rec_error("--threads=%s: the cpus %.*s are not recorded, or an earlier group has "
			 "them already",
			 r->o.ring->threads, m->len, m->text);
}

/* Check that each group has a recorded CPU that no earlier group has. */
static int check_masks(struct rec *r, const char *text)
{
	bool *taken = rec_alloc(&r->arena, r->t.nr_cpus * sizeof(*taken));
	struct cpu_mask m;

	while (*text) {
		bool any = false;

		if (next_mask(r, &text, &m))
			return -1;
		for (uint32_t i = 0; i < r->t.nr_cpus; i++)
			if (!taken[i] && contains(m.of, m.nr_of, r->t.cpus[i]))
				taken[i] = any = true;
		if (!any)
			return no_rings_of_mask(r, &m);
	}
	return 0;
}

static int plan_masks(struct rec *r, const char *text)
{
	struct cpu_mask m;

	while (*text) {
		if (next_mask(r, &text, &m))
			return -1;
		struct rec_thread *thread = add_ring_thread(r, m.on, m.nr_on);

		take_rings(r, thread, m.of, m.nr_of);
		if (!thread->nr_rings)
			return no_rings_of_mask(r, &m);
	}
	return 0;
}

static void plan_topology(struct rec *r, enum rec_cpu_group kind)
{
	for (uint32_t i = 0; i < r->nr_rings; i++) {
		const struct rec_ring *ring = &r->rings[i];
		int *cpus;
		uint32_t nr;

		if (!ring->nr_fds || ring->has_thread)
			continue;
		rec_host_cpus_in_group(&r->arena, ring->cpu, kind, &cpus, &nr);
		take_rings(r, add_ring_thread(r, cpus, nr), cpus, nr);
	}
}

/* Set *@kind to the groups that @text, the value of --threads, names. Return: false: a list. */
static bool named_groups(const char *text, enum rec_cpu_group *kind)
{
	static const struct {
		const char *name;
		enum rec_cpu_group kind;
	} words[] = { { "cpu", REC_GROUP_CPU },
		      { "core", REC_GROUP_CORE },
		      { "package", REC_GROUP_PACKAGE },
		      { "numa", REC_GROUP_NODE } };

	for (size_t i = 0; i < REC_NR(words); i++)
		if (!strcmp(text, words[i].name)) {
			*kind = words[i].kind;
			return true;
		}
	return false;
}

int rec_threads_check(struct rec *r)
{
	enum rec_cpu_group kind;

	if (!r->o.ring->threads)
		return 0;
	if (r->t.cpus[0] < 0)
		return rec_error("--threads and --per-thread exclude each other");
	return named_groups(r->o.ring->threads, &kind) ? 0 : check_masks(r, r->o.ring->threads);
}

int rec_threads_plan(struct rec *r)
{
	enum rec_cpu_group kind;
	uint32_t left = 0;

	if (!r->o.ring->threads)
		return 0;
	if (named_groups(r->o.ring->threads, &kind)) {
		plan_topology(r, kind);
		return 0;
	}
	if (plan_masks(r, r->o.ring->threads))
		return -1;
	for (uint32_t i = 0; i < r->nr_rings; i++)
		left += r->rings[i].nr_fds && !r->rings[i].has_thread;
	if (left) {
		rec_warn("--threads=%s: one more thread is started, for the ring buffers of the "
			 "cpus that are not in the list",
			 r->o.ring->threads);
		take_rings(r, add_ring_thread(r, NULL, 0), NULL, 0);
	}
	return 0;
}

/* ---- one thread ---- */

static int commit_ring_thread(struct rec_thread *thread)
{
	if (rec_drain_pass(&thread->d, true))
		return -1;
	for (uint32_t i = 0; i < thread->nr_rings; i++)
		if (rec_stream_commit(thread->r->rings[thread->rings[i]].out))
			return -1;
	rec_drain_committed(&thread->d, rec_now_ns());
	return 0;
}

/* Write all data of the thread's rings to the files, and wait for the writer thread. */
static int empty(struct rec_thread *thread)
{
	if (rec_drain_latest(&thread->d) || commit_ring_thread(thread))
		return -1;
	for (uint32_t i = 0; i < thread->nr_rings; i++)
		if (rec_stream_wait(thread->r->rings[thread->rings[i]].out))
			return -1;
	return 0;
}

static void notify_main_thread(const struct rec_thread *thread)
{
	const uint64_t one = 1;
	ssize_t n = write(thread->r->ring_threads_event, &one, sizeof(one));

	(void)n; /* write(2) only fails if the counter is full, which wakes the main thread too */
}

static int wait_ring_thread(struct rec_thread *thread, int ms)
{
	struct epoll_event ev[32];
	int n = epoll_wait(thread->d.epoll, ev, REC_NR(ev), ms);
	uint64_t count;

	if (n < 0 && errno != EINTR)
		return rec_error("the recording ends, because a thread of --threads cannot wait "
				 "for data in its ring buffers (epoll_wait): %s",
				 strerror(errno));
	for (int i = 0; i < n; i++) {
		uint32_t what = ev[i].data.u32;

		if (what == EV_CALL) {
			if (read(thread->wake, &count, sizeof(count)) < 0 && errno != EAGAIN)
				return -1;
		} else if (ev[i].events & (EPOLLHUP | EPOLLERR)) {
			if (rec_drain_hung_up(&thread->d, what))
				return -1;
			__atomic_store_n(&thread->live, thread->d.live, __ATOMIC_RELEASE);
			if (!thread->d.live)
				notify_main_thread(thread);
		}
	}
	return 0;
}

static int run_ring_thread(struct rec_thread *thread)
{
	const uint64_t flush_ns = thread->r->o.ring->flush_ms * 1000000 / 2;

	for (;;) {
		uint64_t now = rec_now_ns(), due = thread->d.committed + flush_ns;
		int ms = now < due && !thread->d.busy ? (int)((due - now) / 1000000 + 1) : 0;

		if (wait_ring_thread(thread, ms))
			return -1;
		uint32_t call = __atomic_load_n(&thread->call, __ATOMIC_ACQUIRE);

		if (call == CALL_STOP)
			return empty(thread);
		if (call == CALL_DUMP) {
			if (empty(thread))
				return -1;
			/* Clear the call, unless the main thread has replaced it by CALL_STOP. */
			__atomic_compare_exchange_n(&thread->call, &call, CALL_NONE, false,
						    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
		}
		if (rec_drain_pass(&thread->d, false))
			return -1;
		if (rec_now_ns() >= due && commit_ring_thread(thread))
			return -1;
	}
}

static void *ring_thread_main(void *arg)
{
	struct rec_thread *thread = arg;

	if (thread->nr_cpus)
		rec_sys_pin(thread->cpus, thread->nr_cpus);
	if (run_ring_thread(thread)) {
		__atomic_store_n(&thread->failed, 1, __ATOMIC_RELEASE);
		notify_main_thread(thread);
	}
	return NULL;
}

/* ---- all of them, from the main thread ---- */

static int start_ring_thread(struct rec *r, struct rec_thread *thread)
{
	if (rec_drain_open(&thread->d, r, thread->rings, thread->nr_rings))
		return -1;
	thread->live = thread->d.live;
	thread->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (thread->wake < 0 || rec_drain_watch(&thread->d, thread->wake, EV_CALL))
		return rec_error("cannot start a thread that empties ring buffers (--threads): %s",
				 strerror(errno));
	if (r->o.out->compress_level && !(thread->writer_thread = rec_writer_thread_start()))
		return rec_error("cannot start a thread that empties ring buffers (--threads): %s",
				 strerror(errno));
	for (uint32_t i = 0; i < thread->nr_rings; i++)
		r->rings[thread->rings[i]].out->writer_thread = thread->writer_thread;
	int err = pthread_create(&thread->thread, NULL, ring_thread_main, thread);

	if (err)
		return rec_error("cannot start a thread that empties ring buffers (--threads): %s",
				 strerror(err));
	thread->running = true;
	return 0;
}

int rec_threads_start(struct rec *r)
{
	if (!r->nr_ring_threads)
		return 0;
	r->ring_threads_event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (r->ring_threads_event < 0)
		return rec_error("cannot start a thread that empties ring buffers (--threads): %s",
				 strerror(errno));
	for (uint32_t i = 0; i < r->nr_ring_threads; i++)
		if (start_ring_thread(r, &r->ring_threads[i]))
			return -1;
	return 0;
}

int rec_threads_handle_event(struct rec *r)
{
	uint64_t count;

	if (read(r->ring_threads_event, &count, sizeof(count)) < 0 && errno != EAGAIN)
		return -1;
	for (uint32_t i = 0; i < r->nr_ring_threads; i++)
		if (__atomic_load_n(&r->ring_threads[i].failed, __ATOMIC_ACQUIRE))
			return -1; /* the thread has printed the error */
	return 0;
}

bool rec_threads_live(const struct rec *r)
{
	for (uint32_t i = 0; i < r->nr_ring_threads; i++)
		if (__atomic_load_n(&r->ring_threads[i].live, __ATOMIC_ACQUIRE))
			return true;
	return false;
}

void rec_threads_sum(const struct rec *r, struct rec_drain *sum)
{
	for (uint32_t i = 0; i < r->nr_ring_threads; i++)
		rec_drain_add(sum, &r->ring_threads[i].d);
}

static void call_ring_thread(struct rec_thread *thread, enum call what)
{
	const uint64_t one = 1;

	__atomic_store_n(&thread->call, (uint32_t)what, __ATOMIC_RELEASE);
	if (write(thread->wake, &one, sizeof(one)) < 0)
		rec_note("cannot wake a thread that empties ring buffers (--threads): %s; the "
			 "thread sees a command, or the end of the recording, only when it next "
			 "writes to the file (--flush)",
			 strerror(errno));
}

int rec_threads_dump(struct rec *r)
{
	for (uint32_t i = 0; i < r->nr_ring_threads; i++)
		call_ring_thread(&r->ring_threads[i], CALL_DUMP);
	return 0;
}

int rec_threads_stop(struct rec *r)
{
	int err = 0;

	for (uint32_t i = 0; i < r->nr_ring_threads; i++)
		if (r->ring_threads[i].running)
			call_ring_thread(&r->ring_threads[i], CALL_STOP);
	for (uint32_t i = 0; i < r->nr_ring_threads; i++) {
		struct rec_thread *thread = &r->ring_threads[i];

		if (thread->running)
			pthread_join(thread->thread, NULL);
		thread->running = false;
		if (thread->failed)
			err = -1;
		rec_writer_thread_stop(thread->writer_thread);
		thread->writer_thread = NULL;
		rec_drain_close(&thread->d);
		if (thread->wake >= 0)
			close(thread->wake);
		thread->wake = -1;
		/* The rings have no streams yet if the output cannot be opened. */
		for (uint32_t k = 0; k < thread->nr_rings; k++)
			if (r->rings[thread->rings[k]].out)
				r->rings[thread->rings[k]].out->writer_thread = NULL;
	}
	return err;
}
