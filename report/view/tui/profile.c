/* SPDX-License-Identifier: BSD-2-Clause */
/* The report that the browser shows: opened once, and made anew when the user changes a filter. */
#include "view/tui/tui_int.h"

#include "base/memory.h"
#include "base/message.h"
#include "console/command.h"
#include "profile/rows/report_gather.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define PROGRESS_MS 80u /* a shorter work shows no progress, a longer one as often as this */
#define BAR_WIDTH 30u

uint64_t tui_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* The reading is done; what follows takes its time, too. */
static void show_next_work(struct tui *t)
{
	tui_put_bar(t, t->screen.rows - 1, "reading symbols and building rows ...  CTRL+C quits",
		    tui_status);
	tui_flush(t);
}

/* Show how far the work is in the last line, over what is on the screen. */
static void show_progress(void *ctx, const char *what, uint64_t done, uint64_t size)
{
	const uint64_t now = tui_now_ms();
	struct tui *t = ctx;
	char text[128], bar[BAR_WIDTH + 1];
	unsigned full;

	if (t->quiet)
		return;
	if (!what && t->screen.rows && t->progress_shown)
		show_next_work(t);
	if (!what || !size || !t->screen.rows || now - t->last_progress_ms < PROGRESS_MS)
		return;
	t->last_progress_ms = now;
	t->progress_shown = true;
	full = (unsigned)((double)done / (double)size * BAR_WIDTH);
	full = full > BAR_WIDTH ? BAR_WIDTH : full;
	memset(bar, '.', BAR_WIDTH);
	memset(bar, '#', full);
	bar[BAR_WIDTH] = '\0';
	snprintf(text, sizeof(text), "%s [%s] %3.0f %%  CTRL+C quits", what, bar,
		 100.0 * (double)done / (double)size);
	tui_put_bar(t, t->screen.rows - 1, text, tui_status);
	tui_flush(t);
}

static void drop_report(struct tui *t)
{
	if (t->has_report)
		report_free(&t->rp);
	t->has_report = false;
}

/* Set the options of the report: those of the command line, changed by the query. */
static void apply_query(struct tui *t)
{
	query_apply(&t->query, t->base, &t->opts);
	t->opts.in.progress = (struct progress_receiver){ show_progress, t };
}

static int open_session(struct tui *t)
{
	struct rep_input in;
	int rc;

	apply_query(t);
	in = t->opts.in;
	rc = rep_session_open(&t->session, &in);
	t->has_session = rc == REP_OK;
	return rc;
}

int tui_profile_gather(struct tui *t)
{
	struct hists *kept = NULL;
	int rc;

	if (t->has_report) {
		kept = t->rp.hist;
		t->rp.hist = NULL;
	}
	drop_report(t);
	t->last_progress_ms = tui_now_ms();
	t->progress_shown = false;
	apply_query(t);
	t->text.len = 0;
	t->rp = (struct report){
		.opts = &t->opts, .s = &t->session, .out = &t->text, .kept = kept, .repeats = true
	};
	rc = report_gather(&t->rp);
	t->has_report = true;
	if (report_err(&t->rp))
		rc = REP_FAIL;
	return rc;
}

int tui_profile_open(struct tui *t)
{
	int rc;

	t->last_progress_ms = tui_now_ms();
	rc = open_session(t);
	if (rc == REP_OK)
		rc = tui_profile_gather(t);
	if (rc == REP_OK) {
		rep_session_warn_aux(&t->session);
		rep_session_say_damage(&t->session);
	}
	return rc;
}

int tui_profile_close(struct tui *t)
{
	int status = REP_OK;

	drop_report(t);
	if (t->has_session)
		status = rep_session_close(&t->session);
	t->has_session = false;
	return status;
}

/* ---- changes of the query ---------------------------------------------------------------- */

static void reload_views(struct tui *t)
{
	for (uint32_t i = 0; i < t->nr_views; i++)
		if (t->views[i]->kind->reload)
			t->views[i]->kind->reload(t, t->views[i]);
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* Filter the rows of the query @was by other threads, if the queries differ in nothing else. */
static bool refilter(struct tui *t, const struct query *was)
{
	for (unsigned i = 0; i < QUERY_NR; i++)
		if (i != QUERY_COMMS && i != QUERY_PID && i != QUERY_TID &&
		    !same_text(t->query.value[i], was->value[i]))
			return false;
	if (!t->has_report)
		return false;
	apply_query(t);
	return report_refilter(&t->rp);
}

/* Make the report anew after the query @was; another recording is opened. Return: enum rep_exit. */
static int remake(struct tui *t, const struct query *was)
{
	if (same_text(t->query.input, was->input))
		return refilter(t, was) ? REP_OK : tui_profile_gather(t);
	while (t->nr_views > 1) /* views of the former recording */
		tui_pop(t);
	tui_strip_free(t);
	tui_profile_close(t);
	return tui_profile_open(t);
}

/* Make @q the query; the former one goes to @was. If there is no such report, the former stays. */
static bool change_query(struct tui *t, struct query *q, struct query *was)
{
	char why[sizeof(t->message)];
	int rc;

	*was = t->query;
	t->query = *q;
	rc = remake(t, was);
	if (rc == REP_FAIL) {
		memcpy(why, t->message, sizeof(why));
		t->query = *was;
		if (remake(t, q) == REP_FAIL)
			t->end = true;
		query_free(q);
		memcpy(t->message, why, sizeof(why));
	}
	reload_views(t);
	return rc != REP_FAIL;
}

static void push_query(struct query *stack, uint32_t *nr, struct query q)
{
	if (*nr == TUI_MAX_UNDO) {
		query_free(&stack[0]);
		memmove(stack, stack + 1, (TUI_MAX_UNDO - 1) * sizeof(*stack));
		--*nr;
	}
	stack[(*nr)++] = q;
}

void tui_query_set(struct tui *t, struct query *q)
{
	struct query was;

	if (!change_query(t, q, &was))
		return;
	push_query(t->undo, &t->nr_undo, was);
	while (t->nr_redo)
		query_free(&t->redo[--t->nr_redo]);
}

void tui_query_option(struct tui *t, enum query_option option, const char *value)
{
	struct query q;

	if (query_copy(&q, &t->query) || query_set(&q, option, value))
		rep_exit_no_memory();
	tui_query_set(t, &q);
}

/* Take the last query of @from, and push the present one to @to. */
static void take_query(struct tui *t, struct query *from, uint32_t *nr_from, struct query *to,
		       uint32_t *nr_to)
{
	struct query was;

	if (change_query(t, &from[--*nr_from], &was))
		push_query(to, nr_to, was);
}

void tui_undo(struct tui *t)
{
	if (t->nr_undo)
		take_query(t, t->undo, &t->nr_undo, t->redo, &t->nr_redo);
	else
		tui_say(t, "nothing to undo");
}

void tui_redo(struct tui *t)
{
	if (t->nr_redo)
		take_query(t, t->redo, &t->nr_redo, t->undo, &t->nr_undo);
	else
		tui_say(t, "nothing to redo");
}
