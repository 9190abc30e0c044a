/* SPDX-License-Identifier: BSD-2-Clause */
/* A view of lines of text: help, headers, the output of commands. */
#include "view/tui/text_view.h"

#include "base/memory.h"
#include "console/command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define SHIFT 8u /* columns that the keys left and right scroll */
#define TAB_STOP 8u

/* ---- lines ------------------------------------------------------------------------------- */

void tui_text_add(struct tui_text *v, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		/* tabs are expanded here, since the screen shows no control characters */
		if (text[i] == '\t')
			out_pad(&v->text, ' ', TAB_STOP - (v->text.len - v->line_start) % TAB_STOP);
		else
			out_char(&v->text, text[i]);
		if (text[i] != '\n')
			continue;
		if (v->nr_lines == v->cap_lines) {
			v->cap_lines = v->cap_lines ? v->cap_lines * 2 : 256;
			v->lines = rep_grow(v->lines, v->cap_lines, sizeof(*v->lines));
		}
		v->lines[v->nr_lines++] = v->line_start;
		v->line_start = v->text.len;
	}
	v->view.list.nr = v->nr_lines > v->head ? v->nr_lines - v->head : 0;
}

const char *tui_text_line(const struct tui_text *v, uint64_t n, size_t *len)
{
	const size_t end = n + 1 < v->nr_lines ? v->lines[n + 1] : v->line_start;

	*len = n < v->nr_lines ? end - v->lines[n] - 1 : 0;
	return v->text.buf + (n < v->nr_lines ? v->lines[n] : 0);
}

/* ---- search ------------------------------------------------------------------------------ */

static bool line_matches(const struct tui_text *v, uint64_t n)
{
	size_t len;
	const char *line = tui_text_line(v, n + v->head, &len);

	return tui_search_matches(&v->search, line, len);
}

/* Move to the next matching line in the direction @step, from @from on. */
static bool find_line(struct tui_text *v, uint64_t from, int step)
{
	const uint64_t nr = v->view.list.nr;

	for (uint64_t i = 0; i < nr && v->search.on; i++) {
		const uint64_t n = (from + (step > 0 ? i : nr - i)) % nr;

		if (line_matches(v, n)) {
			v->view.list.at = n;
			return true;
		}
	}
	return false;
}

static void set_search(struct tui *t, const char *text)
{
	struct tui_text *v = (struct tui_text *)tui_top(t);

	tui_search_set(&v->search, text);
	find_line(v, v->search_from, 1);
}

static void text_search(struct tui *t)
{
	struct tui_text *v = (struct tui_text *)tui_top(t);
	char text[256] = "";

	v->search_from = v->view.list.at;
	if (!tui_prompt(t, "search (regular expression)", text, sizeof(text), set_search))
		v->view.list.at = v->search_from;
	else if (!v->search.on && *text)
		tui_say(t, "%s: not a regular expression", text);
}

static void text_next(struct tui *t)
{
	struct tui_text *v = (struct tui_text *)tui_top(t);
	const int step = t->key == 'n' ? 1 : -1;

	if (!v->view.list.nr ||
	    !find_line(v, (v->view.list.at + (step > 0 ? 1 : v->view.list.nr)) % v->view.list.nr,
		       step))
		tui_say(t, v->search.on ? "no other line matches" : "/ starts a search");
}

/* ---- the view ---------------------------------------------------------------------------- */

static void draw_text(struct tui *t, struct tui_view *view)
{
	struct tui_text *v = (struct tui_text *)view;
	const unsigned first = 1 + v->head, last = tui_body_end(t);
	const char *line;
	size_t len;

	tui_put_bar(t, 0, v->title, tui_head);
	for (uint32_t i = 0; i < v->head && 1 + i < last; i++) {
		line = tui_text_line(v, i, &len);
		tui_put_line(t, 1 + i, line, len, view->shift, false);
	}
	tui_list_fit(&view->list, first, last > first ? last - first : 1);
	for (unsigned i = 0; i < view->list.height && view->list.top + i < view->list.nr; i++) {
		const uint64_t n = view->list.top + i;

		line = tui_text_line(v, n + v->head, &len);
		tui_put_line(t, first + i, line, len, view->shift, n == view->list.at);
		if (n != view->list.at && line_matches(v, n))
			screen_restyle(&t->screen, first + i, 0, t->screen.cols, tui_match);
	}
}

static bool text_key(struct tui *t, struct tui_view *view, const struct key *k)
{
	(void)t;
	if (k->code == TERM_KEY_RIGHT)
		view->shift += SHIFT;
	else if (k->code == TERM_KEY_LEFT && view->shift)
		view->shift -= SHIFT;
	else
		return false;
	return true;
}

static void free_text(struct tui_view *view)
{
	struct tui_text *v = (struct tui_text *)view;

	if (v->stop)
		v->stop(v);
	tui_search_free(&v->search);
	out_close(&v->text);
	free(v->lines);
	free(v->title);
	free(v);
}

static void text_tick(struct tui *t, struct tui_view *view)
{
	struct tui_text *v = (struct tui_text *)view;

	if (v->more)
		v->more(t, v);
}

static const struct tui_action text_actions[] = {
	{ '/', 0, "search a regular expression", text_search, NULL },
	{ 'n', 'N', "go to the next match; N: to the previous one", text_next, NULL },
	{ 0 },
};

static const struct tui_view_kind text_kind = {
	.name = "text",
	.actions = text_actions,
	.draw = draw_text,
	.key = text_key,
	.free = free_text,
};

/* The same while more text may come. */
static const struct tui_view_kind growing_kind = {
	.name = "text",
	.actions = text_actions,
	.draw = draw_text,
	.key = text_key,
	.free = free_text,
	.tick = text_tick,
	.tick_ms = 50,
};

struct tui_text *tui_text_new(const char *title, uint32_t head)
{
	struct tui_text *v = rep_alloc(1, sizeof(*v));

	v->view.kind = &text_kind;
	v->title = rep_strdup(title);
	v->head = head;
	out_open(&v->text, -1);
	return v;
}

void tui_text_growing(struct tui_text *v, bool growing)
{
	v->view.kind = growing ? &growing_kind : &text_kind;
}

void tui_show_text(struct tui *t, const char *title, const struct out *text, uint32_t head)
{
	struct tui_text *v = tui_text_new(title, head);

	tui_text_add(v, text->buf, text->len);
	tui_push(t, &v->view);
}
