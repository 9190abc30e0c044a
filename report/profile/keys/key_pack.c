/* SPDX-License-Identifier: BSD-2-Clause */
/* Packs the values of sort keys into integers with the order of the keys' comparisons. */
#include "profile/keys/key_pack.h"

#include "base/jobs.h"
#include "base/memory.h"
#include "common/hash_table.h"
#include "common/prefetch.h"

#include <stdlib.h>
#include <string.h>

#define SIGN (1ull << 63)
/* Rows are prefetched this far ahead, because sorted rows are scattered in memory. */
#define ROWS_AHEAD_OF_PACKING 12u

/* A text of a column, identified by its address. rank: its position among the sorted texts. */
struct pack_text {
	const char *text;
	uint64_t rank;
};

PD_HASH_TABLE(pack_text, struct pack_text, s->text, s->text == k->text,
	      hash_mix((uintptr_t)k->text, 0) >> 7)

/* One value of each row, stored in bits of one cell. */
struct pack_column {
	const struct rep_key *key;
	key_number_fn *value; /* NULL: the value is the rank of the text */
	key_text_fn *text;
	bool falls;	     /* the order of ranks is reversed */
	enum pack_rule rule; /* rule of the cell, if this column is its first */
	bool begins, ends;   /* the column is the first, the last one of its cell */
	uint64_t min, max;
	uint32_t cell;
	unsigned shift;
	struct pack_text *texts;
	size_t mask;
	uint32_t nr_texts;
	struct pack_text last; /* text of the row before, to save the lookup */
};

/* ---- columns ----------------------------------------------------------------------------- */

static struct pack_column *add_pack_column(struct key_packing *p, const struct rep_key *k,
					   key_number_fn *value)
{
	struct pack_column *c = &p->columns[p->nr_columns];

	/* The last column is scratch: if it is needed, functions of the keys compare the rows. */
	if (p->nr_columns + 1 < PACK_COLUMNS)
		p->nr_columns++;
	else
		p->unfit = true;
	*c = (struct pack_column){ .key = k, .value = value, .min = UINT64_MAX };
	return c;
}

void key_pack_number(struct key_packing *p, const struct rep_key *k, key_number_fn *value)
{
	add_pack_column(p, k, value);
}

void key_pack_wrapping(struct key_packing *p, const struct rep_key *k, key_number_fn *value)
{
	add_pack_column(p, k, value)->rule = PACK_WRAPS;
}

static struct pack_column *add_text_column(struct key_packing *p, const struct rep_key *k,
					   key_text_fn *text)
{
	struct pack_column *c = add_pack_column(p, k, NULL);

	c->text = text;
	return c;
}

void key_pack_text(struct key_packing *p, const struct rep_key *k)
{
	add_text_column(p, k, k->text)->falls = k->order == KEY_FALLS;
}

static const char *object_name(const struct report *rp, const struct rep_key *k,
			       const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	(void)rp;
	(void)k;
	(void)scratch;
	return r->dso;
}

static const char *symbol_name(const struct report *rp, const struct rep_key *k,
			       const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	(void)rp;
	(void)k;
	(void)scratch;
	return r->sym ? r->sym->name : NULL;
}

static uint64_t is_nameless(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return !r->sym;
}

static uint64_t symbol_start(const struct report *rp, const struct rep_key *k,
			     const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return (r->sym ? r->sym->start : r->addr) ^ SIGN;
}

/* For symbols with equal start, comparing sizes is the same as comparing ends. */
static uint64_t symbol_bytes(const struct report *rp, const struct rep_key *k,
			     const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return (r->sym ? r->sym->end - r->sym->start : 0) ^ SIGN;
}

void key_pack_symbol(struct key_packing *p, const struct rep_key *k)
{
	struct pack_column *object, *nameless;

	if (!p->rp->has_dso) {
		/* The object distinguishes symbols, but not addresses without a symbol. */
		object = add_text_column(p, k, object_name);
		object->begins = true;
		object->rule = PACK_NAMED;
		p->unfit |= p->only_plain;
	}
	nameless = add_pack_column(p, k, is_nameless);
	nameless->ends = !p->rp->has_dso;
	nameless->min = 0; /* PACK_NAMED needs this bit even if all rows have the same value */
	nameless->max = 1;
	key_pack_wrapping(p, k, symbol_start);
	key_pack_wrapping(p, k, symbol_bytes);
	p->by_symbol = true;
}

