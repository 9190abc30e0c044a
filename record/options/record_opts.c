/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of pdata-record's options and the setters that store their arguments in struct
 * rec_opts.
 */
#include "base/rec_event.h"
#include "base/rec_opts.h"
#include "base/util.h"
#include "cli/numbers.h"
#include "cli/words.h"
#include "event/event_parser.h"
#include "event/events.h"
#include "kernel/sample_regs.h"
#include "options/cmdline.h"
#include "options/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int option_error(const char *option, const char *arg, const char *wanted)
{
	return rec_error("%s %s: expected %s", option, arg, wanted);
}

static int set_event(struct rec_cmdline *p, const char *arg)
{
	return rec_events_parse(p->ev, arg);
}

static int set_filter(struct rec_cmdline *p, const char *arg)
{
	return rec_events_filter(p->ev, arg);
}

/*
 * The names of several -G are one list. A single name is that of all events before it; if no event
 * is before it, that of all events.
 */
static int set_cgroups(struct rec_cmdline *p, const char *arg)
{
	struct rec_target_opts *t = &p->o->target;

	if (!t->cgroups_of && !strchr(arg, ','))
		t->nr_of_one_cgroup = p->ev->nr ? p->ev->nr : UINT32_MAX;
	t->cgroups_of = t->cgroups_of ? rec_printf(p->ev->arena, "%s,%s", t->cgroups_of, arg) : arg;
	return 0;
}

static int set_output(struct rec_cmdline *p, const char *arg)
{
	if (!*arg)
		return rec_error("-o needs a file name");
	p->o->out.output = arg;
	return 0;
}

static int set_count(struct rec_cmdline *p, const char *arg)
{
	if (cli_parse_u64(arg, 0, &p->o->count.period) || !p->o->count.period ||
	    p->o->count.period > INT64_MAX)
		return option_error("-c", arg, "a number of events above 0");
	return 0;
}

static int set_freq(struct rec_cmdline *p, const char *arg)
{
	if (!strcmp(arg, "max")) {
		p->o->count.freq_max = true;
		return 0;
	}
	if (cli_parse_u64(arg, 0, &p->o->count.freq) || !p->o->count.freq ||
	    p->o->count.freq > UINT32_MAX)
		return option_error("-F", arg, "a number of samples per second, or max");
	return 0;
}

/* Parse a size in pages, or in bytes with a unit, and round it up to a power of two. */
static int ring_size(const char *text, uint64_t *bytes)
{
	uint64_t n, page = (uint64_t)sysconf(_SC_PAGESIZE);
	size_t len = strlen(text);

	if (!len || cli_parse_size(text, &n) || !n)
		return -1;
	if (text[len - 1] >= '0' && text[len - 1] <= '9')
		n = n > UINT64_MAX / page ? UINT64_MAX : n * page;
	if (n > UINT64_C(1) << 40)
		return -1;
	for (*bytes = page; *bytes < n;)
		*bytes *= 2;
	return 0;
}

static int set_mmap(struct rec_cmdline *p, const char *arg)
{
	size_t len = strcspn(arg, ",");

	if ((len && ring_size(rec_strndup(p->ev->arena, arg, len), &p->o->ring.mmap_bytes)) ||
	    (arg[len] && ring_size(arg + len + 1, &p->o->aux.aux_bytes)) || !*arg)
		return option_error("-m", arg,
				    "a number of pages or a size such as 512K or 2M, and after a "
				    "comma the size of AUX areas");
	return 0;
}

static int set_snapshot(struct rec_cmdline *p, const char *arg)
{
	p->o->aux.aux_snapshot = true;
	if (arg && *arg == 'e') /* "e" asks for a snapshot at the end, which is always taken */
		arg++;
	if (arg && *arg && cli_parse_size(arg, &p->o->aux.aux_snapshot_bytes))
		return option_error("-S", arg, "a size such as 64K");
	return 0;
}

static int set_aux_sample(struct rec_cmdline *p, const char *arg)
{
	uint64_t n = 4096;

	if (arg && (cli_parse_size(arg, &n) || !n || n > 65528))
		return option_error("--aux-sample", arg, "a number of bytes from 1 to 65528");
	p->o->aux.aux_sample = (uint32_t)n;
	return 0;
}

