/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Closes all events and rings. A child process closes tracepoints and probes, because the kernel
 * waits for a grace period when the last descriptor of each is closed.
 */
#include "base/recorder.h"
#include "ring/open_events.h"
#include "ring/rings.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

/*
 * Return whether the kernel waits for an RCU grace period, tens of milliseconds, when the last
 * descriptor of the event is closed.
 */
static bool closes_slowly(const struct rec_event *e)
{
	return e->fds && (e->tp_system || e->is_probe);
}

static bool is_slow_fd(const struct rec *r, int fd)
{
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		const struct rec_event *e = &r->ev.ev[i];

		for (uint32_t k = 0; closes_slowly(e) && k < r->t.nr_cpus * r->t.nr_threads; k++)
			if (e->fds[k] == fd)
				return true;
	}
	return false;
}

/*
 * Close all other descriptors in the child: a process that waits for the end of one of the
 * recorder's pipes must not have to wait for the child.
 */
static void keep_slow_fds_only(const struct rec *r)
{
	struct rlimit l = { .rlim_cur = 1024 };

	getrlimit(RLIMIT_NOFILE, &l);
	for (int fd = 0; (rlim_t)fd < l.rlim_cur && fd < 65536; fd++)
		if (!is_slow_fd(r, fd))
			close(fd);
}

/*
 * Let a child process close the slow descriptors, when the recording is complete. A forked child
 * has copies of them and is the last to close them, so the child waits for the kernel; nobody waits
 * for the child.
 */
static void close_in_child(const struct rec *r)
{
	bool any = false;

	for (uint32_t i = 0; i < r->ev.nr; i++)
		any |= closes_slowly(&r->ev.ev[i]);
	if (!any || fork())
		return;
	keep_slow_fds_only(r);
	if (chdir("/")) /* so that the child keeps no file system busy */
		_exit(1);
	_exit(0); /* closes the slow descriptors */
}

void rec_close_all(struct rec *r)
{
	rec_trigger_close(r);
	close_in_child(r);
	for (uint32_t i = 0; i < r->nr_rings; i++)
		rec_ring_unmap(&r->rings[i]);
	for (uint32_t i = 0; i < r->ev.nr; i++)
		for (uint32_t k = 0; r->ev.ev[i].fds && k < r->t.nr_cpus * r->t.nr_threads; k++) {
			if (r->ev.ev[i].fds[k] >= 0)
				close(r->ev.ev[i].fds[k]);
			r->ev.ev[i].fds[k] = -1;
		}
}
