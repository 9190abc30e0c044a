/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads perf maps and jitdumps: files in which a program names code that it generated. */

#include <stdint.h>

struct sym_table_priv;
struct sym_text;

/*
 * Fill the table @t with the symbols of the perf map (perf-PID.map) @x, whose lines are START SIZE
 * NAME with hexadecimal numbers. Return: 0: @t owns @x now, and sym_table_free() closes it.
 * -ENOMEM: the function has closed @x.
 */
int perf_map_load(const struct sym_text *x, struct sym_table_priv *t);

/*
 * Fill the table @t with the functions in the jitdump @x of process @pid. Return: 1: @t owns @x
 * now, and sym_table_free() closes it. 0: @x is no jitdump, or the jitdump of another process, and
 * the function has closed @x. -ENOMEM: the function has closed @x. The function sets *@why to a
 * text that says what is wrong with the file, or to NULL if nothing is wrong with it.
 */
int sym_jitdump_load(const struct sym_text *x, uint32_t pid, struct sym_table_priv *t,
		     const char **why);
