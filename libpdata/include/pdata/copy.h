/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_COPY_H
#define PDATA_COPY_H

/*
 * Copies a recording from a reader to a writer: all records or some, into any container and byte
 * order. Call the functions in this order:
 *
 * 1. pdata_writer_copy_events(), pdata_writer_begin()
 * 2. for a pipe: pdata_writer_copy_features()
 * 3. pdata_writer_copy_record() for each record
 * 4. for a file: pdata_writer_copy_features()
 * 5. pdata_writer_finish()
 *
 * A file has events and features outside of the data section; a pipe has them in records. The
 * functions write events and features in the form that the container of the writer needs. The
 * events of a pipe are known only after the records that announce them were read: read all records
 * and rewind before copying events. If the input is a stream, read up to the first record that
 * belongs to an event, such as a sample, and copy the events before this record. Trailers
 * (trailer.h) are not copied; pdata_index_write() makes new ones.
 *
 * Threads: one thread uses the reader and the writer.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * pdata_writer_copy_events - announce the events of a reader to a writer
 * @w: the writer, before pdata_writer_begin()
 * @r: the reader; its events are copied in their order, with attrs, names and ids
 *
 * Return: 0; PDATA_E_ARG if the function is called after pdata_writer_begin(), or if an attr is
 * larger than 4096 bytes or has a value other than 0 in a member that the library does not know;
 * PDATA_E_NOMEM.
 */
PDATA_API int pdata_writer_copy_events(struct pdata_writer *w, const struct pdata_reader *r);

/**
 * pdata_writer_copy_record - append a record of a reader and its payload to a new recording
 * @w: the writer, after pdata_writer_begin()
 * @r: the reader, in file order if the record has a payload (bytes that follow the record)
 * @rec: the record that pdata_reader_next() returned last on @r
 *
 * The function leaves out HEADER_ATTR, HEADER_FEATURE, TRACING_DATA and BUILD_ID records, because
 * pdata_writer_copy_events() and pdata_writer_copy_features() copy their content. If the byte
 * orders of reader and writer differ, the fields of the record are converted.
 *
 * Return: 1 if the record was appended; 0 if it was left out; PDATA_E_ARG if the record is
 * COMPRESSED or COMPRESSED2 (read without the option keep_compressed), if its byte order cannot be
 * converted because it has bytes whose layout is unknown, if the reader has found an event after
 * pdata_writer_copy_events() (files and pipes), or if @w is not between pdata_writer_begin() and
 * pdata_writer_finish(); PDATA_E_CUT if the payload ends early; the errors of pdata_writer_raw().
 * After an error pdata_writer_error() has the details, and the writer can only be closed.
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
 * DIR_FORMAT and AUXTRACE, and in a new file also EVENT_DESC. In a new file EVENT_DESC comes from
 * pdata_writer_begin(), COMPRESSED from pdata_writer_finish() if the writer compresses, and this
 * function makes AUXTRACE from the copied AUXTRACE records. SAMPLE_TIME is copied; if only some
 * samples were copied, set SAMPLE_TIME again.
 *
 * Return: 0, or the first error; after an error the remaining features are still copied. The errors
 * are those of pdata_reader_feature() for a damaged feature; PDATA_E_ARG if the byte order of a
 * feature cannot be converted because its layout is unknown, or if @w writes a file "data.N" of a
 * directory, which has no features; PDATA_L_RECORD if a feature is too large for a record of a
 * pipe; PDATA_E_SYS; PDATA_E_NOMEM.
 */
PDATA_API int pdata_writer_copy_features(struct pdata_writer *w, struct pdata_reader *r,
					 struct pdata_error *err);

#ifdef __cplusplus
}
#endif
#endif
