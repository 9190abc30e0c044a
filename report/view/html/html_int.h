/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares what the source files that write an HTML page share: samples, paths, columns, and the
 * hashes for the page's content security policy.
 */

#include "base/interner.h"
#include "profile/tables/stack_trie.h"
#include "view/html/html.h"

/* ---- samples.c ---------------------------------------------------------------------------- */

/*
 * This bit is set in html_sample.stack if the sample has no call stack. If this bit is set, the
 * other bits are the index of the sample's frame.
 */
#define HTML_ONLY_FRAME 0x80000000u

/* One sample, or the sum of several equal samples. */
struct html_sample {
	uint64_t time, weight;
	uint32_t thread, stack;
	/* index of the frame of the sampled address; 0 if html_samples.addresses is not set */
	uint32_t frame;
	uint32_t count; /* count of samples that are added up in this element */
	uint16_t event;
	uint16_t cpu; /* number of the CPU plus 1; 0: not recorded */
	/*
	 * Index of the sample, from 1, among the samples of its event that have field values; 0:
	 * the sample has no field values.
	 */
	uint32_t fields;
};

/* ---- fields.c ----------------------------------------------------------------------------- */

/* A field of a tracepoint, with its values in all samples of the event. */
struct html_field {
	uint32_t event;
	const struct table *table;
	const struct table_column *column;
	struct interner values; /* each distinct value once, as a text or as a uint64_t */
	/*
	 * array, indexed by html_sample.fields - 1: id of the value in @values; 0: the sample has
	 * no value
	 */
	uint32_t *numbers;
	uint32_t cap;
};

struct html_event_fields {
	bool asked;
	/* @first: index of the event's first field in html_fields.all; @nr: count of its fields */
	uint32_t first, nr;
	uint32_t nr_samples; /* number of samples with field values so far */
};

struct html_fields {
	struct html_field *all;
	uint32_t nr, cap;
	struct html_event_fields *events;
	uint32_t nr_events, cap_events;
	uint64_t nr_cells;
	/*
	 * no field is in the page, because there are too many values, samples were added up, or
	 * --redact is set
	 */
	bool left_out;
};

/*
 * Store the field values of the sample @row in @f. Set *@number to the value for
 * html_sample.fields. Return: true; false: an error, such as memory being exhausted.
 */
bool html_add_field_values(struct html_fields *f, struct tables *t, const struct tables_sample *row,
			   uint32_t *number);
/* Free all fields and values of @f, and leave out the fields of later samples. */
void html_leave_fields_out(struct html_fields *f);
/*
 * html_put_fields() writes a list of the values of field @f. Return: the position, from 1, of the
 * value of sample @s in this list; 0: the sample has no value.
 */
uint32_t html_field_value(const struct html_field *f, const struct html_sample *s);
struct pd_json;
/* Write the members "fields" and "fields_left_out" of the JSON object with the page's facts. */
void html_put_fields(struct pd_json *j, const struct html_fields *f);
void html_free_fields(struct html_fields *f);

/* ---- samples.c, continued ------------------------------------------------------------------- */

/* A LOST, LOST_SAMPLES or THROTTLE record, which the timeline shows as a mark. */
struct html_mark {
	uint64_t time, count;
	uint32_t kind; /* index in html_mark_names */
	uint32_t cpu;  /* number of the CPU plus 1; 0: not recorded */
};

enum html_mark_kind { HTML_LOST, HTML_LOST_SAMPLES, HTML_THROTTLE, HTML_NR_MARKS };
extern const char *const html_mark_names[HTML_NR_MARKS];

struct html_samples {
	struct html_sample *all; /* sorted by time */
	uint32_t nr, cap;
	uint64_t total; /* number of samples in the recording, before samples are added up */
	/*
	 * Equal samples within one slice of time are added up. Length of a slice in ns; 0: samples
	 * are not added up.
	 */
	uint64_t slice;
	struct html_mark *marks;
	uint32_t nr_marks, cap_marks;
	uint64_t left_out; /* number of marks beyond the limit, which are not in @marks */
	bool switches;	   /* the recording has SWITCH records */
	struct html_fields fields;
	/* input, set by the caller: whether html_read_samples() sets html_sample.frame */
	bool addresses;
};

/*
 * Read all samples of @t into @s, and call tables_complete(). @max: maximum number of samples; if
 * @t has more samples, equal samples are added up. Return: 0; -1: the session has an error.
 */
int html_read_samples(struct html_samples *s, struct tables *t, uint64_t max);
void html_free_samples(struct html_samples *s);

/* ---- states.c ----------------------------------------------------------------------------- */

#define HTML_NR_STATES 7u
extern const char *const html_state_names[HTML_NR_STATES];

struct html_state {
	uint64_t start, length; /* ns; @start is relative to the time of the first sample */
	uint32_t thread;
	uint8_t kind; /* index in html_state_names */
};

