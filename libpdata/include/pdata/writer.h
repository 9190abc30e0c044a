/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_WRITER_H
#define PDATA_WRITER_H

/*
 * Writes recordings: files, pipes and the members of directories. <pdata/pdata.h> includes this
 * header.
 *
 * Errors: The writer keeps the first error of a write and of a call out of order: later calls fail
 *         with this error, and pdata_writer_finish() returns it. A caller can therefore ignore the
 *         results of pdata_writer_raw(), pdata_writer_rawv() and pdata_writer_commit(). The writer
 *         does not keep the error of a record or feature that cannot be encoded: it leaves out the
 *         record or feature, and later calls succeed.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A recording that is being written to a file descriptor. */
struct pdata_writer;

/*
 * Options of pdata_writer_open_fd(). Initialise them with PDATA_WRITER_OPTS_INIT, which sets @size
 * and the defaults; @size has the same purpose as in struct pdata_open_opts. In the other members,
 * 0 selects the default.
 */
struct pdata_writer_opts {
	size_t size; /* sizeof(struct pdata_writer_opts) */
	/*
	 * what to write. PDATA_CONTAINER_FILE: a file; PDATA_CONTAINER_PIPE: a stream in pipe
	 * format; PDATA_CONTAINER_DIR: one file "data.N" of a directory; such a file has only
	 * records and no header
	 */
	uint32_t container;
	uint32_t swap; /* 0: write the host's byte order; not 0: write the other byte order */
	/*
	 * minimum size in bytes of each perf_event_attr in a file. All attrs of a file have the
	 * same size, which is the maximum of three values: this member, the number 64, and the
	 * largest attr.size of the events. The maximum of this member is 4096. In a pipe each attr
	 * has its own attr.size
	 */
	uint32_t attr_size;
	/*
	 * 0: the writer writes records as they are. Otherwise: level of zstd with which the writer
	 * compresses the records from pdata_writer_raw() and pdata_writer_rawv() into COMPRESSED
	 * records. In a file, pdata_writer_finish() then adds the feature COMPRESSED, unless the
	 * caller has set this feature. In a pipe, the caller must write this feature with
	 * pdata_writer_header_feature() before the records.
	 */
	uint32_t compress_level;
};

/* The default options, for C and C++: struct pdata_writer_opts o = PDATA_WRITER_OPTS_INIT; */
#define PDATA_WRITER_OPTS_INIT                                                                     \
	{                                                                                          \
		sizeof(struct pdata_writer_opts), 0, 0, 0, 0                                       \
	}

/* One COMPRESSED record of the writer decompresses to at most this number of bytes. */
#define PDATA_COMPRESSED_PIECE 1048576u

/**
 * pdata_writer_open_fd - create a writer of a recording on a file descriptor
 * @out: receives the writer; free it with pdata_writer_close()
 * @fd: descriptor that is open for writing; it must stay open until the writer is closed, and
 *      remains the caller's. For PDATA_CONTAINER_FILE it must be seekable, at offset 0 and open
 *      without O_APPEND, and the file should be empty: the writer does not truncate it
 * @o: options; NULL for the defaults
 *
 * The caller must call the functions of the writer in this order: first pdata_writer_event() for
 * each event; then pdata_writer_begin(); then the functions that append records, and
 * pdata_writer_commit() at any time between them; then pdata_writer_finish().
 * pdata_writer_feature() may be called at any time before pdata_writer_finish(). A call out of
 * order fails with PDATA_E_ARG, and the writer keeps this error: later calls fail, too. Three other
 * kinds of call fail in the same way: a call with an event index that no call of
 * pdata_writer_event() has added, a call that appends a HEADER_ATTR or TRACING_DATA record when
 * the writer does not write a pipe, and pdata_writer_feature() when it does not write a file.
 *
 * Return: 0; PDATA_E_NOMEM; PDATA_E_ARG if an option is invalid, or if a file cannot be written to
 * @fd; PDATA_E_CODEC if o->compress_level is not 0 and the library was built without zstd.
 */
