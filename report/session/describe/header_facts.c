/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints each header feature as perf's comment line, with one function for each feature in a table
 * by feature bit.
 */
#include "base/cpu_list.h"
#include "session/describe/attr_text.h"
#include "session/describe/header.h"
#include "session/event_names.h"
#include "session/tracepoint/bpf_text.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

/* Argument of the functions that print a feature; the table facts lists them by feature. */
struct fact {
	struct rep_session *s;
	struct out *o;
	const struct pdata_feature *f;
};

typedef void (*fact_fn)(const struct fact *p);

static void print_hostname(const struct fact *p)
{
	out_printf(p->o, "# hostname : %s\n", p->f->u.str);
}

static void print_osrelease(const struct fact *p)
{
	out_printf(p->o, "# os release : %s\n", p->f->u.str);
}

static void print_version(const struct fact *p)
{
	out_printf(p->o, "# perf version : %s\n", p->f->u.str);
}

static void print_arch(const struct fact *p)
{
	out_printf(p->o, "# arch : %s\n", p->f->u.str);
}

static void print_nrcpus(const struct fact *p)
{
	out_printf(p->o, "# nrcpus online : %u\n", p->f->u.nrcpus.online);
	out_printf(p->o, "# nrcpus avail : %u\n", p->f->u.nrcpus.available);
}

static void print_cpudesc(const struct fact *p)
{
	out_printf(p->o, "# cpudesc : %s\n", p->f->u.str);
}

static void print_cpuid(const struct fact *p)
{
	out_printf(p->o, "# cpuid : %s\n", p->f->u.str);
}

static void print_total_mem(const struct fact *p)
{
	out_printf(p->o, "# total memory : %llu kB\n", (unsigned long long)p->f->u.total_mem);
}

static void print_cmdline(const struct fact *p)
{
	const struct pdata_strlist *args = &p->f->u.cmdline;

	out_str(p->o, "# cmdline : ");
	for (uint32_t i = 0; i < args->nr; i++) {
		for (const char *s = args->str[i]; *s;) {
			const size_t n = strcspn(s + 1, "'") + 1;

			if (*s == '\'')
				out_char(p->o, '\\');
			out_mem(p->o, s, n);
			s += n;
		}
		out_char(p->o, ' ');
	}
	out_char(p->o, '\n');
}

static void print_ids(struct out *o, const struct pdata_feat_event *e)
{
	out_str(o, ", id = {");
	for (uint32_t i = 0; i < e->nr_ids; i++) {
		out_str(o, i ? ", " : " ");
		out_dec(o, e->ids[i]);
	}
	out_str(o, " }");
}

static void print_event_desc(const struct fact *p)
{
	static const struct attr_style style = { .first = ", ", .before = ", ", .equals = " = " };
	const struct pdata_event_desc *d = &p->f->u.event_desc;

	for (uint32_t i = 0; i < d->nr; i++) {
		const struct pdata_feat_event *e = &d->events[i];

		out_printf(p->o, "# event : name = %s, ", e->name);
		if (e->nr_ids)
			print_ids(p->o, e);
		attr_print(p->o, &e->attr, &style);
		out_char(p->o, '\n');
	}
}

static void print_list(struct out *o, const char *what, const struct pdata_strlist *l)
{
	for (uint32_t i = 0; i < l->nr; i++)
		out_printf(o, "# sibling %s : %s\n", what, l->str[i]);
}

static void print_cpu_ids(struct out *o, const struct pdata_cpu_topology *t, bool dies)
{
	if (!t->nr_cpus)
		out_printf(o, "# Core ID%s and Socket ID information is not available\n",
			   dies ? ", Die ID" : "");
	for (uint32_t i = 0; i < t->nr_cpus; i++) {
		int core = (int)t->cpus[i].core_id, socket = (int)t->cpus[i].socket_id;
		int die = i < t->nr_die_ids ? (int)t->die_ids[i] : 0;

		if (dies)
			out_printf(o, "# CPU %u: Core ID %d, Die ID %d, Socket ID %d\n", i, core,
				   die, socket);
		else
			out_printf(o, "# CPU %u: Core ID %d, Socket ID %d\n", i, core, socket);
	}
}

