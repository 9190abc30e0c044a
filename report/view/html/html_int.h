/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The parts of the writer of a page: samples, paths, columns, and the hashes of its policy. */

#include "base/interner.h"
#include "profile/tables/stack_trie.h"
#include "view/html/html.h"

/* ---- samples.c ---------------------------------------------------------------------------- */

/* Set in html_sample.stack if the sample has no call stack: the other bits are its frame. */
#define HTML_ONLY_FRAME 0x80000000u

/* One sample, or the sum of several equal samples. */
struct html_sample {
	uint64_t time, weight;
	uint32_t thread, stack;
	/* frame of the sample's address; at the end a number from html_code.hit_of_frame */
	uint32_t frame;
	uint32_t count; /* samples */
	uint16_t event;
	uint16_t cpu;	 /* number + 1; 0: not recorded */
	uint32_t fields; /* number from 1 among its event's samples with field values; 0: none */
};

/* ---- fields.c ----------------------------------------------------------------------------- */

/* A field of a tracepoint. */
struct html_field {
	uint32_t event;
	const struct table *table;
	const struct table_column *column;
	struct interner values; /* each distinct value: a text, or a uint64_t */
	uint32_t *numbers;	/* by html_sample.fields - 1: number in values; 0: no value */
	uint32_t cap;
};

struct html_event_fields {
	bool asked;
	uint32_t first, nr;  /* in html_fields.all */
	uint32_t nr_samples; /* with values */
};

struct html_fields {
	struct html_field *all;
	uint32_t nr, cap;
	struct html_event_fields *events;
	uint32_t nr_events, cap_events;
	uint64_t nr_cells;
	bool left_out; /* there are too many values, or samples were added up */
};

/*
 * Note the field values of a sample; *@number becomes html_sample.fields. Return: false: an
 * error.
 */
bool html_add_field_values(struct html_fields *f, struct tables *t, const struct tables_sample *row,
			   uint32_t *number);
/* Forget all values. */
void html_leave_fields_out(struct html_fields *f);
/* Return: the position of the sample's value in the list of the field's values, from 1; 0: none. */
uint32_t html_field_value(const struct html_field *f, const struct html_sample *s);
struct pd_json;
/* Write the members "fields" and "fields_left_out" of the facts. */
void html_put_fields(struct pd_json *j, const struct html_fields *f);
void html_free_fields(struct html_fields *f);

/* ---- samples.c, continued ------------------------------------------------------------------- */

/* A LOST, LOST_SAMPLES or THROTTLE record, which the timeline shows as a mark. */
struct html_mark {
	uint64_t time, count;
	uint32_t kind; /* index in html_mark_names */
	uint32_t cpu;  /* number + 1; 0: not recorded */
};

enum html_mark_kind { HTML_LOST, HTML_LOST_SAMPLES, HTML_THROTTLE, HTML_NR_MARKS };
extern const char *const html_mark_names[HTML_NR_MARKS];

struct html_samples {
	struct html_sample *all; /* in order of time */
	uint32_t nr, cap;
	uint64_t total; /* samples before they were added up */
	/*
	 * length in ns of the slices of time in which samples are added up; 0: samples are not
	 * added up
	 */
	uint64_t slice;
	struct html_mark *marks;
	uint32_t nr_marks, cap_marks;
	uint64_t left_out; /* marks that found no room */
	bool switches;	   /* there are SWITCH records */
	struct html_fields fields;
	bool addresses; /* set by the caller: samples have the frames of their addresses */
};

/* Read all samples of @t, and complete it. Return: 0, or -1: the session has an error. */
int html_read_samples(struct html_samples *s, struct tables *t, uint64_t max);
void html_free_samples(struct html_samples *s);

/* ---- states.c ----------------------------------------------------------------------------- */

#define HTML_NR_STATES 7u
extern const char *const html_state_names[HTML_NR_STATES];

struct html_state {
	uint64_t start, length; /* ns; start is counted from the first sample */
	uint32_t thread;
	uint8_t kind; /* index in html_state_names */
};

