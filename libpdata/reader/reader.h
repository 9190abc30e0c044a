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

/*
 * Counts of damage (data that could not be read): @d has the total, @kinds has the count of each
 * kind. Kinds beyond the first PD_KINDS_MAX are counted only in @d.
 */
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
	/*
	 * the feature came in a record, and its bytes are in the reader's arena; false: the
	 * feature is a section of the file, and its bytes have an allocation of their own
	 */
	bool from_record;
};

/*
 * Reads that the caller's thread does in advance (pdata_reader_set_async_read()). The reader has
 * submitted @nr reads and has not waited for them yet.
 */
struct pd_async {
	/* functions of the caller that read in advance; io.size is 0: the caller has set none */
	struct pdata_async_read io;
	/*
	 * Ring of the submitted reads, in file order; @first is the index of the oldest. A read
	 * puts @len bytes into its block, PD_STREAM_FRONT bytes behind the start of the block.
	 */
	struct {
		struct pd_block *block;
		size_t len;
	} reads[PDATA_ASYNC_READS_MAX];
	uint32_t first, nr;
	/*
	 * file offset where the last read of the stream has ended; the reader submits no read at
	 * another offset
	 */
	uint64_t at;
};

/* A source of records: data section of a file, data of a pipe, or a file data.N of a directory. */
struct pd_member {
	struct pd_input *in;
	/*
	 * for a file data.N: the file or, if it is compressed as a whole, its decompressed content
	 */
	struct pd_input own;
	/* for a file data.N: enum pdata_wrapper, how the whole file is compressed */
	uint32_t wrapper;
	/* file offset of the first record, and of the end of the last record */
	uint64_t start, end;
	/*
	 * @pos: file offset of the next byte to read; @until: file offset of the end of the file
	 * range that is being read
	 */
	uint64_t pos, until;
	/*
	 * Limit in bytes for the next read of the input; a read that reaches the limit doubles it.
	 * 0: no limit, so that a read fills the buffer.
	 */
	size_t step;
	/* file offset of the record whose stack copy was skipped last; PD_NOWHERE: none */
	uint64_t skipped;
	/*
	 * in a directory: when the reader reaches this file offset of the file, it continues with
	 * the next file of the directory
	 */
	uint64_t turn;
	struct pd_async async;
	struct pd_stream raw; /* stream that reads the bytes of @in in blocks */
	struct pd_unzstd *unzstd;
	struct pd_stream un; /* stream of the decompressed content of compressed records */
	bool in_compressed;  /* the next record comes from @un */
	/* damage has made the rest of the zstd stream impossible to decompress */
	bool unzstd_broken;
	uint64_t compressed_off; /* file offset of the compressed record that is being read */
	bool ended;
	/*
	 * name of the file, if the records come from a file data.N of a directory; otherwise NULL
	 */
	const char *name;
	/* index (trailer block INDEX) of the file, owned by the trailer; NULL: the file has none */
	const struct pdata_index *index;
	/*
	 * state with which the reader verifies and selects the chunks (parts of the data) that
	 * @index lists; NULL: @index is NULL or lists no chunks
	 */
	struct pd_chunks *chunks;
	/* position among the file ranges (struct pd_piece) that @chunks selects for reading */
	struct pd_pieces at;
	/*
	 * If the reader returns copies in memory in place of the records in the current file
	 * range, and all of these come from one compressed record: the file offset of the
	 * compressed record. PD_NOWHERE: each record has its own file offset.
	 */
	uint64_t shared_off;
	/*
	 * The file range that is being read is part of a damaged chunk (a part of the data with a
	 * wrong checksum), and the trailer (blocks after the last section of the file) has copies
	 * of the side-band records of this chunk. The reader returns the copies, and ignores the
	 * side-band records in the range.
	 */
	bool repaired;
};

/*
 * In a directory: the records from the sequence number @seq on come from @member, up to the record
 * at which the next struct pd_member_turn begins.
 */
