/* SPDX-License-Identifier: BSD-2-Clause */
/* What options mean by their words. */
#include "base/recorder.h"

#include <string.h>
#include <strings.h>
#include <time.h>

int rec_parse_callgraph(const char *s, struct rec_callchain *c)
{
	static const char *const words[] = { "no", "fp", "dwarf", "lbr" };
	size_t len = strcspn(s, ","), i = 0;
	uint64_t size = 8192;

	while (i < REC_NR(words) && (strlen(words[i]) != len || memcmp(words[i], s, len)))
		i++;
	if (i == REC_NR(words))
		return -1;
	if (s[len]) {
		/* The kernel takes multiples of 8 below 64 KiB. */
		if (i != REC_CG_DWARF || rec_parse_u64(s + len + 1, 0, &size) || !size ||
		    size > 65528)
			return -1;
		size = (size + 7) & ~UINT64_C(7);
	}
	c->mode = (enum rec_callgraph)i;
	c->stack_size = (uint32_t)size;
	return 0;
}

int rec_parse_clock(const char *arg, int32_t *clock)
{
	static const struct {
		const char *name;
		int32_t id;
	} clocks[] = { { "monotonic", CLOCK_MONOTONIC },
		       { "monotonic_raw", CLOCK_MONOTONIC_RAW },
		       { "real", CLOCK_REALTIME },
		       { "realtime", CLOCK_REALTIME },
		       { "boot", CLOCK_BOOTTIME },
		       { "boottime", CLOCK_BOOTTIME },
		       { "tai", CLOCK_TAI },
		       { "mono", CLOCK_MONOTONIC },
		       { "raw", CLOCK_MONOTONIC_RAW } };
	const char *name = strncasecmp(arg, "CLOCK_", 6) ? arg : arg + 6;
	uint64_t id;

	if (!rec_parse_u64(arg, 10, &id) && id <= INT32_MAX) {
		*clock = (int32_t)id;
		return 0;
	}
	for (size_t i = 0; i < REC_NR(clocks); i++)
		if (!strcasecmp(clocks[i].name, name)) {
			*clock = clocks[i].id;
			return 0;
		}
	return -1;
}

int rec_parse_synth(const char *arg, uint32_t *synth)
{
	static const struct {
		const char *name;
		uint32_t bits;
	} words[] = { { "no", 0 },
		      { "all", REC_SYNTH_ALL },
		      { "task", REC_SYNTH_TASK },
		      { "mmap", REC_SYNTH_TASK | REC_SYNTH_MMAP },
		      { "cgroup", REC_SYNTH_CGROUP } };
	uint32_t bits = 0;

	for (const char *s = arg;; s++) {
		size_t len = strcspn(s, ","), i = 0;

		while (i < REC_NR(words) &&
		       (strlen(words[i].name) != len || memcmp(words[i].name, s, len)))
			i++;
		if (i == REC_NR(words))
			return -1;
		bits |= words[i].bits;
		s += len;
		if (!*s)
			break;
	}
	*synth = bits;
	return 0;
}

int rec_parse_delay(struct rec_arena *a, const char *arg, struct rec_opts *o)
{
	const uint64_t limit = 86400000; /* a day */
	uint64_t before = 0;

	o->nr_toggles = 0;
	o->delay_ms = -1;
	if (!strcmp(arg, "-1"))
		return 0;
	for (const char *s = arg;; s++) {
		size_t len = strcspn(s, ",");
		char *text = rec_strndup(a, s, len), *dash = strchr(text, '-');
		uint64_t ms[2] = { 0, 0 };

		if (dash)
			*dash++ = '\0';
		if (rec_parse_u64(text, 10, &ms[0]) || (dash && rec_parse_u64(dash, 10, &ms[1])) ||
		    ms[0] > limit || ms[1] > limit || (dash && ms[1] <= ms[0]) ||
		    (s > arg && (!dash || ms[0] <= before)) || (!dash && s[len]))
			return -1;
		for (int i = 0; i < (dash ? 2 : 1); i++) {
			uint32_t at = o->nr_toggles;

			o->toggles = rec_push(a, o->toggles, &o->nr_toggles, sizeof(*o->toggles));
			o->toggles[at] = (struct rec_toggle){ ms[i], !i };
		}
		before = ms[1];
		s += len;
		if (!*s)
			break;
	}
	/* On from the start, if it is to end at all. */
	o->delay_ms = (int64_t)o->toggles[0].ms;
	if (!o->delay_ms) {
		o->toggles++;
		o->nr_toggles--;
	}
	return 0;
}
