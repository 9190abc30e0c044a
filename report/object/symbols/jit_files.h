/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads files in which programs name the code that they made: perf maps and jitdumps. */

#include <stdint.h>

struct sym_table_priv;
struct sym_text;

/*
 * Fill @t from the text of a perf-PID.map: START SIZE NAME, in hexadecimal. @t closes @x from now
 * on. Return: 0; -ENOMEM: @x is closed.
 */
int perf_map_load(const struct sym_text *x, struct sym_table_priv *t);

/*
 * Fill @t with the functions in a jitdump of process @pid. @t closes @x from now on, or it is
 * closed at once. Return: 1; 0: the file is no jitdump; -ENOMEM. @why: what is wrong with the
 * file, or NULL.
 */
int sym_jitdump_load(const struct sym_text *x, uint32_t pid, struct sym_table_priv *t,
		     const char **why);
