/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_WRITER_H
#define PDATA_WRITER_H

/*
 * Writing recordings: files, pipes and the members of directories. <pdata/pdata.h> includes this
 * header.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pdata_writer;

/* How to write. PDATA_WRITER_OPTS_INIT and size: as struct pdata_open_opts. */
struct pdata_writer_opts {
	size_t size; /* sizeof(struct pdata_writer_opts) */
	/* PDATA_CONTAINER_FILE, _PIPE, or _DIR: a data.N of a directory, bare records */
	uint32_t container;
	uint32_t swap;	    /* not 0: write the byte order that is not the host's */
	uint32_t attr_size; /* bytes of attrs written; 0: the largest attr.size given */
	/*
	 * not 0: raw data becomes COMPRESSED records, zstd of this level. A file gets the feature
	 * COMPRESSED at its end if it was not given; for a pipe the caller writes it as a
	 * HEADER_FEATURE before the data.
	 */
	uint32_t compress_level;
};

#define PDATA_WRITER_OPTS_INIT                                                                     \
	{                                                                                          \
		sizeof(struct pdata_writer_opts), 0, 0, 0, 0                                       \
	}

/* Bytes that a COMPRESSED record of the writer opens to, at most: less than comp_info.mmap_len. */
#define PDATA_COMPRESSED_PIECE 1048576u

/**
 * pdata_writer_open_fd - start a perf.data file on an open descriptor
 * @fd: positioned at its start; stays the caller's. File mode needs to seek.
 *
 * Calls must come in this order: events; begin; records, raw data, commits; features; finish. One
 * that comes out of order, an event that was not announced, and a record that the container does
 * not have (HEADER_ATTR and TRACING_DATA outside of a pipe) are PDATA_E_ARG, which is then the
 * writer's error: pdata_writer_finish() returns it, too.
 * Return: 0, PDATA_E_NOMEM, PDATA_E_ARG, PDATA_E_CODEC (compress_level in a build without zstd).
 */
PDATA_API int pdata_writer_open_fd(struct pdata_writer **out, int fd,
				   const struct pdata_writer_opts *o);

/**
 * pdata_writer_event - announce an event; everything is copied
 * @name: for EVENT_DESC and EVENT_UPDATE; NULL: none
 * @ids:  @nr_ids of them, of no other event; NULL with 0
 *
 * Events are numbered from 0 in the order of the calls; all come before pdata_writer_begin(). perf
 * refuses a file whose attrs are longer than its own (6.1: PDATA_ATTR_SIZE_VER7): attr->size is
 * best the least that has what is set.
 * Return: 0, PDATA_E_NOMEM, PDATA_E_ARG (attr->size is above the 4096 bytes that a kernel takes).
 */
PDATA_API int pdata_writer_event(struct pdata_writer *w, const struct pdata_attr *attr,
				 const char *name, const uint64_t *ids, uint32_t nr_ids);

/**
 * pdata_writer_begin - write what stands before the data
 *
 * File mode: header (data size 0, no features), ids, attrs. Pipe mode: header, HEADER_ATTR
 * records. EVENT_DESC and the names of events in pipes follow from the events announced.
 * Return: 0, PDATA_E_SYS (pdata_writer_error() has errno).
 */
PDATA_API int pdata_writer_begin(struct pdata_writer *w);

/* Gets @len bytes of data that are about to be written at @off of the file. */
typedef void (*pdata_writer_tap_fn)(void *arg, uint64_t off, const void *data, size_t len);

/**
 * pdata_writer_tap - show all that follows of the data to @fn, before it is written and once
 *
 * Records may begin in one call and end in the next. To be set after pdata_writer_begin(); what is
 * shown is in the file only if the writer has no error in the end. @fn NULL: no more. Threads: @fn
 * is called by whoever writes.
 */
PDATA_API void pdata_writer_tap(struct pdata_writer *w, pdata_writer_tap_fn fn, void *arg);

/* The zstd frame ends with the record: the next COMPRESSED record can be opened without it. */
#define PDATA_PIECE_ENDS_FRAME 1u

/** A COMPRESSED record and the data that was compressed into it. */
struct pdata_compressed_piece {
	uint64_t off;	   /* of the record, in the file */
	const void *data;  /* the record, with its header */
	size_t len;	   /* bytes of it */
	const void *plain; /* what it opens to: records, of which one may end in the next piece */
	size_t plain_len;
	uint32_t flags;	      /* PDATA_PIECE_* */
	uint32_t reserved[3]; /* 0 */
};

/*
 * Gets a COMPRESSED record that is about to be written. @p->plain is NULL if the data takes more
 * than one record, as nothing says then where the content of one ends; zstd makes no such records.
 */
typedef void (*pdata_writer_tap_compressed_fn)(void *arg, const struct pdata_compressed_piece *p);

/**
 * pdata_writer_tap_compressed - show COMPRESSED records to @fn instead of the function of
 * pdata_writer_tap(), together with the bytes that went into them
 *
 * Everything else is as with pdata_writer_tap(), which shows the other data, in the order of the
 * file. @fn NULL: COMPRESSED records are data as any other.
 */
PDATA_API void pdata_writer_tap_compressed(struct pdata_writer *w,
					   pdata_writer_tap_compressed_fn fn, void *arg);