struct pd_member_turn {
	uint64_t seq;
	const struct pd_member *member;
};

#define PD_NOTICES_MAX 4u

struct pdata_reader {
	struct pdata_open_opts opts;
	/*
	 * trailer (index and other blocks after the last section) of the file or, in a directory,
	 * of the file "data"; NULL: no trailer was opened
	 */
	struct pdata_trailer *trailer;
	/*
	 * number of files that are missing in a directory, although the trailer (index and other
	 * blocks after the last section) of the file "data" lists them
	 */
	uint32_t members_gone;
	struct pd_input in;
	struct pdata_file_info info;
	struct pd_arena arena;
	struct pd_pool pool;

	struct pd_event **events;
	size_t nr_events, events_cap;
	/*
	 * placeholder: the event of the records that the reader reads before it knows an event, as
	 * before the first HEADER_ATTR record of a pipe
	 */
	struct pd_event no_event;
	struct pd_idmap ids;
	/*
	 * There is at least one event, and all events have the same pd_event.id_head (place of the
	 * id in a SAMPLE) and the same pd_event.id_tail (place of the id in other records). The
	 * events also agree if their records have no id: both members are -1 then.
	 */
	bool ids_agree;
	/* @last_id: the id that was looked up last; @last_event: the event of this id */
	uint64_t last_id;
	const struct pd_event *last_event;
	/*
	 * One event for each distinct pair of the id positions pd_event.id_head (6 possible
	 * values) and pd_event.id_tail (4 possible values). If the array has several elements, the
	 * reader tries the positions of each element to find the id of a record.
	 */
	struct pd_event *id_layouts[24];
	size_t nr_id_layouts;
	/* limit: number of ids that may still be read from the id sections of the file */
	uint64_t ids_left;
	/* limit: number of bytes of feature sections that may still be loaded */
	uint64_t sections_left;

	struct pd_feat *feats;
	uint8_t *build_ids; /* bytes of all BUILD_ID records read so far, without gaps */
	size_t build_ids_len, build_ids_cap, build_ids_seen;
	/*
	 * After pdata_reader_set_time(), the reader reads the BUILD_ID records again. This is the
	 * number of bytes at the start of @build_ids whose records the reader has read again so
	 * far. Before pdata_reader_set_time(), it is equal to @build_ids_len.
	 */
	size_t build_ids_at;

	struct pd_member *members;
	size_t nr_members, cur;
	/*
	 * in a directory, since the last rewind: the changes from one member to another, ascending
	 * by pd_member_turn.seq
	 */
	struct pd_member_turn *turns;
	size_t nr_turns, turns_cap;
	uint64_t seq;
	/*
	 * Since the last rewind: @expanded is the number of decompressed bytes that were read as
	 * records, @compressed the number of compressed bytes that were decompressed.
	 */
	uint64_t expanded, compressed;
	uint64_t payload_left;
	/*
	 * If the reader has copied the payload of a TRACING_DATA record to memory: the next byte
	 * of this copy to return. NULL: the next byte of the payload is in the stream.
	 */
	const uint8_t *payload_mem;
	bool started;
	/*
	 * until the next rewind, the reader may skip large user stack copies in SAMPLEs without
	 * reading them
	 */
	bool skip_stacks;

	struct pd_order order;
	/*
	 * pdata_reader_next() returns records in order of time, because the options request it and
	 * the file allows it; false: in the order of the file
	 */
	bool time_order;
	bool at_end;
	/*
	 * the reader has applied all user records (such as HEADER_ATTR) that have a sequence number
	 * below this one, and does not apply them again
	 */
	uint64_t applied;

