/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds perf maps and jitdumps, in which language runtimes name their JIT code, to the bundle. Both
 * are read through a window, so that only the kept parts of them take memory.
 */
#include "base/output_opts.h"
#include "base/util.h"
#include "file/bundle.h"

#include <pdata/names.h>

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

/* ---- a window over a file ---- */

#define WINDOW 65536u

struct jit_window {
	struct pdata_window w;
	int fd;
	char data[WINDOW];
};

static size_t read_jit_bytes(void *arg, uint64_t off, void *buf, size_t len)
{
	const struct jit_window *w = arg;
	size_t have = 0;
	ssize_t n = 1;

	while (have < len && n > 0) {
		n = pread(w->fd, (char *)buf + have, len - have, (off_t)(off + have));
		have += n > 0 ? (size_t)n : 0;
	}
	return have;
}

static void open_jit_window(struct jit_window *w, int fd, uint64_t size)
{
	w->fd = fd;
	w->w = (struct pdata_window){
		.len = size, .read = read_jit_bytes, .arg = w, .buf = w->data, .size = WINDOW
	};
}

/* ---- owners of the files ---- */

/* Get the user as whom process @pid creates files. Return: false if it has ended. */
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
 * Return whether the file may be read. Any user can create /tmp/perf-PID.map, or a link of that
 * name to a file that only the recorder may read. So the file must belong to the user of the
 * process or to root, and must not be a link. A process that ended before its user was noted counts
 * as one of the recorder's user.
 */
static bool is_trusted(struct rec_collect *c, int fd, uint32_t pid, const char *path)
{
	const struct rec_jit_user *noted = find_jit_user(c->users, pid);
	uid_t uid = noted ? noted->uid : geteuid();
	struct stat st;

	if (fd < 0 && errno == ELOOP)
		rec_warn("bundle: %s is not read: it is a symbolic link, so symbols of JIT code "
			 "are not stored",
			 path);
	if (fd < 0 || fstat(fd, &st))
		return false;
	if (!noted)
		read_process_uid(pid, &uid);
	if (!st.st_uid || st.st_uid == uid)
		return true;
	rec_warn("bundle: %s is not read: it belongs to user %u, but process %u runs as user %u; "
		 "symbols of JIT code are not stored",
		 path, (unsigned int)st.st_uid, pid, (unsigned int)uid);
	return false;
}

/*
 * Open a perf map or jitdump of process @pid. Return: -1 if it is missing, empty, too large, or of
 * another user.
 */
