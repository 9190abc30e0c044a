/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Takes the rows of each file for `pdata diff`, and joins rows with equal keys. A file may have
 * very many rows, so a row keeps numbers of texts, and each text is stored once for all files.
 */
#include "view/diff_int.h"

#include "base/memory.h"
#include "console/command.h"
#include "profile/keys/key_table.h"
#include "profile/keys/keys_names.h"
#include "profile/keys/keys_sample.h"
#include "profile/model/keys.h"
#include "view/row_line.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct diff *diff_new(const struct diff_opts *opts, uint32_t nr)
{
	struct diff *d = rep_alloc(1, sizeof(*d));

	d->opts = opts;
	d->nr_files = nr;
	d->files = rep_alloc(nr, sizeof(*d->files));
	return d;
}

void diff_free(struct diff *d)
{
	for (uint32_t f = 0; f < d->nr_added; f++) {
		for (uint32_t e = 0; e < d->files[f].nr_ev; e++) {
			free(d->files[f].ev[e].name);
			free(d->files[f].ev[e].entries);
			free(d->files[f].ev[e].keys);
			free(d->files[f].ev[e].sums);
		}
		free(d->files[f].ev);
	}
	for (uint32_t k = 0; k < d->nr_keys; k++)
		free(d->cols[k].header);
	interner_free(&d->texts);
	free(d->ranks);
	free(d->files);
	free(d);
}

/* ---- rows of a file ---------------------------------------------------------------------- */

static void show_if_all_are_elided(struct diff *d)
{
	bool all = true;

	for (uint32_t i = 0; i < d->nr_keys; i++)
		all &= d->cols[i].elide;
	for (uint32_t i = 0; i < d->nr_keys && all; i++)
		d->cols[i].elide = false;
}

static void add_diff_column(struct diff *d, const struct report *rp, uint32_t at)
{
	const struct rep_key *k = rp->cols[at].key;
	const bool sum = k->scope == KEY_SUM;

	for (uint32_t i = 0; i < d->nr_keys; i++)
		if (d->cols[i].at == at)
			return;
	if (d->nr_keys == DIFF_MAX_KEYS)
		return;
	d->has_sums |= sum;
	d->cols[d->nr_keys++] = (struct diff_key_column){ .at = at,
							  .header = rep_strdup(rp->cols[at].header),
							  .elide = !sum && rp->cols[at].elide,
							  .cut = k->kind == &key_comm,
							  .no_pad = sum || k->fit & KEY_NO_PAD ||
								    k->kind == &key_cgroup_id,
							  .right = k->fit & KEY_RIGHT,
							  .sum = sum ? k : NULL };
}

/* Add the sums that --sort names at the start of *@sort, and move *@sort behind the next key. */
static void add_named_sums(struct diff *d, const struct report *rp, const char **sort)
{
	while (**sort) {
		const size_t len = strcspn(*sort, ", ");
		const struct rep_key *k = len ? rep_key_find(*sort, len, rp->mode) : NULL;

		*sort += len + ((*sort)[len] != 0);
		if (len && (!k || k->scope != KEY_SUM))
			return;
		for (uint32_t i = 0; k && i < rp->nr_cols; i++)
			if (rp->cols[i].key == k)
				add_diff_column(d, rp, i);
	}
}

/* Columns of sums that --sort does not name are left out: the report has "overhead" in any case. */
static void choose_keys(struct diff *d, const struct report *rp)
{
	const char *sort = rp->opts->rows.sort;

	for (uint32_t i = 0; i < rp->nr_cols; i++) {
		const struct rep_key *k = rp->cols[i].key;

		if (k->scope == KEY_SUM || !strcmp(k->name, "ipc_null"))
			continue;
		add_named_sums(d, rp, &sort);
		add_diff_column(d, rp, i);
	}
	while (*sort)
		add_named_sums(d, rp, &sort);
	show_if_all_are_elided(d);
	while (d->symbol < d->nr_keys &&
	       strcmp(rp->cols[d->cols[d->symbol].at].key->name, "symbol") != 0)
		d->symbol++;
}

/* The rows of an event while they are taken. */
struct taking {
	struct diff *d;
	const struct report *rp;
	struct diff_event *to;
	struct row_text text;
	/* all rows without a symbol that have equal other keys are one; by number of these keys */
	struct interner others;
	uint32_t *entry_of; /* its entry + 1 */
	uint32_t cap;
};

