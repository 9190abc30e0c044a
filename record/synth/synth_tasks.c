/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Synthesises FORK, COMM, NAMESPACES, MMAP and CGROUP records for running tasks and existing
 * cgroups, from /proc and the cgroup file system.
 */
#include "base/recorder.h"
#include "cli/numbers.h"
#include "event/sample_opts.h"
#include "event/side_opts.h"
#include "file/sink.h"
#include "kernel/build_id.h"
#include "kernel/cgroup.h"
#include "synth/synth.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/*
 * Reading the maps of a process stops after this time. Its last MMAP2 record has the misc bit
 * PROC_MAP_PARSE_TIMEOUT then.
 */
#define MAPS_TIMEOUT_NS 500000000u
#define NEWLINE "\\012" /* in a path of /proc/PID/maps */

/* A thread, as /proc/PID/task/TID/status describes it. */
struct task {
	uint32_t pid, tid, ppid;
	char comm[16];
	bool has_memory; /* not a kernel thread */
};

static uint32_t status_number(const char *text, const char *key)
{
	const char *s = strstr(text, key);

	return s ? (uint32_t)strtoul(s + strlen(key), NULL, 10) : 0;
}

/* The text is a tab, and a name in which the kernel writes a newline as \n, and \ as \\. */
static void read_comm(const char *text, char comm[16])
{
	const char *c = text + (*text == '\t');

	for (int i = 0; i < 15 && *c && *c != '\n'; i++, c++) {
		const bool escaped = c[0] == '\\' && (c[1] == 'n' || c[1] == '\\');

		c += escaped;
		comm[i] = *c;
		if (escaped && *c == 'n')
			comm[i] = '\n';
	}
}

static int read_task(uint32_t pid, uint32_t tid, struct task *t)
{
	char path[64], text[4096];

	snprintf(path, sizeof(path), "/proc/%u/task/%u/status", pid, tid);
	if (rec_read_file(path, text, sizeof(text)) <= 0 || strncmp(text, "Name:", 5))
		return -1; /* the thread has ended */
	*t = (struct task){ .tid = tid };
	read_comm(text + 5, t->comm);
	t->pid = status_number(text, "\nTgid:");
	t->ppid = status_number(text, "\nPPid:");
	t->has_memory = strstr(text, "\nVmPeak:") != NULL;
	return t->pid ? 0 : -1;
}

static int synth_fork(struct rec *r, const struct task *t)
{
	struct pdata_value v = { 0 };
	bool leader = t->pid == t->tid;
	uint32_t parent = leader ? t->ppid : t->pid;

	v.u.task = (struct pdata_task){ t->pid, parent, t->tid, parent, 0 };
	return rec_sink_record(r, PDATA_RECORD_FORK, PDATA_MISC_FORK_EXEC, &v, 0);
}

static int synth_comm(struct rec *r, const struct task *t)
{
	struct pdata_value v = { 0 };

	v.u.comm = (struct pdata_comm){ t->pid, t->tid, t->comm };
	return rec_sink_record(r, PDATA_RECORD_COMM, 0, &v, 0);
}

static int synth_namespaces(struct rec *r, const struct task *t)
{
	static const char *const names[] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };
	uint64_t links[2 * REC_NR(names)] = { 0 };
	struct pdata_value v = { 0 };

	if (!r->o.side->namespaces)
		return 0;
	for (size_t i = 0; i < REC_NR(names); i++) {
		char path[64];
		struct stat st;

		snprintf(path, sizeof(path), "/proc/%u/ns/%s", t->pid, names[i]);
		if (stat(path, &st))
			continue;
		links[2 * i] = st.st_dev;
		links[2 * i + 1] = st.st_ino;
	}
	v.u.namespaces = (struct pdata_namespaces){
		t->pid, t->tid, REC_NR(names), { (const uint8_t *)links, REC_NR(names), 0 }
	};
	return rec_sink_record(r, PDATA_RECORD_NAMESPACES, 0, &v, 0);
}

