/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Splits comma-separated option arguments into lists of words or numbers and tests whether a list
 * has a value.
 */
#include "base/lists.h"

#include <stdlib.h>
#include <string.h>

void word_list_split(struct word_list *l, const char *text)
{
	char *copy, *save = NULL;

	*l = (struct word_list){ .given = text };
	if (!text)
		return;
	copy = rep_strdup(text);
	for (char *w = strtok_r(copy, ",", &save); w; w = strtok_r(NULL, ",", &save)) {
		l->word = rep_grow(l->word, l->nr + 1, sizeof(char *));
		l->word[l->nr++] = rep_strdup(w);
	}
	free(copy);
}

bool word_list_has(const struct word_list *l, const char *word)
{
	for (uint32_t i = 0; i < l->nr; i++)
		if (!strcmp(l->word[i], word))
			return true;
	return false;
}

void word_list_free(struct word_list *l)
{
	for (uint32_t i = 0; i < l->nr; i++)
		free(l->word[i]);
	free(l->word);
	*l = (struct word_list){ 0 };
}

/* The number or range at @s. Return: what is behind it, NULL: it is none. */
static const char *take_range(struct number_list *l, const char *s)
{
	struct pd_range r;

	if (pd_range_parse(&s, 0, INT32_MAX, &r) || (*s && *s != ','))
		return NULL;
	l->range = rep_grow(l->range, l->nr + 1, sizeof(*l->range));
	l->range[l->nr++] = r;
	return s;
}

int number_list_parse(struct number_list *l, const char *option, const char *text)
{
	*l = (struct number_list){ .given = text };
	for (const char *s = text; s && *s; s += *s == ',') {
		s = *s == ',' ? s : take_range(l, s);
		if (!s) {
			rep_err("%s %s: numbers with commas are wanted, as 1,3 or 4-7", option,
				text);
			return -1;
		}
	}
	return 0;
}

bool number_list_has(const struct number_list *l, uint64_t v)
{
	for (uint32_t i = 0; i < l->nr; i++)
		if (v >= l->range[i].first && v <= l->range[i].last)
			return true;
	return !l->given;
}

void number_list_free(struct number_list *l)
{
	free(l->range);
	*l = (struct number_list){ 0 };
}
