/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads perf maps and jitdumps: files in which a program names code that it generated. */

#include <stdint.h>

struct sym_table_priv;
struct sym_text;

/*
 * Fill @t with the symbols of a perf map (perf-PID.map): lines START SIZE NAME with hexadecimal
 * numbers. @t takes over @x, and sym_table_free() closes it. Return: 0; -ENOMEM: @x is closed
 * already.
 */
int perf_map_load(const struct sym_text *x, struct sym_table_priv *t);

/*
 * Fill @t with the functions in the jitdump @x of process @pid. Return: 1: @t takes over @x, and
 * sym_table_free() closes it. 0 or -ENOMEM: @x is closed already; 0: @x is no jitdump, or it is the
 * jitdump of another process. *@why: text that says what is wrong with the file; NULL: nothing is
 * wrong.
 */
int sym_jitdump_load(const struct sym_text *x, uint32_t pid, struct sym_table_priv *t,
		     const char **why);