/* ---- maps ---- */

/* A cache of the build ids of files, because most processes map the same few files. */
struct known_file {
	uint64_t dev, ino;
	struct rec_build_id id;
	struct known_file *next;
};

static struct known_file *known[256];

/*
 * Whether @path is the mapped file of @m. The device is not compared, because some file systems
 * show another one in /proc/PID/maps.
 */
static bool is_mapped_file(const struct pdata_mmap2 *m, const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && st.st_ino == m->ino;
}

static const struct rec_build_id *file_build_id(struct rec *r, const struct pdata_mmap2 *m)
{
	uint64_t dev = (uint64_t)m->maj << 32 | m->min;
	struct known_file **slot = &known[(m->ino ^ dev) % REC_NR(known)];

	for (struct known_file *k = *slot; k; k = k->next)
		if (k->dev == dev && k->ino == m->ino)
			return &k->id;
	struct known_file *k = rec_alloc(&r->known_files, sizeof(*k));
	char path[4224];

	*k = (struct known_file){ .dev = dev, .ino = m->ino, .next = *slot };
	*slot = k;
	/* Open it below the process's root, because that can be in another mount namespace. */
	snprintf(path, sizeof(path), "/proc/%u/root%s", m->pid, m->filename);
	if (!is_mapped_file(m, path))
		/* The file was deleted or replaced; privileged users find it in map_files. */
		snprintf(path, sizeof(path), "/proc/%u/map_files/%llx-%llx", m->pid,
			 (unsigned long long)m->addr, (unsigned long long)m->addr + m->len);
	rec_build_id_file(path, &k->id);
	return &k->id;
}

static int synth_map(struct rec *r, struct pdata_mmap2 *m, uint16_t misc)
{
	struct pdata_value v = { 0 };

	if (m->filename[0] == '/' && m->ino && !r->o.side->no_build_id) {
		const struct rec_build_id *id = file_build_id(r, m);

		if (id->size) {
			m->build_id_size = id->size;
			m->build_id = id->id;
			misc |= PDATA_MISC_MMAP_BUILD_ID;
		}
	}
	v.u.mmap2 = *m;
	return rec_sink_record(r, PDATA_RECORD_MMAP2, misc, &v, 0);
}

/*
 * The kernel writes a newline in a path as NEWLINE, but does not mark a path that has these
 * characters. Put newlines into the path @text of @m if they give the path of the mapped file.
 */
static void restore_newlines(const struct pdata_mmap2 *m, char *text)
{
	char path[4224];
	const int root = snprintf(path, sizeof(path), "/proc/%u/root", m->pid);
	char *to = path + root;

	if (strlen(text) >= sizeof(path) - (size_t)root)
		return;
	for (const char *c = text; *c; to++) {
		const bool newline = !strncmp(c, NEWLINE, strlen(NEWLINE));

		*to = *c;
		if (newline)
			*to = '\n';
		c += newline ? strlen(NEWLINE) : 1;
	}
	*to = 0;
	if (is_mapped_file(m, path))
		strcpy(text, path + root);
}

/*
 * Parse a line of /proc/PID/maps: "55d0-55d8 r-xp 00006000 fe:00 247728   /usr/bin/ls". Return: 1
 * if @m and @misc are filled, 0 if the map is not to be recorded.
 */
