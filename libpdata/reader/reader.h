/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The structs and functions that the files of the reader share. */

#include "base/alloc.h"
#include "base/bytes.h"
#include "base/codec/codec.h"
#include "base/err.h"
#include "input/stream.h"
#include "reader/chunks.h"
#include "reader/idmap.h"
#include "reader/order.h"
#include "wire/event_layout.h"
#include <pdata/pdata.h>

#define PD_KINDS_MAX 48u

/* Counts of damage (data that could not be read), in total and by kind. */
struct pd_tally {
	struct pdata_damage d;
	struct pdata_damage_kind kinds[PD_KINDS_MAX];
	uint32_t nr_kinds;
};

/* A header feature: its bytes, and its values after it has been decoded on request. */
struct pd_feat {
	struct pd_feat *next;
	struct pdata_feature f;
	struct pdata_error err;
	bool loaded;
	bool from_record; /* the bytes came in a record and belong to the arena */
};

/* A source of records: the data section of a file, a pipe, or a file data.N of a directory. */
struct pd_member {
	struct pd_input *in;
	struct pd_input own; /* data.N: the file, or its decompressed content */
	uint32_t wrapper;    /* data.N: enum pdata_wrapper, the compression of the file */
	uint64_t start, end; /* file offsets of the records */
	uint64_t pos, until; /* offset of the next byte to read, and end of the current piece */
	/*
	 * Maximum number of bytes of the next read; each read doubles it. 0: no limit but the room
	 * in the buffer.
	 */
	size_t step;
	/* file offset at which the reader changes to the next member of the directory */
	uint64_t turn;
	struct pd_stream raw;
	struct pd_unzstd *unzstd;
	struct pd_stream un; /* decompressed data */
	bool in_compressed;
	bool unzstd_broken;
	uint64_t compressed_off; /* file offset of the COMPRESSED record that is being read */
	bool ended;
	const char *name;		 /* file name of data.N, else NULL */
	const struct pdata_index *index; /* index of the member, owned by the trailer; or NULL */
	struct pd_chunks *chunks;	 /* chunks of the index; NULL if it is missing or empty */
	struct pd_pieces at;		 /* position among the pieces */
	/* file offset that all records of the current piece get, or PD_NOWHERE */
	uint64_t shared_off;
	/* the piece is part of a repaired chunk: side-band records in it are ignored */
	bool repaired;
};

#define PD_NOTICES_MAX 4u

struct pdata_reader {
	struct pdata_open_opts opts;
	struct pdata_trailer *trailer; /* or NULL */
	/* number of members that the trailer lists and the directory lacks */
	uint32_t members_gone;
	struct pd_input in;
	struct pdata_file_info info;
	struct pd_arena arena;
	struct pd_pool pool;

	struct pd_event **events;
	size_t nr_events, events_cap;
	struct pd_event no_event; /* the event of records that come before the first event */
	struct pd_idmap ids;
	bool ids_agree;	  /* all events have their ids at the same offsets */
	uint64_t last_id; /* the id that was looked up last, and its event */
	const struct pd_event *last_event;
	/*
	 * One event for each distinct pair of id_head (6 possible values) and id_tail (4 possible
	 * values).
	 */
	struct pd_event *id_layouts[24];
	size_t nr_id_layouts;
	uint64_t ids_left;	/* number of ids that id sections may still list */
	uint64_t sections_left; /* bytes of feature sections that may still be loaded */

	struct pd_feat *feats;
	uint8_t *build_ids; /* BUILD_ID records that were read, back to back */
	size_t build_ids_len, build_ids_cap, build_ids_seen;

	struct pd_member *members;
	size_t nr_members, cur;
	uint64_t seq;
	/* Bytes of decompressed data, and of the compressed data that they come from. */
	uint64_t expanded, compressed;
	uint64_t payload_left;
	/* rest of a payload that the reader has read into memory itself, or NULL */
	const uint8_t *payload_mem;
	bool started;
	bool skip_stacks; /* skip copies of user stacks, until the next rewind */

	struct pd_order order;
	bool time_order; /* time order was requested and is possible for this file */
	bool at_end;
	uint64_t applied; /* meta records with lower sequence numbers have been applied */

	/*
	 * All damage found so far; the part that was found when the file was opened; the part that
	 * was found in records.
	 */
	struct pd_tally damage, opened, records;
	uint64_t checked; /* records with lower sequence numbers have been checked for damage */
	bool meta_only;	  /* only meta records are applied; kernel records are not checked */
	struct pdata_error error;
	struct pdata_error notices[PD_NOTICES_MAX];
	uint32_t nr_notices;
};

/* Store a notice about something that does not affect the records. */
void pd_note(struct pdata_reader *r, int code, uint64_t off, const char *field, const char *fmt,
	     ...) __attribute__((format(printf, 5, 6)));

