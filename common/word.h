/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Words in text that has no NUL behind them. */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether the @len bytes at @s are @word; @s may be NULL without any. */
static inline bool pd_word_is(const char *s, size_t len, const char *word)
{
	return len == strlen(word) && (!len || !memcmp(s, word, len));
}
