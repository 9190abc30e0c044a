/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opens each event on each CPU or thread, maps the rings and AUX areas, enables the counters, and
 * reads how many records the kernel lost.
 */
#include "ring/open_events.h"
#include "base/recorder.h"
#include "event/aux_opts.h"
#include "event/events.h"
#include "event/fallback.h"
#include "file/sink.h"
#include "kernel/event_symbols.h"
#include "kernel/open_errors.h"
#include "kernel/perf_syscall.h"
#include "kernel/topology.h"
#include "kernel/tracefs.h"
#include "options/options.h"
#include "options/ring_opts.h"
#include "ring/offcpu.h"
#include "ring/rings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define OPEN_CGROUP 4ul /* PERF_FLAG_PID_CGROUP: the pid is the descriptor of a cgroup */

static bool open_attr_flag(const struct rec_event *e, enum pdata_attr_bit bit)
{
	return pdata_attr_flag(&e->attr, bit);
}

/* Raise RLIMIT_NOFILE to the kernel's maximum if privileged, else to the hard limit. */
static bool raise_fd_limit(void)
{
	const rlim_t most = (rlim_t)rec_read_number("/proc/sys/fs/nr_open", 1048576);
	struct rlimit l;

	if (getrlimit(RLIMIT_NOFILE, &l))
		return false;
	const struct rlimit all = { most, most }, hard = { l.rlim_max, l.rlim_max };

	if (l.rlim_cur < most && l.rlim_max <= most && !setrlimit(RLIMIT_NOFILE, &all))
		return true;
	return l.rlim_cur < l.rlim_max && !setrlimit(RLIMIT_NOFILE, &hard);
}

static uint32_t nr_cpu_thread_pairs(const struct rec *r)
{
	return r->t.nr_cpus * r->t.nr_threads;
}

static void close_event(const struct rec *r, struct rec_event *e)
{
	for (uint32_t i = 0; i < nr_cpu_thread_pairs(r); i++) {
		if (e->fds[i] >= 0)
			close(e->fds[i]);
		e->fds[i] = -1;
	}
}

static bool counts_on(const struct rec_event *e, int cpu)
{
	if (!e->own_cpus || cpu < 0)
		return true;
	for (uint32_t i = 0; i < e->nr_own_cpus; i++)
		if (e->own_cpus[i] == cpu)
			return true;
	return false;
}

/* Return: a descriptor, -1 to leave this slot out, or -errno - 1, which is below -1. */
static int open_cpu_thread(struct rec *r, struct rec_event *e, uint32_t slot)
{
	int cpu = r->t.cpus[slot / r->t.nr_threads];
	pid_t tid = r->t.threads[slot % r->t.nr_threads];
	struct rec_event *leader = &r->ev.ev[e->leader];
	int group = leader == e ? -1 : leader->fds[slot];
	uint32_t kernel_size = 0;

	if ((leader != e && group < 0) || !counts_on(e, cpu))
		return -1;
	for (;;) {
		int fd = rec_sys_open(&e->attr, &kernel_size, e->has_cgroup ? e->cgroup_fd : tid,
				      cpu, group,
				      REC_OPEN_CLOEXEC | (e->has_cgroup ? OPEN_CGROUP : 0));
		int err = errno;

		if (fd >= 0)
			return fd;
		if (err == EMFILE && raise_fd_limit())
			continue;
		if (err == E2BIG && kernel_size >= PDATA_ATTR_SIZE_VER0 &&
		    kernel_size < e->attr.size) {
			rec_note("%s: this kernel is too old for some options of this event; the "
				 "event is recorded without them (the kernel knows the first %u "
				 "bytes of perf_event_attr)",
				 e->name, kernel_size);
			e->attr.size = kernel_size;
			continue;
		}
		if (err == ESRCH && r->t.nr_threads > 1)
			return -1; /* this thread has just ended; record the others */
		if (err == ENODEV && r->t.nr_cpus > 1 && e->attr.type == PDATA_TYPE_SOFTWARE) {
			rec_warn("cpu %d is offline and not recorded", cpu);
			return -1;
		}
		return -err - 1;
	}
}

