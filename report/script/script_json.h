/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SCRIPT_JSON_H
#define REP_SCRIPT_JSON_H

/* pdata script --json. */

struct script;
struct script_line;

void script_json_line(struct script *s, const struct script_line *l);

#endif
