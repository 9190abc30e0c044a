/* SPDX-License-Identifier: BSD-2-Clause */
/* Records in file order: out of the streams of a file, through decompression, around damage. */
#include "reader.h"
#include "unwrap.h"

#include <errno.h>
#include <unistd.h>

/* Records that lie in one piece in the file and can be told from noise: how many in a row convince. */
#define RESYNC_RECORDS 5
#define RECORD_MAX 65536u
#define TURN_BYTES ((uint64_t)1 << 21)

/* Recordings compress to a tenth, stacks of zeros to a hundredth: more is no recording. */
#define EXPANSION_FREE ((uint64_t)256 << 20)
#define EXPANSION_MOST 512u

/* Bytes of the data section of a file, or of a pipe. */
static int64_t fill_raw(void *ctx, uint8_t *buf, size_t n)
{
	struct pd_member *m = ctx;
	int64_t got;

	if (m->end - m->pos < n)
		n = (size_t)(m->end - m->pos);
	if (!n)
		return 0;
	if (m->copy) {
		m->raw.again = NULL;
		memcpy(buf, m->copy, n);
		m->copy += n;
		m->pos += n;
		return (int64_t)n;
	}
	if (m->step && n > m->step) {
		n = m->step;
		m->step *= 2;
	}
	/* No record of such a chunk takes bytes of the next one, whatever its size says. */
	if (m->chunks && m->raw.pos < m->raw.end &&
	    pd_chunks_stop(m->chunks, m->raw.off, m->pos + 1) == m->pos)
		return PD_FILL_BORDER;
	m->in->sys_errno = 0;
	if (m->in->seekable)
		got = (int64_t)pd_input_pread(m->in, buf, n, m->pos);
	else
		got = pd_input_read(m->in, buf, n);
	if (got > 0 && m->chunks) {
		pd_chunks_feed(m->chunks, buf, (size_t)got, m->pos);
		got = (int64_t)(pd_chunks_stop(m->chunks, m->pos, m->pos + (uint64_t)got) - m->pos);
	}
	if (got > 0)
		m->pos += (uint64_t)got;
	return got ? got : m->in->sys_errno ? -1 : 0;
}

static int64_t fill_unzstd(void *ctx, uint8_t *buf, size_t n)
{
	struct pd_member *m = ctx;
	int64_t got = pd_unzstd_read(m->unzstd, buf, n);

	if (got < 0)
		m->unzstd_broken = true;
	return got;
}

void pd_member_init(struct pdata_reader *r, struct pd_member *m, struct pd_input *in,
		    uint64_t start, uint64_t end)
{
	m->in = in;
	m->start = m->pos = start;
	m->turn = start + TURN_BYTES;
	m->end = end;
	pd_stream_init(&m->raw, &r->pool, fill_raw, m, start);
	m->raw.again = in->seekable ? in : NULL;
	pd_stream_init(&m->un, &r->pool, fill_unzstd, m, 0);
}

void pd_member_close(struct pd_member *m)
{
	pd_stream_close(&m->raw);
	pd_stream_close(&m->un);
	pd_unzstd_free(m->unzstd);
	m->unzstd = NULL;
	if (m->own.own_fd)
		pd_input_close(&m->own);
}

int pd_member_rewind(struct pdata_reader *r, struct pd_member *m)
{
	struct pd_input *in = m->in;
	uint64_t start = m->start, end = m->end;

	if (!in->seekable)
		return PDATA_E_SYS;
	m->span = 0;
	m->copy = NULL;
	pd_chunks_span(m->chunks, 0, &start, &end, &m->copy);
	pd_stream_close(&m->raw);
	pd_stream_close(&m->un);
	pd_unzstd_free(m->unzstd);
	m->unzstd = NULL;
	m->in_compressed = m->unzstd_broken = m->ended = false;
	pd_member_init(r, m, in, start, end);
	return 0;
}

