/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements --off-cpu: loads BPF programs that add up sleep times by task, state and user stack,
 * and writes each sum as a sample of offcpu-time.
 */
#include "ring/offcpu.h"
#include "base/bpf.h"
#include "event/count_opts.h"
#include "file/sink.h"
#include "kernel/perf_syscall.h"
#include "kernel/target_opts.h"
#include "ring/offcpu_prog.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define FRAMES 64u
#define STACKS_MAX 65536u /* fewer, down to STACKS_MIN, if memory is short */
#define STACKS_MIN 1024u
#define TASKS_MAX 65536u
#define SUMS_MAX 102400u
#define INIT_PID_NS 0xEFFFFFFCu /* the inode number of the initial pid namespace; fixed */

struct rec_offcpu {
	struct rec_offcpu_maps m;
	int probes[2]; /* the tracepoints' descriptors */
};

/* ---- setting it up ---- */

static int offcpu_error(const char *what)
{
	const int err = errno;

	if (err == EPERM || err == EACCES)
		return rec_error("--off-cpu: %s: %s; --off-cpu needs root, or CAP_BPF and "
				 "CAP_PERFMON, and a container that allows bpf(2); -e "
				 "sched:sched_switch -g records each sleep without BPF",
				 what, strerror(err));
	return rec_error("--off-cpu: %s: %s; -e sched:sched_switch -g records each sleep without "
			 "BPF",
			 what, strerror(err));
}

static int make_maps(struct rec_offcpu *c)
{
	const struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };

	setrlimit(RLIMIT_MEMLOCK, &all); /* kernels before 5.11 count BPF maps as locked memory */
	c->m.words = rec_bpf_map_new(REC_BPF_ARRAY, 4, 8, REC_OFFCPU_WORDS);
	if (c->m.words < 0)
		return -1;
	c->m.starts = rec_bpf_map_new(REC_BPF_HASH, 4, sizeof(struct rec_offcpu_start), TASKS_MAX);
	c->m.sums = rec_bpf_map_new(REC_BPF_HASH, sizeof(struct rec_offcpu_sum), 8, SUMS_MAX);
	for (uint32_t n = STACKS_MAX; c->m.stacks < 0 && n >= STACKS_MIN; n /= 4)
		c->m.stacks = rec_bpf_map_new(REC_BPF_STACKS, 4, FRAMES * 8, n);
	return c->m.starts < 0 || c->m.sums < 0 || c->m.stacks < 0 ? -1 : 0;
}

static int add_to(int map, uint32_t key)
{
	const uint8_t yes = 1;

	return rec_bpf_update(map, &key, &yes);
}

/*
 * Fill the filter with what is recorded: the processes of -p, the process of the command, or else
 * the threads of the targets.
 */
static int fill_filter(struct rec *r)
{
	struct rec_offcpu *c = r->offcpu;
	const struct rec_targets *t = &r->t;
	const char *s = r->o.target->pid_list;
	uint32_t nr = TASKS_MAX;

	c->m.by_process = s || t->command_only;
	c->m.filter = rec_bpf_map_new(REC_BPF_HASH, 4, 1, t->nr_threads > nr ? t->nr_threads : nr);
	if (c->m.filter < 0)
		return -1;
	for (char *at; s && *s; s = *at ? at + 1 : at)
		if (add_to(c->m.filter, (uint32_t)strtoul(s, &at, 10)))
			return -1;
	for (uint32_t i = 0; !r->o.target->pid_list && i < t->nr_threads; i++)
		if (add_to(c->m.filter, (uint32_t)t->threads[i]))
			return -1;
	return 0;
}

static int fill_cpus(struct rec *r)
{
	struct rec_offcpu *c = r->offcpu;

	c->m.cpus = rec_bpf_map_new(REC_BPF_HASH, 4, 1, r->t.nr_cpus);
	for (uint32_t i = 0; c->m.cpus >= 0 && i < r->t.nr_cpus; i++)
		if (add_to(c->m.cpus, (uint32_t)r->t.cpus[i]))
			return -1;
	return c->m.cpus < 0 ? -1 : 0;
}

/* Attach @prog to a tracepoint. It runs on all CPUs, although the event is opened on CPU 0. */
static int attach(int prog, uint64_t id, int *fd)
{
	const struct pdata_attr at = { .type = PDATA_TYPE_TRACEPOINT,
				       .size = PDATA_ATTR_SIZE_VER7,
				       .config = id,
				       .sample_period = 1,
				       .flags = UINT64_C(1) << PDATA_ATTR_DISABLED };

	*fd = rec_sys_open(&at, NULL, -1, 0, -1, REC_OPEN_CLOEXEC);
	return *fd < 0 ? -1 : rec_sys_set_bpf(*fd, prog);
}

typedef int (*load_fn)(struct rec *r, const struct rec_offcpu_maps *c, uint64_t *id);

