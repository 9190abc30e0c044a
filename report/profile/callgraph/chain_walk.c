/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Converts the recorded call chain of a hist entry into resolved locations, including inlined
 * functions, branch stacks and unwound frames.
 */
#include "profile/callgraph/chain_walk.h"

#include "base/memory.h"
#include "common/prefetch.h"
#include "profile/model/report.h"

#include <errno.h>

/* The state of a walk over one chain. */
struct walk {
	struct report *rp;
	struct hist_resolve_ctx at;
	const uint64_t *ips;
	uint32_t nr_ips; /* frames that the kernel recorded */
	/* words in ips; HIST_UNWOUND and unwound frames follow the first nr_ips */
	uint32_t end;
	unsigned mode; /* cpumode of the next frames */
	uint32_t nr;   /* frames in rp->walked */
	uint64_t left; /* frames that --max-stack still allows */
	bool cut;      /* a frame was left out because @left was 0 */
	bool inlines;  /* add the functions inlined at each frame */
	enum chain_walk_how how;
	size_t note; /* CHAIN_REPLAY: index in locations.notes of the next frame */
	uint32_t first,
		/*
		 * recorded frames, counted from the end at which the report begins: the number of
		 * skipped ones, and the end of those that may be shown
		 */
		limit;
	struct chain_branches branches;
	struct chain_branch now; /* the branch of the next frame */
};

/*
 * Apply a PERF_CONTEXT_ mark, which sets the cpumode of the next frames. Return: false if the mark
 * is unknown; the chain is then unusable.
 */
static bool walk_mark(struct walk *w, uint64_t mark)
{
	if (mark == PDATA_CONTEXT_HV)
		w->mode = PDATA_CPUMODE_HYPERVISOR;
	else if (mark == PDATA_CONTEXT_KERNEL)
		w->mode = PDATA_CPUMODE_KERNEL;
	else if (mark == PDATA_CONTEXT_USER)
		w->mode = PDATA_CPUMODE_USER;
	else
		return false;
	return true;
}

static bool grow_walked(struct report *rp)
{
	const uint32_t cap = rp->cap_walked ? rp->cap_walked * 2 : 512;
	uint32_t *walked = mem_grow(rp->walked, cap, sizeof(*walked));
	struct chain_branch *branches = NULL;

	if (walked)
		rp->walked = walked;
	if (walked && rp->chain.counts)
		branches = mem_grow(rp->walked_branches, cap, sizeof(*branches));
	if (branches)
		rp->walked_branches = branches;
	if (!walked || (rp->chain.counts && !branches)) {
		report_no_memory(rp);
		return false;
	}
	rp->cap_walked = cap;
	return true;
}

static void append_frame(struct walk *w, uint32_t location)
{
	struct report *rp = w->rp;

	if (w->how == CHAIN_COLLECT)
		return;
	if (rp->opts->select.hide_unresolved && !rp->locations.all[location].sym)
		return;
	if (w->nr == rp->cap_walked && !grow_walked(rp))
		return;
	if (rp->chain.counts)
		rp->walked_branches[w->nr] = w->now;
	rp->walked[w->nr++] = location;
}

static void walk_inlines(struct walk *w, uint32_t location)
{
	const uint32_t *list;
	uint32_t nr;

	if (w->how == CHAIN_COLLECT || w->how == CHAIN_LIST) {
		location_collect_inlines(&w->rp->locations, location);
		append_frame(w, location);
		return;
	}
	nr = location_inlines(&w->rp->locations, location, &list);
	for (uint32_t i = 0; i < nr; i++)
		append_frame(w, list[w->rp->chain.caller ? nr - 1 - i : i]);
}

/* The location of @ip; @any: its cpumode is unknown, because it is the end of a branch. */
static uint32_t walk_location(struct walk *w, uint64_t ip, bool any)
{
	struct locations *p = &w->rp->locations;
	uint32_t n;

	if (w->how == CHAIN_REPLAY)
		return location_replay(p, &w->note);
	if (w->how == CHAIN_FIND)
		return any ? location_find_any(p, &w->at, ip)
			   : location_find(p, &w->at, w->mode, ip);
	n = any ? location_collect_any(p, &w->at, ip) : location_collect(p, &w->at, w->mode, ip);
	if (w->how == CHAIN_COLLECT)
		location_note(p, n);
	return n;
}

