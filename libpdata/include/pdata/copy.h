/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_COPY_H
#define PDATA_COPY_H

/*
 * Copies of recordings: from a reader to a writer, all records or some, into another container and
 * into the other byte order. The order of calls: pdata_writer_copy_events(), pdata_writer_begin(),
 * for a pipe pdata_writer_copy_features(), pdata_writer_copy_record() for each record, for a file
 * pdata_writer_copy_features(), pdata_writer_finish().
 *
 * A file announces events and features outside of its data, a pipe in records of it: each is
 * written where the new container has it. The events of a pipe are known when their records were
 * read: read all of it and rewind, or, of a stream, read up to the first record that has an event
 * before copying events. Trailers (trailer.h) are not copied: pdata_index_write() makes new ones.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * pdata_writer_copy_events - announce the events of a reader, in their order, with their names and
 * ids
 * Return: 0, PDATA_E_ARG (it comes too late; an attr has members that this library does not know),
 * PDATA_E_NOMEM.
 */
PDATA_API int pdata_writer_copy_events(struct pdata_writer *w, const struct pdata_reader *r);

/**
 * pdata_writer_copy_record - append a record of a reader with the bytes that follow it
 * @rec: what pdata_reader_next() returned last on @r; of one with a payload, in file order
 *
 * HEADER_ATTR, HEADER_FEATURE, TRACING_DATA and BUILD_ID records are not appended: copied events
 * and features say what they said. Records in the byte order that the writer does not write are
 * turned, field by field.
 * Return: 1 appended, 0 left out for that reason, PDATA_E_ARG: it cannot be turned (bytes that no
 * layout describes, COMPRESSED records), or an event came after pdata_writer_begin(); PDATA_E_CUT:
 * its payload ends early; as pdata_writer_raw(). pdata_writer_error() has the place; after an
 * error the writer is of no use.
 */
PDATA_API int pdata_writer_copy_record(struct pdata_writer *w, struct pdata_reader *r,
				       const struct pdata_record *rec);

/**
 * pdata_writer_copy_features - write the features of a reader
 *
 * A file: behind the last record, before pdata_writer_finish(). A pipe: behind
 * pdata_writer_begin(); the record that ends features follows them. EVENT_DESC of a file,
 * COMPRESSED, DIR_FORMAT and AUXTRACE are the new recording's own and not copied. SAMPLE_TIME is
 * the reader's: a copy of some samples gives its own behind this.
 * Return: 0, else the first of what went wrong, after the other features were copied:
 * PDATA_E_FEATURE and others of pdata_reader_feature() (it is damaged), PDATA_E_ARG (without a
 * layout, in the other byte order), PDATA_L_RECORD (too large for a pipe), PDATA_E_SYS,
 * PDATA_E_NOMEM. @err has the name of the feature.
 */
PDATA_API int pdata_writer_copy_features(struct pdata_writer *w, struct pdata_reader *r,
					 struct pdata_error *err);

#ifdef __cplusplus
}
#endif
#endif