static int parse_map(const struct rec *r, char *line, struct pdata_mmap2 *m, uint16_t *misc)
{
	unsigned long long start, end, pgoff, ino;
	unsigned int maj, min;
	char perm[5];
	int name = 0;

	if (sscanf(line, "%llx-%llx %4s %llx %x:%x %llu%n", &start, &end, perm, &pgoff, &maj, &min,
		   &ino, &name) < 7 ||
	    !name || end <= start || strlen(perm) < 4)
		return 0;
	*misc = PDATA_CPUMODE_USER;
	if (perm[2] != 'x') {
		if (!r->o.sample->data_addr || perm[0] != 'r')
			return 0;
		*misc |= PDATA_MISC_MMAP_DATA;
	}
	m->addr = start;
	m->len = end - start;
	m->pgoff = pgoff;
	m->maj = maj;
	m->min = min;
	m->ino = ino;
	m->prot = (perm[0] == 'r' ? PROT_READ : 0u) | (perm[1] == 'w' ? PROT_WRITE : 0u) |
		  (perm[2] == 'x' ? PROT_EXEC : 0u);
	m->flags = perm[3] == 's' ? MAP_SHARED : MAP_PRIVATE;
	line += name + strspn(line + name, " \t");
	m->filename = line[0] ? line : "//anon";
	if (strstr(line, NEWLINE))
		restore_newlines(m, line);
	return 1;
}

static int synth_maps_text(struct rec *r, const struct task *t, char *text, uint64_t deadline)
{
	for (char *s = text, *nl; *s; s = nl) {
		struct pdata_mmap2 m = { .pid = t->pid, .tid = t->pid };
		uint16_t misc;

		nl = s + strcspn(s, "\n");
		if (*nl)
			*nl++ = '\0';
		if (!parse_map(r, s, &m, &misc))
			continue;
		bool late = rec_now_ns() > deadline;

		if (synth_map(r, &m, late ? misc | PDATA_MISC_PROC_MAP_TIMEOUT : misc))
			return -1;
		if (late)
			return 1;
	}
	return 0;
}

