/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Functions shared by the files that read tracing data. */

#include "base/alloc.h"
#include <pdata/tracing.h>

/* Parse the fields and the print format in tp->format. Return: 0 or PDATA_E_NOMEM. */
int pd_format_parse(struct pdata_tracepoint *tp, uint32_t long_size, struct pd_arena *arena);

/* Return the number after the first occurrence of @key in the text, or 0. */
uint64_t pd_number_after(const char *s, size_t len, const char *key);
