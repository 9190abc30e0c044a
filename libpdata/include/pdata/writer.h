/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_WRITER_H
#define PDATA_WRITER_H

/*
 * Writes recordings: files, pipes and the members of directories. <pdata/pdata.h> includes this
 * header.
 *
 * Errors: The first error of a write stays with the writer: later calls fail with it, and
 *         pdata_writer_finish() returns it. A caller can therefore ignore the results of single
 *         appends.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A recording that is being written. */
struct pdata_writer;

/*
 * Options of pdata_writer_open_fd(). Initialise them with PDATA_WRITER_OPTS_INIT; @size has the
 * same purpose as in struct pdata_open_opts, and 0 selects the default of each member.
 */
struct pdata_writer_opts {
	size_t size; /* sizeof(struct pdata_writer_opts) */
	/*
	 * PDATA_CONTAINER_FILE, _PIPE or _DIR. With _DIR the writer writes one file "data.N" of a
	 * directory, which has only records, without a header
	 */
	uint32_t container;
	uint32_t swap; /* not 0: write the byte order that is not the host's */
	/*
	 * minimum size in bytes of the attrs in a file. All attrs of a file have the same size: the
	 * largest of this value, 64 and the values attr.size of all events
	 */
	uint32_t attr_size;
	/*
	 * not 0: compress the data of pdata_writer_raw() and pdata_writer_rawv() into COMPRESSED
	 * records with this level of zstd. A file gets the feature COMPRESSED at the end, unless
	 * the caller set this feature. In a pipe the caller must write this feature before the
	 * data.
	 */
	uint32_t compress_level;
};

/* The default options, for C and C++: struct pdata_writer_opts o = PDATA_WRITER_OPTS_INIT; */
#define PDATA_WRITER_OPTS_INIT                                                                     \
	{                                                                                          \
		sizeof(struct pdata_writer_opts), 0, 0, 0, 0                                       \
	}

/* A COMPRESSED record of the writer decompresses to at most this number of bytes. */
#define PDATA_COMPRESSED_PIECE 1048576u

/**
 * pdata_writer_open_fd - start a recording on a file descriptor
 * @out: receives the writer; free it with pdata_writer_close()
 * @fd: open for writing at offset 0; it must stay open until the writer is closed, and remains the
 *      caller's. PDATA_CONTAINER_FILE needs a seekable descriptor
 * @o: options; NULL for the defaults
 *
 * The calls must be in this order: pdata_writer_event(); pdata_writer_begin(); records, raw data
 * and pdata_writer_commit(); pdata_writer_feature(); pdata_writer_finish(). A call out of order, an
 * event index that was not announced, and a record that the container does not have (HEADER_ATTR
 * and TRACING_DATA outside of a pipe) fail with PDATA_E_ARG, and the writer keeps this error.
 *
 * Return: 0; PDATA_E_NOMEM, PDATA_E_ARG (a wrong option), PDATA_E_CODEC (compress_level is set,
 * and the library was built without zstd).
 */
PDATA_API int pdata_writer_open_fd(struct pdata_writer **out, int fd,
				   const struct pdata_writer_opts *o);

/**
 * pdata_writer_event - announce an event
 * @w: the writer, before pdata_writer_begin()
 * @attr: the event's attr. perf refuses a file whose attrs are larger than its own (perf 6.1:
 *        PDATA_ATTR_SIZE_VER7), so attr->size should be the smallest size that includes all
 *        members in use
 * @name: name for EVENT_DESC; NULL: no name
 * @ids: @nr_ids ids that no other event has; NULL if @nr_ids is 0
 *
 * Events get the indexes 0, 1, 2 ... in the order of the calls. The arguments are copied.
 *
 * Return: 0; PDATA_E_NOMEM, PDATA_E_ARG (called too late, or attr->size is above 4096).
 */
PDATA_API int pdata_writer_event(struct pdata_writer *w, const struct pdata_attr *attr,
				 const char *name, const uint64_t *ids, uint32_t nr_ids);

/**
 * pdata_writer_begin - write what precedes the data
 * @w: the writer, after all calls of pdata_writer_event()
 *
 * A file gets its header (with data size 0 and no features), ids and attrs; the function also makes
 * the feature EVENT_DESC from the events. If features were set before this call, all bytes of the
 * header are 0 until the first commit. A pipe gets its header and HEADER_ATTR records. A file
 * "data.N" of a directory gets nothing.
 *
 * Return: 0; PDATA_E_SYS, PDATA_E_NOMEM, PDATA_E_ARG, PDATA_L_RECORD (an event of a pipe has more
 * ids than a HEADER_ATTR record can hold).
 */
PDATA_API int pdata_writer_begin(struct pdata_writer *w);

/*
 * Called with @len bytes of data that will be written at file offset @off. @data is valid during
 * the call; @arg is the argument @arg of pdata_writer_tap().
 */
