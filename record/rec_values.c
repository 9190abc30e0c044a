/* SPDX-License-Identifier: BSD-2-Clause */
/* What options mean by their words. */
#include "rec.h"

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