struct html_states {
	struct html_state *all;
	uint32_t nr, cap;
	uint64_t left_out; /* number of states beyond the limit, which are not in @all */
};

/*
 * Read the states of threads, such as running or sleeping, if the recording has context switches.
 * @samples: the result of html_read_samples(). @s must be empty at the call; the caller frees
 * @s->all. Return: 0; -1: the session has an error, or memory is exhausted.
 */
int html_read_states(struct html_states *s, struct tables *t, const struct html_samples *samples);

/* ---- paths.c ------------------------------------------------------------------------------ */

/* A function as the page shows it: name, object and source file, and the kind of its frames. */
struct html_function {
	/* ids of texts in html_paths.texts; 0: not known */
	uint32_t name, object, file;
	uint32_t flags; /* an enum tables_frame_kind, with the bit HTML_INLINED */
};

#define HTML_INLINED 8u

/* The call stacks of all samples as paths of functions, not of addresses. */
struct html_paths {
	struct interner texts; /* all texts that the page shows */
	/* each interned string is the bytes of a struct html_function */
	struct interner functions;
	/* one node for each path; stack_node.frame is the id of a function in @functions */
	struct stack_trie nodes;
	/* array, indexed by frame of the tables: id of the function in @functions */
	uint32_t *function_of;
	/* array, indexed by stack of the tables: index of the node in @nodes */
	uint32_t *node_of;
	struct html_redact *redact;
};

/* Make the paths of all stacks of @t. Return: 0 or -ENOMEM. */
int html_make_paths(struct html_paths *p, struct tables *t, struct html_redact *redact);
/*
 * Return: the index of the node in @p->nodes for @stack, a value of html_sample.stack; 0: memory is
 * exhausted, see html_paths_err().
 */
uint32_t html_node_of(struct html_paths *p, uint32_t stack);
int html_paths_err(const struct html_paths *p);
/*
 * Add @text to @p->texts if it is new. Return: the id of the text; 0: @text is NULL, or memory is
 * exhausted.
 */
uint32_t html_add_text(struct html_paths *p, const char *text);
void html_free_paths(struct html_paths *p);

/* ---- columns.c ---------------------------------------------------------------------------- */

/*
 * A column of the page's data: integers, or a text. For integers, @bytes has the lowest byte of
 * each integer, followed by the second lowest byte of each integer, and so on, because bytes of
 * equal significance compress well.
 */
struct html_column {
	const char *name; /* at most 11 bytes */
	uint32_t width;	  /* size of each integer in bytes; 0: the column is a text */
	uint32_t nr;	  /* count of the integers, or size of the text in bytes */
	uint8_t *bytes;	  /* the column; html_pack_columns() frees it after compression */
	uint8_t *packed;
	size_t packed_size;
};

#define HTML_MAX_COLUMNS 48u

struct html_columns {
	struct html_column all[HTML_MAX_COLUMNS];
	uint32_t nr;
	int err; /* 0 or -ENOMEM */
};

/*
 * Add a column of @nr integers; @get(@ctx, i) returns the integer with index i. If memory is
 * exhausted, set @c->err.
 */
void html_add_column(struct html_columns *c, const char *name, uint32_t nr,
		     uint64_t (*get)(const void *ctx, uint32_t i), const void *ctx);
/* Add a text column with a copy of the @n bytes at @text. */
void html_add_text_column(struct html_columns *c, const char *name, const void *text, size_t n);
/*
 * Compress all columns, several at a time. @jobs: number of threads; 0: depends on the size.
 * Return: 0 or -ENOMEM.
 */
int html_pack_columns(struct html_columns *c, uint64_t jobs);
/* Write all columns, after html_pack_columns(), as base64. */
void html_put_columns(const struct html_columns *c, struct out *out);
void html_free_columns(struct html_columns *c);

/* ---- facts.c ------------------------------------------------------------------------------ */

struct html_code;

/*
 * Write facts about the recording, such as events and threads, to @out as one JSON object. Return:
 * 0; -1: the session or @redact has an error.
 */
int html_put_facts(struct out *out, struct tables *t, const struct html_samples *s,
		   const struct html_states *states, const struct html_code *code,
		   struct html_redact *redact, const struct html_opts *o);

/* ---- page.c ------------------------------------------------------------------------------- */

/* Write the part of the page before its data (html_put_head()), and the part after its data. */
void html_put_head(struct out *out);
void html_put_tail(struct out *out);

/* ---- sha256.c ----------------------------------------------------------------------------- */

#define HTML_SHA256_SIZE 32u

void html_sha256(const void *data, size_t n, uint8_t hash[HTML_SHA256_SIZE]);

/* Write @n bytes as base64, with padding. */
void html_put_base64(struct out *out, const uint8_t *data, size_t n);
