/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A strip at the bottom of the screen with the number of samples over time, in which the user
 * chooses the time that all views show.
 */
#include "view/tui/tui_int.h"

#include "base/memory.h"
#include "common/plural.h"
#include "console/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEIGHT 3u /* rows: two with bars, one with times */
#define MIN_SCREEN 12u

struct tui_slice {
	uint64_t time; /* ns */
	uint64_t nr;
};

struct tui_strip {
	struct tui_slice *slices;
	uint32_t nr;
	uint64_t most;
	uint32_t at, begin; /* slices: the cursor, and the beginning of a range */
	bool has_begin;
};

bool tui_strip_shown(const struct tui *t)
{
	return t->strip && t->screen.rows >= MIN_SCREEN;
}

unsigned tui_body_end(const struct tui *t)
{
	return t->screen.rows - 1 - (tui_strip_shown(t) ? HEIGHT : 0);
}

/* ---- reading ----------------------------------------------------------------------------- */

/* Read "SECONDS.NNNNNNNNN  COUNT", a line of `pdata timeline`. */
static bool parse_slice(const char *line, struct tui_slice *s)
{
	char *end;
	uint64_t sec = strtoull(line, &end, 10);

	if (end == line || *end != '.')
		return false;
	s->time = sec * 1000000000 + strtoull(end + 1, &end, 10);
	s->nr = strtoull(end, &end, 10);
	return true;
}

static void parse_slices(struct tui_strip *s, char *text)
{
	char *save = NULL;

	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		struct tui_slice slice;

		if (!parse_slice(line, &slice))
			continue;
		s->slices = rep_grow(s->slices, s->nr + 1, sizeof(*s->slices));
		s->slices[s->nr++] = slice;
		s->most = slice.nr > s->most ? slice.nr : s->most;
	}
}

void tui_strip_free(struct tui *t)
{
	if (t->strip)
		free(t->strip->slices);
	free(t->strip);
	t->strip = NULL;
}

void tui_toggle_strip(struct tui *t)
{
	char number[16];
	const char *words[] = { "timeline", "--slices", number, "-i", t->session.path, NULL };
	struct tui_strip *s;
	struct out text;

	if (t->strip) {
		tui_strip_free(t);
		return;
	}
	snprintf(number, sizeof(number), "%u", t->screen.cols);
	s = rep_alloc(1, sizeof(*s));
	out_open(&text, -1);
	tui_command_text(t, words, &text);
	out_char(&text, '\0');
	parse_slices(s, text.buf);
	out_close(&text);
	t->strip = s;
	if (s->nr)
		return;
	tui_strip_free(t);
	tui_say(t, "the samples have no times");
}

/* ---- drawing ----------------------------------------------------------------------------- */

/* The slice of a column; slices that are more than the columns share them. */
static uint32_t slice_of(const struct tui *t, unsigned col)
{
	return (uint32_t)((uint64_t)col * t->strip->nr / t->screen.cols);
}

static bool in_range(const struct tui_strip *s, uint32_t slice)
{
	const uint32_t low = s->begin < s->at ? s->begin : s->at;
	const uint32_t high = s->begin < s->at ? s->at : s->begin;

	return s->has_begin ? slice >= low && slice <= high : slice == s->at;
}

/* A bar of @eighths of a cell. */
static uint32_t bar(const struct tui *t, unsigned eighths)
{
	static const char ascii[] = " .:-=+*##";

	if (eighths > 8)
		eighths = 8;
	if (!t->screen.utf8)
		return (unsigned char)ascii[eighths];
	return eighths ? 0x2580 + eighths : ' ';
}

void tui_strip_draw(struct tui *t)
{
	const struct tui_strip *s = t->strip;
	const unsigned row = tui_body_end(t);
	struct screen_style style;
	char text[160];

	for (unsigned col = 0; col < t->screen.cols; col++) {
		const uint32_t n = slice_of(t, col);
		const unsigned height =
			s->most ? (unsigned)((s->slices[n].nr * 16 + s->most - 1) / s->most) : 0;

		style = in_range(s, n) ? tui_cursor : tui_warm;
		screen_fill(&t->screen, row, col, 1, bar(t, height > 8 ? height - 8 : 0), style);
		screen_fill(&t->screen, row + 1, col, 1, bar(t, height), style);
	}
	snprintf(text, sizeof(text),
		 "%" PRIu64 ".%06" PRIu64 " s: %" PRIu64 " sample%s   ,/. move  [ begin  ] end: "
		 "show this time only  x all times",
		 s->slices[s->at].time / 1000000000, s->slices[s->at].time % 1000000000 / 1000,
		 s->slices[s->at].nr, pd_plural(s->slices[s->at].nr));
	tui_put_bar(t, row + 2, text, tui_head);
}

/* ---- keys -------------------------------------------------------------------------------- */

/* Set --time to the slices of the range. */
static void set_time(struct tui *t)
{
	const struct tui_strip *s = t->strip;
	const uint32_t low = s->begin < s->at ? s->begin : s->at;
	const uint32_t high = s->begin < s->at ? s->at : s->begin;
	const uint64_t from = s->slices[low].time;
	char text[64], end[32] = "";

	if (high + 1 < s->nr)
		snprintf(end, sizeof(end), "%" PRIu64 ".%09" PRIu64,
			 (s->slices[high + 1].time - 1) / 1000000000,
			 (s->slices[high + 1].time - 1) % 1000000000);
	snprintf(text, sizeof(text), "%" PRIu64 ".%09" PRIu64 ",%s", from / 1000000000,
		 from % 1000000000, end);
	tui_query_option(t, QUERY_TIME, text);
}

bool tui_strip_key(struct tui *t, const struct key *k)
{
	struct tui_strip *s = t->strip;

	if (k->code == ',' && s->at)
		s->at--;
	else if (k->code == '.' && s->at + 1 < s->nr)
		s->at++;
	else if (k->code == TERM_KEY_CLICK && k->row >= tui_body_end(t) && k->col < t->screen.cols)
		s->at = slice_of(t, k->col);
	else if (k->code == '[') {
		s->begin = s->at;
		s->has_begin = true;
	} else if (k->code == ']') {
		if (!s->has_begin)
			s->begin = s->at;
		s->has_begin = false;
		set_time(t);
	} else if (k->code == 'x') {
		s->has_begin = false;
		if (t->query.value[QUERY_TIME])
			tui_query_option(t, QUERY_TIME, NULL);
	} else {
		return k->code == ',' || k->code == '.';
	}
	return true;
}
