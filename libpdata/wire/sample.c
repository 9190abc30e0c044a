/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes SAMPLE records: the schema is expanded once for each byte order. */
#include "wire/custom.h"
#include "wire/event_layout.h"
#include "wire/record.h"

static int custom_read(struct pd_cur *c, struct pdata_sample *s, bool no_hw_idx)
{
	(void)no_hw_idx;
	return pd_decode_read(c, c->attr->read_format, &s->read);
}

static int custom_branch(struct pd_cur *c, struct pdata_sample *s, bool no_hw_idx)
{
	return pd_decode_branch(c, c->attr->branch_sample_type, no_hw_idx, &s->branch);
}

static int custom_regs_user(struct pd_cur *c, struct pdata_sample *s, bool no_hw_idx)
{
	(void)no_hw_idx;
	return pd_decode_regs(c, c->attr->sample_regs_user, &s->regs_user, "regs_user");
}

static int custom_regs_intr(struct pd_cur *c, struct pdata_sample *s, bool no_hw_idx)
{
	(void)no_hw_idx;
	return pd_decode_regs(c, c->attr->sample_regs_intr, &s->regs_intr, "regs_intr");
}

static int custom_stack(struct pd_cur *c, struct pdata_sample *s, bool no_hw_idx)
{
	(void)no_hw_idx;
	return pd_decode_stack(c, &s->stack);
}

#define PD_SWAP 0
#define PD_FN decode_host
#include "wire/sample_decode.h"
#undef PD_SWAP
#undef PD_FN
#define PD_SWAP 1
#define PD_FN decode_swap
#include "wire/sample_decode.h"
#undef PD_SWAP
#undef PD_FN

/* Read those fields of @want that have constant offsets; the record must include them. */
#include "schema/undef.def"
#define PD_IF_BIT(b)                                                                               \
	if (want & PDATA_SAMPLE_##b & PD_SAMPLE_HEAD) {                                            \
		const uint8_t *at = rec->data + p->off[PD_BIT_NR(b)];
#define PD_ENDIF_BIT(b)                                                                            \
	(void)at;                                                                                  \
	}
#define PD_IF_BITS(a, b) PD_IF_BIT(a)
#define PD_ENDIF_BITS(a, b) PD_ENDIF_BIT(a)
#define PD_U32(f)                                                                                  \
	s->f = pd_ld32(at, swap);                                                                  \
	at += 4;
#define PD_S32(f) PD_U32(f)
#define PD_U64(f)                                                                                  \
	s->f = pd_ld64(at, swap);                                                                  \
	at += 8;
#define PD_X64(f) PD_U64(f)
#define PD_CUSTOM(f)
#define PD_LISTX64(f, count)
#define PD_BLOB(f, count)
static inline void take_fixed(const struct pdata_record *rec, const struct pdata_sample_plan *p,
			      uint64_t want, int swap, struct pdata_sample *s)
{
#include "schema/sample.def"
}
#include "schema/undef.def"

static int decode(struct pd_cur *c, uint64_t t, uint64_t want, bool no_hw_idx,
		  struct pdata_sample *s)
{
	return c->swap ? decode_swap(c, t, want, no_hw_idx, s)
		       : decode_host(c, t, want, no_hw_idx, s);
}

/*
 * Whether the decoded branch stack may be wrong. The kernel omits the word hw_idx of an empty
 * branch stack, other writers do not, and nothing in the record tells which: the reading that ends
 * at the end of the record is correct.
 */
static bool branch_is_ambiguous(const struct pd_cur *c, uint64_t t, const struct pdata_sample *s)
{
	return t & PDATA_SAMPLE_BRANCH_STACK &&
	       c->attr->branch_sample_type & PDATA_BRANCH_HW_INDEX &&
	       (s->have & PDATA_SAMPLE_BRANCH_STACK || c->err) && !s->branch.nr &&
	       (c->err || c->pos != c->end);
}

/* Clear fields that were not decoded, so that they do not hold old values. */
static void clear_missing(struct pdata_sample *s)
{
	if (!(s->have & PDATA_SAMPLE_READ))
		memset(&s->read, 0, sizeof(s->read));
	if (!(s->have & PDATA_SAMPLE_CALLCHAIN))
		s->ips = (struct pdata_view){ 0 };
	if (!(s->have & PDATA_SAMPLE_RAW)) {
		s->raw = NULL;
		s->raw_size = 0;
	}
	if (!(s->have & PDATA_SAMPLE_BRANCH_STACK))
		memset(&s->branch, 0, sizeof(s->branch));
	if (!(s->have & PDATA_SAMPLE_REGS_USER))
		memset(&s->regs_user, 0, sizeof(s->regs_user));
	if (!(s->have & PDATA_SAMPLE_STACK_USER))
		memset(&s->stack, 0, sizeof(s->stack));
	if (!(s->have & PDATA_SAMPLE_REGS_INTR))
		memset(&s->regs_intr, 0, sizeof(s->regs_intr));
	if (!(s->have & PDATA_SAMPLE_AUX)) {
		s->aux = NULL;
		s->aux_size = 0;
	}
}

