/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares what pdata_dump() and pdata_assemble() share: formatting of values, a parsed line, and
 * the conversion of bytes to text and back by the rows of the schema (the tables that describe the
 * layouts of records, attrs and features).
 */

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/cursor.h"
#include "wire/schema_rows.h"

#include <pdata/text.h>

struct pd_footer;
struct pd_text_facts;

/*
 * Append "@name=". A blank precedes the name, unless the name is at the start of the line or after
 * the opening brace of a group (values in braces).
 */
void pd_buf_name(struct pd_buf *b, const char *name);
void pd_buf_hex(struct pd_buf *b, const uint8_t *p, size_t n);
/*
 * Append the @n bytes at @s as a string in quotes, with escapes for quotes, backslashes and all
 * bytes that are not printable ASCII.
 */
void pd_buf_quoted(struct pd_buf *b, const char *s, size_t n);
void pd_buf_bits(struct pd_buf *b, uint64_t v, const struct pd_bit_name *set);

/*
 * Context of a conversion to text or back to bytes: facts that the conversion of a record or
 * feature needs, but that are not in the bytes of the record or feature.
 */
struct pd_text_ctx {
	int swap;
	unsigned misc; /* misc field of the record header */
	/* attr of the event of the record; NULL: the record has no event */
	const struct pdata_attr *attr;
	/*
	 * for CPU_TOPOLOGY: number of available CPUs, computed from the size of the feature; 0:
	 * unknown
	 */
	uint32_t nr_cpus;
	/* the SAMPLE has an empty branch stack, and its record lacks the 8 bytes of hw_idx */
	bool no_hw_idx;
	/* names of registers, and formats of tracepoints; NULL: none are known */
	const struct pd_text_facts *facts;
	/* RAW bytes are dumped in hexadecimal even if their format is known */
	bool plain_raw;
};

/*
 * Decode the bytes at the cursor @c, and append " name=value" for each field. @rows: the array of
 * rows that describes the layout of the bytes. Return: 0 or c->err.
 */
int pd_rows_to_text(struct pd_buf *out, const struct pd_row *rows, struct pd_cur *c,
		    const struct pd_text_ctx *x);

/*
 * pd_attr_to_text() appends " attr={...}" for the @size bytes of a perf_event_attr at the cursor.
 * pd_attr_to_bytes() converts this text back and appends the @size bytes. The attr.size in these
 * bytes may differ from @size.
 */
int pd_attr_to_text(struct pd_buf *out, struct pd_cur *c, size_t size);
struct pd_line;
int pd_attr_to_bytes(struct pd_buf *out, struct pd_line *l, int swap, size_t size);

/* The kind of a value in a parsed line. */
enum pd_node_kind { PD_N_WORD, PD_N_STRING, PD_N_LIST, PD_N_GROUP };

struct pd_node {
	enum pd_node_kind kind;
	/* name of this value, as in "name=value"; NULL: the value is an element of a list */
	const char *name;
	size_t name_len;
	/* PD_N_WORD: the word as in the line; PD_N_STRING: the string with escapes decoded */
	const char *text;
	size_t len;
	/*
	 * offset of the string in pd_line.strings; used only while pd_line_parse() runs, because
	 * this buffer can move when it grows
	 */
	size_t off;
	/*
	 * size in bytes to which a string of a header feature is padded, as in "text":64; 0: the
	 * line gives no such size
	 */
	uint64_t width;
	/*
	 * For a list or group, @child is the index of its first value (0: the list or group is
	 * empty), and @nr is the number of its values. @next: index of the value that follows this
	 * value in the same list or group; 0: no value follows.
	 */
	uint32_t child, next, nr;
	bool found; /* pd_node_find() has found this value */
};

struct pd_line {
	const char *name; /* first word of the line, such as "SAMPLE" */
	size_t name_len;
	/*
	 * the values of the line: nodes[0] is a group (PD_N_GROUP) that stands for the whole line;
	 * nodes[1] is the first value of the line; the nodes from nodes[1] on include the values in
	 * lists and groups
	 */
	struct pd_node *nodes;
	size_t nr, cap;
	struct pd_buf strings; /* bytes of all strings of the line, with escapes decoded */
	char why[96]; /* text that describes the error, if a function has returned PDATA_E_TEXT */
};