static int open_event(struct rec *r, struct rec_event *e)
{
	uint32_t nr = nr_cpu_thread_pairs(r);
	unsigned int precise_was = 0;

	e->fds = rec_alloc(&r->arena, nr * sizeof(*e->fds));
	e->lost = rec_alloc(&r->arena, nr * sizeof(*e->lost));
	for (uint32_t i = 0; i < nr; i++)
		e->fds[i] = -1;
	for (uint32_t i = 0; i < nr; i++) {
		int fd = open_cpu_thread(r, e, i);

		if (fd >= -1) {
			e->fds[i] = fd;
			continue;
		}
		int err = -fd - 1;

		if (!rec_fall_back(r, e, err, &precise_was))
			return rec_error("%s: %s", e->was ? e->was : e->name,
					 rec_open_words(r, e, err));
		close_event(r, e); /* reopen all, because the counters of an event must be alike */
		i = UINT32_MAX;
	}
	if (e->is_probe)
		e->attr.bp_addr = 0; /* a pointer into this process is of no use in the file */
	return 0;
}

static int number_event(struct rec *r, struct rec_event *e)
{
	for (uint32_t i = 0; i < nr_cpu_thread_pairs(r); i++) {
		uint64_t id;

		if (e->fds[i] < 0)
			continue;
		if (rec_sys_id(e->fds[i], &id))
			return rec_error("%s: cannot read the id of the event: %s", e->name,
					 strerror(errno));
		uint32_t at = e->nr_ids;

		e->ids = rec_push(&r->arena, e->ids, &e->nr_ids, sizeof(*e->ids));
		e->ids[at] = id;
	}
	if (e->nr_ids)
		return 0;
	return e->own_cpus ? rec_error("%s: the PMU of this event has none of the recorded cpus; "
				       "choose other cpus with -C",
				       e->name)
			   : rec_error("%s: all threads to record have ended", e->name);
}

/* ---- rings ---- */

static uint64_t round_up_pow2(uint64_t v)
{
	uint64_t p = 1;

	while (p < v)
		p <<= 1;
	return p;
}

/*
 * Return the size of a ring in bytes if -m is not given: as much as perf_event_mlock_kb lets any
 * user lock, or more if this process has no limit.
 */
static uint64_t default_ring(const struct rec *r, uint32_t nr_rings)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	int64_t kb = rec_sysctl_value(REC_SYSCTL_MLOCK);
	uint64_t pages = (uint64_t)(kb > 0 ? kb : 516) * 1024 / page;
	uint64_t bytes = page;
	bool tracepoints = false;

	while (bytes * 2 <= (pages ? pages - 1 : 1) * page)
		bytes *= 2;
	if (!rec_sys_may_lock())
		return bytes;
	for (uint32_t i = 0; i < r->ev.nr; i++)
		tracepoints |= r->ev.ev[i].tp_system != NULL;
	uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * page;
	uint64_t want = tracepoints ? UINT64_C(16) << 20 : UINT64_C(2) << 20;

	while (want > bytes && want * nr_rings > memory / 32)
		want /= 2;
	return want > bytes ? want : bytes;
}

/*
 * Return the size of a ring in bytes. Beside rings in overwrite mode, the other rings get the
 * side-band records, none of which may be lost: they have at least 512 KiB, even if -m asks for
 * small overwrite rings.
 */
static uint64_t bytes_of_ring(const struct rec *r, const struct rec_ring *ring)
{
	const uint64_t enough = UINT64_C(512) << 10;
	bool grow = r->has_backward && !ring->backward && rec_sys_may_lock();

	return grow && r->ring_bytes < enough ? enough : r->ring_bytes;
}

static int map_ring(struct rec *r, struct rec_ring *ring, int fd)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	for (;;) {
		int err = rec_ring_map(ring, fd, bytes_of_ring(r, ring));

		if (!err)
			return 0;
		if ((err != -EPERM && err != -ENOMEM) || r->ring_bytes <= page ||
		    r->o.ring->mmap_bytes) {
			if (err == -EPERM)
				return rec_error("-m: a ring buffer of %llu bytes needs more "
						 "memory than you may lock: raise kernel.%s (now "
						 "%lld) or ulimit -l, or lower -m; CAP_IPC_LOCK "
						 "removes the limit",
						 (unsigned long long)r->ring_bytes,
						 rec_sysctl(REC_SYSCTL_MLOCK)->name,
						 (long long)rec_sysctl_value(REC_SYSCTL_MLOCK));
			return rec_error("cannot map a ring buffer of %llu bytes (-m): %s",
					 (unsigned long long)r->ring_bytes, strerror(-err));
		}
		r->ring_bytes /= 2;
	}
}

