/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints records as perf's --dump-raw-trace does: file offset, bytes and decoded fields. */

#include "base/out.h"
#include "session/session.h"

/*
 * The perf command whose dump format is printed. perf prints ": unhandled!" after some record
 * types; each command has a different set of these types. The values are bits, for masks of
 * commands.
 */
enum raw_tool { RAW_SCRIPT = 1, RAW_REPORT = 2, RAW_ANNOTATE = 4, RAW_DIFF = 8 };

struct raw_dump {
	struct out *o;
	struct rep_session *ses; /* session of the records; its tasks and symbols are loaded */
	enum raw_tool tool;
	/*
	 * Print records in file order. raw_dump_start() also sets this member if perf cannot sort
	 * the records, because they have no times (no sample_id_all).
	 */
	bool unsorted;
	/*
	 * Architecture that selects the register names (script_reg_name()). The caller of
	 * raw_dump_start() sets this member and all members below to zero; raw_dump_start() then
	 * sets their values.
	 */
	const char *arch;
	/* name of the input, which is printed on the line of each record; "pipe" for a pipe */
	const char *place;
	uint64_t base; /* printed offsets are file offsets minus this offset */
	/* the input is a pipe, in which an event is known only after its HEADER_ATTR record */
	bool announced;
	uint32_t nr_announced;
};

/*
 * If the side-band records of a file have no times (no sample_id_all), print perf's warning that
 * the dump is in file order.
 */
void raw_dump_warn(struct out *o, const struct rep_session *s);

void raw_dump_start(struct raw_dump *d);

void raw_dump_record(struct raw_dump *d, const struct pdata_record *rec);

/*
 * Print the decoded fields of the sample @s: the rest of the line on which the name of the record
 * was printed, and the lines below it. Defined in raw_dump_sample.c.
 */
void raw_dump_sample(struct raw_dump *d, const struct pdata_record *rec,
		     const struct pdata_sample *s);

struct script_thread;

/*
 * Print the lines " ... thread: COMM:TID" and " ...... dso: OBJECT" after a sample. perf prints
 * these lines for each sample that the command does not filter out.
 */
void raw_dump_location(struct raw_dump *d, const struct script_thread *th,
		       const struct pdata_record *rec, const struct pdata_sample *s);
