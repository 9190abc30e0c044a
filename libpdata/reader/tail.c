/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bytes behind the last section of a file that are no whole trailer: a trailer that is cut,
 * another recording, noise.
 */
#include "reader/reader.h"
#include "trailer/trailer_int.h"

#define LOOK_BYTES ((uint64_t)1 << 20)

static bool is_recording(struct pdata_reader *r, uint64_t from, uint64_t to)
{
	uint8_t p[8];

	return to - from >= sizeof(p) && pd_input_pread(&r->in, p, sizeof(p), from) == sizeof(p) &&
	       pd_is_perf_magic(p);
}

/* Holes are stepped over; what is written is compared as far as LOOK_BYTES. */
static bool is_zero(struct pdata_reader *r, uint64_t from, uint64_t to)
{
	uint64_t at = pd_input_next_data(&r->in, from), looked = 0;
	uint8_t buf[4096];

	while (at < to && looked < LOOK_BYTES) {
		const size_t want = to - at < sizeof(buf) ? (size_t)(to - at) : sizeof(buf);
		const size_t got = pd_input_pread(&r->in, buf, want, at);

		if (!got || !pd_all_zero(buf, got))
			return false;
		looked += got;
		at = pd_input_next_data(&r->in, at + got);
	}
	return at >= to;
}

static void note_bytes(struct pdata_reader *r, uint64_t from, uint64_t to)
{
	const bool other = is_recording(r, from, to), zero = !other && is_zero(r, from, to);

	pd_note(r, PDATA_E_TAIL, from, other ? "recording" : "",
		"%llu bytes behind the end, at offset %llu: %s", (unsigned long long)(to - from),
		(unsigned long long)from,
		other  ? "another recording (perf.data) begins there, which is not read"
		: zero ? "all are zero, and belong to nothing"
		       : "they belong to nothing");
}

/*
 * All features stand before the data until a recorder comes to its end. If it is killed, records of
 * after the last flush follow the features' table, which took the place of their first bytes. That
 * is no damage: nobody who reads the file misses something that was promised.
 */
static bool was_killed(const struct pdata_reader *r)
{
	const uint64_t data = r->info.data_offset;
	const struct pd_feat *f = r->feats;

	if (!f || r->info.container != PDATA_CONTAINER_FILE)
		return false;
	for (; f; f = f->next)
		if (!f->f.offset || f->f.offset > data || f->f.len > data - f->f.offset)
			return false;
	return true;
}

void pd_tail_look(struct pdata_reader *r, const struct pdata_trailer *t)
{
	const struct pdata_trailer_info *i = t ? pdata_trailer_info(t) : NULL;
	const uint64_t end = r->info.end;

	if (end >= r->in.size)
		return;
	if (!i && was_killed(r) && !is_recording(r, end, r->in.size)) {
		r->info.unflushed_size = r->in.size - end;
		return;
	}
	if (!i) {
		note_bytes(r, end, r->in.size);
		return;
	}
	if (i->state == PDATA_TRAILER_CUT)
		pd_note(r, PDATA_E_TRAILER, i->off, "trailer",
			"trailer begins at %llu but is cut: %u of its blocks are whole and used, "
			"index or names may be missing",
			(unsigned long long)i->off, i->nr_blocks);
	/*
	 * With another size of a section, bytes of it may seem to belong to nothing: that is
	 * damage, and was said.
	 */
	if (i->off > end && i->off - end >= 8 && !r->damage.d.nr)
		note_bytes(r, end, i->off);
	if (i->off + i->size < r->in.size)
		note_bytes(r, i->off + i->size, r->in.size);
}
