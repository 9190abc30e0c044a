/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One recording in several files. The file that is written bears the plain name; when it ends it
 * gets the time of that behind its name and the next one takes its place. Each is complete: facts,
 * what runs, samples, features.
 */
#include "base/recorder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define STAMP_LEN 32 /* of ".YYYYMMDDhhmmsscc" */

int rec_parse_switch(const char *arg, struct rec_switch_opts *sw)
{
	static const struct {
		char unit;
		uint64_t seconds;
	} times[] = { { 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 } };
	size_t len = arg ? strlen(arg) : 0;
	uint64_t n;

	*sw = (struct rec_switch_opts){ .enabled = true, .max_files = sw->max_files };
	if (!arg || !strcmp(arg, "signal")) {
		sw->by_signal = true;
		return 0;
	}
	for (size_t i = 0; i < REC_NR(times); i++) {
		char digits[16];

		if (!len || arg[len - 1] != times[i].unit)
			continue;
		if (len >= sizeof(digits))
			return -1;
		memcpy(digits, arg, len);
		digits[len - 1] = '\0';
		if (rec_parse_u64(digits, 10, &n) || !n || n > 36500 * 86400ul / times[i].seconds)
			return -1;
		sw->ns = n * times[i].seconds * 1000000000u;
		return 0;
	}
	/* A unit is needed: a bare number could be anything. */
	if (!len || !strchr("BKMG", arg[len - 1]) || rec_parse_size(arg, &sw->bytes) || !sw->bytes)
		return -1;
	return 0;
}

bool rec_switch_takes_signal(const struct rec_opts *o)
{
	return o->sw.by_signal || o->overwrite_any || o->aux_snapshot;
}

uint64_t rec_switch_at(const struct rec *r)
{
	return r->o.sw.ns ? r->file_ns + r->o.sw.ns : 0;
}

bool rec_switch_due(const struct rec *r, uint64_t now)
{
	const struct rec_switch_opts *sw = &r->o.sw;

	return (sw->bytes && rec_sink_bytes(r) >= sw->bytes) || (sw->ns && now >= rec_switch_at(r));
}

static void stamp_text(char *out, size_t len, struct timeval tv)
{
	struct tm tm;
	char text[STAMP_LEN] = "";

	if (localtime_r(&tv.tv_sec, &tm))
		strftime(text, sizeof(text), "%Y%m%d%H%M%S", &tm);
	snprintf(out, len, ".%.16s%02u", text, (unsigned int)tv.tv_usec / 10000);
}

/* Files may follow each other faster than the stamp counts: none takes the name of another. */
static char *free_name(struct rec *r)
{
	size_t len = strlen(rec_sink_path(r));
	char *name = rec_alloc(&r->arena, len + STAMP_LEN);
	struct timeval tv;

	gettimeofday(&tv, NULL);
	memcpy(name, rec_sink_path(r), len);
	do {
		stamp_text(name + len, STAMP_LEN, tv);
		tv.tv_usec += 10000;
		if (tv.tv_usec >= 1000000) {
			tv.tv_usec -= 1000000;
			tv.tv_sec++;
		}
	} while (!access(name, F_OK));
	return name;
}

/* Of the files so far the latest stay. */
static void drop_oldest(struct rec *r, const char *name)
{
	uint32_t max = r->o.sw.max_files;

	if (!max)
		return;
	if (!r->stamped)
		r->stamped = rec_alloc(&r->arena, max * sizeof(*r->stamped));
	const char **slot = &r->stamped[r->nr_stamped++ % max];

	if (*slot && unlink(*slot))
		rec_warn("%s: cannot be removed: %s", *slot, strerror(errno));
	*slot = name;
}

/* The finished file gets its name. */
static int rename_file(struct rec *r)
{
	const char *path = rec_sink_path(r);
	char *name = free_name(r);

	if (rename(path, name))
		return rec_error("%s: cannot become %s: %s", path, name, strerror(errno));
	drop_oldest(r, name);
	r->last_name = name;
	rec_note("%s is complete", name);
	return 0;
}

int rec_switch_next(struct rec *r)
{
	if (rec_start_finish(r) || rename_file(r) || rec_start_next(r))
		return -1;
	r->file_ns = rec_now_ns();
	return 0;
}

int rec_switch_end(struct rec *r)
{
	return (r->o.stamp || r->o.sw.enabled) && rename_file(r) ? -1 : 0;
}