/*
 * Parse the line of @len bytes at @s, which has no newline. Return: 0; PDATA_E_TEXT: l->why has
 * the reason; PDATA_E_NOMEM.
 */
int pd_line_parse(struct pd_line *l, const char *s, size_t len);
void pd_line_free(struct pd_line *l);
const struct pd_node *pd_node_find(const struct pd_line *l, const struct pd_node *in,
				   const char *name);
/*
 * Check that pd_node_find() has found each named value of the line, because a value that no code
 * has looked for is an error. Return: 0; PDATA_E_TEXT: l->why names the value.
 */
int pd_line_all_found(struct pd_line *l);
bool pd_line_is(const struct pd_line *l, const char *name);
/* Parse the word @n as an integer into *@v. Return: 0; PDATA_E_TEXT: l->why has the reason. */
int pd_node_u64(struct pd_line *l, const struct pd_node *n, uint64_t *v);
int pd_node_bits(struct pd_line *l, const struct pd_node *n, const struct pd_bit_name *set,
		 uint64_t *v);
/*
 * Convert the pairs of hex digits in the word @n to bytes. pd_node_hex() stores the bytes at @to,
 * which has room for n->len / 2 bytes; pd_node_hex_put() appends the bytes to @out. @name: name of
 * the value, for l->why. Return: 0; PDATA_E_TEXT: the word does not consist of pairs of hex
 * digits; PDATA_E_NOMEM, only from pd_node_hex_put().
 */
int pd_node_hex(struct pd_line *l, const struct pd_node *n, const char *name, uint8_t *to);
int pd_node_hex_put(struct pd_buf *out, struct pd_line *l, const struct pd_node *n,
		    const char *name);
/*
 * Find NAME=VALUE in the line, where NAME is @name, and set *@v to VALUE, an integer. If the line
 * has no such name, set *@v to @or. Return: 0; PDATA_E_TEXT: VALUE is not an integer.
 */
int pd_line_u64(struct pd_line *l, const char *name, uint64_t or, uint64_t *v);

/*
 * Encode the values of @in, which is the whole line or a group (values in braces), and append the
 * bytes. @rows: the array of rows that describes the layout of the bytes. Return: 0; PDATA_E_TEXT:
 * l->why has the reason; PDATA_E_NOMEM.
 */
int pd_rows_to_bytes(struct pd_buf *out, const struct pd_row *rows, struct pd_line *l,
		     const struct pd_node *in, const struct pd_text_ctx *x);

/*
 * text_dump_custom.c, text_build_custom.c: convert a field to text and back, if the rows of the
 * schema (the tables of all layouts) cannot describe the layout of this field (see custom.h).
 * @name: name of the PD_K_CUSTOM row of the field. Return: pd_custom_to_text() returns 0 or
 * c->err; pd_custom_to_bytes() returns 0, PDATA_E_TEXT with the reason in l->why, or
 * PDATA_E_NOMEM.
 */
int pd_custom_to_text(struct pd_buf *out, const char *name, struct pd_cur *c,
		      const struct pd_text_ctx *x);
int pd_custom_to_bytes(struct pd_buf *out, const char *name, struct pd_line *l,
		       const struct pd_node *in, const struct pd_text_ctx *x);

/*
 * text_record.c: convert the record @rec to a line without newline. @many_events: the file has
 * several events, so the function adds the index of the record's event to the line, unless this
 * index is 0.
 */
void pd_record_to_text(struct pd_buf *out, const struct pdata_record *rec, bool many_events,
		       const struct pd_text_facts *facts);
/*
 * The attrs of all events in the text, by event index. The line of a record can give the index of
 * the event to which the record belongs. If it gives no index, the record belongs to event 0.
 */
struct pd_text_events {
	struct pdata_attr *attrs;
	size_t nr, cap;
	/* event index of @attrs[0]; each event with a lower index has an attr of zeros */
	size_t first;
};
/*
 * text_record.c: convert a line to a record. Return: 0; PDATA_E_TEXT: l->why has the reason;
 * PDATA_L_RECORD: the record would be too large; PDATA_E_NOMEM.
 */