/*
 * The next of the spans that are chosen. Records that wait for their turn share blocks across them: there
 * may be many spans with a record or two. What is compressed begins anew.
 */
static bool next_span(struct pd_member *m)
{
	uint64_t start, end;

	if (m->raw.failed || !pd_chunks_span(m->chunks, m->span + 1, &start, &end, &m->copy))
		return false;
	m->span++;
	pd_stream_close(&m->un);
	pd_unzstd_free(m->unzstd);
	m->unzstd = NULL;
	m->unzstd_broken = false;
	m->pos = m->raw.off = start;
	m->end = end;
	m->raw.done = false;
	return true;
}

static bool size_may_be_odd(uint32_t type)
{
	return type == PDATA_RECORD_TRACING_DATA || type == PDATA_RECORD_HEADER_FEATURE ||
	       type == PDATA_RECORD_COMPRESSED;
}

/* A header that a writer may have written. */
static bool plausible(const uint8_t *p, int swap, size_t *size)
{
	uint32_t type = pd_ld32(p, swap);

	*size = pd_ld16(p + 6, swap);
	if (*size < PDATA_RECORD_HEADER || !pdata_record_name(type))
		return false;
	return *size % 8 == 0 || size_may_be_odd(type);
}

/*
 * The kernel's records have sizes that are multiples of 8. Types that nobody knows are kept, whatever their
 * size, but not numbers beyond those that writers give: simpleperf's begin at 0x8000.
 */
static bool is_noise(uint32_t type, size_t size)
{
	return size % 8 &&
	       (type > UINT16_MAX || (type < PDATA_RECORD_USER_START && pdata_record_name(type)));
}

/* Whether a row of records begins at p; a row that ends exactly with the data counts. */
static bool is_row(const uint8_t *p, const uint8_t *end, int swap, bool at_end)
{
	for (int i = 0; i < RESYNC_RECORDS; i++) {
		size_t size;

		if (p == end)
			return at_end && i;
		if ((size_t)(end - p) < PDATA_RECORD_HEADER || !plausible(p, swap, &size))
			return false;
		if ((size_t)(end - p) < size)
			return false;
		p += size;
	}
	return true;
}

/*
 * Step over what is no record, at least @first bytes. Return: 1 at a row of records, 0 when there is none
 * before the end.
 */
static int resync(struct pdata_reader *r, struct pd_stream *s, size_t first, uint64_t *skipped)
{
	const size_t want = (RESYNC_RECORDS + 1) * RECORD_MAX;
	int swap = (int)r->info.swap;

	*skipped = 0;
	for (;;) {
		int64_t have = pd_stream_peek(s, want);
		size_t i;

		if (have < 0)
			return (int)have;
		for (i = first; i + PDATA_RECORD_HEADER <= (size_t)have; i += 8) {
			if (have >= (int64_t)want && i + want / 2 > (size_t)have)
				break;
			if (is_row(s->pos + i, s->end, swap, s->done || s->at_border)) {
				pd_stream_skip(s, i);
				*skipped += i;
				return 1;
			}
		}
		if (s->done || s->at_border || i > (size_t)have)
			i = (size_t)have;
		if (s->done) {
			pd_stream_skip(s, i);
			*skipped += i;
			return 0;
		}
		pd_stream_skip(s, i);
		*skipped += i;
		first = 0;
	}
}

/* take() says so when it has stepped over damage and stands at a record again. */
#define TAKE_AGAIN 2

/*
 * At the stream's position is not what should be there: go on behind it, at least @first bytes, if
 * policy and file allow. Return: 1 at a record again, 0 when there is none, or an error.
 */
static int step_over(struct pdata_reader *r, struct pd_member *m, size_t first, uint64_t *skipped)
{
	uint64_t off = m->raw.off;

	/* An unfinished file goes over into whatever was on the disk: nothing behind is a record. */
	if (r->info.unfinished || r->opts.on_damage != PDATA_DAMAGE_SKIP) {
		*skipped = m->end == UINT64_MAX ? (uint64_t)(m->raw.end - m->raw.pos)
						: m->end - off;
		m->ended = true;
		return 0;
	}
	return resync(r, &m->raw, first, skipped);
}

