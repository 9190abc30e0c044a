/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A line of `pdata script`, and the functions that print most fields of a line. */

#include "script/script_kinds.h"

struct script_event;
struct script_thread;

/*
 * Bits for the parts of the task column (command, pid and tid), and for the format of the command.
 * The task column begins a line, and its text is the same for all lines of a thread.
 */
enum script_task_column {
	SCRIPT_TASK_COMM = 1,
	SCRIPT_TASK_PID = 2,
	SCRIPT_TASK_TID = 4,
	/* pad the command with blanks; not set for lines with call chains */
	SCRIPT_TASK_PAD = 8,
	SCRIPT_TASK_SHORT = 16 /* print only 8 characters of the command */
};

/* One sample or side-band record being printed. */
struct script_line {
	const struct script_event *e;
	const struct pdata_record *rec;
	struct script_thread *th;	/* thread of the record; NULL: the record names no thread */
	const struct pdata_sample *smp; /* members that the event lacks have perf's defaults */
	uint64_t period;
};

#define SCRIPT_MEMO_MAX 64

/*
 * Cache of a column that prints integers: the integer that the column printed last, and the text
 * of this integer, because a column often prints the same integer again.
 */
struct script_memo {
	uint64_t value;
	uint32_t len; /* length of @text, the text of @value; 0: no integer was printed yet */
	char text[SCRIPT_MEMO_MAX];
};

void script_line_start(struct script *s, const struct script_line *l);

script_column_fn script_print_task, script_print_cpu, script_print_misc, script_print_tod,
	script_print_time, script_print_period, script_print_event, script_print_flags,
	script_print_trace, script_print_addr, script_print_to_addr;
script_number_fn script_period;
script_text_fn script_event_name, script_process_comm, script_cgroup;
script_text_fn script_comm; /* returns NULL if the line has no thread */
