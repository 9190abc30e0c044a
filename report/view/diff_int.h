/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The rows of `pdata diff`: those of each file, and those joined by their keys. */

#include "base/interner.h"
#include "view/diff.h"

#define DIFF_MAX_KEYS 16u

/* The text of a key in a row. */
struct diff_key {
	uint32_t text;	/* number in diff.texts */
	uint32_t width; /* least width of the column */
};

/*
 * A row of one file. Rows of different files are matched by the
 * text of their keys: symbols by name, because the files that contain them may have changed.
 */
struct diff_entry {
	uint64_t period;
	uint32_t file : 31;
	uint32_t unnamed : 1; /* has no symbol */
};

/* The rows of one event of one file. */
struct diff_event {
	char *name;
	uint32_t type;
	uint64_t config, total;
	struct diff_entry *entries;
	struct diff_key *keys; /* diff.nr_keys for each entry */
	uint32_t nr;
};

struct diff_file {
	const char *path;
	struct diff_event *ev;
	uint32_t nr_ev;
};

/* A column that is a key. */
struct diff_key_column {
	uint32_t at; /* position in the columns of the reports */
	char *header;
	bool elide;
};

struct diff {
	const struct diff_opts *opts;
	struct diff_file *files;
	uint32_t nr_files, nr_added;
	struct diff_key_column cols[DIFF_MAX_KEYS];
	uint32_t nr_keys;
	uint32_t symbol; /* index in cols of the symbol key; nr_keys: there is none */
	struct interner texts;
	uint32_t *ranks; /* of texts: their order by strcmp() */
};

/* A row of the comparison. */
struct diff_row {
	const struct diff_key *keys;
	uint64_t *period; /* by file */
	bool *there;
	bool unnamed;
};

struct diff_table {
	const struct diff *d;
	const struct diff_opts *opts;
	uint64_t *total; /* by file; 0 if the file does not have the event */
	unsigned width[DIFF_MAX_KEYS];
	struct diff_row *rows;
	uint32_t nr;
	uint64_t *periods; /* what rows points to */
	bool *there;
};

/* Make the rows of event @event of the baseline, in the order of their keys. */
void diff_table_make(struct diff_table *t, struct diff *d, uint32_t event);
void diff_table_free(struct diff_table *t);

/* The order of two rows by their keys. All rows of an object without a symbol are equal. */
int diff_keys_order(const struct diff *d, const struct diff_row *a, const struct diff_row *b);

static inline const char *diff_key_text(const struct diff *d, const struct diff_row *r,
					uint32_t key)
{
	return (const char *)d->texts.all[r->keys[key].text].data;
}
