/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of a report as a view. Only the rows on the screen are printed, by the functions that
 * print those of --stdio.
 */
#include "view/tui/rows_view.h"

#include "base/memory.h"
#include "console/command.h"
#include "profile/keys/key_table.h"
#include "view/chain_text.h"
#include "view/report_text.h"
#include "view/row_line.h"
#include "view/rows_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHIFT 8u	  /* columns that the keys left and right scroll */
#define FILTER_STEP 4096u /* rows between two looks at the keyboard */

struct event_rows *rows_view_event(const struct tui *t, const struct tui_rows *v)
{
	return t->has_report && v->event < t->rp.nr_ev ? &t->rp.ev[v->event] : NULL;
}

/* ---- lines ------------------------------------------------------------------------------- */

struct rows_at rows_view_at(struct tui_rows *v, uint64_t n)
{
	struct rows_at at = { .line = -1 };
	uint64_t before = 0; /* lines of trees above */

	for (uint32_t i = 0; i < v->nr_trees; i++) {
		struct rows_tree *tree = &v->trees[i];
		const uint64_t first = tree->pos + before + 1; /* line of the tree */

		if (n < first)
			break;
		if (n < first + tree->nr) {
			at.tree = tree;
			at.line = (int64_t)(n - first);
			at.pos = tree->pos;
			at.row = v->rows[at.pos];
			return at;
		}
		before += tree->nr;
	}
	at.pos = n - before;
	if (at.pos >= v->nr_rows)
		return at;
	at.row = v->rows[at.pos];
	for (uint32_t i = 0; i < v->nr_trees; i++)
		if (v->trees[i].pos == at.pos)
			at.tree = &v->trees[i];
	return at;
}

void rows_view_update(struct tui *t, struct tui_rows *v)
{
	(void)t;
	v->view.list.nr = v->nr_rows;
	for (uint32_t i = 0; i < v->nr_trees; i++)
		v->view.list.nr += v->trees[i].nr;
}

/* ---- expanded rows ----------------------------------------------------------------------- */

void rows_view_collapse_all(struct tui_rows *v)
{
	for (uint32_t i = 0; i < v->nr_trees; i++)
		rows_tree_free(&v->trees[i]);
	v->nr_trees = 0;
}

void rows_view_collapse(struct tui_rows *v, uint64_t pos)
{
	for (uint32_t i = 0; i < v->nr_trees; i++) {
		if (v->trees[i].pos != pos)
			continue;
		rows_tree_free(&v->trees[i]);
		memmove(&v->trees[i], &v->trees[i + 1], (v->nr_trees - i - 1) * sizeof(*v->trees));
		v->nr_trees--;
		return;
	}
}

void rows_view_expand(struct tui *t, struct tui_rows *v, uint64_t pos, bool all)
{
	const struct event_rows *ev = rows_view_event(t, v);
	struct rows_tree tree;
	uint32_t i = v->nr_trees;

	if (!chain_text_any(&t->rp, ev, v->rows[pos]))
		return;
	if (rows_tree_init(&tree, &t->rp, ev, v->rows[pos]))
		rep_exit_no_memory();
	tree.pos = pos;
	if (all)
		rows_tree_set_all(&tree, &t->rp, true);
	if (v->nr_trees == v->cap_trees) {
		v->cap_trees = v->cap_trees ? v->cap_trees * 2 : 16;
		v->trees = rep_grow(v->trees, v->cap_trees, sizeof(*v->trees));
	}
	while (i && v->trees[i - 1].pos > pos)
		i--;
	memmove(&v->trees[i + 1], &v->trees[i], (v->nr_trees - i) * sizeof(*v->trees));
	v->trees[i] = tree;
	v->nr_trees++;
}

/* ---- which rows are in the list ---------------------------------------------------------- */

static bool text_matches(const struct tui_rows *v, const char *text)
{
	return text && tui_search_matches(&v->search, text, strlen(text));
}

/* Whether the text of a column matches; columns of sums are not searched. */
static bool column_matches(const struct tui *t, const struct tui_rows *v, const struct rep_row *r,
			   struct row_text *text)
{
	for (uint32_t i = 0; i < t->rp.nr_cols; i++) {
		const struct report_column *c = &t->rp.cols[i];
		size_t len;

		if (c->skip || c->key->scope == KEY_SUM)
			continue;
		len = report_key_text(&t->rp, c->key, r, c->width, text);
		if (tui_search_matches(&v->search, text->buf, len))
			return true;
	}
	return false;
}

/* Names that no column shows are searched, too. */
static bool row_matches(const struct tui *t, const struct tui_rows *v, const struct rep_row *r,
			struct row_text *text)
{
	return !v->search.on || text_matches(v, r->sym ? r->sym->name : NULL) ||
	       text_matches(v, r->dso) || text_matches(v, r->who ? r->who->comm : NULL) ||
	       column_matches(t, v, r, text);
}

static void drop_rows(struct tui_rows *v)
{
	rows_view_collapse_all(v);
	if (v->own_rows)
		free(v->rows);
	v->rows = NULL;
	v->own_rows = false;
	v->nr_rows = 0;
}