/*
 * Count damage at file offset @off. @type: record type or 0. @skipped: bytes that the reader skips
 * because of the damage. Return: 0 to continue (by policy), or @code.
 */
int pd_damage(struct pdata_reader *r, int code, uint64_t off, uint32_t type, const char *field,
	      uint64_t skipped, const char *fmt, ...) __attribute__((format(printf, 7, 8)));

static inline bool pd_is_unchecked(const struct pdata_reader *r, const struct pdata_record *rec)
{
	return r->meta_only && rec->type < PDATA_RECORD_USER_START;
}

/* Count a record that could not be decoded. @e: the error. Return: as pd_damage(). */
int pd_damage_record(struct pdata_reader *r, const struct pdata_record *rec,
		     const struct pdata_error *e);
/*
 * Count a record whose @id belongs to no event, or that comes before the first event. Return: as
 * pd_damage().
 */
int pd_damage_no_event(struct pdata_reader *r, const struct pdata_record *rec, uint64_t id);
/* Decode a record that was not checked before, and count its damage. Return: as pd_damage(). */
int pd_check_record(struct pdata_reader *r, const struct pdata_record *rec);
/* Reset the counts of damage that is found again when reading starts over. */
void pd_damage_rewind(struct pdata_reader *r);

/*
 * file.c: read header and sections of a file, or the header of a pipe. @dirfd: the directory of a
 * directory recording, or -1.
 */
int pd_file_open(struct pdata_reader *r, int dirfd, struct pdata_error *err);
/*
 * dir_members.c: open the files data.N. They have records without a header, and each has a
 * compression stream of its own.
 */
int pd_members_of_dir(struct pdata_reader *r, int dirfd, struct pdata_error *err);

/*
 * data_end.c: correct the end of the data that begins at @off if the feature table for @bitmap is
 * not at *@end. The correction is counted as damage, and @end is set. Return: whether @end was set.
 */
bool pd_data_end(struct pdata_reader *r, const uint8_t *bitmap, uint64_t off, uint64_t *end);
/*
 * Return @one or @other as the end of the data: @one if the feature table is at @one, or if there
 * are no features and the file ends at @one; else @other if @other is inside the file.
 */
uint64_t pd_data_end_of(struct pdata_reader *r, const uint8_t *bitmap, uint64_t one,
			uint64_t other);

/*
 * data_behind.c: set @end to the end of the records that follow the data. Called if the header has
 * no feature bits. Return: 0 or PDATA_E_NOMEM.
 */
int pd_data_behind(struct pdata_reader *r, uint64_t *end);

/*
 * data_start.c: correct the start of the data of @size bytes if its records do not begin at *@off.
 * @front: end of header, attrs and ids. The correction is counted as damage, and @off is set.
 * Return: 1 if @off was set, 0, or PDATA_E_NOMEM.
 */
int pd_data_start(struct pdata_reader *r, uint64_t front, uint64_t size, uint64_t *off);

/*
 * feature_bitmap.c: set info.features from the 32 bytes of the header. @table: file offset of the
 * feature table.
 */
void pd_bitmap_read(struct pdata_reader *r, const uint8_t *bytes, uint64_t table);

/* events.c */
int pd_event_add(struct pdata_reader *r, const uint8_t *attr, size_t len, struct pd_event **out,
		 struct pdata_error *err);
int pd_event_ids(struct pdata_reader *r, struct pd_event *ev, const struct pdata_view *ids);
void pd_event_names(struct pdata_reader *r, const struct pdata_event_desc *d);
int pd_event_update(struct pdata_reader *r, const struct pdata_event_update *u);
/*
 * Set event and time of a record whose data, size, type and swap are set. Return: as pd_damage().
 */
int pd_event_of(struct pdata_reader *r, struct pdata_record *rec);

/* Return the event of a SAMPLE of @size bytes, or NULL if the fast path cannot tell it. */
static inline const struct pd_event *pd_sample_event(struct pdata_reader *r, const uint8_t *data,
						     size_t size)
{
	const struct pd_event *first, *ev;
	uint64_t id;
	size_t at;

	if (!r->ids_agree)
		return NULL;
	first = r->events[0];
	if (r->nr_events == 1)
		return first;
	at = PDATA_RECORD_HEADER + (size_t)first->id_head;
	if (first->id_head < 0 || size < at + sizeof(id))
		return NULL;
	id = pd_ld64(data + at, (int)r->info.swap);
	if (id == r->last_id)
		return r->last_event;
	ev = pd_idmap_find(&r->ids, id);
	if (ev) {
		r->last_id = id;
		r->last_event = ev;
	}
	return ev;
}

/*
 * Whether a SAMPLE has all of its fields. Also false if the record stores the lengths of several
 * fields, because only a full decoder can check such a record.
 */