static int load_and_attach(struct rec *r, load_fn load_it, int *fd)
{
	uint64_t id = 0;
	const int prog = load_it(r, &r->offcpu->m, &id);

	if (prog < 0)
		return id ? offcpu_error("the kernel refuses the BPF program") : -1;
	const int err = attach(prog, id, fd);
	const int why = errno;

	close(prog);
	errno = why;
	return err ? offcpu_error("the BPF program cannot be attached to a tracepoint") : 0;
}

static bool in_first_pid_namespace(void)
{
	char link[64];
	const ssize_t n = readlink("/proc/self/ns/pid", link, sizeof(link) - 1);

	link[n > 0 ? n : 0] = '\0';
	return n <= 0 || strtoul(link + strcspn(link, "0123456789"), NULL, 10) == INIT_PID_NS;
}

int rec_offcpu_open(struct rec *r)
{
	struct rec_offcpu *c;

	if (!r->o.count->off_cpu)
		return 0;
	c = r->offcpu = rec_alloc(&r->arena, sizeof(*c));
	*c = (struct rec_offcpu){ { -1, -1, -1, -1, -1, -1, false }, { -1, -1 } };
	if (!in_first_pid_namespace())
		return rec_error("--off-cpu does not work in this pid namespace, where process ids "
				 "differ from the kernel's; -e sched:sched_switch -g records each "
				 "sleep without BPF");
	if (make_maps(c))
		return offcpu_error("bpf(2)");
	if (!r->t.has_cpu && fill_filter(r))
		return offcpu_error("bpf(2)");
	if (r->o.target->cpu_list && fill_cpus(r))
		return offcpu_error("bpf(2)");
	if (load_and_attach(r, rec_offcpu_load_switch, &c->probes[0]))
		return -1;
	return c->m.by_process && !r->o.target->no_inherit
		       ? load_and_attach(r, rec_offcpu_load_newtask, &c->probes[1])
		       : 0;
}

void rec_offcpu_switch(struct rec *r, bool on)
{
	const uint32_t key = REC_OFFCPU_ENABLED;
	const uint64_t value = on;

	if (r->offcpu && rec_bpf_update(r->offcpu->m.words, &key, &value))
		rec_warn("--off-cpu: recording of sleeps cannot be switched %s: %s",
			 on ? "on" : "off", strerror(errno));
}

/* ---- samples ---- */

static int write_sum(struct rec *r, const struct rec_event *e, const struct rec_offcpu_sum *k,
		     uint64_t ns, uint64_t time)
{
	uint64_t ips[FRAMES + 2] = { PDATA_CONTEXT_USER };
	uint8_t buf[(FRAMES + 32) * 8];
	uint32_t nr = 1;

	if ((int32_t)k->stack >= 0 && !rec_bpf_lookup(r->offcpu->m.stacks, &k->stack, ips + 1))
		while (nr <= FRAMES && ips[nr])
			nr++;
	const struct pdata_sample s = { .identifier = e->nr_ids ? e->ids[0] : 0,
					.id = e->nr_ids ? e->ids[0] : 0,
					.ip = ips[1],
					.pid = k->tgid,
					.tid = k->tid,
					.time = time,
					.period = ns,
					.nr_ips = nr,
					.ips = { (const uint8_t *)ips, nr, 0 } };
	const int len = pdata_sample_encode(PDATA_CPUMODE_USER, &s, &e->attr, 0, buf, sizeof(buf));
	const struct pdata_span span = { buf, len > 0 ? (size_t)len : 0 };

	if (len < 0)
		return rec_error("--off-cpu: %s", pdata_strerror(len));
	return rec_sink_spans(r, &span, 1);
}

int rec_offcpu_write(struct rec *r)
{
	struct rec_offcpu_sum prev = { 0 }, key;
	const struct rec_event *e = NULL;
	uint64_t ns, time = PDATA_TIME_OFF_CPU, lost = 0;
	const uint32_t word = REC_OFFCPU_LOST;

	if (!r->offcpu)
		return 0;
	rec_offcpu_switch(r, false);
	for (uint32_t i = 0; i < r->ev.nr; i++)
		if (r->ev.ev[i].off_cpu)
			e = &r->ev.ev[i];
	for (; e && !rec_bpf_next(r->offcpu->m.sums, &prev, &key); prev = key)
		if (!rec_bpf_lookup(r->offcpu->m.sums, &key, &ns) &&
		    write_sum(r, e, &key, ns, time++))
			return -1;
	if (!rec_bpf_lookup(r->offcpu->m.words, &word, &lost) && lost)
		rec_warn("--off-cpu: %llu sleeps are missing in the sums, because the BPF maps "
			 "were full",
			 (unsigned long long)lost);
	return 0;
}

void rec_offcpu_close(struct rec *r)
{
	struct rec_offcpu *c = r->offcpu;

	if (!c)
		return;
	const int fds[] = { c->probes[0], c->probes[1], c->m.words,  c->m.starts,
			    c->m.sums,	  c->m.stacks,	c->m.filter, c->m.cpus };

	for (size_t i = 0; i < REC_NR(fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	r->offcpu = NULL;
}
