/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The fields that are printed for each event, as a list of functions. */

#include "script/script_kinds.h"

struct script_dump;
struct tp_event;

/* A field of a line. */
struct script_printer {
	script_column_fn *column;
	const struct script_field *field;
};

#define SCRIPT_PRINTERS_MAX 40

/* The columns printed for samples of one event, and the sample fields that these need. */
struct script_event {
	const struct pdata_event *ev;
	const char *name;
	uint32_t type;	 /* index of script_types.type */
	uint64_t fields; /* SCRIPT_F_ */
	uint64_t shown;	 /* the fields that are printed in a column of their own */
	uint64_t want;	 /* PDATA_SAMPLE_ bits to decode */
	/* the sample's addr is an address of code or data, and so has a symbol */
	bool addr_has_symbol;
	bool bts;     /* a branch trace, printed as "from => to" */
	bool srccode; /* print the source line after the sample */
	/* number of printers for the line's beginning; number of all printers */
	unsigned nr_start, nr_print;
	struct script_printer print[SCRIPT_PRINTERS_MAX];
	uint32_t who; /* SCRIPT_TASK_ bits of the columns at the line's beginning */
	char *title;  /* "NAME: ", padded to the longest name of all events */
	size_t title_len;
	struct tp_event *tp;	  /* format of the tracepoint; NULL: it is not known */
	struct script_dump *dump; /* file of the event for --per-event-dump, or NULL */
};

static inline void script_print(struct script *s, const struct script_line *l,
				const struct script_printer *p)
{
	p->column(s, l, p->field);
}

/* Make s->events from the file's events and the chosen fields. */
void script_events_new(struct script *s);
void script_events_free(struct script *s);
