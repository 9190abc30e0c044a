/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Between the files of a session. */

#include "session/session.h"

/* The section of build ids, as far as it can be read; NULL without. */
const struct pdata_feature *session_build_ids(struct rep_session *s);

/*
 * The names that the file carries, or NULL; and into the roots what it has of the files that names
 * are from. Read once.
 */
const struct pdata_symbols *session_bundle(struct rep_session *s);

/* A feature that is a text, or NULL. */
const char *session_feature_text(struct rep_session *s, uint32_t bit);

/*
 * A MMAP or MMAP2: the kernel map's name ends with the symbol that its pgoff is the address of, as
 * "_stext".
 */
void session_note_kernel_map(struct rep_session *s, const struct pdata_record *rec);

/*
 * Read all records once for processes and maps, and for the heads of samples where they are kept.
 * Return: 0 or an error of the reader; *no_memory: not all could be kept.
 */
int session_read_tasks(struct rep_session *s, int *no_memory);

/*
 * What of a record, and of samples that have so many bytes, goes into tasks and heads. Not for two
 * threads at a time. Return: 0 or PDATA_E_NOMEM.
 */
int session_ingest_record(struct rep_session *s, const struct pdata_record *rec);
int session_ingest_samples(struct rep_session *s, const struct pdata_sample_head *heads,
			   uint32_t nr, uint64_t bytes);