static void print_cpu_topology(const struct fact *p)
{
	const struct pdata_cpu_topology *t = &p->f->u.cpu_topology;

	print_list(p->o, "sockets", &t->cores);
	print_list(p->o, "dies   ", &t->dies);
	print_list(p->o, "threads", &t->threads);
	print_cpu_ids(p->o, t, t->dies.nr != 0);
}

static void print_numa_topology(const struct fact *p)
{
	const struct pdata_numa_topology *t = &p->f->u.numa_topology;

	for (uint32_t i = 0; i < t->nr; i++) {
		const struct pdata_numa_node *n = &t->nodes[i];

		out_printf(p->o, "# node%u meminfo  : total = %llu kB, free = %llu kB\n", n->node,
			   (unsigned long long)n->mem_total, (unsigned long long)n->mem_free);
		out_printf(p->o, "# node%u cpu list : ", n->node);
		cpu_list_print(p->o, n->cpus);
		out_char(p->o, '\n');
	}
}

static void print_branch_stack(const struct fact *p)
{
	out_str(p->o, "# contains samples with branch stack\n");
}

static void print_pmu_mappings(const struct fact *p)
{
	const struct pdata_pmu_mappings *m = &p->f->u.pmu_mappings;

	if (!m->nr)
		out_str(p->o, "# pmu mappings: not available");
	for (uint32_t i = 0; i < m->nr; i++)
		out_printf(p->o, "%s%s = %u", i ? ", " : "# pmu mappings: ", m->pmus[i].name,
			   m->pmus[i].type);
	out_char(p->o, '\n');
}

/* Like perf, close a group after its last member; if the file ends before that, it stays open. */
static void print_group_desc(const struct fact *p)
{
	uint32_t nr = pdata_reader_nr_events(p->s->reader), left = 0;
	struct event_group *g = event_groups(p->s->reader);

	for (uint32_t i = 0; i < nr; i++) {
		const char *name = rep_event_name(p->s, pdata_reader_event(p->s->reader, i));

		if (g[i].leader == i && g[i].nr_members > 1) {
			out_printf(p->o, "# group: %s{%s", g[i].name ? g[i].name : "", name);
			left = g[i].nr_members - 1;
		} else if (left) {
			out_printf(p->o, ",%s%s", name, --left ? "" : "}\n");
		}
	}
	free(g);
}

static void print_auxtrace(const struct fact *p)
{
	out_str(p->o, "# contains AUX area data (e.g. instruction trace)\n");
}

static void print_stat(const struct fact *p)
{
	out_str(p->o, "# contains stat data\n");
}

static void print_cache(const struct fact *p)
{
	const struct pdata_cache *c = &p->f->u.cache;

	out_str(p->o, "# CPU cache info:\n");
	for (uint32_t i = 0; i < c->nr; i++)
		out_printf(p->o, "#  L%d %-15s %8s [%s]\n", (int)c->caches[i].level,
			   c->caches[i].type, c->caches[i].size, c->caches[i].map);
}

static void print_usec(struct out *o, const char *what, uint64_t ns)
{
	out_printf(o, "# time of %s sample : %llu.%06llu\n", what,
		   (unsigned long long)(ns / 1000000000),
		   (unsigned long long)(ns % 1000000000 / 1000));
}

static void print_sample_time(const struct fact *p)
{
	const struct pdata_sample_time *t = &p->f->u.sample_time;

	print_usec(p->o, "first", t->first);
	print_usec(p->o, "last", t->last);
	out_printf(p->o, "# sample duration : %10.3f ms\n", (double)(t->last - t->first) / 1e6);
}

static uint64_t count_bits(const struct pdata_mem_node *n)
{
	uint64_t nr = 0;

	for (uint64_t i = 0; i < n->nr_words; i++)
		nr += (uint64_t)__builtin_popcountll(n->bits[i]);
	return nr;
}

