/* SPDX-License-Identifier: BSD-2-Clause */
/* What language runtimes said of the code that they made: perf-PID.map and jitdump files. */
#include "base/rec_opts.h"
#include "base/util.h"
#include "file/bundle.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEXT_MAX (UINT64_C(64) << 20)
#define USERS_MAX 4096u /* processes */

struct rec_jit_user {
	uint32_t pid;
	uid_t uid;
};

static char *read_whole(struct rec_collect *c, int fd, const char *path, size_t *len)
{
	struct stat st;
	size_t have = 0;
	ssize_t n = 1;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size <= 0)
		return NULL;
	if ((uint64_t)st.st_size > TEXT_MAX) {
		rec_warn("names: %s has %lld bytes, more than the %llu that are read: the code it "
			 "names has "
			 "no names in the file",
			 path, (long long)st.st_size, (unsigned long long)TEXT_MAX);
		return NULL;
	}
	const size_t size = (size_t)st.st_size;
	char *text = rec_alloc(&c->arena, size + 1);

	while (have < size && n > 0) {
		n = pread(fd, text + have, size - have, (off_t)have);
		have += n > 0 ? (size_t)n : 0;
	}
	*len = have;
	return have ? text : NULL;
}

/* ---- whose files they are ---- */

/* The user that @pid creates files as. */
static bool read_process_uid(uint32_t pid, uid_t *uid)
{
	char path[64], status[2048];

	snprintf(path, sizeof(path), "/proc/%u/status", pid);
	const char *line =
		rec_read_file(path, status, sizeof(status)) > 0 ? strstr(status, "\nUid:") : NULL;
	unsigned int fs_uid;

	if (!line || sscanf(line, " Uid: %*u %*u %*u %u", &fs_uid) != 1)
		return false;
	*uid = (uid_t)fs_uid;
	return true;
}

static const struct rec_jit_user *find_jit_user(const struct rec_jit_users *u, uint32_t pid)
{
	for (uint32_t i = u->nr; i-- > 0;)
		if (u->all[i].pid == pid)
			return &u->all[i];
	return NULL;
}

void rec_jit_note(struct rec_arena *a, struct rec_jit_users *u, const struct pdata_record *rec)
{
	struct rec_jit_user is;
	struct pdata_value v;

	if (u->nr == USERS_MAX || pdata_record_decode(rec, &v, NULL))
		return;
	const struct pdata_mmap2 *m = &v.u.mmap2;

	if (!(m->prot & PROT_EXEC) || (strncmp(m->filename, "//anon", 6) && m->filename[0]) ||
	    find_jit_user(u, m->pid))
		return;
	is.pid = m->pid;
	if (!read_process_uid(m->pid, &is.uid))
		return;
	const uint32_t at = u->nr;

	u->all = rec_push(a, u->all, &u->nr, sizeof(*u->all));
	u->all[at] = is;
}

/*
 * Anybody may create /tmp/perf-PID.map, or put a link there that leads to what only we may read:
 * the file is the process's own or root's, and no link. A process that ended before its user was
 * noted counts as ours.
 */
static bool is_trusted(struct rec_collect *c, int fd, uint32_t pid, const char *path)
{
	const struct rec_jit_user *noted = find_jit_user(c->users, pid);
	uid_t uid = noted ? noted->uid : geteuid();
	struct stat st;

	if (fd < 0 && errno == ELOOP)
		rec_warn("names: %s is a symbolic link: it is not read", path);
	if (fd < 0 || fstat(fd, &st))
		return false;
	if (!noted)
		read_process_uid(pid, &uid);
	if (!st.st_uid || st.st_uid == uid)
		return true;
	rec_warn("names: %s belongs to user %u, process %u runs as user %u: it is not read", path,
		 (unsigned int)st.st_uid, pid, (unsigned int)uid);
	return false;
}

/* The file that process @pid wrote; NULL: it is not there, or another's. */
static char *read_jit_file(struct rec_collect *c, uint32_t pid, const char *path, size_t *len,
			   uint64_t *ns)
{
	int fd = rec_bundle_open(pid, path, O_NOFOLLOW, ns);
	char *data = is_trusted(c, fd, pid, path) ? read_whole(c, fd, path, len) : NULL;

	if (fd >= 0)
		close(fd);
	return data;
}

/* ---- perf-PID.map: START SIZE NAME ---- */

struct map_line {
	uint64_t start, end;
};

static bool parse_jit_map_line(const char *s, struct map_line *l)
{
	char *end;

	l->start = strtoull(s, &end, 16);
	if (*end != ' ')
		return false;
	l->end = l->start + strtoull(end + 1, &end, 16);
	return *end == ' ' && l->end > l->start;
}

/* How many lines cover each address; more than one says that the whole text decides. */
static bool overlaps(const struct rec_points *p, char *text, uint8_t *covered)
{
	struct map_line l;

	for (char *s = text; s && *s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL) {
		if (!parse_jit_map_line(s, &l))
			continue;
		for (uint32_t i = rec_points_first(p->addr, p->nr, l.start);
		     i < p->nr && p->addr[i] < l.end; i++)
			if (covered[i]++)
				return true;
	}
	return false;
}

