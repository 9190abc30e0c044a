/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Inside of flips: flips.c (the changes, and what check says), flips_tail.c (cuts and appendices), flips_read.c (what reading makes of them). */

#include <pdata/trailer.h>

#include <stdbool.h>

struct flips {
	const char *pdata, *path; /* the program, the file that is changed */
	const struct pdata_index *x;
	uint64_t trailer_off;
	uint64_t end; /* of its last section: cut there it is a whole file */
	unsigned long untold,
		unreachable; /* cuts and appendices: not found, and those that nobody can find */
	uint64_t *sums;	     /* of each chunk: its records as the library hands them out */
	uint64_t *nr;
	uint64_t others;  /* side-band records: they name samples elsewhere, and have copies */
	struct row *rows; /* of the report of the file as it was, by key */
	size_t nr_rows;
};

/* Read the records and the report of the unchanged file. Return: false: the file is unreadable. */
bool flips_read_first(struct flips *f);
/*
 * With the byte at @at changed: whether the records of all other chunks are unchanged, and damage
 * is reported.
 */
bool flips_same_records(struct flips *f, uint64_t at);
/* The same for pdata report, whose rows may differ by as many samples as the chunk has. */
bool flips_same_report(struct flips *f, uint64_t at);
/* The number of the chunk that contains offset @at, or -1. */
int64_t flips_chunk(const struct flips *f, uint64_t at);
void flips_free(struct flips *f);

/* The next pseudo-random number. */
uint64_t flips_next(void);
/* The range in a line of check --json. */
int flips_range(const char *line, uint64_t *off, uint64_t *len);
/*
 * Cut the file of @size bytes or append to it, evaluate the output of check, and restore the file
 * from its bytes at @copy. Return: whether the file could be changed.
 */
bool flips_cut(struct flips *f, int fd, uint64_t size, const uint8_t *copy);
bool flips_append(struct flips *f, int fd, uint64_t size, const uint8_t *copy);
