/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps the events of a file, and finds the event of a record. */
#include "base/cursor.h"
#include "reader/reader.h"
#include "wire/record.h"

static int bits(uint64_t v)
{
	return __builtin_popcountll(v);
}

static uint32_t head_field_off(const struct pdata_sample_plan *p, uint64_t bit, unsigned nr)
{
	return p->fixed & bit ? p->off[nr] : 0;
}

static struct pd_head_offsets get_head_offsets(const struct pdata_sample_plan *p)
{
	return (struct pd_head_offsets){
		.ip = head_field_off(p, PDATA_SAMPLE_IP, PD_BIT_NR(IP)),
		.tid = head_field_off(p, PDATA_SAMPLE_TID, PD_BIT_NR(TID)),
		.time = head_field_off(p, PDATA_SAMPLE_TIME, PD_BIT_NR(TIME)),
		.period = head_field_off(p, PDATA_SAMPLE_PERIOD, PD_BIT_NR(PERIOD)),
		.size = p->size,
	};
}

/* Positions in the sample_id follow from the order of the fields in sample_id.def. */
static void find_positions(struct pd_event *ev)
{
	uint64_t t = ev->pub.attr.sample_type;
	uint64_t behind_id = PDATA_SAMPLE_STREAM_ID | PDATA_SAMPLE_CPU;
	uint64_t same_word = (t & PDATA_SAMPLE_WEIGHT) && (t & PDATA_SAMPLE_WEIGHT_STRUCT);
	uint64_t behind_time = PDATA_SAMPLE_ID | behind_id | PDATA_SAMPLE_IDENTIFIER;
	bool tail = pdata_attr_flag(&ev->pub.attr, PDATA_ATTR_SAMPLE_ID_ALL);

	ev->variable = t & PD_SAMPLE_VARIABLE;
	ev->fixed_size =
		PDATA_RECORD_HEADER +
		8 * (unsigned)(bits(t & PDATA_SAMPLE_KNOWN & ~PD_SAMPLE_VARIABLE) - (int)same_word);
	ev->head = get_head_offsets(&ev->plan);
	ev->id_head = ev->id_tail = ev->time_head = ev->time_tail = -1;
	if (t & PDATA_SAMPLE_IDENTIFIER)
		ev->id_head = 0;
	else if (t & PDATA_SAMPLE_ID)
		ev->id_head = ev->plan.off[PD_BIT_NR(ID)] - PDATA_RECORD_HEADER;
	if (t & PDATA_SAMPLE_TIME)
		ev->time_head = ev->plan.off[PD_BIT_NR(TIME)] - PDATA_RECORD_HEADER;
	if (tail && t & PDATA_SAMPLE_IDENTIFIER)
		ev->id_tail = 8;
	else if (tail && t & PDATA_SAMPLE_ID)
		ev->id_tail = 8 + 8 * bits(t & behind_id);
	if (tail && t & PDATA_SAMPLE_TIME)
		ev->time_tail = 8 + 8 * bits(t & behind_time);
}

/* Note the offsets of this event's ids, unless another event has the same ones. */
static void add_id_position(struct pdata_reader *r, struct pd_event *ev)
{
	for (size_t i = 0; i < r->nr_id_layouts; i++)
		if (r->id_layouts[i]->id_head == ev->id_head &&
		    r->id_layouts[i]->id_tail == ev->id_tail)
			return;
	if (r->nr_id_layouts < PD_NR(r->id_layouts))
		r->id_layouts[r->nr_id_layouts++] = ev;
	r->ids_agree = r->nr_id_layouts == 1;
}

int pd_event_add(struct pdata_reader *r, const uint8_t *attr, size_t len, struct pd_event **out,
		 struct pdata_error *err)
{
	struct pd_event *ev = pd_arena_array(&r->arena, 1, sizeof(*ev));
	uint8_t *raw;
	int used;

	if (!ev || pd_grow(&r->events, &r->events_cap, r->nr_events + 1, sizeof(struct pd_event *)))
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "event");
	used = pdata_attr_decode(attr, len, (int)r->info.swap, &ev->pub.attr, err);
	if (used < 0)
		return used;
	raw = pd_arena_array(&r->arena, (uint64_t)used, 1);
	if (!raw)
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "event");
	memcpy(raw, attr, (size_t)used);

	ev->pub.index = (uint32_t)r->nr_events;
	ev->pub.scale = 1;
	ev->pub.raw_attr = raw;
	ev->pub.raw_size = (uint32_t)used;
	pd_plan_make(&ev->plan, ev->pub.attr.sample_type);
	ev->pub.plan = &ev->plan;
	find_positions(ev);
	add_id_position(r, ev);
	r->events[r->nr_events++] = ev;
	*out = ev;
	return 0;
}

int pd_event_ids(struct pdata_reader *r, struct pd_event *ev, const struct pdata_view *ids)
{
	uint64_t *copy = pd_arena_array(&r->arena, ids->nr, sizeof(*copy));

	if (!copy || ids->nr > UINT32_MAX)
		return PDATA_E_NOMEM;
	for (uint64_t i = 0; i < ids->nr; i++) {
		copy[i] = pdata_u64_at(ids, i);
		if (pd_idmap_add(&r->ids, copy[i], ev))
			return PDATA_E_NOMEM;
	}
	ev->pub.ids = copy;
	ev->pub.nr_ids = (uint32_t)ids->nr;
	return 0;
}