	/*
	 * @damage: all damage found so far. @opened: the damage found when the file was opened.
	 * @records: the damage of records that could not be decoded or have no event. A rewind
	 * keeps the counts in @opened and @records, and the next pass does not count this damage
	 * again.
	 */
	struct pd_tally damage, opened, records;
	/* records with a sequence number below this were checked for damage already */
	uint64_t checked;
	/*
	 * A record was skipped because of pd_is_size_wrong(): in later passes, the fast path has to
	 * leave such records to the slow path again, although their sequence numbers are below
	 * @checked.
	 */
	bool sizes_wrong;
	/*
	 * sequence number, plus 1, of the SAMPLE that pd_is_size_wrong() found to have all its
	 * fields, so that pd_check_record() need not decode it again; 0: none
	 */
	uint64_t whole_sample;
	/*
	 * With PDATA_DAMAGE_STRICT: sequence number, plus 1, of the first damaged record, which is
	 * counted in @records. At this record, also after a rewind, the reader ends with the same
	 * error, and does not count the record again. 0: no damaged record was found.
	 */
	uint64_t bad_record;
	/*
	 * the recording is being opened: the reader reads the user records at the beginning, such
	 * as HEADER_ATTR, to get events and features, and does not check kernel records for damage
	 */
	bool meta_only;
	struct pdata_error error;
	/*
	 * with PDATA_DAMAGE_STRICT, the damage found when the file was opened; a rewind sets
	 * @error to it
	 */
	struct pdata_error open_error;
	struct pdata_error notices[PD_NOTICES_MAX];
	uint32_t nr_notices;
};

/*
 * Store a notice (@code, @off, @field and a text) about a problem that does not affect records. If
 * PD_NOTICES_MAX notices are stored already, do nothing.
 */
void pd_note(struct pdata_reader *r, int code, uint64_t off, const char *field, const char *fmt,
	     ...) __attribute__((format(printf, 5, 6)));

/*
 * Count damage at file offset @off. @type: type of the damaged record; 0: the damage is not in a
 * record. @skipped: number of bytes that the reader skips because of the damage. Return: 0 if the
 * damage policy lets reading go on; else @code.
 */
int pd_damage(struct pdata_reader *r, int code, uint64_t off, uint32_t type, const char *field,
	      uint64_t skipped, const char *fmt, ...) __attribute__((format(printf, 7, 8)));

static inline bool pd_is_unchecked(const struct pdata_reader *r, const struct pdata_record *rec)
{
	return r->meta_only && rec->type < PDATA_RECORD_USER_START;
}

/*
 * Count the damaged record @rec; @e is the decoder's error. If the reader has checked the record
 * in an earlier pass over the file, it has counted the damage then: do nothing, and return 0.
 * Return: 0 if the damage policy lets the reader go on after a damaged record; otherwise the code
 * of @e.
 */
int pd_damage_record(struct pdata_reader *r, const struct pdata_record *rec,
		     const struct pdata_error *e);
/*
 * Count the record @rec as damaged, because its id @id belongs to no event, or because it comes
 * before the first event; do nothing if the record was checked before. Return: 0 if reading goes
 * on; PDATA_E_NOEVENT if the damage policy ends reading.
 */
int pd_damage_no_event(struct pdata_reader *r, const struct pdata_record *rec, uint64_t id);
/*
 * Decode the record @rec and count it if it is damaged; do nothing if it was checked before, or if
 * the options trust all records. Return: 0 if reading goes on; else the error code of the record,
 * because the damage policy ends reading.
 */
int pd_check_record(struct pdata_reader *r, const struct pdata_record *rec);
/* Return true if r->bad_record is the record @rec. */
static inline bool pd_is_bad_record(const struct pdata_reader *r, const struct pdata_record *rec)
{
	return rec->seq + 1 == r->bad_record;
}

/*
 * Set r->error to the damage of the record r->bad_record. The caller calls this function when it
 * has read up to this record. The function does not count the damage, because an earlier call or an
 * earlier pass over the file has counted it. Return: the code of the error.
 */
int pd_damage_again(struct pdata_reader *r);
/*
 * Prepare r->damage for another pass over the data: remove the damage that this pass will find and
 * count again. The counts in r->opened and r->records stay, because no later pass adds them again.
 */
