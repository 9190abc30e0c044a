/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What language runtimes said of the code that they made: perf-PID.map and jitdump files. Both are
 * read through a window, so that only what is kept of them takes memory.
 */
#include "base/output_opts.h"
#include "base/util.h"
#include "file/bundle.h"

#include <ctype.h>
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
	int fd;
	uint64_t off, end; /* in the file: behind data[len]; its size when it was opened */
	size_t at, len;	   /* data[at] is the next byte */
	char data[WINDOW + 1];
};

static void window_open(struct jit_window *w, int fd, uint64_t size)
{
	w->fd = fd;
	w->off = 0;
	w->end = size;
	w->at = w->len = 0;
}

/* Move what is left to the front, and read more behind it. Return: whether there was more. */
static bool window_fill(struct jit_window *w)
{
	size_t room;
	ssize_t n;

	memmove(w->data, w->data + w->at, w->len - w->at);
	w->len -= w->at;
	w->at = 0;
	room = WINDOW - w->len;
	if (room > w->end - w->off)
		room = (size_t)(w->end - w->off);
	n = pread(w->fd, w->data + w->len, room, (off_t)w->off);
	if (n <= 0)
		return false;
	w->len += (size_t)n;
	w->off += (size_t)n;
	w->data[w->len] = 0;
	return true;
}

/* Have @n bytes from data[at] on. */
static bool window_have(struct jit_window *w, size_t n)
{
	while (w->len - w->at < n)
		if (!window_fill(w))
			return false;
	return true;
}

static uint64_t window_left(const struct jit_window *w)
{
	return w->end - w->off + (w->len - w->at);
}

/* @n: at most what is left. */
static void window_skip(struct jit_window *w, uint64_t n)
{
	const size_t have = w->len - w->at;

	if (n <= have) {
		w->at += (size_t)n;
		return;
	}
	w->off += n - have;
	w->at = w->len = 0;
}

/* A line, or the next part of one that is longer than the window. */
struct line_part {
	const char *text;
	size_t len;
	bool begins, ends;
};

