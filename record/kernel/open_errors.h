/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Explains failed calls of perf_event_open(2), and reads the kernel's settings for perf events. */

#include <stdint.h>

struct rec;
struct rec_arena;
struct rec_event;

enum rec_sysctl_id {
	REC_SYSCTL_PARANOID,
	REC_SYSCTL_MLOCK,
	REC_SYSCTL_RATE,
	REC_SYSCTL_STACK,
	REC_SYSCTL_CONTEXTS,
	REC_SYSCTL_CPU_TIME,
	REC_SYSCTL_NR
};

struct rec_sysctl {
	const char *name; /* name of the sysctl without "kernel." */
	int64_t fallback; /* the kernel's default value, used if the sysctl cannot be read */
};

const struct rec_sysctl *rec_sysctl(enum rec_sysctl_id id);
int64_t rec_sysctl_value(enum rec_sysctl_id id);

enum rec_error_kind {
	REC_ERR_HARDWARE = 1 << 0,
	REC_ERR_SOFTWARE = 1 << 1,
	REC_ERR_TRACEPOINT = 1 << 2,
	REC_ERR_CACHE = 1 << 3,
	REC_ERR_RAW = 1 << 4,
	REC_ERR_BREAKPOINT = 1 << 5,
	REC_ERR_PMU = 1 << 6,
	REC_ERR_PROBE = 1 << 7,
	REC_ERR_LAST_KIND = REC_ERR_PROBE
};

/* Bits for properties of an event that the user requests and a kernel may refuse. */
enum rec_error_condition {
	REC_ERR_WIDE = 1 << 0,
	REC_ERR_ATTACHED = 1 << 1,
	REC_ERR_NAMESPACES = 1 << 2,
	REC_ERR_PHYS = 1 << 3,
	REC_ERR_INTR_REGS = 1 << 4,
	REC_ERR_BRANCH = 1 << 5,
	REC_ERR_CLOCK = 1 << 6,
	REC_ERR_STACK = 1 << 7,
	REC_ERR_AUX = 1 << 8,
	REC_ERR_CGROUP = 1 << 9,
	REC_ERR_LAST_CONDITION = REC_ERR_CGROUP
};

struct rec_error_at {
	int err;
	uint32_t kind; /* kind of the event: one of enum rec_error_kind */
	/* bits of enum rec_error_condition: options of the user that can explain the error */
	uint32_t conditions;
	int paranoid; /* value of kernel.perf_event_paranoid */
};

/*
 * Return an explanation of the failed perf_event_open(2) that @at describes: the text of the
 * matching row in the table of explanations, or strerror(at->err) if no row matches.
 */
const char *rec_error_words(struct rec_arena *a, const struct rec_error_at *at);
const char *rec_open_words(struct rec *r, const struct rec_event *e, int err);
/*
 * For tests: return the index of the row in the table of explanations that matches the failed
 * perf_event_open(2) described by @at; -1: no row matches.
 */
int rec_error_row(const struct rec_error_at *at);
/* For tests: return the number of rows of the table of explanations. */
int rec_error_rows(void);
