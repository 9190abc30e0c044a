/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* perf's --dump-raw-trace: where a record is, its bytes, and what it says. */

#include "base/out.h"
#include "session/session.h"

/* Commands of perf: each has no use for some records, and says so. */
enum raw_tool { RAW_SCRIPT = 1, RAW_REPORT = 2, RAW_ANNOTATE = 4, RAW_DIFF = 8 };

struct raw_dump {
	struct out *o;
	struct rep_session *ses; /* with tasks and symbols */
	enum raw_tool tool;
	/* records come in the order of the file; set by raw_dump_start() where perf has no other */
	bool unsorted;
	/* Set by raw_dump_start(). */
	const char *arch;  /* as script_reg_name() has it */
	const char *place; /* name of the file in the lines */
	uint64_t base;	   /* offsets count from here */
	bool announced;	   /* events are known from their record on */
	uint32_t nr_announced;
};

/* The line that perf begins with where records come in the order of the file for want of times. */
void raw_dump_warn(struct out *o, const struct rep_session *s);

void raw_dump_start(struct raw_dump *d);

void raw_dump_record(struct raw_dump *d, const struct pdata_record *rec);

/* raw_dump_sample.c: all of a sample behind the name. */
void raw_dump_sample(struct raw_dump *d, const struct pdata_record *rec,
		     const struct pdata_sample *s);

struct script_thread;

/* The lines below, for each command that it reaches: whose it is, and which file was running. */
void raw_dump_location(struct raw_dump *d, const struct script_thread *th,
		       const struct pdata_record *rec, const struct pdata_sample *s);