PDATA_API int pdata_writer_open_fd(struct pdata_writer **out, int fd,
				   const struct pdata_writer_opts *o);

/**
 * pdata_writer_event - add an event to the recording that the writer makes
 * @w: the writer, before pdata_writer_begin()
 * @attr: attr of the event. perf refuses a file whose attrs are larger than perf's own struct
 *        perf_event_attr (perf 6.1: PDATA_ATTR_SIZE_VER7), so attr->size should be the smallest
 *        size that includes all members that have a value other than 0
 * @name: name of the event for the feature EVENT_DESC, or for the EVENT_UPDATE record of a pipe;
 *        NULL: no name
 * @ids: the @nr_ids ids of the event; no other event may have one of these ids. NULL if @nr_ids is
 *       0
 *
 * Events get the indexes 0, 1, 2 ... in the order of the calls. The arguments are copied.
 *
 * Return: 0; PDATA_E_NOMEM; PDATA_E_ARG if pdata_writer_begin() was called before, if attr->size
 * is above 4096, or if a file has 65536 events already, because readers refuse a file with more.
 */
PDATA_API int pdata_writer_event(struct pdata_writer *w, const struct pdata_attr *attr,
				 const char *name, const uint64_t *ids, uint32_t nr_ids);

/**
 * pdata_writer_begin - write everything that precedes the data section
 * @w: the writer, after all calls of pdata_writer_event()
 *
 * In a file, the function writes space for the header, then the ids and attrs of the events, and
 * the features that the caller set before this call. If the caller set no feature before this call,
 * the space has a valid header, with data size 0 and an empty feature bitmap. Otherwise it has
 * zeros until pdata_writer_commit() or pdata_writer_finish() writes the header. The function also
 * makes the feature EVENT_DESC from the events. This feature does not count as set by the caller,
 * and pdata_writer_finish() writes it. In a pipe, the function writes the pipe header, a
 * HEADER_ATTR record for each event, and an EVENT_UPDATE record with the name of each event that
 * has a name and an id. In a file "data.N" of a directory, it writes nothing.
 *
 * Return: 0; PDATA_E_SYS; PDATA_E_NOMEM; PDATA_E_ARG if the function was called before or an attr
 * cannot be encoded; PDATA_L_RECORD if an event of a pipe has more ids than a HEADER_ATTR record
 * can hold.
 */
PDATA_API int pdata_writer_begin(struct pdata_writer *w);

/*
 * Type of the function that pdata_writer_tap() sets. The writer calls this function with the @len
 * bytes at @data before it writes these bytes to the data section, at file offset @off. @data is
 * valid during the call; @arg is the argument @arg of pdata_writer_tap().
 */
typedef void (*pdata_writer_tap_fn)(void *arg, uint64_t off, const void *data, size_t len);

/**
 * pdata_writer_tap - set a function that gets all bytes of the data section
 * @w: the writer, after pdata_writer_begin()
 * @fn: called with all bytes that are appended to the data section from now on, each byte once and
 *      in file order, before they are written; NULL: no more calls
 * @arg: first argument of @fn
 *
 * A record can start in one call of @fn and end in the next call. If the writer fails, bytes that
 * were passed to @fn may be missing in the file.
 *
 * Threads: the writer calls @fn in the thread that appends the data.
 */
PDATA_API void pdata_writer_tap(struct pdata_writer *w, pdata_writer_tap_fn fn, void *arg);

/*
 * Flag in pdata_compressed_piece.flags: the zstd frame ends with this COMPRESSED record. The next
 * COMPRESSED record begins a new frame, so it can be decompressed without the records before it.
 */
#define PDATA_PIECE_ENDS_FRAME 1u