void pd_damage_rewind(struct pdata_reader *r);
/*
 * Make the next pass over the data check every record again. This function sets the counts in
 * r->records to 0, because the next pass counts damaged records again. The caller calls
 * pd_damage_rewind() afterwards, which then also removes from r->damage the damage that r->records
 * had counted.
 */
void pd_damage_uncheck(struct pdata_reader *r);

/*
 * file.c: read the header and the sections of a file, or the header of a pipe. @dirfd: descriptor
 * of the directory, if the recording is a directory; else -1. Return: 0 or an error that @err
 * describes.
 */
int pd_file_open(struct pdata_reader *r, int dirfd, struct pdata_error *err);
/*
 * dir_members.c: open the files data.N of the directory @dirfd, and add them to r->members. Each
 * of these files has no file header, only records, and has a compression stream of its own.
 * Return: 0 or an error that @err describes.
 */
int pd_members_of_dir(struct pdata_reader *r, int dirfd, struct pdata_error *err);

/*
 * data_end.c: check that the feature table is at *@end, where data that begins at @off ends
 * according to the file header. If the table is not there, search the file for the table. If the
 * search finds it, set *@end to the file offset of the table, and count the wrong data size as
 * damage. @bitmap: the 32 bytes of the feature bitmap in the header. Return: whether *@end was
 * corrected.
 */
bool pd_data_end(struct pdata_reader *r, const uint8_t *bitmap, uint64_t off, uint64_t *end);
/*
 * Decide whether the data ends at the file offset @one or at the file offset @other. Return @one
 * in three cases: the feature table for the feature bitmap @bitmap is at @one; @bitmap has no bits
 * and the file ends at @one; or @other is outside of the file. In all other cases return @other.
 */
uint64_t pd_data_end_of(struct pdata_reader *r, const uint8_t *bitmap, uint64_t one,
			uint64_t other);

/*
 * data_behind.c: *@end is the end of the data according to data.size in the file header. If
 * further records begin at this file offset, set *@end to the end of the last of them. Exception:
 * if the file has a trailer (index and other blocks after the last section), leave *@end as it is.
 * The caller calls this function only if the header has no feature bits. Return: 0 or
 * PDATA_E_NOMEM.
 */
int pd_data_behind(struct pdata_reader *r, uint64_t *end);

/*
 * data_start.c: check *@off, the file offset at which the data begins according to the file
 * header. The offset is wrong if it is before @front, or if it is after @front although valid
 * records begin at @front. If the offset is wrong, set *@off to the file offset of the first
 * record at or after @front, and count the wrong offset as damage. @front: file offset at which
 * header, attrs and ids end. @size: size of the data in bytes according to the header; 0: unknown.
 * Return: 1: *@off was corrected; 0: *@off was not corrected; PDATA_E_NOMEM.
 */
int pd_data_start(struct pdata_reader *r, uint64_t front, uint64_t size, uint64_t *off);

/*
 * feature_bitmap.c: set r->info.features from @bytes, the 32 bytes of the feature bitmap in the
 * header. @table: file offset of the feature table.
 */
void pd_bitmap_read(struct pdata_reader *r, const uint8_t *bytes, uint64_t table);

/*
 * events.c: add an event to the reader; the attr is in the @len bytes at @attr. *@out becomes the
 * event. Return: 0 or an error code, which @err describes.
 */
int pd_event_add(struct pdata_reader *r, const uint8_t *attr, size_t len, struct pd_event **out,
		 struct pdata_error *err);
int pd_event_ids(struct pdata_reader *r, struct pd_event *ev, const struct pdata_view *ids);
void pd_event_names(struct pdata_reader *r, const struct pdata_event_desc *d);
int pd_event_update(struct pdata_reader *r, const struct pdata_event_update *u);
/*
 * Set rec->event and rec->time; .data, .size, .type and .swap of @rec must be set. Return: 0 if
 * reading goes on; else an error code, because the record has no event and the damage policy ends
 * reading.
 */
