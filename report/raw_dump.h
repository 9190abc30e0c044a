/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_RAW_DUMP_H
#define REP_RAW_DUMP_H

/* perf's --dump-raw-trace: where a record is, its bytes, and what it says. */

#include "out.h"
#include "session.h"

struct raw_dump {
	struct out *o;
	struct rep_session *ses;
	const char *arch; /* as script_reg_name() has it */
	/* The symbol at an address of the kernel and the distance to it, or NULL. */
	const char *(*symbol)(void *ctx, const struct pdata_record *rec, uint64_t addr,
			      uint64_t *off);
	void *ctx;
	bool unsorted; /* records come in the order of the file; set by raw_dump_start() where perf has no other */
	/* Set by raw_dump_start(). */
	const char *place; /* name of the file in the lines */
	uint64_t base;	   /* offsets count from here */
	bool announced;	   /* events are known from their record on */
	uint32_t nr_announced;
};

void raw_dump_start(struct raw_dump *d);

void raw_dump_record(struct raw_dump *d, const struct pdata_record *rec);

/* raw_dump_sample.c: all of a sample behind the name. */
void raw_dump_sample(struct raw_dump *d, const struct pdata_record *rec,
		     const struct pdata_sample *s);

#endif