/* A record that cannot be. Return: as take(). */
static int bad_record(struct pdata_reader *r, struct pd_member *m, int code, uint32_t type,
		      size_t size)
{
	uint64_t off = m->raw.off, skipped;
	int verdict, found = step_over(r, m, 8, &skipped);

	if (found < 0)
		return found;
	verdict = pd_damage(r, code, off, type, "size", skipped, "%zu", size);
	return verdict ? verdict : found ? TAKE_AGAIN : 0;
}

/*
 * perf 6.16 and later, until it was mended, wrote a push of more than 65528 compressed bytes wrongly:
 * the first COMPRESSED2 record has the data_size of the whole push and a size that is the whole modulo
 * 65536; the records that the push was cut into follow inside, each but the last as long as a record
 * may be; and nothing is padded. Return: the bytes that this record really takes, or an error.
 */
static int64_t compressed2_size(struct pdata_reader *r, struct pd_stream *s, size_t size)
{
	const size_t head = 16, most = UINT16_MAX;
	int swap = (int)r->info.swap;
	int64_t have = pd_stream_peek(s, head);
	uint64_t whole;

	if (have < (int64_t)head)
		return have < 0 ? have : (int64_t)size;
	whole = head + pd_ld64(s->pos + 8, swap);
	if (whole < head || PD_ALIGN8(whole) <= most || (uint16_t)PD_ALIGN8(whole) != size)
		return (int64_t)size;
	if (whole <= most)
		return (int64_t)whole;
	have = pd_stream_peek(s, most + PDATA_RECORD_HEADER);
	if (have < 0)
		return have;
	if (have < (int64_t)(most + PDATA_RECORD_HEADER) ||
	    pd_ld32(s->pos + most, swap) != PDATA_RECORD_COMPRESSED2)
		return (int64_t)size;
	return (int64_t)most;
}

/*
 * simpleperf's records may be longer than 65535 bytes: misc has the upper 16 bits of their size. Such a
 * record is its header, and the rest its payload.
 */
static uint64_t beyond_header(const struct pdata_record *rec, size_t size)
{
	uint64_t whole = (uint64_t)rec->misc << 16 | size;

	if (!rec->misc || rec->type <= PDATA_RECORD_SIMPLEPERF_START ||
	    rec->type >= PDATA_RECORD_SIMPLEPERF_MAX)
		return 0;
	return whole - PDATA_RECORD_HEADER;
}

/*
 * One record off a stream. Return: 1, 0 when there is none (and inside compressed data: not yet),
 * or an error.
 */
static int take(struct pdata_reader *r, struct pd_member *m, struct pd_stream *s,
		struct pdata_record *rec)
{
	bool inside = s == &m->un;
	int64_t have = pd_stream_peek(s, PDATA_RECORD_HEADER);
	size_t size;

