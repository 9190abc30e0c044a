/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements --switch-output: one recording in several files. The file that is being written has
 * the plain name. When it ends, it is renamed to that name and the time of its end, and the next
 * file gets the plain name. Each file is complete: facts, records of running tasks, samples,
 * features.
 */
#include "main/switch_output.h"
#include "base/output_opts.h"
#include "base/recorder.h"
#include "common/plural.h"
#include "event/aux_opts.h"
#include "event/count_opts.h"
#include "file/sink.h"
#include "main/file_content.h"
#include "main/output_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define NAMED_FILES 8u /* the summary names up to so many files one by one */
#define STAMP_LEN 32

bool rec_switch_takes_signal(const struct rec_opts *o)
{
	return o->out->sw.by_signal || o->count->overwrite_any || o->aux->aux_snapshot;
}

uint64_t rec_switch_at(const struct rec *r)
{
	return r->o.out->sw.ns ? r->file_ns + r->o.out->sw.ns : 0;
}

bool rec_switch_due(const struct rec *r, uint64_t now)
{
	const struct rec_switch_opts *sw = &r->o.out->sw;

	return (sw->bytes && rec_sink_bytes(r) >= sw->bytes) || (sw->ns && now >= rec_switch_at(r));
}

/* Write the local time that is @stamp hundredths of a second after the epoch. */
static void stamp_text(char *out, size_t len, int64_t stamp)
{
	const time_t seconds = (time_t)(stamp / 100);
	struct tm tm;
	char text[STAMP_LEN] = "";

	if (localtime_r(&seconds, &tm))
		strftime(text, sizeof(text), "%Y%m%d%H%M%S", &tm);
	snprintf(out, len, ".%.16s%02u", text, (unsigned int)(stamp % 100));
}

/*
 * Return a name that no file has yet. Files may follow each other faster than the timestamp's unit
 * of 10 ms; then a later timestamp is used. The timestamp is also later than that of the file
 * before, because --switch-max-files may have removed the file with an earlier one: the names are
 * in the order of the files, unless local time is set back.
 */
static char *free_name(struct rec *r)
{
	size_t len = strlen(rec_sink_path(r));
	char *name = rec_alloc(&r->arena, len + STAMP_LEN);
	struct timeval tv;
	int64_t stamp;

	gettimeofday(&tv, NULL);
	stamp = (int64_t)tv.tv_sec * 100 + tv.tv_usec / 10000;
	if (stamp <= r->last_stamp)
		stamp = r->last_stamp + 1;
	memcpy(name, rec_sink_path(r), len);
	for (;; stamp++) {
		stamp_text(name + len, STAMP_LEN, stamp);
		if (access(name, F_OK))
			break;
	}
	r->last_stamp = stamp;
	return name;
}

/*
 * Note the name of a finished file, and with --switch-max-files remove the oldest file if there are
 * too many. Without that option only the names of the first files are kept, for the summary.
 */
static void drop_oldest(struct rec *r, const char *name)
{
	const uint32_t max = r->o.out->sw.max_files, nr = r->nr_stamped++;

	if (!max && nr >= NAMED_FILES)
		return;
	if (!r->stamped)
		r->stamped = rec_alloc(&r->arena, (max ? max : NAMED_FILES) * sizeof(*r->stamped));
	const char **slot = &r->stamped[max ? nr % max : nr];

	if (*slot && unlink(*slot))
		rec_warn("%s: the oldest file cannot be removed (--switch-max-files): %s", *slot,
			 strerror(errno));
	*slot = name;
}

void rec_switch_say(const struct rec *r)
{
	const uint32_t max = r->o.out->sw.max_files, all = r->nr_stamped;
	const uint32_t nr = max && all > max ? max : all, first = all - nr;
	char text[NAMED_FILES * 512], *at = text;

	if (!nr || !r->o.out->sw.enabled)
		return;
	if (nr > NAMED_FILES) {
		rec_warn("--switch-output keeps the latest %u files, from %s to %s", nr,
			 r->stamped[max ? first % max : 0], r->last_name);
		return;
	}
	for (uint32_t i = first; i < all; i++) {
		const size_t room = sizeof(text) - (size_t)(at - text);
		const int n = snprintf(at, room, "%s%s", i > first ? ", " : "",
				       r->stamped[max ? i % max : i]);

		if (n < 0 || (size_t)n >= room)
			break;
		at += n;
	}
	rec_warn("--switch-output keeps the latest %u of %u file%s: %s", nr, all, pd_plural(all),
		 text);
}

/* Rename the finished file to its name with a timestamp. */
static int rename_file(struct rec *r)
{
	const char *path = rec_sink_path(r);
	char *name = free_name(r);

	if (rec_output_name(r))
		return -1;
	if (rename(path, name))
		return rec_error("%s: cannot be renamed to %s: %s", path, name, strerror(errno));
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
	return (r->o.out->stamp || r->o.out->sw.enabled) && rename_file(r) ? -1 : 0;
}
