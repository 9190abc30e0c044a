/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists the events that this machine can record. Each counter is opened, because a name does not
 * prove that the hardware has the counter.
 */
#include "base/util.h"
#include "event/events.h"
#include "kernel/event_symbols.h"
#include "kernel/perf_syscall.h"
#include "kernel/tracefs.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <unistd.h>

#define PMU_DIR "/sys/bus/event_source/devices"

struct list {
	struct rec_arena *a;
	const char *pattern;
	uint32_t nr;
};

static void show(struct list *l, const char *name, const char *kind)
{
	if (fnmatch(l->pattern, name, 0))
		return;
	printf("  %-50s [%s]\n", name, kind);
	l->nr++;
}

/* Try to count this process's user code, which every counter that exists can do. */
static bool can_open(uint32_t type, uint64_t config)
{
	const struct pdata_attr at = { .type = type,
				       .size = PDATA_ATTR_SIZE_VER7,
				       .config = config,
				       .flags = UINT64_C(1) << PDATA_ATTR_DISABLED |
						UINT64_C(1) << PDATA_ATTR_EXCLUDE_KERNEL |
						UINT64_C(1) << PDATA_ATTR_EXCLUDE_HV };
	int fd = rec_sys_open(&at, NULL, 0, -1, -1, 8);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void list_caches(struct list *l)
{
	for (uint64_t type = 0; type < 7; type++)
		for (uint64_t op = 0; op < 3; op++)
			for (uint64_t result = 0; result < 2; result++) {
				const struct pdata_attr at = {
					.type = PDATA_TYPE_HW_CACHE,
					.config = type | op << 8 | result << 16,
					.flags = UINT64_C(1) << PDATA_ATTR_EXCLUDE_GUEST,
				};

				if (can_open(at.type, at.config))
					show(l, rec_name_of_attr(l->a, &at), "cache counter");
			}
}

static void list_pmu(struct list *l, const char *pmu)
{
	DIR *d = opendir(rec_printf(l->a, PMU_DIR "/%s/events", pmu));
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (!strchr(e->d_name, '.')) /* not "event.scale", "event.unit" */
			show(l, rec_printf(l->a, "%s/%s/", pmu, e->d_name), "unit's event");
	if (d)
		closedir(d);
}

static void list_pmus(struct list *l)
{
	DIR *d = opendir(PMU_DIR);
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (e->d_name[0] != '.')
			list_pmu(l, e->d_name);
	if (d)
		closedir(d);
}

static void show_tracepoint(const char *system, const char *name, uint64_t id, void *data)
{
	struct list *l = data;

	(void)id;
	show(l, rec_printf(l->a, "%s:%s", system, name), "tracepoint");
}

int rec_list(struct rec_arena *a, const char *pattern)
{
	static const char *const kinds[] = { "hardware counter", "software event" };
	struct list l = { a, pattern ? pattern : "*", 0 };
	const struct rec_symbol *s;

	for (size_t i = 0; (s = rec_symbol_at(i)); i++)
		if (can_open(s->type, s->config))
			show(&l, s->name, kinds[s->type == PDATA_TYPE_SOFTWARE]);
	list_caches(&l);
	list_pmus(&l);
	rec_tp_match(a, "*", "*", show_tracepoint, &l);
	if (!pattern)
		printf("  %-50s [raw counter]\n  %-50s [breakpoint]\n", "rHEX",
		       "mem:ADDRESS[/LENGTH][:rwx]");
	return l.nr ? 0 : rec_error("--list %s: no event of this machine has such a name", pattern);
}