	if (have < 0)
		return (int)have;
	if (have < (int64_t)PDATA_RECORD_HEADER) {
		if (have && !inside) {
			int ret = pd_damage(r, PDATA_E_CUT, s->off, 0, "", (uint64_t)have,
					    "%lld bytes of a record header", (long long)have);
			pd_stream_skip(s, (size_t)have);
			return !ret && s->at_border ? TAKE_AGAIN : ret;
		}
		return 0;
	}
	rec->type = pd_ld32(s->pos, (int)r->info.swap);
	rec->misc = pd_ld16(s->pos + 4, (int)r->info.swap);
	size = pd_ld16(s->pos + 6, (int)r->info.swap);
	rec->payload = inside ? 0 : beyond_header(rec, size);
	if (rec->payload)
		size = PDATA_RECORD_HEADER;
	if (rec->type == PDATA_RECORD_COMPRESSED2 && !inside) {
		have = compressed2_size(r, s, size);
		if (have < 0)
			return (int)have;
		size = (size_t)have;
	}
	if (r->leave_stacks && !inside && rec->type == PDATA_RECORD_SAMPLE && have < (int64_t)size)
		have = pd_leave_stack(r, m, size);
	if (have >= 0 && size >= PDATA_RECORD_HEADER)
		have = pd_stream_peek(s, size);
	if (have < 0)
		return (int)have;
	if (inside && size >= PDATA_RECORD_HEADER && have < (int64_t)size)
		return 0;
	if (inside && size < PDATA_RECORD_HEADER) {
		uint64_t left = (uint64_t)(s->end - s->pos);

		m->unzstd_broken = true;
		pd_stream_skip(s, left);
		return pd_damage(r, PDATA_E_SIZE, m->compressed_off, rec->type, "size", left, "%zu",
				 size);
	}
	if (size < PDATA_RECORD_HEADER || (!inside && is_noise(rec->type, size)))
		return bad_record(r, m, PDATA_E_SIZE, rec->type, size);
	if (have < (int64_t)size)
		return bad_record(r, m, PDATA_E_CUT, rec->type, size);

	rec->size = (uint16_t)size;
	rec->data = s->pos;
	rec->off = inside ? m->compressed_off : s->off;
	rec->swap = r->info.swap;
	rec->seq = r->seq++;
	rec->event = NULL;
	rec->time = 0;
	pd_stream_skip(s, size);
	return 1;
}

/* Bytes of a record are left over at the end of compressed data. */
static int not_whole(struct pdata_reader *r, const struct pd_member *m, uint64_t left)
{
	return pd_damage(r, PDATA_E_CUT, m->compressed_off, PDATA_RECORD_COMPRESSED, "data", left,
			 "the last record inside is not whole");
}

/*
 * Where a frame begins in a record of its own, what came before it does not matter: it broke off, or its end
 * is missing. Writers of one frame for the whole file have no second one. Where a chunk begins that can be
 * opened alone, bytes of a record that are left over belong to none, either.
 */
static int begin_frame(struct pdata_reader *r, struct pd_member *m, const uint8_t *data,
		       uint64_t len, bool alone)
{
	static const uint8_t magic[] = { 0x28, 0xb5, 0x2f, 0xfd };
	const uint64_t left = alone && !m->unzstd_broken ? (uint64_t)(m->un.end - m->un.pos) : 0;

	if (!m->unzstd || len < sizeof(magic) || memcmp(data, magic, sizeof(magic)))
		return 0;
	if (!m->unzstd_broken && pd_unzstd_whole(m->unzstd) && !left)
		return 0;
	pd_stream_close(&m->un);
	pd_unzstd_free(m->unzstd);
	m->unzstd = NULL;
	m->unzstd_broken = m->un.failed = false;
	return left ? not_whole(r, m, left) : 0;
}

/* Hand the content of a COMPRESSED record to the decompressor. */
static int open_compressed(struct pdata_reader *r, struct pd_member *m,
			   const struct pdata_record *rec)
{
	struct pdata_value v;
	const struct pdata_bytes *b = &v.u.compressed.data;
	uint64_t len;
	int ret = pdata_record_decode(rec, &v, NULL);

	if (ret)
		return pd_damage(r, ret, rec->off, rec->type, "data", rec->size, "no content");
	len = b->len;
	if (rec->type == PDATA_RECORD_COMPRESSED2) {
		/* A size that does not agree with the record's is one of those that were never set. */
		b = &v.u.compressed2.data;
		len = v.u.compressed2.data_size;
		if (PD_ALIGN8(16 + len) != rec->size || len > b->len)
			len = b->len;
	}
	ret = begin_frame(r, m, b->data, len,
			  pd_chunks_alone(m->chunks, m->compressed_off, rec->off));
	if (ret)
		return ret;
	if (m->unzstd_broken)
		return pd_damage(r, PDATA_E_COMPRESSED, rec->off, rec->type, "data", len,
				 "the stream broke off before");
	if (!m->unzstd) {
		m->unzstd = pd_unzstd_new(&ret);
		if (!m->unzstd && ret == PDATA_E_CODEC) {
			m->unzstd_broken = true;
			return pd_damage(r, ret, rec->off, rec->type, "data", len, "zstd");
		}
		if (!m->unzstd)
			return pd_error(&r->error, PDATA_E_NOMEM, rec->off, rec->type, "", "zstd");
	}
	r->compressed += len;
	pd_unzstd_input(m->unzstd, b->data, (size_t)len);
	m->compressed_off = rec->off;
	m->un.done = false;
	m->in_compressed = true;
	return 0;
}