static void walk_frame(struct walk *w, uint64_t ip)
{
	uint32_t location;

	if (!w->left) {
		w->cut = true;
		return;
	}
	w->left--;
	location = walk_location(w, ip, false);
	if (w->inlines && w->mode == PDATA_CPUMODE_USER)
		walk_inlines(w, location);
	else
		append_frame(w, location);
}

/* Note whether the walk of --max-stack frames has left out a frame among the words @from to @to. */
static void note_cut(struct walk *w, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to && !w->cut; i++)
		w->cut = w->ips[i] < PDATA_CONTEXT_MAX;
}

static void walk_callee(struct walk *w)
{
	uint32_t i;

	for (i = w->first; i < w->limit && w->left; i++) {
		if (w->ips[i] < PDATA_CONTEXT_MAX) {
			walk_frame(w, w->ips[i]);
		} else if (!walk_mark(w, w->ips[i])) {
			w->nr = 0;
			return;
		}
	}
	note_cut(w, i, w->limit);
}

/* Walk from the outermost frame. The mark of a run of frames is then found after the run. */
static void walk_caller(struct walk *w)
{
	const uint32_t low = w->limit < w->nr_ips ? w->nr_ips - w->limit : 0;
	uint32_t i = w->nr_ips, m;

	while (i > low && w->left) {
		for (m = i; m > 0 && w->ips[m - 1] < PDATA_CONTEXT_MAX; m--)
			;
		if (m && !walk_mark(w, w->ips[m - 1])) {
			w->nr = 0;
			return;
		}
		for (; i > m && i > low; i--)
			walk_frame(w, w->ips[i - 1]);
		i = m ? m - 1 : 0;
	}
	note_cut(w, low, i);
}

/* Walk the frames after HIST_UNWOUND; --max-stack applies to them separately. */
static void walk_unwound(struct walk *w, bool caller)
{
	const uint32_t first = w->nr_ips + 1, before = w->nr;

	if (first >= w->end)
		return;
	w->mode = PDATA_CPUMODE_USER;
	w->left = w->rp->opts->rows.max_stack;
	w->inlines = w->rp->opts->in.inline_frames || w->rp->opts->in.inline_all;
	for (uint32_t i = first; i < w->end; i++)
		walk_frame(w, w->ips[caller ? w->end - 1 - (i - first) : i]);
	w->inlines = w->rp->opts->in.inline_all;
	w->left = w->rp->opts->rows.max_stack;
	w->rp->nr_unwound = w->nr - before;
}

/* ---- branches ---------------------------------------------------------------------------- */

static void walk_stack_entry(struct walk *w, uint32_t i, uint64_t ip, uint64_t from)
{
	w->now = (struct chain_branch){ .kind = from ? CHAIN_FRAME_TO : CHAIN_FRAME_FROM,
					.from = from,
					.to = ip,
					.flags = w->branches.words[3 * i + 2] };
	w->mode = PDATA_CPUMODE_USER;
	append_frame(w, walk_location(w, ip, false));
	w->now = (struct chain_branch){ 0 };
}

/*
 * The hardware call stack: the current function, then the call in each caller. With the callee
 * first, perf takes the frames for branch targets; with the caller first, for branch sources.
 */
static void walk_stack_callee(struct walk *w)
{
	const uint64_t *first = w->branches.words;

	walk_callee(w);
	if (w->branches.nr)
		walk_stack_entry(w, 0, first[1], first[0]);
	for (uint32_t i = 0; i < w->branches.nr; i++)
		walk_stack_entry(w, i, first[3 * i], first[0]);
}

static void walk_stack_caller(struct walk *w)
{
	const uint64_t *first = w->branches.words;

	for (uint32_t i = w->branches.nr; i-- > 0;)
		walk_stack_entry(w, i, first[3 * i], 0);
	if (w->branches.nr)
		walk_stack_entry(w, 0, first[1], first[0]);
	walk_caller(w);
}

/*
 * The number of frames, counted from the sample, that the newest branches also show. A call
 * instruction is at most CALL_SIZE bytes before its return address.
 */
#define CALL_SIZE 8u

static uint32_t lbr_chain_overlap(const struct walk *w, uint64_t max)
{
	uint32_t first = 0;

	for (uint64_t i = 0; i < w->branches.nr && i < max && first < w->nr_ips; i++) {
		const uint64_t from = w->branches.words[3 * i], ip = w->ips[first];

		first += ip >= PDATA_CONTEXT_MAX || (from < ip && from >= ip - CALL_SIZE);
	}
	return first;
}

