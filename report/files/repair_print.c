/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The closing report of `pdata repair`: damaged byte ranges with their times, repaired chunks, bad
 * features and the exit status.
 */
#include "base/message.h"
#include "common/plural.h"
#include "files/repair.h"

#include <errno.h>
#include <stdio.h>

static void print_repair_time(uint64_t ns)
{
	printf("%llu.%09llu", (unsigned long long)(ns / 1000000000),
	       (unsigned long long)(ns % 1000000000));
}

static void print_repair_times(uint64_t from, uint64_t to)
{
	if (from) {
		printf(" from ");
		print_repair_time(from);
	}
	if (to) {
		printf(" to ");
		print_repair_time(to);
	}
}

static void print_holes(const struct repair *c)
{
	for (size_t i = 0; i < c->nr_holes; i++) {
		const struct repair_hole *h = &c->holes[i];

		printf("lost: %llu byte%s at offset %llu", (unsigned long long)h->bytes,
		       pd_plural(h->bytes), (unsigned long long)h->off);
		print_repair_times(h->after, h->before);
		printf("\n");
	}
}

static void print_repaired_chunks(const struct repair *c)
{
	for (uint32_t i = 0; i < c->nr_chunks; i++) {
		const uint64_t saved = c->chunks[i].from_copies;
		const struct pdata_chunk *k = &c->chunks[i].x;
		uint64_t samples = 0;

		for (uint32_t n = 0; n < k->nr_counts; n++)
			samples += k->counts[n].nr_samples;
		printf("lost: part of the data (chunk) at offset %llu, because its checksum does "
		       "not match: %llu byte%s, %llu record%s, %llu sample%s",
		       (unsigned long long)k->off, (unsigned long long)k->len, pd_plural(k->len),
		       (unsigned long long)(k->nr_records - saved),
		       pd_plural(k->nr_records - saved), (unsigned long long)samples,
		       pd_plural(samples));
		print_repair_times(k->first_time, k->last_time);
		printf("\n");
		if (saved)
			printf("saved: %llu record%s about maps, threads and names in this part of "
			       "the data, from a second copy of %s in the file\n",
			       (unsigned long long)saved, pd_plural(saved),
			       pd_one_or_many(saved, "this record", "these records"));
	}
}

/*
 * Damage of a feature is only known after the feature was requested; writing the new file
 * requested all.
 */
static bool print_bad_features(struct repair *c)
{
	bool any = false;

	for (uint32_t bit = 1; bit < PDATA_NR_FEATURES; bit++) {
		const struct pdata_feature *f;
		struct pdata_error err;
		int ret = pdata_reader_feature(c->s.reader, bit, &f, &err);
		const char *name = pdata_feature_name(bit);

		if (ret == PDATA_E_NOMEM)
			session_set_err(&c->s, -ENOMEM);
		if (!ret || ret == PDATA_N_FEATURE || ret == PDATA_E_NOMEM)
			continue;
		any = true;
		if (!c->quiet)
			printf("lost: header feature %s: %s\n", name ? name : "of an unknown type",
			       pdata_strerror(ret));
	}
	return any;
}

static bool records_tracepoints(const struct repair *c)
{
	for (uint32_t i = 0; i < c->nr_events; i++)
		if (c->events[i].attr.type == PDATA_TYPE_TRACEPOINT)
			return true;
	return false;
}

/*
 * Say that the new file lacks the formats of tracepoints: perf does not open such a file. They are
 * a feature behind the data, which a file that was cut does not have.
 */
static void print_missing_formats(const struct repair *c)
{
	const struct pdata_feature *f;
	struct pdata_error err;

	if (!c->quiet && records_tracepoints(c) &&
	    pdata_reader_feature(c->s.reader, PDATA_FEAT_TRACING_DATA, &f, &err))
		printf("missing: the formats of tracepoints: pdata prints samples of tracepoints "
		       "without fields, and perf refuses the new file\n");
}

/*
 * Print what lies after the sections and is not in the new file. Return: whether it had records or
 * other data of a recorder.
 */
static bool say_tail(const struct repair *c)
{
	const uint64_t unflushed = pdata_reader_info(c->s.reader)->unflushed_size;
	const struct pdata_error *e;
	bool any = unflushed != 0, is_lost;

	if (unflushed && !c->quiet)
		printf("lost: %llu bytes after the last section: a recorder wrote these bytes "
		       "after it last updated the header, and was then killed\n",
		       (unsigned long long)unflushed);
	for (uint32_t i = 0; (e = pdata_reader_notice(c->s.reader, i)); i++) {
		if (e->code == PDATA_E_HEADER)
			continue;
		/* Bytes that are neither records nor a trailer do not belong to the recording. */
		is_lost = e->code == PDATA_E_TRAILER || *e->field;
		any |= is_lost;
		if (!c->quiet)
			printf("%s: %s\n", is_lost ? "lost" : "left out", e->text);
	}
	return any;
}

int repair_print(struct repair *c)
{
	const struct pdata_damage *d = pdata_reader_damage(c->s.reader);
	bool features, tail, lost;

	if (!c->quiet) {
		printf("saved: %llu record%s, %llu of them samples, %llu byte%s",
		       (unsigned long long)c->records, pd_plural(c->records),
		       (unsigned long long)c->samples, (unsigned long long)c->bytes,
		       pd_plural(c->bytes));
		print_repair_times(c->kept.first, c->kept.last);
		printf("\n");
		print_holes(c);
		print_repaired_chunks(c);
		if (c->lost_records)
			printf("lost: %llu record%s, %llu of them samples\n",
			       (unsigned long long)c->lost_records, pd_plural(c->lost_records),
			       (unsigned long long)c->lost_samples);
	}
	/*
	 * The session prints the damage that the reader counts, without the records that repair
	 * refused.
	 */
	if (c->lost_records && !d->nr)
		rep_err("%s: %llu record%s %s lost: %s contents cannot be written to the new "
			"file",
			c->s.path, (unsigned long long)c->lost_records, pd_plural(c->lost_records),
			pd_one_or_many(c->lost_records, "is", "are"),
			pd_one_or_many(c->lost_records, "its", "their"));
	features = print_bad_features(c);
	print_missing_formats(c);
	tail = say_tail(c);
	lost = features || tail || c->nr_holes || c->lost_records || d->skipped_bytes ||
	       (d->nr && d->first.code == PDATA_E_CUT);
	return lost ? REP_PART : REP_OK;
}
