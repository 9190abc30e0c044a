/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Describes the fields of `pdata script`. Each field has an entry in script_fields.def. The entry
 * names a function that gets the value, and the kind of the value, such as integer or address. The
 * kind has the functions that print a value as perf's text column and as a JSON member. If perf
 * prints a field's column in another way, the entry sets script_field.column to its own function.
 */

#include "script/script_fields.h"
#include "session/sample_numbers.h"

struct out;
struct pd_json;
struct script;
struct script_field;
struct script_line;

/*
 * Getters that return the value of a field for the line @l: script_number_fn returns an integer,
 * script_text_fn a text. The text is valid until the next call; it is NULL if the line has no
 * value.
 */
typedef uint64_t script_number_fn(struct script *s, const struct script_line *l);
typedef const char *script_text_fn(struct script *s, const struct script_line *l);
/*
 * Function that prints the column of field @f to @s->out, with the blanks that perf prints around
 * the column.
 */
typedef void script_column_fn(struct script *s, const struct script_line *l,
			      const struct script_field *f);
typedef void script_json_fn(struct script *s, const struct script_line *l,
			    const struct script_field *f, struct pd_json *j);

/* A kind of value, such as decimal number or time: the functions that print fields of this kind. */
struct script_kind {
	script_column_fn *column;
	script_json_fn *json; /* NULL: script_json_column() prints the JSON member */
};

/*
 * How a field is printed in the line of a branch trace: not at all, in its column, or after the two
 * addresses.
 */
enum script_bts { SCRIPT_BTS_HIDDEN, SCRIPT_BTS_SHOWN, SCRIPT_BTS_LAST };

/* A field that -F can choose: its value, its format, and the events that can have the field. */
struct script_field {
	const char *name;
	const struct script_kind *kind;
	/*
	 * PDATA_SAMPLE_ bits: an event that records none of these bits lacks the field; 0: no event
	 * lacks the field.
	 */
	uint64_t needs;
	/* the name that perf's error message prints for the bits in @needs, for example "IP" */
	const char *needs_name;
	/*
	 * PDATA_SAMPLE_ bits, in addition to @needs, of sample fields that are decoded to print the
	 * value; an event need not record these sample fields
	 */
	uint64_t reads;
	/*
	 * Selects the integer of the sample to print. Used only if @number is NULL and @kind
	 * prints integers.
	 */
	enum sample_number value;
	script_number_fn *number;
	script_text_fn *text;
	/*
	 * Function that prints the column; NULL: @kind->column prints the column. If @column and
	 * @kind are both NULL, the field has no column, and columns of other fields print its
	 * value.
	 */
	script_column_fn *column;
	script_json_fn *json;  /* prints the JSON member; NULL: @kind->json prints it */
	const char *json_name; /* name of the JSON member; NULL: @name */
	/*
	 * Argument for a function that prints several fields: says which value the function has to
	 * print for this field. It is an enum script_addr_kind, or the offset of a member of
	 * struct pdata_sample.
	 */
	uint16_t arg;
	uint8_t width; /* minimum width of the column of an integer, in characters */
	/* bits of enum script_type_id: event types for which the field is printed without -F */
	uint8_t defaults;
	uint8_t invalid; /* bits of enum script_type_id: event types that cannot have the field */
	/* if the file has AUX data, -F may name the field although events lack it */
	bool lenient;
	/* lines of side-band records print this field, too, before the text of the record */
	bool start;
	bool bpf;   /* only events of BPF output have the field */
	bool lines; /* the field needs source line numbers from debugging information */
	enum script_bts bts;
	/*
	 * SCRIPT_F() bits of other fields: if the events lack this field, the other fields are not
	 * printed either
	 */
	uint64_t goes_with;
	/* SCRIPT_F() bits of fields that are not printed if this field is chosen */
	uint64_t hides;
	/*
	 * Condition for choosing the field: at least one of the fields with these SCRIPT_F() bits
	 * is chosen; 0: no condition. @with_sample and @with_branches are two more conditions. If
	 * one of the three conditions does not hold, the command prints @refusal and fails.
	 */
	uint64_t with;
	/*
	 * Condition for printing the field in the lines of an event type: the first event of this
	 * type records at least one of these PDATA_SAMPLE_ bits; 0: no condition. If the field
	 * is chosen, but the condition does not hold, the command prints @refusal and fails.
	 */
	uint64_t with_sample;
	/*
	 * If true, the field can be chosen only if some event records all branches, or if the file
	 * has AUX data; false: no condition.
	 */
	bool with_branches;
	/* error message if the field is chosen, but one of its conditions does not hold */
	const char *refusal;
};

extern const struct script_field script_fields[SCRIPT_NR_FIELDS];

/* Kinds of integers: unsigned decimal, signed decimal, hexadecimal, and page sizes such as "4K". */
extern const struct script_kind script_unsigned, script_signed, script_hex, script_page_size;
/* script_text: kind of fields that are texts; script_time: kind of times, printed in seconds. */
extern const struct script_kind script_text, script_time;
/*
 * Kinds of branch stacks, registers and instructions. For registers, script_field.arg is the offset
 * of a struct pdata_regs in struct pdata_sample; for branch stacks and instructions, it is an enum
 * script_addr_kind.
 */
extern const struct script_kind script_branches, script_regs, script_code_text;

script_json_fn script_json_unsigned;
/* Prints the field's column as a JSON string, without the blanks around the column. */
script_json_fn script_json_column;

/* Return: the function that prints the column of @f; NULL: the field has no column of its own. */
static inline script_column_fn *script_column_of(const struct script_field *f)
{
	return f->column ? f->column : f->kind ? f->kind->column : NULL;
}

/*
 * Add the value of field @f for line @l to the JSON object @j. Add nothing if the field has neither
 * a JSON function nor a column.
 */
void script_field_json(struct script *s, const struct script_line *l, const struct script_field *f,
		       struct pd_json *j);

/* Append a page size of @size bytes as perf prints it, such as " 4K"; 0 is " N/A". */
void script_put_page_size(struct out *o, uint64_t size);
