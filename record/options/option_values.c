/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses the values of -k, --synth, -D and --switch-output. */
#include "base/output_opts.h"
#include "base/util.h"
#include "cli/numbers.h"
#include "cli/words.h"
#include "event/count_opts.h"
#include "event/side_opts.h"
#include "options/options.h"

#include <string.h>
#include <strings.h>
#include <time.h>

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

	if (!cli_parse_u64(arg, 10, &id) && id <= INT32_MAX) {
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
	static const char *const words[] = { "no", "all", "task", "mmap", "cgroup" };
	static const uint32_t meant[] = { 0, REC_SYNTH_ALL, REC_SYNTH_TASK,
					  REC_SYNTH_TASK | REC_SYNTH_MMAP, REC_SYNTH_CGROUP };
	uint32_t bits = 0;

	for (const char *s = arg;; s++) {
		size_t len = strcspn(s, ",");
		int i = cli_word_find(s, len, words, REC_NR(words));

		if (i < 0)
			return -1;
		bits |= meant[i];
		s += len;
		if (!*s)
			break;
	}
	*synth = bits;
	return 0;
}

int rec_parse_delay(struct rec_arena *a, const char *arg, struct rec_count_opts *o)
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
		if (cli_parse_u64(text, 10, &ms[0]) || (dash && cli_parse_u64(dash, 10, &ms[1])) ||
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
	/* A range that begins at 0 needs no delay: events are enabled from the start. */
	o->delay_ms = (int64_t)o->toggles[0].ms;
	if (!o->delay_ms) {
		o->toggles++;
		o->nr_toggles--;
	}
	return 0;
}

int rec_parse_switch(const char *arg, struct rec_switch_opts *sw)
{
	static const struct cli_unit times[] = {
		{ "s", 1 }, { "m", 60 }, { "h", 3600 }, { "d", 86400 }
	};
	size_t len = arg ? strlen(arg) : 0;
	uint64_t n;

	*sw = (struct rec_switch_opts){ .enabled = true, .max_files = sw->max_files };
	if (!arg || !strcmp(arg, "signal")) {
		sw->by_signal = true;
		return 0;
	}
	if (!cli_parse_units(arg, 10, times, REC_NR(times), &n)) {
		if (!n || n > 36500 * 86400ul)
			return -1;
		sw->ns = n * 1000000000u;
		return 0;
	}
	/* A unit is required, because a bare number could be a size or a time. */
	if (!len || !strchr("BKMG", arg[len - 1]) || cli_parse_size(arg, &sw->bytes) || !sw->bytes)
		return -1;
	return 0;
}
