/* SPDX-License-Identifier: BSD-2-Clause */
/* Builds lines of a report's text: widths of columns, cells of sums and of keys. */
#include "view/row_line.h"

#include "base/digits.h"
#include "console/command.h"
#include "profile/keys/key_table.h"
#include "profile/keys/keys_names.h"

#include <pdata/text.h>

#include <stdlib.h>
#include <string.h>

void row_line_add(struct row_line *l, const char *s, size_t n)
{
	if (n > l->size - 1 - l->len)
		n = l->size - 1 - l->len;
	memcpy(l->buf + l->len, s, n);
	l->len += n;
}

void row_line_pad(struct row_line *l, size_t n)
{
	if (n > l->size - 1 - l->len)
		n = l->size - 1 - l->len;
	memset(l->buf + l->len, ' ', n);
	l->len += n;
}

/* ---- columns ----------------------------------------------------------------------------- */

void row_line_fit(const struct report *rp, struct report_column *c, const struct rep_row *r)
{
	const unsigned w = report_key_width(rp, c->key, r);

	if (w > c->width)
		c->width = w;
}

void row_line_fit_end(const struct report *rp, struct report_column *c, const struct event_rows *ev)
{
	const struct rep_key *k = c->key;
	unsigned head = (unsigned)strlen(c->header);

	if (k->scope == KEY_SUM) {
		c->width = c->user_width ? c->user_width : k->min_width;
		if ((rp->opts->rows.group || ev->members > 1) &&
		    c->width < ev->members * k->min_width)
			c->width = ev->members * k->min_width;
	} else {
		c->width &= 0xffff;
		if (c->user_width) {
			c->width = c->user_width;
			return;
		}
	}
	if (c->width < head)
		c->width = head;
}

/*
 * The bytes by which a line may be longer than its columns: perf leaves room for colour escapes,
 * if it may use colours.
 */
#define LINE_SPARE 4u
#define LINE_COLOURS 224u

size_t row_line_size(const struct report *rp)
{
	size_t size = LINE_SPARE + (rp->opts->show.separator ? 0 : LINE_COLOURS);
	bool first = true;

	for (uint32_t i = 0; i < rp->nr_cols; i++) {
		if (rp->cols[i].skip)
			continue;
		size += rp->cols[i].width + (first ? 0 : 2);
		first = false;
	}
	return size;
}

/* ---- cells ------------------------------------------------------------------------------- */

/* Add @s, padded as by printf("%*s"). */
static void add_padded(struct row_line *l, const char *s, size_t n, int width)
{
	if (width > 0 && n < (size_t)width)
		row_line_pad(l, (size_t)width - n);
	row_line_add(l, s, n);
	if (width < 0 && n < (size_t)-width)
		row_line_pad(l, (size_t)-width - n);
}

static void add_percent(struct row_line *l, int len, double percent, bool colour)
{
	const char *on = colour ? report_colour(percent) : "";
	char text[REP_FIXED_SIZE];

	row_line_add(l, on, strlen(on));
	row_line_pad(l, 1);
	add_padded(l, text, rep_fixed_text(text, percent, 2), len);
	row_line_add(l, "%", 1);
	if (*on)
		row_line_add(l, REPORT_COLOUR_OFF, strlen(REPORT_COLOUR_OFF));
}

static void put_sum(struct row_line *l, const struct rep_key *k, int len, const struct rep_row *r,
		    uint64_t total, bool colour)
{
	char text[REP_FIXED_SIZE], *end = text + sizeof(text), *s;

	if (k->percent) {
		add_percent(l, len,
			    total && r ? 100.0 * (double)rep_key_sum(k, r) / (double)total : 0.0,
			    colour);
		return;
	}
	row_line_pad(l, 1);
	if (k->average) {
		add_padded(l, text, rep_fixed_text(text, r ? rep_key_average(k, r) : 0.0, 1), len);
		return;
	}
	s = rep_dec_before(end, r ? rep_key_sum(k, r) : 0);
	add_padded(l, s, (size_t)(end - s), len);
}

/* Print the sum of the group's leader and those of its other members. */
void row_line_print_sums(const struct report *rp, struct row_line *l, const struct report_column *c,
			 const struct event_rows *ev, const struct rep_row *r)
{
	const bool colour = rp->colour && !rp->opts->show.separator;
	int len = (int)(c->user_width ? c->user_width : c->key->min_width) -
		  (c->key->percent ? 2 : 1);

	if (c->key->acc && !rp->children) {
		row_line_pad(l, 1);
		add_padded(l, "N/A", 3,
			   (int)(c->user_width ? c->user_width : c->key->min_width) - 1);
		return;
	}
	if (rp->opts->show.separator)
		len = 1;
	put_sum(l, c->key, len, r, report_key_total(rp, c->key, ev), colour);
	for (uint32_t m = 1; m < ev->members; m++) {
		const struct event_rows *other = &rp->ev[ev->event->index + m];
		uint64_t total = report_key_total(rp, c->key, other);

		put_sum(l, c->key, len, total ? row_pair(r, m) : NULL, total, colour);
	}
}

void row_line_print_key(const struct report *rp, struct row_line *l, const struct report_column *c,
			const struct rep_row *r)
{
	char *at = l->buf + l->len;
	int n = rep_key_text(rp, c->key, r, at, l->size - l->len, c->width);

	if (n < 0)
		return;
	if ((size_t)n > l->size - 1 - l->len)
		n = (int)(l->size - 1 - l->len);
	l->len += (size_t)n;
	if (rp->out->guard)
		pdata_text_printable(at, (size_t)n, 0);
	for (int i = 0; rp->opts->show.separator && i < n; i++)
		if (at[i] == rp->opts->show.separator[0])
			at[i] = '.';
}

unsigned report_key_width(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	unsigned width = rep_key_width(rp, k, r);

	return width > k->min_width ? width : k->min_width;
}

size_t report_key_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		       unsigned width, struct row_text *to)
{
	const size_t size = width + 4 * KEY_NO_NAME_WIDTH;
	size_t len;

	if (to->size <= size) {
		to->size = 2 * size;
		to->buf = rep_grow(to->buf, to->size, 1);
	}
	to->buf[0] = '\0';
	rep_key_text(rp, k, r, to->buf, size, width);
	for (len = strlen(to->buf); len && to->buf[len - 1] == ' '; len--)
		;
	to->buf[len] = '\0';
	return len;
}

int row_line_check_separator(const char **separator, const char *command)
{
	if (*separator && !**separator)
		*separator = NULL;
	if (!*separator || **separator != '.')
		return REP_OK;
	return rep_fail("%s: -t %s: '.' is the decimal point and cannot begin a separator; use "
			"another separator, such as ';'",
			command, *separator);
}