static uint32_t add_text(struct diff *d, const char *text, size_t len)
{
	const uint32_t n = interner_add(&d->texts, text, (uint32_t)len + 1);

	if (!n)
		rep_exit_no_memory();
	return n;
}

#define LEVEL_LEN 4u /* of "[k] " */

/* Return the character of the level before the text of a symbol; 0 if there is none. */
static char level_of(const char *text)
{
	return text[0] == '[' && text[1] && text[2] == ']' && text[3] == ' ' ? text[1] : 0;
}

static const char *behind_level(const char *text)
{
	return level_of(text) ? text + LEVEL_LEN : text;
}

/*
 * Return the width for the text of key @i. A column is at least as wide as its header; a text that
 * replaces a missing value needs this width. The column "comm" is as wide as the last names of the
 * threads, and a thread may have had a longer name before. Rows are compared by whole names;
 * print_diff_key() cuts the printed text.
 */
static unsigned text_width(const struct taking *t, const struct rep_row *r, uint32_t i,
			   unsigned width)
{
	const struct diff_key_column *c = &t->d->cols[i];
	size_t least = strlen(c->header);

	if (t->rp->cols[c->at].key->kind == &key_comm && strlen(r->who->comm) > least)
		least = strlen(r->who->comm);
	return width > least ? width : (unsigned)least;
}

/* Put the text and width of key @i of the row into @k; the text of a symbol only into t->text. */
static void take_key(struct taking *t, const struct rep_row *r, uint32_t i, struct diff_key *k)
{
	const struct rep_key *key = t->rp->cols[t->d->cols[i].at].key;
	size_t len, blanks = 0;

	if (t->d->cols[i].sum) {
		*k = (struct diff_key){ .text = add_text(t->d, "", 0) };
		return;
	}
	k->width = report_key_width(t->rp, key, r);
	len = report_key_text(t->rp, key, r, text_width(t, r, i, k->width), &t->text);
	if (t->d->cols[i].right)
		blanks = strspn(t->text.buf, " ");
	k->text = i == t->d->symbol ? 0 : add_text(t->d, t->text.buf + blanks, len - blanks);
}

/* Return the entry with the same keys but for the symbol, or UINT32_MAX if there is none. */
static uint32_t find_unresolved(struct taking *t, const struct diff_key *keys)
{
	uint32_t others[DIFF_MAX_KEYS], n, was;

	for (uint32_t i = 0; i < t->d->nr_keys; i++)
		others[i] = keys[i].text;
	n = interner_add(&t->others, others, t->d->nr_keys * (uint32_t)sizeof(*others));
	if (!n || !mem_room_zeroed(&t->entry_of, &t->cap, n, sizeof(*t->entry_of)))
		rep_exit_no_memory();
	was = t->entry_of[n];
	if (!was)
		t->entry_of[n] = t->to->nr + 1;
	return was ? was - 1 : UINT32_MAX;
}

/* Set what the symbol's text, which is in t->text, says about the entry. */
static void take_symbol(struct taking *t, const struct rep_row *r, struct diff_entry *e,
			struct diff_key *k)
{
	const char *text = t->text.buf, *name = behind_level(text), *object = r->dso ? r->dso : "";

	k->text = add_text(t->d, name, strlen(name));
	e->level = (uint8_t)level_of(text);
	e->object = add_text(t->d, object, strlen(object));
}

/* Rows are not summed over callees, so sums of callees are those of the rows themselves. */
static uint64_t sum_of_row(const struct rep_key *k, const struct rep_row *r)
{
	return !k ? 0 : k->acc ? r->self.period : rep_key_sum(k, r);
}

/* Add the sums of the row to those of entry @at. */
static void take_sums(struct taking *t, uint32_t at, const struct rep_row *r)
{
	uint64_t *to = t->to->sums ? t->to->sums + (size_t)at * t->d->nr_keys : NULL;

	for (uint32_t i = 0; to && i < t->d->nr_keys; i++)
		to[i] += sum_of_row(t->d->cols[i].sum, r);
}

/* Join a row without a symbol with entry @at, which keeps its address: it is first in order. */
static void join_unresolved(struct taking *t, uint32_t at, const struct diff_key *keys,
			    const struct rep_row *r)
{
	struct diff_key *to = t->to->keys + (size_t)at * t->d->nr_keys;

	t->to->entries[at].period += r->self.period;
	take_sums(t, at, r);
	for (uint32_t i = 0; i < t->d->nr_keys; i++)
		if (keys[i].width > to[i].width)
			to[i].width = keys[i].width;
}

