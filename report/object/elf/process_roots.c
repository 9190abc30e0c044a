/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds files in the root directories of recorded processes that still run, for programs in
 * containers.
 */
#include "object/elf/process_roots.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The files that a process sees. Processes with equal views have the same file at a path. */
struct view {
	dev_t ns_dev, root_dev;
	ino_t ns_ino, root_ino;
};

/* A running process that has mapped an object. */
struct mapper {
	struct view view;
	uint32_t pid;
	uint32_t next; /* 1 plus the index of the next process with the same object; 0: none */
};

struct sym_processes {
	const struct pdata_tasks *tasks;
	uint32_t nr_objects;
	pthread_mutex_t lock; /* of all below */
	bool listed;	      /* the running processes were looked for */
	struct mapper *mappers;
	uint32_t nr, cap;
	/*
	 * Arrays by pdata_object.index, NULL if no process was found. @first: 1 plus the index of
	 * the first process in @mappers; 0: none. @root: result of sym_processes_find(), or NULL.
	 */
	uint32_t *first;
	char **root;
};

struct sym_processes *sym_processes_new(const struct pdata_tasks *tasks)
{
	struct sym_processes *p = mem_alloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->tasks = tasks;
	p->nr_objects = pdata_tasks_nr_objects(tasks);
	pthread_mutex_init(&p->lock, NULL);
	return p;
}

void sym_processes_free(struct sym_processes *p)
{
	if (!p)
		return;
	for (uint32_t i = 0; p->root && i < p->nr_objects; i++)
		free(p->root[i]);
	pthread_mutex_destroy(&p->lock);
	free(p->mappers);
	free(p->first);
	free(p->root);
	free(p);
}

/* Get what the process @who ("self" or a number) sees. Return: false if that is not known. */
static bool get_view(const char *who, struct view *v)
{
	struct stat ns, root;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%s/ns/mnt", who);
	if (stat(path, &ns))
		return false;
	snprintf(path, sizeof(path), "/proc/%s/root", who);
	if (stat(path, &root))
		return false;
	*v = (struct view){ ns.st_dev, root.st_dev, ns.st_ino, root.st_ino };
	return true;
}

static bool same_view(const struct view *a, const struct view *b)
{
	return a->ns_dev == b->ns_dev && a->ns_ino == b->ns_ino && a->root_dev == b->root_dev &&
	       a->root_ino == b->root_ino;
}

/* Note that the process @pid with the view @v has mapped the object @object. */
static void add_mapper(struct sym_processes *p, uint32_t object, uint32_t pid, const struct view *v)
{
	for (uint32_t i = p->first[object]; i; i = p->mappers[i - 1].next)
		if (same_view(&p->mappers[i - 1].view, v))
			return;
	if (!mem_room(&p->mappers, &p->cap, p->nr, sizeof(*p->mappers)))
		return;
	p->mappers[p->nr] = (struct mapper){ .view = *v, .pid = pid, .next = p->first[object] };
	p->first[object] = ++p->nr;
}

static void add_process(struct sym_processes *p, const char *who, const struct view *own)
{
	const uint32_t pid = (uint32_t)strtoul(who, NULL, 10);
	const struct pdata_map *m;
	struct pdata_thread_at at;
	struct view v;
	uint64_t addr = 0;

	pdata_tasks_at(p->tasks, pid, pid, UINT64_MAX, UINT64_MAX, &at);
	m = pdata_mapset_next(at.maps, &addr);
	if (!m || !get_view(who, &v) || same_view(&v, own))
		return;
	for (; m; m = pdata_mapset_next(at.maps, &addr))
		if (!m->object->anon && m->object->name[0] == '/')
			add_mapper(p, m->object->index, pid, &v);
}

static void list_processes(struct sym_processes *p)
{
	struct dirent *e;
	struct view own;
	DIR *d;

	p->listed = true;
	p->first = mem_alloc(p->nr_objects, sizeof(*p->first));
	p->root = mem_alloc(p->nr_objects, sizeof(*p->root));
	errno = 0;
	d = opendir("/proc");
	mem_check_errno(d);
	if (d && p->first && p->root && get_view("self", &own))
		while ((e = readdir(d)))
			if (e->d_name[0] >= '1' && e->d_name[0] <= '9')
				add_process(p, e->d_name, &own);
	if (d)
		closedir(d);
}

