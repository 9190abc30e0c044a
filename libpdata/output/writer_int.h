/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares what the source files of the writer share. Each file calls only the files before it in
 * this list: writer_commit.c (keeps the file valid at any moment), writer_rescue.c (acts after a
 * failed write), writer_out.c (appends bytes), writer_compress.c (compresses records), writer.c
 * (records, features).
 */

#include "base/alloc.h"
#include "wire/encode.h"

#include <pdata/pdata.h>

#include <stdbool.h>

struct pd_zstd;

#define BUFFER_BYTES 65536u
#define RECORD_MAX 65535u
#define ATTR_MAX 4096u	  /* limit of an attr in bytes: kernels take at most a page */
#define DATA_SIZE_OFF 48u /* offset of data.size in the file header */
#define FEATURES_OFF 72u  /* offset of the feature bitmap, the last part of the file header */

/*
 * Size in bytes of the pieces in which large data is written. A piece of this size is still in the
 * CPU cache after the tap callback has read it. For larger writes the kernel allocates large
 * folios, which is slow.
 */
#define PIECE_BYTES 524288u
#define COMPRESSED_MAX 65528u /* largest size of a COMPRESSED record */

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
	 * File offset and size of a feature that was written before the data (an early feature). 0:
	 * it was not written before the data.
	 */
	uint64_t early_off, early_len;
	bool late; /* the feature was set again after the data had begun */
};

/*
 * Each commit writes the table of early features behind the data. Later data that belongs at the
 * file offset of this table is held back here until the next commit, or until
 * pdata_writer_finish().
 */
struct pd_writer_held {
	uint8_t *bytes;
	/* @len: count of bytes held back; @size: size of the table; 0: no table */
	size_t len, size;
	uint64_t at; /* file offset of the table; 0: no commit yet */
};

/* Position in the stream of records before compression, to know where each record ends. */
struct pd_writer_inner {
	uint8_t head[PDATA_RECORD_HEADER];
	size_t have;   /* count of bytes in @head; a header can be split between two spans */
	uint64_t left; /* number of bytes of the current record that are still to come */
	/*
	 * it is unknown where records end, because a payload or bytes of no record were compressed
	 */
	bool lost;
};

/*
 * A cut: several adjacent COMPRESSED records, from file offset @from to @to. Each of them except
 * the last can end in the middle of a record of its decompressed content, so the data of a file
 * must not end inside a cut.
 */
struct pd_writer_cut {
	uint64_t from, to;
};

/*
 * Count of the latest cuts (struct pd_writer_cut) that the writer stores. A cut begins when a
 * record is split between two spans, as at the end of a ring buffer, or between two COMPRESSED
 * records. Only cuts near the end of the file are needed: cuts in the buffer, or in the bytes that
 * pd_writer_rescue() can discard.
 */
#define NR_CUTS 64u

/*
 * State of a writer. In WRITER_NEW the caller can set events and features; in WRITER_BEGUN it can
 * add data and set features; in WRITER_FINISHED it can do neither.
 */
enum writer_state { WRITER_NEW, WRITER_BEGUN, WRITER_FINISHED };