void key_pack_symbol_name(struct key_packing *p, const struct rep_key *k)
{
	add_text_column(p, k, symbol_name);
	p->by_name = true;
}

/*
 * Process and thread ids plus 1, in 32 bits: the ids of a thread that the recording does not name
 * are -1, and would need a cell of 64 bits if they did not become 0.
 */
static uint64_t row_pid(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return (uint32_t)r->who->pid + 1u;
}

static uint64_t row_tid(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return (uint32_t)r->who->tid + 1u;
}

static uint64_t row_depth(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return r->max_depth;
}

static uint64_t row_depth_falls(const struct report *rp, const struct rep_key *k,
				const struct rep_row *r)
{
	return UINT32_MAX - row_depth(rp, k, r);
}

void key_pack_depth(struct key_packing *p, bool caller)
{
	struct pack_column *pid = add_pack_column(p, NULL, row_pid);

	pid->begins = true;
	pid->rule = PACK_THREAD;
	p->unfit |= p->only_plain;
	add_pack_column(p, NULL, row_tid);
	add_pack_column(p, NULL, caller ? row_depth_falls : row_depth)->ends = true;
}

/* ---- values ------------------------------------------------------------------------------ */

/* Add a text to the texts of a column. Returns false if memory is exhausted. */
static bool add_text(struct pack_column *c, const char *text)
{
	const struct pack_text key = { .text = text };
	struct pack_text *t;

	if (c->nr_texts * 2 >= c->mask && !mem_check(!pack_text_grow(&c->texts, &c->mask, 256, 0)))
		return false;
	t = pack_text_slot(c->texts, c->mask, &key, 0);
	c->nr_texts += !t->text;
	c->last = *t = key;
	return true;
}

/*
 * Add the row's text to the texts of the column. Returns false if the key makes the text in the
 * scratch buffer, so that it has no fixed address, or if memory is exhausted.
 */
static bool note_text(const struct key_packing *p, struct pack_column *c, const struct rep_row *r)
{
	char scratch[KEY_SCRATCH];
	const char *text = c->text(p->rp, c->key, r, scratch);

	return !text || text == c->last.text || (text != scratch && add_text(c, text));
}

static int compare_pack_texts(const void *a, const void *b)
{
	const struct pack_text *x = *(struct pack_text *const *)a,
			       *y = *(struct pack_text *const *)b;

	return strcmp(x->text, y->text);
}

/* Rank the texts of a column; equal texts get one rank. Returns false if memory is exhausted. */
static bool rank_texts(struct pack_column *c)
{
	struct pack_text **all = mem_alloc(c->nr_texts + 1u, sizeof(struct pack_text *));
	uint64_t rank = 0;
	uint32_t nr = 0;

	if (!all)
		return false;
	for (size_t i = 0; c->texts && i <= c->mask; i++)
		if (c->texts[i].text)
			all[nr++] = &c->texts[i];
	qsort(all, nr, sizeof(struct pack_text *), compare_pack_texts);
	for (uint32_t i = 0; i < nr; i++) {
		rank += i && strcmp(all[i - 1]->text, all[i]->text);
		all[i]->rank = rank;
	}
	free(all);
	c->min = 0;
	c->max = rank + 1;
	c->last = (struct pack_text){ NULL, c->max };
	return true;
}

static uint64_t text_rank(const struct key_packing *p, struct pack_column *c,
			  const struct rep_row *r)
{
	char scratch[KEY_SCRATCH];
	const struct pack_text key = { .text = c->text(p->rp, c->key, r, scratch) };

	if (!key.text)
		return c->falls ? 0 : c->max;
	if (key.text != c->last.text)
		c->last = *pack_text_slot(c->texts, c->mask, &key, 0);
	return c->falls ? c->max - c->last.rank : c->last.rank;
}

/*
 * Return false if integers cannot express the order of @sym, the symbol of a row with the part
 * @part. For the comparisons of keys all rows of one part are equal, even if their symbols differ:
 * inlined functions with one name, or symbols with one name in two objects. Integers of different
 * symbols would differ, and inlined functions are compared by name and by overlap.
 */