static inline bool pd_sample_is_whole(const struct pd_event *ev, const uint8_t *data, size_t size,
				      int swap)
{
	const size_t left = size - ev->fixed_size;

	if (size < ev->fixed_size)
		return false;
	switch (ev->variable) {
	case 0:
		return true;
	case PDATA_SAMPLE_CALLCHAIN:
		return left >= 8 && pd_ld64(data + ev->plan.size, swap) <= (left - 8) / 8;
	case PDATA_SAMPLE_RAW:
		return left >= 4 && pd_ld32(data + ev->plan.size, swap) <= left - 4;
	default:
		return false;
	}
}

/*
 * skip_stack.c: skip the copy of the user stack in the SAMPLE of @size bytes at the position of
 * m->raw, if the copy is large enough. The skipped bytes count as read. Return: 0 or an error.
 */
int pd_skip_user_stack(struct pdata_reader *r, struct pd_member *m, size_t size);

/* meta_records.c: apply a user record to the reader. Return: as pd_damage(). */
int pd_process_meta_record(struct pdata_reader *r, struct pdata_record *rec);

/*
 * tail.c: store notices about bytes after the last section that are not a complete trailer. @t:
 * the trailer, or NULL.
 */
void pd_tail_look(struct pdata_reader *r, const struct pdata_trailer *t);

/* features.c */
int pd_feat_add(struct pdata_reader *r, uint32_t bit, uint64_t off, uint64_t len,
		const uint8_t *data);
void pd_feat_free(struct pdata_reader *r);

/*
 * reader.c: read the next record of the file into @rec, with its event and time. Return: 1, 0 at
 * the end, or an error.
 */
int pd_next_in_file(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block);

/*
 * Fill @rec with the record of @size bytes at the position of @s and skip it. @rec has the values
 * of its header; @off: its file offset.
 */
static inline void pd_record_at(struct pdata_reader *r, struct pd_stream *s, size_t size,
				uint64_t off, struct pdata_record *rec)
{
	rec->size = (uint16_t)size;
	rec->data = s->pos;
	rec->off = off;
	rec->swap = r->info.swap;
	rec->seq = r->seq++;
	rec->event = NULL;
	rec->time = 0;
	pd_stream_skip(s, size);
}

/* compressed.c: records inside compressed records */
static inline bool pd_is_compressed(uint32_t type)
{
	return type == PDATA_RECORD_COMPRESSED || type == PDATA_RECORD_COMPRESSED2;
}

void pd_compressed_init(struct pdata_reader *r, struct pd_member *m);
void pd_compressed_close(struct pd_member *m);
/* Pass the content of a compressed record to the decompressor. Return: 0 or an error. */
int pd_compressed_open(struct pdata_reader *r, struct pd_member *m, const struct pdata_record *rec);
/*
 * Read the next record of the decompressed data into @rec. Return: 1; 0 if the compressed record
 * has no more; or an error.
 */
int pd_compressed_next(struct pdata_reader *r, struct pd_member *m, struct pdata_record *rec);
/* Count an incomplete record at the end of the compressed data as damage. Return: 0 or an error. */
int pd_compressed_rest(struct pdata_reader *r, const struct pd_member *m);
/*
 * Return the size in bytes of the COMPRESSED2 record at the position of @s, or an error. @size: the
 * size in the record's header, which is too small for a record of 64 KiB or more.
 */
int64_t pd_compressed2_size(struct pdata_reader *r, struct pd_stream *s, size_t size);

/*
 * resync.c: a row of PD_ROW_RECORDS adjacent records is needed to tell records from noise.
 * pd_is_row() returns whether a row begins at @p. If @at_end is set, a shorter row that ends
 * exactly at @end counts, too.
 */
#define PD_ROW_RECORDS 5
bool pd_is_row(const uint8_t *p, const uint8_t *end, int swap, bool at_end);
/*
 * Whether a writer may have written the record header at @p. @size: set to the size of that record.
 */
bool pd_is_plausible(const uint8_t *p, int swap, size_t *size);
/* Whether no writer makes a record of this type with this size. */
bool pd_is_noise(uint32_t type, size_t size);
/*
 * Skip damage at the position of the stream, at least @first bytes, up to the next row of records,
 * if damage policy and file allow it. @skipped: set to the bytes skipped. Return: 1 at a record
 * again, 0 if there is none, or an error.
 */
int pd_step_over(struct pdata_reader *r, struct pd_member *m, size_t first, uint64_t *skipped);

/* members.c: read the next record in file order into @rec. Return: 1, 0 at the end, or an error. */
int pd_members_next(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block);
void pd_member_init(struct pdata_reader *r, struct pd_member *m, struct pd_input *in,
		    uint64_t start, uint64_t end);
void pd_member_close(struct pd_member *m);
int pd_member_rewind(struct pdata_reader *r, struct pd_member *m);

/* payload.c: skip the rest of the last record's payload. Return: 0 or an error. */
int pd_payload_done(struct pdata_reader *r);
