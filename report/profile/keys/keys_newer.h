/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares sort keys that perf added after version 6.1, according to perf's documentation. */

#include "profile/model/keys.h"

/*
 * Kind of the sort key "symoff": compares rows by function, and rows of one function by the offset
 * in the function.
 */
extern const struct key_kind key_symoff;

key_text_fn key_comm_nodigit, key_process_comm;

/*
 * Values of rep_key.arg for keys about the branches of a row's call graph: the total that the key
 * prints.
 */
enum { KEY_HISTORY_PREDICTED, KEY_HISTORY_ABORTED, KEY_HISTORY_CYCLES };
key_number_fn key_history;
key_text_fn key_history_text;

/* Return the reason why pdata does not have perf's key @word; NULL if perf has no such key. */
const char *key_absent_why(const char *word, size_t len);
