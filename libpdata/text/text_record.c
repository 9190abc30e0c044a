/* SPDX-License-Identifier: BSD-2-Clause */
/* Converts a record to a line and a line to a record. */
#include "text/text_facts.h"
#include "wire/record.h"

#include <stdio.h>

/* Names of the upper misc bits, by record type. */
static const struct {
	uint32_t type;
	uint16_t bit;
	const char *name;
} misc_names[] = {
	{ PDATA_RECORD_MMAP, PDATA_MISC_MMAP_DATA, "MMAP_DATA" },
	{ PDATA_RECORD_MMAP2, PDATA_MISC_MMAP_DATA, "MMAP_DATA" },
	{ PDATA_RECORD_MMAP2, PDATA_MISC_MMAP_BUILD_ID, "MMAP_BUILD_ID" },
	{ PDATA_RECORD_COMM, PDATA_MISC_COMM_EXEC, "COMM_EXEC" },
	{ PDATA_RECORD_FORK, PDATA_MISC_FORK_EXEC, "FORK_EXEC" },
	{ PDATA_RECORD_SAMPLE, PDATA_MISC_EXACT_IP, "EXACT_IP" },
	{ PDATA_RECORD_SWITCH, PDATA_MISC_SWITCH_OUT, "SWITCH_OUT" },
	{ PDATA_RECORD_SWITCH, PDATA_MISC_SWITCH_OUT_PREEMPT, "SWITCH_OUT_PREEMPT" },
	{ PDATA_RECORD_SWITCH_CPU_WIDE, PDATA_MISC_SWITCH_OUT, "SWITCH_OUT" },
	{ PDATA_RECORD_SWITCH_CPU_WIDE, PDATA_MISC_SWITCH_OUT_PREEMPT, "SWITCH_OUT_PREEMPT" },
	{ PDATA_RECORD_BUILD_ID, PDATA_MISC_BUILD_ID_SIZE, "BUILD_ID_SIZE" },
	{ PDATA_RECORD_LOST_SAMPLES, PDATA_MISC_LOST_SAMPLES_BPF, "LOST_SAMPLES_BPF" },
	{ PDATA_RECORD_MMAP, PDATA_MISC_PROC_MAP_TIMEOUT, "PROC_MAP_TIMEOUT" },
	{ PDATA_RECORD_MMAP2, PDATA_MISC_PROC_MAP_TIMEOUT, "PROC_MAP_TIMEOUT" },
};

static const char *const modes[] = { "UNKNOWN",	   "KERNEL",	   "USER",
				     "HYPERVISOR", "GUEST_KERNEL", "GUEST_USER" };

static void misc_to_text(struct pd_buf *out, uint32_t type, unsigned misc)
{
	unsigned mode = misc & PDATA_MISC_CPUMODE, rest = misc & ~PDATA_MISC_CPUMODE;
	const char *sep = "";

	if (!misc)
		return;
	pd_buf_str(out, " misc=");
	if (mode && mode < PD_NR(modes)) {
		pd_buf_str(out, modes[mode]);
		sep = "|";
	} else {
		rest |= mode;
	}
	for (size_t i = 0; i < PD_NR(misc_names); i++) {
		if (!(rest & misc_names[i].bit) || misc_names[i].type != type)
			continue;
		pd_buf_fmt(out, "%s%s", sep, misc_names[i].name);
		rest &= ~(unsigned)misc_names[i].bit;
		sep = "|";
	}
	if (rest)
		pd_buf_fmt(out, "%s%#x", sep, rest);
}

static bool name_equals(const char *name, const char *s, size_t n)
{
	return strlen(name) == n && !memcmp(name, s, n);
}

static int misc_word(struct pd_line *l, const struct pd_node *whole, const char *s, size_t n,
		     uint64_t *v)
{
	struct pd_node num = { .kind = PD_N_WORD,
			       .name = whole->name,
			       .name_len = whole->name_len,
			       .text = s,
			       .len = n };
	uint64_t x;

	for (unsigned i = 0; i < PD_NR(modes); i++)
		if (name_equals(modes[i], s, n)) {
			*v |= i;
			return 0;
		}
	for (size_t i = 0; i < PD_NR(misc_names); i++)
		if (name_equals(misc_names[i].name, s, n)) {
			*v |= misc_names[i].bit;
			return 0;
		}
	if (pd_node_u64(l, &num, &x))
		return PDATA_E_TEXT;
	*v |= x;
	return 0;
}

