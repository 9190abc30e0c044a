/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The kinds of sort keys with numbers or texts. Keys about symbols and addresses have kinds of
 * their own.
 */

#include "profile/model/keys.h"

/* Compares .number in the order .order; prints .text, or the number if the key has no text. */
extern const struct key_kind key_number;

/* Compares the number of the thread or of its process, which .arg selects; prints "NUMBER:TEXT". */
enum { KEY_TASK_THREAD, KEY_TASK_PROCESS };
extern const struct key_kind key_task;

/* Compare as KEY_WRAPS does. */
int key_addr_order(uint64_t a, uint64_t b);

/* Compares .text byte by byte; a row without text is last in ascending lists. */
extern const struct key_kind key_text;

/* Compare and hash texts as key_text does; a text may be NULL. */
int key_text_order(const char *a, const char *b);
uint64_t key_text_hash(const char *s);
/* The hash of the text of a key, for kinds that compare it in their own way. */
key_number_fn key_hash_text;

/* Getters of the 64-bit and 32-bit members of struct hist_extra; .arg: offset of the member. */
key_number_fn key_extra64, key_extra32;

/* Print the number times the row's samples, computed in 64 or 32 bits as in perf. */
key_text_fn key_total64, key_total32;

/* Print .text or .number in the column's width; .fit says how it is padded or cut. */
key_print_fn key_print_value;

/* The width of .text, and the width of the key's printed value. */
key_width_fn key_text_width, key_print_width;

/* Negative if @a < @b, 0 if they are equal, else positive. */
#define KEY_CMP(a, b) ((a) < (b) ? -1 : (a) > (b))