typedef void (*pdata_writer_tap_fn)(void *arg, uint64_t off, const void *data, size_t len);

/**
 * pdata_writer_tap - call a function with all data that the writer writes
 * @w: the writer, after pdata_writer_begin()
 * @fn: called with all bytes of the data section once, in their order, before they are written;
 *      NULL: no more calls
 * @arg: first argument of @fn
 *
 * A record can start in one call of @fn and end in the next call. If the writer fails, data that
 * was passed to @fn may be missing in the file.
 *
 * Threads: the thread that writes calls @fn.
 */
PDATA_API void pdata_writer_tap(struct pdata_writer *w, pdata_writer_tap_fn fn, void *arg);

/*
 * Flag: the zstd frame ends with this record. The next COMPRESSED record can be decompressed
 * without this one.
 */
#define PDATA_PIECE_ENDS_FRAME 1u

/* A COMPRESSED record and the data that was compressed into it. */
struct pdata_compressed_piece {
	uint64_t off;	      /* file offset of the record */
	const void *data;     /* the record, header included */
	size_t len;	      /* bytes of the record */
	const void *plain;    /* the decompressed records; the last can end in the next piece */
	size_t plain_len;     /* bytes of the content */
	uint32_t flags;	      /* PDATA_PIECE_ */
	uint32_t reserved[3]; /* 0 */
};

/*
 * Called with a COMPRESSED record that will be written. @p is valid during the call. If compressed
 * data did not fit into one record, it would be split into several records whose single contents
 * are unknown, and p->plain would be NULL. This does not happen with zstd.
 */
typedef void (*pdata_writer_tap_compressed_fn)(void *arg, const struct pdata_compressed_piece *p);

/**
 * pdata_writer_tap_compressed - call a function with each COMPRESSED record and its content
 * @w: the writer, after pdata_writer_begin()
 * @fn: called with each COMPRESSED record; the function of pdata_writer_tap() then gets only the
 *      data outside of COMPRESSED records. NULL: the function of pdata_writer_tap() gets all data
 * @arg: first argument of @fn
 *
 * The function of pdata_writer_tap() and @fn together get all data, in the order of the file.
 *
 * Threads: as pdata_writer_tap().
 */
PDATA_API void pdata_writer_tap_compressed(struct pdata_writer *w,
					   pdata_writer_tap_compressed_fn fn, void *arg);

/**
 * pdata_writer_record - encode and append a record other than SAMPLE
 * @w: the writer, after pdata_writer_begin()
 * @type: enum pdata_record_type
 * @misc: PDATA_MISC_ bits of the record
 * @v: fields of the record
 * @event: index of the record's event; the attr of this event selects the fields of v->id to write.
 *      -1: the record has no event
 *
 * Return: 0; the errors of pdata_record_encode(), PDATA_E_SYS, PDATA_E_ARG (there is no event with
 * this index, or the container does not have such records).
 */
PDATA_API int pdata_writer_record(struct pdata_writer *w, uint32_t type, uint16_t misc,
				  const struct pdata_value *v, int event);

/**
 * pdata_writer_raw - append encoded records
 * @w: the writer, after pdata_writer_begin()
 * @data: @len bytes: complete records in the byte order of the writer, as pdata_sample_encode()
 *        writes them or as in pdata_record.data of a reader with the same byte order. The payload
 *        of a record must follow the record, in the same call or in the next call
 *
 * pdata_writer_copy_record() (copy.h) appends records of any reader.
 *
 * Return: 0; PDATA_E_SYS, PDATA_E_NOMEM, PDATA_E_ARG (the container does not have such records).
 */
PDATA_API int pdata_writer_raw(struct pdata_writer *w, const void *data, size_t len);

/* Bytes for pdata_writer_rawv(). */
struct pdata_span {
	const void *data;
	size_t len; /* count of bytes at @data */
};

/**
 * pdata_writer_rawv - append encoded records from several buffers
 * @w: the writer, after pdata_writer_begin()
 * @spans: @nr spans that together are complete records in the byte order of the writer
 *
 * The function makes few system calls and does not check the records.
 *
 * Return: as pdata_writer_raw().
 */
PDATA_API int pdata_writer_rawv(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);

/**
 * pdata_writer_header_feature - append a header feature as a HEADER_FEATURE record (pipes)
 * @w: the writer, after pdata_writer_begin()
 * @f: the feature, as for pdata_feature_encode()
 *
 * Return: 0; PDATA_L_RECORD (the feature has more than 65519 bytes), PDATA_E_ARG, PDATA_E_NOMEM,
 * PDATA_E_SYS.
 */
PDATA_API int pdata_writer_header_feature(struct pdata_writer *w, const struct pdata_feature *f);

/*
 * The end mark for perf. The features of a pipe end with a HEADER_FEATURE record without payload;
 * its feat_id is called the end mark. perf 5.19 to 6.18 expects this value there.
 */
