/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_DUMP_INT_H
#define PD_DUMP_INT_H

/* The parts of dump: dump.c (a file's regions and records), dump_trailer.c, dump_container.c (what holds them). */

#include "reader.h"
#include "text_facts.h"
#include "trailer_int.h"

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
	bool inside; /* a compressed record */
	bool wrapped; /* what is said is inside a compressed file: all of it is comment */
	size_t line; /* where the current line begins in out */
	struct pdata_trailer *trailer; /* or NULL */
	struct region *regions;
	size_t nr_regions, regions_cap;
	struct pd_text_facts facts;
	bool stopped;
};

void pd_dump_end_line(struct dumper *d);
/* Bytes that no layout claims. */
void pd_dump_hex(struct dumper *d, struct pd_input *in, uint64_t from, uint64_t to);
/*
 * The records of one member; bytes between them that are none are HEX. @rec and @have: the record at
 * hand, and what pdata_reader_next() said of it.
 */
int pd_dump_records(struct dumper *d, size_t member, struct pdata_record *rec, int *have);
/* A file with header and sections. */
int pd_dump_regions(struct dumper *d, struct pdata_record *rec, int *have);

/* The blocks of d->trailer; where no line gives the bytes of one, as bytes. */
int pd_dump_trailer(struct dumper *d);

/* The whole input, by what contains it. @path or @fd: as pdata_dump() has them. */
int pd_dump_container(struct dumper *d, const char *path, int fd);

#endif