int pd_event_of(struct pdata_reader *r, struct pdata_record *rec);

/*
 * Return the event of the SAMPLE of @size bytes at @data. If there is only one event, return it.
 * In other cases, find the event by the id in the SAMPLE. NULL: there are no events, the records
 * of the events have the id at different offsets or have no id, the SAMPLE is too short to have an
 * id, or no event has this id. If the result is NULL, pd_event_of() may still find the event.
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
 * Return whether the SAMPLE of @size bytes at @data has all of its fields and nothing else. Return
 * false also if the SAMPLE needs a full decoder: if it has more than one field whose length is in
 * the record, or one such field other than CALLCHAIN and RAW.
 */
static inline bool pd_sample_is_whole(const struct pd_event *ev, const uint8_t *data, size_t size,
				      int swap)
{
	const size_t left = size - ev->fixed_size;

	if (size < ev->fixed_size)
		return false;
	switch (ev->variable) {
	case 0:
		return !left;
	case PDATA_SAMPLE_CALLCHAIN:
		return left >= 8 && left % 8 == 0 &&
		       pd_ld64(data + ev->plan.size, swap) == (left - 8) / 8;
	case PDATA_SAMPLE_RAW:
		return left >= 4 && pd_ld32(data + ev->plan.size, swap) == left - 4;
	default:
		return false;
	}
}

/*
 * skip_stack.c: skip the user stack copy in the SAMPLE of @size bytes at the position of m->raw.
 * The skipped bytes count as read, but have undefined values. The function does nothing if the
 * copy is so small that skipping saves no time, if the record is incomplete, if the input cannot
 * seek, or if the reader verifies checksums (m->chunks is set). Return: 0 or an error code.
 */
int pd_skip_user_stack(struct pdata_reader *r, struct pd_member *m, size_t size);
/* Let the bytes that pd_skip_user_stack() skipped at the position of m->raw be read after all. */
void pd_unskip_user_stack(struct pd_member *m);

/*
 * meta_records.c: apply a user record, such as HEADER_ATTR, to the reader, and set rec->payload.
 * Return: 0 if reading goes on; else an error code.
 */
int pd_process_meta_record(struct pdata_reader *r, struct pdata_record *rec);

/*
 * tail.c: store notices about bytes behind the last section of the file that are not part of a
 * complete trailer (data that pdata appends to a recording). If these bytes are records of a
 * recorder that was killed, store no notice, but set r->info.unflushed_size. @t: the trailer;
 * NULL: the file has no trailer.
 */
void pd_tail_look(struct pdata_reader *r, const struct pdata_trailer *t);

/*
 * features.c: add the header feature @bit to the reader; its @len bytes are at file offset @off.
 * @data: these bytes, if they came in a record; NULL: the reader reads them when the feature is
 * requested. Return: 0 or PDATA_E_NOMEM.
 */
int pd_feat_add(struct pdata_reader *r, uint32_t bit, uint64_t off, uint64_t len,
		const uint8_t *data);
void pd_feat_free(struct pdata_reader *r);
/* features.c: return the feature @bit of the file's feature table, or NULL if it has none. */
struct pd_feat *pd_feat_section(const struct pdata_reader *r, uint32_t bit);

/*
 * reader.c: read the next record in file order into @rec, with its event and time. *@block becomes
 * the block that has the bytes of the record. Return: 1: @rec is set; 0: there are no more
 * records; or an error code.
 */
int pd_next_in_file(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block);

/*
 * Fill @rec with the record of @size bytes at the position of @s, and advance @s behind the
 * record. The caller has set rec->type, rec->misc and rec->payload before. @off: file offset of
 * the record.
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

/* Return whether records of type @type contain compressed records, which compressed.c reads. */
static inline bool pd_is_compressed(uint32_t type)
{
	return type == PDATA_RECORD_COMPRESSED || type == PDATA_RECORD_COMPRESSED2;
}