/* Read the list of maps in pieces of whole lines, because a process can have 65530 maps. */
static int synth_mmaps(struct rec *r, const struct task *t)
{
	static char buf[65536];
	char path[64];
	uint64_t deadline = rec_now_ns() + MAPS_TIMEOUT_NS;
	size_t have = 0;
	ssize_t n;
	int err = 0;

	snprintf(path, sizeof(path), "/proc/%u/task/%u/maps", t->pid, t->pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	while (!err && (n = read(fd, buf + have, sizeof(buf) - 1 - have)) > 0) {
		have += (size_t)n;
		buf[have] = '\0';
		char *last = strrchr(buf, '\n');

		if (!last) {
			have = 0; /* longer than any path can be: drop it */
			continue;
		}
		size_t rest = have - (size_t)(last + 1 - buf);

		*last = '\0';
		err = synth_maps_text(r, t, buf, deadline);
		memmove(buf, last + 1, rest);
		have = rest;
	}
	close(fd);
	return err < 0 ? err : 0;
}

/* ---- running tasks ---- */

static int synth_process(struct rec *r, uint32_t pid)
{
	char path[64];
	struct dirent *e;
	uint64_t tid;
	int err = 0;

	snprintf(path, sizeof(path), "/proc/%u/task", pid);
	DIR *d = opendir(path);

	if (!d)
		return 0;
	while (!err && (e = readdir(d))) {
		struct task t;

		if (cli_parse_u64(e->d_name, 10, &tid) || tid > INT32_MAX ||
		    read_task(pid, (uint32_t)tid, &t))
			continue;
		err = synth_fork(r, &t);
		if (!err)
			err = synth_namespaces(r, &t);
		if (!err)
			err = synth_comm(r, &t);
		if (!err && t.has_memory && t.pid == t.tid && (r->o.side->synth & REC_SYNTH_MMAP))
			err = synth_mmaps(r, &t);
	}
	closedir(d);
	return err;
}

static int synth_all(struct rec *r)
{
	DIR *d = opendir("/proc");
	struct dirent *e;
	uint64_t pid;
	int err = 0;

	if (!d) {
		rec_warn("/proc cannot be read (%s): processes that already run will have no names "
			 "and symbols",
			 strerror(errno));
		return 0;
	}
	while (!err && (e = readdir(d)))
		if (isdigit((unsigned char)e->d_name[0]) && !cli_parse_u64(e->d_name, 10, &pid) &&
		    pid <= INT32_MAX)
			err = synth_process(r, (uint32_t)pid);
	closedir(d);
	return err;
}

/* Synthesise records of the recorded threads, and of the maps of each of their processes once. */
static int synth_given(struct rec *r)
{
	uint32_t *done = NULL, nr_done = 0;

	for (uint32_t i = 0; i < r->t.nr_threads; i++) {
		uint32_t tid = (uint32_t)r->t.threads[i];
		struct task t, leader;
		bool have = false;

		/* /proc/TID/task/TID exists for each thread, so its pid is not needed here. */
		if (read_task(tid, tid, &t))
			continue;
		if (synth_namespaces(r, &t) || synth_comm(r, &t))
			return -1;
		for (uint32_t k = 0; k < nr_done && !have; k++)
			have = done[k] == t.pid;
		if (have)
			continue;
		done = rec_push(&r->arena, done, &nr_done, sizeof(*done));
		done[nr_done - 1] = t.pid;
		if (t.pid != t.tid && !read_task(t.pid, t.pid, &leader) &&
		    (synth_namespaces(r, &leader) || synth_comm(r, &leader)))
			return -1;
		if (t.has_memory && (r->o.side->synth & REC_SYNTH_MMAP) && synth_mmaps(r, &t))
			return -1;
	}
	return 0;
}

int rec_synth_tasks(struct rec *r)
{
	if (!(r->o.side->synth & REC_SYNTH_TASK))
		return 0;
	/* Later than at the start, the targets may have started any other tasks. */
	if (r->t.has_cpu || r->nr_files || r->o.side->tail_synth)
		return synth_all(r);
	return r->t.attached ? synth_given(r) : 0;
}

int rec_synth_child(struct rec *r)
{
	struct task t;

	if (r->child <= 0 || read_task((uint32_t)r->child, (uint32_t)r->child, &t))
		return 0;
	/*
	 * The child sets this comm itself, but maybe later than here. Samples of the child before
	 * exec must not have the recorder's comm.
	 */
	strcpy(t.comm, "pdata-exec");
	return synth_comm(r, &t) ? -1 : synth_namespaces(r, &t);
}

/* ---- cgroups ---- */

static int synth_cgroup(struct rec *r, const char *dir, const char *path)
{
	union {
		struct file_handle head;
		uint8_t room[sizeof(struct file_handle) + 64];
	} h = { .head.handle_bytes = sizeof(uint64_t) };
	struct pdata_value v = { 0 };
	int mount_id;

	if (name_to_handle_at(AT_FDCWD, dir, &h.head, &mount_id, 0) ||
	    h.head.handle_bytes < sizeof(uint64_t))
		return 0;
	memcpy(&v.u.cgroup.id, h.head.f_handle, sizeof(uint64_t));
	v.u.cgroup.path = *path ? path : "/";
	return rec_sink_record(r, PDATA_RECORD_CGROUP, 0, &v, 0);
}

static int walk_cgroups(struct rec *r, const char *mount, const char *path, int depth)
{
	const char *dir = rec_printf(&r->arena, "%s%s", mount, path);
	struct dirent *e;
	int err = synth_cgroup(r, dir, path);
	DIR *d = err || depth > 32 ? NULL : opendir(dir);

	while (d && !err && (e = readdir(d)))
		if (e->d_type == DT_DIR && e->d_name[0] != '.')
			err = walk_cgroups(r, mount,
					   rec_printf(&r->arena, "%s/%s", path, e->d_name),
					   depth + 1);
	if (d)
		closedir(d);
	return err;
}

int rec_synth_cgroups(struct rec *r)
{
	const char *mount = r->o.side->cgroups && (r->o.side->synth & REC_SYNTH_CGROUP)
				    ? rec_cgroup_mount(&r->arena)
				    : NULL;

	return mount ? walk_cgroups(r, mount, "", 0) : 0;
}