/* A COMPRESSED record of the writer, and the records that it decompresses to. */
struct pdata_compressed_piece {
	uint64_t off;	  /* file offset of the COMPRESSED record */
	const void *data; /* the COMPRESSED record, including its header */
	size_t len;	  /* size in bytes of the COMPRESSED record, including its header */
	/*
	 * the records that the COMPRESSED record decompresses to; the last of these records can end
	 * in the next COMPRESSED record. NULL: the writer does not know these records
	 */
	const void *plain;
	size_t plain_len;     /* count of bytes at @plain */
	uint32_t flags;	      /* PDATA_PIECE_ENDS_FRAME, or 0 */
	uint32_t reserved[3]; /* 0 */
};

/*
 * Type of the function that pdata_writer_tap_compressed() sets. The writer calls this function
 * with each COMPRESSED record before it writes the record. @p is valid during the call; @arg is
 * the argument @arg of pdata_writer_tap_compressed(). If the writer had to split compressed data
 * into several COMPRESSED records, it does not know what each of these decompresses to, and
 * p->plain is NULL. At present this does not happen: the output of zstd always fits into one
 * COMPRESSED record.
 */
typedef void (*pdata_writer_tap_compressed_fn)(void *arg, const struct pdata_compressed_piece *p);

/**
 * pdata_writer_tap_compressed - set a function that gets each COMPRESSED record and its
 * decompressed content
 * @w: the writer, after pdata_writer_begin()
 * @fn: called with each COMPRESSED record; the function that pdata_writer_tap() set then gets only
 *      the other bytes of the data section. NULL: the function that pdata_writer_tap() set gets
 *      all bytes again
 * @arg: first argument of @fn
 *
 * Both functions together get all bytes of the data section, in file order.
 *
 * Threads: the writer calls @fn in the thread that appends the data.
 */
PDATA_API void pdata_writer_tap_compressed(struct pdata_writer *w,
					   pdata_writer_tap_compressed_fn fn, void *arg);

/**
 * pdata_writer_record - encode and append a record other than SAMPLE
 * @w: the writer, after pdata_writer_begin()
 * @type: enum pdata_record_type
 * @misc: PDATA_MISC_ bits of the record
 * @v: fields of the record
 * @event: index of the record's event, from 0 in the order of pdata_writer_event(). The attr of
 *         this event selects the fields of v->id that are written at the end of a kernel record
 *         (a record with a type below 64). -1: no fields of v->id are written
 *
 * The record is never compressed.
 *
 * Return: 0; an error of pdata_record_encode(); PDATA_E_SYS; PDATA_E_ARG if there is no event with
 * this index, or if @type is HEADER_ATTR or TRACING_DATA and the writer does not write a pipe.
 */
PDATA_API int pdata_writer_record(struct pdata_writer *w, uint32_t type, uint16_t misc,
				  const struct pdata_value *v, int event);

/**
 * pdata_writer_raw - append encoded records
 * @w: the writer, after pdata_writer_begin()
 * @data: the complete records, @len bytes in the byte order of the writer. The records can come
 *        from pdata_sample_encode(), or from pdata_record.data of a reader with the same byte
 *        order. If a record has a payload, which follows the record (AUXTRACE, TRACING_DATA), the
 *        caller must append the payload right after the record, in the same call or in the next
 *        call
 *
 * The writer compresses the records if the option compress_level is set, except AUXTRACE and
 * TRACING_DATA records and their payloads: readers do not expect these in compressed data. To
 * append records of a reader with any byte order, use pdata_writer_copy_record() (copy.h).
 *
 * Return: 0; PDATA_E_SYS; PDATA_E_NOMEM; PDATA_E_ARG if the call is out of order, or if a record
 * is HEADER_ATTR or TRACING_DATA and the writer does not write a pipe.
 */
PDATA_API int pdata_writer_raw(struct pdata_writer *w, const void *data, size_t len);

