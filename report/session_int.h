/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SESSION_INT_H
#define REP_SESSION_INT_H

/* Between the files of a session. */

#include "session.h"

/* The section of build ids, as far as it can be read; NULL without. */
const struct pdata_feature *session_build_ids(const struct rep_session *s);

/* The names that the file carries, or NULL; and into the roots what it has of the files that names are from. Read once. */
const struct pdata_symbols *session_bundle(struct rep_session *s);

/* A feature that is a text, or NULL. */
const char *session_feature_text(struct rep_session *s, uint32_t bit);

/* A MMAP or MMAP2: the kernel map's name ends with the symbol that its pgoff is the address of, as "_stext". */
void session_note_kernel_map(struct rep_session *s, const struct pdata_record *rec);

#endif
