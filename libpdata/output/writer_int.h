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
#define ATTR_MAX 4096u	  /* largest size of an attr in bytes; kernels take at most a page */
#define DATA_SIZE_OFF 48u /* offset of data.size in the file header */
#define FEATURES_OFF 72u  /* offset of the feature bitmap, the last part of the file header */

/*
 * Size in bytes of the pieces into which pdata_writer_rawv() divides large data. A piece of this
 * size is still in the CPU cache after the callback pdata_writer.tap has read it. For larger
 * writes the kernel allocates large folios, which is slow.
 */
#define PIECE_BYTES 524288u
/* largest size in bytes of a COMPRESSED record that the writer makes */
#define COMPRESSED_MAX 65528u

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
	 * file offset and size in bytes of a feature that the writer has put before the data (an
	 * early feature); both are 0 if the feature is not before the data
	 */
	uint64_t early_off, early_len;
	/*
	 * the user of the writer has set the feature after pdata_writer_begin(), so the writer
	 * writes it behind the data
	 */
	bool late;
};

/*
 * Data that the writer holds back in memory. The feature table (file offset and size of the section
 * of each header feature) has to follow the data directly, so each commit (pdata_writer_commit())
 * writes a feature table behind the data that was added so far. The data that is added next belongs
 * at the file offset of this table, but would overwrite the table, which the file still needs. The
 * writer therefore holds as many bytes of data as the table has, until the next commit or
 * pdata_writer_finish() has written a new feature table at a higher file offset.
 */
struct pd_writer_held {
	uint8_t *bytes;
	/*
	 * @size: size in bytes of the feature table of the early features (header features whose
	 * sections are before the data section); 0: the file has no early features. @len: number
	 * of bytes of the data section in @bytes, which belong at the file offset of the table in
	 * the file. While @len is less than @size, the writer adds new data to @bytes. When @len
	 * equals @size, the writer writes new data to the file. Exception: before the first commit,
	 * the file has no feature table, so @len is set to @size although @bytes has no data.
	 */
	size_t len, size;
	/*
	 * file offset of the feature table that the last pdata_writer_commit() has written; 0:
	 * there is no such table yet
	 */
	uint64_t at;
};

/*
 * Position of the writer in the uncompressed records that it compresses. With this position the
 * writer knows where each of these records ends, and ends a COMPRESSED record at the end of such a
 * record if it can.
 */
struct pd_writer_inner {
	uint8_t head[PDATA_RECORD_HEADER];
	/*
	 * number of bytes of the next record header that are in @head so far; a header can be
	 * split between two struct pdata_span
	 */
	size_t have;
	uint64_t left; /* number of bytes of the current record that are still to come */
	/*
	 * true: the writer no longer knows where the uncompressed records end. Either it has
	 * compressed bytes that are no record, or it has compressed an AUXTRACE, TRACING_DATA or
	 * simpleperf record. A record of these types can be followed by bytes that its header does
	 * not count.
	 */
	bool lost;
};

/*
 * A cut: a range of the file that consists of two or more adjacent COMPRESSED records. @from is
 * the file offset at which the first of them begins, @to the file offset at which the last of them
 * ends. Only the last one ends where a record of the decompressed content ends, so the data of a
 * file must not end inside the range.
 */
struct pd_writer_cut {
	uint64_t from, to;
};

/*
 * Number of cuts that the writer stores, the latest ones. A cut is a range of COMPRESSED records
 * inside which the data must not end (struct pd_writer_cut). There is a cut wherever the compressed
 * bytes of one record are spread over several COMPRESSED records. This happens if the caller has
 * split the record between two struct pdata_span, as at the end of a ring buffer, or if the record
 * is too large for one COMPRESSED record. The writer needs only cuts near the end of the file:
 * those in its buffer, and those in the bytes that pd_writer_rescue() can discard.
 */
#define NR_CUTS 64u