static bool symbol_fits(struct key_packing *p, uint32_t part, const struct sym *sym)
{
	const struct sym *other;

	if (!sym || (!p->by_symbol && !p->by_name))
		return true;
	if ((p->by_symbol && sym->inlined) ||
	    !mem_room_zeroed(&p->part_syms, &p->cap_parts, part, sizeof(*p->part_syms)))
		return false;
	other = p->part_syms[part];
	p->part_syms[part] = sym;
	if (!other || other == sym)
		return true;
	return (!p->by_symbol || (other->start == sym->start && other->end == sym->end)) &&
	       (!p->by_name || !strcmp(other->name, sym->name));
}

static void look_at_row(struct key_packing *p, const struct rep_row *r)
{
	p->unfit |= !symbol_fits(p, r->part, r->sym);
	for (uint32_t i = 0; i < p->nr_columns && !p->unfit; i++) {
		struct pack_column *c = &p->columns[i];
		uint64_t v;

		if (!c->value) {
			p->unfit = !note_text(p, c, r);
			continue;
		}
		v = c->value(p->rp, c->key, r);
		c->min = v < c->min ? v : c->min;
		c->max = v > c->max ? v : c->max;
	}
}

static void fetch_row(struct rep_row *const *rows, uint32_t i, uint32_t nr)
{
	if (i + ROWS_AHEAD_OF_PACKING >= nr)
		return;
	pd_prefetch(rows[i + ROWS_AHEAD_OF_PACKING]);
	pd_prefetch(&rows[i + ROWS_AHEAD_OF_PACKING]->self);
	pd_prefetch(&rows[i + ROWS_AHEAD_OF_PACKING]->who);
}

/* ---- cells ------------------------------------------------------------------------------- */

static unsigned bits_of(uint64_t v)
{
	return v ? 64u - (unsigned)__builtin_clzll(v) : 0;
}

/*
 * Assign bits of cells to the columns; the first column gets the highest bits. @index_bits: number
 * of bits for the row's number, in the low bits of the last cell.
 */
static void lay_out_cells(struct key_packing *p, unsigned index_bits)
{
	unsigned left = 0; /* free bits of the current cell */
	bool open = false; /* the current cell began at a column with .begins; .ends closes it */

	for (uint32_t i = 0; i <= p->nr_columns && !p->unfit; i++) {
		struct pack_column *c = &p->columns[i];
		const bool index = i == p->nr_columns;
		unsigned bits = index ? index_bits : bits_of(c->max - c->min);

		if (!index && c->rule == PACK_WRAPS && c->max - c->min < SIGN)
			c->rule = PACK_PLAIN;
		if (!index && c->rule == PACK_WRAPS) {
			p->unfit = p->only_plain;
			if (p->unfit)
				return;
			c->begins = c->ends = true;
			bits = 64;
			c->min = 0;
		}
		if (bits > left || (!index && c->begins)) {
			p->unfit = open || p->width == PACK_CELLS;
			if (p->unfit)
				return;
			p->rule[p->width++] = index ? PACK_PLAIN : c->rule;
			open = !index && c->begins;
			left = 64;
		}
		left -= bits;
		if (index)
			break;
		c->cell = p->width - 1;
		c->shift = left;
		if (!c->ends)
			continue;
		/* The values of such a cell are in its low bits, which its rule tests. */
		for (uint32_t j = 0; j <= i && left < 64; j++)
			if (p->columns[j].cell == c->cell)
				p->columns[j].shift -= left;
		p->depth_bits = p->rule[c->cell] == PACK_THREAD ? bits : p->depth_bits;
		p->plain &= p->rule[c->cell] == PACK_PLAIN;
		left = 0;
		open = false;
	}
}

bool key_pack_init(struct key_packing *p, const struct report *rp)
{
	/* One extra column: add_pack_column() may write it, and lay_out_cells() reads it. */
	*p = (struct key_packing){ .rp = rp, .plain = true };
	p->columns = mem_alloc(PACK_COLUMNS + 1, sizeof(*p->columns));
	return p->columns != NULL;
}

/* Rows to pack, which two threads may share. */
struct pack_job {
	struct key_packing *p;
	struct rep_row *const *rows;
	uint32_t nr, nr_jobs;
	uint64_t *cells;
	struct key_packing second; /* what the second thread finds in its rows */
};

