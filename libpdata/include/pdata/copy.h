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
 * @r: the reader; its events are copied in their order, with names and ids
 *
 * Return: 0; PDATA_E_ARG (called too late, or an attr has members that the library does not know),
 * PDATA_E_NOMEM.
 */
PDATA_API int pdata_writer_copy_events(struct pdata_writer *w, const struct pdata_reader *r);

/**
 * pdata_writer_copy_record - append a record of a reader and the bytes that follow it
 * @w: the writer
 * @r: the reader, in file order if the record has a payload
 * @rec: the record that pdata_reader_next() returned last on @r
 *
 * HEADER_ATTR, HEADER_FEATURE, TRACING_DATA and BUILD_ID records are left out, because the copied
 * events and features have the same content. If the byte orders of reader and writer differ, the
 * fields of the record are converted.
 *
 * Return: 1 appended, 0 left out; PDATA_E_ARG (the byte order cannot be converted, because the
 * record is COMPRESSED or has bytes whose layout is unknown; or the record's event was announced
 * after pdata_writer_begin()), PDATA_E_CUT (the payload ends early), and the errors of
 * pdata_writer_raw(). After an error pdata_writer_error() has the details, and the writer can only
 * be closed.
 */
PDATA_API int pdata_writer_copy_record(struct pdata_writer *w, struct pdata_reader *r,
				       const struct pdata_record *rec);

/**
 * pdata_writer_copy_features - write the features of a reader
 * @w: the writer of a file after its last record, or the writer of a pipe after
 *     pdata_writer_begin(). In a pipe the function also appends the HEADER_FEATURE record that
 *     ends the features
 * @r: the reader
 * @err: receives the first error; its field is the name of the feature
 *
 * EVENT_DESC (of a file), COMPRESSED, DIR_FORMAT and AUXTRACE are not copied, because the writer
 * makes them for the new recording. SAMPLE_TIME is copied. If only some samples are copied, set
 * SAMPLE_TIME again.
 *
 * Return: 0, or the first error; after an error the remaining features are still copied. The errors
 * are those of pdata_reader_feature() (the feature is damaged), PDATA_E_ARG (the byte order of a
 * feature whose layout is unknown cannot be converted), PDATA_L_RECORD (a feature is too large for
 * a record of a pipe), PDATA_E_SYS, PDATA_E_NOMEM.
 */
PDATA_API int pdata_writer_copy_features(struct pdata_writer *w, struct pdata_reader *r,
					 struct pdata_error *err);

#ifdef __cplusplus
}
#endif
#endif
