/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds tracepoints in tracefs, matches SYSTEM:NAME globs, and collects the event formats for the
 * TRACING_DATA feature.
 */
#include "kernel/tracefs.h"
#include "base/rec_event.h"
#include "base/util.h"
#include "kernel/perf_syscall.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const mounts[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };

static const char *mounted_tracefs(void)
{
	char path[64];

	for (size_t i = 0; i < REC_NR(mounts); i++) {
		snprintf(path, sizeof(path), "%s/events", mounts[i]);
		if (!access(path, F_OK) || errno == EACCES)
			return mounts[i];
	}
	return NULL;
}

/*
 * On a system where nobody has traced yet, /sys/kernel/tracing exists but is empty. Mount tracefs
 * there, as perf does, if this process may.
 */
const char *rec_tracefs(void)
{
	const char *mount = mounted_tracefs();

	if (mount || rec_sys_mount_tracefs(mounts[0]))
		return mount;
	rec_note("mounted tracefs at %s", mounts[0]);
	return mounted_tracefs();
}

static bool is_glob(const char *s)
{
	return strpbrk(s, "*?[") != NULL;
}

static bool is_safe_tp_name(const char *s)
{
	return s[0] && s[0] != '.' && !strchr(s, '/') && strlen(s) < 128;
}

/* Pass the tracepoint of one event directory to @fn. Return: 1, 0 if it is none, or -EACCES. */
static int match_one(struct rec_arena *a, const char *dir, const char *system, const char *name,
		     rec_tp_fn fn, void *data)
{
	char path[512];

	if (snprintf(path, sizeof(path), "%s/%s/%s/id", dir, system, name) >= (int)sizeof(path))
		return 0;
	int64_t id = rec_read_number(path, -1);

	if (id < 0)
		return access(path, R_OK) && errno == EACCES ? -EACCES : 0;
	fn(rec_strdup(a, system), rec_strdup(a, name), (uint64_t)id, data);
	return 1;
}

static int match_events(struct rec_arena *a, const char *dir, const char *system, const char *name,
			rec_tp_fn fn, void *data)
{
	char path[512];
	struct dirent *e;
	int count = 0;

	if (!is_glob(name))
		return match_one(a, dir, system, name, fn, data);
	if (snprintf(path, sizeof(path), "%s/%s", dir, system) >= (int)sizeof(path))
		return 0;
	DIR *d = opendir(path);

	if (!d)
		return errno == EACCES || errno == EPERM ? -errno : 0;
	while (count >= 0 && (e = readdir(d)))
		if (is_safe_tp_name(e->d_name) && !fnmatch(name, e->d_name, 0)) {
			int n = match_one(a, dir, system, e->d_name, fn, data);

			count = n < 0 ? n : count + n;
		}
	closedir(d);
	return count;
}

int rec_tp_match(struct rec_arena *a, const char *system, const char *name, rec_tp_fn fn,
		 void *data)
{
	const char *mount = rec_tracefs();
	struct dirent *e;
	char dir[64];
	int count = 0;

	if (!mount)
		return -ENOENT;
	snprintf(dir, sizeof(dir), "%s/events", mount);
	if (access(dir, R_OK))
		return -errno;
	if (!is_glob(system))
		return is_safe_tp_name(system) ? match_events(a, dir, system, name, fn, data) : 0;
	DIR *d = opendir(dir);

	if (!d)
		return -errno;
	while (count >= 0 && (e = readdir(d)))
		if (is_safe_tp_name(e->d_name) && !fnmatch(system, e->d_name, 0)) {
			int n = match_events(a, dir, e->d_name, name, fn, data);

			count = n < 0 ? n : count + n;
		}
	closedir(d);
	return count;
}

/* Read a file below @mount, tracefs's mount point. Return: its text, empty if it is unreadable. */
static struct pdata_str read_tracefs_text(struct rec_arena *a, const char *mount, const char *name)
{
	size_t len = 0;
	const char *s = rec_read_all(a, rec_printf(a, "%s/%s", mount, name), &len);

	return (struct pdata_str){ s ? s : "", len <= UINT32_MAX && s ? (uint32_t)len : 0 };
}

/* Find the system of tracepoint @e in @t; add the system if @e is its first tracepoint. */
static struct pdata_event_system *system_of(struct rec_arena *a, struct pdata_tracing *t,
					    const struct rec_event *e)
{
	for (uint32_t i = 0; i < t->nr_systems; i++)
		if (!strcmp(t->systems[i].name, e->tp_system))
			return &t->systems[i];
	uint32_t at = t->nr_systems;

	t->systems = rec_push(a, t->systems, &t->nr_systems, sizeof(*t->systems));
	t->systems[at] = (struct pdata_event_system){ .name = e->tp_system };
	return &t->systems[at];
}

/* Return whether event @n's tracepoint is recorded before too; its format is stored once. */
static bool seen(const struct rec_evlist *l, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (l->ev[i].tp_system && !strcmp(l->ev[i].tp_system, l->ev[n].tp_system) &&
		    !strcmp(l->ev[i].tp_name, l->ev[n].tp_name))
			return true;
	return false;
}

bool rec_tp_feature(struct rec_arena *a, const struct rec_evlist *l, struct pdata_feature *f)
{
	static const uint8_t magic[10] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	const char *mount = rec_tracefs();
	struct pdata_tracing *t = &f->u.tracing;
	const uint16_t one = 1;

	*f = (struct pdata_feature){ .bit = PDATA_FEAT_TRACING_DATA };
	for (uint32_t i = 0; mount && i < l->nr; i++) {
		const struct rec_event *e = &l->ev[i];

		if (!e->tp_system || seen(l, i))
			continue;
		struct pdata_event_system *s = system_of(a, t, e);
		uint32_t at = s->nr_events;

		s->events = rec_push(a, s->events, &s->nr_events, sizeof(*s->events));
		s->events[at].format = read_tracefs_text(
			a, mount, rec_printf(a, "events/%s/%s/format", e->tp_system, e->tp_name));
	}
	if (!t->nr_systems)
		return false;
	t->magic = magic;
	t->version = "0.6";
	t->big_endian = *(const uint8_t *)&one ? 0 : 1;
	t->long_size = sizeof(long);
	t->page_size = (uint32_t)sysconf(_SC_PAGESIZE);
	t->header_page_name = "header_page";
	t->header_event_name = "header_event";
	t->header_page = read_tracefs_text(a, mount, "events/header_page");
	t->header_event = read_tracefs_text(a, mount, "events/header_event");
	t->kallsyms = (struct pdata_str){
		"", 0
	}; /* empty: readers get the kernel's symbols from other sources */
	t->printk_formats = read_tracefs_text(a, mount, "printk_formats");
	t->saved_cmdlines = read_tracefs_text(a, mount, "saved_cmdlines");
	return true;
}