static int set_mmap_flush(struct rec_cmdline *p, const char *arg)
{
	if (cli_parse_size(arg, &p->o->ring.mmap_flush) || !p->o->ring.mmap_flush)
		return option_error("--mmap-flush", arg,
				    "a number of bytes, or a size such as 16K");
	return 0;
}

static int set_threads(struct rec_cmdline *p, const char *arg)
{
	p->o->ring.threads = arg && *arg ? arg : "cpu";
	return 0;
}

static int set_affinity(struct rec_cmdline *p, const char *arg)
{
	static const char *const words[] = {
		[REC_AFFINITY_SYS] = "sys", [REC_AFFINITY_NODE] = "node", [REC_AFFINITY_CPU] = "cpu"
	};
	int i = cli_word_find(arg, strlen(arg), words, REC_NR(words));

	if (i < 0)
		return option_error("--affinity", arg, "sys, node or cpu");
	p->o->ring.affinity = (enum rec_affinity)i;
	return 0;
}

static int set_fp(struct rec_cmdline *p, const char *arg)
{
	(void)arg;
	if (p->o->sample.callchain.mode == REC_CG_NONE) /* --call-graph says more than -g */
		p->o->sample.callchain.mode = REC_CG_FP;
	return 0;
}

static int set_callgraph(struct rec_cmdline *p, const char *arg)
{
	if (rec_parse_callgraph(arg, &p->o->sample.callchain))
		return option_error("--call-graph", arg,
				    "fp, dwarf[,BYTES up to 65528], lbr or no");
	return 0;
}

static int set_regs(const char *option, const char *arg, uint64_t *mask)
{
	const char *name;

	if (!arg) {
		*mask = rec_regs_all_user();
		if (!*mask)
			return rec_error("%s: pdata-record does not know the registers of this "
					 "machine",
					 option);
		return 0;
	}
	if (!strcmp(arg, "?")) {
		rec_regs_print();
		return 1;
	}
	if (rec_parse_regs(arg, mask, &name))
		return rec_error("%s: no register is called %.*s; %s=? lists the registers", option,
				 (int)strcspn(name, ","), name, option);
	return 0;
}

static int set_user_regs(struct rec_cmdline *p, const char *arg)
{
	return set_regs("--user-regs", arg, &p->o->sample.user_regs);
}

static int set_intr_regs(struct rec_cmdline *p, const char *arg)
{
	return set_regs("--intr-regs", arg, &p->o->sample.intr_regs);
}

static int set_delay(struct rec_cmdline *p, const char *arg)
{
	if (rec_parse_delay(p->ev->arena, arg, &p->o->count))
		return option_error("-D", arg,
				    "milliseconds, ascending ranges of milliseconds such as "
				    "10-20,30-40, or -1");
	return 0;
}

static int set_flush(struct rec_cmdline *p, const char *arg)
{
	if (cli_parse_u64(arg, 10, &p->o->ring.flush_ms) || !p->o->ring.flush_ms ||
	    p->o->ring.flush_ms > 3600000)
		return option_error("--flush", arg, "milliseconds from 1 to 3600000");
	return 0;
}

static int set_compress_level(struct rec_cmdline *p, const char *arg)
{
	uint64_t level = 1;

	if (arg && (cli_parse_u64(arg, 10, &level) || level > 22))
		return option_error("-z", arg, "a level from 1 to 22");
	p->o->out.compress_level = (uint32_t)level;
	return 0;
}

static int set_bundle(struct rec_cmdline *p, const char *arg)
{
	static const char *const modes[] = { [REC_BUNDLE_NO] = "no",
					     [REC_BUNDLE_HIT] = "hit",
					     [REC_BUNDLE_FULL] = "full",
					     [REC_BUNDLE_DEBUG] = "debug" };

	int i = arg ? cli_word_find(arg, strlen(arg), modes, REC_NR(modes)) : REC_BUNDLE_ASKED;

	if (i < 0)
		return option_error("--bundle", arg, "hit, full, debug or no");
	p->o->out.bundle = (uint32_t)i;
	return 0;
}

static int set_no_bundle(struct rec_cmdline *p, const char *arg)
{
	(void)arg;
	p->o->out.bundle = REC_BUNDLE_NO;
	return 0;
}

static int set_exclude_self(struct rec_cmdline *p, const char *arg)
{
	(void)arg;
	return rec_events_exclude_recorder(p->ev);
}

