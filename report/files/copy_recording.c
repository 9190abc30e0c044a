/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a new recording with the attrs and features of an open one and the records that the
 * caller passes, for `pdata merge`, cut and repair.
 */
#include "files/copy_recording.h"

#include "common/plural.h"
#include "common/tmpfile.h"
#include "console/command.h"
#include "session/event_names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAYLOAD_BYTES 65536u
#define MISSING_MAX (64u << 20) /* largest number of missing payload bytes that zeros replace */
#define ATTR_BYTES 128u		/* size of an attr that every perf since 5.12 reads */

static void print_copy_error(struct recording_copy *rw, int rc)
{
	const struct pdata_error *e = pdata_writer_error(rw->w);
	char line[512];

	if (e->code) {
		pdata_error_format(e, line, sizeof(line));
		rep_err("%s: %s", rw->file.path, line);
	} else {
		rep_err("%s: %s", rw->file.path, pdata_strerror(rc));
	}
}

struct pdata_attr recording_copy_attr(const struct pdata_event *e)
{
	struct pdata_attr a = e->attr;
	uint32_t end = e->raw_size < a.size ? e->raw_size : a.size;

	while (end > ATTR_BYTES && !e->raw_attr[end - 1])
		end--;
	if (a.size > ATTR_BYTES)
		a.size = end > ATTR_BYTES ? end : ATTR_BYTES;
	return a;
}

static int announce_event(struct recording_copy *rw, const struct pdata_attr *attr,
			  const char *name, const uint64_t *ids, uint32_t nr_ids)
{
	rw->ids = rep_grow(rw->ids, rw->nr_ids + nr_ids + 1, sizeof(*rw->ids));
	if (nr_ids)
		memcpy(rw->ids + rw->nr_ids, ids, nr_ids * sizeof(*ids));
	rw->nr_ids += nr_ids;
	rw->has_events_without_ids |= !nr_ids;
	return pdata_writer_event(rw->w, attr, name, ids, nr_ids);
}

static int announce_events(struct recording_copy *rw)
{
	uint32_t nr = rw->plan.events ? 0 : pdata_reader_nr_events(rw->in->reader);
	int rc = 0;

	for (uint32_t i = 0; i < nr && rc >= 0; i++) {
		const struct pdata_event *e = pdata_reader_event(rw->in->reader, i);
		struct pdata_attr a = recording_copy_attr(e);

		rc = announce_event(rw, &a, rep_event_name(rw->in, e), e->ids, e->nr_ids);
	}
	for (uint32_t i = 0; rw->plan.events && i < rw->plan.nr_events && rc >= 0; i++) {
		const struct recording_copy_event *e = &rw->plan.events[i];

		rc = announce_event(rw, &e->attr, e->name, e->ids, e->nr_ids);
	}
	if (rw->nr_ids)
		qsort(rw->ids, rw->nr_ids, sizeof(*rw->ids), recording_compare_u64);
	return rc;
}

/*
 * Whether a feature is not copied: the writer makes it, or it is true of the old file only. In a
 * pipe, only EVENT_DESC has the names of events without ids, so it is copied.
 */
static bool is_own_feature(const struct recording_copy *rw, uint32_t bit)
{
	return (bit == PDATA_FEAT_EVENT_DESC && !rw->pipe) || bit == PDATA_FEAT_COMPRESSED ||
	       bit == PDATA_FEAT_DIR_FORMAT || bit == PDATA_FEAT_AUXTRACE ||
	       bit == PDATA_FEAT_SAMPLE_TIME || (bit == PDATA_FEAT_BUILD_ID && rw->keeps_build_ids);
}

/*
 * Whether build ids stay in records: maps of the copy have build ids, so only objects whose maps
 * cannot have one are in BUILD_ID records, and readers would take a feature of these for a list of
 * all objects. pdata_writer_copy_record() has the same rule for copies without a plan.
 */
static bool keeps_build_id_records(const struct recording_copy *rw)
{
	const uint32_t nr = rw->plan.events ? 0 : pdata_reader_nr_events(rw->in->reader);

	if (rw->pipe || (rw->in->header_has_build_ids && !rw->plan.build_ids))
		return false;
	for (uint32_t i = 0; rw->plan.events && i < rw->plan.nr_events; i++)
		if (pdata_attr_flag(&rw->plan.events[i].attr, PDATA_ATTR_BUILD_ID))
			return true;
	for (uint32_t i = 0; i < nr; i++)
		if (pdata_attr_flag(&pdata_reader_event(rw->in->reader, i)->attr,
				    PDATA_ATTR_BUILD_ID))
			return true;
	return false;
}

