/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the header features that describe host and command: uname, CPU, command line, events,
 * groups, topology and clock.
 */
#include "base/recorder.h"
#include "event/count_opts.h"
#include "kernel/topology.h"
#include "options/run_opts.h"
#include "synth/synth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static int write_text_feature(struct rec *r, uint32_t bit, const char *s, rec_feature_fn fn)
{
	struct pdata_feature f = { .bit = bit };

	if (!s || !*s)
		return 0;
	f.u.str = rec_strdup(&r->arena, s); /* features are kept until the file ends */
	return fn(r, &f);
}

/* Return the value after "@key   : " for the first CPU of /proc/cpuinfo, or NULL. */
static const char *cpuinfo(struct rec *r, const char *text, const char *key)
{
	size_t len = strlen(key);

	for (const char *s = text; s && *s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL) {
		if (strncmp(s, key, len))
			continue;
		const char *v = s + len + strspn(s + len, " \t");

		if (*v != ':')
			continue;
		v++;
		v += strspn(v, " \t");
		return rec_strndup(&r->arena, v, strcspn(v, "\n"));
	}
	return NULL;
}

static const char *cpu_description(struct rec *r, const char *info)
{
	static const char *const keys[] = { "model name", "Processor", "cpu model", "cpu",
					    "uarch",	  "vendor_id", "isa",	    "CPU part" };

	for (size_t i = 0; i < REC_NR(keys); i++) {
		const char *v = cpuinfo(r, info, keys[i]);

		if (v)
			return v;
	}
	return NULL;
}

/* Return the CPUID text as perf writes it: "GenuineIntel,6,85,7", or MIDR_EL1 of an arm64 core. */
static const char *cpu_id(struct rec *r, const char *info)
{
	const char *vendor = cpuinfo(r, info, "vendor_id"),
		   *family = cpuinfo(r, info, "cpu family");
	const char *model = cpuinfo(r, info, "model"), *stepping = cpuinfo(r, info, "stepping");

	if (vendor && family && model && stepping)
		return rec_printf(&r->arena, "%s,%s,%s,%s", vendor, family, model, stepping);
	return rec_read_line(&r->arena, "/sys/devices/system/cpu/cpu0/regs/identification/"
					"midr_el1");
}

static uint32_t cpus_available(struct rec *r)
{
	const char *present = rec_read_line(&r->arena, "/sys/devices/system/cpu/present");
	long conf = sysconf(_SC_NPROCESSORS_CONF);
	int *cpus;
	uint32_t nr;

	if (present && !rec_parse_cpu_list(&r->arena, present, &cpus, &nr) && nr)
		return (uint32_t)cpus[nr - 1] + 1;
	return conf > 0 ? (uint32_t)conf : 1;
}

static int uname_features(struct rec *r, rec_feature_fn fn)
{
	struct utsname u;
	int err = 0;

	if (!uname(&u)) {
		err = write_text_feature(r, PDATA_FEAT_HOSTNAME, u.nodename, fn);
		if (!err)
			err = write_text_feature(r, PDATA_FEAT_OSRELEASE, u.release, fn);
	}
	if (!err)
		err = write_text_feature(r, PDATA_FEAT_VERSION,
					 rec_printf(&r->arena, "pdata %s", pdata_version()), fn);
	return err ? err : write_text_feature(r, PDATA_FEAT_ARCH, u.machine, fn);
}

static int cpu_features(struct rec *r, rec_feature_fn fn)
{
	char info[8192], meminfo[256];
	struct pdata_feature f = { .bit = PDATA_FEAT_NRCPUS };
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	int err;

	f.u.nrcpus.available = cpus_available(r);
	f.u.nrcpus.online = online > 0 ? (uint32_t)online : 1;
	if ((err = fn(r, &f)))
		return err;
	if (rec_read_file("/proc/cpuinfo", info, sizeof(info)) < 0)
		info[0] = '\0';
	if ((err = write_text_feature(r, PDATA_FEAT_CPUDESC, cpu_description(r, info), fn)) ||
	    (err = write_text_feature(r, PDATA_FEAT_CPUID, cpu_id(r, info), fn)))
		return err;
	if (rec_read_file("/proc/meminfo", meminfo, sizeof(meminfo)) <= 0 ||
	    strncmp(meminfo, "MemTotal:", 9))
		return 0;
	f = (struct pdata_feature){ .bit = PDATA_FEAT_TOTAL_MEM };
	f.u.total_mem = strtoull(meminfo + 9, NULL, 10);
	return fn(r, &f);
}

