/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads records in file order from the members of a recording: pieces, decompression,
 * resynchronisation after damage.
 */
#include "common/binary_search.h"
#include "common/plural.h"
#include "input/input.h"
#include "reader/reader.h"
#include "wire/record.h"

#define TURN_BYTES ((uint64_t)1 << 21)

/* Read bytes of the data section of a file or of a pipe. */
static int64_t fill_raw(void *ctx, uint8_t *buf, size_t n)
{
	struct pd_member *m = ctx;
	int64_t got;

	if (m->until - m->pos < n)
		n = (size_t)(m->until - m->pos);
	if (!n)
		return 0;
	if (m->step && n > m->step) {
		n = m->step;
		m->step *= 2;
	}
	m->in->sys_errno = 0;
	if (m->chunks && !m->at.part)
		got = (int64_t)pd_chunks_read(m->chunks, buf, n, m->pos, m->until);
	else if (m->in->seekable)
		got = (int64_t)pd_input_pread(m->in, buf, n, m->pos);
	else
		got = pd_input_read(m->in, buf, n);
	if (got > 0)
		m->pos += (uint64_t)got;
	m->async.at = m->pos;
	if (m->chunks)
		m->raw.want = pd_chunks_room_needed(m->chunks, m->pos, m->until);
	return got ? got : m->in->sys_errno ? -1 : 0;
}

void pd_member_init(struct pdata_reader *r, struct pd_member *m, struct pd_input *in,
		    uint64_t start, uint64_t end)
{
	m->in = in;
	m->start = m->pos = start;
	m->turn = start + TURN_BYTES;
	m->end = m->until = end;
	m->shared_off = m->skipped = PD_NOWHERE;
	pd_stream_init(&m->raw, &r->pool, fill_raw, m, start);
	m->raw.refill = pd_async_refill;
	m->raw.reload_from = in->seekable ? in : NULL;
	m->raw.want = pd_chunks_room_needed(m->chunks, start, end);
	pd_compressed_init(r, m);
}

void pd_member_close(struct pd_member *m)
{
	pd_async_stop(m);
	pd_stream_close(&m->raw);
	pd_compressed_close(m);
	pd_chunks_free(m->chunks);
	if (m->own.own_fd)
		pd_input_close(&m->own);
}

/*
 * Begin to read a piece. A piece from the backup is in memory as a whole; others are read from the
 * file.
 */
static void begin_piece(struct pd_member *m, const struct pd_piece *p)
{
	struct pd_stream *s = &m->raw;

	if (p->block)
		pd_stream_set_block(s, p->block, p->copy, (size_t)p->copy_len);
	else
		pd_stream_resume(s, pd_chunks_room_needed(m->chunks, p->start, p->end));
	s->off = p->start;
	m->pos = p->block ? p->end : p->start;
	m->until = p->end;
	m->shared_off = p->one_origin ? p->start : PD_NOWHERE;
	m->repaired = p->repaired;
}

int pd_member_rewind(struct pdata_reader *r, struct pd_member *m)
{
	struct pd_input *in = m->in;
	struct pd_piece first = { .start = m->start, .end = m->end };

	if (!in->seekable)
		return PDATA_E_SYS;
	if (m->chunks)
		pd_chunks_first(m->chunks, &m->at, &first);
	pd_async_stop(m);
	pd_stream_close(&m->raw);
	pd_compressed_close(m);
	m->in_compressed = m->ended = false;
	m->step = 0;
	pd_member_init(r, m, in, m->start, m->end);
	begin_piece(m, &first);
	return 0;
}

/*
 * Continue with the next piece. Waiting records of several pieces share blocks, as there may be
 * many pieces with one or two records. Decompression starts anew, except between the parts of a bad
 * chunk.
 * Return: 1, 0 if there is none, or PDATA_E_NOMEM.
 */
static int next_piece(struct pd_member *m)
{
	const size_t span = m->at.span;
	struct pd_piece p;
	int ret = m->raw.failed || !m->chunks ? 0 : pd_chunks_next(m->chunks, &m->at, m->pos, &p);

	if (ret <= 0)
		return ret;
	if (m->at.span != span)
		pd_compressed_close(m);
	begin_piece(m, &p);
	return 1;
}

/* Result of read_file_record(): damage was skipped, and the stream is at a record again. */
#define TAKE_AGAIN 2

