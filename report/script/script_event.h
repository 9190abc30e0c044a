/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Makes, for each event, the list of functions that print the fields of a sample. */

#include "script/script_kinds.h"

struct script_dump;
struct tp_event;

/* One column of a line: the function that prints the column, and the field for this function. */
struct script_printer {
	script_column_fn *column;
	const struct script_field *field;
};

#define SCRIPT_PRINTERS_MAX 40

/* The columns that are printed for samples of one event, and the sample fields to decode. */
struct script_event {
	const struct pdata_event *ev;
	const char *name;
	uint32_t type;	 /* index in script_types.type */
	uint64_t fields; /* SCRIPT_F() bits of the chosen fields */
	uint64_t shown;	 /* SCRIPT_F() bits of the fields that have a column or a JSON member */
	uint64_t want;	 /* PDATA_SAMPLE_ bits of the sample fields to decode */
	/*
	 * the symbol of PERF_SAMPLE_ADDR is printed with it: the event is a page fault or a branch
	 * trace
	 */
	bool addr_has_symbol;
	bool bts;     /* the event is a branch trace, whose samples are printed as "from => to" */
	bool srccode; /* print the source line after each sample */
	/*
	 * @print has @nr_print columns. Lines of side-band records print only the first @nr_start
	 * columns.
	 */
	unsigned nr_start, nr_print;
	struct script_printer print[SCRIPT_PRINTERS_MAX];
	uint32_t who; /* SCRIPT_TASK_ bits: parts and format of the column of command, pid, tid */
	/*
	 * the text "NAME: ", with blanks before it that align it with the longest name of all
	 * events
	 */
	char *title;
	size_t title_len;
	/* format of the event's tracepoint; NULL: no tracepoint, or the format is not known */
	struct tp_event *tp;
	struct script_dump *dump; /* the event's file; NULL: --per-event-dump is not set */
};

static inline void script_print(struct script *s, const struct script_line *l,
				const struct script_printer *p)
{
	p->column(s, l, p->field);
}

/*
 * Make @s->events from the events of the file and the chosen fields @s->types. script_events_free()
 * frees the array.
 */
void script_events_new(struct script *s);
void script_events_free(struct script *s);
