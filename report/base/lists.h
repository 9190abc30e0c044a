/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Arguments of options that are comma-separated lists of words or of numbers. A zeroed struct
 * stands for an option that was not given.
 */

#include "common/number_range.h"

#include <stdbool.h>
#include <stdint.h>

struct word_list {
	char **word;
	uint32_t nr;
	bool given; /* the option was given, possibly with "" and so without a word */
};

/* @text: the argument; NULL: the option was not given. Return: 0 or -ENOMEM. */
int word_list_split(struct word_list *l, const char *text);
bool word_list_has(const struct word_list *l, const char *word);
void word_list_free(struct word_list *l);

struct number_list {
	struct pd_range *range;
	uint32_t nr;
	bool given;
};

/*
 * Parse "N" and "N-M", separated by commas; @text: NULL if the option was not given. Return: 0;
 * -EINVAL after a message that names @option; -ENOMEM.
 */
int number_list_parse(struct number_list *l, const char *option, const char *text);
/* Whether @l contains @v. A list of an option that was not given contains every number. */
bool number_list_has(const struct number_list *l, uint64_t v);
void number_list_free(struct number_list *l);
