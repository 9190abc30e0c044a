/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens the file, directory or pipe that the recording is written to, names it, and closes it. */
#include "main/output_file.h"

#include "base/output_opts.h"
#include "base/recorder.h"
#include "common/tmpfile.h"
#include "file/kcore.h"
#include "file/live_index.h"
#include "file/output_dir.h"
#include "file/output_stream.h"
#include "file/rec_sink_int.h"
#include "kernel/tracefs.h"
#include "options/ring_opts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* Rename an older recording to FILE.old, as perf does. */
static void keep_old(struct rec *r, const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return;
	if (S_ISDIR(st.st_mode) && rec_dir_is_recording(path))
		rec_dir_keep_old(r, path);
	if (!S_ISREG(st.st_mode) || !st.st_size)
		return;
	if (rec_dir_is_recording(rec_printf(&r->arena, "%s.old", path)))
		rec_dir_keep_old(r, path);
	else if (rename(path, rec_printf(&r->arena, "%s.old", path)))
		rec_note("%s: cannot rename the old recording to .old: %s", path, strerror(errno));
}

/*
 * Open a file without a name. It gets its name when it is a recording, so that a killed recorder
 * does not leave an empty file. Return: a descriptor, or -1 if an existing file (an empty one, or
 * no regular file) has to be used, or if the file system has no nameless files.
 */
static int open_output_tmpfile(const char *path)
{
	struct stat st;

	if (!lstat(path, &st) && (!S_ISREG(st.st_mode) || !st.st_size))
		return -1;
	return pd_tmpfile_linkable(path);
}

int rec_output_name(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (!s->unnamed)
		return 0;
	keep_old(r, s->path);
	if (s->is_dir ? rename(s->dir, s->path) : pd_tmpfile_link(s->fd, s->path))
		return rec_error("%s: %s", s->path, strerror(errno));
	s->unnamed = false;
	return 0;
}

bool rec_output_has_name(const struct rec *r)
{
	return !r->sink->unnamed;
}

int rec_output_check_name(const struct rec *r)
{
	const struct rec_sink *s = r->sink;
	struct stat is, named;

	if (s->pipe || fstat(s->fd, &is) || is.st_nlink)
		return 0;
	/* A file without a name can still be reached by a path below /proc. */
	if (!stat(s->path, &named) && named.st_dev == is.st_dev && named.st_ino == is.st_ino)
		return 0;
	return rec_error("%s: the file was removed while it was written; the recording is lost",
			 s->path);
}

