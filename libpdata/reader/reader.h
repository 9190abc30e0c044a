/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Inside of the reader, shared by the files that implement it. */

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

/* What could not be read, counted. */
struct pd_tally {
	struct pdata_damage d;
	struct pdata_damage_kind kinds[PD_KINDS_MAX];
	uint32_t nr_kinds;
};

/* A header feature as it was found; decoded when it is asked for. */
struct pd_feat {
	struct pd_feat *next;
	struct pdata_feature f;
	struct pdata_error err;
	bool loaded;
	bool from_record; /* its bytes came in a record and are in memory */
};

/* Where the records of one stream lie: the data section, a pipe, or a data.N of a directory. */
struct pd_member {
	struct pd_input *in;
	struct pd_input own; /* data.N: its own file, or what was compressed in it */
	uint32_t wrapper;    /* of data.N, enum pdata_wrapper */
	uint64_t start, end; /* of the records */
	uint64_t pos, until; /* next byte to read, and end of the stretch that is read */
	size_t step;   /* bytes to read at once, more each time; 0: as many as there is room for */
	uint64_t turn; /* where the next member of a directory has its turn */
	struct pd_stream raw;
	struct pd_unzstd *unzstd;
	struct pd_stream un; /* decompressed records */
	bool in_compressed;
	bool unzstd_broken;
	uint64_t compressed_off; /* of the record being opened */
	bool ended;
	const char *name;		 /* of data.N */
	const struct pdata_index *index; /* of its bytes, the trailer's own; or NULL */
	struct pd_chunks *chunks;	 /* the same, or NULL: there is nothing in it */
	struct pd_pieces at;		 /* where it reads */
	uint64_t one_place;		 /* where all records that it reads were, or PD_NOWHERE */
	bool mended; /* side-band records that are there are replaced by copies */
};

#define PD_NOTICES_MAX 4u

struct pdata_reader {
	struct pdata_open_opts opts;
	struct pdata_trailer *trailer; /* or NULL */
	uint32_t members_gone;	       /* that the trailer knows of */
	struct pd_input in;
	struct pdata_file_info info;
	struct pd_arena arena;
	struct pd_pool pool;

	struct pd_event **events;
	size_t nr_events, events_cap;
	struct pd_event no_event; /* for records before any event */
	struct pd_idmap ids;
	bool ids_agree;	  /* all events carry their id at the same places */
	uint64_t last_id; /* found last, and whose it is */
	const struct pd_event *last_event;
	/* One event for each pair of places; the head has 6 values and the tail 4. */
	struct pd_event *places[24];
	size_t nr_places;
	uint64_t ids_left;	/* ids that sections may still list */
	uint64_t sections_left; /* bytes of feature sections that may still be loaded */

	struct pd_feat *feats;
	uint8_t *build_ids; /* BUILD_ID records of the stream, back to back */
	size_t build_ids_len, build_ids_cap, build_ids_seen;

	struct pd_member *members;
	size_t nr_members, cur;
	uint64_t seq;
	uint64_t expanded,
		compressed; /* bytes of decompressed data, and of what it was made from */
	uint64_t payload_left;
	const uint8_t *payload_mem; /* payload that the reader has taken in itself */
	bool started;
	bool leave_stacks; /* until the next rewind */

	struct pd_order order;
	bool time_order; /* asked for, and possible with this file */
	bool at_end;
	uint64_t used; /* records before this one have told the reader what they had to tell */

	struct pd_tally damage, opened, records; /* now; when it was opened; what records told */
	uint64_t checked; /* records before this one have been looked at for damage */
	bool ahead; /* records are read for what user records tell; the others are not looked at */
	struct pdata_error error;
	struct pdata_error notices[PD_NOTICES_MAX];
	uint32_t nr_notices;
};

/* Note what takes nothing away from what is read. */
void pd_note(struct pdata_reader *r, int code, uint64_t off, const char *field, const char *fmt,
	     ...) __attribute__((format(printf, 5, 6)));

/* Note damage that begins at @off. Return: 0 to go on (by policy), or the code. */
int pd_damage(struct pdata_reader *r, int code, uint64_t off, uint32_t type, const char *field,
	      uint64_t skipped, const char *fmt, ...) __attribute__((format(printf, 7, 8)));

static inline bool pd_is_ahead(const struct pdata_reader *r, const struct pdata_record *rec)
{
	return r->ahead && rec->type < PDATA_RECORD_USER_START;
}

/* Note that decoding a record failed so. Return: as pd_damage(). */
int pd_damage_record(struct pdata_reader *r, const struct pdata_record *rec,
		     const struct pdata_error *e);
/* Note a record whose @id no event has, or that came before any event. Return: as pd_damage(). */
int pd_damage_no_event(struct pdata_reader *r, const struct pdata_record *rec, uint64_t id);
/* Note what is wrong inside a record that was not looked at before. Return: as pd_damage(). */
int pd_check_record(struct pdata_reader *r, const struct pdata_record *rec);
/* Forget what is found again when reading begins anew. */
void pd_damage_rewind(struct pdata_reader *r);

/*
 * file.c: header and sections of a file, header of a pipe; @dirfd: of a directory recording, or
 * -1.
 */
int pd_file_open(struct pdata_reader *r, int dirfd, struct pdata_error *err);
/* dir_members.c: the data.N files: bare records, each with a compression stream of its own. */
int pd_members_of_dir(struct pdata_reader *r, int dirfd, struct pdata_error *err);

/*
 * data_end.c: whether the data that begins at @off ends elsewhere than at @end, by where the
 * feature table for
 * @bitmap is. Then that is noted, and @end set.
 */