/*
 * Return the fields of @sample_type that can be decoded. The kernel adds the fields of new bits
 * before AUX, so with an unknown bit the offset of AUX is not known.
 */
static uint64_t decodable(uint64_t sample_type)
{
	return sample_type & ~PDATA_SAMPLE_KNOWN
		       ? sample_type & PDATA_SAMPLE_KNOWN & ~PDATA_SAMPLE_AUX
		       : sample_type;
}

/*
 * Decode the fields after the first one of variable size, or all fields if no plan has their
 * offsets.
 */
static int decode_rest(const struct pdata_record *rec, uint64_t t, uint64_t want, size_t from,
		       struct pdata_sample *s, struct pdata_error *err)
{
	struct pd_cur c = pd_cur_init(rec->data, rec->size, (int)rec->swap);
	const uint64_t all = decodable(rec->event->attr.sample_type);

	c.attr = &rec->event->attr;
	c.pos += from;
	/*
	 * The offsets of fields after a branch stack depend on its ambiguous length: decode all of
	 * them to decide.
	 */
	if (want >= PDATA_SAMPLE_BRANCH_STACK && t & PDATA_SAMPLE_BRANCH_STACK)
		want = ~0ull;

	if (decode(&c, t, want, false, s) || want == ~0ull) {
		if (branch_is_ambiguous(&c, t, s)) {
			struct pd_cur again = pd_cur_init(rec->data, rec->size, (int)rec->swap);
			struct pdata_sample other = { 0 };

			again.attr = c.attr;
			again.pos += PDATA_RECORD_HEADER;
			if (!decode(&again, all, ~0ull, true, &other) && again.pos == again.end) {
				*s = other;
				return 0;
			}
		}
	}
	if (c.err) {
		clear_missing(s);
		pd_cur_error(&c, rec->off, rec->type, err);
	}
	return c.err;
}

int pdata_sample_decode(const struct pdata_record *rec, uint64_t want, struct pdata_sample *s,
			struct pdata_error *err)
{
	const struct pdata_sample_plan *p;
	size_t from = PDATA_RECORD_HEADER;
	uint64_t t, fixed;

	s->have = 0;
	s->branch.nr = 0;
	if (!rec->event || rec->size < PDATA_RECORD_HEADER)
		return pd_error(err, PDATA_E_NOEVENT, rec->off, rec->type, "",
				"sample without an event");
	p = rec->event->plan;
	t = decodable(rec->event->attr.sample_type);
	want &= t;
	if (p && p->sample_type == rec->event->attr.sample_type && rec->size >= p->size) {
		fixed = want & p->fixed;
		if (rec->swap)
			take_fixed(rec, p, fixed, 1, s);
		else
			take_fixed(rec, p, fixed, 0, s);
		s->have = fixed;
		t &= ~p->fixed;
		want &= t;
		from = p->size;
	}
	return want ? decode_rest(rec, t, want, from, s, err) : 0;
}

size_t pd_sample_stack_end(const struct pd_event *ev, const uint8_t *data, size_t have, int swap)
{
	const uint64_t before = ev->pub.attr.sample_type & ~PD_SAMPLE_HEAD &
				(PDATA_SAMPLE_STACK_USER - 1);
	struct pd_cur c = pd_cur_init(data, have, swap);
	struct pdata_sample s = { 0 };
	uint64_t size;

	/*
	 * The length of an empty branch stack is known only when the fields up to the end of the
	 * record are decoded, which is more than the bytes at hand.
	 */
	if (!(ev->pub.attr.sample_type & PDATA_SAMPLE_STACK_USER) ||
	    before & PDATA_SAMPLE_BRANCH_STACK || have < ev->plan.size)
		return 0;
	c.attr = &ev->pub.attr;
	c.pos += ev->plan.size;
	if (decode(&c, before, before, false, &s) || !pd_has(&c, sizeof(size)))
		return 0;
	size = pd_get_u64(&c, swap);
	return size <= UINT16_MAX ? (size_t)(c.pos - data) + (size_t)size : 0;
}

size_t pd_sample_end(const struct pd_event *ev, const uint8_t *data, size_t size, int swap)
{
	const uint64_t t = decodable(ev->pub.attr.sample_type);
	struct pd_cur c = pd_cur_init(data, size, swap);
	struct pdata_sample s;

	if (size < ev->fixed_size)
		return 0;
	if (!(t & PD_SAMPLE_VARIABLE))
		return ev->fixed_size;
	s.have = 0;
	c.attr = &ev->pub.attr;
	c.pos += ev->plan.size;
	return decode(&c, t & ~PD_SAMPLE_HEAD, ~0ull, false, &s) ? 0 : (size_t)(c.pos - data);
}

int pd_sample_check(const struct pdata_record *rec, struct pdata_error *err)
{
	struct pdata_sample s;

	if (pd_sample_end((const struct pd_event *)rec->event, rec->data, rec->size,
			  (int)rec->swap))
		return 0;
	return pdata_sample_decode(rec, ~0ull, &s, err);
}
