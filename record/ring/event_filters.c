/* SPDX-License-Identifier: BSD-2-Clause */
/* Sets the kernel filters of tracepoints: those of --filter, and the filter of --exclude-perf. */
#include "base/recorder.h"
#include "kernel/perf_syscall.h"
#include "kernel/tracefs.h"
#include "options/options.h"
#include "ring/open_events.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define PART_ROOM 60u	 /* bytes of one range of thread ids */
#define MAX_FILTER 4000u /* bytes: the kernel takes filters of one page */

/*
 * Return a filter that excludes the threads of the recorder; common_pid is the id of a thread. Ids
 * without a gap are one range, because a filter has a limited length: @own_filter bytes of it are
 * those of --filter.
 */
static const char *exclude_threads(struct rec *r, size_t own_filter)
{
	struct rec_targets own = { 0 };
	const char *text = NULL;

	if (!rec_targets_add_threads(&own, &r->arena, getpid()))
		return rec_printf(&r->arena, "common_pid != %d", (int)getpid());
	for (uint32_t i = 0, end; i < own.nr_threads; i = end) {
		const int first = own.threads[i];

		for (end = i + 1; end < own.nr_threads; end++)
			if (own.threads[end] != own.threads[end - 1] + 1)
				break;
		const char *part = end == i + 1 ? rec_printf(&r->arena, "common_pid != %d", first)
						: rec_printf(&r->arena,
							     "(common_pid < %d || common_pid > %d)",
							     first, own.threads[end - 1]);

		text = text ? rec_printf(&r->arena, "%s && %s", text, part) : part;
		if (end < own.nr_threads && own_filter + strlen(text) > MAX_FILTER - PART_ROOM) {
			rec_warn("--exclude-perf: events of %u of the recorder's %u threads are "
				 "recorded all the same, because the kernel limits the length of a "
				 "filter",
				 own.nr_threads - end, own.nr_threads);
			break;
		}
	}
	return text;
}

static int refused_filter(const struct rec_event *e, const char *filter)
{
	return rec_error("%s: the kernel refuses the filter '%s': %s (fields: %s/events/%s/%s/"
			 "format)",
			 e->name, filter, strerror(errno), rec_tracefs(), e->tp_system, e->tp_name);
}

static int set_event_filter(struct rec *r, const struct rec_event *e, const char *filter)
{
	for (uint32_t i = 0; i < r->t.nr_cpus * r->t.nr_threads; i++)
		if (e->fds[i] >= 0 && rec_sys_set_filter(e->fds[i], filter))
			return refused_filter(e, filter);
	return 0;
}

/*
 * Set the filter of @e on a descriptor that is used for nothing else. An event that excludes the
 * recorder gets its filter only when an older recording may have been renamed already, and the
 * kernel sets only one filter for each descriptor.
 */
static int try_filter(const struct rec_event *e)
{
	const int fd = rec_sys_open(&e->attr, NULL, 0, -1, -1, REC_OPEN_CLOEXEC);

	if (fd < 0)
		return 0;
	const int err = rec_sys_set_filter(fd, e->filter) ? refused_filter(e, e->filter) : 0;

	close(fd);
	return err;
}

int rec_filter_events(struct rec *r)
{
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		const struct rec_event *e = &r->ev.ev[i];

		if (e->filter &&
		    (e->exclude_recorder ? try_filter(e) : set_event_filter(r, e, e->filter)))
			return -1;
	}
	return 0;
}

int rec_filter_recorder(struct rec *r)
{
	const char *exclude = NULL;
	size_t longest = 0;

	for (uint32_t i = 0; i < r->ev.nr; i++)
		if (r->ev.ev[i].filter && strlen(r->ev.ev[i].filter) > longest)
			longest = strlen(r->ev.ev[i].filter);
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		const struct rec_event *e = &r->ev.ev[i];

		if (!e->exclude_recorder)
			continue;
		if (!exclude)
			exclude = exclude_threads(r, longest);
		if (set_event_filter(r, e,
				     e->filter ? rec_printf(&r->arena, "(%s) && %s", e->filter,
							    exclude)
					       : exclude))
			return -1;
	}
	return 0;
}
