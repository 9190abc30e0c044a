/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lists.h"

#include <errno.h>
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

static const char *take_number(const char *s, uint64_t *v)
{
	char *end;

	if (*s < '0' || *s > '9')
		return NULL;
	errno = 0;
	*v = strtoull(s, &end, 0);
	return errno || *v > INT32_MAX ? NULL : end;
}

/* The number or range at @s. Return: what is behind it, NULL: it is none. */
static const char *take_range(struct number_list *l, const char *s)
{
	uint64_t from, to;

	s = take_number(s, &from);
	to = from;
	if (s && *s == '-')
		s = take_number(s + 1, &to);
	if (!s || (*s && *s != ',') || to < from)
		return NULL;
	l->from = rep_grow(l->from, l->nr + 1, sizeof(*l->from));
	l->to = rep_grow(l->to, l->nr + 1, sizeof(*l->to));
	l->from[l->nr] = from;
	l->to[l->nr++] = to;
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
		if (v >= l->from[i] && v <= l->to[i])
			return true;
	return !l->given;
}

void number_list_free(struct number_list *l)
{
	free(l->from);
	free(l->to);
	*l = (struct number_list){ 0 };
}
