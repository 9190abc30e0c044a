/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_KEYS_LATER_H
#define REP_KEYS_LATER_H

/* Keys that perf has since versions after 6.1, by its documentation. */

#include "keys.h"

REP_KEY_FNS(tgid)
REP_KEY_FNS(comm_nodigit)
REP_KEY_FNS(symoff)
REP_KEY_FNS(parallelism)
REP_KEY_FNS(retire_lat)

rep_key_print key_local_retire_lat_print;

#endif
