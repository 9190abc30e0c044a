/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the structs and functions that the files of the reader share. */

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

/* A header feature: its bytes and, when the feature was requested and decoded, its values. */
struct pd_feat {
	struct pd_feat *next;
	struct pdata_feature f;
	struct pdata_error err;
	bool loaded;
	bool from_record; /* the bytes came in a record, and are in the reader's arena */
};

/* A source of records: the data section of a file, a pipe, or a file data.N of a directory. */
struct pd_member {
	struct pd_input *in;
	struct pd_input own; /* data.N: the file, or the decompressed content of the file */
	uint32_t wrapper;    /* data.N: compression of the whole file, enum pdata_wrapper */
	uint64_t start, end; /* file range of the records */
	/* @pos: file offset of the next byte to read; @until: end of the current piece */
	uint64_t pos, until;
	/*
	 * Maximum size in bytes of the next read, which then doubles @step. 0: a read fills the
	 * buffer.
	 */
	size_t step;
	/* directory: file offset at which the reader changes to the next file */
	uint64_t turn;
	struct pd_stream raw; /* the bytes of the input */
	struct pd_unzstd *unzstd;
	struct pd_stream un;	 /* decompressed content of compressed records */
	bool in_compressed;	 /* the next record comes from @un */
	bool unzstd_broken;	 /* damage: the zstd stream cannot be decompressed further */
	uint64_t compressed_off; /* file offset of the COMPRESSED record that is being read */
	bool ended;
	const char *name;		 /* name of the file data.N; NULL: no directory */
	const struct pdata_index *index; /* index, owned by the trailer; NULL: none */
	struct pd_chunks *chunks;	 /* chunks of @index; NULL: no chunks */
	struct pd_pieces at;		 /* position among the pieces to read */
	/* file offset of all records of the current piece; PD_NOWHERE: each has its own */
	uint64_t shared_off;
	/* the current piece is part of a repaired chunk: its side-band records are ignored */
	bool repaired;
};

#define PD_NOTICES_MAX 4u

struct pdata_reader {
	struct pdata_open_opts opts;
	struct pdata_trailer *trailer; /* NULL: the file has no trailer */
	/* count of files that the trailer lists and the directory lacks */
	uint32_t members_gone;
	struct pd_input in;
	struct pdata_file_info info;
	struct pd_arena arena;
	struct pd_pool pool;

	struct pd_event **events;
	size_t nr_events, events_cap;
	struct pd_event no_event; /* event of the records that come before the first event */
	struct pd_idmap ids;
	bool ids_agree;	  /* all events have their ids at the same offsets */
	uint64_t last_id; /* the id that was looked up last; @last_event: the event of this id */
	const struct pd_event *last_event;
	/*
	 * One event for each distinct pair of pd_event.id_head (6 possible values) and id_tail (4
	 * possible values).
	 */
	struct pd_event *id_layouts[24];
	size_t nr_id_layouts;
	uint64_t ids_left;	/* limit: number of ids that may still be read from id sections */
	uint64_t sections_left; /* limit: bytes of feature sections that may still be loaded */

	struct pd_feat *feats;
	uint8_t *build_ids; /* bytes of all BUILD_ID records read so far, without gaps */
	size_t build_ids_len, build_ids_cap, build_ids_seen;

	struct pd_member *members;
	size_t nr_members, cur;
	uint64_t seq;
	/*
	 * size of all data decompressed so far; @compressed: size before decompression; @expanded:
	 * size after decompression
	 */
	uint64_t expanded, compressed;
	uint64_t payload_left;
	/* the rest of a payload that the reader has in memory; NULL: it is in the stream */
	const uint8_t *payload_mem;
	bool started;
	bool skip_stacks; /* until the next rewind, copies of user stacks are not read */

	struct pd_order order;
	/*
	 * records are returned in order of time, because the options request it and the file allows
	 * it
	 */
	bool time_order;
	bool at_end;
	/* the reader has applied the meta records with a sequence number below this */
	uint64_t applied;

	/*
	 * @damage: all damage found so far. @opened: the part found when the file was opened.
	 * @records: the part found in records.
	 */
	struct pd_tally damage, opened, records;
	uint64_t checked; /* records with a sequence number below this were checked for damage */
	bool meta_only;	  /* this pass applies meta records and does not check kernel records */
	struct pdata_error error;
	struct pdata_error notices[PD_NOTICES_MAX];
	uint32_t nr_notices;
};