/* In a pipe, and with recording_copy.keeps_build_ids, each build id is a record of its own. */
static int write_build_ids(struct recording_copy *rw, const struct pdata_build_ids *ids)
{
	int rc = 0;

	for (uint32_t i = 0; i < ids->nr && !rc; i++) {
		const struct pdata_feat_build_id *b = &ids->ids[i];
		const struct pdata_value v = { .u.build_id = { .pid = b->pid,
							       .build_id = b->build_id,
							       .id_size = b->size,
							       .filename = b->filename } };

		rc = pdata_writer_record(rw->w, PDATA_RECORD_BUILD_ID, b->misc, &v, -1);
	}
	return rc;
}

static int put_feature(struct recording_copy *rw, const struct pdata_feature *f)
{
	if (!rw->pipe)
		return pdata_writer_feature(rw->w, f);
	if (f->bit == PDATA_FEAT_BUILD_ID)
		return write_build_ids(rw, &f->u.build_ids);
	if (f->bit == PDATA_FEAT_TRACING_DATA)
		return pdata_writer_tracing_data(rw->w, f->data, f->len);
	return pdata_writer_header_feature(rw->w, f);
}

/*
 * Leave out a feature that is too large for a record of a pipe, as perf does. EVENT_DESC is not
 * missed if each event has an id, because then other records have its content.
 */
static void leave_out_feature(struct recording_copy *rw, uint32_t bit)
{
	const char *name = pdata_feature_name(bit);

	if (bit == PDATA_FEAT_EVENT_DESC && !rw->has_events_without_ids)
		return;
	rep_err("%s: header feature %u%s%s is left out, because it is too large for a pipe stream; "
		"use -o FILE to keep it",
		rw->file.path, bit, name ? " " : "", name ? name : "");
	rw->partial = true;
}

/*
 * Get a feature of the copy: from the plan, or from the input. @ids: memory for the build ids of
 * the plan. Return: as pdata_reader_feature().
 */
static int get_feature(const struct recording_copy *rw, uint32_t bit, struct pdata_feature *ids,
		       const struct pdata_feature **f, struct pdata_error *err)
{
	if (is_own_feature(rw, bit))
		return PDATA_N_FEATURE;
	if (bit == PDATA_FEAT_BUILD_ID && rw->plan.build_ids) {
		*ids = (struct pdata_feature){ .bit = bit, .u.build_ids = *rw->plan.build_ids };
		*f = ids;
		return 0;
	}
	if (bit == PDATA_FEAT_TRACING_DATA && rw->plan.tracing) {
		*f = rw->plan.tracing;
		return 0;
	}
	if (bit == PDATA_FEAT_GROUP_DESC && rw->plan.groups) {
		*f = rw->plan.groups;
		return (*f)->u.group_desc.nr ? 0 : PDATA_N_FEATURE;
	}
	return pdata_reader_feature(rw->in->reader, bit, f, err);
}

static int write_features(struct recording_copy *rw)
{
	const struct pdata_feature *f;
	struct pdata_feature ids;
	struct pdata_error err;
	int rc = 0;

	for (uint32_t bit = 1; bit < PDATA_NR_FEATURES && rc >= 0; bit++) {
		const int got = get_feature(rw, bit, &ids, &f, &err);

		if (!got)
			rc = put_feature(rw, f);
		else if (got != PDATA_N_FEATURE)
			rep_session_bad_feature(rw->in, bit, &err);
		if (rc == PDATA_L_RECORD && rw->pipe) {
			leave_out_feature(rw, bit);
			rc = 0;
		}
	}
	return rc < 0 ? rc : 0;
}

/* Readers of a pipe must know of compression before the data. */
static int put_compression(struct recording_copy *rw)
{
	struct pdata_feature f = { .bit = PDATA_FEAT_COMPRESSED };

	f.u.compressed =
		(struct pdata_comp_info){ 0, 1, rw->plan.level, 1, 2 * PDATA_COMPRESSED_PIECE };
	return rw->pipe && rw->plan.level ? pdata_writer_header_feature(rw->w, &f) : 0;
}

static int begin_copy(struct recording_copy *rw)
{
	int rc = announce_events(rw);

	if (rc >= 0)
		rc = pdata_writer_begin(rw->w);
	if (rc >= 0)
		rc = put_compression(rw);
	rw->keeps_build_ids = keeps_build_id_records(rw);
	if (rc >= 0 && rw->keeps_build_ids && rw->plan.build_ids)
		rc = write_build_ids(rw, rw->plan.build_ids);
	if (rc >= 0 && rw->pipe)
		rc = write_features(rw);
	if (rc >= 0 && rw->pipe)
		rc = pdata_writer_header_feature_end(rw->w, PDATA_FEAT_END_PERF);
	return rc < 0 ? rc : 0;
}

