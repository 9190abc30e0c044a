/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A flame graph of the samples that pass the filters, with the outermost functions at the top. In
 * the overview, a row of the screen has two levels: half blocks with two colours.
 */
#include "view/tui/flame_tree.h"
#include "view/tui/tui_int.h"

#include "base/message.h"
#include "console/command.h"

#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLACK SCREEN_RGB(0, 0, 0)

struct flame_view {
	struct tui_view view; /* first member; list.top: the first level that is drawn */
	struct out text;
	struct flame_tree tree;
	uint32_t zoom, at; /* nodes */
	bool overview;
	struct tui_search search;
	/* while it is drawn */
	unsigned first, end;
	uint32_t top;
};

static struct flame_view *top_flame(const struct tui *t)
{
	return (struct flame_view *)tui_top(t);
}

static const struct flame_node *node_of(const struct flame_view *v, uint32_t n)
{
	return &v->tree.nodes[n];
}

/* ---- drawing ----------------------------------------------------------------------------- */

static bool is_match(const struct flame_view *v, uint32_t n)
{
	const char *name = node_of(v, n)->name;

	return tui_search_matches(&v->search, name, strlen(name));
}

/* A warm colour that depends on the name only, so that a function has it everywhere. */
static uint32_t colour_of(const struct flame_view *v, uint32_t n)
{
	const char *name = node_of(v, n)->name;
	uint32_t hash = 2166136261u;

	if (n == v->at)
		return SCREEN_RGB(90, 150, 235);
	if (is_match(v, n))
		return SCREEN_RGB(220, 90, 220);
	while (*name)
		hash = (hash ^ (unsigned char)*name++) * 16777619u;
	return SCREEN_RGB(205 + hash % 50, 90 + (hash >> 8) % 130, 40 + (hash >> 16) % 45);
}

/* Draw a frame of one level; @level counts from the first that is drawn. */
static void draw_frame(struct tui *t, const struct flame_view *v, uint32_t n, unsigned level,
		       unsigned col, unsigned width)
{
	const unsigned row = v->first + (v->overview ? level / 2 : level);
	const struct screen_style style = { BLACK, colour_of(v, n), 0 };
	const char *name = node_of(v, n)->name;
	char buf[512];

	if (!v->overview) {
		screen_fill(&t->screen, row, col, width, ' ', style);
		/* a gap between frames, if there is room for it */
		if (width > 3)
			name = tui_shorten(t, name, width - 1, buf, sizeof(buf));
		if (width > 2)
			screen_put(&t->screen, row, col, col + width - 1, name, strlen(name),
				   style);
		if (width > 1)
			screen_fill(&t->screen, row, col + width - 1, 1,
				    t->screen.utf8 ? 0x2595 : '|', style);
		return;
	}
	for (unsigned i = 0; i < width && col + i < t->screen.cols; i++) {
		struct screen_cell *c = &t->screen.cells[(size_t)row * t->screen.cols + col + i];

		if (level % 2)
			c->style.bg = style.bg;
		else
			c->style.fg = style.bg;
		c->ch = t->screen.utf8 ? 0x2580 : '#';
		if (level % 2 == 0 && c->style.bg == SCREEN_DEFAULT)
			c->style.bg = BLACK;
	}
}

/* Draw @n, which covers the columns from @from up to @to, and the frames that it calls. */
static void draw_frames(struct tui *t, const struct flame_view *v, uint32_t n, double from,
			double to)
{
	const uint32_t depth = node_of(v, n)->depth - node_of(v, v->zoom)->depth;
	const unsigned levels = (v->end - v->first) * (v->overview ? 2 : 1);
	const unsigned col = (unsigned)(from + 0.5), last = (unsigned)(to + 0.5);
	const double scale = node_of(v, n)->total ? (to - from) / (double)node_of(v, n)->total : 0;

	if (last <= col || depth >= v->top + levels)
		return;
	if (depth >= v->top)
		draw_frame(t, v, n, depth - v->top, col, last - col);
	for (uint32_t c = node_of(v, n)->child; c; c = node_of(v, c)->next) {
		const double width = (double)node_of(v, c)->total * scale;

		draw_frames(t, v, c, from, from + width);
		from += width;
	}
}