/* Skip an invalid record and count it as damage. Return: as read_file_record(). */
static int bad_record(struct pdata_reader *r, struct pd_member *m, int code, uint32_t type,
		      size_t size)
{
	uint64_t off = m->raw.off, skipped;
	int verdict, found = pd_step_over(r, m, 8, &skipped);

	if (found < 0)
		return found;
	verdict = pd_damage(r, code, off, type, "size", skipped, "%zu", size);
	return verdict ? verdict : found ? TAKE_AGAIN : 0;
}

/*
 * Return the payload in bytes of a simpleperf record of more than 65535 bytes, else 0. The upper 16
 * bits of its size are in misc; its header counts as the record and the rest as its payload.
 */
static uint64_t long_record_payload(const struct pdata_record *rec, size_t size)
{
	uint64_t whole = (uint64_t)rec->misc << 16 | size;

	if (!rec->misc || !pd_is_simpleperf(rec->type))
		return 0;
	return whole - PDATA_RECORD_HEADER;
}

/* The data or a piece of it ends inside a record header. Return: as read_file_record(). */
static int cut_header(struct pdata_reader *r, struct pd_stream *s, uint64_t have)
{
	const uint64_t off = s->off;

	pd_stream_skip(s, (size_t)have);
	return pd_damage(r, PDATA_E_CUT, off, 0, "", have, "%llu byte%s of a record header",
			 (unsigned long long)have, pd_plural(have));
}

/* Return the bytes of the record whose header is at the position of the stream, or an error. */
static int64_t size_of(struct pdata_reader *r, struct pd_stream *s, struct pdata_record *rec)
{
	size_t size = pd_ld16(s->pos + 6, (int)r->info.swap);

	rec->type = pd_ld32(s->pos, (int)r->info.swap);
	rec->misc = pd_ld16(s->pos + 4, (int)r->info.swap);
	rec->payload = long_record_payload(rec, size);
	if (rec->payload)
		size = PDATA_RECORD_HEADER;
	return rec->type == PDATA_RECORD_COMPRESSED2 ? pd_compressed2_size(r, s, size)
						     : (int64_t)size;
}

/* Read one record of the file. Return: 1, 0 if there is none, TAKE_AGAIN, or an error. */
static int read_file_record(struct pdata_reader *r, struct pd_member *m, struct pdata_record *rec)
{
	struct pd_stream *s = &m->raw;
	int64_t have = pd_stream_peek(s, PDATA_RECORD_HEADER), size;
	int wrong;

	if (have <= 0)
		return (int)have;
	if (have < (int64_t)PDATA_RECORD_HEADER)
		return cut_header(r, s, (uint64_t)have);
	size = size_of(r, s, rec);
	if (size < 0)
		return (int)size;
	if (r->skip_stacks && rec->type == PDATA_RECORD_SAMPLE && have < size)
		have = pd_skip_user_stack(r, m, (size_t)size);
	if (have >= 0 && size >= (int64_t)PDATA_RECORD_HEADER)
		have = pd_stream_peek(s, (size_t)size);
	if (have < 0)
		return (int)have;
	if (size < (int64_t)PDATA_RECORD_HEADER || pd_is_noise(rec->type, (size_t)size))
		return bad_record(r, m, PDATA_E_SIZE, rec->type, (size_t)size);
	if (have < size)
		return bad_record(r, m, PDATA_E_CUT, rec->type, (size_t)size);
	wrong = rec->payload ? 0 : pd_is_size_wrong(r, m, rec->type, (size_t)size);
	if (wrong > 0) {
		r->sizes_wrong = true;
		return bad_record(r, m, PDATA_E_SIZE, rec->type, (size_t)size);
	}
	if (wrong < 0)
		return wrong;
	pd_record_at(r, s, (size_t)size, m->shared_off == PD_NOWHERE ? s->off : m->shared_off, rec);
	return 1;
}

/* The compressed file that the stream comes from ends early. */
static int wrapper_end(struct pdata_reader *r, const struct pdata_error *e)
{
	if (pd_unwrap_is_damage(e))
		return pd_damage(r, e->code, e->off, 0, e->field, 0, "%s", e->text);
	r->error = *e;
	return e->code;
}