static int set_max_size(struct rec_cmdline *p, const char *arg)
{
	if (cli_parse_size(arg, &p->o->run.max_size) || !p->o->run.max_size)
		return option_error("--max-size", arg, "a size such as 100M");
	return 0;
}

static int set_switch_output(struct rec_cmdline *p, const char *arg)
{
	if (rec_parse_switch(arg, &p->o->out.sw))
		return option_error("--switch-output", arg,
				    "the word signal, a size with a unit (B K M G) or a time with "
				    "a unit (s m h d)");
	return 0;
}

static int set_switch_event(struct rec_cmdline *p, const char *arg)
{
	if (!p->o->run.triggers) {
		p->o->run.triggers = rec_alloc(p->ev->arena, sizeof(*p->o->run.triggers));
		p->o->run.triggers->arena = p->ev->arena;
	}
	if (!p->o->out.sw.enabled && rec_parse_switch(NULL, &p->o->out.sw))
		return -1;
	return rec_events_parse(p->o->run.triggers, arg);
}

static int set_switch_files(struct rec_cmdline *p, const char *arg)
{
	uint64_t n;

	if (cli_parse_u64(arg, 10, &n) || !n || n > 1000000)
		return option_error("--switch-max-files", arg, "a number from 1 to 1000000");
	p->o->out.sw.max_files = (uint32_t)n;
	return 0;
}

static int set_duration(struct rec_cmdline *p, const char *arg)
{
	char *end;
	double s = strtod(arg, &end);

	if (end == arg || *end || !(s > 0) || s > 1e9)
		return option_error("--duration", arg, "a number of seconds above 0");
	p->o->run.duration_ms = (uint64_t)(s * 1000 + 0.5);
	return 0;
}

static int set_realtime(struct rec_cmdline *p, const char *arg)
{
	uint64_t prio;

	if (cli_parse_u64(arg, 10, &prio) || !prio || prio > 99)
		return option_error("-r", arg, "a priority from 1 to 99");
	p->o->run.realtime = (int)prio;
	return 0;
}

static int set_synth(struct rec_cmdline *p, const char *arg)
{
	if (rec_parse_synth(arg, &p->o->side.synth))
		return option_error("--synth", arg,
				    "\"no\", \"all\", or one or more of \"task\", \"mmap\" and "
				    "\"cgroup\", separated by commas");
	return 0;
}

static int set_branch_any(struct rec_cmdline *p, const char *arg)
{
	(void)arg;
	p->o->sample.branch = PDATA_BRANCH_ANY;
	return 0;
}

static int set_branch_filter(struct rec_cmdline *p, const char *arg)
{
	if (rec_parse_branch(arg, &p->o->sample.branch))
		return option_error("-j", arg,
				    "branch filters (any any_call any_ret ind_call cond call u k "
				    "hv ...)");
	return 0;
}

static int set_clock(struct rec_cmdline *p, const char *arg)
{
	p->o->count.use_clockid = true;
	if (rec_parse_clock(arg, &p->o->count.clockid))
		return option_error("-k", arg,
				    "monotonic, monotonic_raw, realtime, boottime or tai");
	return 0;
}

static int set_verbose(struct rec_cmdline *p, const char *arg)
{
	(void)p;
	(void)arg;
	rec_verbosity = rec_verbosity < 0 ? 1 : rec_verbosity + 1;
	return 0;
}

static int set_quiet(struct rec_cmdline *p, const char *arg)
{
	(void)p;
	(void)arg;
	rec_verbosity = -1;
	return 0;
}

static int set_nothing(struct rec_cmdline *p, const char *arg)
{
	(void)p;
	(void)arg;
	return 0;
}

static int set_help(struct rec_cmdline *p, const char *arg);

static int set_list(struct rec_cmdline *p, const char *arg)
{
	p->o->run.list = true;
	p->o->run.list_pattern = arg;
	return 0;
}

static int set_version(struct rec_cmdline *p, const char *arg)
{
	(void)p;
	(void)arg;
	printf("pdata-record %s\n", pdata_version());
	return 1;
}

#define SW(letter_, name_, member_, help_)                                                         \
	{                                                                                          \
		letter_, name_, ARG_NONE, NULL, help_, NULL,                                       \
			offsetof(struct rec_opts_storage, member_) + 1, 0, 0                       \
	}
