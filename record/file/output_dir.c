/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a recording that is a directory: the file "data" has attrs and features, "data.N" has the
 * data of ring N. A data.N has no header with a size that is set when a write is complete. If the
 * recorder is killed within a write, a part of a record would remain. So a small process, the
 * guard, waits for the recorder's death and truncates the files to their whole records.
 */
#include "file/output_dir.h"
#include "base/output_opts.h"
#include "base/recorder.h"
#include "file/kcore.h"
#include "file/live_index.h"
#include "file/output_stream.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pdata/trailer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct rec_dir {
	const char *path;
	struct rec_stream *members;
	struct rec_index *index; /* one for each member */
	int *fds;
	uint32_t nr;
	uint64_t *whole; /* bytes of whole records of each member; shared with the guard */
	size_t whole_len;
	pid_t guard;
	int alive; /* a pipe to the guard, which is closed when the recorder dies */
};

/* ---- the directory ---- */

static bool is_ours(const char *name)
{
	return !strcmp(name, "data") || !strncmp(name, "data.", 5);
}

void rec_dir_remove(struct rec *r, const char *path)
{
	DIR *d = opendir(path);
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (is_ours(e->d_name))
			unlink(rec_printf(&r->arena, "%s/%s", path, e->d_name));
	if (d)
		closedir(d);
	rec_kcore_remove(&r->arena, rec_printf(&r->arena, "%s/kcore_dir", path));
	rmdir(path);
}

bool rec_dir_is_recording(const char *path)
{
	char data[4200];
	struct stat st;

	return snprintf(data, sizeof(data), "%s/data", path) < (int)sizeof(data) &&
	       !stat(data, &st) && S_ISREG(st.st_mode);
}

void rec_dir_keep_old(struct rec *r, const char *path)
{
	const char *old = rec_printf(&r->arena, "%s.old", path);

	if (rec_dir_is_recording(old))
		rec_dir_remove(r, old);
	else
		unlink(old);
	if (rename(path, old))
		rec_note("%s: cannot rename the old recording to .old: %s", path, strerror(errno));
}

static int copy_kernel(struct rec *r, const char *path)
{
	const char *to = rec_printf(&r->arena, "%s/kcore_dir", path);
	struct rec_kcore_done done;

	if (rec_kcore_copy("/proc", to, &done))
		return -1;
	if (done.missing)
		rec_warn("%s: %.3f MB of kernel code are left out, because they cannot be read", to,
			 (double)done.missing / 1e6);
	if (done.changed)
		rec_warn("%s: kernel modules were loaded or unloaded while the kernel was copied: "
			 "symbols and code may be wrong",
			 to);
	rec_note("%s: %.3f MB of kernel code were copied", to, (double)done.bytes / 1e6);
	return 0;
}

const char *rec_dir_make(struct rec *r, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	struct stat st;
	const bool exists = !lstat(path, &st);

	if (exists) {
		if (stat(path, &st)) {
			rec_error("%s: %s", path, strerror(errno));
			return NULL;
		}
		if (S_ISDIR(st.st_mode) && !rec_dir_is_recording(path))
			return path;
		if (!S_ISDIR(st.st_mode) && (!S_ISREG(st.st_mode) || !st.st_size)) {
			rec_error("%s: %s", path, strerror(ENOTDIR));
			return NULL;
		}
	}
	/* Shorten a long name, because the name of a file has 255 bytes at most. */
	char *at = rec_printf(&r->arena, "%.*s.%.200s.XXXXXX", (int)(name - path), path, name);

	if (mkdtemp(at))
		return at;
	rec_error("%s: %s%s", path, exists ? "cannot make a directory in the same place: " : "",
		  strerror(errno));
	return NULL;
}

int rec_dir_open(struct rec *r, const char *at)
{
	if (r->o.out->kcore && copy_kernel(r, at))
		return -1;
	const char *data = rec_printf(&r->arena, "%s/data", at);
	int fd = open(data, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);

	return fd < 0 ? rec_error("%s: %s", data, strerror(errno)) : fd;
}

