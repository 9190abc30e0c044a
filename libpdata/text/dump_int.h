/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The parts of dump: dump.c (what holds records), dump_file.c (a file's regions and records),
 * dump_regions.c (which bytes are what), dump_lines.c (lines out).
 */

#include "reader/reader.h"
#include "text/text_facts.h"
#include "trailer/trailer_int.h"

#define PD_DUMP_HEX_BYTES 4096u /* of one HEX line */

enum region_kind { R_HEADER, R_IDS, R_ATTRS, R_TABLE, R_FEATURE, R_DATA, R_TRAILER };

struct region {
	uint64_t off, len;
	enum region_kind kind;
	uint32_t n; /* event or feature bit */
	bool done;  /* written in its own form */
};

struct dumper {
	struct pdata_reader *r;
	struct pdata_reader *inner; /* the same file with compressed records opened */
	struct pdata_record next;   /* of inner, not yet passed */
	int have_next;
	pdata_write_fn write;
	void *ctx;
	struct pd_buf out;
	struct pdata_dump_opts opts;
	bool no_attrs; /* the text has none: records cannot be said by them */
	bool inside;   /* a compressed record */
	bool wrapped;  /* what is said is inside a compressed file: all of it is comment */
	size_t line;   /* where the current line begins in out */
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

/* Fill d->regions, in the order of the file, and d->trailer. Return: 0, PDATA_E_NOMEM. */
int pd_dump_find_regions(struct dumper *d);
/* The region of @kind and number @n that is written in its own form, or NULL. */
const struct region *pd_dump_region(const struct dumper *d, enum region_kind kind, uint32_t n);
/* The two numbers at offset @at that say where a section is; 0 where the file has no bytes. */
void pd_dump_section(struct dumper *d, uint64_t at, uint64_t *off, uint64_t *size);

/* dump_lines.c: the line in d->out is complete. */
void pd_dump_end_line(struct dumper *d);
/* Lines that are complete go to d->write. */
void pd_dump_flush(struct dumper *d);
/* Bytes that no layout claims. */
void pd_dump_hex(struct dumper *d, struct pd_input *in, uint64_t from, uint64_t to);
/*
 * dump_file.c: the records of one member; bytes between them that are none are HEX. @rec and @have:
 * the record at hand, and what pdata_reader_next() said of it.
 */
int pd_dump_records(struct dumper *d, size_t member, struct pdata_record *rec, int *have);
/* A file with header and sections. */
int pd_dump_regions(struct dumper *d, struct pdata_record *rec, int *have);