#define SW2(letter_, name_, member_, given_, help_)                                                \
	{                                                                                          \
		letter_, name_, ARG_NONE, NULL, help_, NULL,                                       \
			offsetof(struct rec_opts_storage, member_) + 1,                            \
			offsetof(struct rec_opts_storage, given_) + 1, 0                           \
	}
#define TEXT(letter_, name_, arg_, member_, help_)                                                 \
	{                                                                                          \
		letter_, name_, ARG_NEEDED, arg_, help_, NULL, 0, 0,                               \
			offsetof(struct rec_opts_storage, member_) + 1                             \
	}
#define FN(letter_, name_, kind_, arg_, fn_, help_)                                                \
	{                                                                                          \
		letter_, name_, kind_, arg_, help_, fn_, 0, 0, 0                                   \
	}

static const struct rec_option rows[] = {
	FN('e', "event", ARG_NEEDED, "EVENT", set_event,
	   "event, or group of events, to record; may be repeated"),
	FN(0, "filter", ARG_NEEDED, "FILTER", set_filter,
	   "kernel filter for the tracepoints of the preceding -e"),
	FN(0, "exclude-perf", ARG_NONE, NULL, set_exclude_self,
	   "for the tracepoints of the preceding -e: leave out events that the recorder itself "
	   "causes"),
	FN('F', "freq", ARG_NEEDED, "HZ|max", set_freq,
	   "take HZ samples a second; max: as many as the kernel allows"),
	FN('c', "count", ARG_NEEDED, "N", set_count, "take a sample every N events"),
	FN('g', NULL, ARG_NONE, NULL, set_fp,
	   "record call chains, by frame pointers unless --call-graph says how"),
	FN(0, "call-graph", ARG_NEEDED, "fp|dwarf[,BYTES]|lbr", set_callgraph,
	   "how to record call chains; dwarf: copy BYTES (default 8192) of the user stack into "
	   "each sample"),
	SW('a', "all-cpus", target.system_wide, "record all tasks on all cpus"),
	TEXT('C', "cpu", "LIST", target.cpu_list, "record all tasks on these cpus"),
	TEXT('p', "pid", "LIST", target.pid_list, "record these processes"),
	TEXT('t', "tid", "LIST", target.tid_list, "record these threads"),
	TEXT('u', "uid", "USER", target.user, "record all processes of a user"),
	FN('G', "cgroup", ARG_NEEDED, "NAME[,NAME]", set_cgroups,
	   "record these cgroups only: one name for each event, or one name for all events before "
	   "this option; more names may follow in another -G; needs -a or -C"),
	SW(0, "per-thread", target.per_thread,
	   "use one ring buffer for each thread, instead of one for each cpu"),
	SW2('i', "no-inherit", target.no_inherit, target.no_inherit_set,
	    "do not record child tasks"),
	FN('o', "output", ARG_NEEDED, "FILE", set_output,
	   "write to FILE (perf.data); - is standard output"),
	FN('m', "mmap-pages", ARG_NEEDED, "PAGES|SIZE[,AUX]", set_mmap,
	   "size of each ring buffer and, after a comma, of each AUX area: a number of pages, or a "
	   "size such as 512K or 2M"),
	FN('S', "snapshot", ARG_OPTIONAL, "[e]SIZE", set_snapshot,
	   "AUX areas keep only their latest data, which is written to the file at SIGUSR2 and at "
	   "the end"),
	FN(0, "aux-sample", ARG_OPTIONAL, "BYTES", set_aux_sample,
	   "put BYTES (4096) of AUX data into each sample of a group whose leader is an AUX event"),
	FN('z', "compression-level", ARG_OPTIONAL, "LEVEL", set_compress_level,
	   "compress with zstd, at level 1 (fast; the default level) to 22"),
	FN(0, "flush", ARG_NEEDED, "MS", set_flush,
	   "write the data of the ring buffers to the file at least every MS milliseconds (default "
	   "1000): a killed recorder loses only the data since its last write"),
	TEXT(0, "control", "fd:CTL[,ACK]|fifo:CTL[,ACK]", run.control,
	     "read the commands enable, disable, evlist, ping, snapshot and stop from this "
	     "descriptor or "
	     "FIFO"),
	TEXT(0, "html", "FILE", run.html,
	     "at the end write the recording as a page for a browser, with `pdata html`"),
	FN(0, "max-size", ARG_NEEDED, "SIZE", set_max_size,
	   "end the recording when it has SIZE bytes, such as 100M"),
	FN(0, "switch-output", ARG_OPTIONAL, "signal|SIZE|TIME", set_switch_output,
	   "begin a new file FILE.TIMESTAMP at SIGUSR2 (signal, default), after a SIZE such as "
	   "100M, or after a TIME such as 30s, 5m or 1h"),
	FN(0, "switch-output-event", ARG_NEEDED, "EVENT", set_switch_event,
	   "begin a new file when EVENT occurs in any task (with -p, -t or -u: in a recorded "
	   "task); EVENT itself is not recorded"),
	FN(0, "switch-max-files", ARG_NEEDED, "N", set_switch_files,
	   "keep only the latest N files of --switch-output"),
	SW(0, "overwrite", count.overwrite,
	   "ring buffers overwrite old samples; the latest samples are written to the file at "
	   "SIGUSR2 and at the end"),
	SW(0, "timestamp-filename", out.stamp,
	   "name the file FILE.TIMESTAMP, by the time at which the recording ended"),
	FN(0, "duration", ARG_NEEDED, "SECONDS", set_duration,
	   "end the recording after this many seconds"),
	FN('D', "delay", ARG_NEEDED, "MS|MS-MS[,...]", set_delay,
	   "enable events MS milliseconds after the start, or only in ranges of milliseconds, such "
	   "as 10-20,30-40, and end the recording after the last range; -1: events are off until "
	   "--control enables them"),
	SW('d', "data", sample.data_addr, "record the data address of each sample"),
	SW(0, "phys-data", sample.phys_data, "record the physical data address of each sample"),
	SW(0, "data-page-size", sample.data_page_size, "record the page size at the data address"),
	SW(0, "code-page-size", sample.code_page_size, "record the page size at the code address"),
	SW('R', "raw-samples", sample.raw,
	   "record raw data (PERF_SAMPLE_RAW), such as the fields of tracepoints"),
	SW2('T', "timestamp", sample.time, sample.time_set,
	    "record the time of each sample (default)"),
	SW2('P', "period", sample.sample_period, sample.sample_period_set,
	    "record the period of each sample"),
	SW(0, "sample-cpu", sample.sample_cpu,
	   "record the cpu of each sample (-a and -C do this without the option)"),
	SW(0, "sample-identifier", sample.sample_identifier,
	   "record the event id of each sample (PERF_SAMPLE_IDENTIFIER)"),
	SW('W', "weight", sample.weight, "record the weight of each sample"),
	SW(0, "transaction", sample.transaction, "record the flags of memory transactions"),
	FN('b', "branch-any", ARG_NONE, NULL, set_branch_any,
	   "record branch stacks with all kinds of branches"),
	FN('j', "branch-filter", ARG_NEEDED, "LIST", set_branch_filter,
	   "record branch stacks with these kinds of branches only"),
	FN(0, "user-regs", ARG_OPTIONAL, "LIST", set_user_regs,
	   "record the user registers at each sample; =? lists the names of registers"),
	FN('I', "intr-regs", ARG_OPTIONAL, "LIST", set_intr_regs,
	   "record the registers at each sample; =? lists their names"),
	FN('k', "clockid", ARG_NEEDED, "CLOCK", set_clock,
	   "clock for times: monotonic, monotonic_raw, realtime, boottime, tai"),
	SW(0, "namespaces", side.namespaces, "record the namespaces of tasks"),
	SW(0, "all-cgroups", side.cgroups, "record cgroups, and the cgroup of each sample"),
	SW(0, "switch-events", side.switch_events, "record context switches"),
	SW(0, "latency", side.latency,
	   "record context switches for 'pdata report --latency'; not with -a or -C"),
	SW('s', "stat", count.inherit_stat,
	   "record the counter values of each task when the task ends"),
	SW(0, "running-time", count.running_time,
	   "record how long each counter was enabled and running; these times are stored with the "
	   "counter values of groups with :S"),
	SW('n', "no-samples", count.no_samples, "take no samples, only count"),
	SW(0, "group", count.group, "make one group of all events"),
	SW(0, "all-user", count.all_user, "record user code only"),
	SW(0, "all-kernel", count.all_kernel, "record kernel code only"),
	SW(0, "user-callchains", sample.user_callchains,
	   "record only the user part of call chains"),
	SW(0, "kernel-callchains", sample.kernel_callchains,
	   "record only the kernel part of call chains"),
	SW('B', "no-buildid", side.no_build_id, "do not record build ids"),
	SW(0, "no-index", out.no_index, "do not append an index and checksums to the file"),
	FN(0, "bundle", ARG_WORD, "hit|full|debug|no", set_bundle,
	   "store symbols in the file. hit: the symbols of functions with samples; full: all "
	   "symbols of the objects with samples; debug: also the data of all mapped objects that "
	   "unwinding and source lines need. Without a value: hit, or debug with --call-graph "
	   "dwarf. Without the option: hit, unless storing the symbols would take long"),
	FN(0, "no-bundle", ARG_NONE, NULL, set_no_bundle, "do not store symbols in the file"),
	SW(0, "buildid-mmap", side.build_id_mmap,
	   "accepted for compatibility with perf: MMAP2 records have build ids by default"),
	FN(0, "buildid-all", ARG_NONE, NULL, set_nothing,
	   "accepted for compatibility with perf: build ids of all mapped objects are recorded by "
	   "default"),
	FN('N', "no-buildid-cache", ARG_NONE, NULL, set_nothing,
	   "accepted for compatibility with perf: pdata-record has no build id cache"),
	SW(0, "no-bpf-event", side.no_bpf_event,
	   "do not record the loading and unloading of BPF programs (BPF_EVENT records)"),
	SW(0, "no-buffering", count.no_buffering,
	   "read each sample from the ring buffer as soon as the kernel has written the sample, "
	   "instead of many samples together"),
	FN('r', "realtime", ARG_NEEDED, "PRIORITY", set_realtime,
	   "run the recorder with this real-time priority (SCHED_FIFO)"),
	FN(0, "synth", ARG_NEEDED, "LIST", set_synth,
	   "records to write for tasks that already run: no, all, task, mmap, cgroup"),
	FN(0, "mmap-flush", ARG_NEEDED, "SIZE", set_mmap_flush,
	   "between two writes of --flush, empty a ring buffer only if the buffer holds at least "
	   "SIZE bytes or is at least a quarter full"),
	FN(0, "affinity", ARG_NEEDED, "sys|node|cpu", set_affinity,
	   "run the recorder on the cpu whose ring buffer it empties (cpu), on any cpu of the same "
	   "NUMA node (node), or on any cpu (sys, default)"),
	FN(0, "threads", ARG_OPTIONAL, "cpu|core|package|numa|CPUS/CPUS[:...]", set_threads,
	   "write a directory of files; each group of cpus has a thread that empties its ring "
	   "buffers"),
	FN(0, "aio", ARG_OPTIONAL, "N", set_nothing,
	   "accepted for compatibility with perf; no effect, because pdata-record writes data in "
	   "large pieces"),
	FN(0, "timestamp-boundary", ARG_NONE, NULL, set_nothing,
	   "accepted for compatibility with perf: times of the first and last sample are always "
	   "recorded"),
	FN(0, "num-thread-synthesize", ARG_NEEDED, "N", set_nothing,
	   "accepted for compatibility with perf; no effect, because one thread reads the running "
	   "tasks fast enough"),
	FN(0, "proc-map-timeout", ARG_NEEDED, "MS", set_nothing,
	   "accepted for compatibility with perf; no effect"),
	SW(0, "kcore", out.kcore,
	   "write a directory: the recording, and copies of kcore, kallsyms and modules"),
	SW(0, "off-cpu", count.off_cpu,
	   "sum up how long each task sleeps at each call stack; each sum is a sample of the event "
	   "offcpu-time"),
	SW(0, "tail-synthesize", side.tail_synth,
	   "write the records of --synth at the end, not at the start"),
	SW(0, "strict-freq", count.strict_freq,
	   "fail if -F is above the kernel's limit, instead of lowering it"),
	SW(0, "dry-run", run.dry_run,
	   "only check options and events; nothing is opened, run or written"),
	FN(0, "list", ARG_OPTIONAL, "GLOB", set_list, "list the events of this machine"),
	SW(0, "status", run.status, "print a status line every second"),
	FN('v', "verbose", ARG_NONE, NULL, set_verbose, "print more messages; may be repeated"),
	FN('q', "quiet", ARG_NONE, NULL, set_quiet, "print errors only"),
	FN('h', "help", ARG_NONE, NULL, set_help, "print this help"),
	FN(0, "version", ARG_NONE, NULL, set_version, "print the version"),
};

