/* SPDX-License-Identifier: BSD-2-Clause */
/* Explains to the user why a system call of the recorder failed. All such texts are here. */
#include "kernel/open_errors.h"
#include "base/recorder.h"
#include "kernel/target_opts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- settings of the kernel ---- */

static const struct rec_sysctl sysctls[] = {
	[REC_SYSCTL_PARANOID] = { "perf_event_paranoid", 2 },
	[REC_SYSCTL_MLOCK] = { "perf_event_mlock_kb", 516 },
	[REC_SYSCTL_RATE] = { "perf_event_max_sample_rate", 100000 },
	[REC_SYSCTL_STACK] = { "perf_event_max_stack", 127 },
	[REC_SYSCTL_CONTEXTS] = { "perf_event_max_contexts_per_stack", 8 },
	[REC_SYSCTL_CPU_TIME] = { "perf_cpu_time_max_percent", 25 },
};

const struct rec_sysctl *rec_sysctl(enum rec_sysctl_id id)
{
	return &sysctls[id];
}

int64_t rec_sysctl_value(enum rec_sysctl_id id)
{
	char path[128];

	snprintf(path, sizeof(path), "/proc/sys/kernel/%s", sysctls[id].name);
	return rec_read_number(path, sysctls[id].fallback);
}

/* ---- perf_event_open(2) ---- */

#define COUNTER (REC_ERR_HARDWARE | REC_ERR_CACHE | REC_ERR_RAW)
#define ANY 0xffffffffu

/*
 * The first row that fits gives the explanation. A row fits if the errno is equal, the event is of
 * one of its kinds, all of its conditions hold, and perf_event_paranoid is not lower than its
 * value. "%d" in the text stands for perf_event_paranoid.
 */