static int misc_of(struct pd_line *l, uint64_t *v)
{
	const struct pd_node *n = pd_node_find(l, &l->nodes[0], "misc");
	const char *s = n && n->text ? n->text : "", *end = s + (n ? n->len : 0);

	*v = 0;
	if (n && n->kind != PD_N_WORD) {
		snprintf(l->why, sizeof(l->why), "misc: expected flags");
		return PDATA_E_TEXT;
	}
	while (s < end) {
		const char *bar = memchr(s, '|', (size_t)(end - s));

		if (misc_word(l, n, s, (size_t)((bar ? bar : end) - s), v))
			return PDATA_E_TEXT;
		s = bar ? bar + 1 : end;
	}
	return 0;
}

uint32_t pd_record_by_name(const char *name, size_t len)
{
	for (uint32_t i = 1; i < PD_RECORD_SLOTS; i++) {
		const char *s = pdata_record_name(pd_record_of_slot(i));

		if (s && name_equals(s, name, len))
			return pd_record_of_slot(i);
	}
	return 0;
}

static unsigned trailer_size(uint32_t type, const struct pdata_attr *attr)
{
	return type < PDATA_RECORD_USER_START && type != PDATA_RECORD_SAMPLE
		       ? pd_sample_id_size(attr)
		       : 0;
}

/*
 * Get the attr of the event that a line belongs to: the event whose number the line gives, else
 * event 0. Ids in the line are not looked up, because a dump of several events gives the number.
 * Return: NULL if there are no events, or on an error, which *@err is set to.
 */
static const struct pdata_attr *attr_of(struct pd_line *l, const struct pd_text_events *events,
					int *err)
{
	static const struct pdata_attr empty;
	const size_t nr = events->first + events->nr;
	uint64_t i;

	*err = pd_line_u64(l, "event", 0, &i);
	if (!*err && i >= nr && (i || nr)) {
		snprintf(l->why, sizeof(l->why), "event: the file has only %zu events", nr);
		*err = PDATA_E_TEXT;
	}
	if (*err || i >= nr)
		return NULL;
	return i < events->first ? &empty : &events->attrs[i - events->first];
}

static int trailer_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_text_ctx *x)
{
	static const struct pd_node none = { .kind = PD_N_GROUP };
	const struct pd_node *id = pd_node_find(l, &l->nodes[0], "sample_id");

	return pd_rows_to_bytes(out, pd_rows_sample_id, l,
				id && id->kind == PD_N_GROUP ? id : &none, x);
}

/*
 * Write the record header over the 8 bytes at @at. Its size is header_size if the line gives that,
 * else the size of the record's bytes.
 */
static int finish_record_bytes(struct pd_buf *out, size_t at, struct pd_line *l, uint32_t type,
			       uint64_t misc, int swap)
{
	uint64_t size;

	if (pd_line_u64(l, "header_size", out->len - at, &size))
		return PDATA_E_TEXT;
	if (out->err)
		return out->err;
	if (size > UINT16_MAX) {
		snprintf(l->why, sizeof(l->why), "%llu bytes do not fit into a record",
			 (unsigned long long)size);
		return PDATA_L_RECORD;
	}
	pd_st32(out->p + at, type, swap);
	pd_st16(out->p + at + 4, (uint16_t)misc, swap);
	pd_st16(out->p + at + 6, (uint16_t)size, swap);
	return 0;
}

/* Encode a record whose line has its bytes: RECORD type=99 misc=.. data=<hex>. */
static int raw_to_bytes(struct pd_buf *out, struct pd_line *l, int swap)
{
	static const struct pd_row rows[] = { { .kind = PD_K_REST, .name = "data" },
					      { .kind = PD_K_END } };
	const struct pd_text_ctx x = { .swap = swap };
	size_t at = out->len;
	uint64_t type, misc;
	int ret;

	if (pd_line_u64(l, "type", 0, &type) || misc_of(l, &misc))
		return PDATA_E_TEXT;
	pd_buf_zero(out, PDATA_RECORD_HEADER);
	ret = pd_rows_to_bytes(out, rows, l, &l->nodes[0], &x);
	return ret ? ret : finish_record_bytes(out, at, l, (uint32_t)type, misc, swap);
}

