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
 * Values of rep_key.arg for the keys that use key_history_text(): which number the key prints about
 * all branches in the call graph of the row. KEY_HISTORY_PREDICTED: percentage of predicted
 * branches; KEY_HISTORY_ABORTED: number of transaction aborts; KEY_HISTORY_CYCLES: average number
 * of cycles. All three numbers are computed from struct history_total.
 */
enum { KEY_HISTORY_PREDICTED, KEY_HISTORY_ABORTED, KEY_HISTORY_CYCLES };
key_number_fn key_history;
key_text_fn key_history_text;

/*
 * Return a text that says why pdata does not have perf's sort key @word, a name of @len bytes.
 * Return NULL if @word is not one of the keys that only perf has.
 */
const char *key_absent_why(const char *word, size_t len);
