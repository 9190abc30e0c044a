/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_COPY_H
#define PDATA_COPY_H

/*
 * Copies all or some records of a reader to a writer, which can have another container (file, pipe
 * or directory) and another byte order. Call the functions in this order:
 *
 * 1. pdata_writer_copy_events(), pdata_writer_begin()
 * 2. for a pipe: pdata_writer_copy_features()
 * 3. pdata_writer_copy_record() for each record
 * 4. for a file: pdata_writer_copy_features()
 * 5. pdata_writer_finish()
 *
 * In steps 2 and 4, "pipe" and "file" are the container of the writer. A file has events and
 * features outside of the data section; a pipe has them in records. The functions write events and
 * features in the form that the container of the writer needs. For a file data.N of a directory,
 * leave out steps 2 and 4.
 *
 * If the input is in pipe format, the reader knows an event only after it has read the record that
 * announces the event, so the caller must read records before step 1. There are two cases.
 *
 * Case A: The input can be read again, because it is a regular file or memory. Read all records,
 * call pdata_reader_rewind(), and do steps 1 to 5.
 *
 * Case B: The input cannot be read again, because it comes from a pipe or a socket. Read up to and
 * including the first record R whose pdata_record.event is not NULL (type below 64), such as a
 * sample. Do step 1. If the writer writes a pipe, do step 2, which copies the features that the
 * reader has read so far. Do step 3 for R, whose bytes are still valid after steps 1 and 2, and for
 * each record after R. Then do steps 4 and 5. Records before R that step 3 would not leave out
 * (ID_INDEX, AUXTRACE_INFO, TIME_CONV ...) are lost, unless the caller keeps their bytes and
 * appends them with pdata_writer_raw() before R. This is possible if reader and writer have the
 * same byte order.
 *
 * The functions do not copy a trailer (the index and other blocks after the last section, see
 * trailer.h); pdata_index_write() makes a new one.
 *
 * Threads: the reader and the writer may be used by only one thread at a time.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * pdata_writer_copy_events - give a writer the events of a reader
 * @w: the writer, before pdata_writer_begin()
 * @r: the reader; its events are copied in their order, with attrs, names and ids
 *
 * Return: 0; PDATA_E_ARG if the function is called after pdata_writer_begin(), or if an attr is
 * larger than 4096 bytes or has a value other than 0 in a member that the library does not know;
 * PDATA_E_NOMEM.
 */
PDATA_API int pdata_writer_copy_events(struct pdata_writer *w, const struct pdata_reader *r);

/**
 * pdata_writer_copy_record - append a record, and the payload that follows it, to a new recording
 * @w: the writer, after pdata_writer_begin()
 * @r: the reader
 * @rec: the record that pdata_reader_next() returned last on @r
 *
 * The function leaves out HEADER_ATTR, HEADER_FEATURE, TRACING_DATA (also simpleperf's) and
 * BUILD_ID records, because pdata_writer_copy_events() and pdata_writer_copy_features() copy
 * the content of these records. Exception: the function appends BUILD_ID records to a file if an
 * event has the flag PDATA_ATTR_BUILD_ID and the file of @r has no feature BUILD_ID. The function
 * also leaves out AUXTRACE records whose data are missing. If the writer writes a pipe,
 * pdata_writer_begin() has written the names of the events in EVENT_UPDATE records; the function
 * leaves out an EVENT_UPDATE record that gives an event the same name again. If the byte orders of
 * reader and writer differ, the function converts the fields of the record, and pads texts with
 * zeros.
 *
 * Return: 1 if the function appended the record; 0 if it left the record out; PDATA_E_ARG in these
 * cases: the record is COMPRESSED or COMPRESSED2, because @r was opened with the option
 * keep_compressed; the byte orders of @r and @w differ, and the record has bytes whose layout is
 * unknown; the reader has found a further event after pdata_writer_copy_events(), unless @w writes
 * a file "data.N" of a directory; @w is not between pdata_writer_begin() and pdata_writer_finish().
 * PDATA_E_CUT if the payload ends early; the errors of pdata_writer_raw(). After an error
 * pdata_writer_error() has the details, and the writer can only be closed.
 */
PDATA_API int pdata_writer_copy_record(struct pdata_writer *w, struct pdata_reader *r,
				       const struct pdata_record *rec);

/**
 * pdata_writer_copy_features - copy the header features of a reader to a new recording
 * @w: the writer of a file after its last record, or the writer of a pipe after
 *     pdata_writer_begin(). In a pipe the function also appends the HEADER_FEATURE record that
 *     ends the features, unless a feature could not be copied
 * @r: the reader
 * @err: receives the error of the first feature that could not be copied; err->field is the name
 *       of the feature
 *
 * The function does not copy features that depend on the form of the new recording: COMPRESSED,
 * DIR_FORMAT and AUXTRACE, and in a new file also EVENT_DESC. In a new file, pdata_writer_begin()
 * makes EVENT_DESC, pdata_writer_finish() makes COMPRESSED if the writer compresses, and STAT if
 * the file has STAT_CONFIG records, and this function makes AUXTRACE from the copied AUXTRACE
 * records. The function does not copy BUILD_ID if pdata_writer_copy_record() appends BUILD_ID
 * records: maps then have build ids, and the records have only the build ids of objects whose maps
 * cannot have one, but programs take the feature for a list of all objects. A pipe cannot have
 * features without content, so the function does not copy such features (BRANCH_STACK, STAT) to a
 * pipe. The function copies SAMPLE_TIME unchanged; a caller that copied only some of the samples
 * should set SAMPLE_TIME again.
 *
 * Return: 0, or the first error; after an error the function still copies the other features. The
 * errors are those of pdata_reader_feature() for a damaged feature; PDATA_E_ARG if the byte order
 * of a feature cannot be converted because its layout is unknown, or if @w writes a file "data.N"
 * of a directory, which has no features; PDATA_L_RECORD if a feature is too large for a record of
 * a pipe; PDATA_E_SYS; PDATA_E_NOMEM.
 */
PDATA_API int pdata_writer_copy_features(struct pdata_writer *w, struct pdata_reader *r,
					 struct pdata_error *err);

#ifdef __cplusplus
}
#endif
#endif
