/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes records other than SAMPLE: the schema is expanded once for each byte order. */
#include "wire/custom.h"
#include "wire/elems.h"
#include "wire/record.h"

typedef int (*decode_fn)(struct pd_cur *c, unsigned misc, void *value);

#define PD_SWAP 0
#define PD_FN(name) decode_##name##_host
#include "wire/decode_records.h"
#undef PD_SWAP
#undef PD_FN
#define PD_SWAP 1
#define PD_FN(name) decode_##name##_swap
#include "wire/decode_records.h"
#undef PD_SWAP
#undef PD_FN

static const decode_fn decoders[PD_RECORD_SLOTS][2] = {
#include "schema/no_rows.def"
#define PD_RECORD(NAME, type, member)                                                              \
	[PD_SLOT(type)] = { decode_##NAME##_host, decode_##NAME##_swap },
#define PD_RECORD_EMPTY(NAME, type) PD_RECORD(NAME, type, )
#include "schema/records.def"

#include "schema/undef.def"
};

unsigned pd_sample_id_size(const struct pdata_attr *a)
{
	if (!a || !pdata_attr_flag(a, PDATA_ATTR_SAMPLE_ID_ALL))
		return 0;
	return 8 * (unsigned)__builtin_popcountll(a->sample_type & PDATA_SAMPLE_ID_BITS);
}

/*
 * The sample_id is short and rarely decoded: one expansion with the byte order at run time is
 * enough.
 */
#define PD_SWAP (c->swap)
#include "wire/decode_rows.h"
#define PD_IF_BIT(b) if (t & PDATA_SAMPLE_##b) {
#define PD_ENDIF_BIT(b) }
static int decode_sample_id(struct pd_cur *c, uint64_t t, struct pdata_sample_id *r)
{
#include "schema/sample_id.def"
	r->have = t & PDATA_SAMPLE_ID_BITS;
	return 0;
}
#include "schema/undef.def"
#undef PD_SWAP

int pdata_record_decode(const struct pdata_record *rec, struct pdata_value *v,
			struct pdata_error *err)
{
	const struct pdata_attr *attr = rec->event ? &rec->event->attr : NULL;
	unsigned tail = rec->type < PDATA_RECORD_USER_START ? pd_sample_id_size(attr) : 0;
	struct pd_cur c = pd_cur_init(rec->data, rec->size, (int)rec->swap);
	uint32_t slot = pd_record_slot(rec->type);

	memset(v, 0, sizeof(*v));
	if (slot >= PD_RECORD_SLOTS || !decoders[slot][0])
		return pd_error(err, PDATA_N_RECORD, rec->off, rec->type, "", "type %u", rec->type);

	c.attr = attr;
	if (rec->size < PDATA_RECORD_HEADER + tail) {
		pd_fail(&c, PDATA_E_TRUNCATED, "sample_id");
	} else if (tail) {
		c.pos = c.end - tail;
		decode_sample_id(&c, attr->sample_type, &v->id);
	}
	if (!c.err) {
		c.pos = c.start + PDATA_RECORD_HEADER;
		c.end -= tail;
		decoders[slot][rec->swap != 0](&c, rec->misc, &v->u);
	}
	if (c.err)
		pd_cur_error(&c, rec->off, rec->type, err);
	return c.err;
}