static int header_feature_to_bytes(struct pd_buf *out, struct pd_line *l, int swap)
{
	const struct pd_node *name = pd_node_find(l, &l->nodes[0], "name");
	uint32_t bit = name->kind == PD_N_WORD ? pd_feature_by_name(name->text, name->len) : 0;
	size_t at = out->len;
	uint64_t misc;
	int ret;

	if (!bit || misc_of(l, &misc)) {
		snprintf(l->why, sizeof(l->why), "name: no such feature");
		return PDATA_E_TEXT;
	}
	pd_buf_zero(out, PDATA_RECORD_HEADER);
	pd_buf_num(out, bit, 8, swap);
	ret = pd_feature_to_bytes(out, bit, l, swap);
	return ret ? ret : finish_record_bytes(out, at, l, PDATA_RECORD_HEADER_FEATURE, misc, swap);
}

int pd_record_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_text_events *events,
		       const struct pd_text_facts *facts, int swap)
{
	uint32_t type = pd_record_by_name(l->name, l->name_len);
	struct pd_text_ctx x = { .swap = swap, .facts = facts };
	const struct pd_row *rows;
	size_t at = out->len, tail;
	uint64_t misc, size;
	int ret;

	if (pd_line_is(l, "RECORD"))
		return raw_to_bytes(out, l, swap);
	if (type == PDATA_RECORD_HEADER_FEATURE && pd_node_find(l, &l->nodes[0], "name"))
		return header_feature_to_bytes(out, l, swap);
	rows = type == PDATA_RECORD_SAMPLE ? pd_rows_sample : pd_rows_record(type);
	x.attr = attr_of(l, events, &ret);
	if (ret || misc_of(l, &misc) || pd_line_u64(l, "size", 0, &size))
		return PDATA_E_TEXT;
	x.misc = (unsigned)misc;
	tail = trailer_size(type, x.attr);

	pd_buf_zero(out, PDATA_RECORD_HEADER);
	ret = pd_rows_to_bytes(out, rows, l, &l->nodes[0], &x);
	if (ret)
		return ret;
	if (pd_record_is_padded(type) && type != PDATA_RECORD_TRACING_DATA)
		pd_buf_zero(out, (size_t)(-(out->len - at) & 7));
	if (size > out->len - at + tail && size <= UINT16_MAX)
		pd_buf_zero(out, (size_t)size - (out->len - at) - tail);
	if (tail) {
		ret = trailer_to_bytes(out, l, &x);
		if (ret)
			return ret;
	}
	return finish_record_bytes(out, at, l, type, misc, swap);
}

/* Append a HEADER_FEATURE line: the fields of the feature's payload follow those of the record. */
static int header_feature_to_text(struct pd_buf *out, const struct pdata_record *rec)
{
	uint64_t bit = rec->size >= 16 ? pd_ld64(rec->data + 8, (int)rec->swap) : 0;
	const char *name = bit < PDATA_NR_FEATURES ? pdata_feature_name((uint32_t)bit) : NULL;

	if (!name || rec->size == 16)
		return PDATA_N_FEATURE;
	pd_buf_str(out, "HEADER_FEATURE");
	misc_to_text(out, rec->type, rec->misc);
	pd_buf_fmt(out, " name=%s", name);
	return pd_feature_values_to_text(out, (uint32_t)bit, rec->data + 16, (size_t)rec->size - 16,
					 (int)rec->swap);
}

/*
 * Forms of a line, which are combined and tried in ascending order: with the size, if padding is
 * unusual; with the kernel's short form of an empty branch stack; with RAW bytes in hexadecimal.
 */
enum { FORM_SIZE = 1, FORM_NO_HW_IDX = 2, FORM_PLAIN_RAW = 4 };

