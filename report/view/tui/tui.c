/* SPDX-License-Identifier: BSD-2-Clause */
/* The browser's loop: it draws the top view, reads a key and runs what the key means. */
#include "view/tui/tui_int.h"

#include "base/array.h"
#include "base/message.h"
#include "common/plural.h"
#include "console/command.h"
#include "console/progress_line.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DIFF_HEAD 5u /* lines above the rows of `pdata diff` */
#define ESCAPE_MS 25 /* a terminal sends the bytes of one key within this time */

bool tui_wanted(bool tui, bool stdio)
{
	if (stdio)
		return false;
	if (terminal_can_browse())
		return true;
	if (tui)
		rep_err("--tui: standard input and output are not a terminal that can show the "
			"browser; the output is text");
	return false;
}

/* ---- messages ---------------------------------------------------------------------------- */

void tui_say(struct tui *t, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(t->message, sizeof(t->message), fmt, ap);
	va_end(ap);
}

/* Whether the first @len bytes of the notices have @line: further passes repeat their messages. */
static bool is_repeated(const struct out *notices, size_t len, const char *line)
{
	for (size_t at = 0; at < len; at += strlen(notices->buf + at) + 1)
		if (!strcmp(notices->buf + at, line))
			return true;
	return false;
}

/* Messages of other rooms are shown in the status line, and printed when the browser ends. */
static void take_message(void *ctx, const char *line)
{
	struct tui *t = ctx;

	if (!t->open) {
		if (!is_repeated(&t->notices, t->notices.len, line))
			rep_print_message(NULL, line);
		return;
	}
	if (t->quiet || (t->start.live && t->has_report))
		return;
	out_raw(&t->notices, line, strlen(line) + 1);
	t->nr_notices++;
	tui_say(t, "%s", line);
}

static void print_notices(struct tui *t)
{
	const char *line;

	for (size_t at = 0; at < t->notices.len; at += strlen(line) + 1) {
		line = t->notices.buf + at;
		if (!is_repeated(&t->notices, at, line))
			rep_print_message(NULL, line);
	}
}

/* ---- views ------------------------------------------------------------------------------- */

struct tui_view *tui_top(const struct tui *t)
{
	return t->nr_views ? t->views[t->nr_views - 1] : NULL;
}

void tui_push(struct tui *t, struct tui_view *v)
{
	if (t->nr_views == TUI_MAX_VIEWS) {
		tui_say(t, "too many views are open; ESC closes one");
		v->kind->free(v);
		return;
	}
	t->views[t->nr_views++] = v;
}

void tui_pop(struct tui *t)
{
	struct tui_view *v = tui_top(t);

	if (!v)
		return;
	t->nr_views--;
	v->kind->free(v);
	if (!t->nr_views)
		t->end = true;
}

/* ---- drawing ----------------------------------------------------------------------------- */

/* The last line: the name of the view, the filters in force, and the place in the list. */
static void draw_status(struct tui *t)
{
	const struct tui_view *v = tui_top(t);
	const unsigned row = t->screen.rows - 1;
	char place[64];
	struct out o;

	out_open(&o, -1);
	o.guard = true;
	if (t->message[0]) {
		out_name(&o, t->message);
	} else if (v) {
		out_printf(&o, "%s", v->kind->name);
		query_print(&t->query, &o);
		if (t->nr_notices)
			out_printf(&o, "  [%u notice%s: N]", t->nr_notices,
				   pd_plural(t->nr_notices));
	}
	out_char(&o, '\0');
	tui_put_bar(t, row, o.buf, t->message[0] ? tui_hot_status : tui_status);
	if (v && !t->message[0]) {
		place[0] = '\0';
		if (v->list.nr)
			snprintf(place, sizeof(place), " %llu/%llu",
				 (unsigned long long)v->list.at + 1,
				 (unsigned long long)v->list.nr);
		strcat(place, "  h: help  :: actions ");
		if (strlen(place) + 20 < t->screen.cols)
			screen_put(&t->screen, row, t->screen.cols - (unsigned)strlen(place),
				   t->screen.cols, place, strlen(place), tui_status);
	}
	out_close(&o);
}

void tui_compose(struct tui *t)
{
	struct tui_view *v = tui_top(t);

	screen_clear(&t->screen);
	if (t->screen.rows < TUI_MIN_ROWS || t->screen.cols < TUI_MIN_COLS) {
		tui_put_bar(t, 0, "The window is too small.", tui_plain);
		return;
	}
	if (v)
		v->kind->draw(t, v);
	if (tui_strip_shown(t))
		tui_strip_draw(t);
	draw_status(t);
}

void tui_flush(struct tui *t)
{
	screen_flush(&t->screen, terminal_write);
}

/* ---- keys -------------------------------------------------------------------------------- */

