/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads call chains after the rows of a report are known: only the chains of the rows that show a
 * call graph are read. In a recording of many short processes they are few of all chains.
 */
#include "profile/rows/report_pass.h"

#include "base/memory.h"
#include "base/progress.h"
#include "session/read_thread.h"

#include <stdlib.h>

struct reread {
	const struct hists *all; /* the hist of all samples, without chains */
	bool *marked;		 /* for each entry of @all: rep_row.mark of its row */
	struct hists *h;	 /* the samples of these rows, with chains */
};

static bool is_marked(const struct reread *w, uint64_t seq)
{
	const uint32_t n = seq < w->all->cap_entry_of ? w->all->entry_of[seq] : 0;

	return n && w->marked[n - 1];
}

static void reread_batch(const struct reread *w, struct pdata_batch *b)
{
	struct pdata_record rec;

	while (pdata_batch_next(b, &rec))
		if (is_marked(w, rec.seq))
			hists_add_record(w->h, &rec);
}

/* The first reading has reported the errors of the recording. */
static void reread_samples(struct report *rp, const struct reread *w)
{
	struct pdata_reader *r = rp->s->reader;
	struct read_thread *reads = read_thread_start(r, rp->s->size);
	struct pdata_batch batch;
	struct pdata_record rec;
	struct progress progress;
	int rc;

	progress_begin(&progress, &rp->s->progress, "reading call chains", rp->s->size);
	while (!w->h->err && (rc = pdata_reader_next_batch(r, &rec, &batch)) > 0) {
		progress_at(&progress, rc == 1 ? rec.off : batch.off);
		if (rc == 2)
			reread_batch(w, &batch);
		else if (is_marked(w, rec.seq))
			hists_add_record(w->h, &rec);
	}
	read_thread_end(reads);
	progress_end(&progress);
	hists_finish(w->h);
}

/* Return the row of each entry of @h: the row of its first sample. NULL: memory is exhausted. */
static struct rep_row **rows_of_entries(const struct report *rp, const struct hists *all,
					const struct hists *h)
{
	struct rep_row **rows = mem_alloc(h->nr_entries, sizeof(struct rep_row *));

	for (uint32_t i = 0; rows && i < h->nr_entries; i++)
		rows[i] = rp->entry_rows[all->entry_of[h->entries[i].seq] - 1];
	return rows;
}

struct hists *report_reread_chains(struct report *rp, struct rep_row ***entry_rows)
{
	struct hists_opts o = rp->hist->opts;
	struct reread w = { .all = rp->hist,
			    .marked = mem_alloc(rp->hist->nr_entries, sizeof(*w.marked)) };

	o.chains = true;
	o.in_objects = o.by_comm = o.notes_entries = false;
	w.h = hists_new(&o, rp->s->reader, rp->s->tasks);
	*entry_rows = NULL;
	if (w.marked && w.h && rep_session_reread(rp->s) == REP_OK) {
		for (uint32_t i = 0; i < rp->hist->nr_entries; i++)
			w.marked[i] = rp->entry_rows[i] && rp->entry_rows[i]->mark;
		reread_samples(rp, &w);
		*entry_rows = rows_of_entries(rp, w.all, w.h);
	}
	free(w.marked);
	if (*entry_rows && !hists_err(w.h))
		return w.h;
	free(*entry_rows);
	*entry_rows = NULL;
	hists_free(w.h);
	return NULL;
}
