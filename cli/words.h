/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Words on a command line: those of a list, and names of options that may be abbreviated. */

#include <stdbool.h>
#include <stddef.h>

/* The index of the @len characters at @word among @nr @names, of which some may be NULL; or -1. */
int cli_word_find(const char *word, size_t len, const char *const *names, size_t nr);

/* What a written name of an option can mean; begins zeroed. */
struct cli_match {
	const void *option; /* the one that was found last */
	bool unset;	    /* it is written with "no-" before it */
	bool exact;
	unsigned nr; /* options it could abbreviate; above 1 it means none of them */
};

/*
 * Try the @len characters at @word as the @name of @option or its beginning. A whole name wins
 * over all abbreviations; one option that is reached by two of its names is still one.
 */
void cli_match_try(struct cli_match *m, const void *option, bool unset, const char *name,
		   const char *word, size_t len);