static bool is_hidden(const struct tui *t, const struct rep_row *r)
{
	const struct tui_live *live = t->start.live;

	return live && ((live->hide_kernel && r->mode == PDATA_CPUMODE_KERNEL) ||
			(live->hide_user && r->mode == PDATA_CPUMODE_USER));
}

const struct event_rows *tui_event_shown(const struct tui *t)
{
	const struct event_rows *ev = rows_view_event(t, (struct tui_rows *)t->views[0]);
	const uint64_t member = t->opts.rows.group_sort_idx;

	return ev && member < ev->members ? ev + member : ev;
}

/* Whether all rows of the event are shown. */
static bool shows_all(const struct tui *t, const struct tui_rows *v, const struct event_rows *ev)
{
	if (v->search.on || t->start.live)
		return false;
	for (uint32_t i = 0; i < ev->nr; i++)
		if (ev->rows[i]->filtered || report_below_limit(&t->rp, ev, ev->rows[i]))
			return false;
	return true;
}

/* Choose the rows. While the user types a pattern, a key ends a long search. */
static void choose_rows(struct tui *t, struct tui_rows *v)
{
	const struct event_rows *ev = rows_view_event(t, v);
	struct row_text text = { 0 };

	v->incomplete = false;
	drop_rows(v);
	if (ev && shows_all(t, v, ev)) {
		v->rows = ev->rows;
		v->nr_rows = ev->nr;
	} else if (ev) {
		v->rows = rep_alloc(ev->nr + 1u, sizeof(struct rep_row *));
		v->own_rows = true;
		for (uint32_t i = 0; i < ev->nr; i++) {
			struct rep_row *r = ev->rows[i];

			if (i % FILTER_STEP == FILTER_STEP - 1 && v->typing &&
			    terminal_has_input()) {
				v->incomplete = true;
				break;
			}
			if (!r->filtered && !report_below_limit(&t->rp, ev, r) &&
			    !is_hidden(t, r) && row_matches(t, v, r, &text))
				v->rows[v->nr_rows++] = r;
		}
	}
	free(text.buf);
	rows_view_update(t, v);
}

void rows_view_filter(struct tui *t, struct tui_rows *v, const char *pattern)
{
	tui_search_set(&v->search, pattern);
	snprintf(v->pattern, sizeof(v->pattern), "%s", v->search.on ? pattern : "");
	choose_rows(t, v);
}

/* ---- events ------------------------------------------------------------------------------ */

void rows_view_set_event(struct tui *t, struct tui_rows *v, uint32_t event)
{
	struct event_rows *ev;

	v->event = event;
	v->head.len = 0;
	ev = rows_view_event(t, v);
	if (ev) {
		struct out *was = t->rp.out;

		v->line_size = rows_text_fit(&t->rp, ev);
		t->rp.out = &v->head;
		report_text_headers(&t->rp);
		t->rp.out = was;
	}
	choose_rows(t, v);
}

/* The first event with samples, or the first one. */
static uint32_t first_event(const struct tui *t, uint32_t wanted)
{
	const struct report *rp = &t->rp;

	if (wanted < rp->nr_ev && rp->ev[wanted].leader == wanted && rp->ev[wanted].nr_samples)
		return wanted;
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		if (rp->ev[e].leader == e && rp->ev[e].nr)
			return e;
	return 0;
}

static void remember_symbol(struct tui_rows *v)
{
	const struct rows_at at = rows_view_at(v, v->view.list.at);

	v->symbol[0] = '\0';
	if (at.row && at.row->sym)
		snprintf(v->symbol, sizeof(v->symbol), "%s", at.row->sym->name);
}

/* Put the cursor on the first row of the remembered symbol, if it is near the top. */
static void find_symbol(struct tui_rows *v)
{
	for (uint64_t i = 0; i < v->nr_rows && i < FILTER_STEP && v->symbol[0]; i++)
		if (v->rows[i]->sym && !strcmp(v->rows[i]->sym->name, v->symbol)) {
			v->view.list.at = i;
			return;
		}
	v->view.list.at = 0;
}

#define REEXPAND_MAX 64u

/* Take the names of the expanded rows. Return: their number. */
static uint32_t take_expanded(struct tui_rows *v, char *names[REEXPAND_MAX])
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < v->nr_trees && nr < REEXPAND_MAX; i++) {
		if (!v->trees[i].name)
			continue;
		names[nr++] = v->trees[i].name;
		v->trees[i].name = NULL;
	}
	return nr;
}

/* Expand the first rows of these symbols. */
static void expand_again(struct tui *t, struct tui_rows *v, char **names, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		for (uint64_t pos = 0; pos < v->nr_rows && pos < FILTER_STEP; pos++) {
			if (!v->rows[pos]->sym || strcmp(v->rows[pos]->sym->name, names[i]) != 0)
				continue;
			rows_view_collapse(v, pos);
			rows_view_expand(t, v, pos, true);
			break;
		}
		free(names[i]);
	}
	rows_view_update(t, v);
}