/* Return: whether the file at the path of @w below @root is the recorded file. */
static bool has_recorded_file(const char *root, const struct sym_wanted *w)
{
	char path[SYM_PATH_MAX];
	struct sym_elf *e;

	if (!sym_join(path, sizeof(path), root, w->name))
		return false;
	if (!w->id.size)
		return sym_file_compare(path, &w->file) == SYM_FILE_SAME;
	e = sym_find_with_id(path, &w->id);
	sym_elf_close(e);
	return e;
}

static void find_root(struct sym_processes *p, const struct sym_wanted *w)
{
	for (uint32_t i = p->first[w->object]; i; i = p->mappers[i - 1].next) {
		char root[32];

		snprintf(root, sizeof(root), "/proc/%u/root", p->mappers[i - 1].pid);
		if (!has_recorded_file(root, w))
			continue;
		p->root[w->object] = mem_strdup(root);
		return;
	}
}

const char *sym_processes_find(struct sym_processes *p, const struct sym_wanted *w)
{
	const char *root = NULL;

	pthread_mutex_lock(&p->lock);
	if (!p->listed)
		list_processes(p);
	if (p->first && p->root) {
		if (!p->root[w->object])
			find_root(p, w);
		root = p->root[w->object];
	}
	pthread_mutex_unlock(&p->lock);
	return root;
}

const char *sym_processes_known(struct sym_processes *p, uint32_t object)
{
	const char *root;

	pthread_mutex_lock(&p->lock);
	root = p->root ? p->root[object] : NULL;
	pthread_mutex_unlock(&p->lock);
	return root;
}

/* Read the file @name of the process @pid in /proc. Return: whether there is one. */
static bool read_proc_text(uint32_t pid, const char *name, char *text, size_t size)
{
	char path[64];
	FILE *f;
	size_t n;

	snprintf(path, sizeof(path), "/proc/%u/%s", pid, name);
	f = fopen(path, "re");
	if (!f)
		return false;
	n = fread(text, 1, size - 1, f);
	text[n] = 0;
	fclose(f);
	return n;
}

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	return clock_gettime(clock, &t) ? 0
					: (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Whether the process was started after @ns: it is not the recorded one, but has its number. */
static bool was_started_after(uint32_t pid, uint64_t ns)
{
	const uint64_t boot = clock_ns(CLOCK_REALTIME) - clock_ns(CLOCK_BOOTTIME);
	unsigned long long ticks;
	char text[1024], *end;

	if (!ns)
		return false;
	if (!read_proc_text(pid, "stat", text, sizeof(text)) || !(end = strrchr(text, ')')) ||
	    sscanf(end,
		   ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d "
		   "%*d %*d %llu",
		   &ticks) != 1)
		return true;
	return boot + ticks * (1000000000u / (uint64_t)sysconf(_SC_CLK_TCK)) > ns;
}

/* Whether @pid is the recorded process and sees other files at its paths than this process. */
static bool is_contained(uint32_t pid, uint64_t recorded_ns)
{
	struct view own, its;
	char who[16];

	snprintf(who, sizeof(who), "%u", pid);
	return get_view("self", &own) && get_view(who, &its) && !same_view(&own, &its) &&
	       !was_started_after(pid, recorded_ns);
}

static bool join_root(uint32_t pid, const char *name, char path[SYM_PATH_MAX])
{
	char root[32];

	snprintf(root, sizeof(root), "/proc/%u/root", pid);
	return sym_join(path, SYM_PATH_MAX, root, name);
}

bool sym_process_file_path(uint32_t pid, uint64_t recorded_ns, const char *name,
			   char path[SYM_PATH_MAX])
{
	return is_contained(pid, recorded_ns) && join_root(pid, name, path);
}

bool sym_process_map_path(uint32_t pid, uint64_t recorded_ns, char path[SYM_PATH_MAX])
{
	char name[48], status[2048], *line, *last;

	if (!is_contained(pid, recorded_ns) ||
	    !read_proc_text(pid, "status", status, sizeof(status)))
		return false;
	line = strstr(status, "\nNStgid:");
	if (!line)
		return false;
	line[1 + strcspn(line + 1, "\n")] = 0;
	last = strrchr(line, '\t');
	if (!last)
		return false;
	snprintf(name, sizeof(name), "/tmp/perf-%lu.map", strtoul(last, NULL, 10));
	return join_root(pid, name, path);
}
