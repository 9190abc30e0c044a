/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reports a failed write. The writer has made the file end after its last whole record. This module
 * counts the samples in it by reading the file again, and prints them with the reason and what the
 * user can do.
 */
#include "base/output_opts.h"
#include "base/recorder.h"
#include "common/plural.h"
#include "file/output_dir.h"
#include "file/output_stream.h"
#include "file/rec_sink_int.h"
#include "file/sink.h"
#include "main/file_content.h"
#include "main/output_file.h"
#include "main/status.h"
#include "ring/open_events.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *advice(int sys_errno)
{
	static const struct {
		int sys_errno;
		const char *text;
	} known[] = {
		{ ENOSPC, "free some space, or record to another file system (-o)" },
		{ EDQUOT, "raise the quota, or record to another file system (-o)" },
		{ EFBIG, "raise the limit of file sizes (ulimit -f), or record less (-F, "
			 "--max-size)" },
		{ EIO, "the device failed: see the kernel log, and record to another device (-o)" },
		{ EPIPE, "the program that reads the pipe has ended" },
	};

	for (size_t i = 0; i < REC_NR(known); i++)
		if (known[i].sys_errno == sys_errno)
			return known[i].text;
	return "record to another file (-o)";
}

#ifdef REC_NO_INDEX
/*
 * The small recorder is linked without libpdata's reader, which would make it a fifth larger. It
 * counts samples by the record headers of a file.
 */

/* Find the records by the file header: of a pipe stream they are all that follows its 16 bytes. */
static bool find_records(int fd, uint64_t *pos, uint64_t *end)
{
	uint8_t head[56]; /* perf_file_header up to data.offset and data.size, at bytes 40 and 48 */
	const ssize_t n = pread(fd, head, sizeof(head), 0);

	if (n < (ssize_t)PDATA_PIPE_HEADER_SIZE)
		return false;
	*pos = rec_u64_at(head, 8); /* the size of the header */
	if (*pos == PDATA_PIPE_HEADER_SIZE)
		return true;
	*pos = rec_u64_at(head, 40);
	*end = *pos + rec_u64_at(head, 48);
	return n == (ssize_t)sizeof(head) && *end >= *pos;
}

/* Return the number of bytes that follow the record @head and belong to it. */
static uint64_t payload_of(const uint8_t *head, uint32_t type)
{
	uint32_t size;

	if (type == PDATA_RECORD_AUXTRACE)
		return rec_u64_at(head, 8);
	if (type != PDATA_RECORD_TRACING_DATA)
		return 0;
	memcpy(&size, head + 8, sizeof(size));
	return ((uint64_t)size + 7) & ~UINT64_C(7);
}

/*
 * Add to *@samples the samples in the file @path, which @s has written. @member: the file is a
 * data.N of a directory, which has no header. Return: false: the samples cannot be counted.
 */
static bool count_file(const struct rec_stream *s, const char *path, bool member, uint64_t *samples)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	uint64_t pos = 0, end, compressed = 0, more = 0;
	struct stat st;
	bool sound = !fstat(fd, &st);

	end = sound ? (uint64_t)st.st_size : 0;
	sound = sound && (member || find_records(fd, &pos, &end));
	while (sound && pos < end) {
		uint8_t head[16] = { 0 }; /* of the shortest record with a payload */
		const ssize_t n = pread(fd, head, sizeof(head), (off_t)pos);
		uint32_t type;
		uint16_t size;

		memcpy(&type, head, sizeof(type));
		memcpy(&size, head + 6, sizeof(size));
		const uint64_t payload = payload_of(head, type), left = end - pos;

		sound = n >= (ssize_t)PDATA_RECORD_HEADER && size >= PDATA_RECORD_HEADER &&
			size <= left && payload <= left - size;
		pos += size + payload;
		*samples += type == PDATA_RECORD_SAMPLE;
		if (type == PDATA_RECORD_COMPRESSED)
			compressed = pos;
	}
	if (fd >= 0)
		close(fd);
	sound = sound && (!compressed || rec_stream_samples_at(s, compressed, &more));
	*samples += more;
	return sound;
}

