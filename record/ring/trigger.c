/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens the events of --switch-output-event: each occurrence of one switches to the next file. */
#include "base/rec_counts.h"
#include "base/recorder.h"
#include "event/fallback.h"
#include "kernel/event_symbols.h"
#include "kernel/open_errors.h"
#include "kernel/perf_syscall.h"
#include "options/run_opts.h"
#include "ring/open_events.h"
#include "ring/rings.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static int open_trigger(struct rec *r, struct rec_event *e, int cpu, pid_t tid)
{
	struct rec_ring *ring;
	uint32_t at = r->nr_triggers;
	int fd, err;

	do {
		fd = rec_sys_open(&e->attr, NULL, tid, cpu, -1, REC_OPEN_CLOEXEC);
		err = errno;
	} while (fd < 0 && rec_fall_back_to_user(r, e, err));
	if (fd < 0 && err == ESRCH && r->t.nr_threads > 1)
		return 0;
	if (fd < 0)
		return rec_error("--switch-output-event %s: %s", e->was ? e->was : e->name,
				 rec_open_words(r, e, err));
	r->triggers = rec_push(&r->arena, r->triggers, &r->nr_triggers, sizeof(*r->triggers));
	ring = &r->triggers[at];
	*ring = (struct rec_ring){ .cpu = cpu, .tid = tid };
	ring->fds = rec_push(&r->arena, NULL, &ring->nr_fds, sizeof(*ring->fds));
	ring->fds[0] = fd;
	err = rec_ring_map(ring, fd, (uint64_t)sysconf(_SC_PAGESIZE));
	return err ? rec_error("--switch-output-event %s: %s", e->name, strerror(-err)) : 0;
}

/*
 * Return whether @e is watched in the whole system: as in perf, that is the default for a command,
 * while -p, -t and -u watch the recorded tasks, and -C the recorded cpus. If only permission is
 * missing, set *@not_permitted.
 */
static bool watches_all(const struct rec *r, const struct rec_event *e, bool *not_permitted)
{
	if (!r->t.command_only || r->t.cpus[0] < 0)
		return false;
	const int fd = rec_sys_open(&e->attr, NULL, -1, r->t.cpus[0], -1, REC_OPEN_CLOEXEC);

	if (fd >= 0) {
		close(fd);
		return true;
	}
	*not_permitted = errno == EACCES || errno == EPERM;
	return false;
}

static int open_triggers(struct rec *r, struct rec_event *e)
{
	const pid_t everything = -1;
	bool not_permitted = false;
	const bool all = watches_all(r, e, &not_permitted);
	const pid_t *threads = all ? &everything : r->t.threads;
	const uint32_t nr_threads = all ? 1 : r->t.nr_threads;

	if (r->t.cpus[0] >= 0)
		e->attr.flags |= UINT64_C(1) << PDATA_ATTR_INHERIT;
	for (uint32_t c = 0; c < r->t.nr_cpus; c++)
		for (uint32_t t = 0; t < nr_threads; t++)
			if (open_trigger(r, e, r->t.cpus[c], threads[t]))
				return -1;
	if (not_permitted)
		rec_warn("--switch-output-event %s: the event begins a new file only if it occurs "
			 "in the recorded command: to watch all tasks, CAP_PERFMON is needed, or "
			 "kernel.perf_event_paranoid at 0 (at -1 for a tracepoint)",
			 e->was ? e->was : e->name);
	if (e->was)
		rec_warn("--switch-output-event %s: the event begins a new file only if it occurs "
			 "in user mode, because kernel.perf_event_paranoid is %d",
			 e->was, rec_sys_paranoid());
	return 0;
}

int rec_trigger_open(struct rec *r)
{
	for (uint32_t i = 0; r->o.run->triggers && i < r->o.run->triggers->nr; i++) {
		struct rec_event *e = &r->o.run->triggers->ev[i];

		if (!e->name)
			e->name = rec_name_of_attr(&r->arena, &e->attr);
		e->attr.wakeup_events = 1;
		e->attr.flags &= ~(UINT64_C(1) << PDATA_ATTR_FREQ);
		if (!e->attr.sample_period)
			e->attr.sample_period = 1;
		if (open_triggers(r, e))
			return -1;
	}
	return 0;
}

bool rec_trigger_fired(struct rec *r, uint32_t index)
{
	struct rec_ring *ring = &r->triggers[index];
	struct pdata_span spans[2];
	uint64_t head;
	struct rec_counts c = { 0 };
	struct rec_walk walk = { 0 };

	rec_count_spans(&walk, &c, spans, rec_ring_spans(ring, spans, &head));
	rec_ring_consume(ring, head);
	return c.samples || c.lost;
}

void rec_trigger_close(struct rec *r)
{
	for (uint32_t i = 0; i < r->nr_triggers; i++) {
		rec_ring_unmap(&r->triggers[i]);
		close(r->triggers[i].fds[0]);
	}
}
