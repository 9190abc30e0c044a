/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Splits comma-separated arguments of options into lists of words or numbers, and tests whether a
 * list has a value.
 */
#include "base/lists.h"

#include "base/memory.h"
#include "base/message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add_word(struct word_list *l, const char *word)
{
	if (!mem_room_at_end(&l->word, l->nr, sizeof(*l->word)))
		return -ENOMEM;
	l->word[l->nr] = mem_strdup(word);
	if (!l->word[l->nr])
		return -ENOMEM;
	l->nr++;
	return 0;
}

/* Add each line of the file @path. Return: as word_list_parse(). */
static int add_words_of_file(struct word_list *l, const char *option, const char *path)
{
	FILE *f = fopen(path, "re");
	size_t size = 0;
	char *line = NULL;
	ssize_t len;
	int err = f ? 0 : errno;

	errno = 0;
	while (!err && (len = getline(&line, &size, f)) >= 0) {
		if (len && line[len - 1] == '\n')
			line[len - 1] = '\0';
		err = -add_word(l, line);
	}
	err = err ? err : errno;
	free(line);
	if (f)
		fclose(f);
	if (err == ENOMEM)
		return -ENOMEM;
	if (err)
		rep_err("%s: cannot read the list of names for %s: %s", path, option,
			strerror(err));
	return err ? -EINVAL : 0;
}

/* @option: as word_list_parse(); NULL: leave out empty words, and read no files. */
static int split_words(struct word_list *l, const char *option, const char *text)
{
	static const char file[] = "file://";
	int err = 0;
	char *copy;

	*l = (struct word_list){ .given = text };
	if (!text)
		return 0;
	copy = mem_strdup(text);
	if (!copy)
		return -ENOMEM;
	for (char *word = copy, *comma; *word && !err; word = comma) {
		comma = word + strcspn(word, ",");
		if (*comma)
			*comma++ = '\0';
		if (option && !strncmp(word, file, sizeof(file) - 1))
			err = add_words_of_file(l, option, word + sizeof(file) - 1);
		else if (option || *word)
			err = add_word(l, word);
	}
	free(copy);
	return err;
}

int word_list_split(struct word_list *l, const char *text)
{
	return split_words(l, NULL, text);
}

int word_list_parse(struct word_list *l, const char *option, const char *text)
{
	return split_words(l, option, text);
}

bool word_list_has(const struct word_list *l, const char *word)
{
	for (uint32_t i = 0; i < l->nr; i++)
		if (!strcmp(l->word[i], word))
			return true;
	return false;
}

bool word_is_address(const char *word, uint64_t *addr)
{
	char *end;

	errno = 0;
	*addr = strtoull(word, &end, 16);
	return !errno && end != word && !end[strspn(end, " \t\n\v\f\r")];
}

void word_list_free(struct word_list *l)
{
	for (uint32_t i = 0; i < l->nr; i++)
		free(l->word[i]);
	free(l->word);
	*l = (struct word_list){ 0 };
}

/*
 * Add the number or range at *@s, and advance *@s past it. Return: 0; -EINVAL: neither a number nor
 * a range; -ENOMEM.
 */
static int take_range(struct number_list *l, const char **s)
{
	struct pd_range r;

	if (pd_range_parse(s, 0, INT32_MAX, &r) || (**s && **s != ','))
		return -EINVAL;
	if (!mem_room_at_end(&l->range, l->nr, sizeof(*l->range)))
		return -ENOMEM;
	l->range[l->nr++] = r;
	return 0;
}

int number_list_parse(struct number_list *l, const char *option, const char *text)
{
	int err = 0;

	*l = (struct number_list){ .given = text };
	for (const char *s = text; s && *s && !err; s += *s == ',')
		if (*s != ',')
			err = take_range(l, &s);
	if (err == -EINVAL)
		rep_err("%s %s: expected numbers separated by commas, such as 1,3 or 4-7", option,
			text);
	return err;
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
