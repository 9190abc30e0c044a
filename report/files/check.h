/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Internals of `pdata check`: check_sums.c (checksums of the trailer), check_structure.c (reading
 * of all records).
 */

#include "base/out.h"
#include "console/command.h"

#include <pdata/trailer.h>

/* One problem found by check. */
struct problem {
	/* in a directory, the name of the file with the problem; NULL: the file "data" */
	const char *member;
	const char *part;  /* "data", "header", "trailer" ...; static */
	uint64_t off, len; /* range of bytes that contains the problem; len 0: not known */
	uint64_t chunk;	   /* number of the chunk, counted from 1; 0: in no chunk */
	uint64_t nr_chunks, samples, first_time, last_time;
	char text[512];
	bool counted; /* the member text is a format with a place for the number of bytes */
};

struct check {
	const char *path;
	struct out *out;
	bool json;
	bool summed;	  /* the file has checksums of its data, and they were compared */
	uint64_t nr;	  /* problems so far */
	uint64_t trailer; /* file offset of the trailer; UINT64_MAX: the file has none */
	/*
	 * the last error that check_structure() printed: damage that is found twice is printed once
	 */
	struct pdata_error last;
};

void check_problem(struct check *c, const struct problem *p);
void check_error(struct check *c, const char *part, const struct pdata_error *e, uint64_t len);

/*
 * Compare a file with its checksums; with @dirfd also the members of its directory. @end: offset
 * at which the file's sections end, or UINT64_MAX. Return: whether the trailer has checksums of
 * the data.
 */
bool check_sums(struct check *c, int fd, int dirfd, uint64_t end);
/* Print the reader's notices about the file, except those about its records. */
void check_notices(struct check *c, const struct pdata_reader *r);
/*
 * Read and decode the whole file. @quiet: do not read records and features, because checksums have
 * already found the damage. @notices: print the reader's notices, which were not printed yet.
 * Return: enum rep_exit.
 */
int check_structure(struct check *c, bool quiet, bool notices);