/* Append the line of a record in its typed form. Return: 0 if the rows describe the bytes. */
static int typed(struct pd_buf *out, const struct pdata_record *rec, bool many_events,
		 const struct pd_text_facts *facts, int form)
{
	const struct pdata_attr *attr = rec->event ? &rec->event->attr : NULL;
	const struct pd_row *rows = rec->type == PDATA_RECORD_SAMPLE ? pd_rows_sample
								     : pd_rows_record(rec->type);
	struct pd_text_ctx x = { .swap = (int)rec->swap,
				 .misc = rec->misc,
				 .attr = attr,
				 .no_hw_idx = form & FORM_NO_HW_IDX,
				 .facts = facts,
				 .plain_raw = form & FORM_PLAIN_RAW };
	unsigned tail = trailer_size(rec->type, attr);
	struct pd_cur c = pd_cur_init(rec->data, rec->size, (int)rec->swap);

	if (!rows || rec->size < PDATA_RECORD_HEADER + tail)
		return PDATA_E_TRUNCATED;
	pd_buf_str(out, pdata_record_name(rec->type));
	misc_to_text(out, rec->type, rec->misc);
	if (many_events && rec->event && rec->event->index)
		pd_buf_fmt(out, " event=%u", rec->event->index);
	if (form & FORM_SIZE)
		pd_buf_fmt(out, " size=%u", rec->size);
	c.attr = attr;
	c.pos += PDATA_RECORD_HEADER;
	c.end -= tail;
	if (pd_rows_to_text(out, rows, &c, &x))
		return c.err;
	if (tail) {
		pd_buf_str(out, " sample_id={");
		c.pos = c.end;
		c.end += tail;
		pd_rows_to_text(out, pd_rows_sample_id, &c, &x);
		pd_buf_str(out, "}");
	}
	return 0;
}

/*
 * Whether the line of @out that begins at @at gives the record's bytes again. If memory is
 * exhausted, out->err is set and the answer is false.
 */
static bool record_line_roundtrips(struct pd_buf *out, size_t at, const struct pdata_record *rec,
				   const struct pd_text_facts *facts)
{
	struct pd_line l = { 0 };
	struct pd_buf bytes = { 0 };
	struct pd_text_events events = { 0 };
	struct pdata_attr attr;
	bool ok = false;
	int ret;

	/* The line gives its event by number: make a list that has only the attr at that number. */
	if (rec->event) {
		attr = rec->event->attr;
		events = (struct pd_text_events){ .attrs = &attr,
						  .nr = 1,
						  .first = rec->event->index };
	}
	ret = pd_line_parse(&l, out->p + at, out->len - at);
	if (!ret)
		ret = pd_record_to_bytes(&bytes, &l, &events, facts, (int)rec->swap);
	if (ret == PDATA_E_NOMEM || bytes.err)
		out->err = PDATA_E_NOMEM;
	if (!ret)
		ok = bytes.len == rec->size && !memcmp(bytes.p, rec->data, rec->size);
	pd_line_free(&l);
	pd_buf_free(&bytes);
	return ok;
}

void pd_record_to_text(struct pd_buf *out, const struct pdata_record *rec, bool many_events,
		       const struct pd_text_facts *facts)
{
	size_t at = out->len;
	const struct pdata_attr *a =
		rec->type == PDATA_RECORD_SAMPLE && rec->event ? &rec->event->attr : NULL;
	int absent = 0; /* forms that would not differ from others */

	if (rec->type == PDATA_RECORD_HEADER_FEATURE && !header_feature_to_text(out, rec) &&
	    record_line_roundtrips(out, at, rec, facts))
		return;
	if (!a || !(a->branch_sample_type & PDATA_BRANCH_HW_INDEX))
		absent |= FORM_NO_HW_IDX;
	if (!a || !(a->sample_type & PDATA_SAMPLE_RAW) || !pd_facts_format(facts, a))
		absent |= FORM_PLAIN_RAW;
	for (int form = 0; form < 8; form++) {
		out->len = at;
		if (!(form & absent) && !typed(out, rec, many_events, facts, form) &&
		    record_line_roundtrips(out, at, rec, facts))
			return;
	}
	out->len = at;
	pd_buf_fmt(out, "RECORD type=%u misc=%#x", rec->type, rec->misc);
	/*
	 * Readers accept one kind of record although its header has a wrong size: keep that size.
	 */
	if (pd_ld16(rec->data + 6, (int)rec->swap) != rec->size)
		pd_buf_fmt(out, " header_size=%u", pd_ld16(rec->data + 6, (int)rec->swap));
	pd_buf_str(out, " data=");
	pd_buf_hex(out, rec->data + PDATA_RECORD_HEADER, (size_t)rec->size - PDATA_RECORD_HEADER);
}
