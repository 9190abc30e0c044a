/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_KEYS_NAMES_H
#define REP_KEYS_NAMES_H

/* Keys that every recording has: whose sample it is, and where. */

#include "profile/model/keys.h"

REP_KEY_FNS(pid)
REP_KEY_FNS(comm)
REP_KEY_FNS(object)
REP_KEY_FNS(symbol)
REP_KEY_FNS(symbol_size)
REP_KEY_FNS(object_size)
REP_KEY_FNS(addr)

/* Of symbols where rows are printed. */
int key_symbol_order(const struct report *rp, const struct rep_row *a, const struct rep_row *b);

#endif
