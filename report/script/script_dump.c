/* SPDX-License-Identifier: BSD-2-Clause */
/* --per-event-dump: writes the samples of each event to a file of its own beside the recording. */
#include "script/script_dump.h"

#include "console/command.h"
#include "script/script.h"
#include "script/script_event.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct script_dump {
	struct out out;
	char *path;
	int fd;
	uint64_t samples;
};

/* The path FILE.EVENT.dump. Slashes of names such as "cpu/cycles/" become dashes. */
static char *path_of(const char *file, const char *event)
{
	const size_t room = strlen(file) + strlen(event) + sizeof("..dump");
	char *path = rep_alloc(room, 1);

	snprintf(path, room, "%s.%s.dump", file, event);
	for (char *s = path + strlen(file); *s; s++)
		if (*s == '/')
			*s = '-';
	return path;
}

/* The file of an event that precedes @e, if it has the path @path; NULL: there is none. */
static struct script_dump *find_dump(const struct script *s, const struct script_event *e,
				     const char *path)
{
	for (const struct script_event *other = s->events; other < e; other++)
		if (!strcmp(other->dump->path, path))
			return other->dump;
	return NULL;
}

/* Open the file of @e. Events whose files have the same path share one file. */
static int open_event_dump(struct script *s, struct script_event *e)
{
	char *path = path_of(s->ses.path, e->name);
	struct script_dump *d = find_dump(s, e, path);

	if (d) {
		e->dump = d;
		free(path);
		return 0;
	}
	e->dump = d = rep_alloc(1, sizeof(*d));
	d->path = path;
	d->fd = open(d->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	rep_out_open(&d->out, d->fd);
	if (d->fd >= 0)
		return 0;
	rep_err("%s: %s", d->path, strerror(errno));
	return -1;
}

int script_dumps_open(struct script *s)
{
	if (s->ses.copy_fd >= 0) {
		rep_err("%s: --per-event-dump needs an input file, because it writes beside that "
			"file",
			s->ses.path);
		return -1;
	}
	for (uint32_t i = 0; i < s->nr_events; i++)
		if (open_event_dump(s, &s->events[i]))
			return -1;
	return 0;
}

void script_dump_swap(struct script *s, const struct script_event *e)
{
	const struct out other = e->dump->out;

	e->dump->out = s->out;
	s->out = other;
}

void script_dump_count(const struct script_event *e)
{
	e->dump->samples++;
}

/* Close a file and print perf's line about it. */
static int close_one(struct script *s, struct script_dump *d)
{
	struct stat st = { .st_size = 0 };
	int err = 0;

	if (d->fd >= 0) {
		err = out_close(&d->out);
		fstat(d->fd, &st);
		if (close(d->fd) && !err)
			err = errno;
		if (err)
			rep_err("%s: %s", d->path, strerror(err));
		out_printf(&s->out, "[ perf script: Wrote %.3f MB %s (%llu samples) ]\n",
			   (double)st.st_size / 1024.0 / 1024.0, d->path,
			   (unsigned long long)d->samples);
	}
	free(d->path);
	free(d);
	return err;
}

int script_dumps_close(struct script *s)
{
	int err = 0;

	for (uint32_t i = 0; i < s->nr_events; i++) {
		struct script_dump *d = s->events[i].dump;

		for (uint32_t j = i; d && j < s->nr_events; j++)
			if (s->events[j].dump == d)
				s->events[j].dump = NULL;
		if (d && close_one(s, d))
			err = -1;
	}
	return err;
}
