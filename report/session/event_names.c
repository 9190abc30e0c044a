/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of events, as recorded or made from type, config and modifiers, and the groups in which
 * the feature GROUP_DESC puts them.
 */
#include "session/event_names.h"

#include "base/array.h"
#include "base/memory.h"
#include "base/message.h"
#include "session/session.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const hw_names[] = {
	[PDATA_COUNT_HW_CPU_CYCLES] = "cycles",
	[PDATA_COUNT_HW_INSTRUCTIONS] = "instructions",
	[PDATA_COUNT_HW_CACHE_REFERENCES] = "cache-references",
	[PDATA_COUNT_HW_CACHE_MISSES] = "cache-misses",
	[PDATA_COUNT_HW_BRANCH_INSTRUCTIONS] = "branches",
	[PDATA_COUNT_HW_BRANCH_MISSES] = "branch-misses",
	[PDATA_COUNT_HW_BUS_CYCLES] = "bus-cycles",
	[PDATA_COUNT_HW_STALLED_CYCLES_FRONTEND] = "stalled-cycles-frontend",
	[PDATA_COUNT_HW_STALLED_CYCLES_BACKEND] = "stalled-cycles-backend",
	[PDATA_COUNT_HW_REF_CPU_CYCLES] = "ref-cycles",
};

/* perf makes no names for the numbers after "dummy": it takes them from the file only. */
static const char *const sw_names[] = {
	[PDATA_COUNT_SW_CPU_CLOCK] = "cpu-clock",
	[PDATA_COUNT_SW_TASK_CLOCK] = "task-clock",
	[PDATA_COUNT_SW_PAGE_FAULTS] = "page-faults",
	[PDATA_COUNT_SW_CONTEXT_SWITCHES] = "context-switches",
	[PDATA_COUNT_SW_CPU_MIGRATIONS] = "cpu-migrations",
	[PDATA_COUNT_SW_PAGE_FAULTS_MIN] = "minor-faults",
	[PDATA_COUNT_SW_PAGE_FAULTS_MAJ] = "major-faults",
	[PDATA_COUNT_SW_ALIGNMENT_FAULTS] = "alignment-faults",
	[PDATA_COUNT_SW_EMULATION_FAULTS] = "emulation-faults",
	[PDATA_COUNT_SW_DUMMY] = "dummy",
};

/* A cache type and its operations: bit 0 load, 1 store, 2 prefetch. */
static const struct {
	const char *name;
	unsigned ops;
} caches[] = {
	{ "L1-dcache", 7 }, { "L1-icache", 5 }, { "LLC", 7 },  { "dTLB", 7 },
	{ "iTLB", 1 },	    { "branch", 1 },	{ "node", 7 },
};

/* Name of an operation: before "-misses", and when it stands alone. */
static const char *const cache_ops[][2] = {
	{ "load", "loads" },
	{ "store", "stores" },
	{ "prefetch", "prefetches" },
};

static void hw_name(const struct pdata_attr *a, char *buf, size_t len)
{
	/* The upper half of config is the PMU type, on machines with several core PMUs. */
	uint32_t id = (uint32_t)a->config;
	const char *name = id < REP_NR(hw_names) ? hw_names[id] : "unknown-hardware";

	if (a->config >> 32)
		snprintf(buf, len, "cpu/%s/", name);
	else
		snprintf(buf, len, "%s", name);
}

static void cache_event_name(const struct pdata_attr *a, char *buf, size_t len)
{
	unsigned cache = a->config & 0xff, op = a->config >> 8 & 0xff,
		 result = a->config >> 16 & 0xff;
	const char *bad = NULL;

	if (cache >= REP_NR(caches))
		bad = "unknown-ext-hardware-cache-type";
	else if (op >= REP_NR(cache_ops))
		bad = "unknown-ext-hardware-cache-op";
	else if (result > 1)
		bad = "unknown-ext-hardware-cache-result";
	else if (!(caches[cache].ops >> op & 1))
		bad = "invalid-cache";
	if (bad)
		snprintf(buf, len, "%s", bad);
	else if (result)
		snprintf(buf, len, "%s-%s-misses", caches[cache].name, cache_ops[op][0]);
	else
		snprintf(buf, len, "%s-%s", caches[cache].name, cache_ops[op][1]);
}

static void breakpoint_name(const struct pdata_attr *a, char *buf, size_t len)
{
	snprintf(buf, len, "mem:0x%" PRIx64 ":%s%s%s", a->bp_addr, a->bp_type & 1 ? "r" : "",
		 a->bp_type & 2 ? "w" : "", a->bp_type & 4 ? "x" : "");
}

/* Write event modifiers such as ":u" or ":kppp"; nothing if the event counts all modes. */
static void modifiers(const struct pdata_attr *a, char *buf)
{
	bool no_kernel = pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_KERNEL);
	bool no_user = pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_USER);
	bool no_hv = pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_HV);
	bool no_host = pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_HOST);
	bool no_guest = pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_GUEST);
	unsigned precise = a->flags >> PDATA_ATTR_PRECISE_IP & 3;
	bool chosen = no_kernel || no_user || no_hv;
	char *p = buf + 1;

	if (chosen) {
		if (!no_kernel)
			*p++ = 'k';
		if (!no_user)
			*p++ = 'u';
		if (!no_hv)
			*p++ = 'h';
	}
	for (unsigned i = 0; i < precise; i++)
		*p++ = 'p';
	/*
	 * As perf: host and guest letters if exclude_host is set or exclude_guest equals "has
	 * modifiers".
	 */
	if (no_host || no_guest == (chosen || precise)) {
		if (!no_host)
			*p++ = 'H';
		if (!no_guest)
			*p++ = 'G';
	}
	*p = '\0';
	buf[0] = p > buf + 1 ? ':' : '\0';
}

