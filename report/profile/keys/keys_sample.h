/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_KEYS_SAMPLE_H
#define REP_KEYS_SAMPLE_H

/* Keys about the circumstances of a sample: when, on which cpu, in which group, how costly. */

#include "profile/model/keys.h"

REP_KEY_FNS(cpu)
REP_KEY_FNS(socket)
REP_KEY_FNS(time)
REP_KEY_FNS(weight)
REP_KEY_FNS(ins_lat)
REP_KEY_FNS(p_stage)
REP_KEY_FNS(code_page)
REP_KEY_FNS(transaction)
REP_KEY_FNS(cgroup)
REP_KEY_FNS(cgroup_id)
REP_KEY_FNS(parent)

/*
 * The same numbers times the row's samples have keys of their own; they differ in what they print.
 */
rep_key_print key_local_weight_print, key_local_ins_lat_print, key_local_p_stage_print;
rep_key_print key_ipc_print, key_ipc_lbr_print;

/* The text of a page's size: "4K", "N/A". */
void key_page_size_text(uint64_t size_of_page, char *buf, size_t size);

#endif
