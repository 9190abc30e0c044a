/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Parses arguments of options: comma-separated lists of words or of integers. A zeroed struct
 * stands for an option that was not given.
 */

#include "common/number_range.h"

#include <stdbool.h>
#include <stdint.h>

struct word_list {
	char **word;
	uint32_t nr;
	/*
	 * true: the option was given; @nr can be 0, for example if its argument is "". false: the
	 * option was not given, and @nr is 0.
	 */
	bool given;
};

/*
 * Split @text, the argument of the option, at its commas, and leave out empty words. @text is NULL
 * if the option was not given. Return: 0 or -ENOMEM.
 */
int word_list_split(struct word_list *l, const char *text);
/*
 * Split @text, a list of names, as perf does: two commas in a row have an empty name between them,
 * and an element file://PATH stands for the lines of the file PATH. @text is NULL if the option was
 * not given. Return: 0; -EINVAL: a file cannot be read, and a message that names @option was sent;
 * -ENOMEM.
 */
int word_list_parse(struct word_list *l, const char *option, const char *text);
bool word_list_has(const struct word_list *l, const char *word);
/*
 * If the whole of @word is a hexadecimal number, with or without 0x, set *@addr to this number.
 * perf takes such a word of --symbols as an address. Return: true; false if @word is no such
 * number.
 */
bool word_is_address(const char *word, uint64_t *addr);
void word_list_free(struct word_list *l);

struct number_list {
	struct pd_range *range;
	uint32_t nr;
	/*
	 * true: the option was given; @nr can be 0, for example if its argument is "". false: the
	 * option was not given, and @nr is 0.
	 */
	bool given;
};

/*
 * Parse @text, a list of integers "N" and ranges "N-M", separated by commas. @text is NULL if the
 * option was not given. Return: 0; -EINVAL: @text does not have this form, and a message that
 * names @option was sent; -ENOMEM.
 */
int number_list_parse(struct number_list *l, const char *option, const char *text);
/* Return whether @v is in @l. If the option was not given, return true for every @v. */
bool number_list_has(const struct number_list *l, uint64_t v);
void number_list_free(struct number_list *l);
