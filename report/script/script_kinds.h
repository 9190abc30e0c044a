/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * What a field of script is: a row of script_fields.def, with a getter of its value. The kind of
 * the row makes perf's column and a member of JSON of that value; perf's oddities are columns of
 * the row.
 */

#include "script/script_fields.h"
#include "session/sample_numbers.h"

struct out;
struct pd_json;
struct script;
struct script_field;
struct script_line;

/* The value of a field; a text is valid until the next call, NULL: there is none. */
typedef uint64_t script_number_fn(struct script *s, const struct script_line *l);
typedef const char *script_text_fn(struct script *s, const struct script_line *l);
/* Print perf's column of the field to s->out, with the blanks that perf has around it. */
typedef void script_column_fn(struct script *s, const struct script_line *l,
			      const struct script_field *f);
typedef void script_json_fn(struct script *s, const struct script_line *l,
			    const struct script_field *f, struct pd_json *j);

/* What fields with values of one kind have in common. */
struct script_kind {
	script_column_fn *column;
	script_json_fn *json; /* NULL: script_json_column() */
};

/* Where a branch trace has the field. */
enum script_bts { SCRIPT_BTS_HIDDEN, SCRIPT_BTS_SHOWN, SCRIPT_BTS_LAST };

/* A field of -F; everything about it is here. */
struct script_field {
	const char *name;
	const struct script_kind *kind;
	uint64_t needs;		  /* PDATA_SAMPLE_ bits: an event without any lacks the field */
	const char *needs_name;	  /* in perf's message about that */
	uint64_t reads;		  /* bits that its value is made of beside those */
	enum sample_number value; /* the number, where there is no getter */
	script_number_fn *number;
	script_text_fn *text;
	script_column_fn *column; /* NULL: the kind's; without a kind it is part of another field */
	script_json_fn *json;	  /* NULL: the kind's */
	const char *json_name;	  /* NULL: the name */
	uint16_t arg;		  /* which of the values that a function has for several fields */
	uint8_t width;		  /* of the column of a number */
	uint8_t defaults;	  /* bits of enum script_type_id: shown without -F */
	uint8_t invalid;	  /* events of these types cannot have it */
	bool lenient;		  /* files with AUX data may ask for it in vain */
	bool start;		  /* lines of other records begin with it, too */
	bool bpf;		  /* only events by which BPF programs print have it */
	bool lines;		  /* it asks for source lines */
	enum script_bts bts;
	uint64_t goes_with; /* fields that are taken away where this one is */
	uint64_t hides;	    /* fields that are not shown beside this one */
	/* It is refused, if it is wanted without one of these fields, ... */
	uint64_t with;
	uint64_t with_sample; /* ... for an event without one of these PDATA_SAMPLE_ bits, ... */
	bool with_branches;   /* ... or for a file without events that record all branches. */
	const char *refusal;
};

extern const struct script_field script_fields[SCRIPT_NR_FIELDS];

/* Numbers: decimal with or without a sign, hexadecimal, and sizes of pages: "4K". */
extern const struct script_kind script_unsigned, script_signed, script_hex, script_page_size;
/* Texts, and times in seconds. */
extern const struct script_kind script_text, script_time;
/* Branch stacks, registers and instructions; .arg: enum script_addr_kind, or offset in a sample. */
extern const struct script_kind script_branches, script_regs, script_code_text;

script_json_fn script_json_unsigned;
script_json_fn script_json_column; /* the text of the column, without the blanks around it */

/* The column of @f; NULL: it has none of its own. */
static inline script_column_fn *script_column_of(const struct script_field *f)
{
	return f->column ? f->column : f->kind ? f->kind->column : NULL;
}

/* Add @f to the object @j. */
void script_field_json(struct script *s, const struct script_line *l, const struct script_field *f,
		       struct pd_json *j);

void script_put_page_size(struct out *o, uint64_t size); /* " 4K" */
