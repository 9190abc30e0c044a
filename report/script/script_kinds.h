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
	/* PDATA_SAMPLE_ bits: an event without any of them lacks the field */
	uint64_t needs;
	const char *needs_name;	  /* the name of these bits in perf's message */
	uint64_t reads;		  /* further PDATA_SAMPLE_ bits that its value is made of */
	enum sample_number value; /* the value, if there is no getter */
	script_number_fn *number;
	script_text_fn *text;
	script_column_fn *column; /* NULL: the kind's; without a kind another field prints it */
	script_json_fn *json;	  /* NULL: the kind's */
	const char *json_name;	  /* NULL: name */
	/* tells a function that several fields share which value is meant */
	uint16_t arg;
	uint8_t width;	  /* width of the column of a number */
	uint8_t defaults; /* bits of enum script_type_id: printed without -F */
	uint8_t invalid;  /* bits of enum script_type_id: types that cannot have it */
	bool lenient;	  /* in files with AUX data, events may lack it */
	bool start;	  /* lines of other records begin with it, too */
	bool bpf;	  /* only events of BPF output have it */
	bool lines;	  /* it needs source lines */
	enum script_bts bts;
	uint64_t goes_with; /* fields that are removed together with this one */
	uint64_t hides;	    /* fields that are not printed beside this one */
	/*
	 * The field is refused if a condition is false. with: one of these fields is chosen;
	 * with_sample: each event has one of these PDATA_SAMPLE_ bits; with_branches: an event
	 * records all branches, or the file has AUX data. 0 and false: no condition.
	 */
	uint64_t with;
	uint64_t with_sample;
	bool with_branches;
	const char *refusal; /* the message for a refused field */
};

extern const struct script_field script_fields[SCRIPT_NR_FIELDS];

/* Numbers: decimal without and with sign, hexadecimal, and page sizes such as "4K". */
extern const struct script_kind script_unsigned, script_signed, script_hex, script_page_size;
/* Texts, and times in seconds. */
extern const struct script_kind script_text, script_time;
/*
 * Branch stacks, registers and instructions; .arg: enum script_addr_kind, or an offset in struct
 * pdata_sample.
 */
extern const struct script_kind script_branches, script_regs, script_code_text;

script_json_fn script_json_unsigned;
script_json_fn script_json_column; /* prints the column's text without the blanks around it */

/* The column function of @f; NULL: the field has no column of its own. */
static inline script_column_fn *script_column_of(const struct script_field *f)
{
	return f->column ? f->column : f->kind ? f->kind->column : NULL;
}

/* Add @f to the JSON object @j. */
void script_field_json(struct script *s, const struct script_line *l, const struct script_field *f,
		       struct pd_json *j);

void script_put_page_size(struct out *o, uint64_t size); /* " 4K" */