/* Options of perf 6.1 and newer that pdata refuses; also in tests/interop/perf_options.tsv. */
static const struct rec_refused refused[] = {
	{ "clang-opt", "pdata-record does not run clang, because it compiles no BPF programs; "
		       "leave out this option" },
	{ "clang-path", "pdata-record does not run clang, because it compiles no BPF programs; "
			"leave out this option" },
	{ "vmlinux", "pdata-record does not read a vmlinux; use \"pdata report --vmlinux\", which "
		     "takes kernel symbols from it" },
	{ "debuginfod", "pdata-record has no build id cache; \"pdata report --debuginfod\" "
			"downloads missing files" },
	{ "off-cpu-thresh", "--off-cpu records total times of sleep; -e sched:sched_switch -g "
			    "records each sleep" },
	{ "pfm-events", "event names of libpfm are not supported; use -e "
			"PMU/event=0xNN,umask=0xNN/" },
	{ "setup-filter", "pinned BPF filters are not supported; --filter filters tracepoints" },
};

static const char *const added[] = { "bundle",	 "duration", "flush",	"help",
				     "html",	 "latency",  "list",	"no-bundle",
				     "no-index", "status",   "version", NULL };

static const struct rec_option_table table = { rows, REC_NR(rows), refused, REC_NR(refused),
					       added };