/*
 * Each branch becomes two frames: its target and its source. For each branch perf omits one frame
 * of the chain.
 */
static void walk_history(struct walk *w)
{
	const bool caller = w->rp->chain.caller;
	struct chain_branch list[CHAIN_BRANCHES_MAX];
	uint32_t nr;

	if (!w->branches.nr)
		return;
	w->first = caller ? 0 : lbr_chain_overlap(w, w->left);
	nr = chain_branches_list(&w->branches, caller, w->left, list);
	for (uint32_t i = 0; i < nr; i++) {
		w->now = (struct chain_branch){ .kind = list[i].from ? CHAIN_FRAME_TO
								     : CHAIN_FRAME_FROM,
						.from = list[i].from,
						.to = list[i].to,
						.flags = list[i].flags };
		append_frame(w, walk_location(w, list[i].to, true));
		w->now = list[i];
		w->now.kind = CHAIN_FRAME_FROM;
		append_frame(w, walk_location(w, list[i].from, true));
	}
	w->now = (struct chain_branch){ 0 };
	w->limit = w->limit > nr ? w->limit - nr : 0;
}

static void walk_recorded(struct walk *w)
{
	const bool caller = w->rp->chain.caller;

	if (w->branches.stack && caller) {
		walk_stack_caller(w);
	} else if (w->branches.stack) {
		walk_stack_callee(w);
	} else {
		walk_history(w);
		if (caller)
			walk_caller(w);
		else
			walk_callee(w);
	}
}

static void walk_chain(struct walk *w)
{
	if (w->rp->chain.caller) {
		walk_unwound(w, true);
		walk_recorded(w);
	} else {
		walk_recorded(w);
		walk_unwound(w, false);
	}
}

/* The number of frames that the kernel recorded. */
static uint32_t kernel_part(const struct hists *h, const uint64_t *ips, uint32_t nr)
{
	uint32_t i = h->unwound ? 0 : nr;

	while (i < nr && ips[i] != HIST_UNWOUND)
		i++;
	return i;
}

void chain_prefetch(const struct report *rp, const struct hist_entry *entry, unsigned step)
{
	const struct interned *b = &rp->hist->chains.all[entry->chain];
	const struct hist_resolve_ctx at = { .who = &rp->hist->whos[entry->who] };
	const uint64_t *ips = (const uint64_t *)(const void *)b->data;

	if (!step)
		pd_prefetch(b);
	else if (step == 1)
		pd_prefetch(ips);
	/* The upper half of addresses is the kernel's. */
	for (uint32_t i = 0; step > 1 && i < b->len / 8; i++)
		location_prefetch(&rp->locations, &at,
				  ips[i] >> 63 ? PDATA_CPUMODE_KERNEL : PDATA_CPUMODE_USER, ips[i],
				  step - 2);
}

uint32_t chain_walk(struct report *rp, const struct hist_entry *entry, enum chain_walk_how how)
{
	const struct interned *b = &rp->hist->chains.all[entry->chain];
	struct walk w = {
		.rp = rp,
		.at = { .who = &rp->hist->whos[entry->who],
			.time = entry->first_time,
			.seq = entry->first_seq },
		.ips = (const uint64_t *)(const void *)b->data,
		.end = b->len / 8,
		.mode = PDATA_CPUMODE_USER,
		.left = rp->opts->rows.max_stack,
		.inlines = rp->opts->in.inline_all,
		.how = how,
		.note = entry->note,
	};

	if (rp->hist->opts.branches) {
		const uint32_t n = chain_branches_load(&w.branches, w.ips, w.end);

		w.ips += n;
		w.end -= n;
	}
	w.nr_ips = w.limit = kernel_part(rp->hist, w.ips, w.end);
	/* Not written without need, because another thread may read members beside it. */
	if (rp->nr_unwound)
		rp->nr_unwound = 0;
	walk_chain(&w);
	if (how == CHAIN_LIST)
		rp->walked_cut = w.cut;
	return w.nr;
}

void chain_collect(struct report *rp, struct hist_entry *entry)
{
	entry->note = (uint32_t)rp->locations.nr_notes;
	chain_walk(rp, entry, CHAIN_COLLECT);
}
