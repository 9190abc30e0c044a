/* SPDX-License-Identifier: BSD-2-Clause */
/* Builds lines of a report's text: widths of columns, cells of sums and of keys. */
#include "view/row_line.h"

#include "console/command.h"
#include "profile/keys/key_table.h"
#include "profile/keys/keys_names.h"

#include <pdata/text.h>

#include <inttypes.h>
#include <stdio.h>
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

void row_line_fit(struct report *rp, struct report_column *c, const struct rep_row *r)
{
	const struct rep_key *k = c->key;
	unsigned w = rep_key_width(rp, k, r);

	if (w < k->min_width)
		w = k->min_width;
	if (w > c->width)
		c->width = w;
}

void row_line_fit_end(struct report_column *c, const struct event_rows *ev)
{
	const struct rep_key *k = c->key;
	unsigned head = (unsigned)strlen(c->header);

	if (k->scope == KEY_SUM) {
		c->width = c->user_width ? c->user_width : k->min_width;
		if (ev->members > 1 && c->width < ev->members * k->min_width)
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

static int percent_text(char *buf, size_t size, int len, double percent, bool colour)
{
	const char *on = colour ? report_colour(percent) : "";

	return snprintf(buf, size, "%s %*.2f%%%s", on, len, percent, *on ? REPORT_COLOUR_OFF : "");
}

static void put_sum(struct row_line *l, const struct rep_key *k, int len, const struct rep_row *r,
		    uint64_t total, bool colour)
{
	char text[400];
	int n;

	if (k->percent)
		n = percent_text(text, sizeof(text), len,
				 total && r ? 100.0 * (double)rep_key_sum(k, r) / (double)total
					    : 0.0,
				 colour);
	else if (k->average)
		n = snprintf(text, sizeof(text), " %*.1f", len, r ? rep_key_average(k, r) : 0.0);
	else
		n = snprintf(text, sizeof(text), " %*" PRIu64, len, r ? rep_key_sum(k, r) : 0);
	if (n > 0)
		row_line_add(l, text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

/* Print the sum of the group's leader and those of its other members. */
void row_line_print_sums(struct report *rp, struct row_line *l, const struct report_column *c,
			 const struct event_rows *ev, const struct rep_row *r)
{
	const bool colour = rp->colour && !rp->opts->show.separator;
	int len = (int)(c->user_width ? c->user_width : c->key->min_width) -
		  (c->key->percent ? 2 : 1);

	if (c->key->acc && !rp->children) {
		char text[400];
		int n = snprintf(text, sizeof(text), " %*s",
				 (int)(c->user_width ? c->user_width : c->key->min_width) - 1,
				 "N/A");

		row_line_add(l, text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1);
		return;
	}
	if (rp->opts->show.separator)
		len = 1;
	put_sum(l, c->key, len, r, report_key_total(rp, c->key, ev), colour);
	for (uint32_t m = 1; m < ev->members; m++) {
		const struct event_rows *other = &rp->ev[ev->event->index + m];
		uint64_t total = report_key_total(rp, c->key, other);

		put_sum(l, c->key, len, r->pairs && total ? r->pairs[m] : NULL, total, colour);
	}
}

void row_line_print_key(struct report *rp, struct row_line *l, const struct report_column *c,
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

char *report_key_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		      unsigned width)
{
	size_t size = width + 4 * KEY_NO_NAME_WIDTH;
	char *buf = rep_alloc(size + 1, 1);
	size_t len;

	rep_key_text(rp, k, r, buf, size, width);
	for (len = strlen(buf); len && buf[len - 1] == ' '; len--)
		buf[len - 1] = 0;
	return buf;
}
