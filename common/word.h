/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Compares a word with a part of a text; the part has no NUL at its end. */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Return whether the @len bytes at @s equal the string @word. @s may be NULL if @len is 0. */
static inline bool pd_word_is(const char *s, size_t len, const char *word)
{
	return len == strlen(word) && (!len || !memcmp(s, word, len));
}
