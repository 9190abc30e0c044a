/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Inside of the tracepoints. */

#include "base/alloc.h"
#include <pdata/tracing.h>

/* Read the fields and the print format of tp->format. Return: 0 or PDATA_E_NOMEM. */
int pd_format_parse(struct pdata_tracepoint *tp, uint32_t long_size, struct pd_arena *arena);

/* The number behind @key, in its first place in the text; 0 without. */
uint64_t pd_number_after(const char *s, size_t len, const char *key);
