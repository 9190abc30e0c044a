/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the counter values of READ records by thread (`pdata report --threads`), as a table or
 * one line per record.
 */
#include "view/report_threads.h"

#include "console/command.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A READ record. */
struct count {
	uint64_t time, seq, value;
	uint32_t pid, tid, event;
};

/* The values as a table: threads and events in the order of their first record. */
struct table {
	struct count *counts;
	uint32_t nr, cap;
	/* key: pid and tid; the key with number n has row n - 1 */
	struct interner threads;
	uint32_t *events; /* by column */
	uint32_t nr_events;
	uint64_t *values; /* by row, then column */
};

static void add_read_record(struct table *t, const struct pdata_record *rec)
{
	struct pdata_value v;

	if (rec->type != PDATA_RECORD_READ || !rec->event || pdata_record_decode(rec, &v, NULL))
		return;
	if (t->nr == t->cap) {
		t->cap = t->cap ? t->cap * 2 : 64;
		t->counts = rep_grow(t->counts, t->cap, sizeof(*t->counts));
	}
	/* perf takes the first word as the value, which for a group is its number of events. */
	t->counts[t->nr++] = (struct count){ .time = rec->time,
					     .seq = rec->seq,
					     .pid = v.u.read.pid,
					     .tid = v.u.read.tid,
					     .event = rec->event->index,
					     .value = v.u.read.read.format & PDATA_FORMAT_GROUP
							      ? v.u.read.read.nr
							      : v.u.read.read.single.value };
}

static int compare_count_times(const void *x, const void *y)
{
	const struct count *a = x, *b = y;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

static uint32_t find_thread_row(struct table *t, const struct count *c)
{
	const uint32_t key[2] = { c->pid, c->tid };

	return interner_add(&t->threads, key, sizeof(key)) - 1;
}

static uint32_t find_event_column(struct table *t, const struct count *c)
{
	uint32_t i = 0;

	while (i < t->nr_events && t->events[i] != c->event)
		i++;
	if (i == t->nr_events)
		t->events[t->nr_events++] = c->event;
	return i;
}

static uint32_t nr_threads(const struct table *t)
{
	return t->threads.nr ? t->threads.nr - 1 : 0;
}

/* Return: 0 or -ENOMEM. */
static int add_up(struct table *t, uint32_t max_events)
{
	t->events = rep_alloc(max_events, sizeof(*t->events));
	if (t->nr)
		qsort(t->counts, t->nr, sizeof(*t->counts), compare_count_times);
	for (uint32_t i = 0; i < t->nr; i++) {
		find_thread_row(t, &t->counts[i]);
		find_event_column(t, &t->counts[i]);
	}
	if (t->threads.err)
		return t->threads.err;
	t->values = rep_alloc((size_t)nr_threads(t) * t->nr_events, sizeof(*t->values));
	for (uint32_t i = 0; i < t->nr; i++)
		t->values[(size_t)find_thread_row(t, &t->counts[i]) * t->nr_events +
			  find_event_column(t, &t->counts[i])] += t->counts[i].value;
	return 0;
}

static int wider(int width, int n)
{
	return n > width ? n : width;
}

static const uint32_t *thread_of(const struct table *t, uint32_t row)
{
	return (const uint32_t *)(const void *)t->threads.all[row + 1].data;
}

/* The width of column @i of threads. @i: 0 the process, 1 the thread. */
static int id_width(const struct table *t, unsigned i)
{
	int width = 3;

	for (uint32_t r = 0; r < nr_threads(t); r++)
		width = wider(width, snprintf(NULL, 0, "%d", (int)thread_of(t, r)[i]));
	return width;
}

static int value_width(const struct table *t, uint32_t column, int width)
{
	for (uint32_t r = 0; r < nr_threads(t); r++)
		width = wider(width, snprintf(NULL, 0, "%" PRIu64,
					      t->values[(size_t)r * t->nr_events + column]));
	return width;
}

static void print_thread_ids(struct report *rp, const struct table *t, uint32_t row)
{
	out_printf(rp->out, "  %*d  %*d", id_width(t, 0), (int)thread_of(t, row)[0], id_width(t, 1),
		   (int)thread_of(t, row)[1]);
}

static void print_threads_table(struct report *rp, const struct table *t)
{
	int *widths = rep_alloc(t->nr_events, sizeof(*widths));

	out_printf(rp->out, "# %*s  %*s", id_width(t, 0), "PID", id_width(t, 1), "TID");
	for (uint32_t c = 0; c < t->nr_events; c++) {
		const char *name = rp->ev[t->events[c]].name;

		widths[c] = value_width(t, c, (int)strlen(name));
		out_printf(rp->out, "  %*s", widths[c], name);
	}
	out_char(rp->out, '\n');
	for (uint32_t r = 0; r < nr_threads(t); r++) {
		print_thread_ids(rp, t, r);
		for (uint32_t c = 0; c < t->nr_events; c++)
			out_printf(rp->out, "  %*" PRIu64, widths[c],
				   t->values[(size_t)r * t->nr_events + c]);
		out_char(rp->out, '\n');
	}
	free(widths);
}

static void print_threads_raw(struct report *rp, const struct table *t)
{
	int name = 4, raw = 3, count = 5;

	for (uint32_t c = 0; c < t->nr_events; c++) {
		name = wider(name, (int)strlen(rp->ev[t->events[c]].name));
		raw = wider(raw, snprintf(NULL, 0, "%" PRIx32, t->events[c]));
		count = value_width(t, c, count);
	}
	out_printf(rp->out, "# %*s  %*s  %*s  %*s  %*s\n", id_width(t, 0), "PID", id_width(t, 1),
		   "TID", name, "Name", raw, "Raw", count, "Count");
	for (uint32_t r = 0; r < nr_threads(t); r++)
		for (uint32_t c = 0; c < t->nr_events; c++) {
			print_thread_ids(rp, t, r);
			out_printf(rp->out, "  %*s  %*" PRIx32 "  %*" PRIu64 "\n", name,
				   rp->ev[t->events[c]].name, raw, t->events[c], count,
				   t->values[(size_t)r * t->nr_events + c]);
		}
}

void report_threads(struct report *rp, bool raw)
{
	struct table t = { .nr = 0 };
	struct pdata_record rec;

	if (pdata_reader_rewind(rp->s->reader))
		return;
	while (pdata_reader_next(rp->s->reader, &rec) > 0)
		add_read_record(&t, &rec);
	if (add_up(&t, rp->nr_ev))
		report_no_memory(rp);
	else if (raw)
		print_threads_raw(rp, &t);
	else
		print_threads_table(rp, &t);
	free(t.counts);
	free(t.events);
	free(t.values);
	interner_free(&t.threads);
}