static size_t keep_hit(const struct rec_points *p, char *text)
{
	size_t len = 0;

	for (char *s = text, *end; (end = strchr(s, '\n')); s = end + 1) {
		struct map_line l;

		if (!parse_jit_map_line(s, &l))
			continue;
		const uint32_t i = rec_points_first(p->addr, p->nr, l.start);
		const size_t n = (size_t)(end + 1 - s);

		if (i == p->nr || p->addr[i] >= l.end)
			continue;
		memmove(text + len, s, n);
		len += n;
	}
	return len;
}

static bool bundle_jit_map(struct rec_collect *c, const struct rec_points *p, uint32_t pid,
			   uint32_t its_pid)
{
	struct pdata_bundle_file *f;
	char path[64];
	size_t len;
	uint64_t ns;

	snprintf(path, sizeof(path), "/tmp/perf-%u.map", its_pid);
	char *text = read_jit_file(c, pid, path, &len, &ns);

	if (!text)
		return false;
	if (c->mode != REC_BUNDLE_FULL && c->mode != REC_BUNDLE_DEBUG &&
	    !overlaps(p, text, rec_alloc(&c->arena, p->nr + 1)))
		len = keep_hit(p, text);
	if (c->bytes + len > c->max_bytes) {
		c->nr_shortened++;
		return true;
	}
	f = rec_collect_add(c, PDATA_BUNDLE_PERF_MAP,
			    rec_printf(&c->arena, "/tmp/perf-%u.map", pid), (const uint8_t *)text,
			    len);
	f->pid = (int32_t)pid;
	f->mntns = ns;
	return true;
}

/* ---- jitdump: a header, then records of code that was made or moved ---- */

#define JIT_MAGIC 0x4a695444u
#define JIT_HEAD 40u
#define JIT_RECORD 16u /* type, size, time */
#define JIT_LOAD 40u   /* of a load before the name: pid, tid, address, address, size, number */

enum { JIT_CODE_LOAD = 0, JIT_CODE_MOVE = 1 };

static uint32_t jitdump_u32_at(const char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* The bytes of @rec without the code itself, 0: it is not kept. */
static size_t without_code(const char *rec, uint32_t type, uint32_t size)
{
	const char *name = rec + JIT_RECORD + JIT_LOAD;

	if (type == JIT_CODE_MOVE)
		return size;
	if (type != JIT_CODE_LOAD || size <= JIT_RECORD + JIT_LOAD)
		return 0;
	const char *nul = memchr(name, 0, size - JIT_RECORD - JIT_LOAD);

	return nul ? (size_t)(nul + 1 - rec) : 0;
}

/* In place. Return: bytes left. */
static size_t strip_jitdump_code(char *data, size_t len)
{
	size_t head = len >= JIT_HEAD ? jitdump_u32_at(data + 8) : 0, to;

	if (head < JIT_HEAD || head > len || jitdump_u32_at(data) != JIT_MAGIC)
		return 0;
	to = head;
	for (size_t at = head; len - at >= JIT_RECORD;) {
		const uint32_t type = jitdump_u32_at(data + at),
			       size = jitdump_u32_at(data + at + 4);

		/* The process may be writing it. */
		if (size < JIT_RECORD || size > len - at)
			break;
		const size_t n = without_code(data + at, type, size);
		const uint32_t now = (uint32_t)n;

		memmove(data + to, data + at, n);
		if (n)
			memcpy(data + to + 4, &now, sizeof(now));
		to += n;
		at += size;
	}
	return to;
}

static bool take_jitdump(struct rec_collect *c, uint32_t pid, const char *name)
{
	struct pdata_bundle_file *f;
	size_t len = 0;
	uint64_t ns;
	char *data = read_jit_file(c, pid, name, &len, &ns);

	len = data ? strip_jitdump_code(data, len) : 0;
	if (!len)
		return false;
	if (c->bytes + len > c->max_bytes) {
		c->nr_shortened++;
		return true;
	}
	f = rec_collect_add(c, PDATA_BUNDLE_JITDUMP, rec_strdup(&c->arena, name),
			    (const uint8_t *)data, len);
	f->pid = (int32_t)pid;
	f->mntns = ns;
	return true;
}

/* The number that the process has for itself; its own where that cannot be told. */
static uint32_t pid_inside(struct rec_collect *c, uint32_t pid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%u/status", pid);
	const char *status = rec_read_all(&c->arena, path, NULL);
	const char *line = status ? strstr(status, "\nNSpid:") : NULL;
	const char *end = line ? strchr(line + 1, '\n') : NULL;

	while (end && end > line && end[-1] != '\t' && end[-1] != ' ')
		end--;
	return end && end > line ? (uint32_t)strtoul(end, NULL, 10) : pid;
}

void rec_bundle_jit(struct rec_collect *c, const struct rec_points *p, const char *jitdump)
{
	const uint32_t pid = p->object->pid ? p->object->pid : p->hits->pid;

	for (uint32_t i = 0; i < c->nr; i++)
		if (c->files[i].pid == (int32_t)pid)
			return;
	if (p->object->exec && !bundle_jit_map(c, p, pid, pid_inside(c, pid)) && jitdump &&
	    !take_jitdump(c, pid, jitdump))
		c->nr_missing++;
}
