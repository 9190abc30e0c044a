/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The writer's parts, of which each calls those before it only: writer_commit.c (what a reader may
 * see when), writer_rescue.c (after a write that failed), writer_out.c (bytes out),
 * writer_compress.c, writer.c (records, features).
 */

#include "base/alloc.h"
#include "wire/encode.h"

#include <pdata/pdata.h>

#include <stdbool.h>

struct pd_zstd;

#define BUFFER_BYTES 65536u
#define RECORD_MAX 65535u
#define ATTR_MAX 4096u	  /* bytes of an attr: kernels take no more than a page */
#define DATA_SIZE_OFF 48u /* of data.size in the header */
#define FEATURES_OFF 72u  /* of the feature bitmap, up to the end of the header */

/*
 * Written at once: it is in the cache when a tap has seen it, and large folios of more are slow to
 * get.
 */
#define PIECE_BYTES 524288u
#define COMPRESSED_MAX 65528u /* bytes of a COMPRESSED record */

struct pd_writer_event {
	struct pdata_attr attr;
	char *name;
	uint64_t *ids;
	uint32_t nr_ids;
};

struct pd_writer_feature {
	uint8_t *data;
	uint64_t len;
	uint64_t early_off, early_len; /* of what was written before the data; 0: nothing */
	bool late;		       /* data is newer than that */
};

/*
 * Features that stand before the data need a table behind it after every commit. The bytes that
 * will take that table's place are kept here until the next commit, or the end.
 */
struct pd_writer_held {
	uint8_t *bytes;
	size_t len, size; /* size: of the table; 0 when there is none */
	uint64_t at;	  /* in the file */
};

/* How far the records that become compressed can be told from one another. */
struct pd_writer_inner {
	uint8_t head[PDATA_RECORD_HEADER];
	size_t have;   /* bytes of a header that a span cut */
	uint64_t left; /* bytes to come of the record */
	bool lost;     /* nothing is known any more: a payload, or no record */
};

/*
 * A stretch of COMPRESSED records: none that ends between the two offsets in the file ends where a
 * record inside does.
 */
struct pd_writer_cut {
	uint64_t from, to;
};

/*
 * A stretch is made of a record that lies in two spans, as where a ring begins again, or that needs
 * two records. Those near the end of the file matter: as far as the buffer, and what a rescue gives
 * up at most.
 */
#define NR_CUTS 64u

/* Calls that may come: events and features, then data and features, then none. */
enum writer_state { WRITER_NEW, WRITER_BEGUN, WRITER_FINISHED };

struct pdata_writer {
	int fd;
	enum writer_state state;
	struct pdata_writer_opts opts;
	struct pd_arena arena;
	struct pd_writer_event *events;
	size_t nr_events, events_cap;
	uint32_t attr_size;
	uint64_t off; /* in the file, of the next byte that is written out */
	uint64_t data_off;
	/* data size in the header; bytes of whole records in files without it */
	uint64_t committed;
	bool begun;	  /* data may follow what was written */
	bool in_features; /* what is written now are the features at the end */
	bool rescued;	  /* after an error all was done that can be */
	struct pd_writer_feature feats[PDATA_NR_FEATURES];
	uint64_t features[PDATA_NR_FEATURES / 64];
	uint64_t early[PDATA_NR_FEATURES / 64]; /* those that were written before the data */
	struct pd_writer_held held;
	pdata_writer_tap_fn tap; /* sees data before it is written, or NULL */
	void *tap_arg;
	pdata_writer_tap_compressed_fn tap_compressed; /* for COMPRESSED records, or NULL */
	void *tap_compressed_arg;
	struct pdata_error error;
	uint64_t payload; /* bytes that pdata_writer_raw() expects behind a record */
	bool raw_unknown; /* where records begin in what it is given is not known any more */
	struct pdata_auxtrace_index_entry *aux; /* AUXTRACE records that were copied */
	size_t nr_aux, aux_cap;
	uint64_t frame;	      /* bytes of data before the zstd frame that is open */
	struct pd_zstd *zstd; /* NULL: raw data stays as it is */
	struct pd_writer_inner inner;
	uint64_t open_cut;     /* the stretch that is not over yet begins here; 0: there is none */
	uint32_t open_records; /* COMPRESSED records in it */
	uint64_t nr_cuts;      /* that were, the last NR_CUTS of which are known */
	struct pd_writer_cut cuts[NR_CUTS];
	size_t len;
	uint8_t buf[BUFFER_BYTES];
	uint8_t record[RECORD_MAX + 1];
};

/*
 * writer_commit.c: what stands in the file already, and is written over. None of these appends.
 */

/* A system call has failed: the writer's first error. Return: that error. */
int pd_writer_fail_sys(struct pdata_writer *w, const char *what);
/* Room in w->record for what is put together there. */
struct pd_put pd_writer_scratch(struct pdata_writer *w);
/* n bytes over what stands at off. */
int pd_writer_overwrite(struct pdata_writer *w, const void *data, size_t n, uint64_t off);
uint64_t pd_writer_attrs_off(const struct pdata_writer *w); /* behind the ids */
/* The file header with these features; the data's size is what was committed. */
void pd_writer_put_header(const struct pdata_writer *w, struct pd_put *p, const uint64_t *features);
void pd_writer_put_section(struct pd_put *p, uint64_t off, uint64_t len);
/* Features before the data: choose their places and data_off. */
int pd_writer_reserve_early(struct pdata_writer *w, uint64_t off);
/* The header, and at the same moment what was held back since the last commit, if there was one. */
int pd_writer_put_held(struct pdata_writer *w, const struct pd_put *head);
/* Make the data up to @end of the file valid, with the early features behind it. */
int pd_writer_commit_early_at(struct pdata_writer *w, uint64_t end);
/* The same without early features. */
int pd_writer_commit_size_at(struct pdata_writer *w, uint64_t end);

/* writer_rescue.c: a write has failed: make the whole records that are in the file valid. */
void pd_writer_rescue(struct pdata_writer *w);

/* writer_out.c: appends, and commits what was appended; a write that fails is rescued. */

/* The caller asks for what cannot be: the writer's first error, PDATA_E_ARG. */
int pd_writer_misuse(struct pdata_writer *w, uint32_t rec_type, const char *why);
int pd_writer_append(struct pdata_writer *w, const void *data, size_t len);
/* Gather small pieces in the buffer; what is large goes out behind it in the same call. */
int pd_writer_append_spans(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);
/* The same, hidden from the tap: what is appended was shown to another one. */
int pd_writer_append_untapped(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);
int pd_writer_flush(struct pdata_writer *w);

/* writer_compress.c: append spans as COMPRESSED records. */
int pd_writer_compress(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);
