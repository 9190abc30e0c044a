/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A line of `pdata script`, and the fields of it that need no other file. */

#include "script/script_kinds.h"

struct script_event;
struct script_thread;

/* Parts of the beginning of a line that a thread's lines share. */
enum script_task_column {
	SCRIPT_TASK_COMM = 1,
	SCRIPT_TASK_PID = 2,
	SCRIPT_TASK_TID = 4,
	SCRIPT_TASK_PAD = 8,   /* the command in a column: not before call chains */
	SCRIPT_TASK_SHORT = 16 /* 8 characters of it */
};

/* One sample or side-band record on its way to the output. */
struct script_line {
	const struct script_event *e;
	const struct pdata_record *rec;
	struct script_thread *th;	/* NULL: no thread */
	const struct pdata_sample *smp; /* members that the event lacks have perf's defaults */
	uint64_t period;
};

/* The text of the number that was printed last. */
#define SCRIPT_MEMO_MAX 64

struct script_memo {
	uint64_t value;
	uint32_t len; /* 0: nothing */
	char text[SCRIPT_MEMO_MAX];
};

void script_line_start(struct script *s, const struct script_line *l);

script_column_fn script_print_task, script_print_cpu, script_print_misc, script_print_tod,
	script_print_time, script_print_period, script_print_event, script_print_flags,
	script_print_trace, script_print_addr, script_print_to_addr;
script_number_fn script_period;
script_text_fn script_event_name, script_process_comm, script_cgroup;
script_text_fn script_comm; /* NULL without a thread */
