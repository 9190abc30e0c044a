/* SPDX-License-Identifier: BSD-2-Clause */
/* Movement in a list of lines of which some are on the screen. */
#include "view/tui/tui_int.h"

#define WHEEL_LINES 3u

static void move_up(struct tui_list *l, uint64_t n)
{
	l->at -= l->at < n ? l->at : n;
}

static void move_down(struct tui_list *l, uint64_t n)
{
	const uint64_t left = l->nr ? l->nr - 1 - l->at : 0;

	l->at += left < n ? left : n;
}

static bool click(struct tui_list *l, const struct key *k)
{
	const uint64_t at = l->top + k->row - l->row;

	if (k->row < l->row || k->row >= l->row + l->height || at >= l->nr)
		return false;
	l->at = at;
	return true;
}

bool tui_list_key(struct tui_list *l, const struct key *k)
{
	const uint64_t page = l->height > 1 ? l->height - 1 : 1;

	switch (k->code) {
	case TERM_KEY_UP:
		move_up(l, 1);
		return true;
	case TERM_KEY_DOWN:
		move_down(l, 1);
		return true;
	case TERM_KEY_PAGE_UP:
		move_up(l, page);
		return true;
	case TERM_KEY_PAGE_DOWN:
	case ' ':
		move_down(l, page);
		return true;
	case TERM_KEY_HOME:
		l->at = 0;
		return true;
	case TERM_KEY_END:
		move_down(l, l->nr);
		return true;
	case TERM_KEY_WHEEL_UP:
		move_up(l, WHEEL_LINES);
		return true;
	case TERM_KEY_WHEEL_DOWN:
		move_down(l, WHEEL_LINES);
		return true;
	case TERM_KEY_CLICK:
		return click(l, k);
	default:
		return false;
	}
}

void tui_list_fit(struct tui_list *l, unsigned row, unsigned height)
{
	l->row = row;
	l->height = height ? height : 1;
	if (l->at >= l->nr)
		l->at = l->nr ? l->nr - 1 : 0;
	if (l->top > l->at)
		l->top = l->at;
	if (l->at - l->top >= l->height)
		l->top = l->at - l->height + 1;
	if (l->nr <= l->height)
		l->top = 0;
	else if (l->top > l->nr - l->height)
		l->top = l->nr - l->height;
}