static int map_aux(const struct rec *r, struct rec_ring *ring, const struct rec_event *e, int fd)
{
	int err = rec_aux_map(ring, fd, r->o.aux->aux_bytes, r->o.aux->aux_snapshot);

	return err ? rec_error("%s: cannot map an AUX area of %llu bytes: %s; -m %llu,SIZE sets "
			       "another size",
			       e->name, (unsigned long long)r->o.aux->aux_bytes, strerror(-err),
			       (unsigned long long)r->ring_bytes)
		   : 0;
}

static int join_ring(struct rec *r, struct rec_ring *ring, const struct rec_event *e, uint32_t slot)
{
	const int fd = e->fds[slot];
	uint32_t at = ring->nr_fds;

	if (!at && map_ring(r, ring, fd))
		return -1;
	if (at && rec_sys_set_output(fd, ring->fds[0]))
		return rec_error("%s: the event cannot use the ring buffer of cpu %d: %s", e->name,
				 ring->cpu, strerror(errno));
	ring->fds = rec_push(&r->arena, ring->fds, &ring->nr_fds, sizeof(*ring->fds));
	ring->fds[at] = fd;
	return e->aux && !ring->aux.data ? map_aux(r, ring, e, fd) : 0;
}

/*
 * Map one ring for each CPU, or for each thread if events are opened per thread. If some events are
 * in overwrite mode, as many rings in overwrite mode follow.
 */
static int map_rings(struct rec *r)
{
	bool by_thread = r->t.cpus[0] < 0;
	uint32_t per_kind = by_thread ? r->t.nr_threads : r->t.nr_cpus, nr = per_kind;

	for (uint32_t k = 0; k < r->ev.nr; k++)
		r->has_backward |= open_attr_flag(&r->ev.ev[k], PDATA_ATTR_WRITE_BACKWARD);
	nr *= r->has_backward ? 2 : 1;
	r->rings = rec_alloc(&r->arena, nr * sizeof(*r->rings));
	r->nr_rings = nr;
	r->ring_bytes = r->o.ring->mmap_bytes ? r->o.ring->mmap_bytes : default_ring(r, nr);
	r->ring_bytes = round_up_pow2(r->ring_bytes);
	for (uint32_t i = 0; i < nr_cpu_thread_pairs(r); i++) {
		uint32_t cpu = i / r->t.nr_threads, thread = i % r->t.nr_threads;
		struct rec_ring *rings = &r->rings[by_thread ? thread : cpu];

		for (uint32_t k = 0; k < r->ev.nr; k++) {
			bool backward = open_attr_flag(&r->ev.ev[k], PDATA_ATTR_WRITE_BACKWARD);
			struct rec_ring *ring = &rings[backward ? per_kind : 0];

			if (r->o.ring->affinity == REC_AFFINITY_NODE && !ring->nr_near &&
			    !by_thread)
				rec_host_cpus_in_group(&r->arena, r->t.cpus[cpu], REC_GROUP_NODE,
						       &ring->near, &ring->nr_near);
			ring->cpu = r->t.cpus[cpu];
			ring->tid = r->t.threads[thread];
			ring->backward = backward;
			if (r->ev.ev[k].fds[i] >= 0 && join_ring(r, ring, &r->ev.ev[k], i))
				return -1;
		}
	}
	rec_note("%u ring buffers of %llu KiB each", nr, (unsigned long long)r->ring_bytes / 1024);
	return 0;
}

static int open_events(struct rec *r)
{
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		struct rec_event *e = &r->ev.ev[i];

		if (!e->name)
			e->name = rec_name_of_attr(&r->arena, &e->attr);
		if (open_event(r, e))
			return -1;
	}
	return 0;
}

/*
 * Open all events, and open them again as long as threads were started meanwhile. If the parent of
 * such a thread had its events already, the thread has inherited them, else not; there is no way to
 * find out. If no thread was started meanwhile, all threads have their events, and new ones inherit
 * them.
 */
static int open_settled(struct rec *r)
{
	for (int tries = 0; tries < 20; tries++) {
		if (open_events(r))
			return -1;
		struct rec_targets now = r->t;

		if (!rec_targets_grew(&now, &r->o, &r->arena))
			return 0;
		rec_note("new threads started while the events were opened: the events are opened "
			 "again");
		for (uint32_t i = 0; i < r->ev.nr; i++)
			close_event(r, &r->ev.ev[i]);
		r->t = now;
	}
	rec_warn("the recorded processes started new threads each time while the events were "
		 "opened: "
		 "some threads may not be recorded");
	return open_events(r);
}