#define PDATA_FEAT_END_PERF 32u

/**
 * pdata_writer_header_feature_end - append the HEADER_FEATURE record that ends the features of a
 * pipe
 * @w: the writer, after pdata_writer_begin()
 * @mark: feat_id of this record: one above the last feature that the program that reads the pipe
 *        knows; for perf, PDATA_FEAT_END_PERF
 *
 * Return: 0; PDATA_E_ARG (@mark is 0), PDATA_E_SYS.
 */
PDATA_API int pdata_writer_header_feature_end(struct pdata_writer *w, uint32_t mark);

/**
 * pdata_writer_tracing_data - append a TRACING_DATA record and its data (pipes)
 * @w: the writer, after pdata_writer_begin()
 * @blob: @len bytes of tracing data; the data is padded with zeros to a multiple of 8 bytes
 *
 * Return: 0; PDATA_L_RECORD (more than 4 GiB), PDATA_E_ARG (not a pipe), PDATA_E_SYS.
 */
PDATA_API int pdata_writer_tracing_data(struct pdata_writer *w, const void *blob, size_t len);

/**
 * pdata_writer_auxtrace - append an AUXTRACE record and its data
 * @w: the writer, after pdata_writer_begin()
 * @v: fields of the record in v->u.auxtrace; the function ignores blob_size there and computes it
 *     from the spans
 * @data: @nr spans of AUX data; the data is padded with zeros to a multiple of 8 bytes
 *
 * The data is never compressed.
 *
 * Return: 0, PDATA_E_SYS.
 */
PDATA_API int pdata_writer_auxtrace(struct pdata_writer *w, const struct pdata_value *v,
				    const struct pdata_span *data, size_t nr);

/**
 * pdata_writer_commit - make everything appended so far part of the file
 * @w: the writer, between pdata_writer_begin() and pdata_writer_finish()
 *
 * The writer flushes its buffer. In a file it then stores the data size in the header: from then on
 * a reader finds a valid file with all data appended so far, even if this process is killed. In
 * other containers the writer only flushes.
 *
 * Return: 0; PDATA_E_NOMEM, PDATA_E_SYS; also the error of an earlier call that failed.
 */
PDATA_API int pdata_writer_commit(struct pdata_writer *w);

/**
 * pdata_writer_feature - set a header feature that pdata_writer_finish() writes (files)
 * @w: the writer, before pdata_writer_finish()
 * @f: the feature, as for pdata_feature_encode(); it is copied. A second feature of the same bit
 *     replaces the first
 *
 * A feature that is set before pdata_writer_begin() is part of the file after each commit. Features
 * without which a file cannot be read (TRACING_DATA) should therefore be set before
 * pdata_writer_begin(). The caller need not set EVENT_DESC, because pdata_writer_begin() makes this
 * feature from the events. In a pipe features are records: use pdata_writer_header_feature().
 *
 * Return: 0; PDATA_E_ARG (f->bit is not the bit of a feature, or the call is too late),
 * PDATA_E_NOMEM.
 */
PDATA_API int pdata_writer_feature(struct pdata_writer *w, const struct pdata_feature *f);

/**
 * pdata_writer_finish - complete the recording
 * @w: the writer; it can only be closed afterwards
 *
 * The function first does what pdata_writer_commit() does. In a file it then writes the feature
 * table, the feature sections and the final header. A file without any record gets a FINISHED_ROUND
 * record, because readers take a file with data size 0 for an unfinished recording.
 *
 * Return: 0, or the first error of the writer: PDATA_E_NOMEM, PDATA_E_SYS, PDATA_E_ARG.
 */
PDATA_API int pdata_writer_finish(struct pdata_writer *w);

/**
 * pdata_writer_bytes - get the number of bytes of data appended so far
 * @w: the writer
 *
 * Return: bytes of the data section, those in the writer's buffer included.
 */
PDATA_API uint64_t pdata_writer_bytes(const struct pdata_writer *w);

/**
 * pdata_writer_committed - get the number of bytes of data that a reader of the file finds
 * @w: the writer
 *
 * Return: bytes of the data section at the last commit. If a write failed and the file can be read
 * and truncated, the result includes the complete records that were written after the last commit:
 * the writer has then added their size to the header and removed the incomplete record at the end.
 */
PDATA_API uint64_t pdata_writer_committed(const struct pdata_writer *w);

/**
 * pdata_writer_error - get the first error of the writer
 * @w: the writer
 *
 * Return: the error, which belongs to the writer, never NULL; its code is 0 if there was none.
 */
PDATA_API const struct pdata_error *pdata_writer_error(const struct pdata_writer *w);

/**
 * pdata_writer_close - free a writer without completing the recording
 * @w: the writer; NULL is allowed
 */
PDATA_API void pdata_writer_close(struct pdata_writer *w);

#ifdef __cplusplus
}
#endif

#endif
