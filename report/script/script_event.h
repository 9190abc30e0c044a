/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Makes, for each event, the list of functions that print the fields of a sample. */

#include "script/script_kinds.h"

struct script_dump;
struct tp_event;

/*
 * One column of a line: the function that prints the column, and the field to pass to the
 * function.
 */
struct script_printer {
	script_column_fn *column;
	const struct script_field *field;
};

#define SCRIPT_PRINTERS_MAX 40

/* The columns that are printed for samples of one event, and the sample fields to decode. */
struct script_event {
	const struct pdata_event *ev;
	const char *name; /* "" if neither lines nor names of files contain it */
	uint32_t type;	  /* index in script_types.type */
	uint64_t fields;  /* SCRIPT_F() bits of the chosen fields */
	uint64_t shown;	  /* SCRIPT_F() bits of those @fields that have a column or a JSON member */
	uint64_t want;	  /* PDATA_SAMPLE_ bits of the sample fields to decode */
	/*
	 * the event is a page fault or a branch trace; for such an event, the address in the field
	 * addr (PERF_SAMPLE_ADDR) is printed with the symbol that covers this address
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
	/*
	 * SCRIPT_TASK_ bits that say which of command, pid and tid the task column shows, and in
	 * which format it shows the command
	 */
	uint32_t who;
	/*
	 * Blanks, the name of the event, and ": ". The number of blanks is such that the names of
	 * all events are aligned to the right.
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