static int command_feature(struct rec *r, rec_feature_fn fn)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_CMDLINE };
	const char **str = rec_alloc(&r->arena, (size_t)r->o.run->full_argc * sizeof(*str));
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	for (int i = 0; i < r->o.run->full_argc; i++)
		str[i] = r->o.run->full_argv[i];
	if (n > 0)
		str[0] = rec_strndup(&r->arena, self, (size_t)n);
	f.u.cmdline = (struct pdata_strlist){ (uint32_t)r->o.run->full_argc, str };
	return fn(r, &f);
}

static int event_feature(struct rec *r, rec_feature_fn fn)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_EVENT_DESC };
	struct pdata_feat_event *e = rec_alloc(&r->arena, r->ev.nr * sizeof(*e));
	uint32_t size = 0;

	for (uint32_t i = 0; i < r->ev.nr; i++) {
		e[i] = (struct pdata_feat_event){ r->ev.ev[i].attr, r->ev.ev[i].nr_ids,
						  r->ev.ev[i].name, r->ev.ev[i].ids };
		if (e[i].attr.size > size)
			size = e[i].attr.size;
	}
	f.u.event_desc = (struct pdata_event_desc){ r->ev.nr, size, e };
	return fn(r, &f);
}

static int group_feature(struct rec *r, rec_feature_fn fn)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_GROUP_DESC };
	struct pdata_group *g = rec_alloc(&r->arena, r->ev.nr * sizeof(*g));
	uint32_t nr = 0;

	for (uint32_t i = 0; i < r->ev.nr; i++) {
		const struct rec_event *e = &r->ev.ev[i];

		if (e->leader == i && e->nr_members > 1)
			g[nr++] = (struct pdata_group){ e->group_name ? e->group_name
								      : "{anon_group}",
							i, e->nr_members };
	}
	f.u.group_desc = (struct pdata_group_desc){ nr, g };
	return nr ? fn(r, &f) : 0;
}

static int topology_features(struct rec *r, rec_feature_fn fn)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_CPU_TOPOLOGY };
	int err = 0;

	if (rec_host_cpu_topology(&r->arena, &f.u.cpu_topology, cpus_available(r)))
		err = fn(r, &f);
	f = (struct pdata_feature){ .bit = PDATA_FEAT_NUMA_TOPOLOGY };
	if (!err && rec_host_numa(&r->arena, &f.u.numa_topology))
		err = fn(r, &f);
	f = (struct pdata_feature){ .bit = PDATA_FEAT_PMU_MAPPINGS };
	if (!err && rec_host_pmus(&r->arena, &f.u.pmu_mappings))
		err = fn(r, &f);
	if (!err)
		err = group_feature(r, fn);
	f = (struct pdata_feature){ .bit = PDATA_FEAT_CACHE };
	if (!err && rec_host_cache(&r->arena, &f.u.cache, cpus_available(r)))
		err = fn(r, &f);
	f = (struct pdata_feature){ .bit = PDATA_FEAT_MEM_TOPOLOGY };
	if (!err && rec_host_mem(&r->arena, &f.u.mem_topology))
		err = fn(r, &f);
	return err;
}

static uint64_t ns(const struct timespec *t)
{
	return (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_nsec;
}

static int clock_features(struct rec *r, rec_feature_fn fn)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_CLOCKID };
	struct timespec res, wall, clock;
	int err;

	if (!r->o.count->use_clockid || clock_getres(r->o.count->clockid, &res))
		return 0;
	f.u.clockid_res = ns(&res);
	if ((err = fn(r, &f)))
		return err;
	if (clock_gettime(CLOCK_REALTIME, &wall) || clock_gettime(r->o.count->clockid, &clock))
		return 0;
	f = (struct pdata_feature){ .bit = PDATA_FEAT_CLOCK_DATA };
	f.u.clock_data = (struct pdata_clock_data){ 1, (uint32_t)r->o.count->clockid, ns(&wall),
						    ns(&clock) };
	return fn(r, &f);
}

int rec_host_features(struct rec *r, rec_feature_fn fn)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_BRANCH_STACK };
	bool branches = false;
	int err;

	for (uint32_t i = 0; i < r->ev.nr; i++)
		branches |= (r->ev.ev[i].attr.sample_type & PDATA_SAMPLE_BRANCH_STACK) != 0;
	if ((err = uname_features(r, fn)) || (err = cpu_features(r, fn)) ||
	    (err = command_feature(r, fn)) || (err = event_feature(r, fn)))
		return err;
	if (branches && (err = fn(r, &f)))
		return err;
	if ((err = topology_features(r, fn)))
		return err;
	return clock_features(r, fn);
}