static void print_mem_topology(const struct fact *p)
{
	const struct pdata_mem_topology *t = &p->f->u.mem_topology;

	out_printf(p->o, "# memory nodes (nr %d, block size 0x%llx):\n", (int)t->nr,
		   (unsigned long long)t->block_size);
	for (uint64_t i = 0; i < t->nr; i++) {
		const struct pdata_mem_node *n = &t->nodes[i];
		uint64_t size = t->block_size * count_bits(n);
		unsigned unit = 0;

		while (size / 1024 > 1 && unit < 3) {
			size /= 1024;
			unit++;
		}
		out_printf(p->o, "#  %3llu [%llu%c]: ", (unsigned long long)n->node,
			   (unsigned long long)size, "BKMG"[unit]);
		cpu_list_print_bits(p->o, n->bits, n->nr_words, 99);
		out_char(p->o, '\n');
	}
}

static void print_clockid(const struct fact *p)
{
	const unsigned long long res = p->f->u.clockid_res;

	out_printf(p->o, "# clockid frequency: %llu MHz\n", res * 1000);
}

static const char *clock_name(uint32_t id)
{
	switch (id) {
	case 0:
		return "realtime";
	case 1:
		return "monotonic";
	case 4:
		return "monotonic_raw";
	case 7:
		return "boottime";
	case 11:
		return "tai";
	}
	return "(not found)";
}

static void print_clock_data(const struct fact *p)
{
	const struct pdata_clock_data *c = &p->f->u.clock_data;
	uint64_t wall_s = c->wall_clock_ns / 1000000000,
		 wall_us = c->wall_clock_ns % 1000000000 / 1000;
	uint64_t clock_s = c->clockid_time_ns / 1000000000,
		 clock_ns = c->clockid_time_ns % 1000000000;
	const char *name = clock_name(c->clockid);
	time_t t = (time_t)wall_s;
	char date[64];
	struct tm tm;

	out_printf(p->o, "# clockid: %s (%u)\n", name, c->clockid);
	out_str(p->o, "# reference time: ");
	if (localtime_r(&t, &tm) && strftime(date, sizeof(date), "%F %T", &tm))
		out_printf(p->o, "%s.%06llu", date, (unsigned long long)wall_us);
	else
		out_str(p->o, "<error>");
	out_printf(p->o, " = %llu.%06llu (TOD) = %llu.%09llu (%s)\n", (unsigned long long)wall_s,
		   (unsigned long long)wall_us, (unsigned long long)clock_s,
		   (unsigned long long)clock_ns, name);
}

static void print_dir_format(const struct fact *p)
{
	out_printf(p->o, "# directory data version : %llu\n",
		   (unsigned long long)p->f->u.dir_format);
}

static void print_bpf_prog_info(const struct fact *p)
{
	session_set_err(p->s, bpf_progs_print(p->o, p->s->reader, &p->f->u.bpf_prog_info));
}

static void print_bpf_btf(const struct fact *p)
{
	session_set_err(p->s, bpf_btf_print(p->o, &p->f->u.bpf_btf));
}

static void print_compressed(const struct fact *p)
{
	const struct pdata_comp_info *c = &p->f->u.compressed;

	out_printf(p->o, "# compressed : %s, level = %d, ratio = %d\n",
		   c->type == 1 ? "Zstd" : "Unknown", (int)c->level, (int)c->ratio);
}

static void print_caps(struct out *o, const char *pmu, const struct pdata_cap *caps, uint32_t nr)
{
	out_printf(o, "# %s pmu capabilities: %s", pmu, nr ? "" : "not available");
	for (uint32_t i = 0; i < nr; i++)
		out_printf(o, "%s%s=%s", i ? ", " : "", caps[i].name, caps[i].value);
	out_char(o, '\n');
}

static void print_cpu_pmu_caps(const struct fact *p)
{
	print_caps(p->o, "cpu", p->f->u.cpu_pmu_caps.caps, p->f->u.cpu_pmu_caps.nr);
}

static void print_pmu_caps(const struct fact *p)
{
	for (uint32_t i = 0; i < p->f->u.pmu_caps.nr; i++) {
		const struct pdata_pmu_caps_entry *e = &p->f->u.pmu_caps.pmus[i];

		print_caps(p->o, e->pmu_name, e->caps, e->nr_caps);
	}
}

