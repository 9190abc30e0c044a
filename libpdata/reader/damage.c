/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts what could not be read, in total and by kind, with the first place of each kind. */
#include "reader/reader.h"
#include "wire/record.h"

#include <stdarg.h>
#include <stdio.h>

static bool same_kind(const struct pdata_error *a, const struct pdata_error *b)
{
	return a->code == b->code && a->rec_type == b->rec_type && !strcmp(a->field, b->field);
}

static void add_kind(struct pd_tally *t, const struct pdata_damage_kind *k)
{
	for (uint32_t i = 0; i < t->nr_kinds; i++) {
		if (same_kind(&t->kinds[i].first, &k->first)) {
			t->kinds[i].nr += k->nr;
			return;
		}
	}
	if (t->nr_kinds < PD_KINDS_MAX)
		t->kinds[t->nr_kinds++] = *k;
}

static void add_to_tally(struct pd_tally *t, const struct pdata_error *e)
{
	const struct pdata_damage_kind one = { *e, 1 };

	if (!t->d.nr++)
		t->d.first = *e;
	add_kind(t, &one);
}

/*
 * Count damage. The first damage is one of the file as a whole, if there is any, else the one with
 * the lowest offset.
 */
static void count_damage(struct pdata_reader *r, const struct pdata_error *e)
{
	const bool earlier = !r->opened.d.nr && e->off < r->damage.d.first.off;

	add_to_tally(&r->damage, e);
	if (earlier)
		r->damage.d.first = *e;
}

static void report_damage(struct pdata_reader *r, const struct pdata_error *e)
{
	count_damage(r, e);
	if (r->opts.damaged)
		r->opts.damaged(r->opts.damaged_ctx, e);
}

/* Return: 0 to continue (by policy), or the error code. */
static int damage_result(struct pdata_reader *r, const struct pdata_error *e)
{
	if (r->opts.on_damage != PDATA_DAMAGE_STRICT)
		return 0;
	if (!r->error.code)
		r->error = *e;
	return e->code;
}

int pd_damage(struct pdata_reader *r, int code, uint64_t off, uint32_t type, const char *field,
	      uint64_t skipped, const char *fmt, ...)
{
	struct pdata_error e;
	va_list ap;

	pd_error(&e, code, off, type, field, "%s", "");
	va_start(ap, fmt);
	vsnprintf(e.text, sizeof(e.text), fmt, ap);
	va_end(ap);
	/* The first pass over the data finds again what the look at the meta records finds. */
	if (r->meta_only)
		count_damage(r, &e);
	else
		report_damage(r, &e);
	r->damage.d.skipped_bytes += skipped;
	return damage_result(r, &e);
}

void pd_note(struct pdata_reader *r, int code, uint64_t off, const char *field, const char *fmt,
	     ...)
{
	struct pdata_error *e = &r->notices[r->nr_notices];
	va_list ap;

	if (r->nr_notices == PD_NOTICES_MAX)
		return;
	r->nr_notices++;
	pd_error(e, code, off, 0, field, "%s", "");
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
}

const struct pdata_error *pdata_reader_notice(const struct pdata_reader *r, uint32_t i)
{
	return i < r->nr_notices ? &r->notices[i] : NULL;
}

static void add_record(struct pdata_reader *r, const struct pdata_record *rec,
		       const struct pdata_error *e)
{
	if (r->opts.on_damage == PDATA_DAMAGE_STRICT)
		r->bad_record = rec->seq + 1;
	add_to_tally(&r->records, e);
}

int pd_damage_again(struct pdata_reader *r)
{
	return damage_result(r, &r->records.d.first);
}

int pd_damage_record(struct pdata_reader *r, const struct pdata_record *rec,
		     const struct pdata_error *e)
{
	const uint64_t cut = rec->type == PDATA_RECORD_SAMPLE, other = !cut;

	/* Damage of a record is counted once, however often the record is read. */
	if (rec->seq < r->checked || pd_is_bad_record(r, rec))
		return 0;
	report_damage(r, e);
	add_record(r, rec, e);
	r->damage.d.cut_samples += cut;
	r->records.d.cut_samples += cut;
	r->damage.d.skipped_records += other;
	r->records.d.skipped_records += other;
	return damage_result(r, e);
}

int pd_damage_no_event(struct pdata_reader *r, const struct pdata_record *rec, uint64_t id)
{
	struct pdata_error e;

	if (rec->seq < r->checked || pd_is_bad_record(r, rec) || pd_is_unchecked(r, rec))
		return 0;
	pd_error(&e, PDATA_E_NOEVENT, rec->off, rec->type, "id", "id %llu", (unsigned long long)id);
	if (!r->nr_events)
		snprintf(e.text, sizeof(e.text), "no event precedes it");
	report_damage(r, &e);
	add_record(r, rec, &e);
	r->damage.d.unknown_ids++;
	r->records.d.unknown_ids++;
	return damage_result(r, &e);
}

int pd_check_record(struct pdata_reader *r, const struct pdata_record *rec)
{
	struct pdata_error err;
	struct pdata_value v;
	int ret;

	if (r->opts.trust_records || rec->seq < r->checked || pd_is_unchecked(r, rec))
		return 0;
	if (rec->type == PDATA_RECORD_SAMPLE)
		ret = rec->seq + 1 == r->whole_sample ? 0 : pd_sample_check(rec, &err);
	else
		ret = pdata_record_decode(rec, &v, &err);
	return ret && ret != PDATA_N_RECORD ? pd_damage_record(r, rec, &err) : 0;
}

void pd_damage_rewind(struct pdata_reader *r)
{
	const struct pdata_damage *d = &r->records.d;

	r->damage = r->opened;
	if (!r->damage.d.nr && d->nr)
		r->damage.d.first = d->first;
	r->damage.d.nr += d->nr;
	r->damage.d.cut_samples += d->cut_samples;
	r->damage.d.skipped_records += d->skipped_records;
	r->damage.d.unknown_ids += d->unknown_ids;
	for (uint32_t i = 0; i < r->records.nr_kinds; i++)
		add_kind(&r->damage, &r->records.kinds[i]);
}

void pd_damage_uncheck(struct pdata_reader *r)
{
	r->checked = 0;
	r->bad_record = 0;
	r->records = (struct pd_tally){ .d.first.field = "" };
}

const struct pdata_damage *pdata_reader_damage(const struct pdata_reader *r)
{
	return &r->damage.d;
}

const struct pdata_damage_kind *pdata_reader_damage_kind(const struct pdata_reader *r, uint32_t i)
{
	return i < r->damage.nr_kinds ? &r->damage.kinds[i] : NULL;
}
