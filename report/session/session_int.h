/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Functions shared by the files that implement a session. */

#include "session/session.h"

/* The HEADER_BUILD_ID section as far as it can be read, or NULL when the file has none. */
const struct pdata_feature *session_build_ids(struct rep_session *s);

/*
 * The symbols bundled in the file, or NULL; also adds the bundled files that symbols come from to
 * the session's symfs roots. The bundle is read once.
 */
const struct pdata_symbols *session_bundle(struct rep_session *s);

/* The text of a string feature, or NULL. */
const char *session_feature_text(struct rep_session *s, uint32_t bit);

/*
 * Take the kernel's reference symbol from a MMAP or MMAP2 record: the kernel map's name ends with
 * the symbol, such as "_stext", and its pgoff is the symbol's address.
 */
void session_note_kernel_map(struct rep_session *s, const struct pdata_record *rec);

/*
 * Read all records once into s->tasks, and sample heads into s->sample_cache if heads are kept.
 * Return: 0 or an error of the reader; *no_memory is set when memory for a part was exhausted.
 */
int session_read_tasks(struct rep_session *s, int *no_memory);

/*
 * Enter a record, or sample heads whose records have @bytes bytes, into the session's tasks and
 * sample cache. Only one thread at a time may call these. Return: 0 or PDATA_E_NOMEM.
 */
int session_ingest_record(struct rep_session *s, const struct pdata_record *rec);
int session_ingest_samples(struct rep_session *s, const struct pdata_sample_head *heads,
			   uint32_t nr, uint64_t bytes);
