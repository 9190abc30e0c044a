/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the rows of an event as text, with a call graph below each row, in several threads. */

#include <stddef.h>
#include <stdint.h>

struct event_rows;
struct out;
struct rep_row;
struct report;

/*
 * Return: number of threads for printing @nr rows without call graphs; 1 if a column can be printed
 * only by one thread.
 */
uint32_t rows_text_threads(const struct report *rp, uint32_t nr);
/*
 * Set the widths of the columns of @rp so that the rows of @ev fit. Return: the result of
 * row_line_size(), the buffer size in bytes for a line of these rows.
 */
size_t rows_text_fit(struct report *rp, const struct event_rows *ev);
/*
 * Print the rows of @ev with their call graphs to @rp->out. @line_size: the result of
 * rows_text_fit(). Return: 0; -ENOMEM: memory is exhausted, and rows or call graphs are missing.
 */
int rows_text(struct report *rp, const struct event_rows *ev, size_t line_size);
/*
 * Append the line of the row @r to @o, without its call graph. @line_size: the result of
 * rows_text_fit() for @ev.
 */
void rows_text_row(const struct report *rp, struct out *o, const struct event_rows *ev,
		   size_t line_size, const struct rep_row *r);
