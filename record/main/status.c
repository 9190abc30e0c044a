/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the status line of --status, and the summary at the end of a recording. */
#include "main/status.h"
#include "base/recorder.h"
#include "event/aux_opts.h"
#include "file/sink.h"
#include "kernel/open_errors.h"
#include "main/switch_output.h"
#include "options/ring_opts.h"
#include "ring/open_events.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static double mb(uint64_t bytes)
{
	return (double)bytes / 1048576;
}

static double seconds(uint64_t ns)
{
	return (double)ns / 1e9;
}

static double own_cpu_time(void)
{
	struct rusage u;

	if (getrusage(RUSAGE_SELF, &u))
		return 0;
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/*
 * Return how many records were lost: by the lost counts of the kernel's counters
 * (PERF_FORMAT_LOST), or, if the kernel lacks these, by the LOST records in the rings if those
 * count more.
 */
static uint64_t lost(const struct rec *r, const struct rec_counts *counted, uint64_t by_counters)
{
	for (uint32_t i = 0; i < r->ev.nr; i++)
		if (!(r->ev.ev[i].attr.read_format & PDATA_FORMAT_LOST))
			return by_counters > counted->lost ? by_counters : counted->lost;
	return by_counters;
}

void rec_print_status(struct rec *r)
{
	struct rec_counts counted = { 0 };
	static uint64_t bytes_before, when;
	const char *end = isatty(STDERR_FILENO) ? "\033[K\r" : "\n";
	uint64_t bytes = rec_sink_total(r), now = rec_now_ns(),
		 since = now - (when ? when : r->phase_ns[REC_PHASE_RECORD]);
	double rate = since ? mb(bytes - bytes_before) / seconds(since) : 0;

	rec_sink_counts(r, &counted);
	fprintf(stderr, "%.1f s: %.3f MB, %.3f MB/s, %llu samples, lost %llu, throttled %llu%s",
		seconds(now - r->phase_ns[REC_PHASE_RECORD]), mb(bytes), rate,
		(unsigned long long)counted.samples,
		(unsigned long long)lost(r, &counted, rec_count_lost(r)),
		(unsigned long long)counted.throttled, end);
	bytes_before = bytes;
	when = now;
}

/* Print how long each phase of the recording took. */
static void print_phases(const struct rec *r)
{
	static const char *const names[REC_PHASES] = { "open", "facts and tasks", "record",
						       "finish" };
	uint64_t end = rec_now_ns();

	rec_note("%.3f s in total, %.3f s cpu time of the recorder", seconds(end - r->start_ns),
		 own_cpu_time());
	rec_overhead_print(r);
	for (int i = REC_PHASES - 1; i >= 0; i--) {
		rec_note("  %-16s %.6f s", names[i], seconds(end - r->phase_ns[i]));
		end = r->phase_ns[i];
	}
	rec_note("  %-16s %.6f s", "start", seconds(end - r->start_ns));
	rec_note("  longest time between two flushes of the data to the file %.3f s (--flush: %llu "
		 "ms)",
		 seconds(r->done.longest), (unsigned long long)r->o.ring->flush_ms);
}

/* Whether the rings of all events but dummies, which have no samples, are in overwrite mode. */
static bool all_overwrite(const struct rec *r)
{
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		const struct rec_event *e = &r->ev.ev[i];

		if (!pdata_attr_flag(&e->attr, PDATA_ATTR_WRITE_BACKWARD) && !rec_is_dummy(e))
			return false;
	}
	return r->has_backward;
}

void rec_print_summary(struct rec *r, const struct rec_saved *saved)
{
	struct rec_counts counted = { 0 };

	rec_sink_counts(r, &counted);
	const struct rec_saved whole = { r->last_name ? r->last_name : rec_sink_path(r),
					 rec_sink_total(r), counted.samples };
	uint64_t all = lost(r, &counted, r->lost);

	if (rec_verbosity < 0)
		return;
	if (!saved)
		saved = &whole;
	rec_result("captured %.3f MB in %s (%llu samples), throttled %llu times, %llu late "
		   "flushes, %.3f s cpu time, lost %llu events",
		   mb(saved->bytes), saved->path, (unsigned long long)saved->samples,
		   (unsigned long long)counted.throttled, (unsigned long long)r->done.late,
		   own_cpu_time(), (unsigned long long)all);
	rec_switch_say(r);
	if (all && all_overwrite(r))
		rec_warn("events were lost: the recorder pauses rings in overwrite mode while it "
			 "copies them to the file: use smaller rings, which are copied faster (-m, "
			 "now %llu KiB), or record fewer events",
			 (unsigned long long)r->ring_bytes / 1024);
	else if (all)
		rec_warn("events were lost: use larger rings (-m, now %llu KiB), or record fewer "
			 "events",
			 (unsigned long long)r->ring_bytes / 1024);
	if (counted.truncated)
		rec_warn("AUX data was truncated %llu times: use larger AUX areas (-m %llu,SIZE; "
			 "SIZE is now %llu KiB), or record less AUX data",
			 (unsigned long long)counted.truncated, (unsigned long long)r->ring_bytes,
			 (unsigned long long)r->o.aux->aux_bytes / 1024);
	if (counted.throttled)
		rec_warn("samples were throttled by the kernel: lower -F, or raise kernel.%s (now "
			 "%lld) or kernel.%s (now %lld)",
			 rec_sysctl(REC_SYSCTL_RATE)->name,
			 (long long)rec_sysctl_value(REC_SYSCTL_RATE),
			 rec_sysctl(REC_SYSCTL_CPU_TIME)->name,
			 (long long)rec_sysctl_value(REC_SYSCTL_CPU_TIME));
	if (rec_verbosity > 0)
		print_phases(r);
}
