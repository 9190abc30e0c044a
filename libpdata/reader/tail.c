/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds bytes after the last section of a file that are not a complete trailer: a truncated
 * trailer, another recording, or unknown bytes.
 */
#include "common/plural.h"
#include "reader/reader.h"
#include "trailer/trailer_int.h"

#define LOOK_BYTES ((uint64_t)1 << 20)

static bool is_recording(struct pdata_reader *r, uint64_t from, uint64_t to)
{
	uint8_t p[8];

	return to - from >= sizeof(p) && pd_input_pread(&r->in, p, sizeof(p), from) == sizeof(p) &&
	       pd_is_perf_magic(p);
}

/*
 * Whether all bytes are zero. Holes are skipped; after LOOK_BYTES of other bytes the answer is no.
 */
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

/*
 * Return the offset of a recording that follows a trailer at @from. There are both if a recording
 * was appended to one with a trailer, and a new trailer was then written behind both. Return: @from
 * if there are not.
 */
static uint64_t skip_old_trailer(struct pdata_reader *r, uint64_t from, uint64_t to)
{
	struct pd_footer f;
	int swap;
	uint64_t next;

	if (pd_trailer_walk(&r->in, PD_ALIGN8(from), &swap, &f) != PDATA_TRAILER_WHOLE)
		return from;
	next = f.off + f.size + PD_FOOTER;
	return next < to && is_recording(r, next, to) ? next : from;
}

static void note_bytes(struct pdata_reader *r, uint64_t from, uint64_t to)
{
	bool other, zero;

	from = skip_old_trailer(r, from, to);
	other = is_recording(r, from, to);
	zero = !other && is_zero(r, from, to);
	pd_note(r, PDATA_E_TAIL, from, other ? "recording" : "",
		"%llu byte%s after the last section, at offset %llu: %s",
		(unsigned long long)(to - from), pd_plural(to - from), (unsigned long long)from,
		other  ? "another recording, which is not read"
		: zero ? "all are zero"
		       : "neither records nor a trailer");
}

/*
 * Whether the recorder was killed. All features are before the data until a recorder finishes.
 * After it is killed, records written after the last flush follow the feature table, which has
 * overwritten their first bytes. This is no damage: a reader does not miss anything that the header
 * promises.
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
	 * If the size of a section is wrong, some of its bytes may seem to belong to no section.
	 * The wrong size is damage and was counted.
	 */
	if (i->off > end && i->off - end >= 8 && !r->damage.d.nr)
		note_bytes(r, end, i->off);
	if (i->off + i->size < r->in.size)
		note_bytes(r, i->off + i->size, r->in.size);
}