static int open_dir_member(struct rec *r, struct rec_dir *d, const char *at, uint32_t number)
{
	const struct pdata_writer_opts wo = { .size = sizeof(wo),
					      .container = PDATA_CONTAINER_DIR,
					      .compress_level = r->o.out->compress_level };
	struct rec_stream *s = &d->members[number];

	s->path = rec_printf(&r->arena, "%s/data.%u", d->path, number);
	d->fds[number] = open(rec_printf(&r->arena, "%s/data.%u", at, number),
			      O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
	if (d->fds[number] < 0)
		return rec_error("%s: %s", s->path, strerror(errno));
	int err = pdata_writer_open_fd(&s->w, d->fds[number], &wo);

	if (!err)
		err = pdata_writer_begin(s->w);
	if (!err)
		rec_index_start_member(r, &d->index[number], s->w, d->path);
	return err ? rec_error("%s: %s", s->path, pdata_strerror(err)) : 0;
}

/* ---- the guard ---- */

/* The guard process; does not return. @death is the reading end of the pipe @alive. */
static void guard(const struct rec_dir *d, int death, int alive)
{
	char byte;
	ssize_t n;

	close(alive);
	setsid(); /* so that signals to the recorder's group or terminal do not end the guard */
	prctl(PR_SET_NAME, "pdata-guard");
	while ((n = read(death, &byte, 1)) < 0 && errno == EINTR)
		;
	if (n == 1)
		_exit(0); /* a byte: the recorder has closed the files */
	for (uint32_t i = 0; i < d->nr; i++)
		if (d->fds[i] >= 0 &&
		    ftruncate(d->fds[i], (off_t)__atomic_load_n(&d->whole[i], __ATOMIC_ACQUIRE)))
			_exit(1);
	_exit(0);
}

static int start_guard(struct rec_dir *d)
{
	int fd[2];

	if (pipe2(fd, O_CLOEXEC))
		return -1;
	d->guard = fork();
	if (!d->guard)
		guard(d, fd[0], fd[1]);
	close(fd[0]);
	d->alive = fd[1];
	return d->guard < 0 ? -1 : 0;
}

int rec_dir_members(struct rec *r, const char *at, const char *path)
{
	struct rec_dir *d = rec_alloc(&r->arena, sizeof(*d));

	r->dir = d;
	d->path = path;
	d->alive = -1;
	d->nr = r->nr_rings;
	d->members = rec_alloc(&r->arena, d->nr * sizeof(*d->members));
	d->fds = rec_alloc(&r->arena, d->nr * sizeof(*d->fds));
	d->index = rec_alloc(&r->arena, d->nr * sizeof(*d->index));
	d->whole_len = d->nr * sizeof(*d->whole);
	void *shared =
		mmap(NULL, d->whole_len, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared == MAP_FAILED)
		return rec_error("%s: %s", path, strerror(errno));
	d->whole = shared;
	for (uint32_t i = 0; i < d->nr; i++)
		d->fds[i] = -1;
	for (uint32_t i = 0; i < d->nr; i++) {
		if (!r->rings[i].nr_fds)
			continue;
		if (open_dir_member(r, d, at, i))
			return -1;
		d->members[i].whole = &d->whole[i];
		r->rings[i].out = &d->members[i];
	}
	if (start_guard(d))
		rec_warn("%s: cannot start the guard process (if the recorder is killed, the last "
			 "record may be incomplete): %s",
			 path, strerror(errno));
	return 0;
}

uint64_t rec_dir_bytes(const struct rec *r)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; r->dir && i < r->dir->nr; i++)
		sum += rec_stream_bytes(&r->dir->members[i]);
	return sum;
}

void rec_dir_counts(const struct rec *r, struct rec_counts *sum)
{
	for (uint32_t i = 0; r->dir && i < r->dir->nr; i++)
		rec_counts_add(sum, &r->dir->members[i].counts);
}

