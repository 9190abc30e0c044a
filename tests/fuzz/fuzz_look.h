/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Calls every function of the reader, the decoders and the tasks for a file. */

#include <pdata/deferred.h>
#include <pdata/pdata.h>
#include <pdata/tasks.h>

#include <stdlib.h>

static volatile uint64_t sink;

/* Read every byte of a decoded byte range. */
static void look(const void *data, uint64_t len)
{
	const uint8_t *p = data;
	uint64_t sum = 0;

	for (uint64_t i = 0; p && i < len; i++)
		sum += p[i];
	sink += sum;
}

static void look_at_sample(const struct pdata_record *rec, const struct pdata_deferred *d)
{
	static uint64_t chain[20000]; /* two that fill records */
	struct pdata_sample s;
	struct pdata_error err;

	if (pdata_sample_decode(rec, ~0ull, &s, &err))
		return;
	if (d)
		pdata_deferred_join(d, &s, chain, sizeof(chain) / sizeof(chain[0]));
	if (s.have & PDATA_SAMPLE_CALLCHAIN)
		look(s.ips.data, s.ips.nr * 8);
	if (s.have & PDATA_SAMPLE_RAW)
		look(s.raw, s.raw_size);
	if (s.have & PDATA_SAMPLE_STACK_USER)
		look(s.stack.data, s.stack.size);
	if (s.have & PDATA_SAMPLE_BRANCH_STACK)
		for (uint64_t i = 0; i < s.branch.nr; i++)
			sink += pdata_branch_at(&s.branch.entries, i).flags;
	if (s.have & PDATA_SAMPLE_READ)
		for (uint64_t i = 0; i < s.read.nr; i++)
			sink += pdata_read_entry_at(&s.read, i).value;
	pdata_sample_decode(rec, PDATA_SAMPLE_IP | PDATA_SAMPLE_TID, &s, NULL);
}

static void look_at_record(struct pdata_reader *r, const struct pdata_record *rec,
			   const struct pdata_deferred *d)
{
	static uint8_t out[70000];
	struct pdata_value v;
	struct pdata_error err;
	char line[256], buf[512];
	int64_t n;

	look(rec->data, rec->size);
	if (rec->type == PDATA_RECORD_SAMPLE)
		look_at_sample(rec, d);
	else if (!pdata_record_decode(rec, &v, &err))
		pdata_record_encode(rec->type, rec->misc, &v, rec->event ? &rec->event->attr : NULL,
				    (int)rec->swap, out, sizeof(out));
	else
		pdata_error_format(&err, line, sizeof(line));
	if (rec->payload && (n = pdata_reader_payload(r, buf, sizeof(buf))) > 0)
		look(buf, (uint64_t)n);
}

static void look_at_features(struct pdata_reader *r)
{
	const struct pdata_feature *f;
	struct pdata_error err;
	uint8_t *out;

	for (uint32_t bit = 0; bit < PDATA_NR_FEATURES; bit++) {
		if (pdata_reader_feature(r, bit, &f, &err))
			continue;
		look(f->data, f->len);
		if (pdata_feature_encode(f, 0, &out) >= 0)
			pdata_free(out);
	}
}

static void ask_tasks(struct pdata_tasks *t, const uint64_t *seen, unsigned nr)
{
	struct pdata_thread_at at;

	for (unsigned i = 0; i < nr; i++) {
		pdata_tasks_at(t, (uint32_t)seen[i], (uint32_t)(seen[i] >> 32), i * 1000, i, &at);
		sink += pdata_mapset_find(at.maps, seen[i]) != NULL;
		sink += pdata_tasks_kernel_map(t, ~seen[i], i, i) != NULL;
	}
}

static void look_at_damage(const struct pdata_reader *r)
{
	const struct pdata_damage_kind *k;
	char line[256];
	uint64_t sum = 0;

	for (uint32_t i = 0; (k = pdata_reader_damage_kind(r, i)); i++) {
		pdata_error_format(&k->first, line, sizeof(line));
		sum += k->nr;
	}
	if (sum > pdata_reader_damage(r)->nr)
		abort();
}

/* Read @r to its end and close it. */
static void look_at_all(struct pdata_reader *r)
{
	struct pdata_deferred *d = NULL;
	struct pdata_tasks *t = NULL;
	struct pdata_record rec;
	uint64_t seen[64] = { 0 };
	unsigned nr = 0;

	pdata_tasks_new(&t);
	pdata_deferred_new(&d);
	while (pdata_reader_next(r, &rec) == 1) {
		if (d)
			pdata_deferred_add(d, &rec);
		look_at_record(r, &rec, d);
		if (t)
			pdata_tasks_add(t, &rec, NULL);
		seen[nr++ % 64] = rec.time ^ rec.off;
	}
	look_at_features(r);
	look_at_damage(r);
	if (t && !pdata_tasks_seal(t))
		ask_tasks(t, seen, nr < 64 ? nr : 64);
	pdata_deferred_free(d);
	pdata_tasks_free(t);
	pdata_reader_close(r);
}
