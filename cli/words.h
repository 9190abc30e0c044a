/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the words of a command line in lists of words, and options by abbreviated names. */

#include <stdbool.h>
#include <stddef.h>

/*
 * Return the index of the @len characters at @word in the @nr @names, or -1. Elements of @names
 * may be NULL.
 */
int cli_word_find(const char *word, size_t len, const char *const *names, size_t nr);

/*
 * The options that a name on the command line can stand for. The caller zeroes it before a search.
 */
struct cli_match {
	const void *option; /* the option that was found last */
	bool unset;	    /* the name has "no-" in front of the option's name */
	bool exact;
	unsigned nr; /* options that the name could abbreviate; above 1 it is ambiguous */
};

/*
 * Note @option in @m if the @len characters at @word are @name or the beginning of @name. A
 * complete name wins over all abbreviations. An option that matches by two names counts once.
 */
void cli_match_try(struct cli_match *m, const void *option, bool unset, const char *name,
		   const char *word, size_t len);
