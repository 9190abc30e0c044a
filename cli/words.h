/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the words of a command line in lists of words, and options by abbreviated names. */

#include <stdbool.h>
#include <stddef.h>

/*
 * Return the index of the element of @names that is equal to the @len characters at @word; -1 if no
 * element is equal. Some of the @nr elements may be NULL.
 */
int cli_word_find(const char *word, size_t len, const char *const *names, size_t nr);

/*
 * Return whether @word is in @names, an array with NULL at the end. @names can be NULL: then the
 * result is false.
 */
bool cli_word_listed(const char *const *names, const char *word);

/*
 * Result of a search for the option that a word on the command line stands for. The caller zeroes
 * the struct before the search.
 */
struct cli_match {
	const void *option; /* the option that matched last */
	/*
	 * the word negates the option: it is no-NAME for the option NAME, or NAME for an option
	 * called no-NAME
	 */
	bool unset;
	bool exact; /* the word is the complete name of the option */
	/*
	 * number of options that the word can stand for; above 1: the word is ambiguous and stands
	 * for none of them
	 */
	unsigned nr;
};

/*
 * If the @len characters at @word are @name or the beginning of @name, store @option in @m as a
 * match. @unset: @name is the negation of the option. A match of a complete name replaces all
 * matches of abbreviations. If two calls in a row match names of the same option, with the same
 * @unset, the option counts only once.
 */
void cli_match_try(struct cli_match *m, const void *option, bool unset, const char *name,
		   const char *word, size_t len);
