/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What is printed for each event: its fields as a list of functions. */

#include "script/script_kinds.h"

struct script_dump;
struct tp_event;

/* A field of a line. */
struct script_printer {
	script_column_fn *column;
	const struct script_field *field;
};

#define SCRIPT_PRINTERS_MAX 40

/* What is printed for the samples of one event, and what that needs. */
struct script_event {
	const struct pdata_event *ev;
	const char *name;
	uint32_t type;		     /* index of script_types.type */
	uint64_t fields;	     /* SCRIPT_F_ */
	uint64_t shown;		     /* those of them that have a column */
	uint64_t want;		     /* PDATA_SAMPLE_ bits to decode */
	bool addr_has_symbol;	     /* the sample's addr is one of code or data with a name */
	bool bts;		     /* branch trace: "from => to" */
	bool srccode;		     /* the source line follows */
	unsigned nr_start, nr_print; /* printers of the line's beginning, of all */
	struct script_printer print[SCRIPT_PRINTERS_MAX];
	uint32_t who; /* what the line's beginning is made of: SCRIPT_TASK_ */
	char *title;  /* "NAME: ", right-aligned among all events */
	size_t title_len;
	struct tp_event *tp;	  /* NULL: no format known */
	struct script_dump *dump; /* its own file, or NULL */
};

static inline void script_print(struct script *s, const struct script_line *l,
				const struct script_printer *p)
{
	p->column(s, l, p->field);
}

/* Make s->events from the file's events and the chosen fields. */
void script_events_new(struct script *s);
void script_events_free(struct script *s);
