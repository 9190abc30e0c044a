/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Works out the CPUs and threads to record from -a, -C, -p, -t, -u and the workload, with the
 * threads that exist in /proc.
 */
#include "base/recorder.h"
#include "cli/numbers.h"
#include "event/side_opts.h"
#include "kernel/target_opts.h"
#include "options/options.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void add_int(struct rec_arena *a, int **list, uint32_t *nr, int v)
{
	uint32_t at = *nr;

	*list = rec_push(a, *list, nr, sizeof(**list));
	(*list)[at] = v;
}

static void online_cpus(struct rec_targets *t, struct rec_arena *a)
{
	const char *text = rec_read_line(a, "/sys/devices/system/cpu/online");

	if (text && !rec_parse_cpu_list(a, text, &t->cpus, &t->nr_cpus))
		return;
	long n = sysconf(_SC_NPROCESSORS_ONLN); /* without sysfs assume CPUs 0 to n - 1 */

	t->cpus = NULL;
	t->nr_cpus = 0;
	for (int i = 0; i < (n > 0 ? n : 1); i++)
		add_int(a, &t->cpus, &t->nr_cpus, i);
}

/* Check that each CPU of -C is online. Return: 0, or -1 after printing an error. */
static int check_online(const struct rec_targets *t, struct rec_arena *a)
{
	const char *text = rec_read_line(a, "/sys/devices/system/cpu/online");
	int *online;
	uint32_t nr;

	if (!text || rec_parse_cpu_list(a, text, &online, &nr))
		return 0; /* unknown: perf_event_open(2) will fail if one is offline */
	for (uint32_t i = 0; i < t->nr_cpus; i++) {
		bool have = false;

		for (uint32_t k = 0; k < nr && !have; k++)
			have = online[k] == t->cpus[i];
		if (!have)
			return rec_error("-C: cpu %d is not online (online: %s)", t->cpus[i], text);
	}
	return 0;
}

uint32_t rec_targets_add_threads(struct rec_targets *t, struct rec_arena *a, pid_t pid)
{
	DIR *d = opendir(rec_printf(a, "/proc/%d/task", (int)pid));
	struct dirent *e;
	uint32_t before = t->nr_threads;

	if (!d)
		return 0;
	while ((e = readdir(d))) {
		uint64_t tid;

		if (!cli_parse_u64(e->d_name, 10, &tid) && tid <= INT32_MAX)
			add_int(a, &t->threads, &t->nr_threads, (int)tid);
	}
	closedir(d);
	return t->nr_threads - before;
}

static int threads_of(struct rec_targets *t, struct rec_arena *a, pid_t pid)
{
	return rec_targets_add_threads(t, a, pid) ? 0
						  : rec_error("-p %d: no such process", (int)pid);
}

/*
 * Check that at least one thread of -t exists. Print the threads that do not: they are left out.
 * Those that end later are skipped when events are opened.
 */
static int check_threads(const struct rec_targets *t, struct rec_arena *a, const char *list)
{
	const size_t room = strlen(list) + 1; /* the numbers are not longer than in @list */
	char *gone = rec_alloc(a, room);
	uint32_t nr_gone = 0;
	size_t len = 0;

	for (uint32_t i = 0; i < t->nr_threads; i++)
		if (kill(t->threads[i], 0) && errno == ESRCH)
			len += (size_t)snprintf(gone + len, room - len, "%s%d",
						nr_gone++ ? "," : "", t->threads[i]);
	if (nr_gone == t->nr_threads)
		return rec_error("-t %s: no such thread", list);
	if (nr_gone)
		rec_warn("-t %s: no such thread; only the other threads are recorded", gone);
	return 0;
}

static int parse_ids(struct rec_targets *t, struct rec_arena *a, const char *list, bool processes)
{
	const char *const all = list;

	while (*list) {
		size_t len = strcspn(list, ", ");
		char *word = rec_strndup(a, list, len);
		uint64_t id;

		if (cli_parse_u64(word, 10, &id) || !id || id > INT32_MAX)
			return rec_error("-%c %s: expected a list of numbers",
					 processes ? 'p' : 't', list);
		if (!processes)
			add_int(a, &t->threads, &t->nr_threads, (int)id);
		else if (threads_of(t, a, (pid_t)id))
			return -1;
		list += len + (list[len] != '\0');
	}
	if (!t->nr_threads)
		return rec_error("-%c needs a number", processes ? 'p' : 't');
	return processes ? 0 : check_threads(t, a, all);
}

/*
 * Parse the user of -u: a number, or a name in /etc/passwd. Other name services are not asked,
 * because a static program cannot load their libraries.
 */
static int user_id(struct rec_arena *a, const char *user, uint64_t *uid)
{
	size_t len = strlen(user);
	const char *s = rec_read_all(a, "/etc/passwd", NULL);

	if (!cli_parse_u64(user, 10, uid) && *uid < UINT32_MAX)
		return 0;
	for (; s && *s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL) {
		const char *colon =
			strncmp(s, user, len) || s[len] != ':' ? NULL : strchr(s + len + 1, ':');
		char *end;

		if (!colon)
			continue;
		*uid = strtoull(colon + 1, &end, 10);
		if (end > colon + 1 && *end == ':')
			return 0;
	}
	return rec_error("-u %s: no such user", user);
}