/* Store a notice (@code, @off, @field and a text) about a problem that does not affect records. */
void pd_note(struct pdata_reader *r, int code, uint64_t off, const char *field, const char *fmt,
	     ...) __attribute__((format(printf, 5, 6)));

/*
 * Count damage at file offset @off. @type: type of the damaged record; 0: the damage is not in a
 * record. @skipped: number of bytes that the reader skips because of the damage. Return: 0: the
 * damage policy lets reading go on; or @code.
 */
int pd_damage(struct pdata_reader *r, int code, uint64_t off, uint32_t type, const char *field,
	      uint64_t skipped, const char *fmt, ...) __attribute__((format(printf, 7, 8)));

static inline bool pd_is_unchecked(const struct pdata_reader *r, const struct pdata_record *rec)
{
	return r->meta_only && rec->type < PDATA_RECORD_USER_START;
}

/*
 * Count the record @rec as damaged; @e is the decoder's error. Return: 0: the damage policy lets
 * reading go on; or the code of @e.
 */
int pd_damage_record(struct pdata_reader *r, const struct pdata_record *rec,
		     const struct pdata_error *e);
/*
 * Count the record @rec as damaged: its id @id belongs to no event, or it comes before the first
 * event. Return: 0: the damage policy lets reading go on; or PDATA_E_NOEVENT.
 */
int pd_damage_no_event(struct pdata_reader *r, const struct pdata_record *rec, uint64_t id);
/*
 * Decode the record @rec if it was not checked before, and count it if it is damaged. Return: 0:
 * reading goes on; or an error code.
 */
int pd_check_record(struct pdata_reader *r, const struct pdata_record *rec);
/*
 * Remove the damage found in records from the counts. Called before records are read again from the
 * start of the data.
 */
void pd_damage_rewind(struct pdata_reader *r);

/*
 * file.c: read header and sections of a file, or the header of a pipe. @dirfd: descriptor of the
 * directory, if the recording is a directory; else -1.
 */
int pd_file_open(struct pdata_reader *r, int dirfd, struct pdata_error *err);
/*
 * dir_members.c: open the files data.N of the directory @dirfd. Each of these files has records
 * without a header, and a compression stream of its own.
 */
int pd_members_of_dir(struct pdata_reader *r, int dirfd, struct pdata_error *err);

/*
 * data_end.c: check that the feature table for @bitmap is at *@end, the end of the data that begins
 * at @off. If it is not, correct *@end and count this as damage. Return: whether *@end was
 * corrected.
 */
bool pd_data_end(struct pdata_reader *r, const uint8_t *bitmap, uint64_t off, uint64_t *end);
/*
 * Decide which of @one and @other is the end of the data. Return: @one if the feature table for
 * @bitmap is at @one, or if @bitmap is zero and the file ends at @one; else @other if it is inside
 * the file; else @one.
 */
uint64_t pd_data_end_of(struct pdata_reader *r, const uint8_t *bitmap, uint64_t one,
			uint64_t other);

/*
 * data_behind.c: if records follow *@end, the end of the data, set *@end to the end of these
 * records. Called if the header has no feature bits. Return: 0 or PDATA_E_NOMEM.
 */
int pd_data_behind(struct pdata_reader *r, uint64_t *end);

/*
 * data_start.c: check that the @size bytes of data begin with a record at *@off. If they do not,
 * correct *@off and count this as damage. @front: file offset at which header, attrs and ids end.
 * Return: 1: *@off was corrected; 0; PDATA_E_NOMEM.
 */
int pd_data_start(struct pdata_reader *r, uint64_t front, uint64_t size, uint64_t *off);

/*
 * feature_bitmap.c: set r->info.features from @bytes, the 32 bytes of the feature bitmap in the
 * header. @table: file offset of the feature table.
 */
void pd_bitmap_read(struct pdata_reader *r, const uint8_t *bytes, uint64_t table);

/* events.c */
int pd_event_add(struct pdata_reader *r, const uint8_t *attr, size_t len, struct pd_event **out,
		 struct pdata_error *err);
int pd_event_ids(struct pdata_reader *r, struct pd_event *ev, const struct pdata_view *ids);
void pd_event_names(struct pdata_reader *r, const struct pdata_event_desc *d);
int pd_event_update(struct pdata_reader *r, const struct pdata_event_update *u);
/*
 * Set rec->event and rec->time; .data, .size, .type and .swap of @rec must be set. Return: 0:
 * reading goes on; or an error code.
 */
int pd_event_of(struct pdata_reader *r, struct pdata_record *rec);

