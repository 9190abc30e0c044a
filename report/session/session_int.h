/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the internal functions of sessions. */

#include "session/session.h"

/*
 * Return the header feature HEADER_BUILD_ID of the recording. If the feature is damaged, the
 * result has the build ids that could be read. NULL: the recording has no build ids in this
 * feature.
 */
const struct pdata_feature *session_build_ids(struct rep_session *s);

/*
 * Return the symbols in the data that pdata has appended to the recording; NULL: the recording has
 * no such symbols, or they cannot be read. The function also sets @s->roots.files to the files
 * with symbols in the appended data. Only the first call reads the appended data.
 */
const struct pdata_symbols *session_bundle(struct rep_session *s);

/* Return the value of the header feature @bit, which is a string; NULL: it was not recorded. */
const char *session_feature_text(struct rep_session *s, uint32_t bit);

/*
 * If @rec, an MMAP or MMAP2 record, is the first record of the kernel's text, set @s->kernel_ref
 * and @s->kernel_text from it. The filename in @rec ends with the name of the kernel's reference
 * symbol, such as "_stext", and pgoff in @rec is the address of this symbol. Also start the thread
 * that loads the kernel's symbols early, if rep_session_prefetch_kernel() has asked for this
 * thread and the kernel's build id is known, or the recorded kernel is the running one.
 */
void session_note_kernel_map(struct rep_session *s, const struct pdata_record *rec);

/*
 * Read all records of the recording, and add them to @s->tasks, to @s->deferred and, unless
 * @s->sample_cache is NULL, to @s->sample_cache. Return: 0, or the negative error of the reader.
 * Set *@no_memory to 0, or to another value if memory for some of the data was exhausted.
 */
int session_read_tasks(struct rep_session *s, int *no_memory);

/*
 * session_ingest_record() adds the record @rec to the session's tasks, deferred call chains and
 * sample cache. session_ingest_samples() adds @nr samples to the tasks and the sample cache: @heads
 * has the fixed fields (event, address, time, thread ...) of each sample, and @bytes is the size of
 * all their records. Only one thread at a time may call these two functions. Return: 0;
 * PDATA_E_NOMEM: memory is exhausted.
 */
int session_ingest_record(struct rep_session *s, const struct pdata_record *rec);
int session_ingest_samples(struct rep_session *s, const struct pdata_sample_head *heads,
			   uint32_t nr, uint64_t bytes);