static void take_diff_row(struct taking *t, const struct rep_row *r)
{
	struct diff_event *to = t->to;
	struct diff_key *keys = to->keys + (size_t)to->nr * t->d->nr_keys;
	const uint32_t symbol = t->d->symbol;
	uint32_t same = UINT32_MAX;

	for (uint32_t i = 0; i < t->d->nr_keys; i++)
		if (i != symbol)
			take_key(t, r, i, &keys[i]);
	if (symbol < t->d->nr_keys)
		take_key(t, r, symbol, &keys[symbol]);
	if (symbol < t->d->nr_keys && !r->sym)
		same = find_unresolved(t, keys);
	if (same != UINT32_MAX) {
		join_unresolved(t, same, keys, r);
		return;
	}
	to->entries[to->nr] = (struct diff_entry){ .period = r->self.period,
						   .file = t->d->nr_added,
						   .unnamed = !r->sym,
						   .filtered = r->filtered };
	if (symbol < t->d->nr_keys)
		take_symbol(t, r, &to->entries[to->nr], &keys[symbol]);
	take_sums(t, to->nr, r);
	to->nr++;
}

/* Whether the baseline has the event @a. Other events are not compared. */
static bool baseline_has(const struct diff *d, const struct pdata_attr *a)
{
	for (uint32_t i = 0; i < d->files[0].nr_ev; i++)
		if (d->files[0].ev[i].type == a->type && d->files[0].ev[i].config == a->config)
			return true;
	return false;
}

static void take_event(struct diff *d, const struct report *rp, struct diff_event *to,
		       const struct event_rows *ev)
{
	struct taking t = { .d = d, .rp = rp, .to = to };

	*to = (struct diff_event){ .name = rep_strdup(ev->name),
				   .type = ev->event->attr.type,
				   .config = ev->event->attr.config,
				   .total = rp->opts->show.relative ? ev->period_passed
								    : ev->period,
				   .relative = rp->opts->show.relative };
	if (d->nr_added && !baseline_has(d, &ev->event->attr))
		return;
	/* More than is needed, but only what is written takes memory. */
	to->entries = rep_alloc(ev->nr + 1u, sizeof(*to->entries));
	to->keys = rep_alloc((ev->nr + 1ull) * d->nr_keys + 1, sizeof(*to->keys));
	if (d->has_sums && !d->nr_added)
		to->sums = rep_alloc((ev->nr + 1ull) * d->nr_keys, sizeof(*to->sums));
	for (uint32_t i = 0; i < ev->nr; i++)
		if (!ev->rows[i]->dummy)
			take_diff_row(&t, ev->rows[i]);
	to->entries = rep_grow(to->entries, to->nr + 1u, sizeof(*to->entries));
	to->keys = rep_grow(to->keys, (to->nr + 1ull) * d->nr_keys + 1, sizeof(*to->keys));
	interner_free(&t.others);
	free(t.entry_of);
	free(t.text.buf);
}

void diff_add(struct diff *d, const char *path, const struct report *rp)
{
	struct diff_file *f = &d->files[d->nr_added];

	if (!d->nr_added)
		choose_keys(d, rp);
	*f = (struct diff_file){ .path = path,
				 .ev = rep_alloc(rp->nr_ev + 1u, sizeof(*f->ev)),
				 .nr_ev = rp->nr_ev };
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		take_event(d, rp, &f->ev[e], &rp->ev[e]);
	d->nr_added++;
}

/* ---- order of keys ----------------------------------------------------------------------- */

static int compare_texts(const void *x, const void *y, void *texts)
{
	const struct interned *all = texts;

	return strcmp((const char *)all[*(const uint32_t *)x].data,
		      (const char *)all[*(const uint32_t *)y].data);
}

/* Number the texts in their order, so that comparing rows follows no pointers. */
static void rank_diff_texts(struct diff *d)
{
	const uint32_t nr = d->texts.nr;
	uint32_t *order;

	if (d->ranks || !nr)
		return;
	order = rep_alloc(nr, sizeof(*order));
	d->ranks = rep_alloc(nr, sizeof(*d->ranks));
	for (uint32_t i = 1; i < nr; i++)
		order[i] = i;
	qsort_r(order + 1, nr - 1, sizeof(*order), compare_texts, d->texts.all);
	for (uint32_t i = 1; i < nr; i++)
		d->ranks[order[i]] = i;
	free(order);
}