static int open_output_file(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (s->is_dir) {
		s->dir = rec_dir_make(r, s->path);
		s->unnamed = s->dir && strcmp(s->dir, s->path) != 0;
		return s->dir ? rec_dir_open(r, s->dir) : -1;
	}
	s->fd = open_output_tmpfile(s->path);
	s->unnamed = s->fd >= 0;
	if (s->unnamed)
		return s->fd;
	keep_old(r, s->path);
	return open(s->path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
}

/* Return @path without slashes at its end: a name such as PATH.old is made by adding to it. */
static const char *without_end_slashes(struct rec_arena *a, const char *path)
{
	size_t len = strlen(path);

	while (len > 1 && path[len - 1] == '/')
		len--;
	return rec_strndup(a, path, len);
}

static bool stdout_is_pipe(void)
{
	struct stat st;

	return !fstat(STDOUT_FILENO, &st) && S_ISFIFO(st.st_mode);
}

/* Return whether @path is the device /dev/null, whatever its name. */
static bool is_null_device(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISCHR(st.st_mode) && st.st_rdev == makedev(1, 3);
}

/* Only a single file has a trailer, where symbols are stored. In /dev/null nothing is kept. */
static void warn_of_ignored_bundle(const struct rec *r, const struct rec_sink *s)
{
	const uint32_t mode = r->o.out->bundle;
	const char *option = mode == REC_BUNDLE_DEBUG  ? " --debug"
			     : mode == REC_BUNDLE_FULL ? " --full"
						       : "";

	if (mode <= REC_BUNDLE_NO || r->o.out->discard)
		return;
	if (s->members)
		rec_warn("--bundle is ignored: --threads stores no symbols; \"pdata bundle%s %s\" "
			 "adds them after the recording",
			 option, s->path);
	else if (s->pipe)
		rec_warn("--bundle is ignored: a pipe recording cannot store symbols; save it with "
			 "\"pdata cut -i - -o FILE\", then \"pdata bundle%s FILE\" adds them",
			 option);
}

int rec_output_plan(struct rec *r)
{
	struct rec_sink *s = rec_alloc(&r->arena, sizeof(*s));

	r->sink = s;
	s->fd = -1;
	const char *name = r->o.out->output;
	const bool to_stdout = name ? !strcmp(name, "-") : stdout_is_pipe();

	/* The pipe format needs neither seeking nor a name that an older file could have. */
	r->o.out->discard = name && is_null_device(name);
	r->o.out->pipe = s->pipe = to_stdout || r->o.out->discard;
	s->path = to_stdout ? "-" : name ? name : "perf.data";
	s->members = r->o.ring->threads;
	s->is_dir = s->members || r->o.out->kcore;
	if (s->is_dir)
		s->path = without_end_slashes(&r->arena, s->path);
	s->out.path = s->path;
	if (s->pipe && (r->o.out->sw.enabled || r->o.out->stamp))
		return rec_error("%s needs an output file, not a pipe or /dev/null",
				 r->o.out->sw.enabled ? "--switch-output" : "--timestamp-filename");
	const char *dir = s->members ? "--threads" : "--kcore";

	if (s->pipe && s->is_dir)
		return rec_error("%s writes a directory, not a pipe or /dev/null; name the "
				 "directory with -o",
				 dir);
	if (r->o.out->sw.enabled && s->is_dir)
		return rec_error("%s and --switch-output exclude each other", dir);
	if (r->o.out->kcore && rec_kcore_check())
		return -1;
	if (to_stdout && r->no_stdout)
		return rec_error("-o -: standard output is closed");
	if (to_stdout && isatty(STDOUT_FILENO))
		return rec_error("-o -: standard output is a terminal; redirect it to a file or "
				 "pipe");
	warn_of_ignored_bundle(r, s);
	return 0;
}

int rec_output_open(struct rec *r)
{
	struct rec_sink *s = r->sink;
	struct pdata_writer_opts wo = { .size = sizeof(wo) };
	struct stat st;

	if (!s->nr_facts) /* before the file is created, because reading the formats takes long */
		s->has_tracing = rec_tp_feature(&r->arena, &r->ev, &s->tracing);
	if (s->pipe) {
		s->fd = r->o.out->discard ? open(s->path, O_WRONLY | O_CLOEXEC) : STDOUT_FILENO;
		if (s->fd < 0)
			return rec_error("%s: %s", s->path, strerror(errno));
		wo.container = PDATA_CONTAINER_PIPE;
	} else {
		s->fd = open_output_file(r);
		if (s->fd < 0)
			return s->is_dir ? -1 : rec_error("%s: %s", s->path, strerror(errno));
		if (fstat(s->fd, &st) || !S_ISREG(st.st_mode))
			return rec_error("%s: not a regular file; -o - writes to a pipe", s->path);
	}
	wo.compress_level = s->members ? 0 : r->o.out->compress_level;
	int err = pdata_writer_open_fd(&s->out.w, s->fd, &wo);

	if (err)
		return rec_error("%s: %s", s->path, pdata_strerror(err));
	return 0;
}

int rec_output_start_thread(struct rec *r)
{
	struct rec_sink *s = r->sink;

	if (!r->o.out->compress_level || s->members)
		return 0;
	s->writer_thread = rec_writer_thread_start();
	return s->writer_thread ? 0
				: rec_error("cannot start the thread that compresses the data "
					    "(-z): %s",
					    strerror(errno));
}

void rec_output_detach_thread(struct rec *r)
{
	rec_stream_wait(&r->sink->out); /* an error stays in the stream */
	r->sink->out.writer_thread = NULL;
}

void rec_output_close(struct rec *r)
{
	if (!r->sink)
		return;
	rec_output_detach_thread(r);
	rec_dir_close(r);
	pdata_writer_close(r->sink->out.w);
	rec_index_free(&r->sink->index);
	if (r->sink->fd > STDERR_FILENO)
		close(r->sink->fd);
	r->sink->out.w = NULL;
	r->sink->fd = -1;
	if (r->sink->unnamed && r->sink->dir)
		rec_dir_remove(r, r->sink->dir);
}

void rec_output_free(struct rec *r)
{
	if (!r->sink)
		return;
	rec_writer_thread_stop(r->sink->writer_thread);
	rec_arena_free(&r->sink->arena);
}