/**
 * pdata_writer_record - encode and append a record other than SAMPLE
 * @event: the number of its event, which decides on a trailer (v->id); -1: none
 * Return: 0, as pdata_record_encode(), PDATA_E_SYS, PDATA_E_ARG (no such event; not of this
 * container).
 */
PDATA_API int pdata_writer_record(struct pdata_writer *w, uint32_t type, uint16_t misc,
				  const struct pdata_value *v, int event);

/**
 * pdata_writer_raw - append whole records as they are, in the byte order of the writer
 *
 * @data may be what pdata_sample_encode() wrote, or struct pdata_record's data of a reader whose
 *       info.swap is the writer's swap; pdata_writer_copy_record() (copy.h) copies those of any
 *       reader. What follows a record (payload) comes next, in the same way.
 * Return: 0, PDATA_E_SYS, PDATA_E_NOMEM, PDATA_E_ARG (not of this container).
 */
PDATA_API int pdata_writer_raw(struct pdata_writer *w, const void *data, size_t len);

/** A span for pdata_writer_rawv(). */
struct pdata_span {
	const void *data;
	size_t len;
};

/**
 * pdata_writer_rawv - append spans that are whole records together, with few calls and no look.
 * Return: as pdata_writer_raw().
 */
PDATA_API int pdata_writer_rawv(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);

/**
 * pdata_writer_header_feature - append a HEADER_FEATURE record now (pipes)
 * Return: 0, PDATA_L_RECORD over 65519 bytes, PDATA_E_ARG, PDATA_E_NOMEM, PDATA_E_SYS.
 */
PDATA_API int pdata_writer_header_feature(struct pdata_writer *w, const struct pdata_feature *f);

/* The end mark of features that perf 5.19 to 6.18 look for; they pass over larger ones. */
#define PDATA_FEAT_END_PERF 32u

/**
 * pdata_writer_header_feature_end - append the HEADER_FEATURE record that ends the features of a
 * pipe
 * @mark: the number that says so, one above the last feature that its readers know:
 *        PDATA_FEAT_END_PERF for perf
 * Return: 0, PDATA_E_ARG with 0, PDATA_E_SYS.
 */
PDATA_API int pdata_writer_header_feature_end(struct pdata_writer *w, uint32_t mark);

/**
 * pdata_writer_tracing_data - append a TRACING_DATA record and its blob (pipes)
 * Return: 0, PDATA_L_RECORD (more than 4 GiB), PDATA_E_SYS.
 */
PDATA_API int pdata_writer_tracing_data(struct pdata_writer *w, const void *blob, size_t len);

/**
 * pdata_writer_auxtrace - append an AUXTRACE record and its data, uncompressed
 * @v:    u.auxtrace counts; its blob_size is made from the spans, filled up to a multiple of 8
 * @data: the AUX data
 * Return: 0, PDATA_E_SYS.
 */
PDATA_API int pdata_writer_auxtrace(struct pdata_writer *w, const struct pdata_value *v,
				    const struct pdata_span *data, size_t nr);

/**
 * pdata_writer_commit - flush, then make everything so far part of the file
 *
 * File mode: stores the data size in the header, so that a reader at any later moment, and after
 * any death of this process, sees a valid file up to here. Other modes: flushes.
 * Return: 0, PDATA_E_NOMEM, PDATA_E_SYS, also of a call before it.
 */
PDATA_API int pdata_writer_commit(struct pdata_writer *w);

/**
 * pdata_writer_feature - keep a feature for the table that pdata_writer_finish() writes; copied
 *
 * Given before pdata_writer_begin() it is part of a file after every commit: what readers cannot
 * do without, like TRACING_DATA, belongs there. A second one of the same bit replaces the first.
 * EVENT_DESC is made by pdata_writer_begin(). In a pipe features are records:
 * pdata_writer_header_feature().
 * Return: 0, PDATA_E_ARG (no such bit), PDATA_E_NOMEM.
 */
PDATA_API int pdata_writer_feature(struct pdata_writer *w, const struct pdata_feature *f);

/**
 * pdata_writer_finish - commit, feature table and sections, final header. Other modes: commit
 *
 * A file without any record gets a FINISHED_ROUND: to readers, no data is a recording that was not
 * finished.
 * Return: 0, PDATA_E_NOMEM, PDATA_E_SYS, also of a call before it: what was appended needs no look
 * at each.
 */
PDATA_API int pdata_writer_finish(struct pdata_writer *w);

/** pdata_writer_bytes - bytes of data appended so far. */
PDATA_API uint64_t pdata_writer_bytes(const struct pdata_writer *w);

/**
 * pdata_writer_committed - bytes of data that a reader of the file finds
 *
 * Those of the last commit. After a write that failed: also the whole records that got into the
 * file behind them; the header then counts them, and the rest of a record was cut off, where the
 * file can be read and cut.
 */
PDATA_API uint64_t pdata_writer_committed(const struct pdata_writer *w);

/** pdata_writer_error - the first error; code 0 without one. Never NULL. */
PDATA_API const struct pdata_error *pdata_writer_error(const struct pdata_writer *w);

/** pdata_writer_close - free without finishing. NULL is allowed. */
PDATA_API void pdata_writer_close(struct pdata_writer *w);

#ifdef __cplusplus
}
#endif

#endif
