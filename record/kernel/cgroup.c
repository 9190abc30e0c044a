/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens the cgroups of -G, for events that count the tasks of one cgroup only. */
#include "kernel/cgroup.h"
#include "base/recorder.h"
#include "kernel/target_opts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const char *rec_cgroup_mount(struct rec_arena *a)
{
	const char *s = rec_read_all(a, "/proc/self/mounts", NULL), *found = NULL;
	char dir[512], type[64], opts[512];

	for (; s && *s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL) {
		if (sscanf(s, "%*s %511s %63s %511s", dir, type, opts) != 3)
			continue;
		if (!strcmp(type, "cgroup") && strstr(opts, "perf_event"))
			return rec_strdup(a, dir);
		if (!strcmp(type, "cgroup2") && !found)
			found = rec_strdup(a, dir);
	}
	return found;
}

/* Return: a descriptor of the cgroup's directory, or -1 after printing an error. */
static int open_group(struct rec *r, const char *mount, const char *name)
{
	const char *dir = rec_printf(&r->arena, "%s/%s", mount, name);
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		rec_error("-G %s: %s: %s", name, dir, strerror(errno));
	return fd;
}

/* Whether both events have the same cgroup: each name in the list has a descriptor of its own. */
static bool have_same_cgroup(const struct rec_event *a, const struct rec_event *b)
{
	struct stat x, y;

	if (!a->has_cgroup || !b->has_cgroup || a->cgroup_fd == b->cgroup_fd)
		return a->has_cgroup == b->has_cgroup;
	return !fstat(a->cgroup_fd, &x) && !fstat(b->cgroup_fd, &y) && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

/* The kernel schedules the events of a group together, so all must have the same cgroup. */
static int check_groups(const struct rec_evlist *l)
{
	for (uint32_t i = 0; i < l->nr; i++) {
		if (!have_same_cgroup(&l->ev[i], &l->ev[l->ev[i].leader]))
			return rec_error("-G: all events of a group must have the same cgroup");
	}
	return 0;
}

int rec_cgroup_open(struct rec *r)
{
	const char *list = r->o.target->cgroups_of;
	const char *mount = rec_cgroup_mount(&r->arena);
	uint32_t nr = 0;

	if (!r->t.has_cpu)
		return rec_error("-G needs -a or -C: the kernel counts cgroups per cpu only");
	if (!mount)
		return rec_error("-G %s: no cgroup file system is mounted", list);
	for (const char *s = list;; s++) {
		size_t len = strcspn(s, ",");

		if (nr == r->ev.nr)
			return rec_error("-G %s: there are more cgroups than events in -e", list);
		/* An empty name in the list: the event counts the whole system. */
		int fd = len ? open_group(r, mount, rec_strndup(&r->arena, s, len)) : -1;

		if (len && fd < 0)
			return -1;
		r->ev.ev[nr].has_cgroup = len > 0;
		r->ev.ev[nr++].cgroup_fd = fd;
		s += len;
		if (!*s)
			break;
	}
	for (; nr < r->ev.nr && nr < r->o.target->nr_of_one_cgroup; nr++) {
		r->ev.ev[nr].has_cgroup = r->ev.ev[0].has_cgroup;
		r->ev.ev[nr].cgroup_fd = r->ev.ev[0].cgroup_fd;
	}
	return check_groups(&r->ev);
}