static const struct {
	int err;
	uint32_t kinds, conditions;
	int paranoid;
	const char *words;
} rows[] = {
	{ EACCES, REC_ERR_PROBE, 0, -9, "kprobes and uprobes need CAP_PERFMON or CAP_SYS_ADMIN" },
	{ EACCES, REC_ERR_TRACEPOINT, 0, 0,
	  "tracepoint data needs kernel.perf_event_paranoid=-1 (now %d) or CAP_PERFMON; software "
	  "events of your own command need neither" },
	{ EACCES, ANY, REC_ERR_WIDE, 1,
	  "cpu-wide recording needs kernel.perf_event_paranoid=0 or less (now %d) or CAP_PERFMON; "
	  "recording your own command or process (-p) needs neither" },
	{ EACCES, ANY, REC_ERR_ATTACHED, -9,
	  "recording another user's process needs CAP_PERFMON or CAP_SYS_PTRACE "
	  "(kernel.perf_event_paranoid is %d)" },
	{ EACCES, ANY, REC_ERR_NAMESPACES, -9, "--namespaces needs CAP_PERFMON or CAP_SYS_ADMIN" },
	{ EACCES, ANY, REC_ERR_PHYS, -9,
	  "physical addresses need CAP_PERFMON or kernel.perf_event_paranoid=1 or less (now %d)" },
	{ EACCES, ANY, 0, 3,
	  "kernel.perf_event_paranoid=%d lets no user record; the value 2 allows recording user "
	  "code of your own processes, CAP_SYS_ADMIN allows everything" },
	{ EACCES, ANY, 0, -9,
	  "not permitted by kernel.perf_event_paranoid=%d (or a container's seccomp filter); the "
	  "value 2 allows recording user code of your own processes, -1 or CAP_PERFMON allows "
	  "everything" },
	{ EPERM, REC_ERR_BREAKPOINT, 0, -9,
	  "breakpoints at kernel addresses need CAP_SYS_ADMIN; the modifier :u records user code "
	  "only" },
	{ EPERM, ANY, REC_ERR_INTR_REGS, -9,
	  "kernel lockdown forbids recording registers: leave out --intr-regs" },
	{ ENOENT, REC_ERR_PROBE, 0, -9, "the kernel has no such function or address to probe" },
	{ EADDRNOTAVAIL, REC_ERR_PROBE, 0, -9,
	  "the kernel has no such function or address to probe" },
	{ ENOENT, COUNTER, 0, -9,
	  "this machine has no hardware counter for this event; cpu-clock and other software "
	  "events need none" },
	{ ENOENT, ANY, 0, -9, "this kernel does not support this event" },
	{ ENODEV, REC_ERR_SOFTWARE | REC_ERR_TRACEPOINT, 0, -9,
	  "the cpu is offline: choose online cpus with -C" },
	{ ENODEV, ANY, 0, -9,
	  "this machine's hardware counters do not support a setting of this event (sampling, "
	  "precision, branch stack or privilege filter), or the cpu is offline" },
	{ ENXIO, ANY, 0, -9, "the PMU of this event cannot count on this cpu or for this task" },
	{ EOPNOTSUPP, ANY, REC_ERR_BRANCH, -9,
	  "this event has no branch stack: -b, -j and --call-graph lbr need a hardware event, and "
	  "a cpu that can record branches" },
	{ EOPNOTSUPP, ANY, REC_ERR_AUX, -9,
	  "the PMU of this event cannot write AUX data, or cannot write AUX data with these "
	  "options" },
	{ EOPNOTSUPP, COUNTER, 0, -9,
	  "this machine's hardware counters do not support a setting of this event (sampling, "
	  "precision, branch stack or privilege filter)" },
	{ EOPNOTSUPP, ANY, 0, -9,
	  "the kernel does not support a setting of this event: sampling, precision (:p), or the "
	  "choice of user, kernel or hypervisor (:u, :k, :h)" },
	{ EINVAL, REC_ERR_PROBE, 0, -9,
	  "the kernel refuses a probe at this address: no instruction starts at the address, or "
	  "the kernel forbids probes in this code" },
	{ EILSEQ, REC_ERR_PROBE, 0, -9,
	  "the kernel refuses a probe at this address: no instruction starts at the address, or "
	  "the kernel forbids probes in this code" },
	{ EIO, REC_ERR_PROBE, 0, -9,
	  "the kernel refuses a probe at this address: no instruction starts at the address, or "
	  "the kernel forbids probes in this code" },
	{ EINVAL, REC_ERR_BREAKPOINT, 0, -9,
	  "the kernel refuses this breakpoint: check its address, its length (1, 2, 4 or 8; for "
	  "x leave the length out) and its access (x86 has no r without w); a kernel address "
	  "needs -a" },
	{ EINVAL, ANY, REC_ERR_CLOCK, -9,
	  "the kernel refuses this combination of event and options; some events and kernels do "
	  "not support the clock of -k: leave out -k" },
	{ EINVAL, REC_ERR_PMU, 0, -9,
	  "the PMU of this event can only count, or it cannot sample with these options; -n counts "
	  "without samples" },
	{ EINVAL, ANY, REC_ERR_AUX, -9,
	  "AUX data needs a group whose leader is an AUX event, such as intel_pt//" },
	{ EINVAL, ANY, 0, -9,
	  "the kernel refuses this combination of event and options: leave out options one by one "
	  "to find the refused option" },
	{ E2BIG, ANY, 0, -9, "this kernel is too old for these options" },
	{ EMFILE, ANY, 0, -9,
	  "too many open files: raise the limit (ulimit -n) or record fewer cpus, threads or "
	  "events" },
	{ ENFILE, ANY, 0, -9,
	  "too many open files on this machine (fs.file-max): record fewer cpus, threads or "
	  "events" },
	{ ENOSPC, REC_ERR_BREAKPOINT, 0, -9,
	  "all hardware breakpoint registers are in use: record fewer breakpoints, or end other "
	  "programs that set breakpoints (debuggers, recordings)" },
	{ ENOSPC, ANY, 0, -9,
	  "no hardware counter is free for this event: record fewer events, or end other programs "
	  "that use hardware counters" },
	{ EBUSY, REC_ERR_PROBE, 0, -9,
	  "ftrace or another probe already uses this address: remove that probe, or probe another "
	  "address" },
	{ EBUSY, ANY, 0, -9,
	  "another program uses this hardware counter exclusively: record this event when that "
	  "program has ended" },
	{ EBADF, ANY, REC_ERR_CGROUP, -9,
	  "the cgroup was removed, or its hierarchy has no perf_event controller" },
	{ EBADF, ANY, 0, -9, "the leader of the event's group is closed" },
	{ EFAULT, ANY, 0, -9, "the kernel cannot read the request: this is a bug of pdata-record" },
	{ ESRCH, ANY, 0, -9, "the process has ended" },
	{ ENOSYS, ANY, REC_ERR_STACK, -9,
	  "--call-graph dwarf needs copies of user stacks, which the kernel cannot make on this "
	  "machine; use --call-graph fp" },
	{ ENOSYS, ANY, 0, -9, "this kernel is built without perf_event_open(2)" },
	{ EOVERFLOW, ANY, 0, -9,
	  "the event term max-stack is above the limit kernel.perf_event_max_stack: lower the term "
	  "or raise the limit" },
	{ EINTR, ANY, 0, -9, "the kernel was interrupted; try again" },
	{ ENOMEM, ANY, 0, -9, "the kernel is out of memory" },
};

