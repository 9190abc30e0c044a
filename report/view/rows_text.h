/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the rows of an event as text, with the call graphs below them, in several threads. */

#include <stddef.h>
#include <stdint.h>

struct event_rows;
struct out;
struct rep_row;
struct report;

/* Return the number of threads that may print @nr rows without call graphs. */
uint32_t rows_text_threads(const struct report *rp, uint32_t nr);
/* Fit the columns of @rp to the rows of @ev. Return: the size of a line in bytes. */
size_t rows_text_fit(struct report *rp, const struct event_rows *ev);
/*
 * Print the rows. @line_size: the result of rows_text_fit(). Return: 0, or -ENOMEM: some text is
 * missing.
 */
int rows_text(struct report *rp, const struct event_rows *ev, size_t line_size);
/* Print one row without its call graph. @line_size: the result of rows_text_fit(). */
void rows_text_row(const struct report *rp, struct out *o, const struct event_rows *ev,
		   size_t line_size, const struct rep_row *r);
