/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Inside of pdata check: check_sums.c (by the trailer), check_structure.c (by reading all of it).
 */

#include "base/out.h"
#include "console/command.h"

#include <pdata/trailer.h>

/* One thing that is wrong. */
struct problem {
	const char *member; /* of a directory: the file beside "data", or NULL */
	const char *part;   /* "data", "header", "trailer" ...; static */
	uint64_t off, len;  /* the bytes among which it is; len 0: not known */
	uint64_t chunk;	    /* from 1; 0: it is in none */
	uint64_t nr_chunks, samples, first_time, last_time;
	char text[512];
	bool counted; /* text says how many bytes there are */
};

struct check {
	const char *path;
	struct out *out;
	bool json;
	bool summed;		 /* its checksums were compared */
	uint64_t nr;		 /* problems so far */
	uint64_t trailer;	 /* where it begins, UINT64_MAX: there is none */
	struct pdata_error last; /* of the structure: places read twice are said once */
};

void check_problem(struct check *c, const struct problem *p);
void check_error(struct check *c, const char *part, const struct pdata_error *e, uint64_t len);

/*
 * Compare a file, and with @dirfd the members of the directory that it is in, with its checksums.
 * @end: where its sections end, or UINT64_MAX. Return: whether it has those of its data.
 */
bool check_sums(struct check *c, int fd, int dirfd, uint64_t end);
/* What the reader of @r says of the file beside what is in its records. */
void check_notices(struct check *c, const struct pdata_reader *r);
/*
 * Read and decode all of it. @quiet: what is wrong was said by its checksums. @notices: not yet
 * said. Return: enum rep_exit.
 */
int check_structure(struct check *c, bool quiet, bool notices);
