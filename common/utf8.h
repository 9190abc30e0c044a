/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Decodes UTF-8 (RFC 3629). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Decode the character at the start of the @len bytes at @s. Store the code point of the character
 * in *@code; @code may be NULL. Return: the length of the character, 1 to 4 bytes; 0: the bytes do
 * not begin with a valid character.
 */
size_t pd_utf8_char(const char *s, size_t len, uint32_t *code);

/* Return whether the @len bytes at @s are valid UTF-8. */
bool pd_utf8_valid(const char *s, size_t len);
