/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* One example of every record type, more where a type has several layouts, for tests that loop. */

#include <pdata/pdata.h>

struct t_value {
	uint32_t type;
	uint16_t misc;
	int has_view; /* its lists are in the byte order it was made for */
	struct pdata_value v;
};

#define T_VALUES_MAX 80

/*
 * Fill @out. Lists are laid out in the byte order that is not the host's when @swap. They live until
 * the next call. Return: how many.
 */
size_t t_values(struct t_value out[T_VALUES_MAX], int swap);

/* A sample that has everything @attr asks for; its lists as above, and its own memory. */
void t_sample(struct pdata_sample *s, const struct pdata_attr *attr, int swap);

/* An event with these bits, sample_id_all set. */
struct pdata_attr t_attr(uint64_t sample_type);

/*
 * @n bytes that end where memory ends: reading past them is a crash. Copied from @from unless NULL.
 * Free with t_unguard().
 */
uint8_t *t_guarded(const void *from, size_t n);
void t_unguard(uint8_t *p, size_t n);
