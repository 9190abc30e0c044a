/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A field of script is a row of script_fields.def, with a getter of its value. The kind of the row
 * prints the value as perf's column and as a JSON member; deviations of perf's columns are members
 * of the row.
 */

#include "script/script_fields.h"
#include "session/sample_numbers.h"

struct out;
struct pd_json;
struct script;
struct script_field;
struct script_line;

/* Getters of a field's value. A text is valid until the next call; NULL: there is none. */
typedef uint64_t script_number_fn(struct script *s, const struct script_line *l);
typedef const char *script_text_fn(struct script *s, const struct script_line *l);
/* Print perf's column of the field to s->out, with perf's blanks around it. */
typedef void script_column_fn(struct script *s, const struct script_line *l,
			      const struct script_field *f);
typedef void script_json_fn(struct script *s, const struct script_line *l,
			    const struct script_field *f, struct pd_json *j);

/* The printers that fields with values of one kind share. */
struct script_kind {
	script_column_fn *column;
	script_json_fn *json; /* NULL: script_json_column() */
};

/* The position of a field in the line of a branch trace. */
enum script_bts { SCRIPT_BTS_HIDDEN, SCRIPT_BTS_SHOWN, SCRIPT_BTS_LAST };

/* A field of -F, with everything that distinguishes it from others. */
struct script_field {
	const char *name;
	const struct script_kind *kind;
	/* PDATA_SAMPLE_ bits: an event with none of them lacks the field */
	uint64_t needs;
	const char *needs_name; /* the name of the bits in needs, in perf's message */
	/* PDATA_SAMPLE_ bits from which the value is made in addition to needs */
	uint64_t reads;
	/* number of the sample that is the value, if there is no getter */
	enum sample_number value;
	script_number_fn *number;
	script_text_fn *text;
	/*
	 * NULL: the kind's function prints the column; if there is no kind either, another field
	 * prints the value
	 */
	script_column_fn *column;
	script_json_fn *json;  /* NULL: the kind's */
	const char *json_name; /* NULL: name */
	/* selects the value in a function that several fields share */
	uint16_t arg;
	uint8_t width; /* width of the column of a number */
	/* bits of enum script_type_id: event types for which the field is printed without -F */
	uint8_t defaults;
	uint8_t invalid; /* bits of enum script_type_id: event types that cannot have the field */
	bool lenient;	 /* if the file has AUX data, events may lack the field */
	bool start;	 /* lines of other records begin with the field, too */
	bool bpf;	 /* only events of BPF output have the field */
	bool lines;	 /* it needs source lines */
	enum script_bts bts;
	uint64_t goes_with; /* fields that are removed together with this field */
	uint64_t hides;	    /* fields that are not printed if this field is */
	/*
	 * Conditions: if one is false, the field is refused. with: one of these fields is chosen;
	 * with_sample: each event has one of these PDATA_SAMPLE_ bits; with_branches: an event
	 * records all branches, or the file has AUX data. 0 and false: no condition.
	 */
	uint64_t with;
	uint64_t with_sample;
	bool with_branches;
	const char *refusal; /* the message for a refused field */
};

extern const struct script_field script_fields[SCRIPT_NR_FIELDS];

/* Kinds of numbers: unsigned decimal, signed decimal, hexadecimal, and page sizes such as "4K". */
extern const struct script_kind script_unsigned, script_signed, script_hex, script_page_size;
/* Texts, and times in seconds. */
extern const struct script_kind script_text, script_time;
/*
 * Kinds of branch stacks, registers and instructions; .arg: enum script_addr_kind, or an offset in
 * struct pdata_sample.
 */
extern const struct script_kind script_branches, script_regs, script_code_text;

script_json_fn script_json_unsigned;
/* prints the text of the column without the blanks around it, as a JSON string */
script_json_fn script_json_column;

/* Return the function that prints the column of @f; NULL: the field has no column of its own. */
static inline script_column_fn *script_column_of(const struct script_field *f)
{
	return f->column ? f->column : f->kind ? f->kind->column : NULL;
}

/* Add @f to the JSON object @j. */
void script_field_json(struct script *s, const struct script_line *l, const struct script_field *f,
		       struct pd_json *j);

void script_put_page_size(struct out *o, uint64_t size); /* " 4K" */
