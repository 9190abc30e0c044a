/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints records as perf's --dump-raw-trace does: file offset, bytes and decoded fields. */

#include "base/out.h"
#include "session/session.h"

/* Commands of perf. Each leaves some record types unhandled, and prints a message for them. */
enum raw_tool { RAW_SCRIPT = 1, RAW_REPORT = 2, RAW_ANNOTATE = 4, RAW_DIFF = 8 };

struct raw_dump {
	struct out *o;
	struct rep_session *ses; /* with tasks and symbols */
	enum raw_tool tool;
	/* print records in file order; raw_dump_start() sets it where perf knows no other order */
	bool unsorted;
	/* Set by raw_dump_start(). */
	const char *arch;  /* for script_reg_name() */
	const char *place; /* name of the file, which the lines print */
	uint64_t base;	   /* file offset from which printed offsets count */
	bool announced;	   /* events count from their HEADER_ATTR records on */
	uint32_t nr_announced;
};

/*
 * Print the warning with which perf begins if records have no times: they are then in file order.
 */
void raw_dump_warn(struct out *o, const struct rep_session *s);

void raw_dump_start(struct raw_dump *d);

void raw_dump_record(struct raw_dump *d, const struct pdata_record *rec);

/* raw_dump_sample.c: print all of a sample that follows the record's name. */
void raw_dump_sample(struct raw_dump *d, const struct pdata_record *rec,
		     const struct pdata_sample *s);

struct script_thread;

/*
 * Print the lines that follow a sample, for each command that uses it: its thread, and the object
 * that ran.
 */
void raw_dump_location(struct raw_dump *d, const struct script_thread *th,
		       const struct pdata_record *rec, const struct pdata_sample *s);