int rec_error_row(const struct rec_error_at *at)
{
	int err = at->err;

	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < REC_NR(rows); i++)
			if (rows[i].err == err && (rows[i].kinds & at->kind) &&
			    (rows[i].conditions & at->conditions) == rows[i].conditions &&
			    at->paranoid >= rows[i].paranoid)
				return (int)i;
		if (err != EPERM)
			break;
		err = EACCES; /* the kernel returns both for missing permission */
	}
	return -1;
}

int rec_error_rows(void)
{
	return (int)REC_NR(rows);
}

const char *rec_error_words(struct rec_arena *a, const struct rec_error_at *at)
{
	int row = rec_error_row(at);

	if (row < 0)
		return strerror(at->err);
	const char *words = rows[row].words, *number = strstr(words, "%d");

	return number ? rec_printf(a, "%.*s%d%s", (int)(number - words), words, at->paranoid,
				   number + 2)
		      : words;
}

static uint32_t event_error_kind(const struct rec_event *e)
{
	static const uint32_t kinds[] = { [PDATA_TYPE_HARDWARE] = REC_ERR_HARDWARE,
					  [PDATA_TYPE_SOFTWARE] = REC_ERR_SOFTWARE,
					  [PDATA_TYPE_TRACEPOINT] = REC_ERR_TRACEPOINT,
					  [PDATA_TYPE_HW_CACHE] = REC_ERR_CACHE,
					  [PDATA_TYPE_RAW] = REC_ERR_RAW,
					  [PDATA_TYPE_BREAKPOINT] = REC_ERR_BREAKPOINT };

	if (e->is_probe)
		return REC_ERR_PROBE;
	return e->attr.type < REC_NR(kinds) ? kinds[e->attr.type] : REC_ERR_PMU;
}

const char *rec_open_words(struct rec *r, const struct rec_event *e, int err)
{
	const struct {
		uint32_t condition;
		bool on;
	} conditions[] = {
		{ REC_ERR_WIDE, r->t.has_cpu },
		{ REC_ERR_ATTACHED,
		  r->o.target->pid_list || r->o.target->tid_list || r->o.target->user },
		{ REC_ERR_NAMESPACES, pdata_attr_flag(&e->attr, PDATA_ATTR_NAMESPACES) },
		{ REC_ERR_PHYS, e->attr.sample_type & PDATA_SAMPLE_PHYS_ADDR },
		{ REC_ERR_INTR_REGS, e->attr.sample_type & PDATA_SAMPLE_REGS_INTR },
		{ REC_ERR_BRANCH, e->attr.sample_type & PDATA_SAMPLE_BRANCH_STACK },
		{ REC_ERR_CLOCK, pdata_attr_flag(&e->attr, PDATA_ATTR_USE_CLOCKID) },
		{ REC_ERR_STACK, e->attr.sample_type & PDATA_SAMPLE_STACK_USER },
		{ REC_ERR_AUX, e->attr.sample_type & PDATA_SAMPLE_AUX },
		{ REC_ERR_CGROUP, e->has_cgroup },
	};
	struct rec_error_at at = { .err = err,
				   .kind = event_error_kind(e),
				   .paranoid = (int)rec_sysctl_value(REC_SYSCTL_PARANOID) };

	for (size_t i = 0; i < REC_NR(conditions); i++)
		at.conditions |= conditions[i].on ? conditions[i].condition : 0;
	return rec_error_words(&r->arena, &at);
}
