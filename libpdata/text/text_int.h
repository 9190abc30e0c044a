/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares what dump and assemble share: formatting of values, a parsed line, and conversion by
 * schema rows in both directions.
 */

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/cursor.h"
#include "wire/schema_rows.h"

#include <pdata/text.h>

struct pd_footer;
struct pd_text_facts;

/* Append "name=", with a blank before it if a value precedes. */
void pd_buf_name(struct pd_buf *b, const char *name);
void pd_buf_hex(struct pd_buf *b, const uint8_t *p, size_t n);
/* Append text in quotes, with escapes for characters that are not plain text. */
void pd_buf_quoted(struct pd_buf *b, const char *s, size_t n);
void pd_buf_bits(struct pd_buf *b, uint64_t v, const struct pd_bit_name *set);

/* Facts that the conversion of a block of rows needs and that the block does not contain. */
struct pd_text_ctx {
	int swap;
	unsigned misc;
	const struct pdata_attr *attr;	   /* attr of the event, or NULL */
	uint32_t nr_cpus;		   /* number of CPUs as in NRCPUS, for CPU_TOPOLOGY */
	bool no_hw_idx;			   /* the branch stack is empty and has no hw_idx */
	const struct pd_text_facts *facts; /* or NULL */
	/* RAW bytes are dumped in hexadecimal even if their format is known */
	bool plain_raw;
};

/*
 * Append " name=value" for each row, from the bytes at the cursor. Return: 0 or the cursor's
 * error.
 */
int pd_rows_to_text(struct pd_buf *out, const struct pd_row *rows, struct pd_cur *c,
		    const struct pd_text_ctx *x);

/*
 * pd_attr_to_text() appends " attr={...}" from an attr image of @size bytes. pd_attr_to_bytes()
 * appends the image from such a text. The member size of the attr may differ from @size.
 */
int pd_attr_to_text(struct pd_buf *out, struct pd_cur *c, size_t size);
struct pd_line;
int pd_attr_to_bytes(struct pd_buf *out, struct pd_line *l, int swap, size_t size);

/*
 * A value of a parsed line. @child is the index of its first child, @next the index of its next
 * sibling; 0: there is none.
 */
enum pd_node_kind { PD_N_WORD, PD_N_STRING, PD_N_LIST, PD_N_GROUP };

struct pd_node {
	enum pd_node_kind kind;
	const char *name; /* NULL in lists */
	size_t name_len;
	const char *text; /* a word as it is in the line; a string with escapes decoded */
	size_t len;
	/* offset of the string in the buffer strings, while the line is parsed */
	size_t off;
	uint64_t width;		  /* length of a header string, as in "text":64; 0: not given */
	uint32_t child, next, nr; /* nr: children */
	bool found;		  /* pd_node_find() has found this value */
};

struct pd_line {
	const char *name; /* first word */
	size_t name_len;
	struct pd_node *nodes; /* nodes[0] is the line as a group; its values begin at nodes[1] */
	size_t nr, cap;
	struct pd_buf strings; /* strings with escapes decoded */
	char why[96];
};

/* Parse one line without its newline. Return: 0, PDATA_E_TEXT (l->why), PDATA_E_NOMEM. */
int pd_line_parse(struct pd_line *l, const char *s, size_t len);
void pd_line_free(struct pd_line *l);
const struct pd_node *pd_node_find(const struct pd_line *l, const struct pd_node *in,
				   const char *name);
/*
 * Check that pd_node_find() found each value of the line, so that no value is ignored. Return: 0
 * or PDATA_E_TEXT.
 */
int pd_line_all_found(struct pd_line *l);
bool pd_line_is(const struct pd_line *l, const char *name);
/* Parse a word as a number. Return: 0 or PDATA_E_TEXT. */
int pd_node_u64(struct pd_line *l, const struct pd_node *n, uint64_t *v);
int pd_node_bits(struct pd_line *l, const struct pd_node *n, const struct pd_bit_name *set,
		 uint64_t *v);
/*
 * Convert pairs of hex digits to bytes at @to, which has room for n->len / 2, or append them to
 * @out. Return: as above.
 */
int pd_node_hex(struct pd_line *l, const struct pd_node *n, const char *name, uint8_t *to);
int pd_node_hex_put(struct pd_buf *out, struct pd_line *l, const struct pd_node *n,
		    const char *name);
