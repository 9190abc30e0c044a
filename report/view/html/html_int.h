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
 * html_read_samples() sets this bit in html_sample.stack if the sample has no call stack. If the
 * bit is set, the other bits are the row number, in the table "frames", of the sampled address.
 */
#define HTML_ONLY_FRAME 0x80000000u

/*
 * One sample, or the sum of several samples in one interval of html_samples.slice ns that have the
 * same thread, stack, frame, event and CPU.
 */
struct html_sample {
	uint64_t time, weight;
	uint32_t thread, stack;
	/*
	 * row number, in the table "frames", of the sampled address; 0 if html_samples.addresses
	 * is not set
	 */
	uint32_t frame;
	uint32_t count; /* number of samples of the recording that this element stands for */
	uint16_t event;
	uint16_t cpu; /* number of the CPU plus 1; 0: the number is not recorded, or too large */
	/*
	 * Position of the sample, from 1, among those samples of its event for which
	 * html_add_field_values() has stored field values; 0: no field values are stored for the
	 * sample.
	 */
	uint32_t fields;
};

/* ---- fields.c ----------------------------------------------------------------------------- */

/* A field of a tracepoint, with its values in all samples of the tracepoint. */
struct html_field {
	uint32_t event;
	const struct table *table;
	const struct table_column *column;
	/*
	 * The distinct values of the field, each stored once. If @column has the type TABLE_TEXT,
	 * each value is a text; otherwise each value consists of the bytes of a uint64_t.
	 */
	struct interner values;
	/*
	 * array, indexed by html_sample.fields - 1: id in @values of the sample's value; 0: the
	 * sample has no value of this field
	 */
	uint32_t *numbers;
	uint32_t cap;
};

struct html_event_fields {
	bool asked;
	/*
	 * The fields of the event are html_fields.all[first] to html_fields.all[first + nr - 1].
	 * If @nr is 0, the event has no fields.
	 */
	uint32_t first, nr;
	/*
	 * number of those samples of the event for which html_add_field_values() has stored field
	 * values
	 */
	uint32_t nr_samples;
};

struct html_fields {
	struct html_field *all;
	uint32_t nr, cap;
	struct html_event_fields *events;
	uint32_t nr_events, cap_events;
	uint64_t nr_cells;
	/*
	 * True: the page shows no fields of tracepoints. The reason is one of these: the fields
	 * have too many different values; several samples were merged into one to make the page
	 * smaller; --redact is set.
	 */
	bool left_out;
	/* no values are stored any more; if a later sample has fields, @left_out becomes true */
	bool closed;
};

/*
 * Store the values of the tracepoint fields of the sample @row in @f. Set *@number to the position,
 * from 1, of this sample among the samples with stored values, or to 0 if the function stored no
 * values; the caller copies *@number to html_sample.fields. Return: true; false: memory
 * is exhausted, or the session of @t has an error.
 */
bool html_add_field_values(struct html_fields *f, struct tables *t, const struct tables_sample *row,
			   uint32_t *number);
/*
 * Free all fields and values of @f, and store no values of later samples. If @f has fields, set
 * @f->left_out; otherwise html_add_field_values() sets @f->left_out when a later sample has
 * fields.
 */
void html_leave_fields_out(struct html_fields *f);
/*
 * html_put_fields() writes a list of the distinct values of the field @f. Return: the position,
 * from 1, of the value of the sample @s in this list; if the list has too many values and leaves
 * this value out, the position of the text "other values"; 0: the sample has no value of @f.
 */
uint32_t html_field_value(const struct html_field *f, const struct html_sample *s);
struct pd_json;
/*
 * Write the members "fields" and "fields_left_out" of the JSON object that html_put_facts()
 * writes.
 */
void html_put_fields(struct pd_json *j, const struct html_fields *f);
void html_free_fields(struct html_fields *f);

/* ---- samples.c, continued ------------------------------------------------------------------- */

/* A LOST, LOST_SAMPLES or THROTTLE record, which the timeline of the page shows as a mark. */
struct html_mark {
	uint64_t time, count;
	uint32_t kind; /* index in html_mark_names */
};

enum html_mark_kind { HTML_LOST, HTML_LOST_SAMPLES, HTML_THROTTLE, HTML_NR_MARKS };
extern const char *const html_mark_names[HTML_NR_MARKS];

struct html_samples {
	struct html_sample *all; /* sorted by time */
	uint32_t nr, cap;
	/* number of samples that were read; an element of @all can be the sum of several samples */
	uint64_t total;
	/*
	 * Length in ns of the intervals (slices) into which html_read_samples() divides the time.
	 * The function adds up the samples in one slice that have the same thread, stack, event,
	 * frame and CPU. If @slice is 0, no samples were added up, and @all has one element for
	 * each sample.
	 */
	uint64_t slice;
	struct html_mark *marks;
	uint32_t nr_marks, cap_marks;
	/*
	 * number of LOST, LOST_SAMPLES and THROTTLE records that are not in @marks, because @marks
	 * has a maximum size
	 */
	uint64_t left_out;
	bool switches; /* the recording has SWITCH or SWITCH_CPU_WIDE records */
	struct html_fields fields;
	/*
	 * The caller of html_read_samples() sets this member. If it is true, html_read_samples()
	 * sets html_sample.frame; otherwise html_sample.frame is always 0.
	 */
	bool addresses;
};

