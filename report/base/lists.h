/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Arguments that are lists with commas: of words, or of numbers. Zeros: an option that was not
 * given.
 */

#include "common/number_range.h"

#include <stdbool.h>
#include <stdint.h>

struct word_list {
	char **word;
	uint32_t nr;
	bool given; /* also without a word, as "" is */
};

/* @text: NULL when the option was not given. Return: 0 or -ENOMEM. */
int word_list_split(struct word_list *l, const char *text);
bool word_list_has(const struct word_list *l, const char *word);
void word_list_free(struct word_list *l);

struct number_list {
	struct pd_range *range;
	uint32_t nr;
	bool given;
};

/*
 * "N", "N-M", with commas; @text as above. Return: 0; -EINVAL after a line that names @option;
 * -ENOMEM.
 */
int number_list_parse(struct number_list *l, const char *option, const char *text);
/* Does @l name @v? Where the option was not given, all are meant. */
bool number_list_has(const struct number_list *l, uint64_t v);
void number_list_free(struct number_list *l);
