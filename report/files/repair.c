/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decides what a repaired recording keeps, and writes it.
 *
 * The input is read twice. The first pass notes what the reader refuses: holes between records,
 * and records that contradict their layout. The second pass copies all other records, taken out
 * of compressed ones, under a new header, new ids and a new feature table.
 */
#include "files/repair.h"

#include "console/command.h"

#include <stdlib.h>

static struct repair_hole *add_hole(struct repair *c)
{
	c->holes = rep_grow(c->holes, c->nr_holes + 1, sizeof(*c->holes));
	c->holes[c->nr_holes] = (struct repair_hole){ .after = c->last_time };
	return &c->holes[c->nr_holes++];
}

/*
 * Note a record that contradicts its layout. It is known by its number, which is the same in the
 * second pass.
 */
static void add_bad_record(struct repair *c, uint64_t seq)
{
	c->bad = rep_grow(c->bad, c->nr_bad + 1, sizeof(*c->bad));
	c->bad[c->nr_bad++] = seq;
}

static struct repair_chunk *bad_chunk_at(struct repair *c, uint64_t off)
{
	for (uint32_t i = 0; i < c->nr_chunks; i++)
		if (off >= c->chunks[i].x.off && off - c->chunks[i].x.off < c->chunks[i].x.len)
			return &c->chunks[i];
	return NULL;
}

/*
 * It is not known which bytes of a damaged chunk are wrong. Its side-band records are valid,
 * because the reader returns their copies from the side-band backup.
 */
static bool is_copy(const struct repair *c, const struct pdata_record *rec)
{
	return pdata_record_is_sideband(rec->type) &&
	       pdata_reader_chunk_repaired(c->s.reader, rec->off);
}

static uint64_t refused(const struct pdata_damage *d)
{
	return d->skipped_records + d->unknown_ids + d->cut_samples;
}

/*
 * The time before a hole is that of the record in front of it, the time after it that of the next
 * record.
 */
static void close_holes(struct repair *c, uint64_t time)
{
	for (size_t i = c->nr_holes; i && !c->holes[i - 1].before; i--)
		c->holes[i - 1].before = time;
}

/*
 * Offsets do not distinguish the chunks of several files, so records of damaged chunks are noted
 * by their numbers.
 */
static bool in_bad_chunk(const struct repair *c, const struct pdata_record *rec)
{
	return pdata_reader_info(c->s.reader)->container == PDATA_CONTAINER_DIR &&
	       !c->keep_chunks && pdata_reader_in_bad_chunk(c->s.reader, rec);
}

static int scan_damage(struct repair *c)
{
	const struct pdata_damage *d = pdata_reader_damage(c->s.reader);
	uint64_t was_bad = refused(d), was_skipped = d->skipped_bytes;
	struct pdata_record rec;
	int rc;

	while ((rc = pdata_reader_next(c->s.reader, &rec)) >= 0) {
		d = pdata_reader_damage(c->s.reader);
		if (d->skipped_bytes > was_skipped) {
			struct repair_hole *h = add_hole(c);

			h->bytes = d->skipped_bytes - was_skipped;
			h->off = c->last_end;
			was_skipped = d->skipped_bytes;
		}
		if (!rc)
			break;
		if (refused(d) > was_bad || in_bad_chunk(c, &rec))
			add_bad_record(c, rec.seq);
		was_bad = refused(d);
		c->last_end = rec.off + rec.size;
		if (rec.type < PDATA_RECORD_USER_START && rec.time && rec.time != UINT64_MAX) {
			close_holes(c, rec.time);
			c->last_time = rec.time;
		}
	}
	/*
	 * An error that cannot be passed over ends the pass: only the records read so far are
	 * kept.
	 */
	return rc == PDATA_E_NOMEM ? rc : pdata_reader_rewind(c->s.reader);
}

/* The reason why a record is not kept, or NULL to keep it. "": it is not counted as lost. */
static const char *refuse(struct repair *c, const struct recording_copy *rw,
			  const struct pdata_record *rec)
{
	const bool dir = pdata_reader_info(c->s.reader)->container == PDATA_CONTAINER_DIR;

	if (bad_chunk_at(c, rec->off) && !is_copy(c, rec))
		return "chunk";
	if (c->nr_bad &&
	    bsearch(&rec->seq, c->bad, c->nr_bad, sizeof(*c->bad), recording_compare_u64))
		return "record";
	if (!recording_copy_understands(rw, rec) || !recording_copy_has_payload(&c->s, rec))
		return "record";
	return dir && rec->type == PDATA_RECORD_FINISHED_ROUND ? "" : NULL;
}

static void copy_repaired_records(struct repair *c, struct recording_copy *rw)
{
	const bool dir = pdata_reader_info(c->s.reader)->container == PDATA_CONTAINER_DIR;
	struct pdata_record rec;

	/*
	 * Each member of a directory has rounds of its own, so the records of all members are only
	 * in order by time.
	 */
	pdata_reader_set_order(c->s.reader, dir ? PDATA_ORDER_TIME : PDATA_ORDER_FILE);
	while (pdata_reader_next(c->s.reader, &rec) > 0) {
		const char *why = recording_copy_is_header(rw, &rec) ? "" : refuse(c, rw, &rec);
		struct repair_chunk *bad = why ? NULL : bad_chunk_at(c, rec.off);

		if (why && *why) {
			c->lost_records++;
			c->lost_samples += rec.type == PDATA_RECORD_SAMPLE;
		}
		if (why)
			continue;
		if (bad)
			bad->from_copies++;
		c->records++;
		c->bytes += rec.size + rec.payload;
		if (rec.type == PDATA_RECORD_SAMPLE) {
			c->samples++;
			recording_copy_extend_span(&c->kept, rec.time);
		}
		if (recording_copy_record(rw, &c->s, &rec))
			return;
	}
}

int repair_file(struct repair *c)
{
	struct recording_copy_plan plan = { .blocks = &c->blocks };
	struct recording_copy rw;

	if (scan_damage(c))
		return REP_FAIL;
	repair_events(c);
	plan.events = c->events;
	plan.nr_events = c->nr_events;
	if (recording_copy_open(&rw, &c->s, c->output, &plan))
		return REP_FAIL;
	copy_repaired_records(c, &rw);
	if (!c->records) {
		rep_err("%s: no record could be saved", c->s.path);
		recording_copy_drop(&rw);
		return REP_FAIL;
	}
	return recording_copy_finish(&rw, &c->kept);
}
