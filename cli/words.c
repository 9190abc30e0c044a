/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the words of a command line in lists of known words, and completes abbreviated options. */
#include "cli/words.h"

#include <string.h>

int cli_word_find(const char *word, size_t len, const char *const *names, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (names[i] && !strncmp(names[i], word, len) && !names[i][len])
			return (int)i;
	return -1;
}

bool cli_word_listed(const char *const *names, const char *word)
{
	for (; names && *names; names++)
		if (!strcmp(*names, word))
			return true;
	return false;
}

void cli_match_try(struct cli_match *m, const void *option, bool unset, const char *name,
		   const char *word, size_t len)
{
	if (m->exact || strncmp(name, word, len))
		return;
	if (!name[len]) {
		*m = (struct cli_match){ option, unset, true, 1 };
		return;
	}
	if (m->option == option && m->unset == unset)
		return;
	m->option = option;
	m->unset = unset;
	m->nr++;
}
