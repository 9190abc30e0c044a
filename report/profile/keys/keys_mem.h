/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_KEYS_MEM_H
#define REP_KEYS_MEM_H

/* Keys of --mem-mode: the data that an instruction accessed, and where it was found. */

#include "profile/model/keys.h"

REP_KEY_FNS(mem_daddr)
REP_KEY_FNS(mem_iaddr)
REP_KEY_FNS(mem_dso)
REP_KEY_FNS(mem_line)
REP_KEY_FNS(mem_locked)
REP_KEY_FNS(mem_tlb)
REP_KEY_FNS(mem_level)
REP_KEY_FNS(mem_snoop)
REP_KEY_FNS(mem_blocked)

key_text_fn key_phys_text;

#endif