/*
 * State of a writer. In WRITER_NEW, the user of the writer can set events and features. In
 * WRITER_BEGUN, the user can add data and set features. In WRITER_FINISHED, the user can do none
 * of these.
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
	uint64_t off; /* file offset at which @buf will be written */
	uint64_t data_off;
	/*
	 * Size in bytes of the committed data, that is, of the complete records in the output. The
	 * data size in the file header has the same value; a pipe or a file data.N has no data
	 * size in a header.
	 */
	uint64_t committed;
	bool begun;	  /* pdata_writer_begin() has succeeded: data may be added */
	bool in_features; /* pdata_writer_finish() writes or has written features behind the data */
	bool rescued;	  /* pd_writer_rescue() was called: the writer cannot be used further */
	struct pd_writer_feature feats[PDATA_NR_FEATURES];
	uint64_t features[PDATA_NR_FEATURES / 64]; /* bitmap of the features that were set */
	/* bitmap of the early features, whose sections are before the data section */
	uint64_t early[PDATA_NR_FEATURES / 64];
	struct pd_writer_held held;
	/* callback that gets all data before it is written; NULL: there is none */
	pdata_writer_tap_fn tap;
	void *tap_arg;
	/* callback that gets each COMPRESSED record and what it decompresses to; NULL: none */
	pdata_writer_tap_compressed_fn tap_compressed;
	void *tap_compressed_arg;
	struct pdata_error error;
	/* entries of the feature AUXTRACE, one for each AUXTRACE record that copy.c has copied */
	struct pdata_auxtrace_index_entry *aux;
	size_t nr_aux, aux_cap;
	bool is_stat; /* the data has records of perf stat record */
	/*
	 * number of bytes of the payload of the last AUXTRACE or TRACING_DATA record that
	 * pdata_writer_raw() did not get yet
	 */
	uint64_t payload;
	/* pdata_writer_raw() no longer knows where records begin in the data that it gets */
	bool raw_unknown;
	/*
	 * number of bytes of the data section, after compression, that precede the current zstd
	 * frame; pdata_writer_bytes() had this value when the frame began
	 */
	uint64_t frame;
	struct pd_zstd *zstd; /* compressor of raw data; NULL: data is not compressed */
	struct pd_writer_inner inner;
	/*
	 * file offset of the cut (a range of the file in which the data must not end) whose end is
	 * not known yet; 0: there is no such cut
	 */
	uint64_t open_cut;
	/* number of COMPRESSED records from the file offset @open_cut on */
	uint32_t open_records;
	/*
	 * number of cuts (ranges of the file in which the data must not end) whose end is known;
	 * @cuts has the last NR_CUTS of them, cut n at index n % NR_CUTS
	 */
	uint64_t nr_cuts;
	struct pd_writer_cut cuts[NR_CUTS];
	size_t len;
	uint8_t buf[BUFFER_BYTES];
	uint8_t record[RECORD_MAX + 1];
};

/*
 * The following functions are in writer_commit.c. They leave w->off and the bytes in w->buf as they
 * are. Except pd_writer_fail_sys(), which stores an error, they write at given file offsets.
 */

/*
 * Store the errno of the failed system call @what as the error of @w, unless @w has an error
 * already. Return: the error code of @w.
 */
int pd_writer_fail_sys(struct pdata_writer *w, const char *what);
/* Return an empty encoding buffer that uses the memory of w->record. */
struct pd_put pd_writer_scratch(struct pdata_writer *w);
/* Write the @n bytes at @data over those at file offset @off. Return: 0 or PDATA_E_SYS. */
int pd_writer_overwrite(struct pdata_writer *w, const void *data, size_t n, uint64_t off);
/* Return the file offset of the attrs, which follow the header and the ids of all events. */
uint64_t pd_writer_attrs_off(const struct pdata_writer *w);
/*
 * Append the file header to @p, with the feature bitmap @features and the data size w->committed.
 */