/* Bytes that the compressed data read so far may grow to. */
static uint64_t expansion_max(const struct pdata_reader *r)
{
	return r->opts.max_expansion ? r->opts.max_expansion
				     : EXPANSION_FREE + r->compressed * EXPANSION_MOST;
}

/* Records of the current compressed piece. Return: 1, 0 when it is used up, or an error. */
static int next_inside(struct pdata_reader *r, struct pd_member *m, struct pdata_record *rec)
{
	uint64_t before = m->un.off;
	int ret = take(r, m, &m->un, rec);

	r->expanded += m->un.off - before;
	if (r->expanded > expansion_max(r))
		return pd_error(&r->error, PDATA_L_MEMORY, m->compressed_off,
				PDATA_RECORD_COMPRESSED, "data", "expands to more than %llu bytes",
				(unsigned long long)expansion_max(r));
	if (ret)
		return ret;
	m->in_compressed = false;
	if (m->unzstd_broken && m->un.failed) {
		m->un.failed = false;
		return pd_damage(r, PDATA_E_COMPRESSED, m->compressed_off, PDATA_RECORD_COMPRESSED,
				 "data", (uint64_t)(m->un.end - m->un.pos), "zstd refuses it");
	}
	return 0;
}

/* The stream came out of a compressed file that ends early. */
static int wrapper_end(struct pdata_reader *r, const struct pdata_error *e)
{
	if (pd_unwrap_is_damage(e))
		return pd_damage(r, e->code, e->off, 0, e->field, 0, "%s", e->text);
	r->error = *e;
	return e->code;
}

static int member_end(struct pdata_reader *r, struct pd_member *m)
{
	uint64_t left = (uint64_t)(m->un.end - m->un.pos);
	int ret = 0;

	m->ended = true;
	if (m->raw.failed)
		return pd_error_sys(&r->error, m->in->sys_errno, m->pos, "read");
	if (m->in->unwrap && pd_unwrap_error(m->in->unwrap))
		return wrapper_end(r, pd_unwrap_error(m->in->unwrap));
	if (m->end != UINT64_MAX && m->pos < m->end && m->raw.done && !r->info.unfinished)
		ret = pd_damage(r, PDATA_E_CUT, m->pos, 0, "", 0, "%llu bytes of data are missing",
				(unsigned long long)(m->end - m->pos));
	if (!ret && left && !m->unzstd_broken)
		ret = not_whole(r, m, left);
	return ret;
}

static bool is_compressed(uint32_t type)
{
	return type == PDATA_RECORD_COMPRESSED || type == PDATA_RECORD_COMPRESSED2;
}

/* A record out of compressed data. Return: 1, 0 to go on, or an error. */
static int take_inside(struct pdata_reader *r, struct pd_member *m, struct pdata_record *rec)
{
	int ret = next_inside(r, m, rec);

	if (ret != 1 || !is_compressed(rec->type))
		return ret;
	/* The one stream of the file is being read: this is none that could be opened. */
	return pd_damage(r, PDATA_E_COMPRESSED, rec->off, rec->type, "", rec->size,
			 "it is inside compressed data");
}