/*
 * EVENT_DESC lists events in the order of the attrs. If the first id of an entry belongs to another
 * event, the id is right.
 */
void pd_event_names(struct pdata_reader *r, const struct pdata_event_desc *d)
{
	for (uint32_t i = 0; i < d->nr; i++) {
		const struct pdata_feat_event *e = &d->events[i];
		struct pd_event *ev = e->nr_ids ? pd_idmap_find(&r->ids, e->ids[0]) : NULL;

		if (!ev && i < r->nr_events)
			ev = r->events[i];
		if (ev && !ev->pub.name && *e->name)
			ev->pub.name = e->name;
	}
}

int pd_event_update(struct pdata_reader *r, const struct pdata_event_update *u)
{
	struct pd_event *ev = pd_idmap_find(&r->ids, u->id);
	char *text;

	if (!ev)
		return 0;
	switch (u->type) {
	case PDATA_EVENT_UPDATE_UNIT:
	case PDATA_EVENT_UPDATE_NAME:
		text = pd_arena_str(&r->arena, u->text, strlen(u->text));
		if (!text)
			return PDATA_E_NOMEM;
		if (u->type == PDATA_EVENT_UPDATE_UNIT)
			ev->pub.unit = text;
		else
			ev->pub.name = text;
		break;
	case PDATA_EVENT_UPDATE_SCALE:
		memcpy(&ev->pub.scale, &u->scale, sizeof(ev->pub.scale));
		break;
	default:
		break;
	}
	return 0;
}

/*
 * Read the 8 bytes at position @head of a SAMPLE or @tail of another record. Return: false if the
 * record is shorter.
 */
static bool word_at(const struct pdata_record *rec, int head, int tail, uint64_t *out)
{
	size_t off;

	if (rec->type == PDATA_RECORD_SAMPLE) {
		if (head < 0 || rec->size < PDATA_RECORD_HEADER + (size_t)head + 8)
			return false;
		off = PDATA_RECORD_HEADER + (size_t)head;
	} else {
		if (tail < 0 || rec->size < PDATA_RECORD_HEADER + (size_t)tail)
			return false;
		off = rec->size - (size_t)tail;
	}
	*out = pd_ld64(rec->data + off, (int)rec->swap);
	return true;
}

/*
 * Find the event if events have their ids at different offsets. An id counts if it is at the offset
 * of a known event and belongs to an event with the same offset.
 */
static struct pd_event *search(const struct pdata_reader *r, const struct pdata_record *rec)
{
	for (size_t i = 0; i < r->nr_id_layouts; i++) {
		const struct pd_event *ev = r->id_layouts[i];
		struct pd_event *found;
		uint64_t id;

		if (!word_at(rec, ev->id_head, ev->id_tail, &id))
			continue;
		found = pd_idmap_find(&r->ids, id);
		if (found && found->id_head == ev->id_head && found->id_tail == ev->id_tail)
			return found;
	}
	return NULL;
}

/* @unknown: set if no event has the record's id, or if the record is a SAMPLE without an event. */
static struct pd_event *find_record_event(struct pdata_reader *r, const struct pdata_record *rec,
					  bool *unknown, uint64_t *id_out)
{
	struct pd_event *first, *ev;
	uint64_t id = 0;

	*unknown = !r->nr_events && rec->type == PDATA_RECORD_SAMPLE;
	if (!r->nr_events)
		return &r->no_event;
	first = r->events[0];
	if (r->nr_events == 1)
		return first;
	if (r->ids_agree) {
		if (!word_at(rec, first->id_head, first->id_tail, &id) || !id)
			return first; /* no id to look up, or a synthesised record */
		ev = pd_idmap_find(&r->ids, id);
	} else {
		ev = search(r, rec);
	}
	*unknown = !ev && (id || rec->type == PDATA_RECORD_SAMPLE);
	*id_out = id;
	return ev ? ev : first;
}

int pd_event_of(struct pdata_reader *r, struct pdata_record *rec)
{
	uint64_t id = 0;
	bool unknown;
	struct pd_event *ev = find_record_event(r, rec, &unknown, &id);

	rec->event = &ev->pub;
	rec->time = 0;
	word_at(rec, ev->time_head, ev->time_tail, &rec->time);
	return unknown ? pd_damage_no_event(r, rec, id) : 0;
}

uint32_t pdata_reader_nr_events(const struct pdata_reader *r)
{
	return (uint32_t)r->nr_events;
}

const struct pdata_event *pdata_reader_event(const struct pdata_reader *r, uint32_t i)
{
	return i < r->nr_events ? &r->events[i]->pub : NULL;
}

const struct pdata_event *pdata_reader_event_by_id(const struct pdata_reader *r, uint64_t id)
{
	struct pd_event *ev = pd_idmap_find(&r->ids, id);

	return ev ? &ev->pub : NULL;
}