void pd_writer_put_header(const struct pdata_writer *w, struct pd_put *p, const uint64_t *features);
void pd_writer_put_section(struct pd_put *p, uint64_t off, uint64_t len);
/*
 * Reserve file space from file offset @off on for the early features (header features whose
 * sections are before the data section), and set w->data_off to the end of this space. Return: 0
 * or PDATA_E_NOMEM.
 */
int pd_writer_reserve_early(struct pdata_writer *w, uint64_t off);
/*
 * Write the file header @head. If pdata_writer_commit() has written a feature table of the early
 * features (header features whose sections are before the data section), also write the bytes that
 * were held back since then (struct pd_writer_held) over this table. The function maps the file
 * into memory, and makes both changes with one system call, a readv() from a pipe into the mapping,
 * so that the file has both changes or neither of them, even if the process is killed. If the
 * mapping, the pipe or readv() fails, the function makes three writes instead: the header gets an
 * empty feature bitmap, the table is overwritten, the header becomes @head.
 * Return: 0 or PDATA_E_SYS.
 */
int pd_writer_put_held(struct pdata_writer *w, const struct pd_put *head);
/*
 * Write the feature table of the early features (header features whose sections are before the
 * data section) at file offset @end, behind the data, and then the file header, which makes the
 * data up to @end valid. Return: 0 or PDATA_E_SYS.
 */
int pd_writer_commit_early_at(struct pdata_writer *w, uint64_t end);
/*
 * Write the size of the data that ends at file offset @end into the file header, which makes this
 * data valid. Use this function only for a file without early features (header features whose
 * sections are before the data section), and pd_writer_commit_early_at() for other files. Return:
 * 0 or PDATA_E_SYS.
 */
int pd_writer_commit_size_at(struct pdata_writer *w, uint64_t end);

/*
 * writer_rescue.c: after a failed write, make the complete records in the file valid. The writer
 * cannot be used further.
 */
void pd_writer_rescue(struct pdata_writer *w);

/*
 * The following functions are in writer_out.c. They store an error of the writer, or append bytes
 * to the buffer w->buf and write the buffer to the file. If a write fails, they call
 * pd_writer_rescue(). writer_out.c also has pdata_writer_commit(), which makes the written data
 * valid.
 */

/*
 * The user of the writer has made a wrong call: store PDATA_E_ARG with the text @why as the error
 * of @w, unless @w has an error already. Return: the error of @w.
 */
int pd_writer_misuse(struct pdata_writer *w, uint32_t rec_type, const char *why);
/*
 * Store PDATA_E_NOMEM as the error of @w, unless @w has an error already. @what: the thing for
 * which there is no memory. Return: PDATA_E_NOMEM.
 */
int pd_writer_no_memory(struct pdata_writer *w, const char *what);
int pd_writer_append(struct pdata_writer *w, const void *data, size_t len);
/*
 * Pass the bytes of @nr spans (ranges of memory) to w->tap, and append these bytes to the file. If
 * the bytes are few in total, the function copies them to w->buf. If not, the function writes the
 * bytes of w->buf and then those of the spans, without a copy, in one system call (several if
 * there are more than 15 spans).
 */
int pd_writer_append_spans(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);
/*
 * Append the bytes of the @nr ranges of memory at @spans, as pd_writer_append_spans() does, but do
 * not pass the bytes to the callback w->tap, because the caller has passed them to w->tap or
 * w->tap_compressed before.
 */
int pd_writer_append_untapped(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);
int pd_writer_flush(struct pdata_writer *w);

/*
 * writer_compress.c: compress the records in @nr ranges of memory, and append them as COMPRESSED
 * records.
 */
int pd_writer_compress(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);

/*
 * writer.c: note the type of a record that is appended as bytes. pdata_writer_finish() gives a file
 * with records of perf stat the feature STAT.
 */
void pd_writer_note_type(struct pdata_writer *w, uint32_t type);