/* @part: of before; ends is true for the first. */
static bool next_line_part(struct jit_window *w, struct line_part *part)
{
	char *nl;

	while (!(nl = memchr(w->data + w->at, '\n', w->len - w->at)) && window_fill(w))
		;
	part->begins = part->ends;
	part->ends = nl;
	part->text = w->data + w->at;
	part->len = nl ? (size_t)(nl + 1 - part->text) : w->len - w->at;
	w->at += part->len;
	return part->len > 0;
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

/* Open what process @pid wrote. Return: -1: it is not there, empty, or of another user. */
static int open_jit_file(struct rec_collect *c, uint32_t pid, const char *path, uint64_t *size,
			 uint64_t *ns)
{
	const int fd = rec_bundle_open(pid, path, O_NOFOLLOW, ns);
	struct stat st = { 0 };
	bool ok = is_trusted(c, fd, pid, path) && !fstat(fd, &st) && st.st_size > 0;

	if (ok && (uint64_t)st.st_size > TEXT_MAX) {
		rec_warn("names: %s has %lld bytes, more than the %llu that are read: the code it "
			 "names has "
			 "no names in the file",
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

struct map_line {
	uint64_t start, end;
};

/* strtoull() would step over spaces, and over the end of the line. */
static bool parse_jit_map_line(const char *s, struct map_line *l)
{
	char *end;

	if (!isxdigit((unsigned char)*s))
		return false;
	l->start = strtoull(s, &end, 16);
	if (*end != ' ' || !isxdigit((unsigned char)end[1]))
		return false;
	l->end = l->start + strtoull(end + 1, &end, 16);
	return *end == ' ' && l->end > l->start;
}

/*
 * Where the lines go whose code was hit. Without @out they are counted only, and so is how many
 * lines cover each address: more than one says that the whole text decides.
 */
struct hit_lines {
	char *out;
	uint8_t *covered;
	size_t len, room;
	bool overlap;
};

static bool is_line_hit(const struct rec_points *p, const char *text, struct hit_lines *to)
{
	struct map_line l;
	uint32_t i;

	if (!parse_jit_map_line(text, &l))
		return false;
	i = rec_points_first(p->addr, p->nr, l.start);
	const bool hit = i < p->nr && p->addr[i] < l.end;

	for (; to->covered && i < p->nr && p->addr[i] < l.end; i++)
		to->overlap |= to->covered[i]++;
	return hit;
}

static void take_hit_lines(const struct rec_points *p, struct jit_window *w, struct hit_lines *to)
{
	struct line_part part = { .ends = true };
	bool hit = false;
	size_t len = 0; /* of this line so far */

	while (!to->overlap && next_line_part(w, &part)) {
		if (part.begins) {
			hit = is_line_hit(p, part.text, to);
			len = 0;
		}
		if (!hit)
			continue;
		if (to->out && to->room - to->len - len < part.len)
			return; /* it has grown meanwhile */
		if (to->out)
			memcpy(to->out + to->len + len, part.text, part.len);
		len += part.len;
		if (part.ends)
			to->len += len;
	}
}

static size_t read_whole(int fd, char *text, size_t size)
{
	size_t have = 0;
	ssize_t n = 1;

	while (have < size && n > 0) {
		n = pread(fd, text + have, size - have, (off_t)have);
		have += n > 0 ? (size_t)n : 0;
	}
	return have;
}

/* What is kept of the map; NULL: too much, which is counted. */
static char *read_jit_map(struct rec_collect *c, const struct rec_points *p, int fd, uint64_t size,
			  size_t *len)
{
	const uint64_t most = c->max_bytes > c->bytes ? c->max_bytes - c->bytes : 0;
	bool whole = c->mode == REC_BUNDLE_FULL || c->mode == REC_BUNDLE_DEBUG;
	struct hit_lines to = { .covered = rec_alloc(&c->arena, p->nr + 1) };
	struct jit_window w;

	if (!whole) {
		window_open(&w, fd, size);
		take_hit_lines(p, &w, &to);
		whole = to.overlap;
	}
	to.room = whole ? (size_t)size : to.len;
	if (to.room > most) {
		c->nr_shortened++;
		return NULL;
	}
	to.out = rec_alloc(&c->arena, to.room + 1);
	if (whole) {
		*len = read_whole(fd, to.out, to.room);
		return to.out;
	}
	to.covered = NULL;
	to.len = 0;
	window_open(&w, fd, size);
	take_hit_lines(p, &w, &to);
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

/*
 * The bytes of @rec without the code itself, 0: it is not kept. As many of them are there as the
 * window has room for.
 */
static size_t without_code(const char *rec, uint32_t type, uint32_t size)
{
	const char *name = rec + JIT_RECORD + JIT_LOAD;
	const uint32_t have = size < WINDOW ? size : WINDOW;

	if (type == JIT_CODE_MOVE)
		return size == have ? size : 0;
	if (type != JIT_CODE_LOAD || size <= JIT_RECORD + JIT_LOAD)
		return 0;
	const char *nul = memchr(name, 0, have - JIT_RECORD - JIT_LOAD);

	return nul ? (size_t)(nul + 1 - rec) : 0;
}

/* Put @n bytes of a record at @rec into @out, if there is one, with that size. */
static bool put_stripped(char *out, size_t room, size_t len, const char *rec, size_t n)
{
	const uint32_t now = (uint32_t)n;

	if (!out)
		return true;
	if (n > room - len)
		return false; /* it has grown meanwhile */
	memcpy(out + len, rec, n);
	memcpy(out + len + 4, &now, sizeof(now));
	return true;
}

/*
 * The file without code into @out of @room bytes; NULL: it is counted. A name that is longer than
 * the window is left out.
 */
static size_t strip_jitdump_code(struct jit_window *w, char *out, size_t room)
{
	size_t len = window_have(w, JIT_HEAD) ? jitdump_u32_at(w->data + 8) : 0;

	if (len < JIT_HEAD || jitdump_u32_at(w->data) != JIT_MAGIC || len > WINDOW ||
	    !window_have(w, len) || (out && len > room))
		return 0;
	if (out)
		memcpy(out, w->data + w->at, len);
	window_skip(w, len);
	while (window_have(w, JIT_RECORD)) {
		const uint32_t type = jitdump_u32_at(w->data + w->at),
			       size = jitdump_u32_at(w->data + w->at + 4);

		/* The process may be writing it. */
		if (size < JIT_RECORD || size > window_left(w))
			break;
		if (!window_have(w, size < WINDOW ? size : WINDOW))
			break;
		const size_t n = without_code(w->data + w->at, type, size);

		if (n && !put_stripped(out, room, len, w->data + w->at, n))
			break;
		len += n;
		window_skip(w, size);
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
		window_open(&w, fd, size);
		len = strip_jitdump_code(&w, NULL, 0);
	}
	const bool large = c->bytes + len > c->max_bytes;

	if (len && !large) {
		data = rec_alloc(&c->arena, len);
		window_open(&w, fd, size);
		len = strip_jitdump_code(&w, data, len);
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
