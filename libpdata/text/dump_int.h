/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the types and functions that the source files of pdata_dump() share: dump.c
 * (containers), dump_file.c (regions and records of a file), dump_regions.c (list of the regions),
 * dump_lines.c (output of lines).
 */

#include "reader/reader.h"
#include "text/text_facts.h"
#include "trailer/trailer_int.h"

#define PD_DUMP_HEX_BYTES 4096u /* a HEX line has at most this many bytes of the file */

enum region_kind { R_HEADER, R_IDS, R_ATTRS, R_TABLE, R_FEATURE, R_DATA, R_TRAILER };

struct region {
	uint64_t off, len;
	enum region_kind kind;
	uint32_t n; /* R_IDS: index of the event; R_FEATURE: feature bit; other kinds: 0 */
	/*
	 * true: pdata_dump() writes the region as lines of @kind, such as ATTR lines; false:
	 * pdata_dump() writes it as HEX lines
	 */
	bool done;
};

struct dumper {
	struct pdata_reader *r;
	/* a second reader of the same file, which returns the records inside compressed records */
	struct pdata_reader *inner;
	/* the record of @inner that is dumped next; valid if @have_next is 1 */
	struct pdata_record next;
	int have_next; /* return value of pdata_reader_next() for @next */
	pdata_write_fn write;
	void *ctx;
	struct pd_buf out;
	struct pdata_dump_opts opts;
	/* the text has no ATTR lines, so no record is dumped in a form that depends on an attr */
	bool no_attrs;
	bool inside; /* the current line is about a record inside a compressed record */
	/*
	 * The current line describes the decompressed content of a file that is compressed as a
	 * whole. In text output, pdata_dump() writes such a line as a comment.
	 */
	bool wrapped;
	size_t line; /* offset in @out at which the current line begins */
	/* trailer of the file (blocks after its last section); NULL: the file has none */
	struct pdata_trailer *trailer;
	struct region *regions;
	size_t nr_regions, regions_cap;
	struct pd_text_facts facts;
	bool stopped; /* the callback @write has returned an error, so nothing more is written */
};

static inline int pd_dump_swap(const struct dumper *d)
{
	return (int)d->r->info.swap;
}

/*
 * Fill d->regions with the offsets and lengths of the header, the ids, the attrs, the data, the
 * features, the feature table and the trailer of the file, in order of their file offsets. Also
 * open d->trailer. Return: 0 or PDATA_E_NOMEM.
 */
int pd_dump_find_regions(struct dumper *d);
/*
 * Return the region of the file (such as the header, or one feature section) whose region.kind is
 * @kind and whose region.n is @n. NULL: the file has no such region, or region.done is not set, so
 * that pdata_dump() writes the region as HEX lines.
 */
const struct region *pd_dump_region(const struct dumper *d, enum region_kind kind, uint32_t n);
/*
 * Read two 64-bit integers, an offset and a size, from file offset @at into *@off and *@size. If
 * the file has no bytes at @at, both become 0.
 */
void pd_dump_section(struct dumper *d, uint64_t at, uint64_t *off, uint64_t *size);

/*
 * dump_lines.c: end the current line in d->out. Unless d->inside is set, pass the line to
 * pd_facts_learn(). If the options request JSON, convert the line to JSON; if not, and d->wrapped
 * is set, convert the line to a comment.
 */
void pd_dump_end_line(struct dumper *d);
/* Pass the complete lines in d->out to the callback d->write, and empty d->out. */
void pd_dump_flush(struct dumper *d);
/*
 * Dump the bytes of the input @in from file offset @from up to @to as HEX and ZERO lines, because
 * these bytes have no known layout.
 */
void pd_dump_hex(struct dumper *d, struct pd_input *in, uint64_t from, uint64_t to);
/*
 * dump_file.c: dump the records of d->r->members[@member], from the record @rec on. Bytes between
 * records become HEX lines. *@have: return value of pdata_reader_next() for @rec. The function
 * replaces @rec and *@have for each record that it reads. Return: 0 or an error code.
 */
int pd_dump_records(struct dumper *d, size_t member, struct pdata_record *rec, int *have);
/*
 * Dump a file that has a header and sections, as opposed to a pipe. @rec: the first record of the
 * file. *@have: return value of pdata_reader_next() for @rec. The function replaces @rec and
 * *@have for each record that it reads. Return: 0 or an error code.
 */
int pd_dump_regions(struct dumper *d, struct pdata_record *rec, int *have);
