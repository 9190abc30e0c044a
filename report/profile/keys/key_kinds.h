/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The kinds of sort keys: what keys with numbers and keys with texts have in common. Keys about
 * symbols and addresses have kinds of their own.
 */

#include "profile/model/keys.h"

/* By .number and .order; printed is .text, or the number where the key has no text. */
extern const struct key_kind key_number;

/* By the number of a thread or its process, as .arg says; printed is "NUMBER:TEXT". */
enum { KEY_TASK_THREAD, KEY_TASK_PROCESS };
extern const struct key_kind key_task;

/* The order of KEY_WRAPS. */
int key_addr_order(uint64_t a, uint64_t b);

/* By .text, in the order of bytes; a row without text is last where lists rise. */
extern const struct key_kind key_text;

/* The order of such texts, and their hash; either may be NULL. */
int key_text_order(const char *a, const char *b);
uint64_t key_text_hash(const char *s);
/* For kinds: the hash of .text. */
key_number_fn key_hash_text;

/* Members of struct hist_extra of 64 and of 32 bits; .arg: offset. */
key_number_fn key_extra64, key_extra32;

/* The number times the samples of the row, in 64 and in 32 bits as perf has it. */
key_text_fn key_total64, key_total32;

/* .text or .number, fitted into the column as .fit says. */
key_print_fn key_print_value;

/* As wide as .text; as what the key prints. */
key_width_fn key_text_width, key_print_width;

/* Negative when @a < @b, 0 when they are equal. */
#define KEY_CMP(a, b) ((a) < (b) ? -1 : (a) > (b))