struct pdata_writer {
	int fd;
	enum writer_state state;
	struct pdata_writer_opts opts;
	struct pd_arena arena;
	struct pd_writer_event *events;
	size_t nr_events, events_cap;
	uint32_t attr_size;
	uint64_t off; /* file offset at which buf will be written */
	uint64_t data_off;
	/*
	 * size of the committed data: the data size in the file header; for a pipe or a file
	 * data.N, which has no such header, the size of the complete records
	 */
	uint64_t committed;
	bool begun;	  /* pdata_writer_begin() has succeeded: data may be added */
	bool in_features; /* the features behind the data are being written */
	bool rescued;	  /* pd_writer_rescue() was called: the writer cannot be used further */
	struct pd_writer_feature feats[PDATA_NR_FEATURES];
	uint64_t features[PDATA_NR_FEATURES / 64]; /* bitmap of the features that were set */
	/* bitmap of the early features, which were written before the data */
	uint64_t early[PDATA_NR_FEATURES / 64];
	struct pd_writer_held held;
	/* called with all data before this data is written; NULL: not called */
	pdata_writer_tap_fn tap;
	void *tap_arg;
	/* called with each COMPRESSED record and its decompressed content; NULL: not called */
	pdata_writer_tap_compressed_fn tap_compressed;
	void *tap_compressed_arg;
	struct pdata_error error;
	/* entries of the feature AUXTRACE for the AUXTRACE records that copy.c copied */
	struct pdata_auxtrace_index_entry *aux;
	size_t nr_aux, aux_cap;
	/*
	 * count of bytes of the last record's payload that were not passed to pdata_writer_raw()
	 * yet
	 */
	uint64_t payload;
	/* it is no longer known where records begin in the data of pdata_writer_raw() */
	bool raw_unknown;
	uint64_t frame;	      /* count of data bytes before the current zstd frame */
	struct pd_zstd *zstd; /* compressor of raw data; NULL: data is not compressed */
	struct pd_writer_inner inner;
	uint64_t open_cut;     /* start of the cut that has no end yet; 0: each cut has an end */
	uint32_t open_records; /* count of COMPRESSED records in the cut that has no end yet */
	uint64_t nr_cuts;      /* count of cuts with an end; @cuts has the last NR_CUTS of them */
	struct pd_writer_cut cuts[NR_CUTS];
	size_t len;
	uint8_t buf[BUFFER_BYTES];
	uint8_t record[RECORD_MAX + 1];
};

/*
 * The following functions are in writer_commit.c. They overwrite bytes of the file, and append
 * none.
 */

/*
 * Store the errno of the failed system call @what as the error of @w, unless @w has an error
 * already. Return: the error code of @w.
 */
int pd_writer_fail_sys(struct pdata_writer *w, const char *what);
/* Return an empty encoding buffer that uses the memory of w->record. */
struct pd_put pd_writer_scratch(struct pdata_writer *w);
/* Overwrite the @n bytes at file offset @off. Return: 0 or PDATA_E_SYS. */
int pd_writer_overwrite(struct pdata_writer *w, const void *data, size_t n, uint64_t off);
/* Return the file offset of the attrs; they follow the ids of all events. */
uint64_t pd_writer_attrs_off(const struct pdata_writer *w);
/* Encode the file header with the feature bitmap @features and the data size w->committed. */
void pd_writer_put_header(const struct pdata_writer *w, struct pd_put *p, const uint64_t *features);
void pd_writer_put_section(struct pd_put *p, uint64_t off, uint64_t len);
/*
 * Reserve file space from @off on for the early features, and set the file offset of the data
 * behind this space. Return: 0 or PDATA_E_NOMEM.
 */
int pd_writer_reserve_early(struct pdata_writer *w, uint64_t off);
/*
 * Write the file header @head. If @w has committed data before, also write the bytes held back
 * since the last commit, so that a reader sees the new header and these bytes at the same moment.
 */
int pd_writer_put_held(struct pdata_writer *w, const struct pd_put *head);
/* Make the data up to file offset @end valid, and write the table of early features behind it. */
int pd_writer_commit_early_at(struct pdata_writer *w, uint64_t end);
/*
 * Make the data up to file offset @end valid, in a file that has no features before the data. Other
 * files need pd_writer_commit_early_at().
 */
int pd_writer_commit_size_at(struct pdata_writer *w, uint64_t end);

/* writer_rescue.c: after a failed write, make the complete records in the file valid. */
void pd_writer_rescue(struct pdata_writer *w);

/* ---- writer_out.c: append bytes and commit them; after a failed write, pd_writer_rescue() ---- */

/*
 * Store PDATA_E_ARG with the text @why as the error of @w, unless @w has an error already: the
 * caller of the writer has made a wrong call. Return: PDATA_E_ARG.
 */
int pd_writer_misuse(struct pdata_writer *w, uint32_t rec_type, const char *why);
int pd_writer_append(struct pdata_writer *w, const void *data, size_t len);
/*
 * Append @nr spans. Small spans are copied to the buffer; large spans are written behind the
 * buffer, without a copy, in the same system call.
 */
int pd_writer_append_spans(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);
/* Append @nr spans without passing them to w->tap, because w->tap_compressed gets them. */
int pd_writer_append_untapped(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);
int pd_writer_flush(struct pdata_writer *w);

/* writer_compress.c: compress the @nr spans and append the result as COMPRESSED records. */
int pd_writer_compress(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);
