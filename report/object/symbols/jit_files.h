/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Files in which programs name the code that they made: perf maps and jitdumps. */

#include <stdint.h>

struct sym_table_priv;
struct sym_text;

/*
 * The text of a perf-PID.map: START SIZE NAME, in hexadecimal. @x is the table's from now on.
 * Return: 0, or -ENOMEM and @x is closed.
 */
int perf_map_load(const struct sym_text *x, struct sym_table_priv *t);

/*
 * The functions in a jitdump file of process @pid. @x is the table's from now on, or closed.
 * Return: 1: it is one, 0: it is none, or -ENOMEM; @why: what is wrong with it, or NULL.
 */
int sym_jitdump_load(const struct sym_text *x, uint32_t pid, struct sym_table_priv *t,
		     const char **why);
