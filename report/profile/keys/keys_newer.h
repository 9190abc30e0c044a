/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_KEYS_NEWER_H
#define REP_KEYS_NEWER_H

/* Keys that perf has since versions after 6.1, by its documentation. */

#include "profile/model/keys.h"

REP_KEY_FNS(comm_nodigit)
REP_KEY_FNS(symoff)

key_text_fn key_process_comm;

/* Of a row's call graph: they tell no rows apart. */
int key_history_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b);
uint64_t key_history_hash(const struct report *rp, const struct rep_row *r);
rep_key_print key_history_predicted_print, key_history_aborted_print, key_history_cycles_print;

/* Why there is no such key, if perf has one of that name; else NULL. */
const char *key_absent_why(const char *word, size_t len);

#endif
