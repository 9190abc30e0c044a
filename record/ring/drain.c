/* SPDX-License-Identifier: BSD-2-Clause */
/* Waits for data in a set of rings and drains it into their streams. */
#include "ring/drain.h"
#include "base/recorder.h"
#include "file/output_stream.h"
#include "file/sink.h"
#include "kernel/perf_syscall.h"
#include "options/ring_opts.h"
#include "ring/rings.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define SMALL_RING 65536u /* bytes; one burst of records can fill such a ring */

int rec_drain_watch(struct rec_drain *d, int fd, uint32_t data)
{
	/* A ring in overwrite mode is only read on request: wait for nothing but its hang-up. */
	bool backward = data < d->r->nr_rings && d->r->rings[data].backward;
	struct epoll_event e = { .events = backward ? 0 : EPOLLIN, .data.u32 = data };

	if (epoll_ctl(d->epoll, EPOLL_CTL_ADD, fd, &e))
		return rec_error("cannot set up waiting for data in the ring buffers (epoll): %s",
				 strerror(errno));
	return 0;
}

void rec_drain_unwatch(struct rec_drain *d, int fd)
{
	epoll_ctl(d->epoll, EPOLL_CTL_DEL, fd, NULL);
}

int rec_drain_open(struct rec_drain *d, struct rec *r, const uint32_t *rings, uint32_t nr)
{
	*d = (struct rec_drain){ .r = r, .rings = rings, .nr = nr, .pinned = -1 };
	d->committed = rec_now_ns();
	d->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (d->epoll < 0)
		return rec_error("cannot set up waiting for data in the ring buffers (epoll): %s",
				 strerror(errno));
	for (uint32_t i = 0; i < nr; i++) {
		struct rec_ring *ring = &r->rings[rings[i]];

		if (!ring->nr_fds)
			continue;
		if (rec_drain_watch(d, ring->fds[0], rings[i]))
			return -1;
		d->live++;
	}
	return 0;
}

void rec_drain_close(struct rec_drain *d)
{
	if (d->epoll >= 0)
		close(d->epoll);
	d->epoll = -1;
}

int rec_drain_hung_up(struct rec_drain *d, uint32_t index)
{
	struct rec_ring *ring = &d->r->rings[index];

	rec_drain_unwatch(d, ring->fds[ring->polled]);
	if (++ring->polled == ring->nr_fds) {
		d->live--;
		return 0;
	}
	return rec_drain_watch(d, ring->fds[ring->polled], index);
}

/* --affinity: move this thread to the CPU, or the NUMA node, on which the ring was filled. */
static void go_to(struct rec_drain *d, const struct rec_ring *ring)
{
	const struct rec *r = d->r;

	if (!r->o.ring->affinity || ring->cpu < 0 || d->pinned == ring->cpu)
		return;
	d->pinned = ring->cpu;
	if (r->o.ring->affinity == REC_AFFINITY_CPU)
		rec_sys_pin(&ring->cpu, 1);
	else if (ring->nr_near)
		rec_sys_pin(ring->near, ring->nr_near);
}

int rec_drain_pass(struct rec_drain *d, bool all)
{
	struct rec *r = d->r;
	bool any = false;

	d->busy = false;
	for (uint32_t i = 0; i < d->nr; i++) {
		struct rec_ring *ring = &r->rings[d->rings[i]];
		struct pdata_span spans[2];
		uint64_t head;

		if (!ring->page || ring->backward)
			continue;
		if (rec_aux_drain(r, ring))
			return -1;
		uint32_t nr = rec_ring_spans(ring, spans, &head);
		uint64_t bytes = head - ring->tail;

		if (!nr || (!all && bytes < r->o.ring->mmap_flush && bytes < ring->size / 4))
			continue;
		go_to(d, ring);
		if (!any && !r->nr_ring_threads)
			rec_sink_pass(r);
		any = true;
		if (rec_stream_spans(ring->out, spans, nr))
			return -1;
		rec_ring_consume(ring, head);
		d->unmarked += bytes;
		d->busy |= bytes > ring->size / 4 * 3 || ring->size <= SMALL_RING;
	}
	return 0;
}

void rec_drain_committed(struct rec_drain *d, uint64_t now)
{
	uint64_t gap = now - d->committed;

	d->committed = now;
	d->late += gap > d->r->o.ring->flush_ms * 1000000;
	d->longest = gap > d->longest ? gap : d->longest;
}

void rec_drain_add(struct rec_drain *sum, const struct rec_drain *d)
{
	sum->late += __atomic_load_n(&d->late, __ATOMIC_RELAXED);
	uint64_t longest = __atomic_load_n(&d->longest, __ATOMIC_RELAXED);

	sum->longest = longest > sum->longest ? longest : sum->longest;
}

static int pause_backward(const struct rec_drain *d, bool on)
{
	for (uint32_t i = 0; i < d->nr; i++) {
		const struct rec_ring *ring = &d->r->rings[d->rings[i]];

		if (ring->page && ring->backward && rec_sys_pause(ring->fds[0], on))
			return rec_error("the recording ends and samples are missing, because a "
					 "ring buffer in overwrite mode cannot be %s: %s",
					 on ? "paused" : "resumed", strerror(errno));
	}
	return 0;
}

int rec_drain_latest(struct rec_drain *d)
{
	for (uint32_t i = 0; i < d->nr; i++)
		if (rec_aux_snapshot(d->r, &d->r->rings[d->rings[i]]))
			return -1;
	if (!d->r->has_backward)
		return 0;
	if (pause_backward(d, true))
		return -1;
	for (uint32_t i = 0; i < d->nr; i++) {
		struct rec_ring *ring = &d->r->rings[d->rings[i]];
		struct pdata_span spans[2];
		uint64_t head;

		if (!ring->page || !ring->backward)
			continue;
		uint32_t nr = rec_ring_latest(ring, spans, &head);

		if (nr && rec_stream_spans(ring->out, spans, nr))
			return -1;
		for (uint32_t k = 0; k < nr; k++)
			d->unmarked += spans[k].len;
		rec_ring_consume(ring, head);
	}
	return pause_backward(d, false);
}