static int set_help(struct rec_cmdline *p, const char *arg)
{
	(void)p;
	(void)arg;
	printf("usage: pdata-record [options] [command [arguments]]\n"
	       "Records a command, processes, cpus or the whole machine into a perf.data "
	       "file.\n\n");
	rec_cmdline_help(&table);
	return 1;
}

int rec_opts_parse(struct rec_opts *o, struct rec_evlist *ev, int argc, char **argv)
{
	struct rec_opts_storage *v = rec_alloc(ev->arena, sizeof(*v));
	struct rec_cmdline p = { v, ev };
	int at = 1;

	*o = (struct rec_opts){ &v->target, &v->count, &v->sample, &v->side,
				&v->aux,    &v->ring,  &v->out,	   &v->run };
	v->run.full_argc = argc;
	v->run.full_argv = argv;
	v->sample.time = true;
	v->ring.flush_ms = 1000;
	v->side.synth = REC_SYNTH_ALL;
	v->sample.callchain.stack_size = 8192;
	int err = rec_cmdline_parse(&p, &table, argv, &at);

	if (err)
		return err;
	v->target.argc = argc - at;
	v->target.argv = argv + at;
	if (v->run.list) {
		const char *pattern = v->run.list_pattern ? v->run.list_pattern : v->target.argv[0];

		return rec_list(ev->arena, pattern) ? -1 : 1;
	}
	if (v->out.sw.max_files && !v->out.sw.enabled)
		return rec_error("--switch-max-files needs --switch-output");
	if (v->aux.aux_snapshot && v->aux.aux_sample)
		return rec_error("-S and --aux-sample exclude each other");
	if (v->ring.threads && v->ring.affinity)
		return rec_error("--threads and --affinity exclude each other");
	if (v->out.bundle == REC_BUNDLE_ASKED)
		v->out.bundle = v->sample.callchain.mode == REC_CG_DWARF ? REC_BUNDLE_DEBUG
									 : REC_BUNDLE_HIT;
#ifdef REC_NO_INDEX
	if (v->out.bundle > REC_BUNDLE_NO)
		return rec_error("--bundle: this pdata-record is built without the code that "
				 "stores symbols; \"pdata bundle FILE\" adds symbols");
#endif
	if (v->out.no_index && v->out.bundle > REC_BUNDLE_NO)
		return rec_error("--no-index and --bundle exclude each other: symbols are stored "
				 "with the index");
	if (v->count.all_user && v->count.all_kernel)
		return rec_error("--all-user and --all-kernel exclude each other");
	return 0;
}