static int member_next(struct pdata_reader *r, struct pd_member *m, struct pdata_record *rec,
		       struct pd_block **block)
{
	while (!m->ended) {
		int ret;

		if (m->in_compressed) {
			ret = take_inside(r, m, rec);
			*block = m->un.block;
			if (ret)
				return ret;
			continue;
		}
		ret = take(r, m, &m->raw, rec);
		*block = m->raw.block;
		if (ret < 0)
			return ret;
		if (!ret && next_span(m))
			continue;
		if (!ret)
			return member_end(r, m);
		if (ret == TAKE_AGAIN)
			continue;
		if (r->opts.keep_compressed || !is_compressed(rec->type))
			return 1;
		if (rec->type == PDATA_RECORD_COMPRESSED)
			r->info.nr_compressed++;
		else
			r->info.nr_compressed2++;
		ret = open_compressed(r, m, rec);
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Members of a directory are read by turns, a block each, so that time order need not hold back
 * whole files.
 */
int pd_stream_next(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block)
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
		if (ret)
			return ret;
		r->cur = (r->cur + 1) % r->nr_members;
		tried++;
	}
	return 0;
}

/* Step over n bytes of payload. Return: how many of them are missing. */
static uint64_t discard(struct pd_member *m, uint64_t n)
{
	struct pd_stream *s = &m->raw;

	while (n) {
		uint64_t k = (uint64_t)(s->end - s->pos);

		if (k) {
			k = k < n ? k : n;
			pd_stream_skip(s, (size_t)k);
			n -= k;
		} else if (m->in->seekable && !s->done) {
			k = n < m->end - m->pos ? n : m->end - m->pos;
			m->pos += k;
			m->copy += m->copy ? k : 0;
			s->off += k;
			return n - k;
		} else if (pd_stream_peek(s, 1) <= 0) {
			return n;
		}
	}
	return 0;
}

int64_t pdata_reader_payload(struct pdata_reader *r, void *buf, size_t len)
{
	struct pd_member *m = r->nr_members ? &r->members[r->cur] : NULL;
	size_t done = 0;

	if (len > r->payload_left)
		len = (size_t)r->payload_left;
	if (r->payload_mem) {
		memcpy(buf, r->payload_mem, len);
		r->payload_mem += len;
		r->payload_left -= len;
		return (int64_t)len;
	}
	while (m && done < len) {
		int64_t have = pd_stream_peek(&m->raw, 1);
		size_t k = len - done;

		if (have <= 0)
			break;
		k = (size_t)have < k ? (size_t)have : k;
		memcpy((char *)buf + done, m->raw.pos, k);
		pd_stream_skip(&m->raw, k);
		done += k;
	}
	r->payload_left -= done;
	return m && m->raw.failed ? PDATA_E_SYS : (int64_t)done;
}

/* A payload that ends behind the data: its size is wrong, or the file is cut. */
static int bad_payload(struct pdata_reader *r, struct pd_member *m, uint64_t left, uint64_t have)
{
	uint64_t off = m->raw.off, skipped;
	int found = step_over(r, m, 0, &skipped);

	if (found < 0)
		return found;
	return pd_damage(r, PDATA_E_CUT, off, 0, "payload", skipped, "%llu of %llu bytes",
			 (unsigned long long)have, (unsigned long long)left);
}

int pd_payload_done(struct pdata_reader *r)
{
	struct pd_member *m = r->nr_members ? &r->members[r->cur] : NULL;
	uint64_t left = r->payload_mem ? 0 : r->payload_left, missing, have;

	r->payload_left = 0;
	r->payload_mem = NULL;
	if (!m || !left)
		return 0;
	have = (uint64_t)(m->raw.end - m->raw.pos) + (m->end - m->pos);
	if (m->in->seekable && left > have)
		return bad_payload(r, m, left, have);
	missing = discard(m, left);
	if (!missing)
		return 0;
	return pd_damage(r, PDATA_E_CUT, m->raw.off, 0, "payload", 0, "%llu bytes are missing",
			 (unsigned long long)missing);
}