/* Report the errors and the damage at the end of a member. Return: 0 or an error. */
static int check_member_end(struct pdata_reader *r, struct pd_member *m)
{
	int ret = 0;

	if (m->raw.failed)
		return pd_error_sys(&r->error, m->in->sys_errno, m->pos, "read");
	if (m->in->unwrap && pd_unwrap_error(m->in->unwrap))
		return wrapper_end(r, pd_unwrap_error(m->in->unwrap));
	if (m->until != UINT64_MAX && m->pos < m->until && m->raw.done && !r->info.unfinished)
		ret = pd_damage(r, PDATA_E_CUT, m->pos, 0, "", 0, "%llu byte%s of data %s missing",
				(unsigned long long)(m->until - m->pos),
				pd_plural(m->until - m->pos),
				pd_one_or_many(m->until - m->pos, "is", "are"));
	return ret ? ret : pd_compressed_rest(r, m);
}

/* A member that has ended needs no memory: a directory can have thousands of members. */
static int member_end(struct pdata_reader *r, struct pd_member *m)
{
	const int ret = check_member_end(r, m);

	m->ended = true;
	pd_stream_close(&m->raw);
	pd_compressed_close(m);
	return ret;
}

/*
 * True for a side-band record of a repaired chunk: the backup is returned instead, so the record
 * gets no sequence number.
 */
static bool is_replaced(struct pdata_reader *r, const struct pd_member *m,
			const struct pdata_record *rec)
{
	if (!m->repaired || !pdata_record_is_sideband(rec->type))
		return false;
	r->seq--;
	return true;
}

static int member_next(struct pdata_reader *r, struct pd_member *m, struct pdata_record *rec,
		       struct pd_block **block)
{
	while (!m->ended) {
		int ret;

		if (m->in_compressed) {
			ret = pd_compressed_next(r, m, rec);
			*block = m->un.block;
			if (ret && (ret < 0 || !is_replaced(r, m, rec)))
				return ret;
			continue;
		}
		ret = read_file_record(r, m, rec);
		*block = m->raw.block;
		if (!ret) {
			ret = next_piece(m);
			if (!ret)
				return member_end(r, m);
			ret = ret > 0 ? TAKE_AGAIN : ret;
		}
		if (ret < 0)
			return ret;
		if (ret == TAKE_AGAIN)
			continue;
		if (r->opts.keep_compressed || !pd_is_compressed(rec->type)) {
			if (is_replaced(r, m, rec))
				continue;
			return 1;
		}
		if (rec->type == PDATA_RECORD_COMPRESSED)
			r->info.nr_compressed++;
		else
			r->info.nr_compressed2++;
		ret = pd_compressed_open(r, m, rec);
		if (ret)
			return ret;
	}
	return 0;
}

static int note_turn(struct pdata_reader *r, const struct pd_member *m, uint64_t seq)
{
	if (r->nr_turns && r->turns[r->nr_turns - 1].member == m)
		return 0;
	if (pd_grow(&r->turns, &r->turns_cap, r->nr_turns + 1, sizeof(*r->turns)))
		return pd_error(&r->error, PDATA_E_NOMEM, 0, 0, "", "directory");
	r->turns[r->nr_turns++] = (struct pd_member_turn){ seq, m };
	return 0;
}

const char *pdata_reader_data_file(const struct pdata_reader *r, uint64_t seq)
{
	const size_t i = pd_first_above(r->turns, r->nr_turns, seq, seq);

	if (r->info.container != PDATA_CONTAINER_DIR)
		return NULL;
	return i && r->turns[i - 1].member->name ? r->turns[i - 1].member->name : "data";
}

/*
 * Members of a directory are read in turn, TURN_BYTES of each, so that time order need not hold
 * back whole files.
 */
int pd_members_next(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block)
{
	size_t tried = 0;

	while (tried < r->nr_members) {
		struct pd_member *m = &r->members[r->cur];
		int ret;

		if (m->raw.off >= m->turn && !m->in_compressed && r->nr_members > 1) {
			m->turn = m->raw.off + TURN_BYTES;
			r->cur = (r->cur + 1) % r->nr_members;
			m = &r->members[r->cur];
		}
		ret = member_next(r, m, rec, block);
		if (ret > 0 && r->nr_members > 1 && note_turn(r, m, rec->seq))
			return PDATA_E_NOMEM;
		if (ret)
			return ret;
		r->cur = (r->cur + 1) % r->nr_members;
		tried++;
	}
	return 0;
}
