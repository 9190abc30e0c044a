/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares what the parts of the writer share. Each part calls only those before it in this list:
 * writer_commit.c (what a reader of the file sees at any moment), writer_rescue.c (after a failed
 * write), writer_out.c (appends bytes), writer_compress.c, writer.c (records, features).
 */

#include "base/alloc.h"
#include "wire/encode.h"

#include <pdata/pdata.h>

#include <stdbool.h>

struct pd_zstd;

#define BUFFER_BYTES 65536u
#define RECORD_MAX 65535u
#define ATTR_MAX 4096u	  /* most bytes of an attr: kernels take no more than a page */
#define DATA_SIZE_OFF 48u /* offset of data.size in the file header */
#define FEATURES_OFF 72u  /* offset of the feature bitmap, which ends the file header */

/*
 * Bytes per write. This number of bytes is still in the cache after a callback has read them. For
 * larger writes the kernel allocates large folios, which is slow.
 */
#define PIECE_BYTES 524288u
#define COMPRESSED_MAX 65528u /* most bytes of a COMPRESSED record */

struct pd_writer_event {
	struct pdata_attr attr;
	char *name;
	uint64_t *ids;
	uint32_t nr_ids;
};

struct pd_writer_feature {
	uint8_t *data;
	uint64_t len;
	/*
	 * file offset and bytes of a feature that was written before the data; 0: it was not
	 * written there
	 */
	uint64_t early_off, early_len;
	bool late; /* the feature was set again after the data had begun */
};

/*
 * After each commit the table of early features follows the data. The data that belong at the
 * table's place are held back here until the next commit, or until the end.
 */
struct pd_writer_held {
	uint8_t *bytes;
	size_t len, size; /* len: bytes held back; size: bytes of the table, 0 if there is none */
	uint64_t at;	  /* file offset of the table; 0 before the first commit */
};

/* Position in the stream of records that are compressed, to know where each record ends. */
struct pd_writer_inner {
	uint8_t head[PDATA_RECORD_HEADER];
	size_t have;   /* bytes in head: a header can be split between two spans */
	uint64_t left; /* rest of the record */
	/* ends of records are unknown from here on, after a payload or bytes that are no record */
	bool lost;
};

/*
 * A stretch of the file: a COMPRESSED record that ends between these two offsets ends in the middle
 * of a decompressed record.
 */
struct pd_writer_cut {
	uint64_t from, to;
};

/*
 * Maximum number of remembered cuts. A cut comes from a record that is split between two spans, as
 * at the end of a ring buffer, or that needs two COMPRESSED records. Only cuts near the end of the
 * file matter: in the bytes of the buffer, or in the bytes that a rescue can discard.
 */
#define NR_CUTS 64u

/* Which calls are allowed: first events and features, then data and features, then none. */
enum writer_state { WRITER_NEW, WRITER_BEGUN, WRITER_FINISHED };

struct pdata_writer {
	int fd;
	enum writer_state state;
	struct pdata_writer_opts opts;
	struct pd_arena arena;
	struct pd_writer_event *events;
	size_t nr_events, events_cap;
	uint32_t attr_size;
	uint64_t off; /* file offset of the next byte that is written out */
	uint64_t data_off;
	/* data size in the header; if the output has no data size, bytes of complete records */
	uint64_t committed;
	bool begun;	  /* pdata_writer_begin() succeeded: data may follow */
	bool in_features; /* the features at the end are being written */
	bool rescued;	  /* pd_writer_rescue() was called: nothing else can be done */
	struct pd_writer_feature feats[PDATA_NR_FEATURES];
	uint64_t features[PDATA_NR_FEATURES / 64];
	/* early features: those that were written before the data */
	uint64_t early[PDATA_NR_FEATURES / 64];
	struct pd_writer_held held;
	pdata_writer_tap_fn tap; /* called with data before they are written, or NULL */
	void *tap_arg;
	/* called with COMPRESSED records, or NULL */
	pdata_writer_tap_compressed_fn tap_compressed;
	void *tap_compressed_arg;
	struct pdata_error error;
	/* bytes of the last record's payload that pdata_writer_raw() has not been given yet */
	uint64_t payload;
	/* from now on the starts of records in the data of pdata_writer_raw() are unknown */
	bool raw_unknown;
	struct pdata_auxtrace_index_entry *aux; /* copied AUXTRACE records */
	size_t nr_aux, aux_cap;
	uint64_t frame;	      /* bytes of data before the zstd frame that is open */
	struct pd_zstd *zstd; /* NULL: raw data are not compressed */
	struct pd_writer_inner inner;
	uint64_t open_cut;     /* file offset at which the open stretch begins; 0: none is open */
	uint32_t open_records; /* COMPRESSED records in the open stretch */
	uint64_t nr_cuts;      /* number of stretches so far; the last NR_CUTS are in cuts */
	struct pd_writer_cut cuts[NR_CUTS];
	size_t len;
	uint8_t buf[BUFFER_BYTES];
	uint8_t record[RECORD_MAX + 1];
};

/*
 * The functions of writer_commit.c overwrite bytes that are in the file already, and append none.
 */

/*
 * Store errno of the system call @what as the writer's error unless the writer has an error
 * already. Return: the writer's error.
 */
int pd_writer_fail_sys(struct pdata_writer *w, const char *what);
/* Use w->record as a buffer for bytes to encode. */
struct pd_put pd_writer_scratch(struct pdata_writer *w);
/* Overwrite @n bytes at file offset @off. */
int pd_writer_overwrite(struct pdata_writer *w, const void *data, size_t n, uint64_t off);
/* Get the file offset of the attrs, which follow the ids. */
uint64_t pd_writer_attrs_off(const struct pdata_writer *w);
/* Encode the file header with the bitmap @features. Its data size is the committed one. */
void pd_writer_put_header(const struct pdata_writer *w, struct pd_put *p, const uint64_t *features);
void pd_writer_put_section(struct pd_put *p, uint64_t off, uint64_t len);
/* Choose the file offsets of early features, from @off on, and of the data after them. */
int pd_writer_reserve_early(struct pdata_writer *w, uint64_t off);
/*
 * Write the header. If there was a commit before, also write, at the same moment, the bytes that
 * were held back since then.
 */
int pd_writer_put_held(struct pdata_writer *w, const struct pd_put *head);
/* Make the data up to file offset @end valid, with the table of early features after them. */
int pd_writer_commit_early_at(struct pdata_writer *w, uint64_t end);
/* Make the data up to file offset @end valid, without early features. */
int pd_writer_commit_size_at(struct pdata_writer *w, uint64_t end);

/* writer_rescue.c: make the complete records in the file valid after a write has failed. */
void pd_writer_rescue(struct pdata_writer *w);

/*
 * The functions of writer_out.c append bytes and commit them. If a write fails, they call
 * pd_writer_rescue().
 */

/*
 * Store a wrong call as the writer's error unless the writer has an error already. Return:
 * PDATA_E_ARG.
 */
int pd_writer_misuse(struct pdata_writer *w, uint32_t rec_type, const char *why);
int pd_writer_append(struct pdata_writer *w, const void *data, size_t len);
/*
 * Append spans: small ones go into the buffer, large ones are written after it in the same call.
 */
int pd_writer_append_spans(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);
/* Append spans without calling the tap, because another callback got their content. */
int pd_writer_append_untapped(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);
int pd_writer_flush(struct pdata_writer *w);

/* writer_compress.c: append spans as COMPRESSED records. */
int pd_writer_compress(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);