void event_make_name(const struct pdata_attr *a, char *buf, size_t len)
{
	const size_t room = len - sizeof(":kuhpppHG");
	size_t n;

	switch (a->type) {
	case PDATA_TYPE_RAW:
		snprintf(buf, room, "raw 0x%" PRIx64, a->config);
		break;
	case PDATA_TYPE_HARDWARE:
		hw_name(a, buf, room);
		break;
	case PDATA_TYPE_HW_CACHE:
		cache_event_name(a, buf, room);
		break;
	case PDATA_TYPE_SOFTWARE:
		snprintf(buf, room, "%s",
			 a->config < REP_NR(sw_names) ? sw_names[a->config] : "unknown-software");
		break;
	case PDATA_TYPE_BREAKPOINT:
		breakpoint_name(a, buf, room);
		break;
	case PDATA_TYPE_TRACEPOINT:
		snprintf(buf, len, "unknown tracepoint");
		return;
	default:
		snprintf(buf, len, "unknown attr type: %" PRId32, (int32_t)a->type);
		return;
	}
	n = strlen(buf);
	modifiers(a, buf + n);
}

/* The caller frees the result, which is NULL when memory is exhausted. */
static char *make_event_name(struct rep_session *s, const struct pdata_event *ev)
{
	const bool is_tracepoint = ev->attr.type == PDATA_TYPE_TRACEPOINT;
	struct pdata_tracepoints *points = is_tracepoint ? rep_session_tracing(s) : NULL;
	const struct pdata_tracepoint *tp;
	char buf[EVENT_NAME_BYTES], *name;
	size_t room;

	tp = points ? pdata_tracepoints_find(points, ev->attr.config) : NULL;
	if (points && !tp && pdata_tracepoints_error(points))
		return NULL;
	if (!tp) {
		event_make_name(&ev->attr, buf, sizeof(buf));
		return mem_strdup(buf);
	}
	room = strlen(tp->system) + 1 + strlen(tp->name) + 1;
	name = mem_alloc(room, 1);
	if (name)
		snprintf(name, room, "%s:%s", tp->system, tp->name);
	return name;
}

const char *rep_event_name(struct rep_session *s, const struct pdata_event *ev)
{
	/* In a file without event descriptions, records have an event that is in no list. */
	if (!ev)
		return "unknown";
	if (ev->name)
		return ev->name;
	if (ev->index < s->nr_names && s->names[ev->index])
		return s->names[ev->index];
	if (mem_room_zeroed(&s->names, &s->nr_names, ev->index, sizeof(*s->names)))
		s->names[ev->index] = make_event_name(s, ev);
	if (ev->index < s->nr_names && s->names[ev->index])
		return s->names[ev->index];
	session_set_err(s, -ENOMEM);
	return "unknown";
}

/* Mark the events whose name is the @len bytes at @name. Return: whether there are any. */
static bool choose_event(struct rep_session *s, const char *name, size_t len, bool *wanted)
{
	const uint32_t nr = pdata_reader_nr_events(s->reader);
	bool found = false;

	for (uint32_t i = 0; i < nr; i++) {
		const char *is = rep_event_name(s, pdata_reader_event(s->reader, i));

		if (strlen(is) == len && !memcmp(is, name, len))
			found = wanted[i] = true;
	}
	return found;
}

int rep_events_choose(struct rep_session *s, const char *list, bool *wanted)
{
	while (*(list += strspn(list, ","))) {
		size_t len = strlen(list);

		while (len && !choose_event(s, list, len, wanted))
			while (len && list[--len] != ',')
				;
		if (!len)
			return rep_error("%s: --event %.*s: the recording has no such event; "
					 "'pdata evlist' lists the events",
					 s->path, (int)strcspn(list, ","), list);
		list += len;
	}
	return 0;
}

#define NO_NAME "{anon_group}" /* the name that perf stores for an unnamed group */

static void init_event_groups(struct event_group *g, uint32_t nr_events,
			      const struct pdata_group_desc *desc)
{
	uint32_t next = 0, leader = 0, left = 0;

	for (uint32_t i = 0; i < nr_events; i++) {
		if (next < desc->nr && desc->groups[next].leader_idx == i && !left) {
			const struct pdata_group *d = &desc->groups[next++];

			leader = i;
			left = d->nr_members ? d->nr_members - 1 : 0;
			g[i].nr_members = d->nr_members;
			g[i].name = strcmp(d->name, NO_NAME) ? d->name : NULL;
		} else if (left) {
			g[i] = (struct event_group){ .leader = leader };
			left--;
		}
	}
}

struct event_group *event_groups(struct pdata_reader *r)
{
	uint32_t nr = pdata_reader_nr_events(r);
	struct event_group *g = mem_alloc(nr, sizeof(*g));
	const struct pdata_feature *f;
	int ret;

	for (uint32_t i = 0; g && i < nr; i++)
		g[i] = (struct event_group){ .leader = i, .nr_members = 1 };
	ret = g ? pdata_reader_feature(r, PDATA_FEAT_GROUP_DESC, &f, NULL) : PDATA_E_NOMEM;
	if (!ret)
		init_event_groups(g, nr, &f->u.group_desc);
	if (ret != PDATA_E_NOMEM)
		return g;
	free(g);
	return NULL;
}
