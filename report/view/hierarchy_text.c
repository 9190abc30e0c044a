/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints --hierarchy as text: the sums, then one column that all keys share, indented by level. */
#include "view/hierarchy_text.h"

#include "console/command.h"
#include "profile/callgraph/callgraph_trie.h"
#include "profile/keys/key_table.h"
#include "profile/rows/report_hierarchy.h"
#include "view/chain_text.h"
#include "view/row_line.h"

#include <stdlib.h>
#include <string.h>

#define INDENT 3u

struct text {
	struct report *rp;
	const struct event_rows *ev;
	struct hier_level *levels;
	uint32_t nr_levels;
	struct row_line line;
	struct callgraph_scratch scratch;
	size_t sums_width;
};

static struct report_column *find_key_column(struct report *rp, const struct rep_key *k)
{
	for (uint32_t i = 0; i < rp->nr_cols; i++)
		if (rp->cols[i].key == k)
			return &rp->cols[i];
	return NULL;
}

/* Whether the event has the sort key. */
static bool event_has_key(const struct text *t, uint32_t key)
{
	return rep_key_is_of(t->rp->keys[key], t->ev->event->index);
}

static uint32_t nr_of(const struct text *t, uint32_t level)
{
	uint32_t nr = 0;

	for (uint32_t k = t->levels[level].first; k < t->levels[level].end; k++)
		nr += event_has_key(t, k);
	return nr;
}

static void fit_rows(struct text *t, struct rep_row *const *rows, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		const struct hier *h = (const struct hier *)(const void *)rows[i];

		for (uint32_t c = 0; c < t->rp->nr_cols && !rows[i]->filtered; c++)
			if (t->rp->cols[c].key->scope != KEY_SUM)
				row_line_fit(t->rp, &t->rp->cols[c], rows[i]);
		fit_rows(t, h->kids.rows, h->kids.nr);
	}
}

static void fit(struct text *t)
{
	bool first = true;

	for (uint32_t c = 0; c < t->rp->nr_cols; c++)
		t->rp->cols[c].width = 0;
	fit_rows(t, t->ev->top, t->ev->nr_top);
	for (uint32_t c = 0; c < t->rp->nr_cols; c++) {
		row_line_fit_end(t->rp, &t->rp->cols[c], t->ev);
		if (t->rp->cols[c].key->scope == KEY_SUM) {
			t->sums_width += t->rp->cols[c].width + (first ? 0 : 2);
			first = false;
		}
	}
}

/* With a field separator, print no indentation. */
static void put_indent(struct text *t, uint32_t levels, char c)
{
	if (!t->rp->opts->show.separator)
		out_pad(t->rp->out, c, (size_t)levels * INDENT);
}

/* Print a text without the blanks around it. Return: its length. */
static size_t put_trimmed(struct out *o, const char *s)
{
	size_t n;

	s += strspn(s, " ");
	for (n = strlen(s); n && s[n - 1] == ' '; n--)
		;
	out_mem(o, s, n);
	return n;
}

/*
 * Print the headers of keys, joined by '+' within a level and by '/' between levels. Return: their
 * width.
 */
static size_t put_key_headers(struct text *t)
{
	struct report *rp = t->rp;
	size_t width = 0;

	for (uint32_t l = 0; l < t->nr_levels; l++) {
		if (l) {
			out_str(rp->out, " / ");
			width += 3;
		}
		for (uint32_t k = t->levels[l].first; k < t->levels[l].end; k++) {
			const struct report_column *c = find_key_column(rp, rp->keys[k]);
			char *text;

			if (!event_has_key(t, k))
				continue;

			if (k > t->levels[l].first) {
				out_char(rp->out, '+');
				width++;
			}
			text = rep_strdup(c->header);
			if (strlen(text) > c->width)
				text[c->width] = '\0';
			width += put_trimmed(rp->out, text);
			free(text);
		}
	}
	return width;
}

/*
 * The width of the widest level: the sum of its indentation and of the widths of its keys; at
 * least @width.
 */
static size_t widest_level(const struct text *t, size_t width)
{
	for (uint32_t l = 0; l < t->nr_levels; l++) {
		size_t w = l * INDENT + nr_of(t, l) - 1;

		for (uint32_t k = t->levels[l].first; k < t->levels[l].end; k++)
			w += event_has_key(t, k) ? find_key_column(t->rp, t->rp->keys[k])->width
						 : 0;
		if (w > width)
			width = w;
	}
	return width;
}

/* perf underlines each header with a constant string of this many dots. */
#define MAX_DOTS 207u

static void underline(struct report *rp, size_t width)
{
	out_pad(rp->out, '.', width < MAX_DOTS ? width : MAX_DOTS);
}