int recording_copy_open(struct recording_copy *rw, struct rep_session *in, const char *path,
			const struct recording_copy_plan *plan)
{
	const struct pdata_file_info *info = pdata_reader_info(in->reader);
	struct pdata_writer_opts wo = { .size = sizeof(wo),
					.swap = info->swap,
					.compress_level = plan->level };
	int rc;

	*rw = (struct recording_copy){ .in = in, .plan = *plan, .pipe = !strcmp(path, "-") };
	wo.container = rw->pipe ? PDATA_CONTAINER_PIPE : PDATA_CONTAINER_FILE;
	if (rw->pipe && isatty(STDOUT_FILENO))
		return rep_error("standard output is a terminal: name a file with -o");
	if (new_file_open(&rw->file, path, NEW_FILE_RECORDING))
		return -1;
	rc = pdata_writer_open_fd(&rw->w, rw->file.fd, &wo);
	if (rc < 0) {
		rep_err("%s: %s", path, pdata_strerror(rc));
	} else {
		rc = begin_copy(rw);
		if (rc < 0)
			print_copy_error(rw, rc);
	}
	if (rc >= 0)
		return 0;
	recording_copy_drop(rw);
	return -1;
}

void recording_copy_extend_span(struct recording_copy_span *span, uint64_t time)
{
	if (!time || time >= PDATA_TIME_OFF_CPU)
		return;
	if (!span->first || time < span->first)
		span->first = time;
	if (time > span->last)
		span->last = time;
}

int recording_compare_u64(const void *pa, const void *pb)
{
	const uint64_t *a = pa, *b = pb;

	return *a < *b ? -1 : *a > *b;
}

bool recording_copy_is_header(const struct recording_copy *rw, const struct pdata_record *rec)
{
	switch (rec->type) {
	case PDATA_RECORD_HEADER_ATTR:
	case PDATA_RECORD_EVENT_TYPE:
	case PDATA_RECORD_TRACING_DATA:
	case PDATA_RECORD_HEADER_FEATURE:
		return true;
	case PDATA_RECORD_BUILD_ID:
		return !rw->keeps_build_ids || rw->plan.build_ids;
	}
	return false;
}

bool recording_copy_has_payload(const struct rep_session *from, const struct pdata_record *rec)
{
	const struct pdata_file_info *info = pdata_reader_info(from->reader);
	uint64_t size = info->container == PDATA_CONTAINER_DIR ? 0 : info->file_size;
	struct pdata_value v;

	/* Readers of a copy would take the next records for a payload that this reader lacks. */
	if (!rec->payload && rec->type == PDATA_RECORD_AUXTRACE)
		return !pdata_record_decode(rec, &v, NULL) && !v.u.auxtrace.blob_size;
	return !rec->payload || !size ||
	       (rec->off + rec->size <= size && rec->payload <= size - rec->off - rec->size);
}

/* perf aborts at an id that belongs to no event. */
static bool is_known_id(const struct recording_copy *rw, uint64_t id)
{
	return rw->nr_ids &&
	       bsearch(&id, rw->ids, rw->nr_ids, sizeof(*rw->ids), recording_compare_u64);
}

static bool are_known_ids(const struct recording_copy *rw, const struct pdata_id_index *x)
{
	for (uint64_t i = 0; i < x->entries.nr; i++)
		if (!is_known_id(rw, pdata_id_entry_at(&x->entries, i).id))
			return false;
	return true;
}

bool recording_copy_understands(const struct recording_copy *rw, const struct pdata_record *rec)
{
	struct pdata_sample sample;
	struct pdata_value v;

	if (rec->type == PDATA_RECORD_SAMPLE)
		return !pdata_sample_decode(rec, ~0ull, &sample, NULL);
	if (pdata_record_decode(rec, &v, NULL))
		return false;
	switch (rec->type) {
	case PDATA_RECORD_ID_INDEX:
		return are_known_ids(rw, &v.u.id_index);
	case PDATA_RECORD_EVENT_UPDATE:
		return is_known_id(rw, v.u.event_update.id);
	case PDATA_RECORD_CPU_MAP:
		return v.u.cpu_map.type <= PDATA_CPU_MAP_RANGE;
	case PDATA_RECORD_AUXTRACE_INFO:
		return v.u.auxtrace_info.type;
	default:
		return true;
	}
}