static int threads_of_user(struct rec_targets *t, struct rec_arena *a, const char *user)
{
	DIR *d = opendir("/proc");
	struct dirent *e;
	struct stat st;
	uint64_t uid, pid;

	if (!d)
		return rec_error("-u %s: /proc: %s", user, strerror(errno));
	if (user_id(a, user, &uid)) {
		closedir(d);
		return -1;
	}
	while ((e = readdir(d)))
		if (!cli_parse_u64(e->d_name, 10, &pid) && pid <= INT32_MAX &&
		    !fstatat(dirfd(d), e->d_name, &st, 0) && st.st_uid == uid)
			rec_targets_add_threads(t, a, (pid_t)pid);
	closedir(d);
	return t->nr_threads ? 0 : rec_error("-u %s: this user has no processes", user);
}

/* If options exclude each other, use the one that records less, and print a warning. */
static void resolve_target_options(struct rec_opts *o)
{
	const char *narrow = o->target->pid_list   ? "-p"
			     : o->target->tid_list ? "-t"
			     : o->target->user	   ? "-u"
						   : NULL;

	if (o->target->pid_list && o->target->tid_list) {
		rec_warn("-p overrides -t");
		o->target->tid_list = NULL;
	}
	if (o->target->user && (o->target->pid_list || o->target->tid_list)) {
		rec_warn("%s overrides -u", narrow);
		o->target->user = NULL;
	}
	if (narrow && o->target->system_wide) {
		rec_warn("%s overrides -a", narrow);
		o->target->system_wide = false;
	}
	if (narrow && o->target->cpu_list) {
		rec_warn("%s overrides -C", narrow);
		o->target->cpu_list = NULL;
	}
	if (o->target->per_thread && (o->target->system_wide || o->target->cpu_list)) {
		rec_warn("%s overrides --per-thread", o->target->cpu_list ? "-C" : "-a");
		o->target->per_thread = false;
	}
	if (!narrow && !o->target->argc && !o->target->cpu_list)
		o->target->system_wide = true; /* without a target the whole system is recorded */
	if (o->target->tid_list && !o->target->no_inherit_set)
		o->target->no_inherit = true;
	if (o->target->per_thread)
		o->target->no_inherit =
			true; /* the kernel maps no ring for inherited events on any CPU */
}

static int compare_pids(const void *a, const void *b)
{
	const pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;

	return (x > y) - (x < y);
}

/* Sort the threads. A thread that the user named twice must not have each of its samples twice. */
static void sort_threads(struct rec_targets *t)
{
	uint32_t nr = 0;

	qsort(t->threads, t->nr_threads, sizeof(*t->threads), compare_pids);
	for (uint32_t i = 0; i < t->nr_threads; i++)
		if (!nr || t->threads[nr - 1] != t->threads[i])
			t->threads[nr++] = t->threads[i];
	t->nr_threads = nr;
}

static int list_threads(struct rec_targets *t, const struct rec_opts *o, struct rec_arena *a)
{
	int err = o->target->pid_list	? parse_ids(t, a, o->target->pid_list, true)
		  : o->target->tid_list ? parse_ids(t, a, o->target->tid_list, false)
					: threads_of_user(t, a, o->target->user);

	if (t->nr_threads)
		sort_threads(t);
	return err;
}

int rec_targets_init(struct rec_targets *t, struct rec_opts *o, struct rec_arena *a)
{
	resolve_target_options(o);
	t->has_cpu = o->target->system_wide || o->target->cpu_list;
	if (o->side->latency && t->has_cpu)
		return rec_error("--latency counts the running threads of a program and not of "
				 "whole cpus: name a command, -p or -t");
	o->side->switch_events |= o->side->latency;
	t->workload = o->target->argc > 0;
	t->attached = o->target->pid_list || o->target->tid_list || o->target->user;
	t->command_only = t->workload && !t->has_cpu && !t->attached;
	if (o->target->per_thread)
		add_int(a, &t->cpus, &t->nr_cpus, -1);
	else if (!o->target->cpu_list)
		online_cpus(t, a);
	else if (rec_parse_cpu_list(a, o->target->cpu_list, &t->cpus, &t->nr_cpus))
		return rec_error("-C %s: expected a list of cpus such as 0,2-3",
				 o->target->cpu_list);
	else if (check_online(t, a))
		return -1;
	if (t->attached)
		return list_threads(t, o, a);
	add_int(a, &t->threads, &t->nr_threads, -1); /* the command's pid replaces it later */
	return 0;
}

bool rec_targets_grew(struct rec_targets *t, const struct rec_opts *o, struct rec_arena *a)
{
	const struct rec_targets before = *t;
	struct rec_targets now = *t;
	const int verbosity = rec_verbosity;

	if (!o->target->pid_list && !o->target->user)
		return false;
	now.threads = NULL;
	now.nr_threads = 0;
	rec_verbosity = REC_SILENT; /* print no error for a process that has just ended */
	int err = list_threads(&now, o, a);

	rec_verbosity = verbosity;
	for (uint32_t i = 0; !err && i < now.nr_threads; i++)
		if (!bsearch(&now.threads[i], before.threads, before.nr_threads,
			     sizeof(*before.threads), compare_pids)) {
			*t = now;
			return true;
		}
	return false;
}