static void print_hybrid_topology(const struct fact *p)
{
	const struct pdata_hybrid_topology *t = &p->f->u.hybrid_topology;

	out_str(p->o, "# hybrid cpu system:\n");
	for (uint32_t i = 0; i < t->nr; i++)
		out_printf(p->o, "# %s cpu list : %s\n", t->nodes[i].pmu_name, t->nodes[i].cpus);
}

static const struct {
	fact_fn print;
	bool full_only; /* takes many lines: printed for -I only */
} facts[PDATA_FEAT_MAX] = {
	[PDATA_FEAT_HOSTNAME] = { print_hostname, false },
	[PDATA_FEAT_OSRELEASE] = { print_osrelease, false },
	[PDATA_FEAT_VERSION] = { print_version, false },
	[PDATA_FEAT_ARCH] = { print_arch, false },
	[PDATA_FEAT_NRCPUS] = { print_nrcpus, false },
	[PDATA_FEAT_CPUDESC] = { print_cpudesc, false },
	[PDATA_FEAT_CPUID] = { print_cpuid, false },
	[PDATA_FEAT_TOTAL_MEM] = { print_total_mem, false },
	[PDATA_FEAT_CMDLINE] = { print_cmdline, false },
	[PDATA_FEAT_EVENT_DESC] = { print_event_desc, false },
	[PDATA_FEAT_CPU_TOPOLOGY] = { print_cpu_topology, true },
	[PDATA_FEAT_NUMA_TOPOLOGY] = { print_numa_topology, true },
	[PDATA_FEAT_BRANCH_STACK] = { print_branch_stack, false },
	[PDATA_FEAT_PMU_MAPPINGS] = { print_pmu_mappings, false },
	[PDATA_FEAT_GROUP_DESC] = { print_group_desc, false },
	[PDATA_FEAT_AUXTRACE] = { print_auxtrace, false },
	[PDATA_FEAT_STAT] = { print_stat, false },
	[PDATA_FEAT_CACHE] = { print_cache, true },
	[PDATA_FEAT_SAMPLE_TIME] = { print_sample_time, false },
	[PDATA_FEAT_MEM_TOPOLOGY] = { print_mem_topology, true },
	[PDATA_FEAT_CLOCKID] = { print_clockid, false },
	[PDATA_FEAT_DIR_FORMAT] = { print_dir_format, false },
	[PDATA_FEAT_BPF_PROG_INFO] = { print_bpf_prog_info, false },
	[PDATA_FEAT_BPF_BTF] = { print_bpf_btf, false },
	[PDATA_FEAT_COMPRESSED] = { print_compressed, false },
	[PDATA_FEAT_CPU_PMU_CAPS] = { print_cpu_pmu_caps, false },
	[PDATA_FEAT_CLOCK_DATA] = { print_clock_data, false },
	[PDATA_FEAT_HYBRID_TOPOLOGY] = { print_hybrid_topology, true },
	[PDATA_FEAT_PMU_CAPS] = { print_pmu_caps, false },
};

/* Features that have no content to print: their presence says what the data contains. */
static bool is_bare(uint32_t bit)
{
	return bit == PDATA_FEAT_BRANCH_STACK || bit == PDATA_FEAT_AUXTRACE ||
	       bit == PDATA_FEAT_STAT;
}

void rep_feature_print(struct rep_session *s, struct out *o, uint32_t bit, bool full)
{
	struct fact p = { .s = s, .o = o };
	struct pdata_error err;
	int rc;

	if (bit >= PDATA_FEAT_MAX || !facts[bit].print)
		return;
	rc = pdata_reader_feature(s->reader, bit, &p.f, &err);
	if (rc == PDATA_N_FEATURE)
		return;
	if (rc == PDATA_E_NOMEM) {
		session_set_err(s, -ENOMEM);
		return;
	}
	if (rc < 0 && !is_bare(bit)) {
		/* A recorder writes an empty section if it does not know the fact. */
		if (!p.f || p.f->len)
			rep_session_bad_feature(s, bit, &err);
		return;
	}
	if (facts[bit].full_only && !full)
		out_printf(o, "# %s info available, use -I to display\n", pdata_feature_name(bit));
	else
		facts[bit].print(&p);
}
