/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Keys that perf has since versions after 6.1, by its documentation. */

#include "profile/model/keys.h"

/* By the function of a row and the offset in it. */
extern const struct key_kind key_symoff;

key_text_fn key_comm_nodigit, key_process_comm;

/* Branches of a row's call graph; .arg of the text: which total. */
enum { KEY_HISTORY_PREDICTED, KEY_HISTORY_ABORTED, KEY_HISTORY_CYCLES };
key_number_fn key_history;
key_text_fn key_history_text;

/* Why there is no such key, if perf has one of that name; else NULL. */
const char *key_absent_why(const char *word, size_t len);