int rec_open_all(struct rec *r)
{
	if (open_settled(r))
		return -1;
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		rec_print_dropped(&r->ev.ev[i]); /* here, because events may be opened repeatedly */
		if (number_event(r, &r->ev.ev[i]))
			return -1;
	}
	return rec_filter_events(r) || map_rings(r) || rec_trigger_open(r) ? -1 : 0;
}

static int enable_event(struct rec *r, const struct rec_event *e, bool on)
{
	for (uint32_t k = 0; k < nr_cpu_thread_pairs(r); k++)
		if (e->fds[k] >= 0 && rec_sys_enable(e->fds[k], on))
			return rec_error("%s: the event cannot be %s: %s", e->name,
					 on ? "enabled" : "disabled", strerror(errno));
	return 0;
}

static bool is_called(const struct rec_event *e, const char *name)
{
	return !strcmp(name, e->name) || (e->was && !strcmp(name, e->was));
}

int rec_enable_named(struct rec *r, bool on, const char *name)
{
	bool found = !name;

	if (!name || !strcmp(name, REC_OFFCPU_NAME))
		rec_offcpu_switch(r, on);
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		const struct rec_event *e = &r->ev.ev[i];

		if (e->leader != i || (name && !is_called(e, name)))
			continue;
		found = true;
		if (!e->immediate && enable_event(r, e, on))
			return -1;
	}
	return found ? 0 : 1;
}

int rec_enable_samples(struct rec *r, bool on)
{
	rec_offcpu_switch(r, on);
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		const struct rec_event *e = &r->ev.ev[i];

		if (e->leader == i && !e->immediate && !e->on_exec && enable_event(r, e, on))
			return -1;
	}
	return 0;
}

int rec_enable_all(struct rec *r, bool on)
{
	return rec_enable_named(r, on, NULL);
}

/*
 * Return the lost count of a counter. read(2) gives: value, the times that read_format has, id,
 * lost; with PERF_FORMAT_GROUP the number of members comes first.
 */
static uint64_t lost_of(const struct rec_event *e, int fd)
{
	uint64_t v[512];
	const uint64_t f = e->attr.read_format;
	size_t at = 0;
	ssize_t n = read(fd, v, sizeof(v));

	if (n < 0 || !(f & PDATA_FORMAT_LOST))
		return 0;
	if (f & PDATA_FORMAT_GROUP)
		at++;
	at += (f & PDATA_FORMAT_TOTAL_TIME_ENABLED) != 0;
	at += (f & PDATA_FORMAT_TOTAL_TIME_RUNNING) != 0;
	at += 1 + (size_t)((f & PDATA_FORMAT_ID) != 0);
	return (size_t)n >= (at + 1) * sizeof(*v) ? v[at] : 0;
}

typedef int (*lost_fn)(struct rec *r, uint32_t event, uint64_t id, uint64_t lost, uint64_t *said);

/* Call @fn for each counter that has lost more records than were reported, which is *@said. */
static int for_each_lost(struct rec *r, lost_fn fn)
{
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		struct rec_event *e = &r->ev.ev[i];

		if (e->leader != i && (e->attr.read_format & PDATA_FORMAT_GROUP))
			continue; /* read(2) of a member returns its leader's counts again */
		for (uint32_t k = 0, id = 0; k < nr_cpu_thread_pairs(r); k++) {
			if (e->fds[k] < 0)
				continue;
			uint64_t all = lost_of(e, e->fds[k]), n = e->ids[id++];

			if (all > e->lost[k] && fn(r, i, n, all, &e->lost[k]))
				return -1;
		}
	}
	return 0;
}

static int write_lost(struct rec *r, uint32_t event, uint64_t id, uint64_t all, uint64_t *said)
{
	struct pdata_value v = { 0 };

	v.id.id = v.id.identifier = id;
	v.u.lost_samples.lost = all - *said;
	r->lost += all - *said;
	*said = all;
	return rec_sink_record(r, PDATA_RECORD_LOST_SAMPLES, 0, &v, (int)event);
}

int rec_read_lost(struct rec *r)
{
	return for_each_lost(r, write_lost);
}

static int add_lost(struct rec *r, uint32_t event, uint64_t id, uint64_t all, uint64_t *said)
{
	(void)event;
	(void)id;
	r->lost_now += all - *said;
	return 0;
}

uint64_t rec_count_lost(struct rec *r)
{
	r->lost_now = r->lost;
	for_each_lost(r, add_lost);
	return r->lost_now;
}