static void look_at_some_rows(void *ctx, uint32_t job)
{
	struct pack_job *j = ctx;
	struct key_packing *p = job ? &j->second : j->p;
	const uint32_t end = rep_first_of_job(j->nr, job + 1, j->nr_jobs);

	for (uint32_t i = rep_first_of_job(j->nr, job, j->nr_jobs); i < end && !p->unfit; i++) {
		fetch_row(j->rows, i, j->nr);
		look_at_row(p, j->rows[i]);
	}
}

static bool init_second(struct pack_job *j)
{
	j->second = *j->p;
	j->second.columns = mem_alloc(PACK_COLUMNS + 1, sizeof(*j->second.columns));
	if (j->second.columns)
		memcpy(j->second.columns, j->p->columns, j->p->nr_columns * sizeof(*j->p->columns));
	return j->second.columns;
}

/* Add what the second thread found to what the first one found. */
static void add_second(struct key_packing *p, const struct key_packing *second)
{
	p->unfit |= second->unfit;
	for (uint32_t part = 0; part < second->cap_parts && !p->unfit; part++)
		p->unfit = !symbol_fits(p, part, second->part_syms[part]);
	for (uint32_t i = 0; i < p->nr_columns; i++) {
		struct pack_column *to = &p->columns[i];
		const struct pack_column *from = &second->columns[i];

		to->min = from->min < to->min ? from->min : to->min;
		to->max = from->max > to->max ? from->max : to->max;
		for (size_t n = 0; from->texts && n <= from->mask && !p->unfit; n++)
			if (from->texts[n].text)
				p->unfit = !add_text(to, from->texts[n].text);
	}
}

/* Find the ranges and texts of all columns. */
static void look_at_rows(struct pack_job *j)
{
	if (j->nr_jobs == 2 && !init_second(j))
		j->nr_jobs = 1;
	rep_run_jobs(j->nr_jobs, j->nr_jobs, look_at_some_rows, j);
	if (j->nr_jobs == 2)
		add_second(j->p, &j->second);
	key_pack_free(&j->second);
}

static void pack_some_rows(void *ctx, uint32_t job)
{
	const struct pack_job *j = ctx;
	const struct key_packing *p = j->p;
	const uint32_t end = rep_first_of_job(j->nr, job + 1, j->nr_jobs);
	struct pack_column columns[PACK_COLUMNS]; /* each thread has its own pack_column.last */

	memcpy(columns, p->columns, p->nr_columns * sizeof(*columns));
	for (uint32_t i = rep_first_of_job(j->nr, job, j->nr_jobs); i < end; i++) {
		uint64_t *to = j->cells + (size_t)i * p->width;

		fetch_row(j->rows, i, j->nr);
		memset(to, 0, p->width * sizeof(*to));
		to[p->width - 1] = i;
		for (uint32_t n = 0; n < p->nr_columns; n++) {
			struct pack_column *c = &columns[n];
			const uint64_t v = c->value ? c->value(p->rp, c->key, j->rows[i])
						    : text_rank(p, c, j->rows[i]);

			if (c->max != c->min)
				to[c->cell] |= (v - c->min) << c->shift;
		}
	}
}

static uint32_t nr_pack_jobs(const struct key_packing *p, uint32_t nr)
{
	for (uint32_t i = 0; i < p->nr_columns; i++)
		if (p->columns[i].key && !p->columns[i].key->concurrent)
			return 1;
	return rep_nr_threads(p->rp->opts->rows.jobs, nr / PACK_ROWS_EACH) < 2 ? 1 : 2;
}

uint64_t *key_pack_rows(struct key_packing *p, struct rep_row *const *rows, uint32_t nr)
{
	struct pack_job job = { .p = p, .rows = rows, .nr = nr, .nr_jobs = nr_pack_jobs(p, nr) };

	if (!p->unfit)
		look_at_rows(&job);
	for (uint32_t i = 0; i < p->nr_columns && !p->unfit; i++)
		p->unfit = !p->columns[i].value && !rank_texts(&p->columns[i]);
	lay_out_cells(p, bits_of(nr | 1));
	job.cells = p->unfit ? NULL : mem_big_alloc((size_t)nr * p->width, sizeof(*job.cells));
	if (job.cells)
		rep_run_jobs(job.nr_jobs, job.nr_jobs, pack_some_rows, &job);
	return job.cells;
}

void key_pack_free(struct key_packing *p)
{
	for (uint32_t i = 0; p->columns && i < p->nr_columns; i++)
		pd_free(p->columns[i].texts);
	free(p->columns);
	free(p->part_syms);
}