/*
 * Read all samples of @t into @s, and call tables_complete(). If @t has more than @max samples,
 * the function divides the time into intervals of html_samples.slice ns, and adds up the samples
 * in one interval that have the same thread, stack, event, frame and CPU. Return: 0; -1: the
 * session of @t has an error.
 */
int html_read_samples(struct html_samples *s, struct tables *t, uint64_t max);
void html_free_samples(struct html_samples *s);

/* ---- states.c ----------------------------------------------------------------------------- */

#define HTML_NR_STATES 7u
extern const char *const html_state_names[HTML_NR_STATES];

struct html_state {
	/*
	 * @start: time in ns from the first sample to the start of the state; @length: duration of
	 * the state in ns. html_read_states() cuts off the part of a state before the first sample
	 * and the part after the last sample.
	 */
	uint64_t start, length;
	uint32_t thread;
	uint8_t kind; /* index in html_state_names */
};

struct html_states {
	struct html_state *all;
	uint32_t nr, cap;
	/* number of states that are not in @all, because @all has a maximum size */
	uint64_t left_out;
};

/*
 * If the recording has SWITCH records or the event sched:sched_switch, read the states of threads,
 * such as running or sleeping, into @s; otherwise leave @s empty. @samples: the result of
 * html_read_samples(). @s must be empty at the call; the caller frees @s->all. Return: 0; -1: the
 * session of @t has an error, or memory is exhausted.
 */
int html_read_states(struct html_states *s, struct tables *t, const struct html_samples *samples);

/* ---- paths.c ------------------------------------------------------------------------------ */

/* A function in the page: its name, its object, its source file and the kind of its frames. */
struct html_function {
	/* ids of texts in html_paths.texts; 0: not known */
	uint32_t name, object, file;
	/* an enum tables_frame_kind; if the function is inlined, also the bit HTML_INLINED */
	uint32_t flags;
};

#define HTML_INLINED 8u

/*
 * The call stacks of all samples as paths. A path lists the functions of a call stack without the
 * addresses, so call stacks that differ only in addresses have the same path.
 */
struct html_paths {
	/* the texts of the page to which the columns refer by id: names, paths, instructions */
	struct interner texts;
	/* each string in the interner has the bytes of one struct html_function */
	struct interner functions;
	/*
	 * one node for each distinct path (the functions of a call stack); here, stack_node.frame
	 * is an id in @functions
	 */
	struct stack_trie nodes;
	/* array, indexed by row number in the table "frames": id in @functions */
	uint32_t *function_of;
	/* array, indexed by row number in the table "stacks": index of a node in @nodes */
	uint32_t *node_of;
	struct html_redact *redact;
};

/*
 * Fill @p with the functions of all frames of @t, and with the paths of all call stacks of @t. A
 * path lists the functions of a call stack without the addresses. @redact removes from the texts
 * what the page must not show. Return: 0 or -ENOMEM.
 */
int html_make_paths(struct html_paths *p, struct tables *t, struct html_redact *redact);
/*
 * @stack: the value that html_read_samples() stored in html_sample.stack. Return: the index in
 * @p->nodes of the node for this call stack; 0: memory is exhausted, and html_paths_err() returns
 * the error.
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
	uint32_t nr;	  /* number of integers; if the column is a text: its size in bytes */
	/* data of the column before compression; html_pack_columns() compresses and frees it */
	uint8_t *bytes;
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
 * Compress all columns, several at the same time. @jobs: number of threads; 0: the function
 * chooses the number by the count of CPUs and the size of the columns. Return: 0 or -ENOMEM.
 */
int html_pack_columns(struct html_columns *c, uint64_t jobs);
/* Write all columns to @out as base64. Call html_pack_columns() before this function. */
void html_put_columns(const struct html_columns *c, struct out *out);
void html_free_columns(struct html_columns *c);

/* ---- facts.c ------------------------------------------------------------------------------ */

struct html_code;

/*
 * Write facts about the recording, such as events and threads, to @out as one JSON object. Return:
 * 0; -1: the session of @t has an error, or @redact->err is set.
 */
int html_put_facts(struct out *out, struct tables *t, const struct html_samples *s,
		   const struct html_states *states, const struct html_code *code,
		   struct html_redact *redact, const struct html_opts *o);

/* ---- html_page.c -------------------------------------------------------------------------- */

/*
 * html_put_head() writes the part of the page before the data of the recordings; html_put_tail()
 * writes the part after the data.
 */
void html_put_head(struct out *out);
void html_put_tail(struct out *out);

/* ---- sha256.c ----------------------------------------------------------------------------- */

#define HTML_SHA256_SIZE 32u

void html_sha256(const void *data, size_t n, uint8_t hash[HTML_SHA256_SIZE]);

/* Write the @n bytes at @data to @out as base64, with padding. */
void html_put_base64(struct out *out, const uint8_t *data, size_t n);
