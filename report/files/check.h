/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares what the files of `pdata check` share: check_sums.c compares the checksums in the
 * trailer (data that pdata appends to a recording), check_structure.c reads all records.
 */

#include "base/out.h"
#include "console/command.h"

#include <pdata/trailer.h>

/* One problem that pdata check found and prints. */
struct problem {
	/*
	 * If the recording is a directory: name of the file in the directory that has the problem.
	 * NULL: the problem is in the file "data", or the recording is a plain file.
	 */
	const char *member;
	const char *part; /* part of the file, a static string: "data", "header", "trailer" ... */
	/*
	 * @off: file offset of the range with the problem; @len: its size in bytes, 0 if it is not
	 * known
	 */
	uint64_t off, len;
	/*
	 * number of the damaged chunk (a part of the data with its own checksum), from 1; 0: the
	 * problem is not in a chunk
	 */
	uint64_t chunk;
	/*
	 * If @chunk is not 0: @nr_chunks is the count of chunks (parts of the data with their own
	 * checksums) in the file; @samples is the count of samples in the damaged chunk;
	 * @first_time and @last_time are the lowest and highest time in ns of the records in the
	 * damaged chunk, 0 if no record has a time.
	 */
	uint64_t nr_chunks, samples, first_time, last_time;
	char text[512];
	/*
	 * @text already has the offset and the size, so the text output leaves out @off and @len
	 */
	bool counted;
};

struct check {
	const char *path;
	/*
	 * The plain file to read: @path, standard input, or the copy of a pipe. -1: a directory, or
	 * @path cannot be opened
	 */
	int fd;
	int dirfd; /* the directory; -1: the recording is the plain file @fd */
	struct out *out;
	bool json;
	bool summed; /* checksums of all data of the recording were compared */
	/*
	 * the recording has an index, but not all checksums were compared, because the whole file
	 * is compressed
	 */
	bool wrapped;
	uint64_t nr; /* number of problems found so far */
	/*
	 * file offset of the trailer (data that pdata appends to a recording); UINT64_MAX: no
	 * trailer
	 */
	uint64_t trailer;
	/*
	 * The last error that check_structure() printed. If the reader reports the same error
	 * twice in a row, it is printed once.
	 */
	struct pdata_error last;
};

void check_problem(struct check *c, const struct problem *p);
void check_error(struct check *c, const char *part, const struct pdata_error *e, uint64_t len);

/*
 * Compare the file @fd with the checksums in its trailer (data that pdata appends to a recording),
 * and print each difference. If the recording is a directory, @fd is its file "data", and the other
 * files of c->dirfd are compared, too. @end: offset at which the sections of the file end;
 * UINT64_MAX: unknown. Return: whether the trailer has checksums of all data, and all files were
 * compared.
 */
bool check_sums(struct check *c, int fd, uint64_t end);
/* Open a reader of the recording. Return: 0, or an error of pdata_reader_open() in @err. */
int check_open_reader(const struct check *c, struct pdata_reader **r,
		      const struct pdata_open_opts *o, struct pdata_error *err);
/*
 * Print the notices of the reader @r about the header, the end and the trailer (appended data) of
 * the file.
 */
void check_notices(struct check *c, const struct pdata_reader *r);
/*
 * Open the recording, and print each error. If @quiet is false, also read all records and decode
 * all features. The caller sets @quiet to true if checksums have already found the damage. If
 * @notices is true, also call check_notices(), because the caller has not called it. Return:
 * REP_FAIL if the recording cannot be opened, else REP_OK.
 */
int check_structure(struct check *c, bool quiet, bool notices);
