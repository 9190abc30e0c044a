/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Types and functions shared by the files of dump: dump.c (containers), dump_file.c (regions and
 * records of a file), dump_regions.c (list of the regions), dump_lines.c (output of lines).
 */

#include "reader/reader.h"
#include "text/text_facts.h"
#include "trailer/trailer_int.h"

#define PD_DUMP_HEX_BYTES 4096u /* most bytes of a HEX line */

enum region_kind { R_HEADER, R_IDS, R_ATTRS, R_TABLE, R_FEATURE, R_DATA, R_TRAILER };

struct region {
	uint64_t off, len;
	enum region_kind kind;
	uint32_t n; /* R_IDS: number of the event; R_FEATURE: feature bit */
	bool done;  /* dumped in the form of its kind, not as HEX lines */
};

struct dumper {
	struct pdata_reader *r;
	/* reads the same file, and also the records inside compressed records */
	struct pdata_reader *inner;
	struct pdata_record next; /* next record of the reader inner; it is not dumped yet */
	int have_next;
	pdata_write_fn write;
	void *ctx;
	struct pd_buf out;
	struct pdata_dump_opts opts;
	/* the text has no attrs, so records are not dumped in forms that depend on attrs */
	bool no_attrs;
	bool inside; /* the line is about a record inside a compressed one */
	/*
	 * the dumped file is compressed as a whole: all lines are about its content, and are
	 * comments
	 */
	bool wrapped;
	size_t line;		       /* offset of the current line in the buffer out */
	struct pdata_trailer *trailer; /* or NULL */
	struct region *regions;
	size_t nr_regions, regions_cap;
	struct pd_text_facts facts;
	bool stopped;
};

static inline int pd_dump_swap(const struct dumper *d)
{
	return (int)d->r->info.swap;
}

/* Fill d->regions, in order of file offsets, and d->trailer. Return: 0 or PDATA_E_NOMEM. */
int pd_dump_find_regions(struct dumper *d);
/* Get the region of @kind and number @n that is dumped in its own form, or NULL. */
const struct region *pd_dump_region(const struct dumper *d, enum region_kind kind, uint32_t n);
/*
 * Read offset and size of a section at file offset @at; both are 0 if the file has no bytes there.
 */
void pd_dump_section(struct dumper *d, uint64_t at, uint64_t *off, uint64_t *size);

/*
 * dump_lines.c: end the current line in d->out. Pass the line to pd_facts_learn(), and convert it
 * to JSON or to a comment if necessary.
 */
void pd_dump_end_line(struct dumper *d);
/* Pass the lines in d->out, which are complete, to d->write. */
void pd_dump_flush(struct dumper *d);
/* Dump bytes of @in that have no layout, as HEX and ZERO lines. */
void pd_dump_hex(struct dumper *d, struct pd_input *in, uint64_t from, uint64_t to);
/*
 * dump_file.c: dump the records of one member. Bytes between records become HEX lines. @rec and
 * @have: the present record, and the return value of pdata_reader_next() for it.
 */
int pd_dump_records(struct dumper *d, size_t member, struct pdata_record *rec, int *have);
/* Dump a file with header and sections. */
int pd_dump_regions(struct dumper *d, struct pdata_record *rec, int *have);