bool pd_data_end(struct pdata_reader *r, const uint8_t *bitmap, uint64_t off, uint64_t *end);
/*
 * Of two places where the data may end, the one with the feature table, else with the end of the
 * file.
 */
uint64_t pd_data_end_of(struct pdata_reader *r, const uint8_t *bitmap, uint64_t one,
			uint64_t other);

/*
 * data_behind.c: where the header promises no features, set @end behind the records that follow
 * the data. Return: 0 or PDATA_E_NOMEM.
 */
int pd_data_behind(struct pdata_reader *r, uint64_t *end);

/*
 * data_start.c: whether data of @size bytes begins elsewhere than at @off, by where records begin
 * behind @front, the end of what stands in front of them. Then that is noted, and @off set.
 * Return: 1, 0, or PDATA_E_NOMEM.
 */
int pd_data_start(struct pdata_reader *r, uint64_t front, uint64_t size, uint64_t *off);

/*
 * feature_bitmap.c: info.features from the header's 32 bytes; @table: where the table of sections
 * is
 */
void pd_bitmap_read(struct pdata_reader *r, const uint8_t *bytes, uint64_t table);

/* events.c */
int pd_event_add(struct pdata_reader *r, const uint8_t *attr, size_t len, struct pd_event **out,
		 struct pdata_error *err);
int pd_event_ids(struct pdata_reader *r, struct pd_event *ev, const struct pdata_view *ids);
void pd_event_names(struct pdata_reader *r, const struct pdata_event_desc *d);
int pd_event_update(struct pdata_reader *r, const struct pdata_event_update *u);
/* Event and time of a record whose data, size, type and swap are set. Return: as pd_damage(). */
int pd_event_of(struct pdata_reader *r, struct pdata_record *rec);

/* The event of a SAMPLE of @size bytes, or NULL where it takes more to find out. */
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

/* Whether a SAMPLE has all of its fields, where that is quickly said. */
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
 * skip_stack.c: step over the copy of the stack in the SAMPLE of @size bytes at m->raw's position,
 * where that is worth it: its bytes then count as read. Return: 0 or an error.
 */
int pd_skip_user_stack(struct pdata_reader *r, struct pd_member *m, size_t size);

/* use.c: what a user record tells. Return: as pd_damage(). */
int pd_process_meta_record(struct pdata_reader *r, struct pdata_record *rec);

/*
 * tail.c: note what lies behind the last section and is no whole trailer; @t: the trailer, or
 * NULL.
 */
void pd_tail_look(struct pdata_reader *r, const struct pdata_trailer *t);

/* features.c */
int pd_feat_add(struct pdata_reader *r, uint32_t bit, uint64_t off, uint64_t len,
		const uint8_t *data);
void pd_feat_free(struct pdata_reader *r);

/*
 * reader.c: the next record of the file with its event and time. Return: 1, 0 at the end, or an
 * error.
 */
int pd_next_in_file(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block);

/*
 * The record of @size bytes at the position of @s, whose header was read into @rec, and which is
 * at @off.
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

/* compressed.c: records inside of records */
static inline bool pd_is_compressed(uint32_t type)
{
	return type == PDATA_RECORD_COMPRESSED || type == PDATA_RECORD_COMPRESSED2;
}

void pd_compressed_init(struct pdata_reader *r, struct pd_member *m);
void pd_compressed_close(struct pd_member *m);
/* Hand the content of a record to the decompressor. Return: 0 or an error. */
int pd_compressed_open(struct pdata_reader *r, struct pd_member *m, const struct pdata_record *rec);
/* The next record of the piece at hand. Return: 1, 0 to go on, or an error. */
int pd_compressed_next(struct pdata_reader *r, struct pd_member *m, struct pdata_record *rec);
/* Compressed data ends: note bytes of a record that are left over. Return: 0 or an error. */
int pd_compressed_rest(struct pdata_reader *r, const struct pd_member *m);
/*
 * Bytes that the COMPRESSED2 record at the position of @s, whose size is @size, takes, or an
 * error.
 */
int64_t pd_compressed2_size(struct pdata_reader *r, struct pd_stream *s, size_t size);

/*
 * resync.c: whether a row of records begins at @p; one that ends exactly at @end counts where
 * @at_end says so. Records that lie in one piece in the file can be told from noise by so many in
 * a row:
 */
#define PD_ROW_RECORDS 5
bool pd_is_row(const uint8_t *p, const uint8_t *end, int swap, bool at_end);
/* Whether a writer may have written the record header at @p; @size: set to that of the record. */
bool pd_is_plausible(const uint8_t *p, int swap, size_t *size);
/* Whether no writer makes a record of this type with this size */
bool pd_is_noise(uint32_t type, size_t size);
/*
 * At the stream's position is not what should be there: go on behind it, at least @first bytes, if
 * policy and file allow. Return: 1 at a record again, 0 when there is none, or an error.
 */
int pd_step_over(struct pdata_reader *r, struct pd_member *m, size_t first, uint64_t *skipped);

/* stream.c: records in file order. Return: 1, 0 at the end, or an error. */
int pd_members_next(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block);
void pd_member_init(struct pdata_reader *r, struct pd_member *m, struct pd_input *in,
		    uint64_t start, uint64_t end);
void pd_member_close(struct pd_member *m);
int pd_member_rewind(struct pdata_reader *r, struct pd_member *m);

/* payload.c: step over what is left of the last record's payload. Return: 0 or an error. */
int pd_payload_done(struct pdata_reader *r);
