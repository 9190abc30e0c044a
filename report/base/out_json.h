/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_OUT_JSON_H
#define REP_OUT_JSON_H

#include "base/out.h"

#include <stdbool.h>

/* A JSON string of @s; bytes that are no UTF-8 become U+FFFD. */
void out_json_str(struct out *o, const char *s);

/* "name":, after a comma unless *@first; *@first becomes false. */
void out_json_key(struct out *o, bool *first, const char *name);

#endif