static int compare_numbers(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

/* The order of two texts of a right-aligned column: decimal numbers, after "unknown". */
static int compare_right_texts(const char *a, const char *b)
{
	const bool x = isdigit((unsigned char)a[0]), y = isdigit((unsigned char)b[0]);
	const int c = x == y ? compare_numbers((uint32_t)strlen(a), (uint32_t)strlen(b)) : x - y;

	return c ? c : strcmp(a, b);
}

static int compare_key(const struct diff *d, uint32_t key, const struct diff_row *a,
		       const struct diff_row *b)
{
	if (d->cols[key].sum) {
		const uint64_t x = diff_key_sum(a, key), y = diff_key_sum(b, key);

		return (x < y) - (x > y);
	}
	if (d->cols[key].right)
		return compare_right_texts(diff_key_text(d, a, key), diff_key_text(d, b, key));
	if (key == d->symbol && (a->unnamed || b->unnamed))
		return a->unnamed - b->unnamed;
	return compare_numbers(d->ranks[a->keys[key].text], d->ranks[b->keys[key].text]);
}

int diff_keys_order(const struct diff *d, const struct diff_row *a, const struct diff_row *b)
{
	int c = 0;

	for (uint32_t i = 0; i < d->nr_keys && !c; i++)
		c = compare_key(d, i, a, b);
	return c;
}

/* ---- joined rows ------------------------------------------------------------------------- */

/* A row of a file, before it is joined with those of other files. */
struct diff_item {
	const struct diff_entry *entry;
	const struct diff_key *keys;
};

static struct diff_row row_of_item(const struct diff_item *i)
{
	return (struct diff_row){ .keys = i->keys,
				  .unnamed = i->entry->unnamed,
				  .filtered = i->entry->filtered,
				  .level = (char)i->entry->level };
}

/*
 * The first of the rows that become one gives the joined row its text, and decides whether a filter
 * hides it. Without the key "dso", functions of several objects with one name become one row.
 */
static int compare_items(const void *x, const void *y, void *ctx)
{
	const struct diff *d = ctx;
	const struct diff_item *a = x, *b = y;
	const struct diff_row p = row_of_item(a), q = row_of_item(b);
	int c = diff_keys_order(d, &p, &q);

	c = c ? c : compare_numbers(a->entry->file, b->entry->file);
	if (!c && d->symbol < d->nr_keys)
		c = compare_numbers(d->ranks[a->entry->object], d->ranks[b->entry->object]);
	for (uint32_t i = 0; i < d->nr_keys && !c; i++)
		c = compare_numbers(d->ranks[a->keys[i].text], d->ranks[b->keys[i].text]);
	return c ? c : (a->entry > b->entry) - (a->entry < b->entry);
}

static bool is_same_event(const struct diff_event *a, const struct diff_event *b)
{
	return a->type == b->type && a->config == b->config;
}

/* Return the event @event of the baseline in file @file; NULL if the file does not have it. */
static const struct diff_event *find_event(const struct diff *d, uint32_t file, uint32_t event)
{
	const struct diff_event *base = &d->files[0].ev[event], *ev = d->files[file].ev;

	if (!file || !base)
		return base;
	for (uint32_t i = 0; i < d->files[file].nr_ev; i++)
		if (is_same_event(&ev[i], base))
			return &ev[i];
	return NULL;
}

/* Make a sorted list of the rows of all files. Return: their number. */
static uint32_t sort_items(struct diff_table *t, struct diff *d, uint32_t event,
			   struct diff_item **out)
{
	struct diff_item *items;
	uint64_t nr = 0;

	for (uint32_t f = 0; f < d->nr_files; f++) {
		const struct diff_event *ev = find_event(d, f, event);

		nr += ev ? ev->nr : 0;
	}
	if (nr > UINT32_MAX)
		rep_exit_no_memory();
	*out = items = rep_alloc(nr + 1, sizeof(*items));
	for (uint32_t f = 0; f < d->nr_files; f++) {
		const struct diff_event *ev = find_event(d, f, event);

		t->total[f] = ev ? ev->total : 0;
		for (uint32_t i = 0; ev && i < ev->nr; i++)
			*items++ = (struct diff_item){ &ev->entries[i],
						       ev->keys + (size_t)i * d->nr_keys };
	}
	if (nr)
		qsort_r(*out, nr, sizeof(**out), compare_items, d);
	return (uint32_t)nr;
}

/* Whether the row is in the baseline and in another file. */
static bool is_matched(const struct diff *d, const struct diff_row *r)
{
	for (uint32_t f = 1; f < d->nr_files; f++)
		if (r->there[f])
			return r->there[0];
	return false;
}

static bool starts_row(const struct diff *d, const struct diff_item *items, uint32_t i)
{
	const struct diff_row a = row_of_item(&items[i]), b = row_of_item(&items[i ? i - 1 : 0]);

	return !i || diff_keys_order(d, &a, &b);
}

/* Add the sums of @e, if it is an entry of the baseline's event @base. */
static void add_sums(const struct diff_table *t, struct diff_row *r, const struct diff_event *base,
		     const struct diff_entry *e)
{
	const uint32_t nr = t->d->nr_keys;

	for (uint32_t k = 0; r->sums && !e->file && k < nr; k++)
		r->sums[k] += base->sums[(size_t)(e - base->entries) * nr + k];
}

/*
 * Join the rows from @at on that have equal keys, and add the period of the baseline to
 * t->baseline. Return: the first row after the joined ones.
 */
static uint32_t join_row(struct diff_table *t, const struct diff_item *items, uint32_t at,
			 uint32_t nr, const struct diff_event *base)
{
	const struct diff *d = t->d;
	struct diff_row *r = &t->rows[t->nr];
	uint32_t end = at;

	*r = row_of_item(&items[at]);
	r->period = t->periods + (size_t)t->nr * d->nr_files;
	r->there = t->there + (size_t)t->nr * d->nr_files;
	memset(r->period, 0, d->nr_files * sizeof(*r->period));
	memset(r->there, 0, d->nr_files * sizeof(*r->there));
	r->sums = t->sums ? t->sums + (size_t)t->nr * d->nr_keys : NULL;
	if (r->sums)
		memset(r->sums, 0, d->nr_keys * sizeof(*r->sums));
	do {
		add_sums(t, r, base, items[end].entry);
		r->period[items[end].entry->file] += items[end].entry->period;
		r->there[items[end].entry->file] = true;
	} while (++end < nr && !starts_row(d, items, end));
	if ((t->opts->baseline_only && !is_matched(d, r)) || (t->again && !r->there[0]))
		return end;
	if (!r->filtered || !base->relative)
		t->baseline += r->period[0];
	if (r->filtered)
		return end;
	t->nr++;
	for (uint32_t k = 0; k < d->nr_keys; k++)
		for (uint32_t i = at; i < end; i++)
			if (items[i].keys[k].width > t->width[k])
				t->width[k] = items[i].keys[k].width;
	return end;
}

void diff_table_make(struct diff_table *t, struct diff *d, uint32_t event)
{
	const struct diff_event *base = d->files[0].ev;
	struct diff_item *items;
	uint32_t nr, rows = 0;

	*t = (struct diff_table){ .d = d, .opts = d->opts };
	for (uint32_t e = 0; e < event; e++)
		t->again |= is_same_event(&base[e], &base[event]);
	t->total = rep_alloc(d->nr_files, sizeof(*t->total));
	for (uint32_t k = 0; k < d->nr_keys; k++) {
		t->width[k] = (unsigned)strlen(d->cols[k].header);
		if (d->cols[k].sum && d->cols[k].sum->min_width > t->width[k])
			t->width[k] = d->cols[k].sum->min_width;
	}
	rank_diff_texts(d);
	nr = sort_items(t, d, event, &items);
	for (uint32_t i = 0; i < nr; i++)
		rows += starts_row(d, items, i);
	t->rows = rep_alloc(rows + 1u, sizeof(*t->rows));
	t->periods = rep_alloc((rows + 1ull) * d->nr_files, sizeof(*t->periods));
	t->there = rep_alloc((rows + 1ull) * d->nr_files, sizeof(*t->there));
	if (d->has_sums)
		t->sums = rep_alloc((rows + 1ull) * d->nr_keys, sizeof(*t->sums));
	for (uint32_t i = 0; i < nr;)
		i = join_row(t, items, i, nr, &base[event]);
	if (!t->opts->baseline_only && !base[event].relative)
		t->baseline = t->total[0];
	free(items);
}

void diff_table_free(struct diff_table *t)
{
	free(t->total);
	free(t->rows);
	free(t->periods);
	free(t->there);
	free(t->sums);
}
