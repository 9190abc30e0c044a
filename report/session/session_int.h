/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the internal functions of sessions. */

#include "session/session.h"

/*
 * Return the header feature HEADER_BUILD_ID, as far as it can be read; NULL: the recording has
 * none.
 */
const struct pdata_feature *session_build_ids(struct rep_session *s);

/*
 * Return the symbols that are bundled in the recording; NULL: none are bundled. The function also
 * adds the bundled files with symbols to the session's symfs roots. The bundle is read at the first
 * call only.
 */
const struct pdata_symbols *session_bundle(struct rep_session *s);

/* Return the text of the header feature @bit, whose value is a string; NULL: not recorded. */
const char *session_feature_text(struct rep_session *s, uint32_t bit);

/*
 * Set @s->kernel_text and @s->kernel_ref from a MMAP or MMAP2 record of the kernel: the name of the
 * kernel map ends with the reference symbol, such as "_stext", and pgoff is the address of this
 * symbol.
 */
void session_note_kernel_map(struct rep_session *s, const struct pdata_record *rec);

/*
 * Read all records once into s->tasks, and sample heads into s->sample_cache if heads are kept.
 * Return: 0 or an error of the reader. *@no_memory is set if memory for some part was exhausted.
 */
int session_read_tasks(struct rep_session *s, int *no_memory);

/*
 * Enter a record into the session's tasks and sample cache. session_ingest_samples() does the same
 * with @nr sample heads, whose records have @bytes bytes in total. Only one thread at a time may
 * call these two functions. Return: 0 or PDATA_E_NOMEM.
 */
int session_ingest_record(struct rep_session *s, const struct pdata_record *rec);
int session_ingest_samples(struct rep_session *s, const struct pdata_sample_head *heads,
			   uint32_t nr, uint64_t bytes);
