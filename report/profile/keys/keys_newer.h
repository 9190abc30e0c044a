/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Keys that perf added after 6.1, according to its documentation. */

#include "profile/model/keys.h"

/* Compares rows by function, and rows of one function by the offset in it. */
extern const struct key_kind key_symoff;

key_text_fn key_comm_nodigit, key_process_comm;

/* .arg of keys about the branches of a row's call graph: which total is printed. */
enum { KEY_HISTORY_PREDICTED, KEY_HISTORY_ABORTED, KEY_HISTORY_CYCLES };
key_number_fn key_history;
key_text_fn key_history_text;

/* The reason why pdata does not have perf's key of this name; NULL if perf has no such key. */
const char *key_absent_why(const char *word, size_t len);