void pd_compressed_init(struct pdata_reader *r, struct pd_member *m);
void pd_compressed_close(struct pd_member *m);
/*
 * Pass the content of the compressed record @rec to the decompressor, so that pd_compressed_next()
 * can read it. Return: 0 or an error code.
 */
int pd_compressed_open(struct pdata_reader *r, struct pd_member *m, const struct pdata_record *rec);
/*
 * Read the next record of the decompressed data into @rec. Return: 1: @rec is set; 0: the data
 * that was decompressed so far has no further complete record; or an error code.
 */
int pd_compressed_next(struct pdata_reader *r, struct pd_member *m, struct pdata_record *rec);
/*
 * If the decompressed data ends with an incomplete record, count this record as damage. Return: 0;
 * an error code: the record was counted, and the damage policy does not let reading go on.
 */
int pd_compressed_rest(struct pdata_reader *r, const struct pd_member *m);
/*
 * Return the size in bytes of the COMPRESSED2 record at the position of @s, or an error code.
 * @size: the 16-bit size in the record header, which is wrong if the record has 64 KiB or more.
 */
int64_t pd_compressed2_size(struct pdata_reader *r, struct pd_stream *s, size_t size);

/*
 * resync.c: return whether a row of records begins at @p. A row is PD_ROW_RECORDS adjacent records
 * with plausible headers. If @at_end is set, fewer such records are also a row if they end exactly
 * at @end. The reader takes bytes for records only if a row begins at these bytes, because fewer
 * plausible headers can be noise.
 */
#define PD_ROW_RECORDS 5
bool pd_is_row(const uint8_t *p, const uint8_t *end, int swap, bool at_end);
/*
 * Return whether the 8 bytes at @p can be a record header. *@size becomes the size in this header.
 */
bool pd_is_plausible(const uint8_t *p, int swap, size_t *size);
/*
 * Return true if no known writer makes records of type @type with the size @size, so that the
 * bytes are no record.
 */
bool pd_is_noise(uint32_t type, size_t size);
/*
 * Check the size of the record at the position of m->raw, whose header has the type @type and the
 * size @size. Return 1 if the size is wrong: other records are inside the @size bytes of this
 * record, or the type is unknown and the bytes behind this record are no record. Otherwise return
 * 0, or an error code.
 */
int pd_is_size_wrong(struct pdata_reader *r, struct pd_member *m, uint32_t type, size_t size);
/*
 * Skip damaged bytes from the position of m->raw on: at least @first bytes, up to the next place
 * at which several valid records follow each other (pd_is_row() tests this). If the damage policy
 * does not allow skipping, or the file is unfinished, let the reader return no more records of @m.
 * *@skipped becomes the number of bytes skipped. Return: 1: a record is at the new position; 0: no
 * record follows; or an error code.
 */
int pd_step_over(struct pdata_reader *r, struct pd_member *m, size_t first, uint64_t *skipped);

/*
 * members.c: read the next record of the recording, in file order, into @rec. r->members has one
 * element or, if the recording is a directory, one for each file. The reader continues with the
 * next file after about 2 MiB of a file, and at the end of a file. *@block becomes the block that
 * has the bytes of the record. Return: 1: @rec is set; 0: there are no more records; or an error
 * code.
 */
int pd_members_next(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block);
void pd_member_init(struct pdata_reader *r, struct pd_member *m, struct pd_input *in,
		    uint64_t start, uint64_t end);
void pd_member_close(struct pd_member *m);
int pd_member_rewind(struct pdata_reader *r, struct pd_member *m);

/* async.c: wait for all submitted reads of @m, and drop their bytes. */
void pd_async_stop(struct pd_member *m);
/* async.c: the pd_refill_fn of pd_member.raw; @ctx points to the struct pd_member. */
bool pd_async_refill(void *ctx);

/* payload.c: skip the unread bytes of the last record's payload. Return: 0 or an error code. */
int pd_payload_done(struct pdata_reader *r);