static double percent_of(uint64_t part, uint64_t all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

static void draw_facts(struct tui *t, const struct flame_view *v)
{
	const struct event_rows *ev = tui_event_shown(t);
	const struct flame_node *n = node_of(v, v->at);
	struct out o;

	out_open(&o, -1);
	o.guard = true;
	out_raw_str(&o, "Flame graph");
	if (ev)
		out_printf(&o, " of event '%s'", ev->name);
	out_printf(&o, "  %s", t->session.path);
	if (tui_has_row_filters(t))
		out_raw_str(&o, "  (filters of objects and symbols do not apply to stacks)");
	out_char(&o, '\0');
	tui_put_bar(t, 0, o.buf, tui_head);
	o.len = 0;
	out_printf(&o, "%6.2f%% of all, %.2f%% of its caller: %s",
		   percent_of(n->total, node_of(v, 0)->total),
		   percent_of(n->total, node_of(v, n->parent)->total), n->name);
	out_char(&o, '\0');
	tui_put_bar(t, 1, o.buf, tui_title);
	out_close(&o);
}

/* Scroll so that the level of the cursor is on the screen. */
static void fit_levels(struct flame_view *v)
{
	const uint32_t depth = node_of(v, v->at)->depth - node_of(v, v->zoom)->depth;
	const unsigned levels = (v->end - v->first) * (v->overview ? 2 : 1);

	if (depth < v->top)
		v->top = depth;
	if (depth >= v->top + levels)
		v->top = depth - levels + 1;
	if (v->overview)
		v->top &= ~1u;
}

static void draw_flame(struct tui *t, struct tui_view *view)
{
	struct flame_view *v = (struct flame_view *)view;

	v->first = 2;
	v->end = tui_body_end(t);
	if (!v->tree.nr)
		return;
	draw_facts(t, v);
	if (v->end <= v->first)
		return;
	fit_levels(v);
	draw_frames(t, v, v->zoom, 0, t->screen.cols);
}

/* ---- moving ------------------------------------------------------------------------------ */

static uint32_t widest_child(const struct flame_view *v, uint32_t n)
{
	uint32_t best = node_of(v, n)->child;

	for (uint32_t c = best; c; c = node_of(v, c)->next)
		if (node_of(v, c)->total > node_of(v, best)->total)
			best = c;
	return best;
}

static uint32_t sibling_before(const struct flame_view *v, uint32_t n)
{
	uint32_t before = 0;

	for (uint32_t c = node_of(v, node_of(v, n)->parent)->child; c && c != n;
	     c = node_of(v, c)->next)
		before = c;
	return before;
}

static bool flame_key(struct tui *t, struct tui_view *view, const struct key *k)
{
	struct flame_view *v = (struct flame_view *)view;
	uint32_t to = 0;

	(void)t;
	switch (k->code) {
	case TERM_KEY_UP:
		to = v->at != v->zoom ? node_of(v, v->at)->parent : v->at;
		break;
	case TERM_KEY_DOWN:
		to = widest_child(v, v->at);
		break;
	case TERM_KEY_LEFT:
		to = v->at != v->zoom ? sibling_before(v, v->at) : 0;
		break;
	case TERM_KEY_RIGHT:
		to = v->at != v->zoom ? node_of(v, v->at)->next : 0;
		break;
	default:
		return false;
	}
	if (to || k->code == TERM_KEY_UP)
		v->at = to;
	return true;
}

static void zoom_frame(struct tui *t)
{
	struct flame_view *v = top_flame(t);

	v->zoom = v->at;
	v->top = 0;
}

static void zoom_frame_out(struct tui *t)
{
	struct flame_view *v = top_flame(t);

	if (!v->zoom) {
		tui_pop(t);
		return;
	}
	v->zoom = 0;
	v->top = 0;
}

static void toggle_overview(struct tui *t)
{
	top_flame(t)->overview = !top_flame(t)->overview;
}

/* ---- search ------------------------------------------------------------------------------ */

/* The weight of all stacks with a frame that matches, below @n. */
static uint64_t matched_weight(const struct flame_view *v, uint32_t n)
{
	uint64_t sum = 0;

	if (is_match(v, n))
		return node_of(v, n)->total;
	for (uint32_t c = node_of(v, n)->child; c; c = node_of(v, c)->next)
		sum += matched_weight(v, c);
	return sum;
}

static void flame_pattern(struct tui *t, const char *text)
{
	struct flame_view *v = top_flame(t);

	tui_search_set(&v->search, text);
}

static void search_frames(struct tui *t)
{
	struct flame_view *v = top_flame(t);
	char text[256] = "";

	if (!tui_prompt(t, "mark functions (regular expression)", text, sizeof(text),
			flame_pattern))
		flame_pattern(t, "");
	else if (v->search.on)
		tui_say(t, "%.2f%% of all samples have a function that matches %s",
			percent_of(matched_weight(v, 0), node_of(v, 0)->total), text);
}

static void next_match(struct tui *t)
{
	struct flame_view *v = top_flame(t);
	const uint32_t nr = v->tree.nr;

	for (uint32_t i = 1; i <= nr && v->search.on; i++) {
		const uint32_t n = (v->at + (t->key == 'n' ? i : nr - i)) % nr;

		if (is_match(v, n)) {
			v->zoom = 0;
			v->at = n;
			return;
		}
	}
	tui_say(t, v->search.on ? "no function matches" : "/ starts a search");
}

/* ---- the view ---------------------------------------------------------------------------- */

static const struct tui_action flame_actions[] = {
	{ TERM_KEY_ENTER, 0, "zoom into the function", zoom_frame, NULL },
	{ TERM_KEY_ESC, 0, "zoom out, or go back", zoom_frame_out, NULL },
	{ 'v', 0, "switch between one call level per row (with names) and two levels per row",
	  toggle_overview, NULL },
	{ '/', 0, "mark functions that match a regular expression", search_frames, NULL },
	{ 'n', 'N', "go to the next function that matches; N: to the previous one", next_match,
	  NULL },
	{ 0 },
};

static bool read_stacks(struct tui *t, struct flame_view *v)
{
	static const char *const first[] = { "export", "folded", "--weight", "period", NULL };
	struct tui_words w = tui_words_new(t, first, TUI_FOR_STACKS);
	const int status = tui_command_text(t, (const char *const *)w.word, &v->text);

	tui_words_free(&w);
	flame_tree_make(&v->tree, v->text.buf, v->text.len);
	return status >= 0 && status != REP_FAIL && v->tree.nr > 1;
}

static void reload_flame(struct tui *t, struct tui_view *view)
{
	struct flame_view *v = (struct flame_view *)view;

	flame_tree_free(&v->tree);
	v->text.len = 0;
	v->zoom = v->at = v->top = 0;
	read_stacks(t, v);
}

static void free_flame(struct tui_view *view)
{
	struct flame_view *v = (struct flame_view *)view;

	tui_search_free(&v->search);
	flame_tree_free(&v->tree);
	out_close(&v->text);
	free(v);
}

static const struct tui_view_kind flame_kind = {
	.name = "flame graph",
	.actions = flame_actions,
	.draw = draw_flame,
	.key = flame_key,
	.reload = reload_flame,
	.free = free_flame,
};

void tui_show_flame(struct tui *t)
{
	struct flame_view *v = rep_alloc(1, sizeof(*v));

	v->view.kind = &flame_kind;
	out_open(&v->text, -1);
	if (read_stacks(t, v)) {
		tui_push(t, &v->view);
		return;
	}
	tui_say(t, "there are no call stacks to show");
	free_flame(&v->view);
}