struct html_states {
	struct html_state *all;
	uint32_t nr, cap;
	uint64_t left_out; /* states that found no room */
};

/*
 * Read the states of threads, such as running or waiting, if the recording has them. Call it after
 * html_read_samples(). @s is empty before, and the caller frees s->all. Return: 0, or -1: the
 * session has an error, or memory is exhausted.
 */
int html_read_states(struct html_states *s, struct tables *t, const struct html_samples *samples);

/* ---- paths.c ------------------------------------------------------------------------------ */

/* A function as the page shows it: numbers of its texts, and flags. */
struct html_function {
	uint32_t name, object, file; /* 0: not known */
	uint32_t flags;		     /* enum tables_frame_kind, and HTML_INLINED */
};

#define HTML_INLINED 8u

/* The call stacks of all samples as paths of functions, not of addresses. */
struct html_paths {
	struct interner texts;	   /* number 1 is the first text */
	struct interner functions; /* struct html_function */
	struct stack_trie nodes;   /* frames of the nodes are numbers of functions */
	uint32_t *function_of;	   /* by frame of the tables */
	uint32_t *node_of;	   /* by stack of the tables */
	struct html_redact *redact;
};

/* Make the paths of all stacks of @t. Return: 0 or -ENOMEM. */
int html_make_paths(struct html_paths *p, struct tables *t, struct html_redact *redact);
/* Return: the node of a sample's stack; 0: memory is exhausted, see html_paths_err(). */
uint32_t html_node_of(struct html_paths *p, uint32_t stack);
int html_paths_err(const struct html_paths *p);
/* Return: the number of a text; 0 for NULL, and if memory is exhausted. */
uint32_t html_add_text(struct html_paths *p, const char *text);
void html_free_paths(struct html_paths *p);

/* ---- columns.c ---------------------------------------------------------------------------- */

/*
 * A column of numbers: the lowest bytes of all numbers, then their next bytes, and so on. Bytes of
 * equal weight lie side by side, so they compress well. A column of width 0 is a text.
 */
struct html_column {
	const char *name; /* at most 11 bytes */
	uint32_t width;	  /* bytes of a number */
	uint32_t nr;	  /* numbers, or bytes of a text */
	uint8_t *bytes;	  /* nr * width bytes; freed when they are compressed */
	uint8_t *packed;
	size_t packed_size;
};

#define HTML_MAX_COLUMNS 48u

struct html_columns {
	struct html_column all[HTML_MAX_COLUMNS];
	uint32_t nr;
	int err; /* 0 or -ENOMEM */
};

/* Add a column of @nr numbers; @get(@ctx, i) is number i. A failure is kept in c->err. */
void html_add_column(struct html_columns *c, const char *name, uint32_t nr,
		     uint64_t (*get)(const void *ctx, uint32_t i), const void *ctx);
/* Add a copy of @n bytes of text. */
void html_add_text_column(struct html_columns *c, const char *name, const void *text, size_t n);
/* Compress all columns in threads. Return: 0 or -ENOMEM. */
int html_pack_columns(struct html_columns *c, uint64_t jobs);
/* Write the packed columns as base64. */
void html_put_columns(const struct html_columns *c, struct out *out);
void html_free_columns(struct html_columns *c);

/* ---- facts.c ------------------------------------------------------------------------------ */

/* Write the facts about the recording as JSON to @out. Return: 0; -1: the session has an error. */
struct html_code;
int html_put_facts(struct out *out, struct tables *t, const struct html_samples *s,
		   const struct html_states *states, const struct html_code *code,
		   struct html_redact *redact, const struct html_opts *o);

/* ---- page.c ------------------------------------------------------------------------------- */

/* Write the part of the page before its data, and the part after it. */
void html_put_head(struct out *out);
void html_put_tail(struct out *out);

/* ---- sha256.c ----------------------------------------------------------------------------- */

#define HTML_SHA256_SIZE 32u

void html_sha256(const void *data, size_t n, uint8_t hash[HTML_SHA256_SIZE]);

/* Write @n bytes as base64, with padding. */
void html_put_base64(struct out *out, const uint8_t *data, size_t n);