/* The rows of the former report are gone: nothing of them may be used. */
static void reload_rows(struct tui *t, struct tui_view *view)
{
	struct tui_rows *v = (struct tui_rows *)view;
	char *names[REEXPAND_MAX];
	const uint32_t nr = take_expanded(v, names);

	rows_view_set_event(t, v, first_event(t, v->event));
	find_symbol(v);
	expand_again(t, v, names, nr);
}

/* ---- drawing ----------------------------------------------------------------------------- */

static void put_count(struct out *o, uint64_t n)
{
	static const char units[] = "\0KMG";
	unsigned i = 0;

	while (n > 9999 && units[i + 1] && i < 3) {
		n /= 1000;
		i++;
	}
	out_dec(o, n);
	if (units[i])
		out_char(o, units[i]);
}

static void draw_title(struct tui *t, const struct tui_rows *v, const struct event_rows *ev)
{
	struct out o;

	out_open(&o, -1);
	o.guard = true;
	if (!ev) {
		out_raw_str(&o, "No samples");
	} else {
		uint64_t samples = 0;

		for (uint32_t m = 0; m < ev->members; m++)
			samples += t->opts.show.relative ? ev[m].nr_shown : ev[m].nr_samples;
		out_raw_str(&o, "Samples: ");
		put_count(&o, samples);
		out_printf(&o, " of event%s '%s'", ev->members > 1 ? "s" : "", ev->name);
		if (ev->members > 1)
			out_printf(&o, " and %u more", ev->members - 1);
		out_printf(&o, ", event count (approx.): %" PRIu64, report_event_total(&t->rp, ev));
	}
	if (v->search.on)
		out_printf(&o, "  /%s/", v->pattern);
	if (t->start.live && t->start.live->path)
		out_raw_str(&o, "  live");
	else
		out_printf(&o, "  %s", t->session.path);
	out_char(&o, '\0');
	tui_put_bar(t, 0, o.buf, tui_head);
	out_close(&o);
}

/* Print the line in t->text. Return: its length. */
static size_t print_line(struct tui *t, struct tui_rows *v, const struct rows_at *at)
{
	const struct event_rows *ev = rows_view_event(t, v);
	struct out *o = &t->text;

	o->len = 0;
	if (at->line >= 0) {
		rows_tree_print(at->tree, &t->rp, (uint32_t)at->line, t->verbose);
		return o->len;
	}
	rows_text_row(&t->rp, o, ev, v->line_size, at->row);
	while (o->len && (o->buf[o->len - 1] == '\n' || o->buf[o->len - 1] == ' '))
		o->len--;
	if (o->len && o->buf[0] == ' ' && chain_text_any(&t->rp, ev, at->row))
		o->buf[0] = at->tree ? '-' : '+';
	return o->len;
}

static void draw_rows(struct tui *t, struct tui_view *view)
{
	struct tui_rows *v = (struct tui_rows *)view;
	const struct event_rows *ev = rows_view_event(t, v);
	const unsigned first = t->headers ? 2 : 1, last = tui_body_end(t);

	draw_title(t, v, ev);
	if (t->headers && v->head.len) {
		struct out o;

		/* the first column of rows has a separator before it */
		out_open(&o, -1);
		out_raw_str(&o, "  ");
		out_raw(&o, v->head.buf, v->head.len);
		tui_put_line(t, 1, o.buf, o.len, view->shift, false);
		screen_restyle(&t->screen, 1, 0, t->screen.cols, tui_title);
		out_close(&o);
	}
	tui_list_fit(&view->list, first, last > first ? last - first : 1);
	for (unsigned i = 0; i < view->list.height && view->list.top + i < view->list.nr; i++) {
		const uint64_t n = view->list.top + i;
		const struct rows_at at = rows_view_at(v, n);

		if (!at.row)
			break;
		print_line(t, v, &at);
		tui_put_line(t, first + i, t->text.buf, t->text.len, view->shift,
			     n == view->list.at);
	}
	remember_symbol(v);
}

static bool rows_key(struct tui *t, struct tui_view *view, const struct key *k)
{
	(void)t;
	if (k->code == TERM_KEY_RIGHT)
		view->shift += SHIFT;
	else if (k->code == TERM_KEY_LEFT && view->shift)
		view->shift -= view->shift < SHIFT ? view->shift : SHIFT;
	else
		return false;
	return true;
}

static void free_rows(struct tui_view *view)
{
	struct tui_rows *v = (struct tui_rows *)view;

	drop_rows(v);
	tui_search_free(&v->search);
	free(v->trees);
	out_close(&v->head);
	free(v);
}

static const struct tui_view_kind rows_kind = {
	.name = "report",
	.actions = rows_actions,
	.draw = draw_rows,
	.key = rows_key,
	.reload = reload_rows,
	.free = free_rows,
};

struct tui_view *tui_rows_new(struct tui *t)
{
	struct tui_rows *v = rep_alloc(1, sizeof(*v));

	v->view.kind = &rows_kind;
	out_open(&v->head, -1);
	v->head.guard = true;
	rows_view_set_event(t, v, first_event(t, 0));
	return &v->view;
}