static void print_hierarchy_headers(struct text *t)
{
	struct report *rp = t->rp;
	const char *sep = rp->opts->show.separator;
	bool first = true;
	size_t width;

	out_str(rp->out, "# ");
	put_indent(t, t->nr_levels - 1, ' ');
	for (uint32_t c = 0; c < rp->nr_cols; c++)
		if (rp->cols[c].key->scope == KEY_SUM)
			out_printf(rp->out, "%*s%s", (int)rp->cols[c].width, rp->cols[c].header,
				   row_line_separator(rp));
	width = put_key_headers(t);
	out_str(rp->out, "\n# ");
	put_indent(t, t->nr_levels - 1, '.');
	for (uint32_t c = 0; c < rp->nr_cols; c++) {
		if (rp->cols[c].key->scope != KEY_SUM)
			continue;
		if (!first)
			out_raw_str(rp->out, sep ? sep : "..");
		first = false;
		underline(rp, rp->cols[c].width);
	}
	out_raw_str(rp->out, sep ? sep : "  ");
	underline(rp, widest_level(t, width));
	out_str(rp->out, "\n#\n");
}

static void print_hierarchy_sums(struct text *t, const struct hier *h)
{
	struct report *rp = t->rp;
	bool first = true;

	t->line.len = 0;
	row_line_pad(&t->line, h->depth * INDENT);
	for (uint32_t c = 0; c < rp->nr_cols; c++) {
		const struct report_column *col = &rp->cols[c];
		size_t start;

		if (col->key->scope != KEY_SUM)
			continue;
		if (!rp->opts->show.separator || !first)
			row_line_add(&t->line, row_line_separator(rp),
				     strlen(row_line_separator(rp)));
		first = false;
		start = t->line.len;
		row_line_print_sums(rp, &t->line, col, t->ev, &h->row);
		if (t->line.len - start < col->width)
			row_line_pad(&t->line, col->width - (t->line.len - start));
	}
	if (!rp->opts->show.separator)
		row_line_pad(&t->line, (t->nr_levels - 1) * INDENT);
	out_raw(rp->out, t->line.buf, t->line.len);
}

static void print_hierarchy_row(struct text *t, const struct hier *h)
{
	struct report *rp = t->rp;

	print_hierarchy_sums(t, h);
	for (uint32_t k = t->levels[h->depth].first; k < t->levels[h->depth].end; k++) {
		const char *text = t->line.buf;

		if (!event_has_key(t, k))
			continue;
		t->line.len = 0;
		row_line_print_key(rp, &t->line, find_key_column(rp, rp->keys[k]), &h->row);
		t->line.buf[t->line.len] = '\0';
		out_raw_str(rp->out, row_line_separator(rp));
		out_str(rp->out, text + strspn(text, " "));
	}
	out_char(rp->out, '\n');
	if (h->leaf && rp->trie && chain_text(rp, rp->out, &t->scratch, t->ev, &h->row))
		report_no_memory(rp);
}

/* Whether a row below is above the limit. Rows are sorted, so the first one decides. */
static bool has_shown(const struct text *t, const struct hier *h)
{
	for (uint32_t i = 0; i < h->kids.nr; i++)
		if (!h->kids.rows[i]->filtered)
			return !report_below_limit(t->rp, t->ev, h->kids.rows[i]);
	return false;
}

static void print_hierarchy_level(struct text *t, struct rep_row *const *rows, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		const struct hier *h = (const struct hier *)(const void *)rows[i];

		if (!rows[i]->filtered && !report_below_limit(t->rp, t->ev, rows[i])) {
			print_hierarchy_row(t, h);
			if (!h->leaf && !has_shown(t, h)) {
				put_indent(t, t->nr_levels + h->depth, ' ');
				out_printf(t->rp->out, "%*sno entry >= %.2f%%\n",
					   (int)t->sums_width + 4, "",
					   (double)(float)t->rp->opts->show.percent_limit);
			}
		}
		print_hierarchy_level(t, h->kids.rows, h->kids.nr);
	}
}

void hierarchy_text(struct report *rp, const struct event_rows *ev)
{
	struct text t = { .rp = rp, .ev = ev };

	t.nr_levels = hierarchy_levels(rp, ev->event->index, &t.levels);
	if (!t.nr_levels) {
		free(t.levels);
		return;
	}
	fit(&t);
	t.line.size = row_line_size(rp) + (size_t)t.nr_levels * INDENT * 2;
	t.line.buf = rep_alloc(t.line.size + 1, 1);
	if (!rp->opts->show.quiet)
		print_hierarchy_headers(&t);
	print_hierarchy_level(&t, ev->top, ev->nr_top);
	callgraph_scratch_free(&t.scratch);
	free(t.line.buf);
	free(t.levels);
}
