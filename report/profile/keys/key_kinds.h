/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Compares, hashes and prints sort keys whose values are integers or texts. Keys about symbols and
 * addresses have kinds of their own.
 */

#include "profile/model/keys.h"

/*
 * Kind of keys whose values are integers: compares the results of rep_key.number in the order
 * rep_key.order. Prints rep_key.text, or the integer if rep_key.text is NULL.
 */
extern const struct key_kind key_number;

/*
 * Values of rep_key.arg for keys of the kind key_task: the key shows the thread id
 * (KEY_TASK_THREAD) or the process id (KEY_TASK_PROCESS).
 */
enum { KEY_TASK_THREAD, KEY_TASK_PROCESS };
/*
 * Kind of the sort keys "pid" and "tgid": compares rows by the id that rep_key.arg selects, and
 * prints "ID:TEXT", where TEXT is the result of rep_key.text.
 */
extern const struct key_kind key_task;

/*
 * Compare two numbers by the sign of their 64-bit difference, which is the order KEY_WRAPS. The
 * result has the same meaning as that of a key_cmp_fn. Return: a negative number if @a comes after
 * @b in an ascending list; 0 if @a and @b are equal; otherwise a positive number.
 */
int key_addr_order(uint64_t a, uint64_t b);

/*
 * Kind of keys with a text: compares rep_key.text byte by byte. The order is ascending, and rows
 * without a text are last; if rep_key.order is KEY_FALLS, this whole order is reversed.
 */
extern const struct key_kind key_text;

/*
 * Compare two texts, and hash one text, in the same way as the kind key_text. A text may be NULL.
 */
int key_text_order(const char *a, const char *b);
uint64_t key_text_hash(const char *s);
/*
 * Return the hash of the text that rep_key.text returns for the row. The kind key_text uses this
 * function, and so do kinds that compare texts in their own way.
 */
key_number_fn key_hash_text;

/*
 * Return one member of the row's struct hist_extra; rep_key.arg is the offset of this member.
 * key_extra64() returns a 64-bit member, key_extra32() a 32-bit member.
 */
key_number_fn key_extra64, key_extra32;

/*
 * Return, as decimal text, the result of rep_key.number multiplied by the number of samples of the
 * row. key_total64() computes the product in 64 bits, key_total32() in 32 bits; each key uses the
 * function with the size that perf uses for the key.
 */
key_text_fn key_total64, key_total32;

/*
 * Print rep_key.text, or rep_key.number if the key has no text, in a column of the given width.
 * rep_key.fit says how the value is padded or cut.
 */
key_print_fn key_print_value;

/*
 * Return a width in characters. key_text_width() returns the width of rep_key.text.
 * key_print_width() returns the width of the value as key_kind.print prints it.
 */
key_width_fn key_text_width, key_print_width;

/* Compare two numbers: negative if @a < @b, 0 if they are equal, positive if @a > @b. */
#define KEY_CMP(a, b) ((a) < (b) ? -1 : (a) > (b))