/* Get the number @name of the line, or @or if the line does not give it. */
int pd_line_u64(struct pd_line *l, const char *name, uint64_t or, uint64_t *v);

/*
 * Encode the values of the group @in by the rows, and append the bytes. Return: 0, PDATA_E_TEXT
 * (l->why) or PDATA_E_NOMEM.
 */
int pd_rows_to_bytes(struct pd_buf *out, const struct pd_row *rows, struct pd_line *l,
		     const struct pd_node *in, const struct pd_text_ctx *x);

/*
 * text_dump_custom.c, text_build_custom.c: convert the fields that rows cannot describe, see
 * custom.h. @name: name of the row. Return: as pd_rows_to_text() and pd_rows_to_bytes().
 */
int pd_custom_to_text(struct pd_buf *out, const char *name, struct pd_cur *c,
		      const struct pd_text_ctx *x);
int pd_custom_to_bytes(struct pd_buf *out, const char *name, struct pd_line *l,
		       const struct pd_node *in, const struct pd_text_ctx *x);

/* text_record.c: convert a record to a line without newline, and a line to a record. */
void pd_record_to_text(struct pd_buf *out, const struct pdata_record *rec, bool many_events,
		       const struct pd_text_facts *facts);
/* The attrs of the events. A record of the text can belong to any of these events. */
struct pd_text_events {
	struct pdata_attr *attrs;
	size_t nr, cap;
};
int pd_record_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_text_events *events,
		       const struct pd_text_facts *facts, int swap);
uint32_t pd_record_by_name(const char *name, size_t len); /* 0: none */

/*
 * text_feature.c: convert the payload of a feature to a line that begins with the word @line, and
 * back.
 */
void pd_feature_to_text(struct pd_buf *out, const char *line, uint32_t bit, const uint8_t *data,
			size_t len, int swap);
/* Append only " name=value" for each field. Return: 0 if the fields describe the whole payload. */
int pd_feature_values_to_text(struct pd_buf *out, uint32_t bit, const uint8_t *data, size_t len,
			      int swap);
int pd_feature_to_bytes(struct pd_buf *out, uint32_t bit, struct pd_line *l, int swap);
uint32_t pd_feature_by_name(const char *name, size_t len);
uint32_t pd_block_by_name(const char *name, size_t len); /* 0: none */

/*
 * text_trailer.c: convert blocks and the footer of a trailer to lines without newline, and back.
 * Return: false if no line gives these bytes.
 */
bool pd_block_to_text(struct pd_buf *out, const uint8_t *bytes, size_t len, int swap);
int pd_block_to_bytes(struct pd_buf *out, struct pd_line *l, int swap);
/* Append a FOOTER line with the members that differ from @computed. */
void pd_footer_to_text(struct pd_buf *out, const uint8_t *bytes, const struct pd_footer *computed,
		       int swap);
int pd_footer_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_footer *computed,
		       int swap);

/*
 * Convert a line to a JSON object without newline; @inside: the line is about a record inside a
 * compressed one.
 */
int pd_line_to_json(struct pd_buf *out, const char *text, size_t len, bool inside);

/*
 * The values of the fields that were converted so far. Conditions and counts in rows refer to
 * them, when bytes become text and when text becomes bytes.
 */
struct pd_values {
	const struct pd_values *outer;
	const char *name[40];
	uint64_t value[40];
	unsigned nr;
};

void pd_values_set(struct pd_values *v, const char *name, uint64_t value);
uint64_t pd_values_get(const struct pd_values *v, const char *name);
/*
 * Get the row at which the conversion continues. If @r is a false condition, it is the row after
 * the ELSE or ENDIF of @r. If @r is an ELSE, it is the row after the ENDIF.
 */
const struct pd_row *pd_rows_skip(const struct pd_row *r);
/* Get the end of the list block that begins at @r. */
const struct pd_row *pd_rows_list_end(const struct pd_row *r);
/*
 * Get the first list or blob after row @after whose count is row @r, or NULL. Several lists or
 * blobs can share a count if a record has only one of them.
 */
const struct pd_row *pd_rows_counted(const struct pd_row *r, const struct pd_row *after);