int pd_record_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_text_events *events,
		       const struct pd_text_facts *facts, int swap);
/* Return the record type with the name @name of @len bytes; 0: no record type has this name. */
uint32_t pd_record_by_name(const char *name, size_t len);

/*
 * text_feature.c: convert the payload of the header feature @bit, the @len bytes at @data, to a
 * line that begins with the word @line. pd_feature_to_bytes() converts such a line back to the
 * payload.
 */
void pd_feature_to_text(struct pd_buf *out, const char *line, uint32_t bit, const uint8_t *data,
			size_t len, int swap);
/*
 * Append only " name=value" for each field of the feature @bit. Return: 0; an error code if the
 * fields do not describe the whole payload.
 */
int pd_feature_values_to_text(struct pd_buf *out, uint32_t bit, const uint8_t *data, size_t len,
			      int swap);
int pd_feature_to_bytes(struct pd_buf *out, uint32_t bit, struct pd_line *l, int swap);
uint32_t pd_feature_by_name(const char *name, size_t len);
/*
 * Return the type number of the blocks with the name @name, such as "INDEX", in a trailer (data
 * that pdata appends to a recording); 0: no type of block has this name.
 */
uint32_t pd_block_by_name(const char *name, size_t len);

/*
 * text_trailer.c: convert a block of a trailer (data that pdata appends to a recording) to a line
 * without newline, and back. pd_block_to_text() returns true; false if no line can be converted
 * back to the same bytes (it then appends nothing to @out). pd_block_to_bytes() returns 0 or an
 * error code.
 */
bool pd_block_to_text(struct pd_buf *out, const uint8_t *bytes, size_t len, int swap);
int pd_block_to_bytes(struct pd_buf *out, struct pd_line *l, int swap);
/*
 * Convert the footer (the end of the trailer that pdata appends to a recording) at @bytes to a
 * FOOTER line. The line has only those members whose values differ from @computed, the footer that
 * pdata_assemble() would compute.
 */
void pd_footer_to_text(struct pd_buf *out, const uint8_t *bytes, const struct pd_footer *computed,
		       int swap);
int pd_footer_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_footer *computed,
		       int swap);

/*
 * Convert a line to a JSON object without newline. @inside: add the member "inside" with the value
 * true, because the line is about a record inside a compressed record, or about the content of a
 * file that is compressed as a whole.
 */
int pd_line_to_json(struct pd_buf *out, const char *text, size_t len, bool inside);

/*
 * The values of the fields that were converted so far, to or from text. A row of the schema (the
 * tables of all layouts) that is a condition or has a count refers to these values by name.
 */
struct pd_values {
	const struct pd_values *outer; /* values of the enclosing list or group; NULL: none */
	const char *name[40];
	uint64_t value[40];
	unsigned nr;
};

void pd_values_set(struct pd_values *v, const char *name, uint64_t value);
uint64_t pd_values_get(const struct pd_values *v, const char *name);
/*
 * Return the row at which a conversion continues after @r; the rows between them do not apply. If
 * @r is a condition (such as PD_K_IF_MISC), it was false, and the result is the row after its
 * PD_K_ELSE or, if it has no PD_K_ELSE, after its PD_K_ENDIF. If @r is a PD_K_ELSE, the condition
 * was true, and the result is the row after the PD_K_ENDIF.
 */
const struct pd_row *pd_rows_skip(const struct pd_row *r);
/* Return the row PD_K_LIST_END of the list that begins at the row @r. */
const struct pd_row *pd_rows_list_end(const struct pd_row *r);
/*
 * If the field of the row @r counts the elements of lists or the bytes of blobs, return the first
 * of these lists or blobs that is behind the row @after. NULL: the field counts nothing, or no
 * such list or blob is behind @after. One field can count several lists or blobs: alternatives, of
 * which a record has only one, or lists of equal length, which a record has together.
 */
const struct pd_row *pd_rows_counted(const struct pd_row *r, const struct pd_row *after);