bool recording_copy_leaves_out(const struct recording_copy *rw, const struct pdata_record *rec,
			       struct recording_copy_loss *loss)
{
	if (recording_copy_understands(rw, rec))
		return false;
	loss->records++;
	loss->samples += rec->type == PDATA_RECORD_SAMPLE;
	return true;
}

int recording_copy_print_loss(const char *path, const struct recording_copy_loss *loss)
{
	if (!loss->records)
		return REP_OK;
	rep_err("%s: %llu record%s %s left out, %llu of them samples: %s cannot be decoded, and "
		"perf would refuse a file that has such records",
		path, (unsigned long long)loss->records, pd_plural(loss->records),
		pd_one_or_many(loss->records, "is", "are"), (unsigned long long)loss->samples,
		pd_one_or_many(loss->records, "it", "they"));
	return REP_PART;
}

static int write_payload(struct recording_copy *rw, struct rep_session *from, uint64_t left)
{
	uint8_t *buf = rep_alloc(1, PAYLOAD_BYTES);
	int rc = 0;

	while (left && !rc) {
		int64_t n = pdata_reader_payload(from->reader, buf, PAYLOAD_BYTES);

		if (n <= 0 && left > MISSING_MAX) {
			rc = rw->failed = PDATA_E_CUT;
			break;
		}
		if (n <= 0) {
			/*
			 * The reader counts the missing bytes. Zeros take their place, so that the
			 * next record is found.
			 */
			n = left < PAYLOAD_BYTES ? (int64_t)left : PAYLOAD_BYTES;
			memset(buf, 0, (size_t)n);
		}
		rc = pdata_writer_raw(rw->w, buf, (size_t)n);
		left -= (uint64_t)n;
	}
	free(buf);
	return rc;
}

/* Whether a record has the name of an event: the writer has put all names into the pipe. */
static bool is_written_name(const struct recording_copy *rw, const struct pdata_record *rec)
{
	struct pdata_value v;

	return rw->pipe && rec->type == PDATA_RECORD_EVENT_UPDATE &&
	       !pdata_record_decode(rec, &v, NULL) &&
	       v.u.event_update.type == PDATA_EVENT_UPDATE_NAME;
}

int recording_copy_record(struct recording_copy *rw, struct rep_session *from,
			  const struct pdata_record *rec)
{
	uint64_t payload = rec->payload;
	int rc = 0;

	if (!recording_copy_has_payload(from, rec) || is_written_name(rw, rec))
		return 0;
	rc = pdata_writer_raw(rw->w, rec->data, rec->size);
	if (rc >= 0 && payload)
		rc = write_payload(rw, from, payload);
	return rc < 0 ? rc : 0;
}

static int put_span(struct recording_copy *rw, const struct recording_copy_span *span)
{
	const struct pdata_feature f = { .bit = PDATA_FEAT_SAMPLE_TIME,
					 .u.sample_time = { span->first, span->last } };

	return span->last && !rw->pipe ? pdata_writer_feature(rw->w, &f) : 0;
}

/* Write the trailer. A pipe stream cannot have one: say what is left out. */
static int put_trailer(struct recording_copy *rw)
{
	const struct recording_blocks *b = rw->plan.blocks;

	if (!b || !b->trailer)
		return 0;
	if (!rw->pipe)
		return recording_blocks_write(rw->file.fd, rw->file.path, b->blocks, b->nr);
	if (b->nr)
		rep_err("%s: the symbols that are stored in the input are left out, because a "
			"pipe stream cannot have them: a report of the stream finds symbols only "
			"in files of the machine on which it runs; use -o FILE to keep them",
			rw->file.path);
	return 0;
}

int recording_copy_finish(struct recording_copy *rw, const struct recording_copy_span *span)
{
	int rc = pdata_writer_error(rw->w)->code;

	if (!rc)
		rc = rw->failed;
	if (rc >= 0 && !rw->pipe)
		rc = write_features(rw);
	if (session_err(rw->in)) {
		recording_copy_drop(rw);
		return REP_FAIL;
	}
	if (rc >= 0)
		rc = put_span(rw, span);
	if (rc >= 0)
		rc = pdata_writer_finish(rw->w);
	if (rc < 0) {
		print_copy_error(rw, rc);
	} else {
		rc = put_trailer(rw);
		if (!rc)
			rc = new_file_commit(&rw->file);
	}
	recording_copy_drop(rw);
	if (rc)
		return REP_FAIL;
	return rw->partial ? REP_PART : REP_OK;
}

void recording_copy_drop(struct recording_copy *rw)
{
	pdata_writer_close(rw->w);
	rw->w = NULL;
	free(rw->ids);
	rw->ids = NULL;
	rw->nr_ids = 0;
	new_file_drop(&rw->file);
}
