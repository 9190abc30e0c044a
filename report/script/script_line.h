/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SCRIPT_LINE_H
#define REP_SCRIPT_LINE_H

/* A line of `pdata script`, and the fields of it that need no other file. */

#include <pdata/pdata.h>

#include <stdint.h>

struct script;
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
void script_print_task(struct script *s, const struct script_line *l);
void script_print_cpu(struct script *s, const struct script_line *l);
void script_print_misc(struct script *s, const struct script_line *l);
void script_print_tod(struct script *s, const struct script_line *l);
void script_print_time(struct script *s, const struct script_line *l);
void script_print_period(struct script *s, const struct script_line *l);
void script_print_event(struct script *s, const struct script_line *l);
void script_print_flags(struct script *s, const struct script_line *l);
void script_print_trace(struct script *s, const struct script_line *l);
void script_print_addr(struct script *s, const struct script_line *l);
void script_print_to_addr(struct script *s, const struct script_line *l);
void script_print_weight(struct script *s, const struct script_line *l);
void script_print_ins_lat(struct script *s, const struct script_line *l);
void script_print_retire_lat(struct script *s, const struct script_line *l);
void script_print_cgroup(struct script *s, const struct script_line *l);
void script_print_phys_addr(struct script *s, const struct script_line *l);

#endif
