/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Characters of UTF-8 (RFC 3629). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The character at the start of the @len bytes at @s. @code, if not NULL, is set to its code point.
 * Return: its bytes, 1 to 4, or 0 where there is none.
 */
size_t pd_utf8_char(const char *s, size_t len, uint32_t *code);

/* Whether all @len bytes at @s are characters. */
bool pd_utf8_valid(const char *s, size_t len);