void rec_dir_raw(const struct rec *r, uint64_t *raw, uint64_t *written)
{
	for (uint32_t i = 0; r->dir && i < r->dir->nr; i++) {
		*raw += r->dir->members[i].raw;
		*written += r->dir->members[i].raw_written;
	}
}

/*
 * Commit all members. Needed before their index is written, because a member that has to be
 * truncated to its whole records when it is closed can have no index.
 */
static int commit_dir(struct rec_dir *d)
{
	int err = 0;

	for (uint32_t i = 0; i < d->nr && !err; i++) {
		struct rec_stream *s = &d->members[i];

		if (s->w)
			err = rec_stream_now(s, REC_STREAM_COMMIT, NULL, 0);
	}
	return err;
}

const struct rec_stream *rec_dir_failed(const struct rec *r)
{
	for (uint32_t i = 0; r->dir && i < r->dir->nr; i++)
		if (r->dir->members[i].err)
			return &r->dir->members[i];
	return NULL;
}

void rec_dir_rescue(struct rec *r)
{
	for (uint32_t i = 0; r->dir && i < r->dir->nr; i++) {
		struct rec_stream *s = &r->dir->members[i];

		if (s->w)
			rec_stream_now(s, REC_STREAM_COMMIT, NULL, 0);
	}
}

bool rec_dir_sample_time(const struct rec *r, const struct rec_index *data,
			 struct pdata_sample_time *out)
{
	const struct rec_dir *d = r->dir;
	struct pdata_sample_time t;

	if (!rec_index_sample_time(data, out))
		*out = (struct pdata_sample_time){ 0 };
	if (commit_dir(r->dir))
		return false;
	for (uint32_t i = 0; i < d->nr; i++) {
		if (d->index[i].failed)
			return false;
		if (!rec_index_sample_time(&d->index[i], &t))
			continue;
		out->first = out->last && out->first < t.first ? out->first : t.first;
		out->last = out->last > t.last ? out->last : t.last;
	}
	return out->last && !data->failed;
}

void rec_dir_index(struct rec *r, const struct rec_index *data, int fd)
{
	struct rec_dir *d = r->dir;
	struct pdata_member_in *fed = rec_alloc(&r->arena, (d->nr + 1) * sizeof(*fed));
	uint32_t nr = 0;
	bool given_up = rec_index_given_up(data);

	for (uint32_t i = 0; i < d->nr && !given_up; i++)
		given_up = rec_index_given_up(&d->index[i]);
	if (given_up || commit_dir(d))
		return;
	fed[nr++] = (struct pdata_member_in){ .name = "data", .x = rec_index_fed(data) };
	for (uint32_t i = 0; i < d->nr; i++)
		if (d->members[i].w)
			fed[nr++] = (struct pdata_member_in){
				.name = strrchr(d->members[i].path, '/') + 1,
				.x = rec_index_fed(&d->index[i]),
			};
	rec_index_finish_dir(r, d->path, fd, fed, nr);
}

/* Close all members. A byte tells the guard of the regular end: it does not truncate the files. */
void rec_dir_close(struct rec *r)
{
	struct rec_dir *d = r->dir;

	if (!d)
		return;
	if (d->alive >= 0) {
		if (write(d->alive, "", 1) != 1)
			rec_note("%s: the guard process, which is needed only if the "
				 "recorder is killed, ended too early: %s",
				 d->path, strerror(errno));
		close(d->alive);
		while (waitpid(d->guard, NULL, 0) < 0 && errno == EINTR)
			;
	}
	for (uint32_t i = 0; i < d->nr; i++) {
		pdata_writer_close(d->members[i].w);
		rec_index_free(&d->index[i]);
		if (d->fds[i] >= 0)
			close(d->fds[i]);
	}
	if (d->whole)
		munmap(d->whole, d->whole_len);
	r->dir = NULL;
}