/* A range of bytes in memory, for pdata_writer_rawv() and pdata_writer_auxtrace(). */
struct pdata_span {
	const void *data;
	size_t len; /* count of bytes at @data */
};

/**
 * pdata_writer_rawv - append encoded records from several buffers
 * @w: the writer, after pdata_writer_begin()
 * @spans: @nr ranges of bytes in memory that together are complete records in the byte order of
 *         the writer
 *
 * The function makes few system calls. Unlike pdata_writer_raw(), it does not check the types of
 * the records. The records are compressed if the option compress_level is set; in that case,
 * append records with a payload with pdata_writer_raw() or pdata_writer_auxtrace().
 *
 * Return: 0; PDATA_E_SYS; PDATA_E_NOMEM; PDATA_E_ARG if the call is out of order.
 */
PDATA_API int pdata_writer_rawv(struct pdata_writer *w, const struct pdata_span *spans, size_t nr);

/**
 * pdata_writer_header_feature - append a header feature of a pipe as a HEADER_FEATURE record
 * @w: the writer of a pipe, after pdata_writer_begin()
 * @f: the feature, as for pdata_feature_encode()
 *
 * Return: 0; PDATA_L_RECORD if the encoded feature has more than 65519 bytes; PDATA_E_ARG if the
 * call is out of order or the feature cannot be encoded; PDATA_E_NOMEM; PDATA_E_SYS.
 */
PDATA_API int pdata_writer_header_feature(struct pdata_writer *w, const struct pdata_feature *f);

/*
 * Value to pass as @mark to pdata_writer_header_feature_end() if perf will read the pipe.
 * The features of a pipe end with a HEADER_FEATURE record that has no data; perf 5.14 to 6.18
 * expects this value as the feat_id of this record.
 */
#define PDATA_FEAT_END_PERF 32u

/**
 * pdata_writer_header_feature_end - append the HEADER_FEATURE record that ends the features of a
 * pipe
 * @w: the writer of a pipe, after pdata_writer_begin()
 * @mark: feat_id of this record. The program that will read the pipe knows features up to some
 *        highest number; @mark should be this number plus 1. For perf: PDATA_FEAT_END_PERF
 *
 * Return: 0; PDATA_E_ARG if @mark is 0 or the call is out of order; PDATA_E_SYS.
 */
PDATA_API int pdata_writer_header_feature_end(struct pdata_writer *w, uint32_t mark);

/**
 * pdata_writer_tracing_data - append a TRACING_DATA record and the tracing data to a pipe
 * @w: the writer of a pipe, after pdata_writer_begin()
 * @blob: @len bytes of tracing data; the function pads them with zeros to a multiple of 8 bytes
 *
 * In a file, tracing data is the feature TRACING_DATA: see pdata_writer_feature().
 *
 * Return: 0; PDATA_L_RECORD if the size does not fit into the 32 bits of the field blob_size;
 * PDATA_E_ARG if the writer does not write a pipe; PDATA_E_SYS.
 */
PDATA_API int pdata_writer_tracing_data(struct pdata_writer *w, const void *blob, size_t len);

/**
 * pdata_writer_auxtrace - append an AUXTRACE record and its AUX data
 * @w: the writer, after pdata_writer_begin()
 * @v: fields of the record in v->u.auxtrace. The function ignores v->u.auxtrace.blob_size: it sets
 *     the field blob_size of the record to the size of the AUX data with the zeros
 * @data: @nr ranges of bytes in memory that together are the AUX data; the function adds
 *        zeros up to a multiple of 8 bytes
 *
 * The record and its data are never compressed.
 *
 * Return: 0; PDATA_E_SYS; PDATA_E_ARG if the call is out of order.
 */
PDATA_API int pdata_writer_auxtrace(struct pdata_writer *w, const struct pdata_value *v,
				    const struct pdata_span *data, size_t nr);