/*
 * Return the event of the SAMPLE of @size bytes at @data. NULL: its id is unknown, or the events
 * have their ids at different offsets.
 */
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
 * Return whether the SAMPLE of @size bytes at @data has all of its fields. Return false also if the
 * lengths of several fields are in the record: only a full decoder can check such a record.
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
 * m->raw, if the copy is large enough for this to save time. The skipped bytes count as read.
 * Return: 0 or an error.
 */
int pd_skip_user_stack(struct pdata_reader *r, struct pd_member *m, size_t size);

/*
 * meta_records.c: apply a user record, such as HEADER_ATTR, to the reader. Return: 0: reading goes
 * on; or an error code.
 */
int pd_process_meta_record(struct pdata_reader *r, struct pdata_record *rec);

/*
 * tail.c: store notices about bytes behind the last section that are not part of a complete
 * trailer. @t: the trailer; NULL: the file has no trailer.
 */
void pd_tail_look(struct pdata_reader *r, const struct pdata_trailer *t);

/* features.c */
int pd_feat_add(struct pdata_reader *r, uint32_t bit, uint64_t off, uint64_t len,
		const uint8_t *data);
void pd_feat_free(struct pdata_reader *r);

/*
 * reader.c: read the next record in file order into @rec, with its event and time. Return: 1; 0:
 * the end; or an error.
 */
int pd_next_in_file(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block);

/*
 * Fill @rec with the record of @size bytes at the position of @s, and skip the record in @s. The
 * members of @rec for the record header must be set already. @off: file offset of the record.
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

/* compressed.c reads the records inside compressed records. */
static inline bool pd_is_compressed(uint32_t type)
{
	return type == PDATA_RECORD_COMPRESSED || type == PDATA_RECORD_COMPRESSED2;
}

void pd_compressed_init(struct pdata_reader *r, struct pd_member *m);
void pd_compressed_close(struct pd_member *m);
/* Pass the content of a compressed record to the decompressor. Return: 0 or an error. */
int pd_compressed_open(struct pdata_reader *r, struct pd_member *m, const struct pdata_record *rec);
/*
 * Read the next record of the decompressed data into @rec. Return: 1: @rec is set; 0: all records
 * of the compressed record were read; or an error.
 */
int pd_compressed_next(struct pdata_reader *r, struct pd_member *m, struct pdata_record *rec);
/* Count an incomplete record at the end of the compressed data as damage. Return: 0 or an error. */
int pd_compressed_rest(struct pdata_reader *r, const struct pd_member *m);
/*
 * Return the size in bytes of the COMPRESSED2 record at the position of @s, or an error. @size: the
 * 16-bit size in the record header, which cannot hold the size of a record of 64 KiB or more.
 */
int64_t pd_compressed2_size(struct pdata_reader *r, struct pd_stream *s, size_t size);

/*
 * resync.c: return whether a row begins at @p: PD_ROW_RECORDS adjacent plausible records. The
 * reader takes bytes for records if a row begins at these bytes. If @at_end is set, fewer than
 * PD_ROW_RECORDS plausible records also form a row if they end exactly at @end.
 */
#define PD_ROW_RECORDS 5
bool pd_is_row(const uint8_t *p, const uint8_t *end, int swap, bool at_end);
/*
 * Return whether the 8 bytes at @p can be the header of a record. *@size becomes the size of this
 * record.
 */
bool pd_is_plausible(const uint8_t *p, int swap, size_t *size);
/* Return whether no writer makes records of type @type with the size @size. */
bool pd_is_noise(uint32_t type, size_t size);
/*
 * Skip damaged bytes at the position of m->raw, at least @first bytes, up to the next row of
 * records, if the damage policy and the file allow it. *@skipped becomes the number of bytes
 * skipped. Return: 1: a record is at the new position; 0: no record follows; or an error.
 */
int pd_step_over(struct pdata_reader *r, struct pd_member *m, size_t first, uint64_t *skipped);

/* members.c: read the next record of a member into @rec. Return: 1; 0: the end; or an error. */
int pd_members_next(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block);
void pd_member_init(struct pdata_reader *r, struct pd_member *m, struct pd_input *in,
		    uint64_t start, uint64_t end);
void pd_member_close(struct pd_member *m);
int pd_member_rewind(struct pdata_reader *r, struct pd_member *m);

/* payload.c: skip the rest of the last record's payload. Return: 0 or an error. */
int pd_payload_done(struct pdata_reader *r);
