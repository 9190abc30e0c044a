/* SPDX-License-Identifier: BSD-2-Clause */
/* Questions to the user: a line of text in the last row, or a choice in a box. */
#include "view/tui/tui_int.h"

#include "base/array.h"
#include "console/command.h"

#include <stdio.h>
#include <string.h>

/* ---- a line of text ---------------------------------------------------------------------- */

/* Append a character in UTF-8, if there is room. */
static void add_typed(char *buf, size_t size, uint32_t ch)
{
	size_t n = strlen(buf), len = ch < 0x80 ? 1 : ch < 0x800 ? 2 : ch < 0x10000 ? 3 : 4;
	static const unsigned char marks[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	if (n + len + 1 > size)
		return;
	buf[n + len] = '\0';
	for (size_t i = len; i-- > 1; ch >>= 6)
		buf[n + i] = (char)(0x80 | (ch & 0x3f));
	buf[n] = (char)(marks[len == 1 ? 0 : len] | ch);
}

static void remove_last(char *buf)
{
	size_t n = strlen(buf);

	while (n && ((unsigned char)buf[n - 1] & 0xc0) == 0x80)
		n--;
	if (n)
		buf[n - 1] = '\0';
}

static void draw_prompt(struct tui *t, const char *what, const char *buf)
{
	const unsigned row = t->screen.rows - 1, cols = t->screen.cols;
	const unsigned used = screen_width(t->screen.utf8, what, strlen(what)) + 3;
	const unsigned room = cols > used ? cols - used : 1;
	const char *from = buf;
	unsigned col;

	/* the end of a text that is too long */
	while (screen_width(t->screen.utf8, from, strlen(from)) > room && *from)
		from++;
	while (((unsigned char)*from & 0xc0) == 0x80)
		from++;
	tui_compose(t);
	if (t->screen.rows < TUI_MIN_ROWS)
		return;
	tui_put_bar(t, row, what, tui_hot_status);
	col = screen_put(&t->screen, row, used - 3, cols, ": ", 2, tui_hot_status);
	col = screen_put(&t->screen, row, col, cols, from, strlen(from), tui_hot_status);
	screen_fill(&t->screen, row, col, 1, '_', tui_hot_status);
}

bool tui_prompt(struct tui *t, const char *what, char *buf, size_t size,
		void (*changed)(struct tui *t, const char *text))
{
	struct key k;

	t->message[0] = '\0';
	for (;;) {
		draw_prompt(t, what, buf);
		tui_flush(t);
		if (!tui_read_key(t, &k, -1))
			return false;
		if (k.code == TERM_KEY_ENTER)
			return true;
		if (k.code == TERM_KEY_ESC)
			return false;
		if (k.code == TERM_KEY_BACKSPACE)
			remove_last(buf);
		else if (k.code == TERM_KEY_CTRL('u'))
			buf[0] = '\0';
		else if (k.code == TERM_KEY_PASTE)
			add_typed(buf, size, k.pasted);
		else if (k.code >= ' ' && k.code < TERM_KEY_UP)
			add_typed(buf, size, k.code);
		else
			continue;
		if (changed)
			changed(t, buf);
	}
}

/* ---- a menu ------------------------------------------------------------------------------ */

#define MENU_MIN_WIDTH 24u

struct menu {
	const char *title;
	const char *const *texts;
	uint32_t nr;
	struct tui_list list;
	unsigned row, col, width, height;
};

static void place_menu(const struct tui *t, struct menu *m)
{
	const unsigned most = t->screen.cols > 6 ? t->screen.cols - 4 : 2;

	m->width = screen_width(t->screen.utf8, m->title, strlen(m->title)) + 2;
	for (uint32_t i = 0; i < m->nr; i++) {
		const unsigned w =
			screen_width(t->screen.utf8, m->texts[i], strlen(m->texts[i])) + 2;

		m->width = w > m->width ? w : m->width;
	}
	m->width = m->width < MENU_MIN_WIDTH ? MENU_MIN_WIDTH : m->width;
	m->width = m->width > most ? most : m->width;
	m->height = m->nr < t->screen.rows - 4 ? m->nr : t->screen.rows - 4;
	m->row = (t->screen.rows - m->height - 1) / 2;
	m->col = (t->screen.cols - m->width) / 2;
	tui_list_fit(&m->list, m->row + 1, m->height);
}

static void draw_menu(struct tui *t, struct menu *m)
{
	tui_compose(t);
	if (t->screen.rows < TUI_MIN_ROWS || t->screen.cols < TUI_MIN_COLS)
		return;
	place_menu(t, m);
	screen_fill(&t->screen, m->row, m->col, m->width, ' ', tui_status);
	screen_put(&t->screen, m->row, m->col + 1, m->col + m->width, m->title, strlen(m->title),
		   tui_status);
	for (unsigned i = 0; i < m->height && m->list.top + i < m->nr; i++) {
		const uint64_t n = m->list.top + i;
		const struct screen_style style = n == m->list.at ? tui_match : tui_head;

		screen_fill(&t->screen, m->row + 1 + i, m->col, m->width, ' ', style);
		screen_put(&t->screen, m->row + 1 + i, m->col + 1, m->col + m->width - 1,
			   m->texts[n], strlen(m->texts[n]), style);
	}
}

int tui_menu(struct tui *t, const char *title, const char *const *texts, uint32_t nr)
{
	struct menu m = { .title = title, .texts = texts, .nr = nr, .list.nr = nr };
	struct key k;

	t->message[0] = '\0';
	while (nr) {
		const uint64_t was = m.list.at;

		draw_menu(t, &m);
		tui_flush(t);
		if (!tui_read_key(t, &k, -1))
			return -1;
		if (k.code == TERM_KEY_ENTER || k.code == TERM_KEY_RIGHT)
			return (int)m.list.at;
		if (k.code == TERM_KEY_ESC || k.code == TERM_KEY_LEFT || k.code == 'q')
			return -1;
		if (tui_list_key(&m.list, &k) && k.code == TERM_KEY_CLICK && m.list.at == was)
			return (int)m.list.at;
	}
	return -1;
}