bool tui_read_key(struct tui *t, struct key *k, int timeout_ms)
{
	for (;;) {
		const bool partial = t->input.len != 0;

		if (key_next(&t->input, false, k))
			return true;
		switch (terminal_wait(&t->term, partial ? ESCAPE_MS : timeout_ms)) {
		case TERMINAL_END:
			t->end = true;
			return false;
		case TERMINAL_CHANGED:
			if (screen_resize(&t->screen, &t->term))
				rep_exit_no_memory();
			k->code = TERM_KEY_RESIZED;
			return true;
		case TERMINAL_TIMEOUT:
			if (key_next(&t->input, true, k))
				return true;
			if (partial)
				break;
			k->code = TERM_KEY_UNKNOWN;
			return true;
		case TERMINAL_INPUT:
			t->input.len += terminal_read(t->input.buf + t->input.len,
						      key_input_room(&t->input));
			break;
		}
	}
}

bool tui_escape_typed(struct tui *t)
{
	struct key k = { .code = TERM_KEY_UNKNOWN };

	while (terminal_has_input()) {
		if (!tui_read_key(t, &k, 0) || k.code == TERM_KEY_ESC || k.code == 'q')
			return true;
		if (k.code == TERM_KEY_UNKNOWN)
			break;
	}
	return false;
}

static bool run_action(struct tui *t, const struct tui_action *a, uint32_t code)
{
	for (; a && a->text; a++)
		if (a->run && (a->key == code || (a->other && a->other == code))) {
			t->key = code;
			a->run(t);
			return true;
		}
	return false;
}

static void handle_key(struct tui *t, const struct key *k)
{
	struct tui_view *v = tui_top(t);

	if (k->code == TERM_KEY_RESIZED || k->code == TERM_KEY_UNKNOWN)
		return;
	t->message[0] = '\0';
	if (tui_strip_shown(t) && tui_strip_key(t, k))
		return;
	if (v->kind->key && v->kind->key(t, v, k))
		return;
	if (run_action(t, v->kind->actions, k->code) ||
	    run_action(t, tui_common_actions, k->code) || tui_list_key(&v->list, k))
		return;
	if (k->code > ' ' && k->code < 0x7f)
		tui_say(t, "the key %c means nothing here; h lists the keys", (char)k->code);
}

/* Wait for a key, or until it is time for the view's tick. */
static void run_step(struct tui *t)
{
	const struct tui_view_kind *kind = tui_top(t)->kind;
	struct key k;

	if (!tui_read_key(t, &k, kind->tick ? kind->tick_ms : t->start.live ? TUI_FOLLOW_MS : -1))
		return;
	if (k.code == TERM_KEY_UNKNOWN && kind->tick)
		kind->tick(t, tui_top(t));
	else if (k.code == TERM_KEY_UNKNOWN && t->start.live)
		tui_follow_tick(t);
	else
		handle_key(t, &k);
}

static void run_loop(struct tui *t)
{
	while (!t->end && t->nr_views) {
		tui_compose(t);
		tui_flush(t);
		run_step(t);
	}
}

/* ---- the command ------------------------------------------------------------------------- */

static struct tui *tui_new(const struct tui_start *start, const struct report_opts *o)
{
	struct tui *t = rep_alloc(1, sizeof(*t));

	t->start = *start;
	t->follow_opts = *o;
	t->base = start->live ? &t->follow_opts : o;
	t->headers = true;
	out_open(&t->text, -1);
	t->text.guard = true;
	out_open(&t->notices, -1);
	rep_set_message_fn(take_message, t);
	return t;
}

static int open_screen(struct tui *t)
{
	const int err = terminal_open(&t->term);

	if (err)
		return rep_fail("the terminal: %s", strerror(-err));
	t->open = true;
	if (screen_resize(&t->screen, &t->term))
		rep_exit_no_memory();
	return REP_OK;
}

static void close_screen(struct tui *t)
{
	if (t->open)
		terminal_close();
	t->open = false;
}

static int tui_free(struct tui *t)
{
	int status;

	while (t->nr_views)
		tui_pop(t);
	tui_strip_free(t);
	close_screen(t);
	print_notices(t);
	status = tui_profile_close(t);
	rep_set_message_fn(rep_print_message, NULL);
	out_close(&t->notices);
	screen_free(&t->screen);
	query_free(&t->query);
	for (uint32_t i = 0; i < t->nr_undo; i++)
		query_free(&t->undo[i]);
	for (uint32_t i = 0; i < t->nr_redo; i++)
		query_free(&t->redo[i]);
	out_close(&t->text);
	free(t);
	return status;
}

int tui_report(const struct tui_start *start, const struct report_opts *o)
{
	struct tui *t = tui_new(start, o);
	int status = open_screen(t), closed;

	if (status == REP_OK)
		status = tui_profile_open(t);
	if (status == REP_OK) {
		tui_push(t, tui_rows_new(t));
		if (start->annotate)
			tui_annotate_symbol(t, start->annotate);
		if (start->show)
			tui_show_command(t, start->show, DIFF_HEAD);
		run_loop(t);
	}
	closed = tui_free(t);
	return status == REP_OK ? closed : status;
}
