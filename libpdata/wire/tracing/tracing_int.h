/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the functions that the source files for tracing data share. */

#include "base/alloc.h"
#include <pdata/tracing.h>

/*
 * Parse the text tp->format, the format file of a tracepoint, and set the fields and the print
 * format of @tp. @long_size: size in bytes of a long on the recorded machine. Return: 0 or
 * PDATA_E_NOMEM.
 */
int pd_format_parse(struct pdata_tracepoint *tp, uint32_t long_size, struct pd_arena *arena);

/*
 * Return the decimal integer directly behind the first @key in the text @s of @len bytes; 0: @key
 * is missing, or no digits follow it.
 */
uint64_t pd_number_after(const char *s, size_t len, const char *key);