static bool count_samples(struct rec *r, const char *path, uint64_t *samples)
{
	const struct rec_sink *s = r->sink;
	struct rec_arena *a = &r->arena;

	*samples = 0;
	if (!count_file(&s->out, s->is_dir ? rec_printf(a, "%s/data", path) : path, false, samples))
		return false;
	for (uint32_t i = 0; s->members && i < r->nr_rings; i++) {
		const struct rec_stream *m = r->rings[i].out;

		if (m && !count_file(m, rec_printf(a, "%s%s", path, strrchr(m->path, '/')), true,
				     samples))
			return false;
	}
	return true;
}
#else
static bool count_samples(struct rec *r, const char *path, uint64_t *samples)
{
	const struct pdata_open_opts opts = { .size = sizeof(opts),
					      .max_expansion = UINT64_MAX,
					      .trust_records = 1 };
	struct pdata_reader *reader;
	struct pdata_record rec;
	int ret = pdata_reader_open(&reader, path, &opts, NULL);

	(void)r;
	*samples = 0;
	if (ret)
		return false;
	while ((ret = pdata_reader_next(reader, &rec)) > 0)
		*samples += rec.type == PDATA_RECORD_SAMPLE;
	pdata_reader_close(reader);
	return !ret;
}
#endif

/* Print the error for a pipe, or a file that cannot be read again: only its size is known. */
static void say_written(const struct rec_stream *s, const char *why, int sys_errno)
{
	const struct pdata_error *e = pdata_writer_error(s->w);
	const uint64_t bytes = e->code == PDATA_E_SYS ? e->off : pdata_writer_committed(s->w);

	rec_error("%s: %s after %.3f MB: %s", s->path, why, (double)bytes / 1048576,
		  advice(sys_errno));
}

static const char *reason(const struct rec_stream *s, int *sys_errno)
{
	const struct pdata_error *e = pdata_writer_error(s->w);

	*sys_errno = e->code == PDATA_E_SYS ? e->sys_errno : 0;
	return *sys_errno ? strerror(*sys_errno) : pdata_strerror(s->err);
}

static void say_why(struct rec *r, const struct rec_stream *s)
{
	struct rec_saved saved = { .path = strcmp(rec_sink_path(r), "-") ? rec_sink_path(r)
									 : "standard output" };
	const char *readable = rec_sink_readable(r);
	bool counted;
	int sys_errno;
	const char *why = reason(s, &sys_errno);

	/* Nothing is written any more, so signals may end the program if counting takes long. */
	sigprocmask(SIG_SETMASK, &r->old_mask, NULL);
	saved.bytes = rec_sink_bytes(r);
	if (!readable) {
		say_written(s, why, sys_errno);
		return;
	}
	counted = saved.bytes && count_samples(r, readable, &saved.samples);
#ifdef REC_NO_INDEX
	if (saved.bytes && !counted && rec_output_has_name(r)) {
		rec_error("%s: %s; the first %.3f MB are saved in %s; %s", s->path, why,
			  (double)saved.bytes / 1048576, saved.path, advice(sys_errno));
		return;
	}
#endif
	/* The file has no name before the command runs; an older file stays unchanged. */
	if (!counted || (!saved.samples && !rec_output_has_name(r))) {
		rec_error("%s: %s before anything was recorded%s%s: %s", s->path, why,
			  r->last_name ? "; the last complete file is " : "",
			  r->last_name ? r->last_name : "", advice(sys_errno));
		return;
	}
	if (rec_output_name(r))
		return;
	rec_error("%s: %s; the first %llu sample%s (%.3f MB) %s saved in %s: %s", s->path, why,
		  (unsigned long long)saved.samples, pd_plural(saved.samples),
		  (double)saved.bytes / 1048576, pd_one_or_many(saved.samples, "is", "are"),
		  saved.path, advice(sys_errno));
	r->lost = rec_count_lost(r);
	rec_print_summary(r, &saved);
}

void rec_say_failed(struct rec *r)
{
	struct rec_sink *s = r->sink;
	const struct rec_stream *bad;

	if (!s || !s->out.w)
		return;
	rec_output_detach_thread(r);
	bad = s->out.err ? &s->out : rec_dir_failed(r);
	if (!bad)
		return;
	/* Write all data that was taken out of the rings to files that can still be written. */
	rec_sink_commit(r);
	rec_dir_rescue(r);
	say_why(r, bad);
}
