/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Follows a recording that is still being written: reads it again when it has changed. Reading
 * takes at most a fifth of a processor, so a large recording is read less often.
 */
#include "view/tui/tui_int.h"

#include "base/message.h"
#include "console/command.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define REFRESH_MS 1000u
#define SHARE 5u /* pause as many times as long as reading took */

/* Processor time of this process, in milliseconds. */
static uint64_t used_ms(void)
{
	struct timespec used;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

static void add_state(struct tui_file_state *sum, const struct stat *st)
{
	sum->size += (uint64_t)st->st_size;
	sum->inode += (uint64_t)st->st_ino;
	sum->changed_ns +=
		(uint64_t)st->st_mtim.tv_sec * 1000000000 + (uint64_t)st->st_mtim.tv_nsec;
}

/* The state of a recording: a file, or a directory with files. */
static struct tui_file_state file_state(const char *path)
{
	struct tui_file_state sum = { .size = 0 };
	struct dirent *e;
	struct stat st;
	DIR *dir;

	if (stat(path, &st))
		return sum;
	add_state(&sum, &st);
	dir = S_ISDIR(st.st_mode) ? opendir(path) : NULL;
	while (dir && (e = readdir(dir)))
		if (e->d_name[0] != '.' && !fstatat(dirfd(dir), e->d_name, &st, 0))
			add_state(&sum, &st);
	if (dir)
		closedir(dir);
	return sum;
}

/* Open the recording again; its damaged end and other notices are normal while it is written. */
static void read_again(struct tui *t)
{
	t->quiet = true;
	tui_profile_close(t);
	if (tui_profile_open(t) == REP_FAIL) {
		tui_say(t, "%s cannot be read any more; q leaves", t->opts.in.path);
		t->unreadable = true;
	} else if (t->unreadable) {
		t->message[0] = '\0';
		t->unreadable = false;
	}
	t->quiet = false;
	for (uint32_t i = 0; i < t->nr_views; i++)
		if (t->views[i]->kind->reload)
			t->views[i]->kind->reload(t, t->views[i]);
}

/*
 * While another view covers the rows, do not read the recording again: the view shows names that
 * belong to the present session.
 */
void tui_follow_tick(struct tui *t)
{
	const struct tui_live *live = t->start.live;
	const uint64_t begun = tui_now_ms(), used = used_ms();
	const char *path = t->base->in.path;
	struct tui_file_state state;

	if (live->path)
		path = live->path(live->ctx, false);
	if (!path) {
		tui_say(t, "the recorder has ended; q leaves");
		t->frozen = true;
		return;
	}
	t->follow_opts.in.path = path;
	if (t->frozen || t->nr_views > 1 || begun < t->refresh_at)
		return;
	state = file_state(t->query.input ? t->query.input : path);
	if (!memcmp(&state, &t->followed, sizeof(state)))
		return;
	t->followed = state;
	read_again(t);
	t->refresh_at = begun + REFRESH_MS;
	if ((used_ms() - used) * SHARE > REFRESH_MS)
		t->refresh_at = tui_now_ms() + (used_ms() - used) * SHARE;
}

void tui_follow_freeze(struct tui *t)
{
	if (!t->start.live) {
		tui_say(t, "the view is not updated; start pdata report --follow or pdata "
			   "top");
		return;
	}
	t->frozen = !t->frozen;
	tui_say(t, t->frozen ? "the view is not updated; the key f resumes"
			     : "updates of the view are on again");
}

void tui_follow_zero(struct tui *t)
{
	const struct tui_live *live = t->start.live;

	if (!live || !live->path)
		tui_say(t, "the key z starts a new recording only in pdata top");
	else if (live->path(live->ctx, true))
		tui_say(t, "a new recording begins");
}