static int open_jit_file(struct rec_collect *c, uint32_t pid, const char *path, uint64_t *size,
			 uint64_t *ns)
{
	const int fd = rec_bundle_open(pid, path, O_NOFOLLOW, ns);
	struct stat st = { 0 };
	bool ok = is_trusted(c, fd, pid, path) && !fstat(fd, &st) && st.st_size > 0;

	if (ok && (uint64_t)st.st_size > TEXT_MAX) {
		rec_warn("bundle: %s is not read: it has %lld bytes, more than the limit of %llu; "
			 "its symbols are not stored",
			 path, (long long)st.st_size, (unsigned long long)TEXT_MAX);
		ok = false;
	}
	*size = (uint64_t)st.st_size;
	if (ok)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* ---- perf-PID.map: START SIZE NAME ---- */

/*
 * Output for the lines of a perf map whose code was hit. Without @out only their bytes are counted,
 * and for each address how many lines cover it. If several lines cover one address, the whole map
 * is kept, because all lines together decide which of them names it.
 */
struct hit_lines {
	char *out;
	uint8_t *covered;
	size_t len, room;
	bool overlap;
};

static bool is_line_hit(const struct rec_points *p, const struct pdata_perf_map_line *l,
			struct hit_lines *to)
{
	const uint64_t end = l->start + l->size;
	uint32_t i = rec_points_first(p->addr, p->nr, l->start);
	const bool hit = i < p->nr && p->addr[i] < end;

	for (; to->covered && i < p->nr && p->addr[i] < end; i++)
		to->overlap |= to->covered[i]++;
	return hit;
}

/* Return whether the line ends with a newline; if not, the process may still be writing it. */
static bool is_line_complete(struct pdata_window *w, const struct pdata_perf_map_line *l)
{
	return pdata_window_find(w, l->end, l->end + 1, '\n') == l->end;
}

static void take_hit_lines(const struct rec_points *p, struct pdata_window *w, struct hit_lines *to)
{
	struct pdata_perf_map_line l;
	int ret;

	for (uint64_t off = 0; !to->overlap && (ret = pdata_perf_map_line(w, off, &l)) >= 0;
	     off = l.end + 1) {
		const uint64_t len = l.end + 1 - off;

		if (!ret || !is_line_hit(p, &l, to) || !is_line_complete(w, &l))
			continue;
		if (to->out && (to->room - to->len < len ||
				pdata_window_copy(w, off, to->out + to->len, (size_t)len) < len))
			return; /* the file has changed meanwhile */
		to->len += (size_t)len;
	}
}

/* Return the part of the perf map that is kept; NULL if it is too large, which is counted. */
static char *read_jit_map(struct rec_collect *c, const struct rec_points *p, int fd, uint64_t size,
			  size_t *len)
{
	const uint64_t most = c->max_bytes > c->bytes ? c->max_bytes - c->bytes : 0;
	bool whole = c->mode == REC_BUNDLE_FULL || c->mode == REC_BUNDLE_DEBUG;
	struct hit_lines to = { .covered = rec_alloc(&c->arena, p->nr + 1) };
	struct jit_window w;

	open_jit_window(&w, fd, size);
	if (!whole) {
		take_hit_lines(p, &w.w, &to);
		whole = to.overlap;
	}
	to.room = whole ? (size_t)size : to.len;
	if (to.room > most) {
		c->nr_shortened++;
		return NULL;
	}
	to.out = rec_alloc(&c->arena, to.room + 1);
	if (whole) {
		*len = read_jit_bytes(&w, 0, to.out, to.room);
		return to.out;
	}
	to.covered = NULL;
	to.len = 0;
	open_jit_window(&w, fd, size);
	take_hit_lines(p, &w.w, &to);
	*len = to.len;
	return to.out;
}

static bool bundle_jit_map(struct rec_collect *c, const struct rec_points *p, uint32_t pid,
			   uint32_t its_pid)
{
	struct pdata_bundle_file *f;
	uint64_t ns, size;
	char path[64];
	size_t len;

	snprintf(path, sizeof(path), "/tmp/perf-%u.map", its_pid);
	const int fd = open_jit_file(c, pid, path, &size, &ns);

	if (fd < 0)
		return false;
	char *text = read_jit_map(c, p, fd, size, &len);

	close(fd);
	if (!text)
		return true;
	f = rec_collect_add(c, PDATA_BUNDLE_PERF_MAP,
			    rec_printf(&c->arena, "/tmp/perf-%u.map", pid), (const uint8_t *)text,
			    len);
	f->pid = (int32_t)pid;
	f->mntns = ns;
	return true;
}

/* ---- jitdump: a header, then records of code that was loaded or moved ---- */

/* Return the size of @r without the code bytes; 0 if the record is not kept. */
static uint32_t get_size_without_code(const struct pdata_jit_record *r)
{
	if (!r->is_whole)
		return 0;
	return r->type == PDATA_JIT_CODE_LOAD ? (uint32_t)(r->name + r->name_len + 1 - r->off)
					      : r->size;
}

/* Copy the first @n bytes of the record at @off to @out, and set the size in its header to @n. */
static bool put_stripped(struct pdata_window *w, uint64_t off, char *out, uint32_t n)
{
	if (pdata_window_copy(w, off, out, n) < n)
		return false; /* the file has been truncated meanwhile */
	memcpy(out + 4, &n, sizeof(n));
	return true;
}

/*
 * Copy the jitdump without code bytes to @out of @room bytes; without @out only count. Return: the
 * number of bytes, 0 if the file is no jitdump of this byte order.
 */
static size_t strip_jitdump_code(struct pdata_window *w, char *out, size_t room)
{
	struct pdata_jitdump d;
	struct pdata_jit_record r;
	size_t len;

	if (pdata_jitdump_header(w, &d) || d.swap)
		return 0;
	len = d.header_size;
	if (out && (len > room || pdata_window_copy(w, 0, out, len) < len))
		return 0;
	/* An incomplete last record, which the process may still be writing, ends the loop. */
	for (uint64_t off = len; pdata_jitdump_record(w, &d, off, &r) > 0; off += r.size) {
		const uint32_t n = get_size_without_code(&r);

		if (n && out && (n > room - len || !put_stripped(w, off, out + len, n)))
			break;
		len += n;
	}
	return len;
}

static bool take_jitdump(struct rec_collect *c, uint32_t pid, const char *name)
{
	struct pdata_bundle_file *f;
	struct jit_window w;
	uint64_t ns, size;
	const int fd = open_jit_file(c, pid, name, &size, &ns);
	char *data = NULL;
	size_t len = 0;

	if (fd >= 0) {
		open_jit_window(&w, fd, size);
		len = strip_jitdump_code(&w.w, NULL, 0);
	}
	const bool large = c->bytes + len > c->max_bytes;

	if (len && !large) {
		data = rec_alloc(&c->arena, len);
		open_jit_window(&w, fd, size);
		len = strip_jitdump_code(&w.w, data, len);
	}
	if (fd >= 0)
		close(fd);
	if (!len)
		return false;
	if (large) {
		c->nr_shortened++;
		return true;
	}
	f = rec_collect_add(c, PDATA_BUNDLE_JITDUMP, rec_strdup(&c->arena, name),
			    (const uint8_t *)data, len);
	f->pid = (int32_t)pid;
	f->mntns = ns;
	return true;
}

/* Return the pid that the process has in its own pid namespace; @pid if that is unknown. */
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
