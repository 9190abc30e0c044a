/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SCRIPT_UNWIND_H
#define REP_SCRIPT_UNWIND_H

/* User frames of call chains from copies of registers and stack. */

#include "script/script.h"

/* Set s->unwind if a file's event has them. After the symbols. */
void script_unwind_init(struct script *s);
int script_unwind_err(const struct script *s); /* see unwind_err() */
void script_unwind_free(struct script *s);

#endif