/**
 * pdata_writer_commit - make everything that was appended so far readable in the file
 * @w: the writer, between pdata_writer_begin() and pdata_writer_finish()
 *
 * The function writes the buffer of the writer to the descriptor. In a file, it then stores the
 * size of the data section in the header: from then on a reader finds a valid file with all
 * records appended so far, even if this process is killed. In a pipe or a file "data.N" of a
 * directory there is no such size, and the function only writes the buffer.
 *
 * Return: 0; PDATA_E_SYS; PDATA_E_ARG if the call is out of order; the error of an earlier call
 * that failed.
 */
PDATA_API int pdata_writer_commit(struct pdata_writer *w);

/**
 * pdata_writer_feature - set a header feature of a file
 * @w: the writer, before pdata_writer_finish()
 * @f: the feature, as for pdata_feature_encode(); it is copied. A second call with the same f->bit
 *     replaces the feature
 *
 * A feature that is set before pdata_writer_begin() can be read in the file after each
 * pdata_writer_commit(). A feature that is set later can be read only after pdata_writer_finish()
 * has written it. Features without which a file cannot be interpreted (TRACING_DATA) should
 * therefore be set before pdata_writer_begin(). The caller need not set EVENT_DESC, because
 * pdata_writer_begin() makes this feature from the events. In a pipe, features are records: use
 * pdata_writer_header_feature(). A file "data.N" of a directory has no features.
 *
 * Return: 0; PDATA_E_ARG if f->bit is not the bit of a feature, if the feature cannot be encoded,
 * if the writer does not write a file, or if pdata_writer_finish() was called before;
 * PDATA_E_NOMEM.
 */
PDATA_API int pdata_writer_feature(struct pdata_writer *w, const struct pdata_feature *f);

/**
 * pdata_writer_finish - complete the recording
 * @w: the writer; after this call it can only be closed
 *
 * The function first does what pdata_writer_commit() does. In a file, it then writes the feature
 * table, the feature sections and the final header. A file with STAT_CONFIG records gets the
 * feature STAT, without which perf does not read the file; records that were appended with
 * pdata_writer_rawv() do not count. A file without any record gets a FINISHED_ROUND record,
 * because readers take a file with data size 0 for an unfinished recording.
 *
 * Return: 0, or the first error of the writer, from this call or an earlier one: PDATA_E_NOMEM,
 * PDATA_E_SYS, PDATA_E_ARG.
 */
PDATA_API int pdata_writer_finish(struct pdata_writer *w);

/**
 * pdata_writer_bytes - get the number of bytes that were appended to the data section so far
 * @w: the writer, after pdata_writer_begin()
 *
 * Return: number of bytes of the data section, including the bytes that are still in the buffer of
 * the writer.
 */
PDATA_API uint64_t pdata_writer_bytes(const struct pdata_writer *w);

/**
 * pdata_writer_committed - get the number of bytes of the data section that a reader of the file
 * finds
 * @w: the writer
 *
 * Return: size in bytes of the data section at the last pdata_writer_commit() or
 * pdata_writer_finish(). If a later write fails, and the output is a regular file that the writer
 * can read and truncate, the writer removes the incomplete record at the end and stores the new
 * size in the header, if the file has one. The result is then this size, which includes the
 * complete records that were written before the failure.
 */
PDATA_API uint64_t pdata_writer_committed(const struct pdata_writer *w);

/**
 * pdata_writer_error - get the first error of the writer
 * @w: the writer
 *
 * Return: the error, which belongs to the writer, never NULL; its code is 0 if no call has failed.
 */
PDATA_API const struct pdata_error *pdata_writer_error(const struct pdata_writer *w);

/**
 * pdata_writer_close - free a writer
 * @w: the writer; NULL is allowed
 *
 * If pdata_writer_finish() was not called before, the recording stays incomplete: records that are
 * still in the buffer of the writer are lost.
 */
PDATA_API void pdata_writer_close(struct pdata_writer *w);

#ifdef __cplusplus
}
#endif

#endif
