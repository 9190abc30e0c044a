/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The rows of `pdata diff`: the rows of each file, and the joined rows of all files. */

#include "base/interner.h"
#include "view/diff.h"

#define DIFF_MAX_KEYS 16u

/* The text of one sort key in a row. */
struct diff_key {
	/*
	 * id of the text in diff.texts; the text of a symbol does not include the prefix, such as
	 * "[k] ", that report rows have before the symbol's name (diff_entry.level)
	 */
	uint32_t text;
	uint32_t width; /* width in characters that the key's column needs for this row */
};

/*
 * A row of one file. diff_table_make() joins rows of different files if all sort keys have equal
 * texts; in the sort key "symbol", all rows without a symbol are equal. Symbols are compared by
 * name, because the objects may have changed between the recordings.
 */
struct diff_entry {
	uint64_t period;
	uint32_t file : 22;
	uint32_t unnamed : 1;  /* the row has no symbol */
	uint32_t filtered : 1; /* a filter hides the row */
	uint32_t level : 8;    /* character in the brackets of the prefix "[k] "; 0: no prefix */
	uint32_t object;       /* id in diff.texts: short name of the object of the symbol */
};

/* The rows of one event of one file. */
struct diff_event {
	char *name;
	uint32_t type;
	uint64_t config, total;
	bool relative; /* @total does not include samples that a filter rejects */
	struct diff_entry *entries;
	/*
	 * array with diff.nr_keys elements for each row in @entries, in the order of @entries: the
	 * texts of the sort keys of the row
	 */
	struct diff_key *keys;
	/*
	 * array with diff.nr_keys elements for each row in @entries: values of the columns with
	 * diff_key_column.sum; NULL: there is no such column, or the file is not the baseline
	 */
	uint64_t *sums;
	uint32_t nr;
};

struct diff_file {
	const char *path;
	struct diff_event *ev;
	uint32_t nr_ev;
};

/* A column of the output that prints a sort key. */
struct diff_key_column {
	uint32_t at; /* index of the column in report.cols */
	char *header;
	bool elide;
	bool cut;    /* a text that does not fit into the width of the column is cut off */
	bool no_pad; /* no spaces follow the text in the last column of a row */
	bool right;  /* the text is right-aligned */
	/*
	 * key of a sum, such as "sample", of which the column prints the value in the baseline;
	 * NULL: the column prints a text
	 */
	const struct rep_key *sum;
};

struct diff {
	const struct diff_opts *opts;
	struct diff_file *files;
	uint32_t nr_files, nr_added;
	struct diff_key_column cols[DIFF_MAX_KEYS];
	uint32_t nr_keys;
	bool has_sums; /* a column has diff_key_column.sum */
	/* index in @cols of the column that prints symbols; equal to @nr_keys if there is none */
	uint32_t symbol;
	struct interner texts;
	/*
	 * array, indexed by id of a text in @texts: position of the text among all texts in the
	 * order of strcmp(); the array is NULL before the first diff_table_make()
	 */
	uint32_t *ranks;
};

/* A row of the comparison: joins those rows of all files that have equal sort keys. */
struct diff_row {
	const struct diff_key *keys;
	/* array, indexed like diff.files: period of the row in the file; 0 if the file lacks it */
	uint64_t *period;
	/* array, indexed like diff.files: whether the file has the row */
	bool *there;
	/* array with diff.nr_keys elements, as diff_event.sums; NULL: the baseline lacks the row */
	uint64_t *sums;
	bool unnamed, filtered; /* as in struct diff_entry */
	char level;		/* as in struct diff_entry */
};

struct diff_table {
	const struct diff *d;
	const struct diff_opts *opts;
	/*
	 * array, indexed like diff.files: total period of the event in the file; 0 if the file
	 * lacks the event
	 */
	uint64_t *total;
	/*
	 * Period that is 100 % in the column "Baseline". With diff_event.relative, it is the sum of
	 * the periods that the baseline has in @rows; otherwise it is total[0]. Exception: with
	 * --baseline-only and not diff_event.relative, it is the sum of the baseline's periods in
	 * @rows and in the rows that a filter hides.
	 */
	uint64_t baseline;
	/*
	 * The baseline has an earlier event with the same type and config as the event of this
	 * table. As in perf, the rows that only other files have are then in the table of the
	 * earlier event, and not in this table.
	 */
	bool again;
	unsigned width[DIFF_MAX_KEYS];
	struct diff_row *rows;
	uint32_t nr;
	uint64_t *periods; /* one memory block for the arrays diff_row.period of all rows */
	bool *there;	   /* one memory block for the arrays diff_row.there of all rows */
	uint64_t *sums;	   /* one memory block for the arrays diff_row.sums; NULL: no sums */
};

/*
 * Fill @t with the joined rows of one event, in the order of diff_keys_order(). @event: index of
 * the event in @d->files[0].ev, the array of events of the baseline. The caller frees @t with
 * diff_table_free().
 */
void diff_table_make(struct diff_table *t, struct diff *d, uint32_t event);
void diff_table_free(struct diff_table *t);

/*
 * Compare the sort keys of the rows @a and @b. In the sort key "symbol", two rows without a symbol
 * are equal, and a row without a symbol comes after a row with a symbol. Return: less than, equal
 * to or greater than 0, as a comparison function of qsort().
 */
int diff_keys_order(const struct diff *d, const struct diff_row *a, const struct diff_row *b);

/* Return: the sum in the column @key of the row in the baseline. */
static inline uint64_t diff_key_sum(const struct diff_row *r, uint32_t key)
{
	return r->sums ? r->sums[key] : 0;
}

static inline const char *diff_key_text(const struct diff *d, const struct diff_row *r,
					uint32_t key)
{
	return (const char *)d->texts.all[r->keys[key].text].data;
}
